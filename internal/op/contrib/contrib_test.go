package contrib

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/optest"
	"github.com/fraccheck/fraccheck/internal/types"
)

// ethosuCall binds what every call must give, and what a test adds to it.
func ethosuCall(t *testing.T, name string, more []op.Named, args []types.Type) op.Answer {
	t.Helper()
	for _, o := range Ops() {
		if o.Name != name {
			continue
		}
		var named []op.Named
		for _, a := range o.Attrs {
			if a.Required && (a.Type == op.FloatAttr || a.Type == op.IntAttr) {
				named = append(named, op.Named{Name: a.Name, Value: op.Int(16)})
			}
		}
		attrs, errs := op.Bind(o, append(named, more...))
		if len(errs) > 0 {
			return op.Answer{Err: &errs[0]}
		}
		return o.Relation(&op.Call{Op: o, Args: args, Attrs: attrs})
	}
	t.Fatalf("no %s", name)
	return op.Answer{}
}

func TestTyping(t *testing.T) {
	ifm, bricks, lut := bytesOf(1, 8, 9, 16), bytesOf(1, 8, 1, 9, 16), bytesOf(0)
	kernel := []op.Named{{Name: "kernel_shape", Value: op.Ints(3, 3)}, {Name: "ofm_channels", Value: op.Int(20)}}
	pool := []op.Named{{Name: "pooling_type", Value: op.Text("MAX")}, {Name: "pool_shape", Value: op.Ints(2, 2)}, {Name: "ofm_channels", Value: op.Int(16)}}
	with := func(named []op.Named, name, text string) []op.Named {
		return append(named[:len(named):len(named)], op.Named{Name: name, Value: op.Text(text)})
	}
	scales := &types.Tensor{Dtype: types.Uint8, Shape: []types.Dim{types.Const(20), types.Const(10)}}
	conv := func(ifm types.Type) []types.Type { return []types.Type{ifm, bytesOf(20, 3, 3, 16), scales, lut} }
	tests := []struct {
		name  string
		named []op.Named
		args  []types.Type
		want  string
	}{
		{"contrib.ethosu.conv2d", kernel, conv(ifm), "Tensor[(1, 6, 7, 20), int8]"},
		{"contrib.ethosu.conv2d", with(kernel, "ifm_layout", bricked), conv(bricks), "Tensor[(1, 6, 7, 20), int8]"},
		{"contrib.ethosu.conv2d", with(kernel, "ofm_layout", bricked), conv(ifm), "Tensor[(1, 6, 2, 7, 16), int8]"},
		{"contrib.ethosu.conv2d", with(kernel, "upscale", "ZEROS"), conv(ifm), "Tensor[(1, 14, 16, 20), int8]"},
		{"contrib.ethosu.conv2d", with(kernel, "upscale", "CUBIC"), conv(ifm), "attribute-value"},
		{"contrib.ethosu.conv2d", kernel, conv(bricks), "Tensor[(1, 6, -1, 20), int8]; suspect-shape; suspect-shape"},
		{"contrib.ethosu.conv2d", kernel, conv(bytesOf(1, 8)), "shape-mismatch"},
		{"contrib.ethosu.conv2d", kernel[:1], conv(ifm), "attribute-value"},
		{"contrib.ethosu.conv2d", kernel[1:], conv(ifm), "attribute-value"},
		{"contrib.ethosu.conv2d", append(kernel[:2:2], op.Named{Name: "padding", Value: op.Ints(1, 1, 1)}), conv(ifm), "attribute-value"},
		{"contrib.ethosu.depthwise_conv2d", with(kernel, "upscale", "ZEROS"), conv(ifm), "Tensor[(1, 6, 7, 20), int8]; suspect-attribute"},
		{"contrib.ethosu.pooling", with(pool, "ofm_dtype", "int8"), []types.Type{ifm, lut}, "Tensor[(1, 7, 8, 16), int8]"},
		{"contrib.ethosu.pooling", with(pool, "ofm_dtype", "uint8"), []types.Type{ifm, lut}, "attribute-value"},
		{"contrib.ethosu.pooling", with(with(pool, "ofm_dtype", "int32"), "pooling_type", "SUM"), []types.Type{ifm, lut}, "Tensor[(1, 7, 8, 16), int32]"},
		{"contrib.ethosu.unary_elementwise", with(nil, "operator_type", "CLZ"), []types.Type{ifm, lut}, "dtype-mismatch"},
		{"contrib.ethosu.unary_elementwise", with(nil, "operator_type", "ABS"), []types.Type{&types.Var{}, lut}, "waits"},
		{"contrib.ethosu.identity", []op.Named{{Name: "ifm_scale"}}, []types.Type{ifm, lut}, "attribute-value"},
	}
	for _, test := range tests {
		answer := ethosuCall(t, test.name, test.named, test.args)
		answer.Equal = nil // the rows below say the result and the warnings alone
		if got := optest.Say(answer); got != test.want {
			t.Errorf("%s of %v: %s, want %s", test.name, types.Strings(test.args...), got, test.want)
		}
	}
}

func bytesOf(ns ...int64) types.Type {
	t := &types.Tensor{Dtype: types.Int8}
	for _, n := range ns {
		t.Shape = append(t.Shape, types.Const(n))
	}
	return t
}
