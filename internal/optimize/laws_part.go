package optimize

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/egraph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Parts: slices, takes and joins, and how they pass other operators.

// A slice is a strided_slice along some axes whose bounds are within the extents.
type slice struct{ axes, begin, end, step []int64 }

// sliceOf reads a slice of positive steps, false of others.
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
		return s, false // axes behind those of begin are taken in steps
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

// sliced slices a tensor; along axes of which all is taken it does not.
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

// twoSlices slices once, and leaves a slice out that takes everything.
func twoSlices(a *application, e egraph.Entry) {
	if len(e.Kids) != 1 {
		return
	}
	shape, ok := a.shape(e.Kids[0])
	if !ok {
		return
	}
	outer, ok := sliceOf(a.head(e.Node), shape)
	if !ok {
		return
	}
	a.equal(a.sliced(e.Kids[0], outer))
	for _, f := range a.operations(e.Kids[0], "strided_slice") {
		if len(f.Kids) != 1 {
			continue
		}
		whole, _ := a.shape(f.Kids[0])
		inner, ok := sliceOf(a.head(f.Node), whole)
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

// joinAxis is the axis of a join, with its parts.
func (t *terms) joinAxis(e egraph.Entry) (axis int64, kids []id, ok bool) {
	h := t.head(e.Node)
	axis, ok = h.attrs.Int("axis")
	kids, written := t.parts(e.Kids[0])
	if !ok || !written || len(kids) == 0 {
		return 0, nil, false
	}
	shape, ok := t.shape(kids[0])
	if axis < 0 {
		axis += int64(len(shape))
	}
	return axis, kids, ok
}

// sliceOfJoined takes what a slice needs of the parts that are joined.
func sliceOfJoined(a *application, e egraph.Entry) {
	if len(e.Kids) != 1 {
		return
	}
	shape, ok := a.shape(e.Kids[0])
	if !ok {
		return
	}
	s, ok := sliceOf(a.head(e.Node), shape)
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
		at := int64(0)
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
			a.equal(a.apply("concatenate", []id{a.tuple(parts)}, op.Named{Name: "axis", Value: op.Int(axis)}))
		}
	}
}

// joinedSlices joins adjacent slices of one tensor into one.
func joinedSlices(a *application, e egraph.Entry) {
	axis, kids, ok := a.joinAxis(e)
	if !ok || len(kids) < 2 {
		return
	}
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
					a.equal(a.again(e, a.tuple(rest)))
				}
			}
		}
	}
}

// joinedParts joins all parts of a split again.
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
		at, _ := a.head(f.Node).attrs.Int("axis")
		if at < 0 {
			at += int64(len(shape))
		}
		if at == axis {
			a.equal(f.Kids[0], true)
		}
	}
}

// twoJoins joins once what is joined along one axis twice.
func twoJoins(a *application, e egraph.Entry) {
	axis, kids, ok := a.joinAxis(e)
	if !ok {
		return
	}
	for i, k := range kids {
		for _, f := range a.operations(k, "concatenate") {
			inner, parts, ok := a.joinAxis(f)
			if ok && inner == axis {
				a.equal(a.again(e, a.tuple(slices.Concat(kids[:i], parts, kids[i+1:]))))
			}
		}
	}
}

// takeAxis is the axis of a take of a vector of indices in the mode that clips.
func (t *terms) takeAxis(e egraph.Entry) (axis int64, ok bool) {
	h := t.head(e.Node)
	if len(e.Kids) != 2 {
		return 0, false
	}
	axis, ok = h.attrs.Int("axis")
	index, tensor := t.shape(e.Kids[1])
	whole, both := t.shape(e.Kids[0])
	if batch, _ := h.attrs.Int("batch_dims"); batch != 0 {
		return 0, false
	}
	if axis < 0 {
		axis += int64(len(whole))
	}
	return axis, ok && tensor && both && len(index) == 1
}

// takenTwice finds the indices of indices first.
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
		named := append(givenExcept(h.attrs, "axis"), op.Named{Name: "axis", Value: op.Int(0)})
		if index, ok := a.apply("take", []id{f.Kids[1], e.Kids[1]}, named...); ok {
			a.equal(a.again(withSecond(f, index), f.Kids[0]))
		}
	}
}

// withSecond is a node with another second argument.
func withSecond(e egraph.Entry, k id) egraph.Entry {
	kids := slices.Clone(e.Kids)
	kids[1] = k
	return egraph.Entry{Node: egraph.Node{Head: e.Head, Kids: kids}, ID: e.ID}
}

// onlyAxis is the axis along which a slice or a take looks at some elements.
func (a *application) onlyAxis(e egraph.Entry) (axis int64, ok bool) {
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

// alike looks at some elements of another tensor along another axis.
func (a *application) alike(e egraph.Entry, x id, axis int64) (id, bool) {
	h := a.head(e.Node)
	if h.op.Canonical() == "take" {
		return a.apply("take", []id{x, e.Kids[1]}, append(givenExcept(h.attrs, "axis"), op.Named{Name: "axis", Value: op.Int(axis)})...)
	}
	shape, _ := a.shape(e.Kids[0])
	s, ok := sliceOf(h, shape)
	if !ok {
		return 0, false
	}
	s.axes = []int64{axis}
	return a.sliced(x, s)
}

// partOfProduct computes only those rows or columns of a product that are looked at.
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
	axis, ok := a.onlyAxis(e)
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
			g := a.head(f.Node)
			kids := slices.Clone(f.Kids)
			switch {
			case axis < rank-1:
				kids[0], ok = a.alike(e, f.Kids[0], axis)
			case name == "matmul":
				kids[1], ok = a.alike(e, f.Kids[1], 1)
			default:
				kids[1], ok = a.alike(e, f.Kids[1], 0)
			}
			if !ok {
				continue
			}
			if name == "nn.dense" {
				a.equal(a.apply(name, kids, append(givenExcept(g.attrs, "units"), op.Named{Name: "units"})...))
			} else {
				a.equal(a.applyTo(g.op, g.attrs, 0, kids))
			}
		}
	}
}

// sliceOfTranspose slices before a transpose.
func sliceOfTranspose(a *application, e egraph.Entry) {
	shape, ok := a.shape(e.Kids[0])
	if !ok || len(e.Kids) != 1 {
		return
	}
	s, ok := sliceOf(a.head(e.Node), shape)
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

// copiesByBroadcasting leaves it to an operator to repeat an operand.
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

// alongAxis are operators that keep the shape and work along one axis.
var alongAxis = []string{"nn.softmax", "nn.log_softmax", "cumsum", "cumprod", "reverse"}

// alongAxisOfTranspose works along the axis that a transpose moves there.
func alongAxisOfTranspose(a *application, e egraph.Entry) {
	shape, ok := a.shape(e.Kids[0])
	h := a.head(e.Node)
	axis, given := h.attrs.Int("axis")
	if !ok || !given || len(e.Kids) != 1 || !a.sameType(e.ID, e.Kids[0]) {
		return
	}
	if axis < 0 {
		axis += int64(len(shape))
	}
	for _, f := range a.operations(e.Kids[0], "transpose") {
		moved, ok := permutation(a.head(f.Node), len(shape))
		if !ok || axis < 0 || axis >= int64(len(moved)) {
			continue
		}
		if c, ok := a.apply(h.op.Name, f.Kids[:1], append(givenExcept(h.attrs, "axis"), op.Named{Name: "axis", Value: op.Int(moved[axis])})...); ok {
			a.equal(a.transposed(c, moved))
		}
	}
}

// partAlongOtherAxis looks at some elements before an operator that works along another axis.
func partAlongOtherAxis(a *application, e egraph.Entry) {
	at, ok := a.onlyAxis(e)
	if !ok {
		return
	}
	for _, name := range alongAxis {
		for _, f := range a.operations(e.Kids[0], name) {
			h := a.head(f.Node)
			shape, _ := a.shape(f.Kids[0])
			axis, given := h.attrs.Int("axis")
			if axis < 0 {
				axis += int64(len(shape))
			}
			if !given || axis == at || len(f.Kids) != 1 || !a.sameType(f.ID, f.Kids[0]) {
				continue
			}
			if x, ok := a.alike(e, f.Kids[0], at); ok {
				a.equal(a.applyTo(h.op, h.attrs, 0, []id{x}))
			}
		}
	}
}

func reversedTwice(a *application, e egraph.Entry) {
	for _, f := range a.operations(e.Kids[0], "reverse") {
		if f.Head == e.Head {
			a.equal(f.Kids[0], true)
		}
	}
}

// joinedProducts multiplies once with joined factors.
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
			c, ok := a.apply("concatenate", []id{a.tuple(own)}, op.Named{Name: "axis", Value: op.Int(at)})
			if !ok {
				continue
			}
			g := a.head(f.Node)
			both := slices.Clone(f.Kids)
			both[1-shared] = c
			if name == "nn.dense" {
				a.equal(a.apply(name, both, append(givenExcept(g.attrs, "units"), op.Named{Name: "units"})...))
			} else {
				a.equal(a.applyTo(g.op, g.attrs, 0, both))
			}
		}
	}
}
