package typecheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/syntax/habits/library"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Fixes of calls whose operands an operator refuses, where the habit of another language
// explains them. Each was tried: the operator's relation takes the call.

// habitFixes offers the fix of the first habit that explains an error, and reports whether
// there is one.
func (c *checker) habitFixes(k *constraint, e *op.Error, d *syntax.Diagnostic) bool {
	return c.tupleIndex(k, e, d) || c.listForTuple(k, e, d) || c.dtypeForOperands(k, e, d) || c.literalsForDtype(k, e, d) || c.flattened(k, d)
}

// tupleIndex writes `%p.0` for `%p[0]`, as Python reads a part of a tuple.
func (c *checker) tupleIndex(k *constraint, e *op.Error, d *syntax.Diagnostic) bool {
	if !k.op.Internal || k.op.Name != parallel.Element.Name || e.Arg != 0 || len(k.args) < 2 || len(k.nodes) < 2 {
		return false
	}
	tuple, ok := types.Head(k.args[0]).(*types.Tuple)
	if !ok || k.nodes[0] == syntax.NoNode || k.nodes[1] == syntax.NoNode || c.item.Kind(k.nodes[1]) != syntax.Int {
		return false
	}
	index := c.item.SourceText(k.nodes[1])
	if i := parseIndex(index); !isDigits(index) || i < 0 || i >= len(tuple.Elems) {
		return false
	}
	at := syntax.Span{Start: c.item.Span(k.nodes[0]).End, End: c.item.Span(k.node).End}
	d.Fixes = []syntax.Fix{writeFix(at, "."+index)}
	return true
}

// listForTuple writes parentheses for the brackets around tensors, as Python groups them.
func (c *checker) listForTuple(k *constraint, e *op.Error, d *syntax.Diagnostic) bool {
	if e.Arg < 0 || e.Arg >= len(k.nodes) || len(k.args) != len(k.nodes) || k.nodes[e.Arg] == syntax.NoNode || c.item.Kind(k.nodes[e.Arg]) != syntax.List {
		return false
	}
	elements, ok := c.elementTypes(k.nodes[e.Arg], func(n syntax.NodeID) types.Type { return c.info.Types[n] })
	if !ok {
		return false
	}
	t := c.newTrial(k.op, k.args)
	t.args[e.Arg] = &types.Tuple{Elems: elements}
	if !t.known || !t.holds(k.attrs) {
		return false
	}
	list := c.item.Span(k.nodes[e.Arg])
	d.Fixes = []syntax.Fix{{Title: "write `(…)`", Edits: []syntax.Edit{
		{Span: syntax.Span{Start: list.Start, End: list.Start + 1}, NewText: "("}, {Span: syntax.Span{Start: list.End - 1, End: list.End}, NewText: ")"},
	}}}
	return true
}

// dtypeForOperands gives the attribute that names the dtype of the operands, where the call
// leaves it out and all operands have another one, as in `arange(0, 10)`.
func (c *checker) dtypeForOperands(k *constraint, e *op.Error, d *syntax.Diagnostic) bool {
	if d.Code != codes.DtypeMismatch || k.op.Internal || c.item.Kind(k.node) != syntax.Call || k.attrs.Op != k.op || e.Arg < 0 || e.Arg >= len(k.args) {
		return false
	}
	found, ok := types.Head(k.args[e.Arg]).(*types.Tensor)
	i := slices.IndexFunc(k.op.Attrs, func(a op.Attr) bool { return a.Type == op.DtypeAttr })
	if !ok || i < 0 || len(k.attrs.Given) <= i || k.attrs.Given[i] {
		return false
	}
	value := op.Text(found.Dtype.String())
	with, ok := k.attrs.With(i, value)
	if t := c.newTrial(k.op, k.args); !ok || !t.known || !t.holds(with) {
		return false
	}
	text := attributeText(k.op, []int{i}, []op.Value{value})
	d.Notes = append(d.Notes, fmt.Sprintf("The call has operands of dtype %s with `%s`.", found.Dtype, text))
	c.offerAttributes(k.node, k.op, []int{i}, text, d)
	return len(d.Fixes) > 0
}

// literalsForDtype writes the literals among the operands in the dtype that the operator
// wants.
func (c *checker) literalsForDtype(k *constraint, e *op.Error, d *syntax.Diagnostic) bool {
	want, ok := types.Head(e.Want).(*types.Tensor)
	if !ok || d.Code != codes.DtypeMismatch || k.op.Internal || len(k.args) != len(k.nodes) {
		return false
	}
	t := c.newTrial(k.op, k.args)
	fix := syntax.Fix{}
	var texts []string
	for i, n := range k.nodes {
		found, ok := types.Head(k.args[i]).(*types.Tensor)
		if n == syntax.NoNode || !ok || found.Dtype == want.Dtype || len(found.Shape) > 0 {
			continue
		}
		text, ok := c.literalAs(n, want.Dtype)
		if !ok {
			continue
		}
		t.args[i] = &types.Tensor{Dtype: want.Dtype}
		texts = append(texts, text)
		fix.Edits = append(fix.Edits, syntax.Edit{Span: c.item.Span(n), NewText: text})
	}
	if len(fix.Edits) == 0 || !t.known || !t.holds(k.attrs) {
		return false
	}
	fix.Title = "write `" + strings.Join(texts, ", ") + "`"
	d.Fixes = []syntax.Fix{fix}
	return true
}

// flattened offers to make one dimension of all but the first of an operand, where the call
// checks then: in front of a dense layer that is often forgotten.
func (c *checker) flattened(k *constraint, d *syntax.Diagnostic) bool {
	if d.Code != codes.ShapeMismatch && d.Code != codes.SuspectShape || k.op.Internal || k.op.Kind == op.Elementwise || len(k.args) != len(k.nodes) || len(k.args) == 0 || k.nodes[0] == syntax.NoNode {
		return false
	}
	t := c.newTrial(k.op, k.args)
	data, ok := types.Head(k.args[0]).(*types.Tensor)
	if !t.known || !ok || len(data.Shape) < 3 {
		return false
	}
	size := types.Const(1)
	for _, extent := range data.Shape[1:] {
		if _, known := extent.Const(); !known {
			return false
		}
		size = size.Mul(extent)
	}
	t.args[0] = &types.Tensor{Dtype: data.Dtype, Shape: []types.Dim{data.Shape[0], size}}
	if !t.holds(k.attrs) {
		return false
	}
	text := library.Flattened(c.item.SourceText(k.nodes[0]))
	d.Notes = append(d.Notes, fmt.Sprintf("The call checks with `%s`, which makes one dimension of all but the first.", text))
	d.Fixes = append(d.Fixes, writeFix(c.item.Span(k.nodes[0]), text))
	return true
}
