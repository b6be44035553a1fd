package table

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// tensorOf is a float32 tensor: of numbers, and of variables where an extent is a
// name.
func tensorOf(extents ...any) types.Type {
	t := &types.Tensor{Dtype: types.Float32}
	for _, e := range extents {
		switch e := e.(type) {
		case int:
			t.Shape = append(t.Shape, types.Const(int64(e)))
		case string:
			t.Shape = append(t.Shape, types.DimOf(symbolic.Var(sizes[e])))
		}
	}
	return t
}

var sizes = map[string]*symbolic.Symbol{
	"n": symbolic.NewSymbol("n", 1), "m": symbolic.NewSymbol("m", 2), "k": symbolic.NewSymbol("k", 3),
}

// checked is a call with the type that its relation gives.
func checked(t *testing.T, name string, named []op.Named, args ...types.Type) *op.Call {
	t.Helper()
	o := Default()[name]
	attrs, errs := op.Bind(o, named)
	if len(errs) > 0 {
		t.Fatal(name, errs[0].Message)
	}
	c := &op.Call{Op: o, Args: args, Attrs: attrs, Last: true}
	a := o.Relation(c)
	if a.Err != nil || a.Waits {
		t.Fatal(name, a.Err)
	}
	c.Out = a.Out
	return c
}

func named(pairs ...any) (all []op.Named) {
	for i := 0; i < len(pairs); i += 2 {
		v, ok := pairs[i+1].(op.Value)
		if s, isText := pairs[i+1].(string); isText {
			v = op.Text(s)
		} else if !ok {
			v = op.Int(int64(pairs[i+1].(int)))
		}
		all = append(all, op.Named{Name: pairs[i].(string), Value: v})
	}
	return all
}

// Multiply-adds as published networks count them.
func TestMultiplyAdds(t *testing.T) {
	image, filters := tensorOf(1, 3, 224, 224), tensorOf(64, 3, 7, 7)
	for _, c := range []struct {
		name  string
		attrs []op.Named
		args  []types.Type
		want  string
	}{
		{"nn.dense", named("units", op.Value{}), []types.Type{tensorOf("n", "k"), tensorOf("m", "k")}, "k*m*n"},
		{"nn.matmul", named("units", op.Value{}, "transpose_a", 1), []types.Type{tensorOf("k", "n"), tensorOf("k", "m")}, "k*m*n"},
		{"nn.batch_matmul", named("transpose_b", 1), []types.Type{tensorOf(8, "n", "k"), tensorOf(8, "m", "k")}, "8*k*m*n"},
		{"matmul", nil, []types.Type{tensorOf("n", "k"), tensorOf("k", "m")}, "k*m*n"},
		{"einsum", named("equation", "bik,bkj->bij"), []types.Type{&types.Tuple{Elems: []types.Type{tensorOf(5, "n", "k"), tensorOf(5, "k", "m")}}}, "5*k*m*n"},
		{"nn.conv2d", named("strides", op.Ints(2, 2), "padding", op.Ints(3, 3)), []types.Type{image, filters}, "118013952"}, // ResNet's first layer
		{"nn.conv2d", named("padding", op.Ints(1, 1)), []types.Type{tensorOf("n", 64, 56, 56), tensorOf(64, 64, 3, 3)}, "115605504*n"},
		{"nn.conv2d", named("padding", op.Ints(1, 1), "groups", 32, "channels", 32, "kernel_size", op.Ints(3, 3)),
			[]types.Type{tensorOf(1, 32, 112, 112), tensorOf(32, 1, 3, 3)}, "3612672"}, // MobileNet's first depthwise layer
		{"nn.conv2d", named("data_layout", "NHWC", "kernel_layout", "HWIO"), []types.Type{tensorOf(1, 7, 7, 960), tensorOf(1, 1, 960, 160)}, "7526400"},
		{"nn.conv2d", named("data_layout", "NCHW4c", "kernel_layout", "OIHW4i4o"),
			[]types.Type{tensorOf(1, 2, 5, 5, 4), tensorOf(3, 2, 3, 3, 4, 4)}, "7776"}, // 9 places, 12 filters of 72
		{"nn.conv1d", named("strides", op.Ints(2), "dilation", op.Ints(2), "padding", op.Ints(0, 0)), []types.Type{tensorOf(2, 4, 11), tensorOf(6, 4, 3)}, "576"},
		{"nn.conv3d", named("groups", 2, "channels", 4, "kernel_size", op.Ints(2, 2, 2)), []types.Type{tensorOf(1, 2, 3, 3, 3), tensorOf(4, 1, 2, 2, 2)}, "256"},
		{"nn.conv2d_transpose", named("strides", op.Ints(2, 2)), []types.Type{tensorOf(1, 3, 4, 4), tensorOf(3, 5, 3, 3)}, "2160"},
		{"nn.contrib_conv2d_winograd_without_weight_transform", named("tile_size", 4, "channels", 8, "kernel_size", op.Ints(3, 3)),
			[]types.Type{tensorOf(1, 4, 10, 10), tensorOf(6, 6, 8, 4)}, "18432"},
		{"nn.conv2d_backward_weight", named("kernel_size", op.Ints(3, 3), "padding", op.Ints(1, 1), "kernel_layout", "NCHW", "out_layout", "OIHW"),
			[]types.Type{tensorOf(2, 8, 6, 6), tensorOf(2, 4, 6, 6)}, "20736"},
	} {
		call := checked(t, c.name, c.attrs, c.args...)
		if got := call.Op.Cost.MultiplyAdds.Of(call).String(); got != c.want {
			t.Errorf("%s: %s multiply-adds, want %s", c.name, got, c.want)
		}
	}
}
