package op

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/types"
)

// MaxRank bounds the dimensions that an attribute can ask for.
const MaxRank = 1000

// Compatible reports whether two extents may be the same at run time as far as
// types go: equal, or one of them loose.
func Compatible(a, b types.Dim) bool { return a.Loose() || b.Loose() || a.Equal(b) }

// Unify is the join of two shapes of equal rank: `?` with 3 is `?`.
func Unify(a, b []types.Dim) ([]types.Dim, bool) {
	if len(a) != len(b) {
		return nil, false
	}
	joined := make([]types.Dim, len(a))
	for i := range a {
		if !Compatible(a[i], b[i]) {
			return nil, false
		}
		joined[i] = a[i]
		if b[i].IsUnknown() || b[i].IsAny() && !a[i].IsUnknown() {
			joined[i] = b[i]
		}
	}
	return joined, true
}

// BroadcastDim is the extent of an axis of which the operands have a and b:
// they must be equal, or one of them 1. Between `?` and a number above 1 the
// number wins; a shape variable does not, as it may be 1 itself.
func BroadcastDim(a, b types.Dim) (types.Dim, bool) {
	switch {
	case a.Equal(b), b.IsConst(1):
		return a, true
	case a.IsConst(1):
		return b, true
	case a.IsUnknown() || b.IsUnknown():
		return types.Unknown, true
	case a.IsAny():
		return knownOr(b), true
	case b.IsAny():
		return knownOr(a), true
	}
	return types.Dim{}, false
}

func knownOr(d types.Dim) types.Dim {
	if _, ok := d.Const(); ok {
		return d
	}
	return types.Any
}

// A Clash is the axis on which two shapes do not broadcast, counted from the
// right (-1 is the last), and the extents there.
type Clash struct {
	Axis        int
	Left, Right types.Dim
}

// BroadcastShape aligns two shapes on the right and broadcasts each axis. Where that is
// one of the two, as nearly always, it is not copied.
func BroadcastShape(a, b []types.Dim) ([]types.Dim, *Clash) {
	if len(a) < len(b) {
		shape, clash := BroadcastShape(b, a)
		if clash != nil {
			clash.Left, clash.Right = clash.Right, clash.Left
		}
		return shape, clash
	}
	shape, copied, lead := slices.Clip(a), false, len(a)-len(b)
	for i := len(b) - 1; i >= 0; i-- {
		d, ok := BroadcastDim(a[lead+i], b[i])
		if !ok {
			return nil, &Clash{i - len(b), a[lead+i], b[i]}
		}
		if d != shape[lead+i] {
			if !copied {
				shape, copied = slices.Clone(shape), true
			}
			shape[lead+i] = d
		}
	}
	return shape, nil
}

// Broadcasts gives the shape to which two operands broadcast, or the error that
// says which axis clashes.
func (c *Call) Broadcasts(a, b []types.Dim) ([]types.Dim, Answer, bool) {
	shape, clash := BroadcastShape(a, b)
	if clash == nil {
		return shape, Answer{}, true
	}
	message := fmt.Sprintf("`%s` cannot broadcast %s with %s: the %s is %s in the one and %s in the other",
		c.Op.Name, ShapeText(a), ShapeText(b), fromRight(clash.Axis), clash.Left, clash.Right)
	return nil, FailArg(-1, "shape-mismatch", message, broadcastRule), false
}

const broadcastRule = "shapes are aligned on the right; two dimensions fit if they are equal or one of them is 1"

// fromRight names a dimension that is counted from the right.
func fromRight(axis int) string {
	switch axis {
	case -1:
		return "last dimension"
	case -2:
		return "last dimension but one"
	}
	return fmt.Sprintf("dimension %d from the right", -axis)
}

// broadcastShapes shows the shapes that do not broadcast.
func broadcastShapes(i, k int, a, b []types.Dim) []Shown {
	_, clash := BroadcastShape(a, b)
	if clash == nil {
		return nil
	}
	return []Shown{{Arg: i, Shape: a, Clash: len(a) + clash.Axis}, {Arg: k, Shape: b, Clash: len(b) + clash.Axis}}
}

// Spread broadcasts tensor arguments i and k. Where a shape variable meets
// another extent than 1 it must be equal to it: an equation for argument k
// lets the checker solve the variable, or refuse it where it is declared.
func (c *Call) Spread(i, k int) (shape []types.Dim, equal []Equation, answer Answer, ok bool) {
	a, b := c.Arg(i).(*types.Tensor), c.Arg(k).(*types.Tensor)
	other := b.Shape
	for {
		shape, clash := BroadcastShape(a.Shape, other)
		if clash == nil {
			return shape, equal, Answer{}, true
		}
		if numbers(clash.pair()) {
			break
		}
		other = WithDim(other, len(other)+clash.Axis, a.Shape[len(a.Shape)+clash.Axis])
		equal = []Equation{{Arg: k, Type: TensorOf(b.Dtype, other...)}}
	}
	shape, answer, ok = c.Broadcasts(a.Shape, other)
	if !ok {
		answer.Err.Shapes, answer.Err.FromRight = broadcastShapes(i, k, a.Shape, other), true
	}
	return shape, equal, answer, ok
}

func (c *Clash) pair() [2]types.Dim { return [2]types.Dim{c.Left, c.Right} }

// numbers reports whether two extents are both numbers.
func numbers(pair [2]types.Dim) bool { return KnownDims(pair[0], pair[1]) }

// clashes are the pairs of extents at one place that are not compatible.
func clashes(a, b []types.Dim) (pairs [][2]types.Dim) {
	for i := range min(len(a), len(b)) {
		if !Compatible(a[i], b[i]) {
			pairs = append(pairs, [2]types.Dim{a[i], b[i]})
		}
	}
	return pairs
}

// KnownDims reports whether both extents are numbers.
func KnownDims(a, b types.Dim) bool {
	_, m := a.Const()
	_, n := b.Const()
	return m && n
}

// ShapeText spells a shape in messages.
func ShapeText(shape []types.Dim) string {
	if len(shape) == 0 {
		return "a scalar"
	}
	return types.ShapeString(shape)
}

// FitsInto reports whether a tensor of shape a may be broadcast to shape b.
func FitsInto(a, b []types.Dim) bool {
	if len(a) > len(b) {
		return false
	}
	shape, clash := BroadcastShape(a, b)
	if clash != nil {
		return false
	}
	_, ok := Unify(shape, b)
	return ok
}

// Dynamic reports whether an extent is loose.
func Dynamic(shape []types.Dim) bool {
	for _, d := range shape {
		if d.Loose() {
			return true
		}
	}
	return false
}

// WithDim is a shape with one extent replaced.
func WithDim(shape []types.Dim, axis int, d types.Dim) []types.Dim {
	changed := append([]types.Dim{}, shape...)
	changed[axis] = d
	return changed
}

// JoinedDims is the concatenation of parts of shapes.
func JoinedDims(parts ...[]types.Dim) []types.Dim {
	shape := []types.Dim{}
	for _, part := range parts {
		shape = append(shape, part...)
	}
	return shape
}

// TensorOf is the tensor of a shape; a scalar where it has no extents.
func TensorOf(dtype types.Dtype, shape ...types.Dim) *types.Tensor {
	if len(shape) == 0 {
		return types.Scalar(dtype)
	}
	return &types.Tensor{Dtype: dtype, Shape: shape}
}

// Before is a < b as far as both are numbers.
func Before(a, b types.Dim) bool {
	m, known := a.Const()
	n, both := b.Const()
	return !known || !both || m < n
}

// ShapeAttr reads a shape attribute, with a warning of negative extents.
func ShapeAttr(c *Call, attr string) (shape []types.Dim, warn []Warning, answer Answer, ok bool) {
	shape, ok = c.Attrs.Dims(attr)
	if !ok {
		message := fmt.Sprintf("`%s` of `%s` must be a list of extents", attr, c.Op.Name)
		return nil, nil, FailAttr(attr, "attribute-value", message), false
	}
	return shape, NegativeExtents(c, attr, shape), Answer{}, true
}

// NegativeExtents warns of extents below zero.
func NegativeExtents(c *Call, attr string, shape []types.Dim) []Warning {
	for _, d := range shape {
		if n, ok := d.Const(); ok && n < 0 {
			return []Warning{Suspect(attr, "suspect-shape",
				fmt.Sprintf("`%s` gives shape %s, which has an extent below zero", c.Op.Name, ShapeText(shape)))}
		}
	}
	return nil
}

// ScalarArg refuses argument i that is no scalar.
func ScalarArg(c *Call, i int) (*types.Tensor, Answer, bool) {
	t, answer, ok := c.Tensor(i)
	if !ok {
		return nil, answer, false
	}
	if len(t.Shape) > 0 {
		message := fmt.Sprintf("%s must be a scalar, not %s", c.Operand(i), types.Text(t))
		return nil, FailArg(i, "shape-mismatch", message), false
	}
	return t, Answer{}, true
}
