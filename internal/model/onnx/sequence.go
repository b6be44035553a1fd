package onnx

import (
	"slices"
	"strconv"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

var sequenceEntries = map[string]entry{
	"SequenceConstruct":  {how: "`[e, e]`", translate: sequenceConstruct},
	"SequenceEmpty":      {how: "`[]`", translate: sequenceEmpty},
	"SequenceAt":         {how: "`e[i]`", translate: sequenceAt},
	"SequenceLength":     {how: "`length`", translate: sequenceLength},
	"SequenceInsert":     {how: "`join`, `slice`, `[e]`", translate: sequenceInsert},
	"SequenceErase":      {how: "`join`, `slice`", translate: sequenceErase},
	"SequenceMap":        {how: "`map`, `zip`", translate: sequenceMap},
	"SplitToSequence":    {how: "`split`, `[e, e]`", translate: splitToSequence},
	"ConcatFromSequence": {how: "`flatten`, `stack`", translate: concatFromSequence},
	"Optional":           {how: "`Some`, `None`", translate: optionalNode},
	"OptionalHasElement": {how: "`match`", translate: optionalHasElement},
	"OptionalGetElement": {how: "`match?`", translate: optionalGetElement},
}

// holdable reports whether a FractalTensor can hold values of a type, and refuses others.
func (n *node) holdable(t types.Type) bool {
	tensor, ok := types.Head(t).(*types.Tensor)
	if ok && len(tensor.Shape) == 0 && !tensor.Dtype.IsInteger() {
		n.refuse(nil, "a FractalTensor holds no scalars of %s", tensor.Dtype)
		return false
	}
	return true
}

// oneShape reports whether tensors of two types may be in one sequence, and refuses others. A
// sequence of ONNX holds tensors of any shapes, a FractalTensor those of one.
func (n *node) oneShape(of, t types.Type) bool {
	if types.IsBad(of) || contradiction(of, t) == "" {
		return true
	}
	n.refuse(nil, "a FractalTensor holds tensors of one shape, and these are %s and %s", typeText(of), typeText(t))
	return false
}

// sequence writes a FractalTensor of some elements, whose extents may differ.
func (n *node) sequence(elements []*model.Value) *model.Value {
	var of types.Type = types.ErrorType
	for _, v := range elements {
		if !n.oneShape(of, v.Type) {
			return n.Unknown()
		}
		t, ok := join(of, v.Type)
		if !ok {
			n.refuse(nil, "a FractalTensor does not hold both %s and %s", typeText(of), typeText(v.Type))
			return n.Unknown()
		}
		of = t
	}
	if !n.holdable(of) {
		return n.Unknown()
	}
	parts := []any{"["}
	for i, v := range elements {
		if i > 0 {
			parts = append(parts, ", ")
		}
		if !equalTypes(v.Type, of) {
			v = n.As(v, of)
		}
		parts = append(parts, v)
	}
	return n.Expr(&types.Fractal{Elem: of}, append(parts, "]")...)
}

func sequenceConstruct(n *node) []*model.Value {
	if v := n.sequence(n.in); v.Known() {
		return one(v)
	}
	return nil
}

// sequenceEmpty has no element type until something is inserted.
func sequenceEmpty(n *node) []*model.Value {
	return one(n.Text("[]", &types.Fractal{Elem: types.ErrorType}))
}

// isEmpty reports whether a value is a sequence whose element type is not known, which only an
// empty one has.
func isEmpty(v *model.Value) bool {
	t, ok := types.Head(v.Type).(*types.Fractal)
	return ok && types.IsBad(t.Elem)
}

// sequenceType is the type of the elements of a sequence.
func (n *node) sequenceType(v *model.Value) (types.Type, bool) {
	t, ok := types.Head(v.Type).(*types.Fractal)
	switch {
	case !ok:
		n.Failf(codes.TypeMismatch, "%s takes a sequence, and gets %s", n.proto.OpType, typeText(v.Type))
		return nil, false
	case types.IsBad(t.Elem):
		n.refuse(nil, "the type of the elements of an empty sequence is not known")
		return nil, false
	}
	return t.Elem, true
}

// position is a place in a sequence as an int32, counted from the front. limit is the number
// that a negative one is counted from.
func (n *node) position(v, limit *model.Value) *model.Value {
	at := n.cast(n.scalar(v), types.Int32)
	if allNatural(at) {
		return at
	}
	below := n.Call("less", args(at, n.whole(0, types.Int32)))
	return n.Call("where", args(below, n.Call("add", args(at, limit)), at))
}

func (n *node) lengthOf(v *model.Value) *model.Value {
	return n.Expr(types.Scalar(types.Int32), "length(", v, ")")
}

func sequenceAt(n *node) []*model.Value {
	of, ok := n.sequenceType(n.in[0])
	if !ok {
		return nil
	}
	return one(n.Expr(of, n.in[0], "[", n.position(n.in[1], n.lengthOf(n.in[0])), "]"))
}

func sequenceLength(n *node) []*model.Value {
	if isEmpty(n.in[0]) {
		return one(n.Number(value.I64(0)))
	}
	return one(n.cast(n.lengthOf(n.in[0]), types.Int64))
}

// sequenceInsert puts an element before a position, or at the end.
func sequenceInsert(n *node) []*model.Value {
	xs, v := n.in[0], n.in[1]
	if isEmpty(xs) {
		return sequenceOf(n, v)
	}
	of, ok := n.sequenceType(xs)
	if !ok {
		return nil
	}
	if !n.oneShape(of, v.Type) {
		return nil
	}
	joined, ok := join(of, v.Type)
	if !ok {
		return n.refuse(nil, "a FractalTensor of %s does not hold %s", typeText(of), typeText(v.Type))
	}
	t := &types.Fractal{Elem: joined}
	if !equalTypes(of, joined) {
		xs = n.As(xs, t)
	}
	if !equalTypes(v.Type, joined) {
		v = n.As(v, joined)
	}
	if n.arg(2) == nil {
		return one(n.Expr(t, "join(", xs, ", [", v, "])"))
	}
	length := n.lengthOf(xs)
	at := n.position(n.in[2], length)
	return one(n.Expr(t, "join(join(slice(", xs, ", 0, ", at, "), [", v, "]), slice(", xs, ", ", at, ", ", length, "))"))
}

func sequenceOf(n *node, v *model.Value) []*model.Value {
	if s := n.sequence(args(v)); s.Known() {
		return one(s)
	}
	return nil
}

// sequenceErase removes the element at a position, or the last one.
func sequenceErase(n *node) []*model.Value {
	xs := n.in[0]
	if _, ok := n.sequenceType(xs); !ok {
		return nil
	}
	length := n.lengthOf(xs)
	oneMore := n.whole(1, types.Int32)
	if n.arg(1) == nil {
		return one(n.Expr(xs.Type, "slice(", xs, ", 0, ", n.Call("subtract", args(length, oneMore)), ")"))
	}
	at := n.position(n.in[1], length)
	behind := n.Call("add", args(at, oneMore))
	return one(n.Expr(xs.Type, "join(slice(", xs, ", 0, ", at, "), slice(", xs, ", ", behind, ", ", length, "))"))
}

// splitToSequence cuts a tensor along an axis: into slices of extent 1, or of stated lengths.
func splitToSequence(n *node) []*model.Value {
	x := n.in[0]
	axis, ok := n.axis("axis", n.int("axis"), x.Rank())
	if !ok {
		return nil
	}
	d, known := x.Shape()[axis].Const()
	if n.arg(1) == nil {
		return n.slices(x, axis)
	}
	if !known {
		return n.refuse(nil, "the extent %s of axis %d is not known", x.Shape()[axis], axis)
	}
	lengths, ok := n.partLengths(d)
	if !ok {
		return nil
	}
	sum := int64(0)
	for _, k := range lengths {
		sum += k
	}
	if sum != d {
		return n.at(1, codes.ShapeMismatch, "the parts %v have %d elements together, and axis %d has %d", lengths, sum, axis, d)
	}
	if len(lengths) == 0 {
		return n.refuse(nil, "a tensor without slices along axis %d", axis)
	}
	if v := n.sequence(n.cut(x, axis, lengths)); v.Known() {
		return one(v)
	}
	return nil
}

// slices are the slices of a tensor along an axis, which they keep where the node says so.
func (n *node) slices(x *model.Value, axis int) []*model.Value {
	shape := append(x.Shape()[:axis:axis], x.Shape()[axis+1:]...)
	of := op.TensorOf(x.Dtype(), shape...)
	keep := n.int("keepdims") != 0
	if len(shape) == 0 && !x.Dtype().IsInteger() { // scalars, which are vectors of one element there
		if !keep {
			return n.refuse(nil, "a FractalTensor holds no scalars of %s", x.Dtype())
		}
		return one(n.Expr(&types.Fractal{Elem: op.TensorOf(x.Dtype(), types.Const(1))}, "slices(", x, ")"))
	}
	v := n.Expr(&types.Fractal{Elem: of}, "slices(", x, ", axis=", strconv.Itoa(axis), ")")
	if !keep {
		return one(v)
	}
	e := n.Variable("e", of)
	body := n.Block(func() []*model.Value { return one(n.Call("expand_dims", args(e), attr("axis", axis))) })
	return one(n.Expr(&types.Fractal{Elem: body.Results()[0].Type}, "map(fn(", e, ") ", body, ", ", v, ")"))
}

// partLengths are the lengths of the parts: those of a vector, or equal ones of a scalar with
// a shorter last one.
func (n *node) partLengths(d int64) (lengths []int64, ok bool) {
	list, known := n.constants("", 1)
	if !known {
		n.refuse(nil, "the lengths in input 1 are computed when the model runs")
		return nil, false
	}
	if n.in[1].Rank() == 1 {
		return list, true
	}
	each := list[0]
	if each < 1 || d/each > mostParts {
		n.refuse(nil, "a sequence of %d elements in parts of %d", d, each)
		return nil, false
	}
	for at := int64(0); at < d; at += each {
		lengths = append(lengths, min(each, d-at))
	}
	return lengths, true
}

// mostParts bounds the elements of a sequence that is written out.
const mostParts = 4096

// concatFromSequence joins the elements along an axis, or along a new one.
func concatFromSequence(n *node) []*model.Value {
	of, ok := n.sequenceType(n.in[0])
	if !ok {
		return nil
	}
	t, ok := of.(*types.Tensor)
	if !ok {
		return n.refuse(nil, "elements that are no tensors")
	}
	if n.int("new_axis") == 0 {
		axis, ok := n.axis("axis", n.int("axis"), len(t.Shape))
		if !ok {
			return nil
		}
		shape := append([]types.Dim{}, t.Shape...)
		shape[axis] = types.Any
		return one(n.Expr(op.TensorOf(t.Dtype, shape...), "flatten(", n.in[0], ", axis=", strconv.Itoa(axis), ")"))
	}
	axis, ok := n.axis("axis", n.int("axis"), len(t.Shape)+1)
	if !ok {
		return nil
	}
	v := n.stacked(n.in[0], types.Any)
	if axis == 0 {
		return one(v)
	}
	perm := axesFrom(1, v.Rank())
	perm = append(perm[:axis:axis], append([]int64{0}, perm[axis:]...)...)
	return one(n.Call("transpose", args(v), attr("axes", perm)))
}

// sequenceMap applies a graph to the elements of sequences, and to values that are the same
// for all.
func sequenceMap(n *node) []*model.Value {
	g := n.graph("body")
	if g == nil {
		return nil
	}
	if len(g.Inputs) != len(n.in) || len(g.Outputs) != len(n.proto.Outputs) {
		n.Failf(codes.ArityMismatch, "the body of SequenceMap takes %s and gives %s; the node has %d inputs and %s",
			valuesText(len(g.Inputs)), valuesText(len(g.Outputs)), len(n.in), outputsText(len(n.proto.Outputs)))
		return nil
	}
	inputs := make([]*model.Value, len(n.in))
	var params, sequences []*model.Value
	for i, v := range n.in {
		inputs[i] = v
		if _, ok := types.Head(v.Type).(*types.Fractal); ok {
			of, ok := n.sequenceType(v)
			if !ok {
				return nil
			}
			inputs[i] = n.Variable("e", of)
			params, sequences = append(params, inputs[i]), append(sequences, v)
		}
	}
	body := n.Block(func() []*model.Value { return n.subgraph(g, inputs) })
	results := body.Results()
	if len(results) != len(g.Outputs) || n.broken {
		return nil
	}
	parts := slices.Concat([]any{"map(fn("}, listed(params), []any{") ", body, ", "})
	if len(sequences) > 1 {
		parts = append(parts, "zip")
	}
	parts = append(parts, listed(sequences)...)
	parts = append(parts, ")")
	if len(results) == 1 {
		if !n.holdable(results[0].Type) {
			return nil
		}
		return one(n.Expr(&types.Fractal{Elem: results[0].Type}, parts...))
	}
	return n.unzipped(n.Expr(&types.Fractal{Elem: &types.Tuple{Elems: typesOf(results)}}, parts...), typesOf(results))
}

func typesOf(vs []*model.Value) []types.Type {
	ts := make([]types.Type, len(vs))
	for i, v := range vs {
		ts[i] = v.Type
	}
	return ts
}

// unzipped are the parts of a FractalTensor of tuples, each as a FractalTensor.
func (n *node) unzipped(v *model.Value, ts []types.Type) []*model.Value {
	var results []*model.Value
	for i, t := range ts {
		if !n.holdable(t) {
			return nil
		}
		results = append(results, n.Expr(&types.Fractal{Elem: t}, "map(fn(%parts) { %parts."+strconv.Itoa(i)+" }, ", v, ")"))
	}
	return results
}

// optionalNode wraps a value, or is none of a type that the node states.
func optionalNode(n *node) []*model.Value {
	if v := n.arg(0); v != nil {
		t := model.OptionalOf(v.Type)
		return one(n.Exactly(t, "Some(", v, ")"))
	}
	a := n.attribute("type")
	if a == nil || a.TP == nil {
		n.Failf(codes.AttributeValue, "Optional without an input needs the attribute `type`")
		return nil
	}
	of := n.typeOf(a.TP, "", false)
	if of == nil {
		return n.refuse(nil, "the type of the missing element is not known")
	}
	return one(n.Exactly(model.OptionalOf(of), "None()"))
}

func optionalHasElement(n *node) []*model.Value {
	v := n.arg(0)
	switch {
	case v == nil:
		return one(n.Number(value.Truth(false)))
	case model.ElementOf(v.Type) == nil:
		return one(n.Number(value.Truth(true)))
	}
	return one(n.Expr(types.Scalar(types.Bool), "match (", v, ") { case Some(_) { True } case None() { False } }"))
}

func optionalGetElement(n *node) []*model.Value {
	v := n.in[0]
	of := model.ElementOf(v.Type)
	if of == nil {
		return one(v)
	}
	return one(n.Expr(of, "match? (", v, ") { case Some(%element) { %element } }"))
}
