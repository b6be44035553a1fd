package convolve

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer/kerneltest"
	"github.com/fraccheck/fraccheck/internal/op/nn/sliding"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/value"
	"pgregory.net/rapid"
)

// noise is n numbers around 0, the same ones for the same n.
func noise(n int) []float32 {
	r := rand.New(rand.NewPCG(1, uint64(n)))
	elems := make([]float32, n)
	for i := range elems {
		elems[i] = float32(r.NormFloat64())
	}
	return elems
}

// drawConv draws a convolution of 2 dimensions that has a result.
func drawConv(t *rapid.T) *convolver[float32] {
	v := &convolver[float32]{
		batch: rapid.IntRange(1, 2).Draw(t, "batch"), groups: rapid.IntRange(1, 3).Draw(t, "groups"),
		in: rapid.IntRange(1, 5).Draw(t, "in"), filters: rapid.IntRange(1, 20).Draw(t, "filters"),
		space: sliding.Space{sliding.Point, sliding.Point, sliding.Point},
	}
	for i := 1; i < 3; i++ {
		g := sliding.Geometry{
			In: rapid.IntRange(1, 12).Draw(t, "extent"), Kernel: rapid.IntRange(1, 4).Draw(t, "kernel"),
			Stride: rapid.IntRange(1, 3).Draw(t, "stride"), Dilation: rapid.IntRange(1, 3).Draw(t, "dilation"),
			Before: rapid.IntRange(0, 3).Draw(t, "before"), After: rapid.IntRange(0, 3).Draw(t, "after"),
		}
		if g.Slide(); g.Out == 0 {
			g = sliding.Point
		}
		v.space[i] = g
	}
	v.data = noise(v.batch * v.groups * v.in * v.space.Size())
	v.weight = noise(v.groups * v.filters * v.in * v.space.Taps())
	return v
}

// All algorithms add up in the same order: to the last bit, on any
// number of goroutines.
func TestAlgorithmsAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := drawConv(t)
		var want []float32
		for i, algorithm := range []func(op.Machine) error{v.byColumns, v.direct, v.byPlanes} {
			for _, threads := range []int{1, 3} {
				v.out = make([]float32, v.batch*v.groups*v.filters*v.space.Results())
				if err := algorithm(kerneltest.New(threads)); err != nil {
					t.Fatal(err)
				}
				if want == nil {
					want = v.out
				}
				if !slices.Equal(v.out, want) {
					t.Fatalf("algorithm %d on %d goroutines gives %v, want %v", i, threads, v.out, want)
				}
			}
		}
	})
}

// Integers are convolved exactly, in whatever type it is done.
func TestIntegers(t *testing.T) {
	ones, zeros := relate.Ints("strides", "", 1, 1), relate.Ints("padding", "", 0, 0)
	o := &op.Op{Name: "conv", Params: op.Args("data", "weight"), Attrs: []op.Attr{
		ones, zeros, relate.Ints("dilation", "", 1, 1), relate.Int("groups", 1, ""), relate.OutDtype(),
		relate.LayoutOf("data_layout", "NCHW", ""), relate.LayoutOf("kernel_layout", "OIHW", ""), relate.OutLayout("NCHW", ""),
	}}
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.SampledFrom([]float64{10, 1e3, 1e5, 1e9}).Draw(t, "size")
		draw := func(shape ...int) *value.Array {
			elems := make([]int32, value.Product(shape))
			for i := range elems {
				elems[i] = int32(rapid.Float64Range(-size, size).Draw(t, "element"))
			}
			return value.Of(elems, shape...)
		}
		c := &op.KernelCall{Op: o, Args: []value.Value{draw(1, 2, 4, 3), draw(3, 2, 2, 2)}}
		c.Attrs, _ = op.Bind(o, nil)
		got, err := image2d.Kernel()(kerneltest.New(1), c)
		if err != nil {
			t.Fatal(err)
		}
		want, err := op.Reads{Arrays: 2}.Kernel(convolution[int32](image2d))(kerneltest.New(1), c)
		if err != nil {
			t.Fatal(err)
		}
		if a, b := value.Elems[int32](got.(*value.Array)), value.Elems[int32](want.(*value.Array)); !slices.Equal(a, b) {
			t.Fatalf("%v, want %v", a, b)
		}
	})
}

// BenchmarkAlgorithms measures the algorithms side by side, on convolutions of usual nets.
func BenchmarkAlgorithms(b *testing.B) {
	for _, s := range []struct {
		name                           string
		channels, extent, filters, tap int
		stride, pad, groups            int
	}{
		{"3x3-64-64-56", 64, 56, 64, 3, 1, 1, 1},
		{"3x3-512-512-7", 512, 7, 512, 3, 1, 1, 1},
		{"3x3-128-128-28-s2", 128, 28, 128, 3, 2, 1, 1},
		{"1x1-960-160-7", 960, 7, 160, 1, 1, 0, 1},
		{"1x1-576-24-1", 576, 1, 24, 1, 1, 0, 1},
		{"7x7-3-64-224-s2", 3, 224, 64, 7, 2, 3, 1},
		{"3x3-depthwise-144-56-s2", 144, 56, 144, 3, 2, 1, 144},
	} {
		g := sliding.Geometry{In: s.extent, Kernel: s.tap, Stride: s.stride, Dilation: 1, Before: s.pad, After: s.pad}
		g.Slide()
		v := &convolver[float32]{batch: 1, groups: s.groups, in: s.channels / s.groups, filters: s.filters / s.groups, space: sliding.Space{sliding.Point, g, g}}
		v.data, v.weight = noise(s.channels*v.space.Size()), noise(s.filters*v.in*v.space.Taps())
		v.out = make([]float32, s.filters*v.space.Results())
		for name, algorithm := range map[string]func(op.Machine) error{"columns": v.byColumns, "direct": v.direct, "planes": v.byPlanes} {
			b.Run(s.name+"/"+name, func(b *testing.B) {
				for b.Loop() {
					algorithm(kerneltest.New(1))
				}
			})
		}
	}
}
