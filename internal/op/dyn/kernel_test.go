package dyn

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/optest"
	"github.com/fraccheck/fraccheck/internal/value"
)

// Operators with computed shapes give what their namesakes give.
func TestComputedShapes(t *testing.T) {
	ints := func(ns ...int64) value.Value { return value.Of(ns, len(ns)) }
	one := func(n int64) value.Value { return value.FromInt(value.Int64, n) }
	float := func(x float64) value.Value { return value.FromFloat(value.Float32, x) }
	x := value.Of([]float32{3, 1, 2, 6, 5, 4}, 2, 3)
	image := value.Of([]float32{1, 2, 3, 4}, 1, 1, 2, 2)
	tests := []struct {
		name  string
		named []op.Named
		args  []value.Value
		want  string
	}{
		{"dyn.reshape", nil, []value.Value{x, ints(3, -1)}, "[[3.0, 1.0], [2.0, 6.0], [5.0, 4.0]]"},
		{"dyn.broadcast_to", nil, []value.Value{float(2), ints(1, 2)}, "[[2.0, 2.0]]"},
		{"dyn.tile", nil, []value.Value{x, ints(1, 2)}, "[[3.0, 1.0, 2.0, 3.0, 1.0, 2.0], [6.0, 5.0, 4.0, 6.0, 5.0, 4.0]]"},
		{"dyn.expand_dims", nil, []value.Value{value.Of([]float32{1, 2}, 2), one(1)}, "[[1.0], [2.0]]"},
		{"dyn.squeeze", nil, []value.Value{image, ints(0, 1)}, "[[1.0, 2.0], [3.0, 4.0]]"},
		{"dyn.zeros", []op.Named{{Name: "dtype", Value: op.Text("int32")}}, []value.Value{ints(2)}, "[0, 0]"},
		{"dyn.ones", []op.Named{{Name: "dtype", Value: op.Text("float32")}}, []value.Value{ints(1, 2)}, "[[1.0, 1.0]]"},
		{"dyn.full", []op.Named{{Name: "dtype", Value: op.Text("float32")}}, []value.Value{float(7), ints(2)}, "[7.0, 7.0]"},
		{"dyn.one_hot", []op.Named{{Name: "dtype", Value: op.Text("float32")}}, []value.Value{value.Of([]int32{1, 0}, 2), float(1), float(0), one(3)}, "[[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]"},
		{"dyn.strided_slice", []op.Named{{Name: "axes"}}, []value.Value{x, ints(0, 1), ints(2, 3), ints(1, 1)}, "[[1.0, 2.0], [5.0, 4.0]]"},
		{"dyn.topk", []op.Named{{Name: "ret_type", Value: op.Text("values")}}, []value.Value{x, one(2)}, "[[3.0, 2.0], [6.0, 5.0]]"},
		{"dyn.nn.upsampling", nil, []value.Value{image, float(1), float(2)}, "[[[[1.0, 1.0, 2.0, 2.0], [3.0, 3.0, 4.0, 4.0]]]]"},
		{"dyn.nn.pad", nil, []value.Value{value.Of([]float32{1}, 1, 1), value.Of([]int64{0, 0, 1, 1}, 2, 2), float(0)}, "[[0.0, 1.0, 0.0]]"},
	}
	ops := map[string]*op.Op{}
	for _, o := range Ops() {
		ops[o.Name] = o
	}
	for _, test := range tests {
		o := ops[test.name]
		if o.Kernel == nil {
			t.Errorf("%s has no kernel", test.name)
			continue
		}
		attrs, _ := op.Bind(o, test.named)
		v, err := o.Kernel(optest.Machine{}, &op.KernelCall{Op: o, Args: test.args, Attrs: attrs})
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
		} else if got := value.Text(v); got != test.want {
			t.Errorf("%s gives %s, want %s", test.name, got, test.want)
		}
	}
}
