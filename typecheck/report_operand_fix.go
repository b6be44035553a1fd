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
	"github.com/fraccheck/fraccheck/internal/syntax/habits/library"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/infer"
	"github.com/fraccheck/fraccheck/typecheck/literal"
	"github.com/fraccheck/fraccheck/typecheck/message"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// Fixes of calls whose operands an operator refuses, where the habit of another language
// explains them. Each was tried: the operator's relation takes the call.

// habitFixes offers the fix of the first habit that explains an error, and reports whether
// there is one.
func (c *checker) habitFixes(k *infer.Constraint, e *op.Error, d *syntax.Diagnostic) bool {
	return c.tupleIndex(k, e, d) || c.tuplePart(k, d) || c.listForTuple(k, e, d) || c.dtypeForOperands(k, e, d) || c.literalsForDtype(k, e, d) || c.flattened(k, d) || c.keptDimension(k, d) || c.otherPadding(k, d) || c.transposed(k, d) || c.biasAdded(k, d)
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

// tuplePart reads a part of an operand that is a tuple where the operator takes that part, as the
// data among the results of `nn.batch_norm`. Of several such parts, the first is a sketch.
func (c *checker) tuplePart(k *infer.Constraint, d *syntax.Diagnostic) bool {
	if k.Op.Internal || len(k.Args) != len(k.Nodes) {
		return false
	}
	for i, n := range k.Nodes {
		tuple, ok := types.Head(k.Args[i]).(*types.Tuple)
		if !ok || n == syntax.NoNode || !isPostfix(c.Item.Kind(n)) && c.Item.Kind(n) != syntax.Local {
			continue
		}
		first, fitting := -1, 0
		t := c.newTrial(k.Op, k.Args)
		for part, elem := range tuple.Elems {
			if t.args[i] = c.ResolveVars(elem); t.known && t.holds(k.Attrs) {
				if fitting++; first < 0 {
					first = part
				}
			}
		}
		if first < 0 {
			continue
		}
		end, text := c.Item.Span(n).End, fmt.Sprintf(".%d", first)
		d.Notes = append(d.Notes, fmt.Sprintf("A part of a tuple is read with a dot, as in `%s%s`.", excerpt.Of(c.Item.SourceText(n), longestDense), text))
		fix := syntax.Replace("write `"+text+"`", syntax.Span{Start: end, End: end}, text)
		if fitting > 1 {
			fix.Confidence = codes.Sketch
		}
		d.Fixes = append(d.Fixes, fix)
		return true
	}
	return false
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
// checks then: before a dense layer that is often forgotten.
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

// transposed offers to transpose the only operand that is a matrix with which the call checks then.
func (c *checker) transposed(k *infer.Constraint, d *syntax.Diagnostic) bool {
	if d.Code != codes.ShapeMismatch && d.Code != codes.SuspectShape || k.Op.Internal || k.Op.Kind == op.Broadcast || len(k.Args) < 2 || len(k.Args) != len(k.Nodes) || c.callingFunction(k) != "" {
		return false
	}
	t, only := c.newTrial(k.Op, k.Args), -1
	for i := range t.args {
		matrix, ok := types.Head(t.args[i]).(*types.Tensor)
		if !t.known || !ok || len(matrix.Shape) != 2 || k.Nodes[i] == syntax.NoNode {
			continue
		}
		t.args[i] = &types.Tensor{Dtype: matrix.Dtype, Shape: []types.Dim{matrix.Shape[1], matrix.Shape[0]}}
		if t.holds(k.Attrs) {
			if only >= 0 {
				return false
			}
			only = i
		}
		t.args[i] = matrix
	}
	if only < 0 {
		return false
	}
	text := library.Transposed(c.Item.SourceText(k.Nodes[only]))
	d.Notes = append(d.Notes, fmt.Sprintf("The call checks with `%s`.", excerpt.Of(text, longestDense)))
	fix := message.WriteFix(c.Item.Span(k.Nodes[only]), text)
	fix.Confidence = codes.Sketch
	d.Fixes = append(d.Fixes, fix)
	return true
}

// biasAdded offers the operator that adds a vector along dimension 1, where the channels are, for a sum
// that would add it along the last.
func (c *checker) biasAdded(k *infer.Constraint, d *syntax.Diagnostic) bool {
	bias := c.m.config.Ops[library.AlongChannels(k.Op.Name)]
	if d.Code != codes.ShapeMismatch || bias == nil || len(k.Nodes) != 2 || rankOf(k.Args[0]) < 3 || rankOf(k.Args[1]) != 1 {
		return false
	}
	if t := c.newTrial(bias, k.Args); !t.known || !t.holds(typed.NoAttrs(bias)) {
		return false
	}
	text := fmt.Sprintf("%s(%s, %s)", bias.Name, c.Item.SourceText(k.Nodes[0]), c.Item.SourceText(k.Nodes[1]))
	d.Notes = append(d.Notes, fmt.Sprintf("`%s` adds a vector along dimension 1, as in `%s`.", bias.Name, excerpt.Of(text, longestDense)))
	if c.callingFunction(k) == "" {
		fix := message.WriteFix(c.Item.Span(k.Node), text)
		fix.Confidence = codes.Sketch
		d.Fixes = append(d.Fixes, fix)
	}
	return true
}

// keptDimension offers to keep the dimension that a reduction takes away, with extent 1, where the
// result of the reduction is then broadcast to the other operand.
func (c *checker) keptDimension(k *infer.Constraint, d *syntax.Diagnostic) bool {
	if d.Code != codes.ShapeMismatch || k.Op.Kind != op.Broadcast || len(k.Args) != len(k.Nodes) {
		return false
	}
	for i, n := range k.Nodes {
		operand, ok := types.Head(k.Args[i]).(*types.Tensor)
		if n == syntax.NoNode || !ok {
			continue
		}
		reduction, axis := c.reductionBehind(n)
		if axis < 0 || axis > len(operand.Shape) {
			continue
		}
		args := slices.Clone(k.Args)
		args[i] = &types.Tensor{Dtype: operand.Dtype, Shape: slices.Insert(slices.Clone(operand.Shape), axis, types.Const(1))}
		if !c.satisfies(k, args) {
			continue
		}
		at := c.Item.Span(reduction.Node)
		d.Notes = append(d.Notes, fmt.Sprintf("`%s` takes dimension %d away; with `keepdims=True` it has extent 1 there, and `%s` checks.", reduction.Op.Name, axis, k.Op.Name))
		d.Related = append(d.Related, syntax.Related{Place: syntax.Place{Span: at}, Message: "the dimension is taken away here"})
		if !reduction.Attrs.IsGiven("keepdims") && c.Item.Text[at.End-1] == ')' {
			d.Fixes = []syntax.Fix{syntax.Replace("write `keepdims=True`", syntax.Span{Start: at.End - 1, End: at.End - 1}, ", keepdims=True")}
		}
		return true
	}
	return false
}

// otherPadding shows the convolution or the pool that an operand comes from, where the operand has the
// extents that are needed with another padding there.
func (c *checker) otherPadding(k *infer.Constraint, d *syntax.Diagnostic) bool {
	if d.Code != codes.ShapeMismatch || k.Op.Kind != op.Broadcast || len(k.Args) != len(k.Nodes) {
		return false
	}
	for i, n := range k.Nodes {
		if n == syntax.NoNode {
			continue
		}
		window, ok := c.callBehind(n, func(call typed.Application) bool { return call.Op.Attr("padding") >= 0 })
		if !ok || types.String(c.ResolveVars(orBad(c.info.Types[window.Node]))) != types.String(c.ResolveVars(k.Args[i])) {
			continue
		}
		padding, out := c.paddingFor(window, func(out types.Type) bool {
			args := slices.Clone(k.Args)
			args[i] = out
			return c.satisfies(k, args)
		})
		if out == nil {
			continue
		}
		d.Notes = append(d.Notes, fmt.Sprintf("With `padding=%s` the result of `%s` is `%s`, and `%s` checks.", padding, window.Op.Name, types.Text(out), k.Op.Name))
		d.Related = append(d.Related, syntax.Related{Place: syntax.Place{Span: c.Item.Span(window.Node)}, Message: "the padding decides the extents here"})
		return true
	}
	return false
}

// paddingFor is a padding of a convolution or a pool with which its result is accepted, and that result.
func (c *checker) paddingFor(window typed.Application, accept func(out types.Type) bool) (op.Value, types.Type) {
	args := make([]types.Type, len(window.Args))
	for i, arg := range window.Args {
		args[i] = c.info.Types[arg]
	}
	t, at, entries := c.newTrial(window.Op, args), window.Op.Attr("padding"), 1
	if given := window.Attrs.Value("padding"); given.Kind == op.ListValue {
		entries = max(len(given.List), 1)
	}
	const widest = 5
	for width := int64(0); t.known && width <= widest; width++ {
		padding := op.Ints(slices.Repeat([]int64{width}, entries)...)
		with, ok := window.Attrs.With(at, padding)
		if !ok || !t.holds(with) {
			continue
		}
		if out := t.ask(with).Out; out != nil && accept(out) {
			return padding, out
		}
	}
	return op.Value{}, nil
}

// reductionBehind is the reduction of one dimension whose result, perhaps changed element by
// element, is an expression, and the dimension; -1 where there is none.
func (c *checker) reductionBehind(n syntax.NodeID) (typed.Application, int) {
	call, ok := c.callBehind(n, func(call typed.Application) bool { return call.Op.Kind == op.CommReduce })
	if !ok {
		return call, -1
	}
	axes, given := call.Attrs.Ints("axis")
	data, ok := types.Head(c.ResolveVars(orBad(c.info.Types[call.Args[0]]))).(*types.Tensor)
	if !ok || !given || len(axes) != 1 || call.Attrs.Bool("keepdims") || call.Attrs.Bool("exclude") {
		return call, -1
	}
	axis := int(axes[0])
	if axis < 0 {
		axis += len(data.Shape)
	}
	return call, axis
}

// callBehind is the call of an operator that is wanted whose result, perhaps changed element by element,
// is an expression. Variables are followed to their values, up to maxSteps.
func (c *checker) callBehind(n syntax.NodeID, wanted func(call typed.Application) bool) (call typed.Application, ok bool) {
	const maxSteps = 64
	for range maxSteps {
		n = c.Item.Unparen(n)
		rank := rankOf(c.ResolveVars(orBad(c.info.Types[n])))
		var parts []syntax.NodeID
		switch c.Item.Kind(n) {
		case syntax.Local:
			parts = []syntax.NodeID{c.boundValue(c.info.Objects[n])}
		case syntax.Binary:
			parts = c.Item.Kids(n)
		case syntax.Call:
			call, ok := c.info.Application(n)
			if !ok || wanted(call) {
				return call, ok
			}
			if call.Op.Kind != op.Elementwise && call.Op.Kind != op.Broadcast {
				return call, false
			}
			parts = call.Args
		}
		next := slices.IndexFunc(parts, func(part syntax.NodeID) bool {
			return part != syntax.NoNode && rank >= 0 && rankOf(c.ResolveVars(orBad(c.info.Types[part]))) == rank
		})
		if next < 0 {
			break
		}
		n = parts[next]
	}
	return call, false
}

// boundValue is the value of the `let` or the graph binding that binds a variable alone, or none.
func (c *checker) boundValue(o *typed.Object) syntax.NodeID {
	if o == nil || o.Item != c.Item {
		return syntax.NoNode
	}
	switch n := c.parent(o.Node); c.Item.Kind(n) {
	case syntax.Let:
		if let := c.Item.Let(n); let.Pattern == o.Node {
			return let.Value
		}
	case syntax.Graph:
		if graph := c.Item.Graph(n); graph.Name == o.Node {
			return graph.Value
		}
	}
	return syntax.NoNode
}
