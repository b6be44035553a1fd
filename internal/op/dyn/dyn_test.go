package dyn

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/optest"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

var (
	n      = types.DimOf(symbolic.Var(symbolic.NewSymbol("n", 0)))
	two    = types.Const(2)
	four   = types.Const(4)
	atom   = types.Scalar(types.Int64)
	single = types.Scalar(types.Float32)
	matrix = tensor(types.Float32, n, four)
)

func tensor(d types.Dtype, shape ...types.Dim) types.Type {
	return &types.Tensor{Dtype: d, Shape: shape}
}

func vector(d types.Dim) types.Type { return tensor(types.Int64, d) }

func given(names ...string) (named []op.Named) {
	for _, name := range names {
		named = append(named, op.Named{Name: name})
	}
	return named
}

func TestTyping(t *testing.T) {
	axes := given("begin", "end", "strides", "axes")
	newaxis := func(n int64) []op.Named {
		return []op.Named{{Name: "num_newaxis", Value: op.Int(n)}, {Name: "attrs_type_key", Value: op.Text("relay.attrs.DynExpandDimsAttrs")}}
	}
	tests := []struct {
		name  string
		named []op.Named
		args  []types.Type
		want  string
	}{
		{"dyn.reshape", given("newshape"), []types.Type{matrix, vector(two)}, "Tensor[(?, ?), float32]"},
		{"dyn.reshape", given("newshape"), []types.Type{matrix, vector(n)}, "shape-mismatch"},
		{"dyn.reshape", given("newshape"), []types.Type{matrix, vector(types.Const(1 << 40))}, "shape-mismatch"},
		{"dyn.reshape", given("newshape"), []types.Type{matrix, &types.Var{}}, "waits"},
		{"dyn.reshape", given("newshape"), []types.Type{matrix, tensor(types.Float32, two)}, "Tensor[(?, ?), float32]; suspect-operand"},
		{"dyn.reshape", nil, []types.Type{matrix, vector(two)}, "attribute-value"},
		{"dyn.zeros", given("shape"), []types.Type{tensor(types.Int64, two, two)}, "Tensor[(?, ?), ]; suspect-operand; suspect-attribute"},
		{"dyn.full", given("shape"), []types.Type{matrix, vector(two)}, "shape-mismatch"},
		{"dyn.full", given("shape"), []types.Type{single, vector(two)}, "Tensor[(?, ?), float32]"},
		{"dyn.tile", given("reps"), []types.Type{matrix, vector(types.Const(1))}, "Tensor[(?, ?), float32]"},
		{"dyn.squeeze", nil, []types.Type{matrix, vector(types.Const(1))}, "Tensor[(?), float32]"},
		{"dyn.squeeze", nil, []types.Type{matrix, vector(types.Const(3))}, "shape-mismatch"},
		{"dyn.expand_dims", newaxis(2), []types.Type{single, atom}, "Tensor[(?, ?), float32]"},
		{"dyn.expand_dims", newaxis(-1), []types.Type{single, atom}, "attribute-value"},
		{"dyn.strided_slice", axes, []types.Type{matrix, vector(types.Const(1)), vector(two), vector(two)}, "Tensor[(?, 4), float32]"},
		{"dyn.strided_slice", axes, []types.Type{matrix, vector(types.Const(3)), vector(two), vector(two)}, "shape-mismatch"},
		{"dyn.topk", []op.Named{{Name: "k"}, {Name: "ret_type", Value: op.Text("values")}}, []types.Type{matrix, atom}, "Tensor[(n, ?), float32]"},
		{"dyn.topk", []op.Named{{Name: "k"}, {Name: "axis", Value: op.Int(2)}}, []types.Type{matrix, atom}, "attribute-value"},
		{"dyn.nn.pad", given("pad_width"), []types.Type{matrix, tensor(types.Int64, two, two), single}, "Tensor[(?, ?), float32]"},
		{"dyn.nn.pad", given("pad_width"), []types.Type{matrix, tensor(types.Int64, four, two), single}, "Tensor[(?, ?), float32]; suspect-operand"},
		{"dyn.nn.upsampling", given("scale_h", "scale_w"), []types.Type{tensor(types.Float32, n, two, n, four), single, single}, "Tensor[(n, 2, ?, ?), float32]"},
		{"dyn.image.resize2d", nil, []types.Type{tensor(types.Float32, n, two, n, four), vector(two), vector(two)}, "Tensor[(n, 2, ?, ?), float32]; suspect-operand"},
		{"dyn.image.resize_nd", []op.Named{{Name: "axes", Value: op.Ints(-1, 0)}}, []types.Type{matrix, vector(two), nil, nil}, "Tensor[(?, ?), float32]"},
		{"dyn.image.resize_nd", []op.Named{{Name: "axes", Value: op.Ints(1)}}, []types.Type{matrix, vector(two), nil, nil}, "attribute-value"},
		{"dyn.image.resize_nd", []op.Named{{Name: "axes", Value: op.Ints(2)}}, []types.Type{matrix, vector(types.Const(1)), nil, nil}, "attribute-value"},
	}
	for _, test := range tests {
		if got := optest.Ask(t, Ops(), test.name, test.named, test.args...); got != test.want {
			t.Errorf("%s of %v: %s, want %s", test.name, types.Strings(test.args...), got, test.want)
		}
	}
}
