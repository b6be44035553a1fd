package onnx

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A loop is a recursive function over a counter, states, and collected results:
//
//	let %loop = fn(%i, %going, %states…, %collected…) {
//	  if (%i < %count && %going) { …; %loop(%i + 1, …) } else { (%states…, %collected…) }
//	};
type loop struct {
	count     *model.Value // how often at most; nil for no bound
	going     *model.Value // whether it begins at all; nil for yes
	states    []*model.Value
	collected int
	length    func() types.Dim // of what is collected, once the body is read
	// body gives, for a counter and states, whether to go on (nil for yes), the next states
	// and the elements to collect.
	body func(i *model.Value, going *model.Value, states []*model.Value) (next *model.Value, after, elements []*model.Value)
}

// loop writes a loop and returns the last states, and the collected elements as tensors along
// a new first axis. The types of the states are those that an iteration keeps: where one changes
// an extent, it is `?`. They are the least fixed point of
//
//	T₀ = the types of the initial states,   Tₖ₊₁ = join(Tₖ, body(Tₖ))
//
// which exists because each step makes an extent `?`, of which there are finitely many. The body is
// read once for each k, in a trial, and then once to be written with the types found.
func (n *node) loop(l loop) (states, collected []*model.Value) {
	ts := make([]types.Type, len(l.states))
	for i, v := range l.states {
		ts[i] = v.Type
	}
	for range mostTrials {
		elements, after, ok := n.try(l, ts)
		if !ok {
			return nil, nil
		}
		settled := true
		for i, t := range after {
			joined, ok := join(ts[i], t)
			if was, is := dtypeOf(ts[i]), dtypeOf(t); !ok && was != is && was != types.NoDtype && is != types.NoDtype {
				n.Failf(codes.DtypeMismatch, "the state %d begins as %s, and the body gives %s: a state keeps its dtype", i, typeText(ts[i]), typeText(t))
				return nil, nil
			}
			if !ok {
				n.refuse(nil, "an iteration changes the state %d from %s to %s", i, typeText(ts[i]), typeText(t))
				return nil, nil
			}
			settled = settled && equalTypes(joined, ts[i])
			ts[i] = joined
		}
		if settled {
			states, fractals := n.write(l, ts, elements)
			for i, v := range fractals {
				collected = append(collected, n.collect(v, elements[i], l.length()))
			}
			return states, collected
		}
	}
	n.refuse(nil, "the types of the states do not settle")
	return nil, nil
}

// mostTrials bounds how often a body is read to find the types of its states: each time an
// extent becomes `?`.
const mostTrials = 8

// dtypeOf is the dtype of a tensor; the empty one of other types.
func dtypeOf(t types.Type) types.Dtype {
	if tensor, ok := types.Head(t).(*types.Tensor); ok {
		return tensor.Dtype
	}
	return types.NoDtype
}

// isNumber reports whether a type is one of numbers that a FractalTensor does not hold: it
// holds them as tensors of one element.
func isNumber(t types.Type) bool {
	tensor, ok := types.Head(t).(*types.Tensor)
	return ok && len(tensor.Shape) == 0 && !tensor.Dtype.IsInteger()
}

// collect makes a tensor of collected elements of a type.
func (n *node) collect(v *model.Value, of types.Type, length types.Dim) *model.Value {
	v = n.stacked(v, length)
	if isNumber(of) && v.Known() {
		return n.Call("squeeze", args(v), attr("axis", []int64{1}))
	}
	return v
}

// try reads the body of a loop for the types of what it gives, body(ts), and forgets what it wrote. What
// is wrong in it is kept, since it is not read again.
func (n *node) try(l loop, ts []types.Type) (elements, after []types.Type, ok bool) {
	undo := n.trial()
	defer func() {
		if ok {
			undo()
		}
	}()
	n.Block(func() []*model.Value {
		_, states, collected := l.body(n.Variable("i", types.Scalar(types.Int64)), n.Variable("going", types.Scalar(types.Bool)), n.variables("s", ts))
		ok = n.Fault() == nil && !n.broken && n.refused == nil && len(states) == len(ts) && len(collected) == l.collected
		for _, v := range collected {
			elements = append(elements, v.Type)
			ok = ok && v.Known()
		}
		for _, v := range states {
			after = append(after, v.Type)
			ok = ok && v.Known()
		}
		return nil
	})
	if !ok && n.Fault() == nil && n.refused == nil {
		n.broken = true
	}
	return elements, after, ok
}

func (n *node) variables(name string, ts []types.Type) []*model.Value {
	vs := make([]*model.Value, len(ts))
	for i, t := range ts {
		vs[i] = n.Variable(name, t)
	}
	return vs
}

// write writes the loop, once the types of its states are known.
func (n *node) write(l loop, ts, elements []types.Type) (states, collected []*model.Value) {
	all := append([]types.Type{}, ts...)
	for _, t := range elements {
		tensor, ok := types.Head(t).(*types.Tensor)
		if !ok {
			n.refuse(nil, "what is collected is no tensor: %s", typeText(t))
			return nil, nil
		}
		if isNumber(t) {
			tensor = op.TensorOf(tensor.Dtype, types.Const(1))
		}
		all = append(all, &types.Fractal{Elem: tensor})
	}
	for _, t := range all {
		if !writable(t) {
			n.refuse(nil, "the type of a state is not known")
			return nil, nil
		}
	}
	i := n.Variable("i", types.Scalar(types.Int64))
	going := n.Variable("going", types.Scalar(types.Bool))
	params := n.variables("s", all)
	f := n.Variable("loop", types.ErrorType)
	step := n.Block(func() []*model.Value {
		next, after, given := l.body(i, going, params[:len(ts)])
		if next == nil {
			next = n.Number(value.Truth(true))
		}
		call := []any{f, "(", n.Call("add", args(i, n.Number(value.I64(1)))), ", ", next}
		for _, v := range after {
			call = append(call, ", ", v)
		}
		for k, v := range given {
			if isNumber(v.Type) {
				v = n.Call("expand_dims", args(v), attr("axis", 0))
			}
			call = append(call, ", ", n.Expr(all[len(ts)+k], "join(", params[len(ts)+k], ", [", v, "])"))
		}
		return one(n.Expr(resultOf(all), append(call, ")")...))
	})
	condition := []any{going}
	if l.count != nil {
		condition = []any{i, " < ", l.count, " && ", going}
	}
	parts := []any{"fn(", i, ": int64, ", going, ": bool"}
	for k, p := range params {
		parts = append(parts, ", ", p, ": "+types.String(all[k]))
	}
	parts = append(parts, ") -> "+types.String(resultOf(all))+" { if (")
	parts = append(append(parts, condition...), ") ", step, " else { ")
	parts = append(append(parts, listed(params)...), " } }")
	n.BindAs(f, parts...)
	start := l.going
	if start == nil {
		start = n.Number(value.Truth(true))
	}
	call := []any{f, "(", n.Number(value.I64(0)), ", ", start}
	for _, v := range l.states {
		call = append(call, ", ", v)
	}
	for range elements {
		call = append(call, ", []")
	}
	call = append(call, ")")
	var results []*model.Value
	switch len(all) {
	case 1:
		results = one(n.Expr(all[0], call...))
	default:
		results = n.Tuple(all, call...)
	}
	return results[:len(ts):len(ts)], results[len(ts):]
}

// writable reports whether a type can be written: an empty sequence has no element type yet.
func writable(t types.Type) bool {
	ok := true
	types.Walk(t, func(t types.Type) bool {
		ok = ok && !types.IsBad(t)
		return ok
	})
	return ok
}

func resultOf(ts []types.Type) types.Type {
	if len(ts) == 1 {
		return ts[0]
	}
	return &types.Tuple{Elems: ts}
}

// listed are values as a tuple, or the only one.
func listed(vs []*model.Value) []any {
	if len(vs) == 1 {
		return []any{vs[0]}
	}
	parts := []any{"("}
	for i, v := range vs {
		if i > 0 {
			parts = append(parts, ", ")
		}
		parts = append(parts, v)
	}
	return append(parts, ")")
}

// loopNode repeats a graph: its inputs are a counter, whether to go on, and the states.
func loopNode(n *node) []*model.Value {
	g := n.graph("body")
	if g == nil {
		return nil
	}
	states := n.in[min(2, len(n.in)):]
	if slices.Contains(states, nil) {
		n.Failf(codes.ArityMismatch, "an initial state of Loop is left out; each state has to have one")
		return nil
	}
	collected := len(n.proto.Outputs) - len(states)
	if len(g.Inputs) != len(states)+2 {
		n.Failf(codes.ArityMismatch, "the body of Loop takes %s; for %d states it must take %d: a counter, a condition and the states",
			valuesText(len(g.Inputs)), len(states), len(states)+2)
		return nil
	}
	if collected < 0 || len(g.Outputs) != 1+len(n.proto.Outputs) {
		n.Failf(codes.ArityMismatch, "the body of Loop gives %s; for %s it must give %d: a condition, the states and what is collected",
			valuesText(len(g.Outputs)), outputsText(len(n.proto.Outputs)), 1+len(n.proto.Outputs))
		return nil
	}
	l := loop{states: states, collected: collected}
	if m := n.arg(0); m != nil {
		l.count = n.scalar(m)
	}
	if c := n.arg(1); c != nil {
		l.going = n.scalar(c)
	}
	steady := true
	l.body = func(i, going *model.Value, states []*model.Value) (*model.Value, []*model.Value, []*model.Value) {
		results := n.subgraph(g, append(args(i, going), states...))
		if len(results) != len(g.Outputs) {
			return nil, nil, nil
		}
		next := n.scalar(results[0])
		steady = steady && (isTrue(next) || model.Same(results[0], going))
		return next, results[1 : 1+len(states)], results[1+len(states):]
	}
	l.length = func() types.Dim { // as many as the bound says, if no iteration ends the loop before
		if ds, ok := n.arg(0).Ints(); ok && len(ds) == 1 && steady && (l.going == nil || isTrue(l.going)) {
			return atLeastZero(ds[0])
		}
		return types.Any
	}
	last, all := n.loop(l)
	return append(last, all...)
}

func isTrue(v *model.Value) bool {
	a := v.Elements()
	return a != nil && a.Rank() == 0 && a.Item().IsTrue()
}

// stacked is the tensor of the elements of a FractalTensor along a new first axis.
func (n *node) stacked(v *model.Value, length types.Dim) *model.Value {
	of, ok := types.Head(v.Type).(*types.Fractal)
	if !ok {
		return n.Unknown()
	}
	t := of.Elem.(*types.Tensor)
	return n.Exactly(op.TensorOf(t.Dtype, append([]types.Dim{length}, t.Shape...)...), "stack(", v, ")")
}

// scanNode folds a graph over the slices of tensors: a loop over the indices of the scanned axes, whose
// body gets the states and a slice of each tensor.
func scanNode(n *node) []*model.Value {
	if n.version < 9 {
		return n.refuse(nil, "Scan of opset 8 runs over batches")
	}
	g := n.graph("body")
	if g == nil {
		return nil
	}
	scanned := int(n.int("num_scan_inputs"))
	if scanned < 1 || scanned > len(n.in) || len(n.in)-scanned > len(n.proto.Outputs) || slices.Contains(n.in, nil) || len(g.Inputs) != len(n.in) || len(g.Outputs) != len(n.proto.Outputs) {
		n.Failf(codes.ArityMismatch, "Scan has %d inputs, of which %d are scanned, and %d outputs; its body takes %d and gives %d",
			len(n.in), scanned, len(n.proto.Outputs), len(g.Inputs), len(g.Outputs))
		return nil
	}
	states, tensors := n.in[:len(n.in)-scanned], n.in[len(n.in)-scanned:]
	s := scan{node: n, graph: g, tensors: tensors}
	if !s.prepare(len(n.proto.Outputs) - len(states)) {
		return nil
	}
	return s.run(states)
}

// A scan is a Scan node: which axes its tensors are cut along, and in which direction.
type scan struct {
	*node
	graph              *wire.Graph
	tensors            []*model.Value
	axes, outAxes      []int
	backward, outTurns []bool
	length             types.Dim
}

// prepare reads axes and directions. All scanned axes have one length.
func (s *scan) prepare(outputs int) bool {
	s.length = types.Any
	for i, v := range s.tensors {
		axis, ok := s.axis("scan_input_axes", entryOf(s.ints("scan_input_axes"), i), v.Rank())
		if !ok {
			return false
		}
		s.axes = append(s.axes, axis)
		s.backward = append(s.backward, entryOf(s.ints("scan_input_directions"), i) == 1)
		d := v.Shape()[axis]
		if !compatible(d, s.length) {
			s.at(len(s.in)-len(s.tensors)+i, codes.ShapeMismatch, "Scan cuts its inputs into as many slices: %s and %s differ", s.length, d)
			return false
		}
		if s.length.Loose() {
			s.length = d
		}
	}
	for i := range outputs {
		s.outAxes = append(s.outAxes, int(entryOf(s.ints("scan_output_axes"), i)))
		s.outTurns = append(s.outTurns, entryOf(s.ints("scan_output_directions"), i) == 1)
	}
	return true
}

// entryOf is an entry of a list, 0 after its end.
func entryOf(list []int64, i int) int64 {
	if i < len(list) {
		return list[i]
	}
	return 0
}

func (s *scan) run(states []*model.Value) []*model.Value {
	first := s.tensors[0]
	shape := s.Call("shape_of", args(first), attr("dtype", "int64"))
	count := s.constantExtents(s.Call("take", args(shape, s.whole(int64(s.axes[0]), types.Int64)), attr("axis", 0)))
	last, all := s.loop(loop{count: count, states: states, collected: len(s.outAxes),
		length: func() types.Dim { return s.length },
		body: func(i, _ *model.Value, states []*model.Value) (*model.Value, []*model.Value, []*model.Value) {
			inputs := append([]*model.Value{}, states...)
			for k, v := range s.tensors {
				at := i
				if s.backward[k] {
					at = s.Call("subtract", args(s.Call("subtract", args(count, s.whole(1, types.Int64))), i))
				}
				inputs = append(inputs, s.Call("take", args(v, at), attr("axis", s.axes[k])))
			}
			results := s.subgraph(s.graph, inputs)
			if len(results) != len(s.graph.Outputs) {
				return nil, nil, nil
			}
			return nil, results[:len(states)], results[len(states):]
		}})
	for k, v := range all {
		last = append(last, s.placed(v, k))
	}
	return last
}

// placed is a collected tensor with the new axis where the node wants it, in its direction.
func (s *scan) placed(v *model.Value, k int) *model.Value {
	if s.outTurns[k] {
		v = s.Call("reverse", args(v), attr("axis", 0))
	}
	axis, ok := s.axis("scan_output_axes", int64(s.outAxes[k]), v.Rank())
	if !ok || axis == 0 {
		return v
	}
	perm := []int64{}
	for i := 1; i < v.Rank(); i++ {
		perm = append(perm, int64(i))
	}
	perm = append(perm[:axis], append([]int64{0}, perm[axis:]...)...)
	return s.Call("transpose", args(v), attr("axes", perm))
}
