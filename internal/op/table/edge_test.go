package table

import (
	"math"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/optest"
	"github.com/fraccheck/fraccheck/internal/value"
)

// Values at the edges of what calls may ask for, as NumPy has them where it has the
// function.
func TestEdgeValues(t *testing.T) {
	least, matrix := value.Of([]int32{math.MinInt32}, 1), value.Of([]float32{1, 2, 3, 4, 5, 6}, 2, 3)
	row := value.Of([]float32{1, 2, 3, 4}, 1, 4)
	i32 := func(n int32) value.Value { return value.Of([]int32{n}, 1) }
	for _, test := range []struct {
		op    string
		named []op.Named
		args  []value.Value
		want  string
	}{
		{"divide", nil, []value.Value{least, i32(-1)}, "[-2147483648]"},
		{"mod", nil, []value.Value{least, i32(-1)}, "[0]"},
		{"floor_divide", nil, []value.Value{least, i32(-1)}, "[-2147483648]"},
		{"abs", nil, []value.Value{least}, "[-2147483648]"},
		{"negative", nil, []value.Value{least}, "[-2147483648]"},
		{"left_shift", nil, []value.Value{i32(1), i32(32)}, "[0]"},
		{"right_shift", nil, []value.Value{i32(-8), i32(40)}, "[-1]"},
		{"strided_slice", []op.Named{
			{Name: "begin", Value: op.Ints(0, 2)}, {Name: "end", Value: op.Ints(1, -9)}, {Name: "strides", Value: op.Ints(1, -1)}, {Name: "axes", Value: op.Ints(1, 1)},
		}, []value.Value{matrix}, "[[3.0, 2.0, 1.0], [6.0, 5.0, 4.0]]"},
		{"strided_slice", []op.Named{
			{Name: "begin", Value: op.Ints(0)}, {Name: "end", Value: op.Ints(9)}, {Name: "strides", Value: op.Ints(math.MaxInt64)}, {Name: "axes", Value: op.Ints(1)},
		}, []value.Value{matrix}, "[[1.0], [4.0]]"},
		{"einsum", []op.Named{{Name: "equation", Value: op.Text("ii")}}, []value.Value{&value.Tuple{Elems: []value.Value{row}}}, "10.0"},
		{"nn.avg_pool1d", []op.Named{
			{Name: "pool_size", Value: op.Ints(3)}, {Name: "strides", Value: op.Ints(2)}, {Name: "padding", Value: op.Ints(1, 0)},
		}, []value.Value{value.Of([]float32{8}, 1, 1, 1)}, "[[[8.0]]]"},
	} {
		o := Default()[test.op]
		attrs, errs := op.Bind(o, test.named)
		if len(errs) > 0 {
			t.Fatal(errs[0].Message)
		}
		c := &op.KernelCall{Op: o, Args: test.args, Attrs: attrs}
		var err error
		if c.Out, err = c.ResultType(); err != nil {
			t.Errorf("%s: %v", test.op, err)
			continue
		}
		v, err := o.Kernel(optest.Machine{}, c)
		if err != nil || value.Text(v) != test.want {
			t.Errorf("%s%s gives %s (%v), want %s", test.op, attrs, value.Text(v), err, test.want)
		}
	}
}

// A product without inner elements is of zeros, however wide it is.
func TestWideProductOfNothing(t *testing.T) {
	o := Default()["nn.dense"]
	attrs, _ := op.Bind(o, []op.Named{{Name: "units"}})
	c := &op.KernelCall{Op: o, Attrs: attrs, Args: []value.Value{value.Zeros(value.Float32, 2, 0), value.Zeros(value.Float32, 300, 0)}}
	v, err := o.Kernel(optest.Machine{}, c)
	if err != nil || !value.Agree(v, value.Zeros(value.Float32, 2, 300), value.Tolerance{}) {
		t.Error(v, err)
	}
}
