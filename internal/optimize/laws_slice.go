package optimize

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/egraph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// sliced slices a tensor; along axes of which all is taken it does not, and without axes it is the
// tensor.
func (t *terms) sliced(x id, s slice) (id, bool) {
	shape, ok := t.shape(x)
	if !ok {
		return 0, false
	}
	var own slice
	for i, axis := range s.axes {
		n, known := shape[axis].Const()
		if known && s.begin[i] == 0 && s.end[i] == n && s.step[i] == 1 {
			continue
		}
		own.axes, own.begin, own.end, own.step = append(own.axes, axis), append(own.begin, s.begin[i]), append(own.end, s.end[i]), append(own.step, s.step[i])
	}
	if len(own.axes) == 0 {
		return x, true
	}
	return t.apply("strided_slice", []id{x}, ints("begin", own.begin), ints("end", own.end), ints("strides", own.step), ints("axes", own.axes))
}

// A slice is a strided_slice with positive steps along some axes, with bounds in [0, extent]: along
// axes[i] it takes begin[i], begin[i] + step[i], … below end[i]. Axes that are not named are whole.
type slice struct{ axes, begin, end, step []int64 }

// sliceOf reads a slice, whose axes have extents that are numbers; false for negative steps and sizes in
// place of ends. Bounds that are negative count from the end, and others are cut off at the extent, as
// the relation does (op/rearrange/slice.go). A step that is left out is 1: strides=[2] of two axes is a
// step of the first one alone.
func sliceOf(h *head, shape []types.Dim) (s slice, ok bool) {
	if h.op.Canonical() != "strided_slice" || h.attrs.Str("slice_mode") == "size" {
		return s, false
	}
	begin, ok := h.attrs.Ints("begin")
	end, both := h.attrs.Ints("end")
	if !ok || !both || len(begin) != len(end) {
		return s, false
	}
	step, _ := h.attrs.Ints("strides")
	axes, named := h.attrs.Ints("axes")
	if len(step) > len(begin) {
		return s, false // axes after those of begin are taken in steps
	}
	for i := range begin {
		axis, by := int64(i), int64(1)
		if named {
			if i >= len(axes) {
				return s, false
			}
			if axis = axes[i]; axis < 0 {
				axis += int64(len(shape))
			}
		}
		if i < len(step) {
			by = step[i]
		}
		if axis < 0 || axis >= int64(len(shape)) || by < 1 || slices.Contains(s.axes, axis) {
			return s, false
		}
		n, known := shape[axis].Const()
		if !known {
			return s, false
		}
		from, to := begin[i], end[i]
		if from < 0 {
			from += n
		}
		if to < 0 {
			to += n
		}
		from, to = min(max(from, 0), n), min(max(to, 0), n)
		if from > to {
			return s, false
		}
		s.axes, s.begin, s.end, s.step = append(s.axes, axis), append(s.begin, from), append(s.end, to), append(s.step, by)
	}
	return s, true
}

// along gives the bounds along an axis of an extent.
func (s slice) along(axis, extent int64) (begin, end, step int64) {
	if i := slices.Index(s.axes, axis); i >= 0 {
		return s.begin[i], s.end[i], s.step[i]
	}
	return 0, extent, 1
}

// sliceOf is a slice whose bounds are attributes, and the shape of its operand.
func (a *application) sliceOf(e egraph.Entry) (s slice, shape []types.Dim, ok bool) {
	if len(e.Kids) != 1 {
		return s, nil, false
	}
	if shape, ok = a.shape(e.Kids[0]); ok {
		s, ok = sliceOf(a.head(e.Node), shape)
	}
	return s, shape, ok
}

// twoSlices: x[b₁:e₁:s₁][b₂:e₂:s₂] → x[b₁ + b₂s₁ : b₁ + (e₂-1)s₁ + 1 : s₁s₂] along each axis, and
// x[0:n:1] → x. The end is the index after the last element that the outer slice takes, and at most e₁.
func twoSlices(a *application, e egraph.Entry) {
	outer, shape, ok := a.sliceOf(e)
	if !ok {
		return
	}
	a.equal(a.sliced(e.Kids[0], outer))
	for _, f := range a.operations(e.Kids[0], "strided_slice") {
		inner, whole, ok := a.sliceOf(f)
		if !ok {
			continue
		}
		var s slice
		for axis := range int64(len(whole)) {
			if !slices.Contains(inner.axes, axis) && !slices.Contains(outer.axes, axis) {
				continue
			}
			n, _ := whole[axis].Const()
			m, _ := shape[axis].Const()
			b1, e1, s1 := inner.along(axis, n)
			b2, e2, s2 := outer.along(axis, m)
			begin, end := b1+b2*s1, min(b1+(e2-1)*s1+1, e1)
			s.axes, s.begin, s.end, s.step = append(s.axes, axis), append(s.begin, begin), append(s.end, max(begin, end)), append(s.step, s1*s2)
		}
		a.equal(a.sliced(f.Kids[0], s))
	}
}

// joinAxis is the axis of a join (concatenate), with its parts.
func (t *terms) joinAxis(e egraph.Entry) (axis int64, kids []id, ok bool) {
	kids, ok = t.components(e.Kids[0])
	if !ok || len(kids) == 0 {
		return 0, nil, false
	}
	shape, ok := t.shape(kids[0])
	if !ok {
		return 0, nil, false
	}
	axis, ok = axisOf(t.head(e.Node), len(shape))
	return axis, kids, ok
}

// joined joins tensors along an axis.
func (t *terms) joined(parts []id, axis int64) (id, bool) {
	return t.apply("concatenate", []id{t.tuple(parts)}, op.Named{Name: "axis", Value: op.Int(axis)})
}

// sliceOfJoined: (x ++ y)[b:e] → x[b:e] ++ y[b-|x| : e-|x|], with each part cut off at its own extent,
// and without the parts of which nothing is taken. Other axes are sliced alike. With a step along the
// axis of the join, parts would begin at different remainders.
func sliceOfJoined(a *application, e egraph.Entry) {
	s, shape, ok := a.sliceOf(e)
	if !ok {
		return
	}
	for _, f := range a.operations(e.Kids[0], "concatenate") {
		axis, kids, ok := a.joinAxis(f)
		if !ok {
			continue
		}
		n, _ := shape[axis].Const()
		begin, end, step := s.along(axis, n)
		if step != 1 {
			continue
		}
		var parts []id
		at := int64(0) // where the part begins in the join
		for _, k := range kids {
			own, _ := a.shape(k)
			extent, known := own[axis].Const()
			if !known {
				return
			}
			from, to := max(begin-at, 0), min(end-at, extent)
			at += extent
			if from >= to {
				continue
			}
			part := slice{slices.Clone(s.axes), slices.Clone(s.begin), slices.Clone(s.end), slices.Clone(s.step)}
			if i := slices.Index(part.axes, axis); i >= 0 {
				part.begin[i], part.end[i] = from, to
			}
			c, ok := a.sliced(k, part)
			if !ok {
				return
			}
			parts = append(parts, c)
		}
		if len(parts) == 1 {
			a.equal(parts[0], true)
		} else if len(parts) > 1 {
			a.equal(a.joined(parts, axis))
		}
	}
}

// joinedSlices: x[a:b] ++ x[b:c] → x[a:c], for neighbours among the parts of a join.
func joinedSlices(a *application, e egraph.Entry) {
	axis, kids, ok := a.joinAxis(e)
	if !ok || len(kids) < 2 {
		return
	}
	// A piece is a slice along the axis of the join alone.
	type piece struct {
		of         id
		begin, end int64
	}
	pieceOf := func(c id) (all []piece) {
		for _, f := range a.operations(c, "strided_slice") {
			shape, ok := a.shape(f.Kids[0])
			if !ok || len(f.Kids) != 1 {
				continue
			}
			s, ok := sliceOf(a.head(f.Node), shape)
			if ok && len(s.axes) == 1 && s.axes[0] == axis && s.step[0] == 1 {
				all = append(all, piece{a.Find(f.Kids[0]), s.begin[0], s.end[0]})
			}
		}
		return all
	}
	for i := 0; i+1 < len(kids); i++ {
		for _, x := range pieceOf(kids[i]) {
			for _, y := range pieceOf(kids[i+1]) {
				if x.of != y.of || x.end != y.begin {
					continue
				}
				c, ok := a.sliced(x.of, slice{[]int64{axis}, []int64{x.begin}, []int64{y.end}, []int64{1}})
				if !ok {
					continue
				}
				rest := slices.Concat(kids[:i], []id{c}, kids[i+2:])
				if len(rest) == 1 {
					a.equal(c, true)
				} else {
					a.equal(a.reapply(e, a.tuple(rest)))
				}
			}
		}
	}
}

// joinedParts: split(x).0 ++ split(x).1 ++ … → x, for all parts in order along the axis of the split.
// A split that may fail was evaluated before and is no node that rules see.
func joinedParts(a *application, e egraph.Entry) {
	axis, kids, ok := a.joinAxis(e)
	if !ok {
		return
	}
	var whole id = -1
	for i, k := range kids {
		found := false
		for _, f := range a.Entries(k) {
			if h := a.head(f.Node); h.kind == project && h.index == i && (whole < 0 || a.Find(f.Kids[0]) == whole) {
				whole, found = a.Find(f.Kids[0]), true
				break
			}
		}
		if !found {
			return
		}
	}
	tup, isTuple := types.Head(a.typeOf(whole)).(*types.Tuple)
	if !isTuple || len(tup.Elems) != len(kids) {
		return
	}
	for _, f := range a.Entries(whole) {
		if h := a.head(f.Node); h.kind != operation || h.op.Canonical() != "split" {
			continue // one that may fail was evaluated before
		}
		shape, ok := a.shape(f.Kids[0])
		if !ok {
			continue
		}
		if at, ok := axisOf(a.head(f.Node), len(shape)); ok && at == axis {
			a.equal(f.Kids[0], true)
		}
	}
}

// twoJoins: (x ++ y) ++ z → x ++ y ++ z, along one axis.
func twoJoins(a *application, e egraph.Entry) {
	axis, kids, ok := a.joinAxis(e)
	if !ok {
		return
	}
	for i, k := range kids {
		for _, f := range a.operations(k, "concatenate") {
			inner, parts, ok := a.joinAxis(f)
			if ok && inner == axis {
				a.equal(a.reapply(e, a.tuple(slices.Concat(kids[:i], parts, kids[i+1:]))))
			}
		}
	}
}

// sliceOfTranspose: transpose(x, π)[along i] → transpose(x[along π(i)], π). Axis i of the result is axis
// π(i) of x.
func sliceOfTranspose(a *application, e egraph.Entry) {
	s, shape, ok := a.sliceOf(e)
	if !ok {
		return
	}
	for _, f := range a.operations(e.Kids[0], "transpose") {
		axes, ok := permutation(a.head(f.Node), len(shape))
		if !ok {
			continue
		}
		own := s
		own.axes = nil
		for _, axis := range s.axes {
			own.axes = append(own.axes, axes[axis])
		}
		if c, ok := a.sliced(f.Kids[0], own); ok {
			a.equal(a.transposed(c, axes))
		}
	}
}
