package typecheck

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/infer"
	"github.com/fraccheck/fraccheck/typecheck/literal"
	"github.com/fraccheck/fraccheck/typecheck/message"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// One way to mend a mismatch, where the types tell what is likely to be meant. The
// first of the functions in advice that has something to say is heard.

// advice is one way to mend a clash, where one is likely to be meant.
func (c *checker) advice(n syntax.NodeID, whole types.Type, clash *infer.Clash, why reason) []string {
	if name, size := c.rigidName(clash); name != "" {
		if size {
			return []string{fmt.Sprintf("`%s` is any size that a caller may choose: the code must be right for all of them.", name)}
		}
		return []string{fmt.Sprintf("`%s` is any type that a caller may choose: the code must be right for all of them.", name)}
	}
	if types.Head(whole) != types.Head(clash.Got) {
		return nil // what differs lies inside
	}
	want, got := types.Head(clash.Want), types.Head(clash.Got)
	for _, look := range []func(n syntax.NodeID, want, got types.Type, why reason) string{
		c.adviseCall, c.adviseReference, c.adviseLiteral, c.adviseFlatten, c.adviseSequence, c.adviseZip, c.adviseDepth, c.adviseCast,
	} {
		if note := look(n, want, got, why); note != "" {
			return []string{note}
		}
	}
	return nil
}

// adviseCall advises on a function that stands where its result is needed.
func (c *checker) adviseCall(n syntax.NodeID, want, got types.Type, _ reason) string {
	f, ok := got.(*types.Func)
	if _, function := want.(*types.Func); !ok || function || !resembles(want, f.Out) {
		return ""
	}
	switch c.Item.Kind(n) {
	case syntax.Local, syntax.Global, syntax.Name:
		return fmt.Sprintf("`%s` is a function; call it with %s to get its result.", c.Item.SourceText(n), message.Count(len(f.In), "argument"))
	}
	return "This is a function; call it to get its result."
}

// adviseReference advises on a value that is read or written as a reference, and the reverse.
func (c *checker) adviseReference(n syntax.NodeID, want, got types.Type, _ reason) string {
	if c.Item.Kind(n) != syntax.Local {
		return ""
	}
	name := c.Item.SourceText(n)
	if r, ok := got.(*types.Ref); ok && !infer.IsVariable(want) && !c.Contradicts(want, r.Elem) {
		return fmt.Sprintf("`ref_read(%s)` gives what the reference holds.", name)
	}
	if _, ok := want.(*types.Ref); ok && !infer.IsVariable(got) {
		return fmt.Sprintf("`%s` is no reference; `let %s = ref(…)` makes one.", name, name)
	}
	return ""
}

// adviseSequence distinguishes lists from FractalTensors, which have functions of the
// same names.
func (c *checker) adviseSequence(_ syntax.NodeID, want, got types.Type, why reason) string {
	if why.kind != argumentReason || why.name == "" {
		return ""
	}
	_, fractal := want.(*types.Fractal)
	list, data := got.(*types.ADT)
	if fractal && data && list.Decl.Name == "List" && c.m.value("@"+why.name, c.unit.block) != nil {
		return onLists(why.name)
	}
	_, wantsData := want.(*types.ADT)
	if _, fractal := got.(*types.Fractal); fractal && wantsData && why.name[0] == '@' && c.m.config.Ops[why.name[1:]] != nil {
		return fmt.Sprintf("`%s` works on lists; on FractalTensors, `%s` without `@` does the same.", why.name, why.name[1:])
	}
	return ""
}

// onLists says which function does on lists what an operator does on FractalTensors.
func onLists(operator string) string {
	return fmt.Sprintf("`%s` works on FractalTensors; on lists, `@%s` does the same.", operator, operator)
}

// adviseList adds onLists to the first error that a call's arguments gave since a mark, where one of
// them is a list at another place than that of the sequence: the function on lists takes it last.
func (c *checker) adviseList(from int, args []syntax.NodeID, operator string) {
	if len(c.Diagnostics) == from || c.m.value("@"+operator, c.unit.block) == nil {
		return
	}
	for _, arg := range args {
		list, ok := types.Head(c.ResolveVars(orBad(c.givenType(arg)))).(*types.ADT)
		if d := &c.Diagnostics[from]; ok && list.Decl.Name == "List" && !slices.Contains(d.Notes, onLists(operator)) {
			d.Notes = append(d.Notes, onLists(operator))
			return
		}
	}
}

// adviseZip advises on the FractalTensors that parallel functions give for a function
// whose result is a tuple, where one of tuples is needed.
func (c *checker) adviseZip(_ syntax.NodeID, want, got types.Type, _ reason) string {
	_, one := want.(*types.Fractal)
	parts, ok := got.(*types.Tuple)
	if !one || !ok || len(parts.Elems) < 2 || slices.ContainsFunc(parts.Elems, func(t types.Type) bool { return !isFractal(t) }) {
		return ""
	}
	return "A function that gives a tuple makes the result a tuple of FractalTensors; `zip` of its parts is one FractalTensor of tuples."
}

func isFractal(t types.Type) bool {
	_, ok := types.Head(t).(*types.Fractal)
	return ok
}

// adviseDepth advises on a FractalTensor that is too deep, and on a tensor where
// a FractalTensor is needed.
func (c *checker) adviseDepth(_ syntax.NodeID, want, got types.Type, why reason) string {
	w, leaf := types.Depth(want)
	g, _ := types.Depth(got)
	tensor, ok := got.(*types.Tensor)
	switch {
	case w > 0 && g == 0 && ok && len(tensor.Shape) > 0:
		return "`slices` makes a FractalTensor of the slices of a tensor."
	case g == w+1 && why.kind == argumentReason && len(why.name) > 0 && why.name[0] == '@':
		return fmt.Sprintf("`map(fn(%%e) { %s(%%e) }, …)` applies `%s` to every element.", why.name, why.name)
	case g > w && isLeaf(leaf) && why.kind == resultReason:
		return "`first`, `last` or `[i]` give an element; `reduce` and `foldl` make one value of all."
	}
	return ""
}

func isLeaf(t types.Type) bool {
	_, ok := t.(*types.Tensor)
	return ok
}

// adviseFlatten advises on a tensor of which one of two dimensions is wanted.
func (c *checker) adviseFlatten(_ syntax.NodeID, want, got types.Type, _ reason) string {
	w, ok := want.(*types.Tensor)
	g, also := got.(*types.Tensor)
	if !ok || !also || len(w.Shape) != 2 || len(g.Shape) < 3 || w.Dtype != g.Dtype {
		return ""
	}
	batch, known := w.Shape[0].Const()
	size, sized := w.Shape[1].Const()
	given, also := g.Shape[0].Const()
	if known && also && batch != given {
		return ""
	}
	product := int64(1)
	for _, d := range g.Shape[1:] {
		n, ok := d.Const()
		if !ok {
			return ""
		}
		product *= n
	}
	if sized && size == product {
		return "`nn.batch_flatten` makes one dimension of all but the first, which gives this shape."
	}
	return "`nn.batch_flatten` makes one dimension of all but the first; a call of it may be missing."
}

// adviseCast advises on a value of another dtype.
func (c *checker) adviseCast(n syntax.NodeID, want, got types.Type, why reason) string {
	w, ok := want.(*types.Tensor)
	g, also := got.(*types.Tensor)
	if !ok || !also || w.Dtype == g.Dtype {
		return ""
	}
	text := "…"
	switch c.Item.Kind(n) {
	case syntax.Local, syntax.Name:
		text = c.Item.SourceText(n)
	}
	switch {
	case why.kind == patternReason || why.kind == parameterReason:
		return ""
	case w.Dtype == types.Bool && len(g.Shape) == 0 && len(w.Shape) == 0:
		return fmt.Sprintf("Numbers are no truth values: compare, as in `%s != %s`.", text, zeroOf(g.Dtype))
	case len(w.Shape) == len(g.Shape):
		return fmt.Sprintf("`cast(%s, dtype=\"%s\")` converts it.", text, w.Dtype)
	}
	return ""
}

// zeroOf is zero as a literal of a dtype.
func zeroOf(d types.Dtype) string {
	suffix, _ := literal.Suffix(d)
	return "0" + suffix
}

// parameterClash words a function literal that takes another number of
// parameters than it is given arguments.
func (c *checker) parameterClash(n syntax.NodeID, clash *infer.Clash, d *syntax.Diagnostic) bool {
	w, ok := clash.Want.(*types.Func)
	g, also := clash.Got.(*types.Func)
	if !ok || !also || len(w.In) == len(g.In) {
		return false
	}
	d.Code = codes.ArityMismatch
	d.Message = fmt.Sprintf("this function takes %s, and is called with %d here", message.Count(len(g.In), "argument"), len(w.In))
	if c.Item.Kind(n) == syntax.Fn && c.Item.Fn(n).Params != syntax.NoNode {
		d.Span = c.Item.Span(c.Item.Fn(n).Params)
	}
	d.Notes = c.compared([2]string{}, clash.Want, clash.Got)
	return true
}

// surplusAdvice says what surplus arguments of an operator are likely meant to
// be: attributes without their names, or the parts of a tuple.
func (c *checker) surplusAdvice(o *op.Op, nodes []syntax.NodeID, named []op.Named, d *syntax.Diagnostic) {
	if slices.ContainsFunc(nodes, c.isLiteralValue) && c.nameAttributes(o, nodes, named, d) {
		return
	}
	if len(o.Params) != 1 || o.Relation == nil {
		return
	}
	parts := make([]types.Type, len(nodes))
	for i, n := range nodes {
		if parts[i] = c.ResolveVars(c.expr(n, nil, reason{})); types.IsBad(parts[i]) {
			return
		}
	}
	attrs, wrong := c.m.bind(o, named)
	if len(wrong) > 0 {
		attrs = typed.NoAttrs(o)
	}
	c.Relation.Op, c.Relation.Attrs = o, attrs
	c.Relation.Args, c.Relation.Out, c.Relation.Last = []types.Type{&types.Tuple{Elems: parts}}, nil, false
	if answer := o.Relation(&c.Relation); answer.Err != nil || answer.Waits || len(answer.Warn) > 0 {
		return
	}
	d.Notes = append(d.Notes, fmt.Sprintf("`%s` takes its tensors as one tuple.", o.Name))
	whole := c.Item.Span(nodes[0]).Cover(c.Item.Span(nodes[len(nodes)-1]))
	text := "(" + c.Item.Text[whole.Start:whole.End] + ")"
	d.Fixes = []syntax.Fix{syntax.Replace("put them into parentheses", whole, text)}
}

// rigidName names the type parameter or shape variable of the user's that stands
// against something else; its value is the caller's choice.
func (c *checker) rigidName(clash *infer.Clash) (name string, size bool) {
	for _, t := range []types.Type{clash.Want, clash.Got} {
		if v, ok := types.Head(t).(*types.Var); ok && v.Rigid {
			return v.Name, false
		}
	}
	w, ok := clash.Want.(*types.Tensor)
	g, also := clash.Got.(*types.Tensor)
	if !ok || !also || clash.Dim < 0 {
		return "", false
	}
	for _, d := range []types.Dim{w.Shape[clash.Dim], g.Shape[clash.Dim]} {
		if e, ok := c.Extent(d).Symbolic(); ok {
			e.Symbols(func(s *symbolic.Symbol) {
				if !c.IsUnknown(s) && name == "" {
					name = s.Name
				}
			})
		}
	}
	return name, true
}
