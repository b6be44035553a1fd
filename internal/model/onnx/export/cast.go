package export

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// cast converts to the dtype of the result. Of floats, an integer dtype takes those that it
// cannot hold to its nearest bound, and NaN to 0, which ONNX leaves open.
func cast(c *call) *Value {
	v, d := c.in[0], c.outTensor().Dtype
	if !c.dtype(v).IsFloat() || !d.IsInteger() || d == types.Bool || d.IsStored() {
		return c.cast(v, d)
	}
	if vd, ok := model.DtypeOf(d); ok && v.array != nil && v.array.Len() <= mostShared {
		return constant(v.array.Convert(vd))
	}
	return c.saturated(v, d)
}

// saturated converts floats to integers. Bounds are compared in a float dtype that has them
// exactly; for 64 bits that is none, so that what is beyond the greatest float below the upper
// bound is chosen after the conversion.
func (x *exporter) saturated(v *Value, d types.Dtype) *Value {
	switch {
	case d.Bits == 32:
		v = x.cast(v, types.Float64)
	case x.dtype(v).Bits == 16:
		v = x.cast(v, types.Float32)
	}
	f := x.dtype(v)
	truth := x.typed(v, types.Bool)
	v = x.op("Where", v.Type, x.op("IsNaN", truth, v), number(f, 0), v)
	least, most := bounds(d)
	greatest := most - 1
	if d.Bits == 64 {
		greatest = math.Nextafter(most, 0)
		if f == types.Float32 {
			greatest = float64(math.Nextafter32(float32(most), 0))
		}
	}
	limited := x.op("Min", v.Type, x.op("Max", v.Type, v, number(f, least)), number(f, greatest))
	whole := x.cast(limited, d)
	if d.Bits < 64 {
		return whole
	}
	last := constant(value.FromScalar(value.FromUint(value.Uint64, math.MaxUint64)))
	if d != types.Uint64 {
		last = constant(value.FromScalar(value.FromInt(value.Int64, math.MaxInt64)))
	}
	return x.op("Where", whole.Type, x.op("GreaterOrEqual", truth, v, number(f, most)), last, whole)
}

// bounds are the least number of an integer dtype, and the one after the greatest.
func bounds(d types.Dtype) (least, most float64) {
	if d.Class == types.UintClass {
		return 0, math.Exp2(float64(d.Bits))
	}
	return -math.Exp2(float64(d.Bits) - 1), math.Exp2(float64(d.Bits) - 1)
}
