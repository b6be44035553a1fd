package qnn

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/interval"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// conversion lists changes between integers and the numbers that they stand for.
func conversion() []*op.Op {
	axis := relate.Int("axis", -1, "axis of the channels, for scales that are vectors")
	required := relate.Required("out_dtype", op.DtypeAttr, "dtype of the result")
	return []*op.Op{
		{
			Name: "qnn.quantize", Doc: "Represents float32 by integers.",
			Rule:   "the data is float32; scale (float32) and zero point (int32) are atoms, or vectors along the axis",
			Params: op.Args("data", "output_scale", "output_zero_point"), Attrs: []op.Attr{required, axis}, Relation: relate.Relation(quantize),
			Traits: op.Traits{Fails: op.OnExtent | op.OnAttribute, Cost: op.EachCost(toInteger)},
			Kernel: quantizeKernel,
		},
		{
			Name: "qnn.dequantize", Doc: "Gives the floats that integers represent.",
			Rule:   "the data is an integer; scale (float32) and zero point (int32) are single, or vectors along the axis",
			Params: op.Args("data", "input_scale", "input_zero_point"), Attrs: []op.Attr{required, axis}, Traits: op.Traits{Cost: op.EachCost(fromInteger), Range: dequantized}, Relation: relate.Relation(dequantize),
			Kernel: dequantizeKernel,
		},
		{
			Name: "qnn.requantize", Doc: "Represents the same numbers by other integers.",
			Rule:   "the input's scale and zero point are atoms, or vectors along the axis; the output's are atoms",
			Params: op.Args("data", "input_scale", "input_zero_point", "output_scale", "output_zero_point"),
			Attrs: []op.Attr{
				axis, relate.Known("rounding", "None", "where halves are rounded to", "None", "UPWARD", "TONEAREST"),
				relate.Known("compute_dtype", "None", "dtype in which it is computed", "None", "int64", "float32", "float64"), relate.OutDtype(),
			},
			Traits:   op.Traits{Fails: op.OnExtent | op.OnAttribute, Cost: op.EachCost(betweenThem)},
			Relation: relate.Relation(requantize), Kernel: requantizeKernel,
		},
		simulated("qnn.simulated_quantize", "Rounds floats as quantization would.", "out_dtype", "output", simulatedQuantize, toInteger, axis),
		simulated("qnn.simulated_dequantize", "Undoes simulated quantization.", "in_dtype", "input", simulatedDequantize, fromInteger, required, axis),
	}
}

// quantize gives out_dtype in the data's shape.
func quantize(s *relate.Typing, data *types.Tensor) types.Type {
	if !holds(s, 0, data, dtypes{types.Float32}) || s.Need(1) == nil || s.Need(2) == nil {
		return nil
	}
	extent, ok := channels(s, "axis", data)
	if !ok || !perChannel(s, extent, scale(1), zero(2)) || !gives(s, append(words[:4:4], types.Int32)) {
		return nil
	}
	return &types.Tensor{Dtype: s.Attrs.Dtype("out_dtype"), Shape: data.Shape}
}

// dequantize gives floats in the data's shape.
func dequantize(s *relate.Typing, data *types.Tensor) types.Type {
	if !holds(s, 0, data, append(words[:4:4], types.Int32)) {
		return nil
	}
	extent := types.Const(1)
	for _, i := range []int{1, 2} {
		t := s.Need(i)
		if t == nil || !sized(s, i, t) {
			return nil
		}
		if !single(t) {
			extent = types.Any
		}
	}
	if extent.IsAny() {
		var ok bool
		if extent, ok = channels(s, "axis", data); !ok {
			return nil
		}
	}
	if !perChannel(s, extent, scale(1), zero(2)) || !gives(s, dtypes{types.Float16, types.Float32}) {
		return nil
	}
	return &types.Tensor{Dtype: s.Attrs.Dtype("out_dtype"), Shape: data.Shape}
}

// dequantized is the range of (q - zero point) · scale.
func dequantized(c *op.RangeCall) interval.Set {
	q := interval.Subtract(c.Set(0), c.Set(2))
	if !q.Within(interval.All(value.Int32)) {
		return interval.All(c.Dtype)
	}
	return interval.Multiply(q, c.Set(1)).Rounded(value.Float32, 4).Rounded(c.Dtype, 1)
}

// sized asks that the number of elements is known.
func sized(s *relate.Typing, i int, t *types.Tensor) bool {
	for _, d := range t.Shape {
		if d.Loose() {
			s.FailArg(i, "shape-mismatch", fmt.Sprintf("`%s` is %s, and its number of elements must be known",
				s.Op.Params[i].Name, types.Text(t)))
			return false
		}
	}
	return true
}

// requantize gives out_dtype; the codes of the data may be by channel, the result's is one.
func requantize(s *relate.Typing, data *types.Tensor) types.Type {
	if !holds(s, 0, data, dtypes{types.Int8, types.Uint8, int16s, types.Int32, types.Int64}) {
		return nil
	}
	extent, ok := requantizeAxis(s, data)
	if !ok || !perChannel(s, extent, scale(1), zero(2)) || !scalars(s, scale(3), zero(4)) {
		return nil
	}
	if !gives(s, dtypes{types.Int8, types.Uint8, int16s, types.Int32}) {
		return nil
	}
	return &types.Tensor{Dtype: s.Attrs.Dtype("out_dtype"), Shape: data.Shape}
}

// requantizeAxis checks the axis of a scalar too: it may be 0, or negative.
func requantizeAxis(s *relate.Typing, data *types.Tensor) (types.Dim, bool) {
	if n, _ := s.Attrs.Int("axis"); len(data.Shape) == 0 && n > 0 {
		s.FailAttr("axis", fmt.Sprintf("`axis` is %d, and the data is a scalar", n))
		return types.Any, false
	}
	return channels(s, "axis", data)
}

// simulated is an entry of a simulated conversion.
func simulated(name, doc, dtype, side string, kernel op.Kernel, each int64, attrs ...op.Attr) *op.Op {
	return &op.Op{
		Name: name, Doc: doc, Rule: "the result has the type of the data",
		Params: op.Args("data", dtype, side+"_scale", side+"_zero_point"), Attrs: attrs, Kernel: kernel, Traits: op.Traits{Cost: op.EachCost(each)},
		Relation: relate.Relation(func(s *relate.Typing, data *types.Tensor) types.Type {
			s.Need(1)
			return data
		}),
	}
}
