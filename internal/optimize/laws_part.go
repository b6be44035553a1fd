package optimize

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/egraph"
	"github.com/fraccheck/fraccheck/internal/op"
)

// Parts: slices, takes and joins, and how they pass other operators.

// takeAxis is the axis of a take whose indices are a vector; false for other indices, for the flattened
// form without an axis and for batches. Modes differ in indices outside of the extent alone.
func (t *terms) takeAxis(e egraph.Entry) (axis int64, ok bool) {
	h := t.head(e.Node)
	if batch, _ := h.attrs.Int("batch_dims"); len(e.Kids) != 2 || batch != 0 {
		return 0, false
	}
	index, tensor := t.shape(e.Kids[1])
	whole, both := t.shape(e.Kids[0])
	axis, ok = axisOf(h, len(whole))
	return axis, ok && tensor && both && len(index) == 1
}

// takenTwice: take(take(x, i), j) → take(x, take(i, j)), along one axis and in one mode: both clip or
// wrap j by |i|, and then i[j] by the extent of x.
func takenTwice(a *application, e egraph.Entry) {
	axis, ok := a.takeAxis(e)
	if !ok {
		return
	}
	h := a.head(e.Node)
	for _, f := range a.operations(e.Kids[0], "take") {
		inner, ok := a.takeAxis(f)
		g := a.head(f.Node)
		if !ok || inner != axis || g.attrs.Str("mode") != h.attrs.Str("mode") {
			continue
		}
		if index, ok := a.apply("take", []id{f.Kids[1], e.Kids[1]}, withAxis(h.attrs, 0)...); ok {
			a.equal(a.applyTo(g.op, g.attrs, 0, []id{f.Kids[0], index}))
		}
	}
}

// partAxis is the one axis along which a slice or a take selects elements.
func (a *application) partAxis(e egraph.Entry) (axis int64, ok bool) {
	h := a.head(e.Node)
	if h.op.Canonical() == "take" {
		return a.takeAxis(e)
	}
	shape, tensor := a.shape(e.Kids[0])
	if !tensor {
		return 0, false
	}
	s, ok := sliceOf(h, shape)
	if !ok || len(s.axes) != 1 {
		return 0, false
	}
	return s.axes[0], true
}

// samePart selects the same elements as a slice or a take of another tensor, along another axis of the
// same extent.
func (a *application) samePart(e egraph.Entry, x id, axis int64) (id, bool) {
	h := a.head(e.Node)
	if h.op.Canonical() == "take" {
		return a.apply("take", []id{x, e.Kids[1]}, withAxis(h.attrs, axis)...)
	}
	shape, _ := a.shape(e.Kids[0])
	s, ok := sliceOf(h, shape)
	if !ok {
		return 0, false
	}
	s.axes = []int64{axis}
	return a.sliced(x, s)
}

// partOfProduct: of a product of matrices only the rows or columns that are selected are computed,
//
//	(x y)[rows] → x[rows] y,   (x y)[columns] → x y[columns]
//
// for matmul, and for nn.dense, whose second factor is transposed. A slice along two axes becomes two
// slices first.
func partOfProduct(a *application, e egraph.Entry) {
	shape, ok := a.shape(e.Kids[0])
	if !ok {
		return
	}
	if h := a.head(e.Node); h.op.Canonical() == "strided_slice" {
		// A slice along several axes is made of slices along one.
		if s, ok := sliceOf(h, shape); ok && len(s.axes) == 2 {
			first := slice{s.axes[:1], s.begin[:1], s.end[:1], s.step[:1]}
			if c, ok := a.sliced(e.Kids[0], first); ok {
				a.equal(a.sliced(c, slice{s.axes[1:], s.begin[1:], s.end[1:], s.step[1:]}))
			}
			return
		}
	}
	axis, ok := a.partAxis(e)
	if !ok {
		return
	}
	rank := int64(len(shape))
	for _, name := range []string{"matmul", "nn.dense"} {
		for _, f := range a.operations(e.Kids[0], name) {
			left, _ := a.shape(f.Kids[0])
			right, _ := a.shape(f.Kids[1])
			if int64(len(left)) != rank || len(right) != 2 {
				continue
			}
			kids := slices.Clone(f.Kids)
			switch {
			case axis < rank-1:
				kids[0], ok = a.samePart(e, f.Kids[0], axis)
			case name == "matmul":
				kids[1], ok = a.samePart(e, f.Kids[1], 1)
			default:
				kids[1], ok = a.samePart(e, f.Kids[1], 0)
			}
			if !ok {
				continue
			}
			a.equal(a.product(a.head(f.Node), kids))
		}
	}
}

// product applies a product of matrices to other factors. Units of a dense layer are those that its
// weights have.
func (t *terms) product(h *head, factors []id) (id, bool) {
	if h.op.Canonical() != "nn.dense" {
		return t.applyTo(h.op, h.attrs, 0, factors)
	}
	return t.apply("nn.dense", factors, append(givenExcept(h.attrs, "units"), op.Named{Name: "units"})...)
}

// copiesByBroadcasting: f(broadcast_to(x, s), y) → f(x, y), where f broadcasts x to the same type.
func copiesByBroadcasting(a *application, e egraph.Entry) {
	h := a.head(e.Node)
	if h.kind != operation || len(e.Kids) < 2 || !isMap(h, len(e.Kids)) {
		return
	}
	for i, k := range e.Kids {
		for _, name := range []string{"broadcast_to", "broadcast_to_like"} {
			for _, f := range a.operations(k, name) {
				kids := slices.Clone(e.Kids)
				kids[i] = f.Kids[0]
				a.equal(a.applyTo(h.op, h.attrs, 0, kids))
			}
		}
	}
}

// alongAxis are operators that keep the shape and compute each vector along one axis by itself.
var alongAxis = []string{"nn.softmax", "nn.log_softmax", "cumsum", "cumprod", "reverse"}

// alongAxisOfTranspose: f(transpose(x, π), axis=i) → transpose(f(x, axis=π(i)), π), for f of alongAxis.
func alongAxisOfTranspose(a *application, e egraph.Entry) {
	shape, ok := a.shape(e.Kids[0])
	h := a.head(e.Node)
	axis, given := axisOf(h, len(shape))
	if !ok || !given || len(e.Kids) != 1 || !a.sameType(e.ID, e.Kids[0]) {
		return
	}
	for _, f := range a.operations(e.Kids[0], "transpose") {
		moved, ok := permutation(a.head(f.Node), len(shape))
		if !ok {
			continue
		}
		if c, ok := a.apply(h.op.Name, f.Kids[:1], withAxis(h.attrs, moved[axis])...); ok {
			a.equal(a.transposed(c, moved))
		}
	}
}

// partAlongOtherAxis: f(x, axis=i)[along j] → f(x[along j], axis=i), for j other than i and f of
// alongAxis.
func partAlongOtherAxis(a *application, e egraph.Entry) {
	at, ok := a.partAxis(e)
	if !ok {
		return
	}
	for _, name := range alongAxis {
		for _, f := range a.operations(e.Kids[0], name) {
			h := a.head(f.Node)
			shape, _ := a.shape(f.Kids[0])
			axis, given := axisOf(h, len(shape))
			if !given || axis == at || len(f.Kids) != 1 || !a.sameType(f.ID, f.Kids[0]) {
				continue
			}
			if x, ok := a.samePart(e, f.Kids[0], at); ok {
				a.equal(a.applyTo(h.op, h.attrs, 0, []id{x}))
			}
		}
	}
}

// reversedTwice: reverse(reverse(x)) → x, along one axis.
func reversedTwice(a *application, e egraph.Entry) {
	for _, f := range a.operations(e.Kids[0], "reverse") {
		if f.Head == e.Head {
			a.equal(f.Kids[0], true)
		}
	}
}

// joinedProducts: x y ++ x' y → (x ++ x') y, joined rows with a shared right factor, and
// x y ++ x y' → x (y ++ y'), joined columns with a shared left one. One large product has the
// multiply-adds of the small ones, and reads the shared factor once.
func joinedProducts(a *application, e egraph.Entry) {
	axis, kids, ok := a.joinAxis(e)
	if !ok || len(kids) < 2 {
		return
	}
	for _, name := range []string{"matmul", "nn.dense"} {
		for _, f := range a.operations(kids[0], name) {
			out, _ := a.shape(f.ID)
			left, _ := a.shape(f.Kids[0])
			right, _ := a.shape(f.Kids[1])
			if len(out) != 2 || len(left) != 2 || len(right) != 2 {
				continue
			}
			shared := 1 - int(axis) // joined rows share the right factor, joined columns the left one
			own := []id{f.Kids[1-shared]}
			for _, k := range kids[1:] {
				for _, g := range a.operations(k, name) {
					if a.Find(g.Kids[shared]) == a.Find(f.Kids[shared]) && (g.Head == f.Head || name == "nn.dense") {
						own = append(own, g.Kids[1-shared])
						break
					}
				}
			}
			if len(own) != len(kids) {
				continue
			}
			at := axis
			if name == "nn.dense" {
				at = 0
			}
			c, ok := a.joined(own, at)
			if !ok {
				continue
			}
			both := slices.Clone(f.Kids)
			both[1-shared] = c
			a.equal(a.product(a.head(f.Node), both))
		}
	}
}

// partOfReduction: Σ(x, axes)[along i] → Σ(x[along j], axes), where axis i of the result is axis j of x,
// which is not reduced. Without keepdims, j is the i-th axis of x that is left.
func partOfReduction(a *application, e egraph.Entry) {
	axis, ok := a.partAxis(e)
	if !ok {
		return
	}
	for _, name := range reductions {
		for _, f := range a.operations(e.Kids[0], name) {
			r, ok := a.reductionOf(f)
			if !ok {
				continue
			}
			at := axis // of the operand
			if !r.keep {
				at = -1
				left := axis
				for i := range int64(len(r.shape)) {
					if slices.Contains(r.axes, i) {
						continue
					}
					if left == 0 {
						at = i
						break
					}
					left--
				}
			}
			if at < 0 || slices.Contains(r.axes, at) {
				continue
			}
			if x, ok := a.samePart(e, r.x, at); ok {
				a.equal(a.reduced(r.op, x, r.axes, r.keep))
			}
		}
	}
}
