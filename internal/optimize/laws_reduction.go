package optimize

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/egraph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// reductionLaws are those of sum, mean, max, min, prod, all and any: ⊕ over the elements along axes.
var reductionLaws = []rule{
	{name: "axes_in_numbers", roots: reductions, apply: reductionForm},
	{name: "two_reductions", roots: reductions, apply: twoReductions},
	{name: "reduction_of_transpose", roots: reductions, apply: reductionOfTranspose},
	{name: "reduction_of_all", roots: reductions, apply: reductionOfAll},
	{name: "reduction_of_copies", roots: reductions, apply: reductionOfCopies},
	{name: "reduction_of_repeated", roots: reductions, apply: reductionOfRepeated},
	{name: "product_with_constant", roots: []string{"matmul"}, apply: productWithConstant},
	{name: "reduction_of_joined", roots: []string{"sum", "max", "min", "prod"}, apply: reductionOfJoined},
	{name: "sum_of_sums", roots: []string{"sum", "mean"}, apply: sumOfSums},
	{name: "sum_of_negative", roots: []string{"sum", "mean"}, apply: sumOfNegative},
	{name: "sums_added", roots: []string{op.Add, op.Subtract}, apply: sumsAdded},
	{name: "factor_of_sum", roots: []string{"sum", "mean"}, apply: factorOfSum},
	{name: "extreme_of_shifted", roots: []string{"max", "min"}, apply: extremeOfShifted},
	{name: "extreme_of_negative", roots: []string{"max", "min"}, apply: extremeOfNegative},
	{name: "extreme_of_rising", roots: []string{"max", "min"}, apply: extremeOfRising},
	{name: "mean_as_sum", roots: []string{"mean"}, apply: meanAsSum},
}

// reductions are the operators that combine the elements along axes into one.
var reductions = []string{"sum", "max", "min", "mean", "prod", "all", "any"}

// reducedAxes are the axes of a reduction, from 0 and in order: the given ones, all where none is given,
// or with exclude the others.
func reducedAxes(h *head, rank int) ([]int64, bool) {
	var given []int64
	switch v := h.attrs.Value("axis"); v.Kind {
	case op.NoneValue:
	case op.IntValue:
		given = []int64{v.Int}
	case op.ListValue:
		var ok bool
		if given, ok = h.attrs.Ints("axis"); !ok {
			return nil, false
		}
	default:
		return nil, false
	}
	in := make([]bool, rank)
	for _, x := range given {
		axis, ok := axisIn(x, rank)
		if !ok {
			return nil, false
		}
		in[axis] = true
	}
	all := len(given) == 0
	exclude := h.attrs.Bool("exclude")
	if all && exclude {
		return nil, false
	}
	var axes []int64
	for i, is := range in {
		if all || is != exclude {
			axes = append(axes, int64(i))
		}
	}
	return axes, len(axes) > 0
}

// A reduction is a node that reduces a tensor along axes. keep says that they stay, with extent 1.
type reduction struct {
	op    *op.Op
	x     id
	shape []types.Dim
	axes  []int64
	keep  bool
}

// reductionOf reads a reduction; false where its axes are not known.
func (t *terms) reductionOf(e egraph.Entry) (r reduction, ok bool) {
	h := t.head(e.Node)
	shape, ok := t.shape(e.Kids[0])
	if !ok || len(e.Kids) != 1 {
		return r, false
	}
	axes, ok := reducedAxes(h, len(shape))
	return reduction{h.op, e.Kids[0], shape, axes, h.attrs.Bool("keepdims")}, ok
}

// reduced reduces a tensor along axes; along none it is the tensor.
func (t *terms) reduced(o *op.Op, x id, axes []int64, keep bool) (id, bool) {
	if len(axes) == 0 {
		return x, true
	}
	named := []op.Named{ints("axis", axes)}
	if keep {
		named = append(named, op.Named{Name: "keepdims", Value: op.Boolean(true)})
	}
	return t.apply(o.Name, []id{x}, named...)
}

// reductionForm writes a reduction with its axes as numbers in order, so that reductions that are spelled
// differently become one node.
func reductionForm(a *application, e egraph.Entry) {
	if r, ok := a.reductionOf(e); ok {
		a.equal(a.reduced(r.op, r.x, r.axes, r.keep))
	}
}

// product is the number of elements along axes; false where it is no number.
func (r reduction) product(axes []int64) (n int64, ok bool) {
	n = 1
	for _, axis := range axes {
		extent, known := r.shape[axis].Const()
		if !known {
			return 0, false
		}
		n *= extent
	}
	return n, true
}

// twoReductions: ⊕(⊕(x, A), B) → ⊕(x, A ∪ B'), where B' are the axes of x that B has after A is gone. The
// mean of means is the mean only of floats, and of groups with elements: integers are rounded twice.
func twoReductions(a *application, e egraph.Entry) {
	outer, ok := a.reductionOf(e)
	if !ok {
		return
	}
	for _, f := range a.operations(outer.x, outer.op.Canonical()) {
		inner, ok := a.reductionOf(f)
		if !ok || inner.keep && !outer.keep {
			continue
		}
		if n, known := inner.product(inner.axes); outer.op.Canonical() == "mean" && (!known || n == 0 || !a.linear(inner)) {
			continue
		}
		var kept []int64 // kept[i] is the axis of x that axis i of the inner result is
		for i := range int64(len(inner.shape)) {
			if inner.keep || !slices.Contains(inner.axes, i) {
				kept = append(kept, i)
			}
		}
		axes := slices.Clone(inner.axes)
		for _, x := range outer.axes {
			if !slices.Contains(axes, kept[x]) {
				axes = append(axes, kept[x])
			}
		}
		slices.Sort(axes)
		// With keepdims outside alone, the axes of the inner one are gone and those of the outer one
		// stay, which no single reduction does.
		if outer.keep == inner.keep {
			a.equal(a.reduced(outer.op, inner.x, axes, outer.keep))
		}
	}
}

// reductionOfTranspose: ⊕(transpose(x, π), A) → transpose(⊕(x, π(A)), ρ), where ρ brings the axes that are
// left into the order that they have in π; with keepdims ρ is π.
func reductionOfTranspose(a *application, e egraph.Entry) {
	r, ok := a.reductionOf(e)
	if !ok {
		return
	}
	for _, f := range a.operations(r.x, "transpose") {
		moved, ok := permutation(a.head(f.Node), len(r.shape))
		if !ok {
			continue
		}
		var axes []int64
		for _, x := range r.axes {
			axes = append(axes, moved[x])
		}
		slices.Sort(axes)
		c, ok := a.reduced(r.op, f.Kids[0], axes, r.keep)
		if !ok {
			continue
		}
		if r.keep {
			a.equal(a.transposed(c, moved))
			continue
		}
		var rest, order []int64 // the axes that are left, as they are and as they shall be
		for i := range int64(len(moved)) {
			if !slices.Contains(axes, i) {
				rest = append(rest, i)
			}
		}
		for _, x := range moved {
			if i := slices.Index(rest, x); i >= 0 {
				order = append(order, int64(i))
			}
		}
		a.equal(a.transposed(c, order))
	}
}

// reductionOfAll: ⊕(reshape(x)) → ⊕(x) over all elements, for every operator that only moves them, and
// ⊕(x, A) → reshape(x) where A has a single element.
func reductionOfAll(a *application, e egraph.Entry) {
	r, ok := a.reductionOf(e)
	if !ok {
		return
	}
	if n, known := r.product(r.axes); known && n == 1 {
		if out, ok := a.shape(e.ID); ok {
			a.equal(a.reshaped(r.x, out))
		}
	}
	if len(r.axes) != len(r.shape) || r.keep {
		return
	}
	for _, name := range []string{"reshape", "transpose", "squeeze", "expand_dims", "reverse", "nn.batch_flatten"} {
		for _, f := range a.operations(r.x, name) {
			shape, ok := a.shape(f.Kids[0])
			if !ok {
				continue
			}
			var axes []int64
			for i := range int64(len(shape)) {
				axes = append(axes, i)
			}
			a.equal(a.reduced(r.op, f.Kids[0], axes, false))
		}
	}
}

// aligned are the extents of a tensor that is broadcast to a rank: 1 where it has none.
func aligned(shape []types.Dim, rank int) []types.Dim {
	return append(slices.Repeat([]types.Dim{types.Const(1)}, rank-len(shape)), shape...)
}

// reduceBroadcast reduces a tensor x that is broadcast to the shape of r, without the copies:
//
//	Σ(broadcast(x), A) → n · Σ(x, A'),   ⊕(broadcast(x), A) → ⊕(x, A') for max, min, mean, all, any
//
// where A' are the axes of A that x has itself, and n the number of copies, the product of the extents
// along the others. That is exact also for the mean of integers, whose sum is wide: n·s / n·m = s / m.
// An extreme of no copies fails or is NaN, so n must not be 0 there; prod is left alone but for n = 1.
// The result has the type out: it is broadcast again where x does not have all axes that stay.
func (a *application) reduceBroadcast(r reduction, x id, out types.Type) (id, bool) {
	shape, ok := a.shape(x)
	if !ok || len(shape) > len(r.shape) {
		return 0, false
	}
	// own are the axes of A that x has, in its numbers; along times it is repeated. An extent of
	// neither kind (unknown, say) refuses.
	full := aligned(shape, len(r.shape))
	missing := int64(len(r.shape) - len(shape))
	var own, times []int64
	for _, axis := range r.axes {
		switch {
		case full[axis].Equal(r.shape[axis]) && axis >= missing:
			own = append(own, axis-missing)
		case full[axis].IsConst(1):
			times = append(times, axis)
		default:
			return 0, false
		}
	}
	for i := range r.shape {
		if !full[i].Equal(r.shape[i]) && !full[i].IsConst(1) {
			return 0, false
		}
	}
	n, known := r.product(times)
	if !known {
		return 0, false
	}
	c, ok := a.reduced(r.op, x, own, r.keep)
	if !ok {
		return 0, false
	}
	if !r.keep {
		// Axes of extent 1 that are reduced with others go, too.
		var drop []int64
		at := int64(0)
		for i := range int64(len(shape)) {
			if slices.Contains(own, i) {
				continue
			}
			if slices.Contains(r.axes, i+missing) {
				drop = append(drop, at)
			}
			at++
		}
		if len(drop) > 0 {
			if c, ok = a.apply("squeeze", []id{c}, ints("axis", drop)); !ok {
				return 0, false
			}
		}
	}
	t := a.tensor(c)
	switch r.op.Canonical() {
	case "sum":
		if n != 1 { // truth values have no multiples
			factor, ok := a.scalar(t.Dtype, float64(n))
			if !ok || t.Dtype == types.Bool {
				return 0, false
			}
			if c, ok = a.apply(op.Multiply, []id{c, factor}); !ok {
				return 0, false
			}
		}
	case "max", "min", "mean", "all", "any":
		if n == 0 {
			return 0, false
		}
	default:
		if n != 1 {
			return 0, false
		}
	}
	if sameTypes(a.typeOf(c), out) {
		return c, true
	}
	if tensor, ok := types.Head(out).(*types.Tensor); ok {
		return a.apply("broadcast_to", []id{c}, op.Named{Name: "shape", Value: dimsValue(tensor.Shape)})
	}
	return 0, false
}

// reductionOfCopies reduces what is broadcast, or is one number everywhere, without the copies.
func reductionOfCopies(a *application, e egraph.Entry) {
	r, ok := a.reductionOf(e)
	if !ok {
		return
	}
	for _, name := range []string{"broadcast_to", "broadcast_to_like"} {
		for _, f := range a.operations(r.x, name) {
			a.equal(a.reduceBroadcast(r, f.Kids[0], a.typeOf(e.ID)))
		}
	}
	if v := a.Data(r.x).value; v != nil {
		if n, ok := a.number(v); ok {
			a.equal(a.reduceBroadcast(r, n, a.typeOf(e.ID)))
		}
	}
}

// reductionOfRepeated: Σ(tile(x)) → Σ(x) · n over all elements, n the number of copies, and ⊕(tile(x)) →
// ⊕(x) for max, min, mean, all and any; of repeat as well.
func reductionOfRepeated(a *application, e egraph.Entry) {
	r, ok := a.reductionOf(e)
	if !ok || len(r.axes) != len(r.shape) || r.keep {
		return
	}
	all, known := r.product(r.axes)
	for _, name := range []string{"tile", "repeat"} {
		for _, f := range a.operations(r.x, name) {
			shape, ok := a.shape(f.Kids[0])
			inner := reduction{shape: shape}
			for i := range int64(len(shape)) {
				inner.axes = append(inner.axes, i)
			}
			n, both := inner.product(inner.axes)
			if !ok || !known || !both || n == 0 || all == 0 || len(shape) == 0 {
				continue
			}
			c, ok := a.reduced(r.op, f.Kids[0], inner.axes, false)
			switch r.op.Canonical() {
			case "sum":
				if factor, scaled := a.scalar(a.tensor(e.ID).Dtype, float64(all/n)); ok && scaled && a.tensor(e.ID).Dtype != types.Bool {
					a.equal(a.apply(op.Multiply, []id{c, factor}))
				}
			case "max", "min", "mean", "all", "any":
				a.equal(c, ok)
			}
		}
	}
}

// productWithConstant: x · C → broadcast(c · Σ(x, axis=1)), where C is a matrix all of whose elements are
// c, and C · x by the sum of the columns. n·k additions are instead of n·k·m multiply-adds.
func productWithConstant(a *application, e egraph.Entry) {
	out, ok := a.shape(e.ID)
	t := a.tensor(e.ID)
	if !ok || len(out) != 2 || t.Dtype == types.Bool {
		return
	}
	for i, k := range e.Kids {
		v := a.Data(k).value
		other, isTensor := a.shape(e.Kids[1-i])
		if v == nil || v.is(0) || !isTensor || len(other) != 2 || v.dtype != t.Dtype {
			continue
		}
		c, ok := a.reduced(a.ops["sum"], e.Kids[1-i], []int64{int64(i)}, true)
		n, both := a.number(v)
		if !ok || !both {
			continue
		}
		if c, ok = a.apply(op.Multiply, []id{c, n}); ok {
			if a.sameType(c, e.ID) {
				a.equal(c, true)
			} else {
				a.equal(a.apply("broadcast_to", []id{c}, op.Named{Name: "shape", Value: dimsValue(out)}))
			}
		}
	}
}

// reductionOfJoined: ⊕(x ++ y, A) → ⊕(x, A) ⊕ ⊕(y, A) where the axis of the join is reduced, and
// ⊕(x, A) ++ ⊕(y, A) where it stays. The mean of parts is weighted by their extents, so it is not among
// them.
func reductionOfJoined(a *application, e egraph.Entry) {
	r, ok := a.reductionOf(e)
	if !ok {
		return
	}
	combine := map[string]string{"sum": op.Add, "prod": op.Multiply, "max": op.Maximum, "min": op.Minimum}[r.op.Canonical()]
	for _, f := range a.operations(r.x, "concatenate") {
		axis, kids, ok := a.joinAxis(f)
		if !ok {
			continue
		}
		var parts []id
		for _, k := range kids {
			c, ok := a.reduced(r.op, k, r.axes, r.keep)
			if !ok {
				parts = nil
				break
			}
			parts = append(parts, c)
		}
		if len(parts) == 0 {
			continue
		}
		if !slices.Contains(r.axes, axis) {
			at := axis
			for _, x := range r.axes {
				if x < axis && !r.keep {
					at--
				}
			}
			a.equal(a.joined(parts, at))
			continue
		}
		c := parts[0]
		for _, p := range parts[1:] {
			if c, ok = a.apply(combine, []id{c, p}); !ok {
				break
			}
		}
		a.equal(c, ok)
	}
}
