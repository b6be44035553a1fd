package image

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/optest"
	"github.com/fraccheck/fraccheck/internal/types"
)

func TestResize2D(t *testing.T) {
	resize := resize("image.resize2d", "", "NCHW")
	data := &types.Tensor{Dtype: types.Uint8, Shape: []types.Dim{types.Any, types.Const(8), types.Const(9), types.Const(3)}}
	roi := op.Named{Name: "roi", Value: op.Value{Kind: op.ListValue, List: []op.Value{op.Float(0), op.Float(0), op.Float(1), op.Float(1)}}}
	layout := op.Named{Name: "layout", Value: op.Text("NHWC")}
	tests := []struct {
		named []op.Named
		want  string
	}{
		{[]op.Named{{Name: "size", Value: op.Ints(4, 5)}, roi, layout}, "Tensor[(?, 4, 5, 3), uint8]"},
		{[]op.Named{{Name: "size", Value: op.Ints(4)}, roi, layout}, "attribute-value"},
		{[]op.Named{{Name: "size", Value: op.Ints(4, 5)}, layout}, "attribute-value"},
	}
	for _, test := range tests {
		attrs, _ := op.Bind(resize, test.named)
		a := resize.Relation(&op.Call{Op: resize, Args: []types.Type{data}, Attrs: attrs})
		got := types.String(a.Out)
		if a.Err != nil {
			got = a.Err.Code
		}
		if got != test.want {
			t.Errorf("%v: %s, want %s", test.named, got, test.want)
		}
	}
}

func TestRescale(t *testing.T) {
	image := &types.Tensor{Dtype: types.Uint8, Shape: []types.Dim{types.Any, types.Const(8), types.Const(9)}}
	ints := func(name string, ns ...int64) op.Named { return op.Named{Name: name, Value: op.Ints(ns...)} }
	tests := []struct {
		named []op.Named
		want  string
	}{
		{[]op.Named{ints("size", 4, 5), ints("axes", -1, 1)}, "Tensor[(?, 5, 4), uint8]"},
		{[]op.Named{ints("size", 4, 5), ints("axes", 1)}, "attribute-value"},
		{[]op.Named{ints("size", 4, 5), ints("axes", 1, -2)}, "attribute-value"},
		{[]op.Named{ints("size", 4), ints("axes", 3)}, "attribute-value"},
		{[]op.Named{ints("size", 4), ints("axes", 1), ints("scales", 0)}, "attribute-value"},
		{[]op.Named{ints("size", 4), ints("axes", 1), ints("roi", 0)}, "attribute-value"},
		{[]op.Named{ints("size", 0), ints("axes", 1)}, "Tensor[(?, 0, 9), uint8]; suspect-shape"},
	}
	for _, test := range tests {
		if got := optest.Ask(t, Ops(), "image.resize_nd", test.named, image); got != test.want {
			t.Errorf("%v: %s, want %s", test.named, got, test.want)
		}
	}
}
