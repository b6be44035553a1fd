package typecheck

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/syntax/habits/library"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Habits of other languages that parse: names of their libraries, the way they
// write tensor types, comparisons that chain. Each is reported as what it is, with
// what is written here.

// foreignName words a bare name that another language or library has, false
// where it is none.
func (c *checker) foreignName(text string, d *syntax.Diagnostic) bool {
	n, ok := library.Lookup(text, func(name string) bool {
		o := c.m.config.Ops[name]
		return o != nil && !o.Internal
	})
	if !ok {
		return false
	}
	d.Message = fmt.Sprintf("there is no `%s`", text)
	if n.Operator != "" {
		d.Message += fmt.Sprintf("; here it is `%s`", n.Operator)
		d.Fixes = append(d.Fixes, writeFix(d.Span, n.Operator))
		d.Fixes[0].Confidence = confidenceOf(n)
	}
	if n.Say != "" {
		d.Notes = append(d.Notes, sentence(n.Say))
	}
	return true
}

// foreignDtype reports the name that a dtype has in another language or library.
func (c *checker) foreignDtype(n syntax.NodeID, here string) {
	c.report(syntax.Diagnostic{
		Code: codes.AttributeValue, Span: c.item.Span(n),
		Message: fmt.Sprintf("there is no dtype `%s`; here it is `%q`", c.item.SourceText(n), here),
		Fixes:   []syntax.Fix{writeFix(c.item.Span(n), fmt.Sprintf("%q", here))},
	})
}

// confidenceOf reports how sure it is that a name alone makes the call what it was
// meant to be: not where there is something to say of its arguments.
func confidenceOf(n library.Name) codes.Confidence {
	if n.Say != "" {
		return codes.Sketch
	}
	return codes.Likely
}

// alike keeps, of names that are near a misspelt one, those that begin alike: an
// operator with another first letter means something else (`gelu`, `relu`).
func alike(text string, near []string) []string {
	kept := near[:0:0]
	for _, name := range near {
		if initial(name) == initial(text) {
			kept = append(kept, name)
		}
	}
	return kept
}

// isUpper reports whether a name begins with a capital, as constructors do.
func isUpper(name string) bool { return name != "" && 'A' <= name[0] && name[0] <= 'Z' }

// initial is the first letter of a name behind its family, in lower case.
func initial(name string) string {
	name = name[strings.LastIndexByte(name, '.')+1:]
	return strings.ToLower(name[:min(1, len(name))])
}

// dtypeCall reports `float32[2, 3]`, as NumPy's type hints write a tensor's type,
// and gives that type.
func (r *resolver) dtypeCall(n, name syntax.NodeID, args []syntax.NodeID) (types.Type, bool) {
	dtype, ok := types.ParseDtype(r.item.SourceText(name))
	if !ok || args == nil {
		return nil, false
	}
	return r.tensorMeant(n, dtype, args), true
}

// tensorMeant reports the type of a tensor whose extents do not stand in
// parentheses in front of its dtype.
func (r *resolver) tensorMeant(n syntax.NodeID, dtype types.Dtype, extents []syntax.NodeID) types.Type {
	parts := make([]string, len(extents))
	dims := make([]types.Dim, len(extents))
	for i, e := range extents {
		parts[i], dims[i] = r.item.SourceText(e), r.dim(e)
	}
	text := fmt.Sprintf("Tensor[(%s), %s]", strings.Join(parts, ", "), dtype)
	r.report(syntax.Diagnostic{
		Code: codes.KindMismatch, Span: r.item.Span(n),
		Message: fmt.Sprintf("the type of a tensor is written `%s`: its shape in parentheses, then its dtype", text),
		Fixes:   []syntax.Fix{writeFix(r.item.Span(n), text)},
	})
	return &types.Tensor{Dtype: dtype, Shape: dims}
}

// spreadTensor reads `Tensor[2, 3, float32]`, whose shape lacks its parentheses.
func (r *resolver) spreadTensor(n syntax.NodeID, args []syntax.NodeID) (types.Type, bool) {
	if r.extentsOnly(args) {
		r.tensorMeant(n, types.Float32, args)
		return types.ErrorType, true
	}
	if len(args) < 2 || r.item.Kind(args[len(args)-1]) != syntax.TypeName {
		return nil, false
	}
	dtype, ok := types.ParseDtype(r.item.SourceText(args[len(args)-1]))
	if !ok || r.item.Kind(args[0]) != syntax.Int {
		return nil, false
	}
	for _, a := range args[:len(args)-1] {
		if kind := r.item.Kind(a); kind != syntax.Int && kind != syntax.TypeName && kind != syntax.TypeAny {
			return nil, false
		}
	}
	return r.tensorMeant(n, dtype, args[:len(args)-1]), true
}

// extentsOnly reports whether a tensor's arguments are numbers, its dtype missing.
func (r *resolver) extentsOnly(args []syntax.NodeID) bool {
	for _, a := range args {
		if r.item.Kind(a) != syntax.Int {
			return false
		}
	}
	return len(args) > 1
}

// ordered are the comparisons that other languages let chain.
var ordered = map[syntax.TokenKind]bool{
	syntax.TokLess: true, syntax.TokLessEq: true, syntax.TokGreater: true, syntax.TokGreaterEq: true,
}

// chainsComparison reports `a < b < c`, whose left operand is the truth value of
// the comparison in front.
func (c *checker) chainsComparison(operator syntax.NodeID, left, right types.Type, middle, last syntax.NodeID, link int) bool {
	if link == 0 || !ordered[syntax.TokenKind(c.item.Node(operator).Data)] || !isTruth(left) || isTruth(right) || types.IsBad(right) {
		return false
	}
	c.report(syntax.Diagnostic{
		Code: codes.DtypeMismatch, Span: c.item.Span(operator),
		Message: "comparisons do not chain: the left operand is the truth value of the comparison in front",
		Notes: []string{fmt.Sprintf("Write two comparisons and `&&`: `… && %s %s %s`.",
			c.item.SourceText(middle), c.item.SourceText(operator), c.item.SourceText(last))},
		Fixes: []syntax.Fix{syntax.Replace("write two comparisons", syntax.Span{Start: c.item.Span(middle).End, End: c.item.Span(middle).End},
			" && "+c.item.SourceText(middle))},
	})
	return true
}

// constructorOf reports `Circle of float32`, as OCaml declares a constructor: here
// that would be three constructors.
func (r *resolver) constructorOf(name syntax.NodeID) {
	if r.item.SourceText(name) != "of" {
		return
	}
	r.errorf(name, codes.SyntaxError, "the fields of a constructor are written in parentheses behind its name: `Circle(float32)`")
}

// negatesReference reports `!%r`, as OCaml reads a reference.
func (c *checker) negatesReference(operator, operand syntax.NodeID, t types.Type) bool {
	if _, ok := types.Head(t).(*types.Ref); !ok || syntax.TokenKind(c.item.Node(operator).Data) != syntax.TokNot {
		return false
	}
	whole := syntax.Span{Start: c.item.Span(operator).Start, End: c.item.Span(operand).End}
	text := "ref_read(" + c.item.SourceText(operand) + ")"
	c.report(syntax.Diagnostic{
		Code: codes.TypeMismatch, Span: whole,
		Message: "`!` negates truth values; a reference is read by `ref_read`",
		Fixes:   []syntax.Fix{writeFix(whole, text)},
	})
	return true
}

// isData reports whether an argument says nothing without the function that it is
// given to: a list of numbers, a string, the name of a dtype.
func (c *checker) isData(n syntax.NodeID) bool {
	switch c.item.Kind(n) {
	case syntax.String:
		return true
	case syntax.Name:
		_, ok := types.ParseDtype(c.item.SourceText(n))
		return ok || library.Dtype(c.item.SourceText(n)) != ""
	case syntax.List:
		for _, e := range c.item.Kids(n) {
			if kind := c.item.Kind(e); kind != syntax.Int && kind != syntax.Float && kind != syntax.List {
				return false
			}
		}
		return true
	}
	return false
}

// foreignMethod words `%x.name`, a method or a field of other languages: the
// function that is called instead, with what stands in front of the dot as its
// first argument.
func (c *checker) foreignMethod(n, segment syntax.NodeID, d *syntax.Diagnostic) bool {
	object := c.item.Text[c.item.Span(n).Start:c.item.Span(segment).Start]
	field, dot := strings.CutPrefix(c.item.SourceText(segment), ".")
	return dot && c.fieldWords(n, object, field, d)
}

// fieldWords words a method or a field of other languages of a variable; n is the whole.
func (c *checker) fieldWords(n syntax.NodeID, object, field string, d *syntax.Diagnostic) bool {
	known := func(name string) bool {
		o := c.m.config.Ops[name]
		return o != nil && !o.Internal
	}
	found, ok := library.Lookup("torch."+field, known)
	if !ok {
		return false
	}
	d.Notes = nil
	d.Message = fmt.Sprintf("values have no methods and no fields: there is no `%s`", object+"."+field)
	if found.Operator != "" {
		d.Message += fmt.Sprintf("; write `%s(%s, …)`", found.Operator, object)
		c.methodFix(n, found.Operator, object, d)
		d.Fixes[len(d.Fixes)-1].Confidence = confidenceOf(found)
		c.foreignMethodCall(n, found.Operator, object, d)
	}
	if found.Say != "" {
		d.Notes = append(d.Notes, sentence(found.Say))
	}
	return true
}

// methodFix calls an operator instead of a method; name is the chain in front of
// the call's parentheses.
func (c *checker) methodFix(n syntax.NodeID, operator, object string, d *syntax.Diagnostic) {
	name := c.item.Span(n)
	rest := c.item.Text[name.End:]
	inner, called := strings.CutPrefix(rest, "(")
	switch {
	case !called:
		d.Fixes = append(d.Fixes, writeFix(name, operator+"("+object+")"))
	case strings.HasPrefix(inner, ")"):
		d.Fixes = append(d.Fixes, syntax.Replace("write `"+operator+"(…)`", syntax.Span{Start: name.Start, End: name.End + 1}, operator+"("+object))
	default:
		d.Fixes = append(d.Fixes, syntax.Replace("write `"+operator+"(…)`", syntax.Span{Start: name.Start, End: name.End + 1}, operator+"("+object+", "))
	}
}

func isTruth(t types.Type) bool {
	tensor, ok := types.Head(t).(*types.Tensor)
	return ok && tensor.Dtype == types.Bool
}

// adviseLiteral distinguishes the literals of lists and FractalTensors.
func (c *checker) adviseLiteral(n syntax.NodeID, want, got types.Type, _ reason) string {
	adt, data := want.(*types.ADT)
	if _, fractal := got.(*types.Fractal); !fractal || !data || adt.Decl.Name != "List" || c.item.Kind(n) != syntax.List {
		return ""
	}
	return "`[…]` makes a FractalTensor; a list is written `Cons(1, Cons(2, Nil))`, the empty one `Nil`."
}

// unknownNamed reports a named argument of a parallel function that neither it nor the
// function that it calls has.
func (c *checker) unknownNamed(named syntax.NodeID, name string) {
	d := syntax.Diagnostic{
		Code: codes.UnknownAttribute, Span: c.item.Span(named),
		Message: fmt.Sprintf("the function has no parameter `%%%s` that could take this argument", name),
	}
	if library.IsInitialState(name) {
		d.Notes = []string{"The first state of `reduce`, `foldl` and `scanl` is given by `init=…`, or behind the sequence."}
	}
	c.report(d)
}
