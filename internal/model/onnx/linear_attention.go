package onnx

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// linearAttention folds a state S, a matrix for each head, over the steps in float32:
//
//	S ← exp(g)·S              with a decay g
//	v ← β·(v - Sᵀ·k)          with a correction β
//	S ← S + k·vᵀ,  o = scale·Sᵀ·q
func linearAttention(n *node) []*model.Value {
	rule := n.str("update_rule")
	decays, corrects := rule == "gated" || rule == "gated_delta", rule == "delta" || rule == "gated_delta"
	if !decays && !corrects && rule != "linear" {
		n.Failf(codes.AttributeValue, "`update_rule` of LinearAttention is %q; it must be linear, gated, delta or gated_delta", rule)
		return nil
	}
	for i, needed := range map[int]bool{4: decays, 5: corrects} {
		if needed != (n.arg(i) != nil) {
			n.Failf(codes.ArityMismatch, "with the rule %q LinearAttention takes a decay in input 4: %t, and a correction in input 5: %t", rule, decays, corrects)
			return nil
		}
	}
	counts := []int64{n.int("q_num_heads"), n.int("kv_num_heads"), n.int("kv_num_heads")}
	f := types.Float32
	var steps []*model.Value // (steps, batch, heads, size)
	stepped := func(input int, count int64) {
		v := n.heads(input, count)
		if !v.Known() {
			return
		}
		steps = append(steps, n.cast(n.Call("transpose", args(v), attr("axes", []int64{1, 0, 2, 3})), f))
	}
	for i, count := range counts {
		stepped(i, count)
	}
	if decays {
		stepped(4, counts[1])
		if n.Fault() != nil {
			return nil
		}
		steps[len(steps)-1] = n.apply(steps[len(steps)-1], "exp")
	}
	if corrects {
		if n.arg(5).Rank() != 3 {
			return n.at(5, codes.ShapeMismatch, "the correction in input 5 is (batch, steps, heads), and has %s", axesText(n.arg(5).Rank()))
		}
		k, known := n.arg(5).Shape()[2].Const()
		if !known {
			return n.refuse(nil, "the extent of the correction is not known")
		}
		stepped(5, k)
	}
	if n.Fault() != nil {
		return nil
	}
	return n.linearScan(steps, decays, corrects)
}

// linearScan writes the loop of LinearAttention over queries, keys, values and what else the
// rule takes.
func (n *node) linearScan(steps []*model.Value, decays, corrects bool) []*model.Value {
	f := types.Float32
	q, k, v := steps[0].Shape(), steps[1].Shape(), steps[2].Shape()
	size, known := q[3].Const()
	if !known {
		return n.refuse(nil, "the extent of the heads is not known")
	}
	scale := n.float("scale")
	if scale == 0 {
		scale = 1 / math.Sqrt(float64(size))
	}
	stateType := op.TensorOf(f, k[1], k[2], k[3], v[3])
	outType := op.TensorOf(f, q[1], q[2], v[3])
	var kept types.Dtype
	initial := n.arg(3)
	switch {
	case initial != nil:
		kept = initial.Dtype()
		initial = n.cast(initial, f)
	case k[1].Loose():
		return n.refuse(nil, "the extent of the batch is not known")
	default:
		kept = n.in[0].Dtype()
		initial = n.Call("full", args(n.number(0, f)), attr("shape", stateType.Shape), attr("dtype", f))
	}
	start := n.Call("full", args(n.number(0, f)), attr("shape", outType.Shape), attr("dtype", f))
	if !initial.Known() || !start.Known() {
		return nil
	}
	element := &types.Tuple{}
	sliced := []any{"zip("}
	for i, s := range steps {
		element.Elems = append(element.Elems, op.TensorOf(f, s.Shape()[1:]...))
		if i > 0 {
			sliced = append(sliced, ", ")
		}
		sliced = append(sliced, "slices(", s, ")")
	}
	both := []types.Type{stateType, outType}
	state, step := n.Variable("state", resultType(both)), n.Variable("x", element)
	body := n.Block(func() []*model.Value {
		s := n.Tuple(both, state)[0]
		xs := n.Tuple(element.Elems, step)
		query, key, val := xs[0], n.Call("expand_dims", args(xs[1]), attr("axis", 3)), n.Call("expand_dims", args(xs[2]), attr("axis", 2))
		if decays {
			s = n.multiply(n.Call("expand_dims", args(xs[3]), attr("axis", 3)), s)
		}
		if corrects {
			seen := n.Call("sum", args(n.multiply(s, key)), attr("axis", []int64{2}), attr("keepdims", true))
			rate := n.Call("expand_dims", args(xs[len(xs)-1]), attr("axis", 3))
			val = n.multiply(rate, n.subtract(val, seen))
		}
		s = n.add(s, n.multiply(key, val))
		read := s
		if have, ok := k[2].Const(); ok {
			if want, ok := q[2].Const(); ok && have > 0 && want > have {
				read = n.Call("repeat", args(s), attr("repeats", want/have), attr("axis", 1))
			}
		}
		row := n.Call("matmul", args(n.Call("expand_dims", args(query), attr("axis", 2)), read))
		o := n.Call("squeeze", args(row), attr("axis", []int64{2}))
		return args(s, n.scaled(o, scale, f))
	})
	if n.Fault() != nil {
		return nil
	}
	parts := append([]any{"scanl(fn(", state, ", ", step, ") ", body, ", "}, sliced...)
	parts = append(parts, "), ", n.Pack(initial, start), ")")
	folded := n.Tuple([]types.Type{&types.Fractal{Elem: stateType}, &types.Fractal{Elem: outType}}, parts...)
	o := n.Expr(op.TensorOf(f, types.Any, q[1], q[2], v[3]), "stack(", folded[1], ")")
	n.Refine(o, op.TensorOf(f, q[0], q[1], q[2], v[3]))
	y := n.joinHeads(n.Call("transpose", args(o), attr("axes", []int64{1, 0, 2, 3})))
	return args(n.cast(y, n.in[0].Dtype()), n.cast(n.Expr(stateType, "last(", folded[0], ")"), kept))
}
