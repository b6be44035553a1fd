package typecheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/lazyregexp"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/syntax/habits/library"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/message"
	"github.com/fraccheck/fraccheck/typecheck/typed"
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
		d.Fixes = append(d.Fixes, message.WriteFix(d.Span, n.Operator))
		d.Fixes[0].Confidence = confidenceOf(n)
		if library.ChannelsLast(text) && c.hasChannels(n.Operator) {
			d.Fixes[0].Confidence = codes.Sketch
			d.Notes = append(d.Notes, "There, the channels of an image are its last dimension; here they are dimension 1, unless an attribute says otherwise.")
		}
	}
	if n.Say != "" {
		d.Notes = append(d.Notes, message.Sentence(n.Say))
	}
	return true
}

// foreignConstruct reports whether a name is of another language and no operator stands for it:
// what its arguments name may be bound there.
func (c *checker) foreignConstruct(text string) bool {
	n, ok := library.Lookup(text, func(name string) bool { return c.m.config.Ops[name] != nil })
	return ok && n.Operator == ""
}

// hasChannels reports whether an operator has an attribute that says which dimension of an image
// holds its channels.
func (c *checker) hasChannels(operator string) bool {
	o := c.m.config.Ops[operator]
	return o != nil && slices.ContainsFunc(o.Attrs, func(a op.Attr) bool {
		return a.Name == "layout" || a.Name == "data_layout" || a.Name == "axis" && a.Default.String() == "1"
	})
}

// foreignDtype reports the name that a dtype has in another language or library.
func (c *checker) foreignDtype(n syntax.NodeID, here string) {
	c.Report(syntax.Diagnostic{
		Code: codes.AttributeValue, Span: c.Item.Span(n),
		Message: fmt.Sprintf("there is no dtype `%s`; here it is `%q`", c.Item.SourceText(n), here),
		Fixes:   []syntax.Fix{message.WriteFix(c.Item.Span(n), fmt.Sprintf("%q", here))},
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

// ordered are the comparisons that other languages let chain.
var ordered = map[syntax.TokenKind]bool{
	syntax.TokLess: true, syntax.TokLessEq: true, syntax.TokGreater: true, syntax.TokGreaterEq: true,
}

// chainsComparison reports `a < b < c`, whose left operand is the truth value of
// the comparison in front.
func (c *checker) chainsComparison(operator syntax.NodeID, left, right types.Type, middle, last syntax.NodeID, link int) bool {
	if link == 0 || !ordered[syntax.TokenKind(c.Item.Node(operator).Data)] || !isTruth(left) || isTruth(right) || types.IsBad(right) {
		return false
	}
	c.Report(syntax.Diagnostic{
		Code: codes.DtypeMismatch, Span: c.Item.Span(operator),
		Message: "comparisons do not chain: the left operand is the truth value of the comparison in front",
		Notes: []string{fmt.Sprintf("Write two comparisons and `&&`: `… && %s %s %s`.",
			c.Item.SourceText(middle), c.Item.SourceText(operator), c.Item.SourceText(last))},
		Fixes: []syntax.Fix{syntax.Replace("write two comparisons", syntax.Span{Start: c.Item.Span(middle).End, End: c.Item.Span(middle).End},
			" && "+c.Item.SourceText(middle))},
	})
	return true
}

// negatesReference reports `!%r`, as OCaml reads a reference.
func (c *checker) negatesReference(operator, operand syntax.NodeID, t types.Type) bool {
	if _, ok := types.Head(t).(*types.Ref); !ok || syntax.TokenKind(c.Item.Node(operator).Data) != syntax.TokNot {
		return false
	}
	whole := syntax.Span{Start: c.Item.Span(operator).Start, End: c.Item.Span(operand).End}
	text := "ref_read(" + c.Item.SourceText(operand) + ")"
	c.Report(syntax.Diagnostic{
		Code: codes.TypeMismatch, Span: whole,
		Message: "`!` negates truth values; a reference is read by `ref_read`",
		Fixes:   []syntax.Fix{message.WriteFix(whole, text)},
	})
	return true
}

// isData reports whether an argument says nothing without the function that it is
// given to: a list of numbers, a string, the name of a dtype.
func (c *checker) isData(n syntax.NodeID) bool {
	switch c.Item.Kind(n) {
	case syntax.String:
		return true
	case syntax.Name:
		_, ok := types.ParseDtype(c.Item.SourceText(n))
		return ok || library.Dtype(c.Item.SourceText(n)) != ""
	case syntax.List:
		for _, e := range c.Item.Kids(n) {
			if kind := c.Item.Kind(e); kind != syntax.Int && kind != syntax.Float && kind != syntax.List {
				return false
			}
		}
		return true
	}
	return false
}

// foreignMethod words `%x.name`, a method or a field of other languages: the
// function that is called instead, with what precedes the dot as its
// first argument.
func (c *checker) foreignMethod(n, segment syntax.NodeID, d *syntax.Diagnostic) bool {
	object := c.Item.Text[c.Item.Span(n).Start:c.Item.Span(segment).Start]
	field, dot := strings.CutPrefix(c.Item.SourceText(segment), ".")
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
		if c.takesFunction(c.m.config.Ops[found.Operator]) {
			d.Message += fmt.Sprintf("; write `%s(…, %s)`", found.Operator, object)
			return true
		}
		d.Message += fmt.Sprintf("; write `%s(%s, …)`", found.Operator, object)
		c.methodFix(n, found.Operator, object, d)
		d.Fixes[len(d.Fixes)-1].Confidence = confidenceOf(found)
		c.foreignMethodCall(n, found.Operator, object, d)
	}
	if found.Say != "" {
		d.Notes = append(d.Notes, message.Sentence(found.Say))
	}
	return true
}

// takesFunction reports whether the first argument of an operator is a function.
func (c *checker) takesFunction(o *op.Op) bool {
	least, _ := o.Arity()
	if o.Scheme == nil || least < 2 {
		return false
	}
	_, ok := c.freshScheme(o, typed.NoAttrs(o), least)[0].(*types.Func)
	return ok
}

// methodFix calls an operator instead of a method; name is the chain before
// the call's parentheses.
func (c *checker) methodFix(n syntax.NodeID, operator, object string, d *syntax.Diagnostic) {
	name := c.Item.Span(n)
	rest := c.Item.Text[name.End:]
	inner, called := strings.CutPrefix(rest, "(")
	switch {
	case !called:
		d.Fixes = append(d.Fixes, message.WriteFix(name, operator+"("+object+")"))
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

// listOfBrackets reports brackets around elements that no FractalTensor holds where a list is
// wanted, as other languages write lists.
func (c *checker) listOfBrackets(n syntax.NodeID, want types.Type) bool {
	list, ok := types.Head(want).(*types.ADT)
	kids := c.Item.Kids(n)
	if !ok || list.Decl.Name != "List" || len(list.Args) != 1 || len(kids) == 0 {
		return false
	}
	elem := types.Head(c.ResolveVars(list.Args[0]))
	if _, data := elem.(*types.ADT); !data {
		return false
	}
	errors := len(c.Diagnostics)
	text := ""
	for _, kid := range kids {
		c.expr(kid, elem, reason{kind: elementReason, node: kids[0]})
		text += "Cons(" + c.Item.SourceText(kid) + ", "
	}
	if len(c.Diagnostics) > errors {
		return true
	}
	c.Report(syntax.Diagnostic{
		Code: codes.TypeMismatch, Span: c.Item.Span(n),
		Message: fmt.Sprintf("brackets make a FractalTensor, and a `%s` is needed here", types.Text(c.ResolveVars(want))),
		Notes:   []string{"A list is written `Cons(1, Cons(2, Nil))`, the empty one `Nil`."},
		Fixes:   []syntax.Fix{message.WriteFix(c.Item.Span(n), text+"Nil()"+strings.Repeat(")", len(kids)))},
	})
	return true
}

// adviseLiteral distinguishes the literals of lists and FractalTensors.
func (c *checker) adviseLiteral(n syntax.NodeID, want, got types.Type, _ reason) string {
	adt, data := want.(*types.ADT)
	if _, fractal := got.(*types.Fractal); !fractal || !data || adt.Decl.Name != "List" || c.Item.Kind(n) != syntax.List {
		return ""
	}
	return "`[…]` makes a FractalTensor; a list is written `Cons(1, Cons(2, Nil))`, the empty one `Nil`."
}

// unknownNamed reports a named argument of a parallel function that neither it nor the
// function that it calls has.
func (c *checker) unknownNamed(named syntax.NodeID, name string) {
	d := syntax.Diagnostic{
		Code: codes.UnknownAttribute, Span: c.Item.Span(named),
		Message: fmt.Sprintf("the function has no parameter `%%%s` that could take this argument", name),
	}
	if library.IsInitialState(name) {
		d.Notes = []string{"The first state of `reduce`, `foldl` and `scanl` is given by `init=…`, or after the sequence."}
	}
	c.Report(d)
}

// divisor is a comment that reads as the right operand of Python's `//`: a variable,
// or a number before the `;` that would end the binding.
var divisor = lazyregexp.New(`^//\s*(%[A-Za-z_]\w*\s*;?|[0-9]+\s*;)\s*$`)

// dividend is the end of a line that reads as the left operand.
var dividend = lazyregexp.New(`(%\w+|\))[ \t]*$`)

// hiddenQuotients hints at comments that read as the divisor of a quotient: what
// precedes them is the whole value.
func (c *checker) hiddenQuotients() {
	if !strings.Contains(c.Item.Text, "//") {
		return
	}
	_, comments := syntax.Scan(c.Item.Text, nil, nil)
	for _, at := range comments {
		text := c.Item.Text[at.Start:at.End]
		line := c.Item.Text[strings.LastIndexByte(c.Item.Text[:at.Start], '\n')+1 : at.Start]
		if !divisor().MatchString(text) || !dividend().MatchString(line) {
			continue
		}
		c.Report(syntax.Diagnostic{
			Code: codes.SuspectOperand, Severity: codes.Hint, Span: syntax.Span{Start: at.Start, End: at.End},
			Message: "`//` begins a comment; a quotient that is rounded down is written `floor_divide(%a, %b)`",
		})
	}
}
