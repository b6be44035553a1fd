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
	"github.com/fraccheck/fraccheck/typecheck/literal"
	"github.com/fraccheck/fraccheck/typecheck/message"
)

// The messages for calls that an operator's relation refuses, at the smallest part
// of the call that is at fault, with the operator's rule as a note.

// argumentClash reports that an argument has another type than the operator's
// relation needs.
func (c *checker) argumentClash(k *constraint, i int, want, got types.Type, clash *clash) {
	n := k.node
	if i < len(k.nodes) && k.nodes[i] != syntax.NoNode {
		n = k.nodes[i]
	}
	name := fmt.Sprint(i + 1)
	if i < len(k.op.Params) && !k.op.Internal {
		name = "`" + k.op.Params[i].Name + "`"
	}
	d := syntax.Diagnostic{Code: clash.code, Span: c.Item.Span(n),
		Message: fmt.Sprintf("the argument %s of %s has the wrong %s", name, operatorPhrase(k.op), aspect(clash.code))}
	d.Notes = append(c.compared(comparisonLabels[argumentReason], want, got), c.clashNotes(comparisonLabels[noReason], clash)...)
	if name, _ := c.rigidName(clash); name != "" {
		d.Notes = append(d.Notes, c.advice(n, got, clash, reason{kind: argumentReason})...)
	}
	d.Notes = append(d.Notes, rule(k.op)...)
	d.Fixes = c.literalFixes(n, clash)
	c.Report(d)
}

// resultClash reports that an operator's result is not what its use needs.
func (c *checker) resultClash(k *constraint, want, got types.Type, clash *clash) {
	d := syntax.Diagnostic{Code: clash.code, Span: c.Item.Span(k.node),
		Message: fmt.Sprintf("the result of %s has another %s than its use needs", operatorPhrase(k.op), aspect(clash.code))}
	if clash.code == codes.InfiniteType {
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
	case o.Name == projection.Name && o.Internal:
		return "the projection `.i`"
	case o.Name == parallel.Element.Name && o.Internal:
		return "the index `[i]`"
	}
	return "`" + o.Name + "`"
}

// rule is an operator's typing rule as a note. Those of relations that no
// program calls speak of the syntax behind them, which the message does too.
func rule(o *op.Op) []string {
	switch {
	case o.Rule == "" || o.Internal:
		return nil
	case strings.HasPrefix(o.Rule, o.Name+" "):
		return []string{"The rule is `" + o.Rule + "`."}
	}
	return []string{message.Sentence(o.Rule)}
}

// relationError reports what a relation refuses, at the argument or attribute
// that is at fault.
func (c *checker) relationError(k *constraint, e *op.Error) {
	if k.op == projection && c.projectedBefore(k) {
		return
	}
	if !c.otherOrder(k, e) {
		c.Report(c.relationDiagnostic(k, e))
	}
}

// maxReordered is up to how many arguments other orders are tried.
const maxReordered = 4

// otherOrder reports a call whose arguments have the wrong types and, with one of them
// moved to another place, the right ones.
func (c *checker) otherOrder(k *constraint, e *op.Error) bool {
	switch codes.Code(e.Code) {
	case codes.DtypeMismatch, codes.TypeMismatch, codes.DepthMismatch, codes.KindMismatch:
	default:
		return false // shapes fit in more than one order by chance
	}
	n := len(k.nodes)
	if n < 2 || n > maxReordered || n != len(k.args) || e.Attr != "" || k.op.Internal || k.op.Scheme != nil || c.m.terse ||
		c.Item.Kind(k.node) != syntax.Call || !slices.Equal(c.Item.Call(k.node).Args[:min(n, len(c.Item.Call(k.node).Args))], k.nodes) {
		return false
	}
	for _, t := range k.args {
		if t == nil || holdsError(t) || isVariable(types.Head(t)) {
			return false
		}
	}
	for from := range n {
		for to := range n {
			order := moved(n, from, to)
			if from != to && c.accepts(k, order) {
				c.reportOrder(k, order, from, to)
				return true
			}
		}
	}
	return false
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
func (c *checker) accepts(k *constraint, order []int) bool {
	q := c.relation
	q.Op, q.Attrs, q.Out, q.Last, q.Open = k.op, k.attrs, nil, false, false
	q.Args = make([]types.Type, len(order))
	for i, at := range order {
		q.Args[i] = k.args[at]
	}
	answer := k.op.Relation(&q)
	return answer.Err == nil && !answer.Waits && len(answer.Warn) == 0 && len(answer.Equal) == 0 && len(answer.More) == 0
}

func (c *checker) reportOrder(k *constraint, order []int, from, to int) {
	if len(order) == 2 || from-to == 1 || to-from == 1 {
		c.reportSwapped(len(c.Diagnostics), k.nodes, min(from, to), max(from, to), k.op.Name)
		return
	}
	d := syntax.Diagnostic{Code: codes.TypeMismatch, Span: c.Item.Span(k.nodes[0]).Cover(c.Item.Span(k.nodes[len(order)-1]))}
	var params, texts []string
	fix := syntax.Fix{Title: "put them in this order"}
	for i, at := range order {
		params = append(params, "`"+k.op.Params[min(i, len(k.op.Params)-1)].Name+"`")
		texts = append(texts, c.Item.SourceText(k.nodes[at]))
		fix.Edits = append(fix.Edits, syntax.Edit{Span: c.Item.Span(k.nodes[i]), NewText: texts[i]})
	}
	d.Message = fmt.Sprintf("the arguments of `%s` are in another order than its parameters %s", k.op.Name, strings.Join(params, ", "))
	d.Notes = []string{fmt.Sprintf("Their types fit as `%s(%s)`.", k.op.Name, strings.Join(texts, ", "))}
	d.Fixes = []syntax.Fix{fix}
	c.Report(d)
}

func (c *checker) relationDiagnostic(k *constraint, e *op.Error) syntax.Diagnostic {
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
		if note == k.op.Rule {
			continue // it comes last
		}
		if note = message.Sentence(note); !contains(d.Notes, note) {
			d.Notes = append(d.Notes, note)
		}
	}
	if len(d.Notes) == shown {
		d.Notes = append(d.Notes, rule(k.op)...)
	}
	if name := c.callingFunction(k); name != "" {
		d.Notes = append([]string{fmt.Sprintf("`%s` applies %s to what it is given.", name, operatorPhrase(k.op))}, d.Notes...)
	}
	if c.swappedOperands(k, &d) {
		return d
	}
	if e.Instead != "" {
		d.Fixes = []syntax.Fix{message.WriteFix(d.Span, e.Instead)}
	} else if near := k.attrs.NearLayout(e.Attr); near != "" && n != k.node {
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
	return d
}

// callingFunction names the function of the user's whose type asks for a relation at
// its call; "" where the call is the operator's own.
func (c *checker) callingFunction(k *constraint) string {
	if c.Item.Kind(k.node) != syntax.Call || k.op.Internal {
		return ""
	}
	switch callee := c.Item.Call(k.node).Callee; c.Item.Kind(callee) {
	case syntax.Global, syntax.Local:
		return c.Item.SourceText(callee)
	}
	return ""
}

// faultyNode is the smallest part of a call at which a relation's error lies:
// an attribute's value, an argument, of a function its result.
func (c *checker) faultyNode(k *constraint, e *op.Error) syntax.NodeID {
	if e.Attr != "" {
		if at := c.attributeNode(k.node, e.Attr); at != syntax.NoNode {
			return c.Item.NamedArg(at).Value
		}
		if i := c.parameterNamed(k, e.Attr); i != syntax.NoNode {
			return i
		}
	}
	if e.Arg < 0 || e.Arg >= len(k.nodes) || k.nodes[e.Arg] == syntax.NoNode {
		return k.node
	}
	n := k.nodes[e.Arg]
	if kids := c.Item.Kids(n); e.Part > 0 && c.Item.Kind(n) == syntax.Tuple && e.Part <= len(kids) {
		return kids[e.Part-1]
	}
	if k.op.Internal && c.Item.Kind(n) == syntax.Fn && c.Item.Fn(n).Body != syntax.NoNode {
		return c.resultNode(c.Item.Fn(n).Body)
	}
	return n
}

// parameterNamed finds an argument that stands for an attribute by position.
func (c *checker) parameterNamed(k *constraint, name string) syntax.NodeID {
	o := k.attrs.Op
	if o == nil {
		return syntax.NoNode
	}
	if i := o.Param(name); i >= 0 && i < len(k.nodes) {
		return k.nodes[i]
	}
	return syntax.NoNode
}

// expandFixes offers to make a tensor of one element of a single value that a
// function gives to be held by a FractalTensor.
func (c *checker) expandFixes(k *constraint, e *op.Error, d *syntax.Diagnostic) {
	if d.Code != codes.FractalElement || e.Arg < 0 || e.Arg >= len(k.nodes) || c.Item.Kind(k.nodes[e.Arg]) != syntax.Fn {
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
func (c *checker) operandFixes(k *constraint, d *syntax.Diagnostic) {
	if d.Code != codes.DtypeMismatch || len(k.nodes) != 2 || len(k.args) != 2 {
		return
	}
	for i, n := range k.nodes {
		other, ok := types.Head(k.args[1-i]).(*types.Tensor)
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

// relationWarning reports what TVM accepts and cannot be meant: a warning in
// files that are written for TVM, an error in others.
func (c *checker) relationWarning(k *constraint, e *op.Error) {
	d := message.WithSeverity(c.relationDiagnostic(k, e))
	for _, other := range c.Diagnostics {
		if other.Code == d.Code && other.Span == d.Span {
			return // the same of another dimension
		}
	}
	if !c.m.lenient {
		d.Severity = codes.Error
	}
	c.Diagnostics = append(c.Diagnostics, d)
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
