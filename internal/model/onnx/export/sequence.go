package export

import (
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A FractalTensor of tensors is a sequence. One of tuples is a tuple of sequences of one length.

var sequenceEntries = map[string]func(c *call) *Value{
	"length":  func(c *call) *Value { return c.cast(c.length(c.in[0]), types.Int32) },
	"element": element,
	"first":   elementAt(0), "head": elementAt(0), "last": elementAt(-1), "tail": elementAt(-1),
	"slices": sliced, "flatten": joined(0),
	"join": join, "zip": zip, "enumerate": enumerate,
	"map": mapped, "filter": filtered, "slice": cut,
	"foldl": folded(false, false), "fold": folded(false, false), "reduce": folded(false, false),
	"foldr": folded(true, false), "scanl": folded(false, true), "scan": folded(false, true), "scanr": folded(true, true),
}

// list writes `[a, b]` as a sequence.
func (f *frame) list(v graph.Value) *Value {
	x, parts, t := f.x, f.operands(v), f.typeOf(v)
	if tuple, ok := types.Head(t).(*types.Tuple); ok {
		return &Value{Type: tuple, parts: parts}
	}
	fractal, ok := types.Head(t).(*types.Fractal)
	if !ok {
		x.refuse("a list of type `%s` cannot be written", types.String(t))
	}
	if len(parts) == 0 {
		return x.empty(fractal.Elem)
	}
	return x.construct(fractal.Elem, parts)
}

// construct is a sequence of values.
func (x *exporter) construct(elem types.Type, parts []*Value) *Value {
	if tuple, ok := types.Head(elem).(*types.Tuple); ok {
		v := &Value{Type: &types.Fractal{Elem: elem}, parts: []*Value{}}
		for i, e := range tuple.Elems {
			var column []*Value
			for _, p := range parts {
				column = append(column, x.frame.part(p, i))
			}
			v.parts = append(v.parts, x.construct(e, column))
		}
		return v
	}
	if _, ok := types.Head(elem).(*types.Tensor); !ok {
		x.refuse("ONNX has no sequences of `%s`: the elements of a sequence are tensors", types.String(elem))
	}
	return x.op("SequenceConstruct", &types.Fractal{Elem: elem}, parts)
}

// empty is a sequence without elements.
func (x *exporter) empty(elem types.Type) *Value {
	if tuple, ok := types.Head(elem).(*types.Tuple); ok {
		v := &Value{Type: &types.Fractal{Elem: elem}, parts: []*Value{}}
		for _, e := range tuple.Elems {
			v.parts = append(v.parts, x.empty(e))
		}
		return v
	}
	t, ok := types.Head(elem).(*types.Tensor)
	if !ok {
		x.refuse("ONNX has no sequences of `%s`: the elements of a sequence are tensors", types.String(elem))
	}
	d, ok := wire.DataTypeOf(t.Dtype)
	if !ok {
		x.refuse("ONNX has no dtype %s", t.Dtype)
	}
	return x.op("SequenceEmpty", &types.Fractal{Elem: elem}, intAttr("dtype", int64(d)))
}

// fractal is the type of the elements of a sequence.
func (x *exporter) elem(v *Value) types.Type {
	t, ok := types.Head(v.Type).(*types.Fractal)
	if !ok {
		x.refuse("a FractalTensor is needed here, and this is `%s`", types.String(v.Type))
	}
	return t.Elem
}

// first is the first sequence of a tuple of sequences, or the sequence.
func first(v *Value) *Value {
	for len(v.parts) > 0 {
		v = v.parts[0]
	}
	return v
}

// length is the number of elements as int64.
func (x *exporter) length(v *Value) *Value {
	x.elem(v)
	return x.op("SequenceLength", types.Scalar(types.Int64), first(v))
}

// elementOfAt reads an element.
func (x *exporter) elementOfAt(v, i *Value) *Value {
	elem := x.elem(v)
	if v.parts == nil {
		return x.op("SequenceAt", elem, v, i)
	}
	parts := make([]*Value, len(v.parts))
	for k, p := range v.parts {
		parts[k] = x.elementOfAt(p, i)
	}
	return &Value{Type: elem, parts: parts}
}

// element reads an element of a sequence, or a slice of a tensor along its first axis.
func element(c *call) *Value {
	i := c.in[1]
	if _, ok := types.Head(c.in[0].Type).(*types.Tensor); ok {
		return c.op("Gather", c.outTensor(), c.in[0], c.index(i), intAttr("axis", 0))
	}
	if ns := elements(i); len(ns) == 1 && ns[0] < 0 {
		c.refuse("an index below 0 fails here, and counts from the end in ONNX")
	}
	return c.elementOfAt(c.in[0], c.cast(i, types.Int64))
}

func elementAt(i float64) func(c *call) *Value {
	return func(c *call) *Value { return c.elementOfAt(c.in[0], number(types.Int64, i)) }
}

// inserted is a sequence with one more element before a place, or at its end.
func (x *exporter) inserted(v, e *Value, place ...*Value) *Value {
	if v.parts == nil {
		return x.op("SequenceInsert", v.Type, v, e, place)
	}
	parts := make([]*Value, len(v.parts))
	for k, p := range v.parts {
		parts[k] = x.inserted(p, x.frame.part(e, k), place...)
	}
	return &Value{Type: v.Type, parts: parts}
}

// sliced are the slices of a tensor along an axis.
func sliced(c *call) *Value {
	axis := c.axis("axis", c.rank(c.in[0]))
	return c.op("SplitToSequence", c.out, c.in[0], intAttr("axis", axis), intAttr("keepdims", 0))
}

// joined joins the elements along an axis.
func joined(newAxis int64) func(c *call) *Value {
	return func(c *call) *Value {
		elem, ok := types.Head(c.elem(c.in[0])).(*types.Tensor)
		if !ok {
			c.refuse("`%s` of nested FractalTensors is not exported", c.operator.Name)
		}
		return c.op("ConcatFromSequence", c.outTensor(), c.in[0], intAttr("axis", c.axis("axis", len(elem.Shape))), intAttr("new_axis", newAxis))
	}
}

// join appends a sequence: each of its elements in a Loop, but where it is written out.
func join(c *call) *Value {
	a, b := c.in[0], c.in[1]
	if one := c.onlyElement(b); one != nil {
		return c.inserted(a, one)
	}
	return c.each(b, a, func(i, state *Value) *Value { return c.inserted(state, c.elementOfAt(b, i)) })
}

// onlyElement is the element of a sequence that is constructed of one; nil of others.
func (c *call) onlyElement(v *Value) *Value {
	if v.parts != nil || len(c.scope.nodes) == 0 {
		return nil
	}
	for s := c.scope; s != nil; s = s.outer {
		for _, n := range s.nodes {
			if n.Outputs[0] == v.name && n.OpType == "SequenceConstruct" && len(n.Inputs) == 1 {
				return &Value{Type: x0(v.Type), name: n.Inputs[0]}
			}
		}
	}
	return nil
}

func x0(t types.Type) types.Type { return types.Head(t).(*types.Fractal).Elem }

// each writes a Loop over the elements of a sequence.
func (c *call) each(xs, init *Value, step func(i, state *Value) *Value) *Value {
	return c.count(c.length(xs), init, step)
}

// count writes a Loop of so many iterations.
func (c *call) count(n, init *Value, step func(i, state *Value) *Value) *Value {
	leaves := c.leaves(init)
	ts := make([]types.Type, len(leaves))
	for i, v := range leaves {
		ts[i] = v.Type
	}
	outs := c.iterate(n, leaves, ts, func(i *Value, state []*Value) (*Value, []*Value) {
		return nil, c.leaves(step(i, c.same(init, state)))
	})
	return c.same(init, outs)
}

// zip pairs elements. FractalTensors of different lengths fail in the language.
func zip(c *call) *Value {
	v := &Value{Type: c.out, parts: []*Value{}}
	if t, ok := types.Head(c.out).(*types.Fractal); !ok || !known(t) {
		elem := &types.Tuple{}
		for _, p := range c.in {
			elem.Elems = append(elem.Elems, c.elem(p))
		}
		v.Type = &types.Fractal{Elem: elem}
	}
	v.parts = append(v.parts, c.in...)
	return v
}

// enumerate pairs elements with their places.
func enumerate(c *call) *Value {
	index := types.Scalar(types.Int32)
	places := c.count(c.length(c.in[0]), c.empty(index), func(i, state *Value) *Value { return c.inserted(state, c.cast(i, types.Int32)) })
	elem := &types.Tuple{Elems: []types.Type{index, c.elem(c.in[0])}}
	return &Value{Type: &types.Fractal{Elem: elem}, parts: []*Value{places, c.in[0]}}
}

// mapped applies a function to each element in a Loop. A function that gives a tuple gives a
// tuple of FractalTensors.
func mapped(c *call) *Value {
	xs := c.in[1]
	out := c.out
	if !known(out) {
		c.refuse("the type of this call of `map` is not known")
	}
	var init *Value
	switch t := types.Head(out).(type) {
	case *types.Fractal:
		init = c.empty(t.Elem)
	case *types.Tuple:
		init = &Value{Type: t, parts: []*Value{}}
		for _, e := range t.Elems {
			init.parts = append(init.parts, c.empty(x0(e)))
		}
	}
	return c.each(xs, init, func(i, state *Value) *Value {
		return c.inserted(state, c.apply(c.frame, c.in[0], append([]*Value{c.elementOfAt(xs, i)}, c.extra...)))
	})
}

// filtered appends the elements that satisfy a predicate in a Loop.
func filtered(c *call) *Value {
	xs := c.in[1]
	return c.each(xs, c.empty(c.elem(xs)), func(i, state *Value) *Value {
		e := c.elementOfAt(xs, i)
		kept := c.apply(c.frame, c.in[0], append([]*Value{e}, c.extra...))
		return c.choose(kept, func() *Value { return c.inserted(state, e) }, func() *Value { return state })
	})
}

// cut appends the elements from start up to end by a stride in a Loop. Bounds outside are limited.
func cut(c *call) *Value {
	xs, scalar := c.in[0], types.Scalar(types.Int64)
	n := c.length(xs)
	zero, stride := number(types.Int64, 0), number(types.Int64, float64(c.int("stride")))
	if len(c.in) > 3 && c.in[3] != nil {
		stride = c.cast(c.in[3], types.Int64)
		if ns := elements(stride); len(ns) != 1 || ns[0] < 1 {
			c.refuse("a slice by a stride that is computed is not exported: it fails on strides below 1")
		}
	}
	bound := func(v *Value) *Value {
		return c.op("Max", scalar, c.op("Min", scalar, c.cast(v, types.Int64), n), zero)
	}
	start := bound(c.in[1])
	// one less than the extent, so that the division rounds up
	extent := c.op("Sub", scalar, c.op("Sub", scalar, bound(c.in[2]), start), number(types.Int64, 1))
	trips := c.op("Add", scalar, c.op("Div", scalar, extent, stride), number(types.Int64, 1))
	trips = c.op("Where", scalar, c.op("Less", types.Scalar(types.Bool), extent, zero), zero, trips)
	return c.count(trips, c.empty(c.elem(xs)), func(i, state *Value) *Value {
		return c.inserted(state, c.elementOfAt(xs, c.op("Add", scalar, start, c.op("Mul", scalar, i, stride))))
	})
}

// folded folds a sequence in a Loop, from its end or its beginning, and gives the last state or
// all of them, each at the place of its element. Without a first state it is the first element.
func folded(right, all bool) func(c *call) *Value {
	return func(c *call) *Value {
		xs := c.in[1]
		n := c.length(xs)
		scalar := types.Scalar(types.Int64)
		var init *Value
		skipped := 0.0
		if len(c.in) > 2 && c.in[2] != nil {
			init = c.in[2]
		} else {
			at := 0.0
			if right {
				at = -1
			}
			init, skipped = c.elementOfAt(xs, number(types.Int64, at)), 1
		}
		trips := n
		if skipped > 0 {
			trips = c.op("Sub", scalar, n, number(types.Int64, skipped))
		}
		place := func(i *Value) *Value {
			switch {
			case right:
				return c.op("Sub", scalar, number(types.Int64, -1-skipped), i)
			case skipped > 0:
				return c.op("Add", scalar, i, number(types.Int64, skipped))
			}
			return i
		}
		state := c.stateOf(init, all)
		step := func(i, s *Value) *Value {
			return c.apply(c.frame, c.in[0], append([]*Value{s, c.elementOfAt(xs, place(i))}, c.extra...))
		}
		if !all {
			return c.count(trips, state, step)
		}
		states := c.empty(state.Type)
		if skipped > 0 {
			states = c.inserted(states, state)
		}
		both := c.count(trips, tuple(state, states), func(i, s *Value) *Value {
			next := step(i, s.parts[0])
			if right {
				return tuple(next, c.inserted(s.parts[1], next, number(types.Int64, 0)))
			}
			return tuple(next, c.inserted(s.parts[1], next))
		})
		result := both.parts[1]
		if known(c.out) && result.parts == nil {
			named := *result
			named.Type = c.out
			return &named
		}
		return result
	}
}

// stateOf gives the first state of a fold, or of a scan, the type that all states have.
func (c *call) stateOf(init *Value, all bool) *Value {
	t := c.out
	if fractal, ok := types.Head(t).(*types.Fractal); ok && all {
		t = fractal.Elem
	}
	if !known(t) || init.parts != nil {
		return init
	}
	v := *init
	c.name(&v)
	v.Type = t
	return &v
}
