package qnn

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

var (
	image  = &types.Tensor{Dtype: types.Int8, Shape: []types.Dim{types.Const(1), types.Const(4), types.Const(9), types.Const(9)}}
	weight = &types.Tensor{Dtype: types.Int8, Shape: []types.Dim{types.Const(8), types.Const(4), types.Const(3), types.Const(3)}}
	f32    = types.Scalar(types.Float32)
	i32    = types.Scalar(types.Int32)
)

func scales(n int64) types.Type {
	return &types.Tensor{Dtype: types.Float32, Shape: []types.Dim{types.Const(n)}}
}

func TestConv2D(t *testing.T) {
	int32s := op.Named{Name: "out_dtype", Value: op.Text("int32")}
	tests := []struct {
		about string
		named []op.Named
		args  []types.Type
		want  string
	}{
		{"atoms", []op.Named{int32s}, []types.Type{image, weight, i32, i32, f32, f32}, "Tensor[(1, 8, 7, 7), int32]"},
		{"a scale for each filter", []op.Named{int32s}, []types.Type{image, weight, i32, i32, f32, scales(8)}, "Tensor[(1, 8, 7, 7), int32]"},
		{"too few scales", []op.Named{int32s}, []types.Type{image, weight, i32, i32, f32, scales(4)}, "shape-mismatch"},
		{"scale and zero point swapped", []op.Named{int32s}, []types.Type{image, weight, f32, f32, i32, i32}, "dtype-mismatch"},
		{"no out_dtype", nil, []types.Type{image, weight, i32, i32, f32, f32}, "attribute-value"},
		{"an unknown scale", []op.Named{int32s}, []types.Type{image, weight, i32, i32, &types.Var{}, f32}, "waits"},
	}
	var conv *op.Op
	for _, o := range Ops() {
		if o.Name == "qnn.conv2d" {
			conv = o
		}
	}
	for _, test := range tests {
		attrs, _ := op.Bind(conv, test.named)
		a := conv.Relation(&op.Call{Op: conv, Args: test.args, Attrs: attrs})
		got := "waits"
		switch {
		case a.Err != nil:
			got = a.Err.Code
		case !a.Waits:
			got = types.String(a.Out)
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.about, got, test.want)
		}
	}
}
