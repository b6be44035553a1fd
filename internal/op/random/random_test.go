package random

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/optest"
	"github.com/fraccheck/fraccheck/internal/types"
)

func TestTyping(t *testing.T) {
	f32, unknown := types.Scalar(types.Float32), &types.Var{}
	probs := &types.Tensor{Dtype: types.Int32, Shape: []types.Dim{types.Any, types.Const(5)}}
	shape := op.Named{Name: "out_shape", Value: op.Ints(2, 3)}
	below := op.Named{Name: "out_shape", Value: op.Ints(-1)}
	single := op.Named{Name: "out_dtype", Value: op.Text("float32")}
	tests := []struct {
		name  string
		named []op.Named
		args  []types.Type
		want  string
	}{
		{"random.uniform", []op.Named{shape, single}, []types.Type{unknown, unknown, f32},
			"(Tensor[(10), uint64], Tensor[(2, 3), float32]); float32; float32; Tensor[(10), uint64]"},
		{"random.uniform", []op.Named{shape}, []types.Type{key, f32, f32}, "attribute-value"},
		{"random.normal", []op.Named{shape, single}, []types.Type{key, f32, types.Scalar(types.Float64)}, "dtype-mismatch"},
		{"random.normal", []op.Named{shape, single}, []types.Type{key, f32, probs}, "dtype-mismatch"},
		{"random.threefry_generate", []op.Named{below}, []types.Type{key},
			"(Tensor[(10), uint64], Tensor[(-1), uint64]); Tensor[(10), uint64]; suspect-shape"},
		{"random.threefry_generate", []op.Named{{Name: "out_shape"}}, []types.Type{key}, "attribute-value"},
		{"random.threefry_split", nil, []types.Type{unknown}, "(Tensor[(10), uint64], Tensor[(10), uint64]); Tensor[(10), uint64]"},
		{"random.threefry_split", nil, []types.Type{types.Unit}, "type-mismatch"},
		{"random.multinomial", nil, []types.Type{key, probs},
			"(Tensor[(10), uint64], Tensor[(?, 1), int32]); Tensor[(10), uint64]; suspect-operand"},
		{"random.multinomial", nil, []types.Type{key, f32}, "shape-mismatch"},
		{"random.multinomial", nil, []types.Type{key, unknown}, "waits"},
	}
	for _, test := range tests {
		if got := optest.Ask(t, Ops(), test.name, test.named, test.args...); got != test.want {
			t.Errorf("%s of %v: %s, want %s", test.name, types.Strings(test.args...), got, test.want)
		}
	}
}
