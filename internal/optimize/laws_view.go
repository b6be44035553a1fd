package optimize

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/egraph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Views: operators that select elements, or give them another order or shape.

// views are the operators whose result has elements of the first operand alone, each found without regard
// to its value: result[i] = x[p(i)]. So they exchange with every function of elements, to the bit.
var views = []string{"transpose", "reshape", "squeeze", "expand_dims", "strided_slice", "take", "reverse", "broadcast_to", "repeat", "tile"}

// viewLaws are those of views, and of joins. They move elements and compute none.
var viewLaws = []rule{
	{name: "view_of_function", roots: views, apply: viewOfFunction},
	{name: "function_of_view", apply: functionOfView},
	{name: "function_of_views", apply: functionOfViews},
	{name: "join_of_functions", roots: []string{"concatenate", "stack"}, apply: joinOfFunctions},
	{name: "axes_in_order", roots: []string{"transpose"}, apply: transposeForm},
	{name: "two_transposes", roots: []string{"transpose"}, apply: twoTransposes},
	{name: "shape_in_numbers", roots: []string{"reshape", "squeeze", "expand_dims"}, apply: reshapeForm},
	{name: "two_shapes", roots: []string{"reshape"}, apply: twoReshapes},
	{name: "same_shape", roots: []string{"reshape", "squeeze", "expand_dims", "broadcast_to", "concatenate"}, apply: sameShape},
	{name: "two_slices", roots: []string{"strided_slice"}, apply: twoSlices},
	{name: "slice_of_joined", roots: []string{"strided_slice"}, apply: sliceOfJoined},
	{name: "joined_slices", roots: []string{"concatenate"}, apply: joinedSlices},
	{name: "joined_parts", roots: []string{"concatenate"}, apply: joinedParts},
	{name: "two_joins", roots: []string{"concatenate"}, apply: twoJoins},
	{name: "taken_twice", roots: []string{"take"}, apply: takenTwice},
	{name: "part_of_product", roots: []string{"strided_slice", "take"}, apply: partOfProduct},
	{name: "part_of_reduction", roots: []string{"strided_slice", "take"}, apply: partOfReduction},
	{name: "slice_of_transpose", roots: []string{"strided_slice"}, apply: sliceOfTranspose},
	{name: "copies_by_broadcasting", apply: copiesByBroadcasting},
	{name: "along_axis_of_transpose", roots: alongAxis, apply: alongAxisOfTranspose},
	{name: "part_along_other_axis", roots: []string{"strided_slice", "take"}, apply: partAlongOtherAxis},
	{name: "tensor_reversed_twice", roots: []string{"reverse"}, apply: reversedTwice},
	{name: "joined_products", roots: []string{"concatenate"}, apply: joinedProducts},
}

// reapply applies a view to another operand in the place of its first one.
func (t *terms) reapply(e egraph.Entry, x id) (id, bool) {
	h := t.head(e.Node)
	return t.applyTo(h.op, h.attrs, h.absent, append([]id{x}, e.Kids[1:]...))
}

// maps are the nodes of a class that apply a function to corresponding elements.
func (t *terms) maps(c id) (found []egraph.Entry) {
	for _, e := range t.Entries(c) {
		if h := t.head(e.Node); !h.partial && h.kind == operation && isMap(h, len(e.Kids)) && len(e.Kids) > 0 {
			found = append(found, e)
		}
	}
	return found
}

// viewOfFunction: v(f(x, y)) → f(v(x), v(y)), where x and y have the shape of the result or none. Slices
// and takes pass to an operand that is broadcast as well, as far as it has the axis (alongBroadcast).
func viewOfFunction(a *application, e egraph.Entry) {
	whole, ok := a.shape(e.Kids[0])
	if !ok {
		return
	}
	h := a.head(e.Node)
	for _, f := range a.maps(e.Kids[0]) {
		kids := make([]id, len(f.Kids))
		fits := true
		for i, k := range f.Kids {
			shape, isTensor := a.shape(k)
			switch {
			case !isTensor:
				fits = false
			case len(shape) == 0: // a scalar is broadcast to any view
				kids[i] = k
			case slices.EqualFunc(shape, whole, types.Dim.Equal):
				kids[i], ok = a.reapply(e, k)
				fits = fits && ok
			default:
				kids[i], ok = a.alongBroadcast(h, e, k, shape, whole)
				fits = fits && ok
			}
			if !fits {
				break
			}
		}
		if fits {
			g := a.head(f.Node)
			a.equal(a.applyTo(g.op, g.attrs, 0, kids))
		}
	}
}

// alongBroadcast is the part of a broadcast operand that a slice of the result needs: all of it along an
// axis on which it is repeated, and the same part along others, counted from the back.
func (t *terms) alongBroadcast(h *head, e egraph.Entry, k id, shape, whole []types.Dim) (id, bool) {
	missing := len(whole) - len(shape)
	repeated := func(axis int) bool {
		return axis < missing || shape[axis-missing].IsConst(1) && !whole[axis].IsConst(1)
	}
	switch h.op.Canonical() {
	case "take":
		axis, ok := axisOf(h, len(whole))
		if !ok || len(e.Kids) != 2 {
			return 0, false
		}
		if index, ok := t.shape(e.Kids[1]); !ok || len(index) != 1 {
			return 0, false
		}
		if repeated(int(axis)) {
			return k, true
		}
		return t.apply("take", []id{k, e.Kids[1]}, withAxis(h.attrs, axis-int64(missing))...)
	case "strided_slice":
		s, ok := sliceOf(h, whole)
		if !ok {
			return 0, false
		}
		var own slice
		for i, axis := range s.axes {
			if repeated(int(axis)) {
				continue
			}
			own.axes = append(own.axes, axis-int64(missing))
			own.begin, own.end, own.step = append(own.begin, s.begin[i]), append(own.end, s.end[i]), append(own.step, s.step[i])
		}
		if len(own.axes) == 0 {
			return k, true
		}
		return t.sliced(k, own)
	}
	return 0, false
}

// givenExcept are the attributes that a call writes, but for one.
func givenExcept(attrs op.Attrs, name string) (named []op.Named) {
	for i, given := range attrs.Given {
		if given && attrs.Op.Attrs[i].Name != name {
			named = append(named, op.Named{Name: attrs.Op.Attrs[i].Name, Value: attrs.Values[i]})
		}
	}
	return named
}

// withAxis are the attributes that a call writes, with another axis.
func withAxis(attrs op.Attrs, axis int64) []op.Named {
	return append(givenExcept(attrs, "axis"), op.Named{Name: "axis", Value: op.Int(axis)})
}

// isView reports whether a node is a view.
func isView(h *head) bool {
	return h.kind == operation && !h.partial && slices.Contains(views, h.op.Canonical())
}

// functionOfView: f(v(x)) → v(f(x)). It pays where v repeats elements; where it drops some, the other
// direction does.
func functionOfView(a *application, e egraph.Entry) {
	h := a.head(e.Node)
	if !isMap(h, 1) || len(e.Kids) != 1 {
		return
	}
	for _, v := range a.Entries(e.Kids[0]) {
		if !isView(a.head(v.Node)) {
			continue
		}
		if x, ok := a.applyTo(h.op, h.attrs, 0, v.Kids[:1]); ok {
			a.equal(a.reapply(v, x))
		}
	}
}

// functionOfViews: f(v(x), v(y)) → v(f(x, y)), for x and y of one type and the same view, and
// f(v(x), c) → v(f(x, c)) for a scalar c.
func functionOfViews(a *application, e egraph.Entry) {
	h := a.head(e.Node)
	if !isMap(h, 2) || len(e.Kids) != 2 {
		return
	}
	for i := range 2 {
		other := e.Kids[1-i]
		shape, ok := a.shape(other)
		if !ok {
			return
		}
		for _, v := range a.Entries(e.Kids[i]) {
			if !isView(a.head(v.Node)) {
				continue
			}
			if len(shape) == 0 {
				kids := slices.Clone(e.Kids)
				kids[i] = v.Kids[0]
				if x, ok := a.applyTo(h.op, h.attrs, 0, kids); ok {
					a.equal(a.reapply(v, x))
				}
				continue
			}
			if i == 1 {
				continue
			}
			for _, w := range a.Entries(other) {
				if w.Head != v.Head || !slices.Equal(w.Kids[1:], v.Kids[1:]) || !a.sameType(w.Kids[0], v.Kids[0]) {
					continue
				}
				if x, ok := a.applyTo(h.op, h.attrs, 0, []id{v.Kids[0], w.Kids[0]}); ok {
					a.equal(a.reapply(v, x))
				}
			}
		}
	}
}

// components are those of a tuple that is written out.
func (t *terms) components(c id) (kids []id, ok bool) {
	for _, e := range t.Entries(c) {
		if h := t.head(e.Node); h.kind == tuple {
			return e.Kids, true
		}
	}
	return nil, false
}

// joinOfFunctions: f(x) ++ f(y) → f(x ++ y), and of stack as well.
func joinOfFunctions(a *application, e egraph.Entry) {
	kids, ok := a.components(e.Kids[0])
	if !ok || len(kids) == 0 {
		return
	}
	h := a.head(e.Node)
	for _, f := range a.unaryMaps(kids[0]) {
		inner := []id{f.Kids[0]}
		for _, k := range kids[1:] {
			for _, g := range a.unaryMaps(k) {
				if g.Head == f.Head {
					inner = append(inner, g.Kids[0])
					break
				}
			}
		}
		if len(inner) != len(kids) {
			continue
		}
		if x, ok := a.applyTo(h.op, h.attrs, 0, []id{a.tuple(inner)}); ok {
			g := a.head(f.Node)
			a.equal(a.applyTo(g.op, g.attrs, 0, []id{x}))
		}
	}
}

// permutation gives the axes of a transpose, counted from 0: axis i of the result is axis axes[i] of the
// operand. Without axes the order is reversed.
func permutation(h *head, rank int) ([]int64, bool) {
	axes := make([]int64, rank)
	v := h.attrs.Value("axes")
	if v.Kind == op.NoneValue || v.Kind == op.ListValue && len(v.List) == 0 {
		for i := range axes {
			axes[i] = int64(rank - 1 - i)
		}
		return axes, true
	}
	given, ok := h.attrs.Ints("axes")
	if !ok || len(given) != rank {
		return nil, false
	}
	for i, x := range given {
		if axes[i], ok = axisIn(x, rank); !ok {
			return nil, false
		}
	}
	return axes, true
}

// axisOf is the attribute axis of a node, counted from the front in a tensor of a rank; false where it is
// not given or the tensor has none.
func axisOf(h *head, rank int) (int64, bool) {
	axis, ok := h.attrs.Int("axis")
	if !ok {
		return 0, false
	}
	return axisIn(axis, rank)
}

// axisIn is an axis of a tensor of a rank, counted from the front; false where the tensor has none.
func axisIn(axis int64, rank int) (int64, bool) {
	if axis < 0 {
		axis += int64(rank)
	}
	return axis, axis >= 0 && axis < int64(rank)
}

// transposed transposes a tensor; in the order that it has it is the tensor.
func (t *terms) transposed(x id, axes []int64) (id, bool) {
	for i, axis := range axes {
		if int64(i) != axis {
			return t.apply("transpose", []id{x}, ints("axes", axes))
		}
	}
	return x, true
}

// transposeForm writes a transpose with its axes as numbers from 0, so that equal ones become one node.
func transposeForm(a *application, e egraph.Entry) {
	shape, ok := a.shape(e.Kids[0])
	if !ok {
		return
	}
	if axes, ok := permutation(a.head(e.Node), len(shape)); ok {
		a.equal(a.transposed(e.Kids[0], axes))
	}
}

// twoTransposes: transpose(transpose(x, π), σ) → transpose(x, π∘σ).
func twoTransposes(a *application, e egraph.Entry) {
	shape, ok := a.shape(e.Kids[0])
	if !ok {
		return
	}
	outer, ok := permutation(a.head(e.Node), len(shape))
	if !ok {
		return
	}
	for _, f := range a.operations(e.Kids[0], "transpose") {
		inner, ok := permutation(a.head(f.Node), len(shape))
		if !ok {
			continue
		}
		axes := make([]int64, len(outer))
		for i, x := range outer {
			axes[i] = inner[x]
		}
		a.equal(a.transposed(f.Kids[0], axes))
	}
}

// constantShape are extents that are all numbers; false for others.
func constantShape(shape []types.Dim) ([]int64, bool) {
	ns := make([]int64, len(shape))
	for i, d := range shape {
		n, ok := d.Const()
		if !ok {
			return nil, false
		}
		ns[i] = n
	}
	return ns, true
}

// reshaped gives a tensor another shape of numbers other than 0: 0 and -1 have a meaning of their own in
// newshape.
func (t *terms) reshaped(x id, shape []types.Dim) (id, bool) {
	ns, ok := constantShape(shape)
	if !ok || slices.Contains(ns, 0) {
		return 0, false
	}
	if own, ok := t.shape(x); ok && slices.EqualFunc(own, shape, types.Dim.Equal) {
		return x, true
	}
	return t.apply("reshape", []id{x}, ints("newshape", ns))
}

// reshapeForm writes a reshape, squeeze or expand_dims as a reshape to the shape of its result.
func reshapeForm(a *application, e egraph.Entry) {
	if shape, ok := a.shape(e.ID); ok {
		a.equal(a.reshaped(e.Kids[0], shape))
	}
}

// twoReshapes: reshape(reshape(x, s), r) → reshape(x, r), since the order of elements stays.
func twoReshapes(a *application, e egraph.Entry) {
	shape, ok := a.shape(e.ID)
	if !ok {
		return
	}
	for _, f := range a.operations(e.Kids[0], "reshape") {
		a.equal(a.reshaped(f.Kids[0], shape))
	}
}

// sameShape: reshape(x), squeeze(x), … → x where the type is the same, and a join of one tensor → that. An
// extent that is not known may be another one on both sides, so types with such are not compared.
func sameShape(a *application, e egraph.Entry) {
	x := e.Kids[0]
	if a.head(e.Node).op.Canonical() == "concatenate" {
		kids, ok := a.components(x)
		if !ok || len(kids) != 1 {
			return
		}
		x = kids[0]
	}
	shape, ok := a.shape(x)
	if !ok {
		return
	}
	for _, d := range shape {
		if d.Loose() {
			return
		}
	}
	a.equal(x, a.sameType(x, e.ID))
}
