package onnx

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A recurrent layer folds a cell over the steps of a sequence. What a cell computes of the
// step's input alone, X·Wᵀ + b, is one product of the whole sequence before the fold:
//
//	let %gates = matmul(%X, %Wt) + %b;
//	let %states = scanl(fn(%state, %x) { …%x + matmul(%state, %Rt)… }, slices(%gates), %initial_h);
//
// Inside, the sequence is (steps, batch, input), whatever the layout of the node is.

var recurrentEntries = map[string]entry{
	"RNN":  {how: "`scanl`, `foldl` of `matmul`, `tanh`", translate: func(n *node) []*model.Value { return n.recurrent(rnnCell) }},
	"GRU":  {how: "`scanl`, `foldl` of `matmul`, `sigmoid`, `tanh`", translate: func(n *node) []*model.Value { return n.recurrent(gruCell) }},
	"LSTM": {how: "`scanl`, `foldl` of `matmul`, `sigmoid`, `tanh`", translate: func(n *node) []*model.Value { return n.recurrent(lstmCell) }},
}

// A layer is a recurrent layer in one direction.
type layer struct {
	*node
	cell
	index     int  // of the direction among the weights
	backward  bool // it reads the sequence from its end
	hidden    types.Dim
	functions []activation
	recurrent *model.Value   // Rᵀ, (hidden, gates·hidden)
	apart     []*model.Value // its parts for the gates, where a product is not one of all
	bias      *model.Value   // of the recurrent product, where it stays apart; nil for none
	peep      []*model.Value // weights from the cell state to gates; nil for none
}

// recurrent translates a node in all its directions.
func (n *node) recurrent(c cell) []*model.Value {
	if !n.recurrentShapes(c) {
		return nil
	}
	x := n.in[0]
	batchFirst := n.schema.Attribute("layout") != nil && n.int("layout") != 0
	if batchFirst {
		x = n.Call("transpose", args(x), attr("axes", []int64{1, 0, 2}))
	}
	var directions []bool // whether backward
	switch d := n.str("direction"); d {
	case "forward":
		directions = []bool{false}
	case "reverse":
		directions = []bool{true}
	case "bidirectional":
		directions = []bool{false, true}
	default:
		n.Failf(codes.AttributeValue, "`direction` of %s is %q; it must be forward, reverse or bidirectional", n.proto.OpType, d)
		return nil
	}
	if k, known := n.in[1].Shape()[0].Const(); known && int(k) != len(directions) {
		return n.at(1, codes.ShapeMismatch, "the weights in input 1 are for %d directions, and the node has %d: %s",
			k, len(directions), shapeText(n.in[1].Tensor()))
	}
	functions, ok := n.activations(c, len(directions))
	if !ok {
		return nil
	}
	var sequences []*model.Value
	finals := make([][]*model.Value, c.states)
	for i, backward := range directions {
		l := layer{node: n, cell: c, index: i, backward: backward, functions: functions[i*len(c.activations):], hidden: n.in[2].Shape()[2]}
		sequence, last := l.run(x, batchFirst)
		if n.Fault() != nil || last == nil {
			return nil
		}
		sequences = append(sequences, sequence)
		for k, v := range last {
			finals[k] = append(finals[k], v)
		}
	}
	results := make([]*model.Value, 1, 3)
	if n.wants(0) {
		results[0] = n.directions(sequences, 1, batchFirst)
	}
	for _, vs := range finals {
		results = append(results, n.directions(vs, 0, batchFirst))
	}
	return results
}

// recurrentShapes compares the shapes of the data and the weights.
func (n *node) recurrentShapes(c cell) bool {
	for i, what := range [...]string{"the sequences", "the weights", "the recurrent weights"} {
		if n.in[i].Rank() != 3 {
			n.at(i, codes.ShapeMismatch, "input %d of %s, %s, must have 3 axes, and is %s", i, n.proto.OpType, what, shapeText(n.in[i].Tensor()))
			return false
		}
	}
	x, w, r := n.in[0].Shape(), n.in[1].Shape(), n.in[2].Shape()
	if !compatible(x[2], w[2]) {
		n.at(1, codes.ShapeMismatch, "a step of input 0 has %s elements, and the weights in input 1 take %s: %s by %s",
			x[2], w[2], shapeText(n.in[0].Tensor()), shapeText(n.in[1].Tensor()))
		return false
	}
	if h, known := r[2].Const(); known && n.has("hidden_size") && h != n.int("hidden_size") {
		n.at(2, codes.ShapeMismatch, "`hidden_size` is %d, and the recurrent weights in input 2 have %d columns: %s",
			n.int("hidden_size"), h, shapeText(n.in[2].Tensor()))
		return false
	}
	rows := r[2].Mul(types.Const(int64(c.gates)))
	for i, s := range [][]types.Dim{w, r} {
		if !compatible(s[1], rows) {
			n.at(i+1, codes.ShapeMismatch, "input %d has %s rows; with %s hidden elements it must have %d·%s: %s",
				i+1, s[1], r[2], c.gates, r[2], shapeText(n.in[i+1].Tensor()))
			return false
		}
	}
	return true
}

// directions joins what the directions give along a new axis. With the batch in front, the
// axes of a sequence are (batch, steps, directions, hidden), else (steps, directions, batch,
// hidden).
func (n *node) directions(vs []*model.Value, axis int, batchFirst bool) *model.Value {
	if batchFirst && axis == 1 {
		axis = 2
	}
	parts := make([]*model.Value, len(vs))
	for i, v := range vs {
		if batchFirst && axis == 2 {
			v = n.Call("transpose", args(v), attr("axes", []int64{1, 0, 2}))
		}
		at := axis
		if batchFirst && axis == 0 {
			at = 1
		}
		parts[i] = n.Call("expand_dims", args(v), attr("axis", at))
		if len(vs) == 1 {
			return parts[0]
		}
		if i == len(vs)-1 {
			return n.Call("concatenate", args(n.Pack(parts...)), attr("axis", at))
		}
	}
	return n.Unknown()
}

// weight is what an input holds for the direction.
func (l *layer) weight(input int) *model.Value {
	v := l.arg(input)
	if v == nil {
		return nil
	}
	return l.Call("take", args(v, l.whole(int64(l.index), types.Int64)), attr("axis", 0))
}

// parts cuts the last axis into gates.
func (l *layer) parts(v *model.Value, count int) []*model.Value {
	return l.Calls("split", args(v), attr("indices_or_sections", count), attr("axis", v.Rank()-1))
}

// run gives the states h of all steps, where the node wants them, and the last states.
func (l *layer) run(x *model.Value, batchFirst bool) (sequence *model.Value, last []*model.Value) {
	n := l.node
	w, r := l.weight(1), l.weight(2)
	l.recurrent = n.Call("transpose", args(r), attr("axes", []int64{1, 0}))
	if l.gates == 3 && !l.linearBeforeReset() {
		l.apart = l.parts(l.recurrent, 3)
	}
	steps, batch := x.Shape()[0], x.Shape()[1]
	x = l.turned(x)
	gates := n.product(x, n.Call("transpose", args(w), attr("axes", []int64{1, 0})))
	gates = l.biased(gates)
	n.Name(gates, "gates")
	if p := l.weight(l.peepholes); l.peepholes > 0 && p != nil {
		l.peep = n.Calls("split", args(p), attr("indices_or_sections", 3), attr("axis", 0))
	}
	initial := make([]*model.Value, l.states)
	shape := []types.Dim{batch, l.hidden}
	for k := range initial {
		initial[k] = l.initial(5+k, x, shape, batchFirst)
		if !initial[k].Known() {
			return nil, nil
		}
	}
	if !gates.Known() {
		return nil, nil
	}
	mask := l.mask(steps)
	all, last := l.fold(gates, mask, initial, op.TensorOf(x.Dtype(), shape...))
	if all == nil {
		return nil, last
	}
	sequence = n.Refine(n.Expr(op.TensorOf(x.Dtype(), types.Any, batch, l.hidden), "stack(", all, ")"), op.TensorOf(x.Dtype(), steps, batch, l.hidden))
	if mask != nil {
		sequence = n.where(mask, sequence, n.number(0, x.Dtype()))
	}
	return l.turned(sequence), last
}

// turned reverses the steps of each sequence in the backward direction.
func (l *layer) turned(x *model.Value) *model.Value {
	lengths := l.arg(4)
	switch {
	case !l.backward:
		return x
	case lengths == nil:
		return l.Call("reverse", args(x), attr("axis", 0))
	}
	return l.Call("reverse_sequence", args(x, lengths), attr("seq_axis", 0), attr("batch_axis", 1))
}

// biased adds the biases of the input and of the recurrent product. A GRU that is linear
// before its reset multiplies the last part of the latter.
func (l *layer) biased(gates *model.Value) *model.Value {
	b := l.weight(3)
	if b == nil {
		return gates
	}
	parts := l.Calls("split", args(b), attr("indices_or_sections", 2), attr("axis", 0))
	if len(parts) != 2 {
		return l.Unknown()
	}
	if l.linearBeforeReset() {
		l.bias = parts[1]
		return l.add(gates, parts[0])
	}
	return l.add(gates, l.add(parts[0], parts[1]))
}

func (l *layer) linearBeforeReset() bool {
	return l.schema.Attribute("linear_before_reset") != nil && l.int("linear_before_reset") != 0
}

// initial is an initial state, zeros where the node gives none.
func (l *layer) initial(input int, x *model.Value, shape []types.Dim, batchFirst bool) *model.Value {
	v := l.arg(input)
	if v == nil {
		return l.zeros(x, shape)
	}
	axis := 0
	if batchFirst {
		axis = 1
	}
	v = l.Call("take", args(v, l.whole(int64(l.index), types.Int64)), attr("axis", axis))
	if v.Known() && (v.Rank() != 2 || !compatible(v.Shape()[0], shape[0]) || !compatible(v.Shape()[1], shape[1])) {
		l.at(input, codes.ShapeMismatch, "the initial state in input %d must be %s in each direction, and is %s",
			input, types.ShapeString(shape), types.ShapeString(v.Shape()))
		return l.Unknown()
	}
	return l.stated(v, shape...)
}

// zeros is a state of zeros. A batch that is not known is that of the data.
func (l *layer) zeros(x *model.Value, shape []types.Dim) *model.Value {
	zero := l.number(0, x.Dtype())
	if !shape[0].Loose() && !shape[1].Loose() {
		return l.Call("full", args(zero), attr("shape", shape), attr("dtype", x.Dtype()))
	}
	extent := func(v *model.Value, axis int64) *model.Value {
		s := l.Call("shape_of", args(v), attr("dtype", "int64"))
		return l.Call("take", args(s, l.Ints(axis)), attr("axis", 0))
	}
	return l.filled(zero, l.Call("concatenate", args(l.Pack(extent(x, 1), extent(l.in[2], 2))), attr("axis", 0)))
}

// mask is true at the steps that a sequence has, (steps, batch, 1); nil where all have all.
func (l *layer) mask(steps types.Dim) *model.Value {
	lengths := l.arg(4)
	if lengths == nil {
		return nil
	}
	d := lengths.Dtype()
	var count *model.Value
	if k, known := steps.Const(); known {
		count = l.whole(k, d)
	} else {
		axis := int64(0)
		if l.schema.Attribute("layout") != nil {
			axis = l.int("layout")
		}
		shape := l.Call("shape_of", args(l.in[0]), attr("dtype", d))
		count = l.Call("take", args(shape, l.whole(axis, types.Int64)), attr("axis", 0))
	}
	step := l.Call("arange", args(l.whole(0, d), count, l.whole(1, d)), attr("dtype", d))
	l.Refine(step, op.TensorOf(d, steps))
	step = l.Call("expand_dims", args(step), attr("axis", 1))
	return l.Call("expand_dims", args(l.Call("less", args(step, lengths))), attr("axis", 2))
}

// fold writes the loop over the steps: `scanl` where the states of all of them are wanted,
// `foldl` where only the last ones are.
func (l *layer) fold(gates, mask *model.Value, initial []*model.Value, t *types.Tensor) (all *model.Value, last []*model.Value) {
	n := l.node
	element := op.TensorOf(gates.Dtype(), gates.Shape()[1:]...)
	stateTypes := slices.Repeat([]types.Type{t}, l.states)
	state, step := n.Variable("state", resultType(stateTypes)), n.Variable("x", element)
	steps := []any{"slices(", gates, ")"}
	if mask != nil {
		step.Type = &types.Tuple{Elems: []types.Type{element, op.TensorOf(types.Bool, mask.Shape()[1:]...)}}
		steps = []any{"zip(slices(", gates, "), slices(", mask, "))"}
	}
	body := n.Block(func() []*model.Value {
		before, x, within := []*model.Value{state}, step, (*model.Value)(nil)
		if l.states > 1 {
			before = n.Tuple(stateTypes, state)
		}
		if mask != nil {
			parts := n.Tuple(step.Type.(*types.Tuple).Elems, step)
			x, within = parts[0], parts[1]
		}
		for i, name := range []string{"h", "c"}[:len(before)] {
			n.Name(before[i], name)
		}
		n.Name(x, "gates")
		after := l.step(l, x, before)
		for i, v := range after {
			if within != nil {
				after[i] = n.where(within, v, before[i])
			}
		}
		return after
	})
	if n.Fault() != nil {
		return nil, nil
	}
	name := "foldl"
	if n.wants(0) {
		name = "scanl"
	}
	start := initial[0]
	if l.states > 1 {
		start = n.Pack(initial...)
	}
	parts := append([]any{name + "(fn(", state, ", ", step, ") ", body, ", "}, steps...)
	parts = append(parts, ", ", start, ")")
	results := make([]types.Type, l.states)
	for i := range results {
		results[i] = t
		if n.wants(0) {
			results[i] = &types.Fractal{Elem: t}
		}
	}
	var folded []*model.Value
	if l.states == 1 {
		folded = one(n.Expr(results[0], parts...))
	} else {
		folded = n.Tuple(results, parts...)
	}
	if !n.wants(0) {
		return nil, folded
	}
	n.Name(folded[0], "states")
	for _, v := range folded {
		last = append(last, n.Expr(t, "last(", v, ")"))
	}
	return folded[0], last
}

// resultType is the only type of a list, or their tuple.
func resultType(ts []types.Type) types.Type {
	if len(ts) == 1 {
		return ts[0]
	}
	return &types.Tuple{Elems: ts}
}
