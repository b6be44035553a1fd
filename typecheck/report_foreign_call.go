package typecheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/syntax/habits/library"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/literal"
	"github.com/fraccheck/fraccheck/typecheck/message"
)

// Calls of functions and methods of other libraries: `torch.cat((%x, %y), dim=1)`,
// `%x.sum(dim=1)`, `float(%x)`. The fix writes the whole call as it is here. What it proposes
// was tried: the operator's relation takes it.

// An argument is a positional argument of a call whose place is sought.
type argument struct {
	text  string
	value op.Value   // of a literal, else of kind ExprValue
	t     types.Type // nil where it can be no operand
}

// namesArguments reports whether a call gives an argument by name.
func (c *checker) namesArguments(call syntax.NodeID) bool {
	if call == syntax.NoNode {
		return false
	}
	for _, arg := range c.Item.Call(call).Args {
		if c.Item.Kind(arg) == syntax.NamedArg {
			return true
		}
	}
	return false
}

// foreignCall makes the fix of a foreign function's name one of its call, whose arguments
// have been typed.
func (c *checker) foreignCall(call syntax.NodeID, d *syntax.Diagnostic) {
	if call == syntax.NoNode || c.m.terse || c.searches > maxSearches {
		return
	}
	parts := c.Item.Call(call)
	name := c.Item.SourceText(parts.Callee)
	if dtype := library.Conversion(name); dtype != "" && len(parts.Args) == 1 && c.Item.Kind(parts.Args[0]) != syntax.NamedArg {
		d.Fixes = []syntax.Fix{message.WriteFix(c.Item.Span(call), library.Converted(c.Item.SourceText(parts.Args[0]), dtype))}
		return
	}
	if len(d.Fixes) != 1 || c.rearranged(call, name, d) || c.listFunction(parts.Args, d) {
		return
	}
	operator := d.Fixes[0].Edits[0].NewText
	c.writeCall(call, operator, nil, func(n syntax.NodeID) types.Type { return c.info.Types[n] }, d)
	if len(parts.Args) > 0 {
		c.keepsIntegers(operator, c.info.Types[parts.Args[0]], d)
	}
}

// keepsIntegers notes that an operator gives integers for integers, where its namesake in other
// libraries gives floats: its call is then not what was meant. t is the type of the first argument.
func (c *checker) keepsIntegers(operator string, t types.Type, d *syntax.Diagnostic) {
	if tensor, ok := types.Head(c.ResolveVars(orBad(t))).(*types.Tensor); ok && tensor.Dtype.IsInteger() && library.Promotes(operator) {
		d.Fixes[0].Confidence = codes.Sketch
		d.Notes = append(d.Notes, fmt.Sprintf("`%s` of integers gives integers; `cast(…, dtype=\"float32\")` converts them first.", operator))
	}
}

// zeros are the zeros of the dtypes whose numbers have a suffix of their own.
var zeros = map[types.Dtype]string{types.Float32: "0f", types.Int32: "0"}

// rearranged makes the fix of a foreign function's name one of its call, where the arguments stand
// in another order than those of the operator.
func (c *checker) rearranged(call syntax.NodeID, name string, d *syntax.Diagnostic) bool {
	args := c.Item.Call(call).Args
	texts := make([]string, len(args))
	for i, arg := range args {
		texts[i] = c.Item.SourceText(arg)
	}
	rank, zero := 0, ""
	if len(args) > 0 {
		if t, ok := types.Head(c.ResolveVars(orBad(c.info.Types[args[0]]))).(*types.Tensor); ok {
			rank, zero = len(t.Shape), zeros[t.Dtype]
		}
	}
	text, ok := library.Rearranged(name, d.Fixes[0].Edits[0].NewText, texts, rank, zero)
	if ok {
		fix := message.WriteFix(c.Item.Span(call), text)
		fix.Confidence = codes.Likely
		d.Fixes = []syntax.Fix{fix}
	}
	return ok
}

// rotated looks at the errors that a call's three arguments gave since a mark. Where each fits the
// place of another one, it reports that alone, as `foldl(0, fn, %xs)`: each library has its own
// order.
func (c *checker) rotated(from int, args []syntax.NodeID, in []types.Type, name string) bool {
	const n = 3
	if len(args) != n || len(in) != n || len(c.wrongArguments(from, args)) == 0 {
		return false
	}
	fits := func(shift int) bool {
		for i, arg := range args {
			if !resembles(in[(i+shift)%n], c.givenType(arg)) {
				return false
			}
		}
		return true
	}
	if fits(0) { // the kinds of types are in order, and only an extent or a dtype is wrong
		return false
	}
	for i := range n {
		for j := range i {
			order := exchanged(n, i, j)
			if !slices.ContainsFunc([]int{0, 1, 2}, func(k int) bool { return !resembles(in[k], c.givenType(args[order[k]])) }) {
				return false // two are swapped
			}
		}
	}
	shift := 1
	if !fits(shift) {
		if shift = 2; !fits(shift) {
			return false
		}
	}
	whole := c.Item.Span(args[0]).Cover(c.Item.Span(args[n-1]))
	kept := c.Diagnostics[:from]
	for _, d := range c.Diagnostics[from:] {
		if !slices.ContainsFunc(args, func(arg syntax.NodeID) bool { return d.Span == c.Item.Span(c.resultNode(arg)) }) {
			kept = append(kept, d)
		}
	}
	fix := syntax.Fix{Title: "put them in order"}
	given := make([]string, n)
	for i, arg := range args {
		given[i] = types.Text(c.ResolveVars(c.givenType(arg)))
		fix.Edits = append(fix.Edits, syntax.Edit{Span: c.Item.Span(arg), NewText: c.Item.SourceText(args[(i+n-shift)%n])})
	}
	c.Diagnostics = append(kept, syntax.Diagnostic{
		Code: codes.TypeMismatch, Span: whole,
		Message: fmt.Sprintf("the arguments of %s are in another order", calleeName(name)),
		Notes:   []string{fmt.Sprintf("They are `%s`, `%s` and `%s`.", given[0], given[1], given[2])},
		Fixes:   []syntax.Fix{fix},
	})
	return true
}

// listFunction proposes the prelude's function instead of the operator of its name, for a
// value of a data type.
func (c *checker) listFunction(args []syntax.NodeID, d *syntax.Diagnostic) bool {
	function := "@" + d.Fixes[0].Edits[0].NewText
	if len(args) == 0 || c.m.value(function, c.unit.block) == nil {
		return false
	}
	t := c.info.Types[args[len(args)-1]]
	if t == nil {
		return false
	}
	if _, data := types.Head(c.ResolveVars(t)).(*types.ADT); !data {
		return false
	}
	d.Message = fmt.Sprintf("there is no `%s`; here it is `%s`", c.Item.Text[d.Span.Start:d.Span.End], function)
	d.Notes, d.Fixes = nil, []syntax.Fix{message.WriteFix(d.Span, function)}
	return true
}

// foreignMethodCall is foreignCall for a method of a variable, whose arguments have no types
// yet: variables have those of their declarations.
func (c *checker) foreignMethodCall(n syntax.NodeID, operator, object string, d *syntax.Diagnostic) {
	call, o := c.callOf(n), c.scope.find(object)
	if call == syntax.NoNode || o == nil || o.Type == nil {
		return
	}
	if args := c.Item.Call(call).Args; len(args) == 1 && library.Converts(operator) {
		if dtype := c.dtypeNamed(args[0]); dtype != "" {
			d.Fixes = []syntax.Fix{message.WriteFix(c.Item.Span(call), library.Converted(object, dtype))}
			return
		}
	}
	first := argument{text: object, value: op.Value{Kind: op.ExprValue}, t: c.ResolveVars(o.Type)}
	c.writeCall(call, operator, []argument{first}, c.variableType, d)
	c.keepsIntegers(operator, first.t, d)
}

// variableType is the type of an argument that is a variable without a tail, else nil.
func (c *checker) variableType(n syntax.NodeID) types.Type {
	if c.Item.Kind(n) != syntax.Local || len(c.Item.Kids(n)) > 0 {
		return nil
	}
	if o := c.scope.find(c.Item.SourceText(n)); o != nil {
		return o.Type
	}
	return nil
}

// dtypeNamed is the dtype that an argument names, in quotes or not, or by name; "" for none.
func (c *checker) dtypeNamed(n syntax.NodeID) string {
	if c.Item.Kind(n) == syntax.NamedArg {
		n = c.Item.NamedArg(n).Value
	}
	if n == syntax.NoNode {
		return ""
	}
	return library.Conversion(strings.Trim(c.Item.SourceText(n), `"`))
}

// callOf is the call whose callee a node is, or none.
func (c *checker) callOf(callee syntax.NodeID) syntax.NodeID {
	if c.m.terse || c.searches > maxSearches {
		return syntax.NoNode
	}
	for n := callee + 1; int(n) < c.Item.Len(); n++ {
		if c.Item.Kind(n) == syntax.Call && c.Item.Call(n).Callee == callee {
			return n
		}
	}
	return syntax.NoNode
}

// writeCall makes the fix of d the call of an operator with the arguments of another one
// after some that stand in front, where the operator takes them.
func (c *checker) writeCall(call syntax.NodeID, operator string, front []argument, typeOf func(syntax.NodeID) types.Type, d *syntax.Diagnostic) {
	o := c.m.config.Ops[operator]
	if o == nil || o.Relation == nil {
		return
	}
	given, named := front, []syntax.NodeID(nil)
	for _, n := range c.Item.Call(call).Args {
		if c.Item.Kind(n) == syntax.NamedArg {
			named = append(named, n)
			continue
		}
		a, ok := c.typedArgument(n, typeOf)
		if !ok || len(named) > 0 {
			return
		}
		given = append(given, a)
	}
	text, ok := c.callText(o, given, named)
	if !ok || len(front) == 0 && text == operator+c.Item.Text[c.Item.Span(c.Item.Call(call).Callee).End:c.Item.Span(call).End] {
		return // the name alone is the fix
	}
	fix := syntax.Replace("write `"+operator+"(…)`", c.Item.Span(call), text)
	fix.Confidence = codes.Likely
	// What a name alone does not make sure, its arguments do not; and which attribute a position of
	// another library stands for is a guess.
	if _, most := o.Arity(); most >= 0 && len(given) > most || len(d.Fixes) > 0 && d.Fixes[0].Confidence == codes.Sketch {
		fix.Confidence = codes.Sketch
	}
	d.Fixes = []syntax.Fix{fix}
}

// typedArgument is a positional argument whose type is known, or which is a literal.
func (c *checker) typedArgument(n syntax.NodeID, typeOf func(syntax.NodeID) types.Type) (argument, bool) {
	a := argument{text: c.Item.SourceText(n), value: op.Value{Kind: op.ExprValue}}
	if c.isLiteralValue(n) {
		a.value = c.attrValue(n)
	}
	kind := c.Item.Kind(n)
	if kind == syntax.Tuple || kind == syntax.List {
		if elements, ok := c.elementTypes(n, typeOf); ok {
			a.t, a.text = &types.Tuple{Elems: elements}, "("+strings.TrimSpace(a.text[1:len(a.text)-1])+")"
			return a, true
		}
	}
	if t := typeOf(n); t != nil {
		a.t = c.ResolveVars(t)
	}
	if number := kind == syntax.Int || kind == syntax.Float; number && a.t == nil {
		a.t = literal.Type(c.Item.NumberText(n))
	}
	return a, a.value.Kind != op.ExprValue || a.t != nil && !types.IsBad(a.t)
}

// elementTypes are the types of the elements in brackets where all are tensors.
func (c *checker) elementTypes(n syntax.NodeID, typeOf func(syntax.NodeID) types.Type) (found []types.Type, ok bool) {
	for _, kid := range c.Item.Kids(n) {
		t := typeOf(kid)
		if t == nil || c.isLiteralValue(kid) {
			return nil, false
		}
		t = c.ResolveVars(t)
		if _, tensor := types.Head(t).(*types.Tensor); !tensor {
			return nil, false
		}
		found = append(found, t)
	}
	return found, len(found) > 1
}

// callText is the call of an operator with arguments, some of which become attributes or
// have other names here; false where it does not take them.
func (c *checker) callText(o *op.Op, given []argument, named []syntax.NodeID) (string, bool) {
	attrs, _ := c.m.bind(o, nil)
	if least, most := o.Arity(); len(given) >= least && (most < 0 || len(given) <= most) {
		t := c.newTrial(o, nil)
		var texts []string
		for _, a := range given {
			t.args, texts = append(t.args, a.t), append(texts, a.text)
			t.known = t.known && a.t != nil && !types.IsBad(a.t)
		}
		repairs, ok := c.repairsOf(o, attrs, named)
		if !ok || !t.known {
			return "", false
		}
		if written, ok := c.repairTexts(t, attrs, repairs); ok {
			return o.Name + "(" + strings.Join(append(texts, written...), ", ") + ")", true
		}
		return "", false
	}
	if len(named) > 0 || library.OtherPositions(o.Name) {
		return "", false
	}
	d := syntax.Diagnostic{}
	if !c.placeArguments(o, given, nil, syntax.Span{}, &d) || len(d.Fixes) != 1 || d.Fixes[0].Confidence == codes.Sketch {
		return "", false
	}
	return o.Name + "(" + d.Fixes[0].Edits[0].NewText + ")", true
}

// repairsOf are what the named arguments of a call of another library are meant to be.
func (c *checker) repairsOf(o *op.Op, attrs op.Attrs, named []syntax.NodeID) (repairs []repair, ok bool) {
	for _, n := range named {
		parts := c.Item.NamedArg(n)
		if parts.Value == syntax.NoNode || !c.isAttributeLiteral(parts.Value) {
			return nil, false
		}
		r, ok := c.repairOf(o, attrs, n, op.Named{Name: c.Item.SourceText(parts.Name), Value: c.attrValue(parts.Value)})
		if !ok {
			return nil, false
		}
		repairs = append(repairs, r)
	}
	return repairs, true
}

// isAttributeLiteral reports whether a value can be read as an attribute without a word.
func (c *checker) isAttributeLiteral(n syntax.NodeID) bool {
	return c.isLiteralValue(n) || c.Item.Kind(n) == syntax.Name && c.Item.SourceText(n) == "None"
}
