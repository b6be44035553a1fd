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
	"github.com/fraccheck/fraccheck/typecheck/infer"
	"github.com/fraccheck/fraccheck/typecheck/literal"
	"github.com/fraccheck/fraccheck/typecheck/message"
)

// Fixes of calls whose operands an operator refuses, where the habit of another language
// explains them. Each was tried: the operator's relation takes the call.

// habitFixes offers the fix of the first habit that explains an error, and reports whether
// there is one.
func (c *checker) habitFixes(k *infer.Constraint, e *op.Error, d *syntax.Diagnostic) bool {
	return c.tupleIndex(k, e, d) || c.listForTuple(k, e, d) || c.dtypeForOperands(k, e, d) || c.literalsForDtype(k, e, d) || c.flattened(k, d)
}

// tupleIndex writes `%p.0` for `%p[0]`, as Python reads a part of a tuple.
func (c *checker) tupleIndex(k *infer.Constraint, e *op.Error, d *syntax.Diagnostic) bool {
	if !k.Op.Internal || k.Op.Name != parallel.Element.Name || e.Arg != 0 || len(k.Args) < 2 || len(k.Nodes) < 2 {
		return false
	}
	tuple, ok := types.Head(k.Args[0]).(*types.Tuple)
	if !ok || k.Nodes[0] == syntax.NoNode || k.Nodes[1] == syntax.NoNode || c.Item.Kind(k.Nodes[1]) != syntax.Int {
		return false
	}
	index := c.Item.SourceText(k.Nodes[1])
	if i := literal.Index(index); !literal.IsDigits(index) || i < 0 || i >= len(tuple.Elems) {
		return false
	}
	at := syntax.Span{Start: c.Item.Span(k.Nodes[0]).End, End: c.Item.Span(k.Node).End}
	d.Fixes = []syntax.Fix{message.WriteFix(at, "."+index)}
	return true
}

// listForTuple writes parentheses for the brackets around tensors, as Python groups them.
func (c *checker) listForTuple(k *infer.Constraint, e *op.Error, d *syntax.Diagnostic) bool {
	if e.Arg < 0 || e.Arg >= len(k.Nodes) || len(k.Args) != len(k.Nodes) || k.Nodes[e.Arg] == syntax.NoNode || c.Item.Kind(k.Nodes[e.Arg]) != syntax.List {
		return false
	}
	elements, ok := c.elementTypes(k.Nodes[e.Arg], func(n syntax.NodeID) types.Type { return c.info.Types[n] })
	if !ok {
		return false
	}
	t := c.newTrial(k.Op, k.Args)
	t.args[e.Arg] = &types.Tuple{Elems: elements}
	if !t.known || !t.holds(k.Attrs) {
		return false
	}
	list := c.Item.Span(k.Nodes[e.Arg])
	d.Fixes = []syntax.Fix{{Title: "write `(…)`", Edits: []syntax.Edit{
		{Span: syntax.Span{Start: list.Start, End: list.Start + 1}, NewText: "("}, {Span: syntax.Span{Start: list.End - 1, End: list.End}, NewText: ")"},
	}}}
	return true
}

// dtypeForOperands gives the attribute that names the dtype of the operands, where the call
// leaves it out and all operands have another one, as in `arange(0, 10)`.
func (c *checker) dtypeForOperands(k *infer.Constraint, e *op.Error, d *syntax.Diagnostic) bool {
	if d.Code != codes.DtypeMismatch || k.Op.Internal || c.Item.Kind(k.Node) != syntax.Call || k.Attrs.Op != k.Op || e.Arg < 0 || e.Arg >= len(k.Args) {
		return false
	}
	found, ok := types.Head(k.Args[e.Arg]).(*types.Tensor)
	i := slices.IndexFunc(k.Op.Attrs, func(a op.Attr) bool { return a.Type == op.DtypeAttr })
	if !ok || i < 0 || len(k.Attrs.Given) <= i || k.Attrs.Given[i] {
		return false
	}
	value := op.Text(found.Dtype.String())
	with, ok := k.Attrs.With(i, value)
	if t := c.newTrial(k.Op, k.Args); !ok || !t.known || !t.holds(with) {
		return false
	}
	text := attributeText(k.Op, []int{i}, []op.Value{value})
	d.Notes = append(d.Notes, fmt.Sprintf("The call has operands of dtype %s with `%s`.", found.Dtype, text))
	c.offerAttributes(k.Node, k.Op, []int{i}, text, d)
	return len(d.Fixes) > 0
}

// literalsForDtype writes the literals among the operands in the dtype that the operator
// wants.
func (c *checker) literalsForDtype(k *infer.Constraint, e *op.Error, d *syntax.Diagnostic) bool {
	want, ok := types.Head(e.Want).(*types.Tensor)
	if !ok || d.Code != codes.DtypeMismatch || k.Op.Internal || len(k.Args) != len(k.Nodes) {
		return false
	}
	t := c.newTrial(k.Op, k.Args)
	fix := syntax.Fix{}
	var texts []string
	for i, n := range k.Nodes {
		found, ok := types.Head(k.Args[i]).(*types.Tensor)
		if n == syntax.NoNode || !ok || found.Dtype == want.Dtype || len(found.Shape) > 0 {
			continue
		}
		text, ok := literal.As(c.Item, n, want.Dtype)
		if !ok {
			continue
		}
		t.args[i] = &types.Tensor{Dtype: want.Dtype}
		texts = append(texts, text)
		fix.Edits = append(fix.Edits, syntax.Edit{Span: c.Item.Span(n), NewText: text})
	}
	if len(fix.Edits) == 0 || !t.known || !t.holds(k.Attrs) {
		return false
	}
	fix.Title = "write `" + strings.Join(texts, ", ") + "`"
	d.Fixes = []syntax.Fix{fix}
	return true
}

// flattened offers to make one dimension of all but the first of an operand, where the call
// checks then: in front of a dense layer that is often forgotten.
func (c *checker) flattened(k *infer.Constraint, d *syntax.Diagnostic) bool {
	if d.Code != codes.ShapeMismatch && d.Code != codes.SuspectShape || k.Op.Internal || k.Op.Kind == op.Elementwise || len(k.Args) != len(k.Nodes) || len(k.Args) == 0 || k.Nodes[0] == syntax.NoNode {
		return false
	}
	t := c.newTrial(k.Op, k.Args)
	data, ok := types.Head(k.Args[0]).(*types.Tensor)
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
	if !t.holds(k.Attrs) {
		return false
	}
	text := library.Flattened(c.Item.SourceText(k.Nodes[0]))
	d.Notes = append(d.Notes, fmt.Sprintf("The call checks with `%s`, which makes one dimension of all but the first.", text))
	d.Fixes = append(d.Fixes, message.WriteFix(c.Item.Span(k.Nodes[0]), text))
	return true
}
