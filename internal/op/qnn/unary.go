package qnn

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/nn"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

const unaryRule = "the data is quantized; scales are one float32 and zero points one int32; the result has the type of the data"

// functions are the elementwise functions, and what they compute.
var functions = [...][2]string{
	{"abs", "Gives the absolute value"}, {"erf", "Gives the error function"}, {"exp", "Gives the exponential"},
	{"hardswish", "Gives the hard swish activation"}, {"log", "Gives the natural logarithm"},
	{"rsqrt", "Gives the reciprocal of the square root"}, {"sigmoid", "Gives the logistic function"},
	{"sqrt", "Gives the square root"}, {"tanh", "Gives the hyperbolic tangent"},
}

// unary lists functions of one quantized operand.
func unary() []*op.Op {
	ops := []*op.Op{
		{
			Name: "qnn.leaky_relu", Doc: "Scales negative elements of a quantized tensor down.", Rule: unaryRule,
			Params: op.Args("data", "input_scale", "input_zero_point", "output_scale", "output_zero_point"),
			Attrs:  []op.Attr{relate.Float("alpha", 0.25, "factor of negative elements")}, Relation: relate.Relation(elementwise), Kernel: leakyKernel,
			Traits: op.Traits{Fails: op.OnExtent, Cost: functionCost(1, 1)},
		},
		{
			Name: "qnn.softmax", Doc: "Gives softmax of a quantized tensor.", Rule: unaryRule, Params: quantized(),
			Attrs: []op.Attr{relate.Int("axis", -1, "axis along which the elements sum to 1")}, Traits: op.Traits{Cost: softmaxCost()}, Relation: relate.Relation(softmax), Kernel: softmaxKernel,
		},
		averagePool(),
	}
	for _, f := range functions {
		ops = append(ops, &op.Op{
			Name: "qnn." + f[0], Doc: f[1] + " of each quantized element.", Rule: unaryRule,
			Params: quantized(), Relation: relate.Relation(elementwise), Kernel: functionKernel(formulas[f[0]]),
			Traits: op.Traits{Fails: op.OnExtent, Cost: functionCost(1, 1)},
		})
	}
	return ops
}

// quantized are the parameters of such functions: data, its code, and the result's.
func quantized() []op.Param {
	return op.Args("data", "scale", "zero_point", "output_scale", "output_zero_point")
}

func elementwise(s *relate.Typing, data *types.Tensor) types.Type {
	if !holds(s, 0, data, bytes) || !scalars(s, scale(1), zero(2), scale(3), zero(4)) {
		return nil
	}
	return data
}

func softmax(s *relate.Typing, data *types.Tensor) types.Type {
	if !holds(s, 0, data, dtypes{types.Int8}) || !scalars(s, scale(1), zero(2), scale(3), zero(4)) {
		return nil
	}
	return data
}

// averagePool is qnn.avg_pool2d.
func averagePool() *op.Op {
	n := 2
	return &op.Op{
		Name: "qnn.avg_pool2d", Doc: "Takes the mean of each window of a quantized image.",
		Rule: "the data is int8 or uint8; pooling makes each spatial extent (extent + padding - dilated window) / stride + 1", Kind: op.OutFusable,
		Params: op.Args("data", "input_scale", "input_zero_point", "output_scale", "output_zero_point"),
		Attrs: []op.Attr{
			relate.Required("pool_size", op.IntsAttr, "extents of the window"),
			relate.Ints("strides", "step of the window along each spatial dimension", relate.Ones(n)...),
			relate.Ints("dilation", "distance of the window's taps along each spatial dimension", relate.Ones(n)...),
			relate.Ints("padding", "what is put around the data", relate.Zeros(n)...),
			relate.LayoutOf("layout", "NCHW", "order of the data's dimensions"),
			relate.OutLayout("NCHW", "order wanted for the result; the type keeps the data's"),
			relate.Bool("ceil_mode", false, "whether a last window that overhangs is counted"),
			relate.Bool("count_include_pad", false, "whether the padding counts in the mean"),
		},
		Relation: relate.Relation(func(s *relate.Typing, data *types.Tensor) types.Type {
			if elementwise(s, data) == nil {
				return nil
			}
			return nn.Pool2D(s, data)
		}),
		Kernel: averageKernel(entryOf("nn.avg_pool2d")),
		Traits: op.Traits{Fails: op.OnExtent | op.OnAttribute, Cost: averageCost()},
	}
}
