package image

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
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
