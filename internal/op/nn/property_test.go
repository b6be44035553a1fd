package nn

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer/kerneltest"
	"github.com/fraccheck/fraccheck/internal/value"
)

func equal(t interface{ Fatalf(string, ...any) }, got, want *value.Array) {
	if !slices.Equal(got.Shape, want.Shape) {
		t.Fatalf("shape %v, want %v", got.Shape, want.Shape)
	}
	a, b := value.Elems[float32](got), value.Elems[float32](want)
	for i := range a {
		if math.Float32bits(a[i]) != math.Float32bits(b[i]) && a[i] != b[i] {
			t.Fatalf("element %d is %v, want %v", i, a[i], b[i])
		}
	}
}

var entries = sync.OnceValue(func() map[string]*op.Op {
	table := map[string]*op.Op{}
	for _, o := range Ops() {
		table[o.Name] = o
	}
	return table
})

// A convolution in groups is the convolutions of the groups, side by side.
func TestGroups(t *testing.T) {
	x, w := noise(2, 6, 9, 8), noise(9, 2, 3, 3)
	attrs := []op.Named{ints("padding", 1, 0, 2, 1), ints("strides", 2, 1)}
	whole := run(t, 2, "nn.conv2d", append(attrs, num("groups", 3)), x, w)
	for g := range 3 {
		part := run(t, 1, "nn.conv2d", attrs, x.Slice(1, 2*g, 2, 1), w.Slice(0, 3*g, 3, 1))
		equal(t, whole.Slice(1, 3*g, 3, 1), part)
	}
}

// A layout changes where elements stand, and not what they are.
func TestLayouts(t *testing.T) {
	x, w := noise(1, 8, 7, 6), noise(4, 8, 3, 3)
	attrs := []op.Named{ints("padding", 1, 1)}
	want := run(t, 1, "nn.conv2d", attrs, x, w)
	last, kernel := []int{0, 2, 3, 1}, []int{2, 3, 1, 0}
	attrs = append(attrs, text("data_layout", "NHWC"), text("kernel_layout", "HWIO"))
	equal(t, run(t, 2, "nn.conv2d", attrs, x.Transpose(last), w.Transpose(kernel)), want.Transpose(last))
	equal(t, run(t, 2, "nn.conv2d", attrs, x.Transpose(last).Copy(), w.Transpose(kernel).Copy()), want.Transpose(last))
	for _, name := range []string{"nn.max_pool2d", "nn.avg_pool2d"} {
		size := []op.Named{ints("pool_size", 2, 3)}
		want := run(t, 1, name, size, x)
		equal(t, run(t, 2, name, append(size, text("layout", "NHWC")), x.Transpose(last).Copy()), want.Transpose(last))
	}
}

// Operators on channels give the same bits wherever the channels lie.
func TestChannelAxes(t *testing.T) {
	for _, channels := range []int{1, 3, 70} {
		x := noise(2, channels, 75)
		v := noise(channels)
		positive := value.Full(value.FromFloat(value.Float32, 0.75), []int{channels})
		for _, on := range []struct {
			name string
			args []value.Value
		}{
			{"nn.bias_add", []value.Value{v}}, {"nn.prelu", []value.Value{v}},
			{"nn.batch_norm", []value.Value{v, v, v, positive}},
		} {
			along := func(axis int64, data *value.Array) *value.Array {
				args := append([]value.Value{data}, on.args...)
				c := call(t, on.name, []op.Named{num("axis", axis)}, args...)
				v, err := c.Op.Kernel(kerneltest.New(2), c)
				if err != nil {
					t.Fatal(err)
				}
				if tuple, ok := v.(*value.Tuple); ok {
					v = tuple.Elems[0]
				}
				return v.(*value.Array)
			}
			want, turned := along(1, x), []int{0, 2, 1}
			equal(t, along(2, x.Transpose(turned).Copy()), want.Transpose(turned))
			equal(t, along(2, x.Transpose(turned)), want.Transpose(turned))
		}
	}
}

// Products of integers are exact, or wrap around, however great their factors are.
func TestIntegerProducts(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, most := range []int64{1, 127, 1 << 11, 1 << 14, 1 << 20, 1 << 31} {
		rows, inner, units := 5, 1+r.IntN(600), 1+r.IntN(40)
		x, w := make([]int32, rows*inner), make([]int32, units*inner)
		for _, xs := range [][]int32{x, w} {
			for i := range xs {
				xs[i] = int32(r.Int64N(2*most) - most)
			}
		}
		want := make([]int32, rows*units)
		for i := range want {
			for k := range inner {
				want[i] += x[i/units*inner+k] * w[i%units*inner+k]
			}
		}
		got := run(t, 2, "nn.dense", []op.Named{num("units", int64(units))}, value.Of(x, rows, inner), value.Of(w, units, inner))
		if !slices.Equal(value.Elems[int32](got), want) {
			t.Errorf("a product of integers up to %d, %d terms, differs from that of a plain loop", most, inner)
		}
	}
}

// Every window of a constant gives the constant.
func TestPoolingConstants(t *testing.T) {
	x := value.FromScalar(value.FromFloat(value.Float32, 2.5)).Broadcast([]int{1, 2, 7, 9})
	for _, name := range []string{"nn.max_pool2d", "nn.avg_pool2d"} {
		for _, ceil := range []bool{false, true} {
			out := run(t, 2, name, []op.Named{
				ints("pool_size", 3, 2), ints("strides", 2, 3), ints("padding", 1, 1), {Name: "ceil_mode", Value: op.Boolean(ceil)},
			}, x)
			equal(t, out, value.FromScalar(value.FromFloat(value.Float32, 2.5)).Broadcast(out.Shape))
		}
	}
}

func TestSoftmaxSums(t *testing.T) {
	for axis := range 3 {
		x := noise(3, 40, 5)
		out := run(t, 2, "nn.softmax", []op.Named{num("axis", int64(axis))}, x)
		order := moved(3, axis, 2)
		rows := value.Elems[float32](out.Transpose(order))
		for n := out.Shape[axis]; len(rows) > 0; rows = rows[n:] {
			sum := 0.0
			for _, p := range rows[:n] {
				sum += float64(p)
			}
			if math.Abs(sum-1) > 1e-6 {
				t.Fatalf("axis %d: a row sums to %v", axis, sum)
			}
		}
	}
}

// A transposed convolution is the transpose of the matrix of a convolution: the
// products (Ax)·y and x·(Aᵀy) are one number.
func TestTransposed(t *testing.T) {
	x, w := noise(1, 3, 9, 7), noise(4, 3, 3, 2)
	attrs := []op.Named{ints("strides", 2, 1), ints("padding", 1, 0), ints("dilation", 1, 2)}
	forth := run(t, 1, "nn.conv2d", attrs, x, w)
	y := noise(forth.Shape...)
	back := run(t, 2, "nn.conv2d_transpose", attrs, y, w)
	equal64(t, inner(forth, y), inner(x, back))
}

func inner(a, b *value.Array) float64 {
	sum, ys := 0.0, value.Elems[float32](b)
	for i, x := range value.Elems[float32](a) {
		sum += float64(x) * float64(ys[i])
	}
	return sum
}

func equal64(t *testing.T, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-4*max(1, math.Abs(want)) {
		t.Fatalf("%v, want %v", got, want)
	}
}

// What a kernel charges does not depend on the number of goroutines.
func TestCharges(t *testing.T) {
	c := call(t, "nn.conv2d", []op.Named{ints("padding", 1, 1)}, noise(1, 16, 20, 20), noise(32, 16, 3, 3))
	var want string
	for _, threads := range []int{1, 2, 8} {
		m := kerneltest.New(threads)
		if _, err := c.Op.Kernel(m, c); err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprintf("%d steps, %d bytes", m.Steps.Load(), m.Bytes.Load())
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("%d goroutines: %s, want %s", threads, got, want)
		}
	}
}

// A kernel stops where the machine refuses to go on.
func TestLimit(t *testing.T) {
	calls := []*op.KernelCall{
		call(t, "nn.conv2d", []op.Named{ints("padding", 1, 1)}, noise(1, 16, 20, 20), noise(32, 16, 3, 3)),
		call(t, "nn.dense", []op.Named{num("units", 64)}, noise(200, 50), noise(64, 50)),
		call(t, "nn.max_pool2d", []op.Named{ints("pool_size", 2, 2)}, noise(1, 16, 20, 20)),
		call(t, "nn.softmax", nil, noise(100, 100)),
	}
	for _, c := range calls {
		m := kerneltest.New(2)
		m.Limit = 5000
		if _, err := c.Op.Kernel(m, c); !errors.Is(err, kerneltest.ErrLimit) {
			t.Errorf("%s: %v", c.Op.Name, err)
		}
	}
}

// A call that cannot be computed is an error.
func TestFaults(t *testing.T) {
	tests := []struct {
		name  string
		named []op.Named
		args  []value.Value
	}{
		{"nn.conv2d", nil, []value.Value{noise(1, 3, 5, 5), noise(4, 2, 3, 3)}},
		{"nn.conv2d", nil, []value.Value{noise(1, 3, 5), noise(4, 3, 3, 3)}},
		{"nn.dense", []op.Named{num("units", 3)}, []value.Value{noise(2, 4), noise(3, 5)}},
		{"nn.conv2d", []op.Named{ints("strides", 0, 1)}, []value.Value{noise(1, 3, 5, 5), noise(4, 3, 3, 3)}},
		{"nn.group_norm", []op.Named{num("num_groups", 2)}, []value.Value{noise(1, 3, 5), noise(3), noise(3)}},
		{"nn.mirror_pad", []op.Named{{Name: "pad_width", Value: op.Value{Kind: op.ListValue, List: []op.Value{op.Ints(1, 1)}}}}, []value.Value{noise(0)}},
	}
	for _, test := range tests {
		c := call(t, test.name, test.named, test.args...)
		if v, err := c.Op.Kernel(kerneltest.New(1), c); err == nil {
			t.Errorf("%s gives %v", test.name, v)
		}
	}
}
