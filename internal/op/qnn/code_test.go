package qnn

import (
	"math"
	"slices"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer/kerneltest"
	"github.com/fraccheck/fraccheck/internal/value"
)

func compute(t *testing.T, name string, named []op.Named, args ...value.Value) *value.Array {
	t.Helper()
	table := Ops()
	o := table[slices.IndexFunc(table, func(o *op.Op) bool { return o.Name == name })]
	attrs, errs := op.Bind(o, named)
	if len(errs) > 0 {
		t.Fatal(errs[0].Message)
	}
	v, err := o.Kernel(kerneltest.New(2), &op.KernelCall{Op: o, Args: args, Attrs: attrs})
	if err != nil {
		t.Fatal(err)
	}
	return v.(*value.Array)
}

func atom(x float64) value.Value { return value.FromFloat(value.Float32, x) }
func whole(n int64) value.Value  { return value.FromInt(value.Int32, n) }

var picture = value.Of([]int8{-100, 3, 40, 7, 0, 127, -128, 12, 9}, 1, 1, 3, 3)

func check(t *testing.T, got *value.Array, want ...int8) {
	t.Helper()
	if elems := value.Elems[int8](got); !slices.Equal(elems, want) {
		t.Errorf("%v, want %v", elems, want)
	}
}

// Every integer comes back from the number that it stands for.
func TestRoundTrip(t *testing.T) {
	var all []int8
	for q := math.MinInt8; q <= math.MaxInt8; q++ {
		all = append(all, int8(q))
	}
	real := compute(t, "qnn.dequantize", []op.Named{{Name: "out_dtype", Value: op.Text("float32")}}, value.Of(all, 256), atom(0.3), whole(-7))
	back := compute(t, "qnn.quantize", []op.Named{{Name: "out_dtype", Value: op.Text("int8")}}, real, atom(0.3), whole(-7))
	check(t, back, all...)
}

func TestLeakyRelu(t *testing.T) {
	out := compute(t, "qnn.leaky_relu", []op.Named{{Name: "alpha", Value: op.Float(0.5)}}, picture, atom(0.5), whole(1), atom(0.5), whole(1))
	check(t, out, -50, 3, 40, 7, 0, 127, -64, 12, 9)
}

func TestAveragePool(t *testing.T) {
	out := compute(t, "qnn.avg_pool2d", []op.Named{{Name: "pool_size", Value: op.Ints(3, 1)}}, picture, atom(0.5), whole(0), atom(0.5), whole(0))
	check(t, out, -73, 5, 58)
}

func TestSoftmax(t *testing.T) {
	equal := value.Of([]int8{5, 5, 5, 5}, 1, 4)
	out := compute(t, "qnn.softmax", nil, equal, atom(0.1), whole(3), atom(1.0/256), whole(-128))
	check(t, out, -64, -64, -64, -64)
}

func TestConcatenate(t *testing.T) {
	tuple := func(vs ...value.Value) value.Value { return &value.Tuple{Elems: vs} }
	a, b := value.Of([]int8{10, -20}, 2), value.Of([]int8{1, 127}, 2)
	out := compute(t, "qnn.concatenate", nil, tuple(a, b), tuple(atom(0.5), atom(1)), tuple(whole(0), whole(1)), atom(1), whole(2))
	check(t, out, 7, -8, 2, 127)
}

func TestDensePack(t *testing.T) {
	data, weight := value.Of([]int8{1, 2, 3, 4, 5, 6}, 1, 6), ramp(4, 6)
	packed := weight.Reshape([]int{2, 2, 3, 2}).Transpose([]int{0, 2, 1, 3})
	scales := []value.Value{whole(1), whole(2), atom(1), atom(1)}
	named := []op.Named{{Name: "units", Value: op.Int(4)}, {Name: "out_dtype", Value: op.Text("int32")}}
	want := compute(t, "qnn.dense", named, append([]value.Value{data, weight}, scales...)...)
	got := compute(t, "qnn.contrib_dense_pack", named, append([]value.Value{data, packed}, scales...)...)
	if !slices.Equal(value.Elems[int32](got), value.Elems[int32](want)) {
		t.Errorf("%v, want %v", value.Elems[int32](got), value.Elems[int32](want))
	}
}

func ramp(shape ...int) *value.Array {
	elems := make([]int8, value.Product(shape))
	for i := range elems {
		elems[i] = int8(i)
	}
	return value.Of(elems, shape...)
}

func TestSimulated(t *testing.T) {
	x := value.Of([]float32{0.24, -100, 3}, 3)
	out := compute(t, "qnn.simulated_quantize", nil, x, whole(1), atom(0.5), whole(1))
	back := compute(t, "qnn.simulated_dequantize", []op.Named{{Name: "out_dtype", Value: op.Text("float32")}}, out, whole(1), atom(0.5), whole(1))
	if got := value.Elems[float32](back); !slices.Equal(got, []float32{0, -64.5, 3}) {
		t.Errorf("%v", got)
	}
	if out := compute(t, "qnn.simulated_quantize", nil, x, whole(0), atom(0.5), whole(1)); out != x {
		t.Errorf("0 changes the data")
	}
}
