package machine

import (
	"math"
	"math/bits"
	"slices"
	"unsafe"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/code"
)

// stackForm is stack(xs): the leaves of a FractalTensor of depth 1 as one tensor with a new
// dimension in front. Leaves that lie side by side are not copied.
func stackForm(m *machine, c *formCall) (code.Slot, error) {
	if undecided(c.args[0]) {
		if a, ok := emptyArray(c.site.Out); ok {
			return code.ArraySlot(a), nil
		}
	}
	a, ok, err := value.LeavesOf(m.ask, c.fractal(0).Elems)
	if err != nil {
		return code.Slot{}, err
	}
	if !ok {
		return code.Slot{}, m.fail(ProgramFault, "`stack` needs a FractalTensor of depth 1 of tensors")
	}
	return code.ArraySlot(a), nil
}

// slicesForm is slices(x, axis): the FractalTensor of the slices along an axis, which is moved
// to the front; a view. Slices of a vector of floats are vectors of one element.
func slicesForm(m *machine, c *formCall) (code.Slot, error) {
	if c.args[0].Kind() != code.ArrayKind {
		return code.Slot{}, m.fail(ProgramFault, "`slices` needs a tensor of one dimension or more")
	}
	a := c.args[0].Array()
	axis := c.number(-1, "axis", 0)
	if axis < 0 {
		axis += len(a.Shape)
	}
	if axis < 0 || axis >= len(a.Shape) {
		return code.Slot{}, m.fail(RangeFault, "a tensor of %d dimensions has no axis %d", len(a.Shape), axis)
	}
	if axis > 0 {
		order := []int{axis}
		for k := range a.Shape {
			if k != axis {
				order = append(order, k)
			}
		}
		a = a.Transpose(order)
	}
	if len(a.Shape) == 1 && !a.Dtype.IsInteger() {
		a = a.Insert(1, 1)
	}
	return m.countable(value.NewLeaves(a))
}

// flattenForm is flatten(xs, axis): all leaves, at whatever depth, joined along an axis.
func flattenForm(m *machine, c *formCall) (code.Slot, error) {
	if undecided(c.args[0]) {
		if a, ok := emptyArray(c.site.Out); ok {
			return code.ArraySlot(a), nil
		}
	}
	col := c.fractal(0).Elems
	for {
		rows, ok, err := value.RowsOf(m.ask, col)
		if err != nil {
			return code.Slot{}, err
		}
		if !ok {
			break
		}
		flat, _, err := rows.Flat(m.ask)
		if err != nil {
			return code.Slot{}, err
		}
		col = flat
	}
	a, ok, err := value.LeavesOf(m.ask, col)
	if err != nil {
		return code.Slot{}, err
	}
	if !ok {
		return code.Slot{}, m.fail(ProgramFault, "`flatten` needs a FractalTensor of tensors")
	}
	if len(a.Shape) == 1 {
		return code.ArraySlot(a), nil
	}
	axis := c.number(-1, "axis", 0)
	if axis < 0 {
		axis += len(a.Shape) - 1
	}
	if axis < 0 || axis >= len(a.Shape)-1 {
		return code.Slot{}, m.fail(RangeFault, "leaves of %d dimensions have no axis %d", len(a.Shape)-1, axis)
	}
	order := []int{}
	for k := 1; k < len(a.Shape); k++ {
		if k-1 == axis {
			order = append(order, 0)
		}
		order = append(order, k)
	}
	shape := slices.Clone(a.Shape[1:])
	whole := append([]int{a.Shape[0]}, shape...)
	n, err := value.CheckedLen(whole)
	if err != nil {
		return code.Slot{}, m.wrap(err)
	}
	if high, low := bits.Mul64(uint64(shape[axis]), uint64(a.Shape[0])); high != 0 || low > math.MaxInt64 {
		return code.Slot{}, m.fail(RangeFault, "the extent %d of %d leaves is too large", shape[axis], a.Shape[0])
	}
	shape[axis] *= a.Shape[0]
	if err := m.reserve(n, a.Dtype.Size()); err != nil {
		return code.Slot{}, err
	}
	return code.ArraySlot(a.Transpose(order).Reshape(shape)), nil
}

// fillForm is `Constant` of values that are computed: argument 1 holds the
// extents, argument 2 the elements in row-major order, or one for all.
func fillForm(m *machine, c *formCall) (code.Slot, error) {
	t := c.site.Out.(*types.Tensor)
	d, _ := code.DtypeOf(t.Dtype)
	known := extentsOf(c.args[0])
	shape := make([]int, len(t.Shape))
	for i, dim := range t.Shape {
		if i < len(c.site.Shape) {
			shape[i] = c.site.Shape[i] // written as brackets
			continue
		}
		n, ok, err := m.extent(known, dim)
		switch {
		case err != nil:
			return code.Slot{}, err
		case !ok:
			return code.Slot{}, m.fail(ShapeFault, "%s of this constant", known.undetermined(dim))
		case n < 0:
			return code.Slot{}, m.fail(ShapeFault, "the extent %s of this constant would be %d", dim, n)
		}
		shape[i] = n
	}
	elems := (*listBuilder)(unsafe.Pointer(c.args[1].P)).elems
	scalars := make([]value.Scalar, len(elems))
	for i, e := range elems {
		from, ok := e.ScalarDtype()
		if !ok {
			return code.Slot{}, m.fail(ProgramFault, "the elements of a constant are numbers")
		}
		scalars[i] = value.Scalar{Dtype: from, Bits: e.W}.Convert(d)
	}
	n, err := value.CheckedLen(shape)
	if err != nil {
		return code.Slot{}, err
	}
	if len(scalars) == 1 {
		return code.ArraySlot(value.FromScalar(scalars[0]).Broadcast(shape)), nil
	}
	if n != len(scalars) {
		return code.Slot{}, m.fail(ShapeFault, "%d elements do not fill the shape %s", len(scalars), types.ShapeString(types.Consts(shape)))
	}
	a := value.NewArray(d, shape)
	for i, s := range scalars {
		value.Store(a.Data, i, s)
	}
	return code.ArraySlot(a), nil
}

var _ op.Machine = (*kernels)(nil)
