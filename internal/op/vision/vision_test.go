package vision

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/optest"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// image makes a tensor of float32; extents below 0 are `?`.
func image(ns ...int64) types.Type {
	t := &types.Tensor{Dtype: types.Float32}
	for _, n := range ns {
		d := types.Const(n)
		if n < 0 {
			d = types.Any
		}
		t.Shape = append(t.Shape, d)
	}
	return t
}

func key(class string) op.Named {
	return op.Named{Name: typeKey, Value: op.Text("relay.attrs." + class)}
}

func TestTyping(t *testing.T) {
	n := types.DimOf(symbolic.Var(symbolic.NewSymbol("n", 0)))
	roi := func(layout string) []op.Named {
		return []op.Named{{Name: "pooled_size", Value: op.Ints(2, 3)}, {Name: "spatial_scale", Value: op.Float(1)},
			{Name: "layout", Value: op.Text(layout)}, key("ROIPoolAttrs")}
	}
	byClass := key("AllClassNonMaximumSuppressionAttrs")
	tests := []struct {
		name  string
		named []op.Named
		args  []types.Type
		want  string
	}{
		{"vision.multibox_prior", nil, []types.Type{tensor(types.Float32, n, n, n, types.Const(7))}, "Tensor[(1, 7*n, 4), float32]"},
		{"vision.multibox_prior", []op.Named{{Name: "sizes", Value: op.Ints()}}, []types.Type{image(1, 3, 4, 4)}, "Tensor[(1, 0, 4), float32]; suspect-attribute"},
		{"vision.multibox_prior", []op.Named{{Name: "sizes"}}, []types.Type{image(1, 3, 4, 4)}, "attribute-value"},
		{"vision.multibox_transform_loc", nil, []types.Type{tensor(types.Float32, n, types.Const(3), n), image(1, 80), image(1, 20, 4)},
			"(Tensor[(n, 20, 6), float32], Tensor[(n), int32]); Tensor[(1, 4*n), float32]; Tensor[(1, n, 4), float32]"},
		{"vision.multibox_transform_loc", nil, []types.Type{image(1, 3, 20), image(1, 20), image(1, 20, 4)}, "shape-mismatch"},
		{"vision.yolo_reorg", []op.Named{{Name: "stride", Value: op.Int(2)}}, []types.Type{image(1, 8, 9, 8)}, "Tensor[(1, 32, 4, 4), float32]; suspect-attribute"},
		{"vision.yolo_reorg", []op.Named{{Name: "stride", Value: op.Int(0)}}, []types.Type{image(1, 8, 9, 8)}, "attribute-value"},
		{"vision.get_valid_counts", []op.Named{key("GetValidCountsAttrs")}, []types.Type{image(1, 8, 6), image()}, "attribute-value"},
		{"vision.non_max_suppression", nil, []types.Type{image(1, 8, 6), &types.Var{}, image(), image(), image()}, "waits"},
		{"vision.all_class_non_max_suppression", nil, []types.Type{image(2, 5, 4), image(2, 3, 5), image(), image(), image()}, "attribute-value"},
		{"vision.all_class_non_max_suppression", []op.Named{byClass}, []types.Type{image(2, 5, 3), image(2, 3, 5), image(), image(), image()},
			"(Tensor[(30, 3), int64], Tensor[(1), int64]); suspect-operand"},
		{"vision.roi_pool", roi("NHWC"), []types.Type{image(1, 16, 16, 4), image(-1, 5)}, "Tensor[(?, 2, 3, 4), float32]"},
		{"vision.roi_pool", roi("NCHW"), []types.Type{image(1, 16, 16, 4), image(8, 4)}, "Tensor[(8, 16, 2, 3), float32]; suspect-operand"},
		{"vision.roi_pool", roi("CHWN"), []types.Type{image(1, 16, 16, 4), image(8, 5)}, "attribute-value"},
		{"vision.proposal", nil, []types.Type{tensor(types.Float32, n, n, n, n), image(1, 48, 7, 7), image(1, 3)},
			"Tensor[(300*n, 5), float32]; Tensor[(1, 3), float32]"},
		{"vision.proposal", nil, []types.Type{image(1, 24, 7, 7), image(1, 48, 7, 7), image(1, 4)}, "shape-mismatch"},
	}
	for _, test := range tests {
		if got := optest.Ask(t, Ops(), test.name, test.named, test.args...); got != test.want {
			t.Errorf("%s of %v: %s, want %s", test.name, types.Strings(test.args...), got, test.want)
		}
	}
}
