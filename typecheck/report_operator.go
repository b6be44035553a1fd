package typecheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/infer"
	"github.com/fraccheck/fraccheck/typecheck/literal"
	"github.com/fraccheck/fraccheck/typecheck/message"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// The messages for calls that an operator's relation refuses, at the smallest part
// of the call that is at fault, with the operator's rule as a note.

// ArgumentClash reports that an argument has another type than the operator's
// relation needs.
func (c *checker) ArgumentClash(k *infer.Constraint, i int, want, got types.Type, clash *infer.Clash) {
	n := k.Node
	if i < len(k.Nodes) && k.Nodes[i] != syntax.NoNode {
		n = k.Nodes[i]
	}
	name := fmt.Sprint(i + 1)
	if i < len(k.Op.Params) && !k.Op.Internal {
		name = "`" + k.Op.Params[i].Name + "`"
	}
	d := syntax.Diagnostic{Code: clash.Code, Span: c.Item.Span(n),
		Message: fmt.Sprintf("the argument %s of %s has the wrong %s", name, operatorPhrase(k.Op), aspect(clash.Code))}
	d.Notes = append(c.compared(comparisonLabels[argumentReason], want, got), c.clashNotes(comparisonLabels[noReason], clash)...)
	if name, _ := c.rigidName(clash); name != "" {
		d.Notes = append(d.Notes, c.advice(n, got, clash, reason{kind: argumentReason})...)
	}
	d.Notes = append(d.Notes, rule(k.Op)...)
	if d.Fixes = c.literalFixes(n, clash); len(d.Fixes) == 0 && !c.swappedOperands(k, &d) && !c.keptDimension(k, &d) && !c.otherPadding(k, &d) && !c.transposed(k, &d) && !c.biasAdded(k, &d) {
		c.otherValue(k, &d)
	}
	c.Report(c.accusing(k, "", d))
}

// ResultClash reports that an operator's result is not what its use needs.
func (c *checker) ResultClash(k *infer.Constraint, want, got types.Type, clash *infer.Clash) {
	d := syntax.Diagnostic{Code: clash.Code, Span: c.Item.Span(k.Node),
		Message: fmt.Sprintf("the result of %s has another %s than its use needs", operatorPhrase(k.Op), aspect(clash.Code))}
	if clash.Code == codes.InfiniteType {
		d.Message, d.Notes = c.headline(reason{}, clash), c.infiniteTypeNotes(clash)
	} else {
		d.Notes = c.compared(comparisonLabels[noReason], want, got)
	}
	d.Notes = append(d.Notes, c.clashNotes(comparisonLabels[noReason], clash)...)
	c.Report(d)
}

// operatorPhrase names an operator in messages. A relation that no program can call
// has a syntax of its own.
func operatorPhrase(o *op.Op) string {
	switch {
	case o.Name == infer.Projection.Name && o.Internal:
		return "the projection `.i`"
	case o.Name == parallel.Element.Name && o.Internal:
		return "the index `[i]`"
	}
	return "`" + o.Name + "`"
}

// rule is an operator's typing rule as a note. Those of relations that no
// program calls speak of the syntax after them, which the message does too.
func rule(o *op.Op) []string {
	switch {
	case o.Rule == "" || o.Internal:
		return nil
	case strings.HasPrefix(o.Rule, o.Name+" "):
		return []string{"The rule is `" + o.Rule + "`."}
	}
	return []string{message.Sentence(o.Rule)}
}

// RelationError reports what a relation refuses, at the argument or attribute
// that is at fault.
func (c *checker) RelationError(k *infer.Constraint, e *op.Error) {
	if k.Op == infer.Projection && c.projectedBefore(k) {
		return
	}
	if !c.otherOrder(k, e) {
		c.Report(c.accusing(k, e.Attr, c.relationDiagnostic(k, e)))
	}
}

// maxReordered is up to how many arguments other orders are tried.
const maxReordered = 4

// otherOrder reports a call whose arguments have the wrong types and, with one of them
// moved to another place, the right ones.
func (c *checker) otherOrder(k *infer.Constraint, e *op.Error) bool {
	switch codes.Code(e.Code) {
	case codes.DtypeMismatch, codes.TypeMismatch, codes.DepthMismatch, codes.KindMismatch:
	default:
		return false // shapes fit in more than one order by chance
	}
	n := len(k.Nodes)
	if n < 2 || n > maxReordered || n != len(k.Args) || e.Attr != "" || k.Op.Internal || k.Op.Scheme != nil || c.m.terse ||
		c.Item.Kind(k.Node) != syntax.Call || !slices.Equal(c.Item.Call(k.Node).Args[:min(n, len(c.Item.Call(k.Node).Args))], k.Nodes) {
		return false
	}
	for _, t := range k.Args {
		if t == nil || infer.HoldsError(t) || infer.IsVariable(types.Head(t)) {
			return false
		}
	}
	var first []int
	from, to, others := 0, 0, false
	for i := range n {
		for j := range n {
			order := moved(n, i, j)
			switch {
			case i == j || !c.accepts(k, order):
			case first == nil:
				first, from, to = order, i, j
			case !slices.Equal(order, first):
				others = true
			}
		}
	}
	if first == nil {
		return false
	}
	c.reportOrder(k, first, from, to)
	if others {
		c.Diagnostics[len(c.Diagnostics)-1].Fixes[0].Confidence = codes.Sketch
	}
	return true
}

// moved are the numbers below n in their order, but for one that is moved.
func moved(n, from, to int) []int {
	order := make([]int, 0, n)
	for i := range n {
		if i != from {
			order = append(order, i)
		}
	}
	return slices.Insert(order, to, from)
}

// accepts reports whether a relation takes the arguments of a call in another order.
func (c *checker) accepts(k *infer.Constraint, order []int) bool {
	args := make([]types.Type, len(order))
	for i, at := range order {
		args[i] = k.Args[at]
	}
	return c.satisfies(k, args)
}

// satisfies reports whether other arguments satisfy a relation, which asks for nothing more.
func (c *checker) satisfies(k *infer.Constraint, args []types.Type) bool {
	q := c.Relation
	q.Op, q.Attrs, q.Args, q.Out, q.Last, q.Open = k.Op, k.Attrs, args, nil, false, false
	answer := k.Op.Relation(&q)
	return answer.Err == nil && !answer.Waits && len(answer.Warn) == 0 && len(answer.Equal) == 0 && len(answer.More) == 0
}

func (c *checker) reportOrder(k *infer.Constraint, order []int, from, to int) {
	if len(order) == 2 || from-to == 1 || to-from == 1 {
		c.reportSwapped(len(c.Diagnostics), k.Nodes, min(from, to), max(from, to), k.Op.Name)
		return
	}
	d := syntax.Diagnostic{Code: codes.TypeMismatch, Span: c.Item.Span(k.Nodes[0]).Cover(c.Item.Span(k.Nodes[len(order)-1]))}
	var params, texts []string
	fix := syntax.Fix{Title: "put them in this order"}
	for i, at := range order {
		params = append(params, "`"+k.Op.Params[min(i, len(k.Op.Params)-1)].Name+"`")
		texts = append(texts, c.Item.SourceText(k.Nodes[at]))
		fix.Edits = append(fix.Edits, syntax.Edit{Span: c.Item.Span(k.Nodes[i]), NewText: texts[i]})
	}
	d.Message = fmt.Sprintf("the arguments of `%s` are in another order than its parameters %s", k.Op.Name, strings.Join(params, ", "))
	d.Notes = []string{fmt.Sprintf("Their types fit as `%s(%s)`.", k.Op.Name, strings.Join(texts, ", "))}
	d.Fixes = []syntax.Fix{fix}
	c.Report(d)
}

func (c *checker) relationDiagnostic(k *infer.Constraint, e *op.Error) syntax.Diagnostic {
	n := c.faultyNode(k, e)
	d := syntax.Diagnostic{Code: codes.Code(e.Code), Span: c.Item.Span(n), Message: e.Message}
	switch {
	case e.Want != nil:
		d.Notes = c.compared(comparisonLabels[noReason], e.Want, e.Got)
	case len(e.Shapes) > 0:
		d.Notes = []string{c.renderShapes(k, e)}
	}
	shown := len(d.Notes)
	for _, note := range e.Notes {
		if note == k.Op.Rule {
			continue // it comes last
		}
		if note = message.Sentence(note); !slices.Contains(d.Notes, note) {
			d.Notes = append(d.Notes, note)
		}
	}
	if len(d.Notes) == shown {
		d.Notes = append(d.Notes, rule(k.Op)...)
	}
	if name := c.callingFunction(k); name != "" {
		d.Notes = append([]string{fmt.Sprintf("`%s` applies %s to what it is given.", name, operatorPhrase(k.Op))}, d.Notes...)
	}
	if c.swappedOperands(k, &d) || c.functionOnData(k, &d) {
		return d
	}
	if e.Instead != "" {
		d.Fixes = []syntax.Fix{message.WriteFix(d.Span, e.Instead)}
	} else if near := k.Attrs.NearLayout(e.Attr); near != "" && n != k.Node {
		d.Fixes = []syntax.Fix{message.WriteFix(d.Span, near)}
	}
	if text, dense := c.denseText(n); dense && d.Code == codes.DepthMismatch {
		d.Notes = []string{"Brackets make a FractalTensor; a dense tensor is written `" + excerpt.Of(text, longestDense) + "`."}
		d.Fixes = []syntax.Fix{message.WriteFix(d.Span, text)}
		return d
	}
	if c.habitFixes(k, e, &d) {
		return d
	}
	c.operandFixes(k, &d)
	c.expandFixes(k, e, &d)
	c.lackingAttribute(k, e, &d)
	c.otherValue(k, &d)
	return d
}

// functionOnData proposes the prelude's function of an operator's name, where the operator is called
// with a list or other data.
func (c *checker) functionOnData(k *infer.Constraint, d *syntax.Diagnostic) bool {
	if d.Code != codes.TypeMismatch || k.Op.Internal || c.Item.Kind(k.Node) != syntax.Call {
		return false
	}
	callee, name := c.Item.Call(k.Node).Callee, "@"+k.Op.Name
	o := c.m.value(name, c.unit.block)
	if o == nil || c.Item.SourceText(callee) != k.Op.Name {
		return false
	}
	f, ok := types.Head(c.typeOf(o)).(*types.Func)
	if !ok || len(f.In) != len(k.Args) {
		return false
	}
	data := false
	for i, arg := range k.Args {
		arg = c.ResolveVars(arg)
		_, isData := types.Head(arg).(*types.ADT)
		if data = data || isData; c.Contradicts(f.In[i], arg) {
			return false
		}
	}
	if data {
		d.Notes = []string{fmt.Sprintf("`%s` works on tensors; on data, `%s` is a function of this name.", k.Op.Name, name)}
		d.Fixes = []syntax.Fix{message.WriteFix(c.Item.Span(callee), name)}
	}
	return data
}

// callingFunction names the function of the user's whose type asks for a relation at
// its call; "" where the call is the operator's own.
func (c *checker) callingFunction(k *infer.Constraint) string {
	if c.Item.Kind(k.Node) != syntax.Call || k.Op.Internal {
		return ""
	}
	switch callee := c.Item.Call(k.Node).Callee; c.Item.Kind(callee) {
	case syntax.Global, syntax.Local:
		return c.Item.SourceText(callee)
	}
	return ""
}

// faultyNode is the smallest part of a call at which a relation's error lies:
// an attribute's value, an argument, of a function its result.
func (c *checker) faultyNode(k *infer.Constraint, e *op.Error) syntax.NodeID {
	if e.Attr != "" {
		if at := c.attributeNode(k.Node, e.Attr); at != syntax.NoNode {
			return c.Item.NamedArg(at).Value
		}
		if i := c.parameterNamed(k, e.Attr); i != syntax.NoNode {
			return i
		}
	}
	if e.Arg < 0 || e.Arg >= len(k.Nodes) || k.Nodes[e.Arg] == syntax.NoNode {
		return k.Node
	}
	n := k.Nodes[e.Arg]
	if kids := c.Item.Kids(n); e.Part > 0 && c.Item.Kind(n) == syntax.Tuple && e.Part <= len(kids) {
		return kids[e.Part-1]
	}
	if k.Op.Internal && c.Item.Kind(n) == syntax.Fn && c.Item.Fn(n).Body != syntax.NoNode {
		return c.resultNode(c.Item.Fn(n).Body)
	}
	return n
}

// parameterNamed finds an argument that stands for an attribute by position.
func (c *checker) parameterNamed(k *infer.Constraint, name string) syntax.NodeID {
	o := k.Attrs.Op
	if o == nil {
		return syntax.NoNode
	}
	if i := o.Param(name); i >= 0 && i < len(k.Nodes) {
		return k.Nodes[i]
	}
	return syntax.NoNode
}

// expandFixes offers to make a tensor of one element of a single value that a
// function gives to be held by a FractalTensor.
func (c *checker) expandFixes(k *infer.Constraint, e *op.Error, d *syntax.Diagnostic) {
	if d.Code != codes.FractalElement || e.Arg < 0 || e.Arg >= len(k.Nodes) || c.Item.Kind(k.Nodes[e.Arg]) != syntax.Fn {
		return
	}
	n := c.faultyNode(k, e)
	t, ok := types.Head(c.info.Types[n]).(*types.Tensor)
	if !ok || len(t.Shape) > 0 {
		return
	}
	text := "expand_dims(" + c.Item.SourceText(n) + ", axis=0)"
	d.Fixes = []syntax.Fix{syntax.Replace("make it a tensor of 1 element", d.Span, text)}
}

// operandFixes offers to write a literal operand in the dtype of the other.
func (c *checker) operandFixes(k *infer.Constraint, d *syntax.Diagnostic) {
	if d.Code != codes.DtypeMismatch || len(k.Nodes) != len(k.Args) || len(k.Nodes) < 2 {
		return
	}
	if len(k.Nodes) > 2 {
		c.literalLikeAnother(k, d)
		return
	}
	for i, n := range k.Nodes {
		other, ok := types.Head(k.Args[1-i]).(*types.Tensor)
		if !ok || n == syntax.NoNode {
			continue
		}
		if c.tooLarge(n, other, d) {
			return
		}
		if text, ok := literal.As(c.Item, n, other.Dtype); ok {
			d.Span = c.Item.Span(n)
			d.Notes = []string{fmt.Sprintf("A literal never changes its type: `%s` has dtype %s.", text, other.Dtype)}
			d.Fixes = []syntax.Fix{message.WriteFix(d.Span, text)}
			return
		}
	}
}

// literalLikeAnother offers to write a literal among several operands in the dtype of another one,
// with which the call checks.
func (c *checker) literalLikeAnother(k *infer.Constraint, d *syntax.Diagnostic) {
	t := c.newTrial(k.Op, k.Args)
	for i, n := range k.Nodes {
		found, ok := types.Head(k.Args[i]).(*types.Tensor)
		for _, arg := range k.Args {
			other, also := types.Head(arg).(*types.Tensor)
			if !ok || !also || !t.known || n == syntax.NoNode || other.Dtype == found.Dtype {
				continue
			}
			text, ok := literal.As(c.Item, n, other.Dtype)
			if t.args[i] = types.Scalar(other.Dtype); ok && t.holds(k.Attrs) {
				d.Span, d.Fixes = c.Item.Span(n), []syntax.Fix{message.WriteFix(c.Item.Span(n), text)}
				return
			}
			t.args[i] = k.Args[i]
		}
	}
}

// attributeNode finds where a call writes an attribute.
func (c *checker) attributeNode(call syntax.NodeID, name string) syntax.NodeID {
	if c.Item.Kind(call) != syntax.Call {
		return syntax.NoNode
	}
	for _, arg := range c.Item.Call(call).Args {
		if c.Item.Kind(arg) == syntax.NamedArg && c.Item.SourceText(c.Item.NamedArg(arg).Name) == name {
			return arg
		}
	}
	return syntax.NoNode
}

// RelationWarning reports what TVM accepts and cannot be meant: a warning in
// files that are written for TVM, an error in others. It reports whether it is an error.
func (c *checker) RelationWarning(k *infer.Constraint, e *op.Error) bool {
	d := message.WithSeverity(c.accusing(k, e.Attr, c.relationDiagnostic(k, e)))
	for _, other := range c.Diagnostics {
		if other.Code == d.Code && other.Span == d.Span {
			return !c.m.lenient // the same of another dimension
		}
	}
	if !c.m.lenient {
		d.Severity = codes.Error
	}
	c.Diagnostics = append(c.Diagnostics, d)
	return !c.m.lenient
}

// attributeWarning reports a value of an attribute that TVM accepts and that means
// nothing: a warning in files that are written for TVM, an error in others.
func (c *checker) attributeWarning(call syntax.NodeID, places map[string]syntax.NodeID, e *op.Error) {
	d := message.WithSeverity(c.attributeDiagnostic(call, places, e))
	if !c.m.lenient {
		d.Severity = codes.Error
	}
	c.Diagnostics = append(c.Diagnostics, d)
}

func (c *checker) attributeError(call syntax.NodeID, places map[string]syntax.NodeID, e *op.Error) {
	c.Report(c.attributeDiagnostic(call, places, e))
}

func (c *checker) attributeDiagnostic(call syntax.NodeID, places map[string]syntax.NodeID, e *op.Error) syntax.Diagnostic {
	n := call
	if at, ok := places[e.Attr]; ok && e.Attr != "" {
		n = c.attributePart(at, e)
	} else if c.Item.Kind(call) == syntax.Call {
		n = c.Item.Call(call).Callee
	}
	d := syntax.Diagnostic{Code: codes.Code(e.Code), Span: c.Item.Span(n), Message: e.Message}
	for _, note := range e.Notes {
		d.Notes = append(d.Notes, message.Sentence(note))
	}
	if e.Instead != "" {
		d.Fixes = []syntax.Fix{message.WriteFix(d.Span, e.Instead)}
	}
	return d
}

// attributePart is the part of `name = value` that is at fault: the name where
// it is not known, else the value.
func (c *checker) attributePart(at syntax.NodeID, e *op.Error) syntax.NodeID {
	switch {
	case c.Item.Kind(at) != syntax.NamedArg:
		return at
	case codes.Code(e.Code) == codes.UnknownAttribute:
		return c.Item.NamedArg(at).Name
	}
	return c.Item.NamedArg(at).Value
}

func (c *checker) ambiguous(k *infer.Constraint) {
	if c.Item.HoleIn(c.Item.Root) != syntax.NoNode {
		return // what is written in its place may determine them
	}
	if c.raf() {
		return // RAF prints programs before it infers their types
	}
	if c.undeterminedByError() {
		return
	}
	if c.Item.Kind(k.Node) == syntax.Call {
		o := c.info.Objects[c.Item.Call(k.Node).Callee]
		if o != nil && o.Item != nil && o.Kind == typed.DefObject && (len(o.Item.Errors) > 0 || o.Item.HoleIn(o.Item.Root) != syntax.NoNode) {
			return // what was read of the function may not be all of it
		}
	}
	c.Report(syntax.Diagnostic{
		Code: codes.AmbiguousType, Span: c.Item.Span(k.Node),
		Message: fmt.Sprintf("the types that %s is applied to are not determined", operatorPhrase(k.Op)),
		Notes:   []string{"Annotate the variables that its arguments come from, as in `%x : Tensor[(3), float32]`."},
	})
}

// undeterminedByError reports whether types of the item may be open because of another error: in the
// item, or in a declaration that its parameters' types come from.
func (c *checker) undeterminedByError() bool {
	if i, ok := c.m.place(c.Item); ok {
		if o := c.m.items.at(i).object; o != nil && o.Type != nil && infer.HoldsError(o.Type) {
			return true
		}
	}
	return slices.ContainsFunc(c.Diagnostics, func(d syntax.Diagnostic) bool {
		return d.Severity == codes.Error && d.Code != codes.AmbiguousType
	})
}

// unsupported reports an operator on a type parameter of an inner function,
// which has no signature to keep the constraint in.
func (c *checker) unsupported(k *infer.Constraint) {
	args := make([]string, 0, len(k.Args))
	for _, arg := range k.Args {
		if arg != nil {
			args = append(args, "`"+types.Text(c.ResolveVars(arg))+"`")
		}
	}
	c.Report(syntax.Diagnostic{
		Code: codes.TypeMismatch, Span: c.Item.Span(k.Node),
		Message: fmt.Sprintf("%s cannot be applied to %s here", operatorPhrase(k.Op), strings.Join(args, " and ")),
		Notes:   []string{"A type parameter is any type that a caller may choose, also one that this does not work on."},
	})
}
