package nn

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer/kerneltest"
	"github.com/fraccheck/fraccheck/internal/value"
	"pgregory.net/rapid"
)

// A window of the reference is the coordinates along one dimension that it meets.
// Those from 0 to the extent are elements; those outside, but in the padded extent,
// are padding; the others do not exist.
type poolWindow struct {
	taps                []int
	extent, left, right int
}

func (w poolWindow) inside() (n int) {
	for _, at := range w.taps {
		if 0 <= at && at < w.extent {
			n++
		}
	}
	return n
}

func (w poolWindow) padded() (n int) {
	for _, at := range w.taps {
		if -w.left <= at && at < w.extent+w.right {
			n++
		}
	}
	return n
}

// A poolCase is a drawn call: the positions of the spatial dimensions in the data,
// and the windows along each.
type poolCase struct {
	name    string
	named   []op.Named
	places  []int
	windows [][]poolWindow
	include bool
}

// Pools are what their definition says, element by element, whatever the attributes.
func TestPoolsByDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, data := drawPool(t)
		c := &op.KernelCall{Op: entries()[p.name], Args: []value.Value{data}}
		attrs, errs := op.Bind(c.Op, p.named)
		if len(errs) > 0 {
			t.Fatal(errs[0].Message)
		}
		c.Attrs = attrs
		want := slices.Clone(data.Shape)
		for i, place := range p.places {
			want[place] = len(p.windows[i])
		}
		if slices.Min(want) < 1 {
			t.Skip("no window")
		}
		typed, err := c.ResultType()
		if err != nil {
			t.Fatal(err)
		}
		v, err := c.Op.Kernel(kerneltest.New(rapid.IntRange(1, 2).Draw(t, "threads")), c)
		if err != nil {
			t.Fatal(err)
		}
		got := v.(*value.Array)
		if !slices.Equal(got.Shape, want) || fmt.Sprint(op.TypeOf(v)) != fmt.Sprint(typed) {
			t.Fatalf("%s%v of %v: shape %v, typed %v, want %v", p.name, p.named, data.Shape, got.Shape, typed, want)
		}
		eachIndex(want, func(at []int) {
			got, want := elementAt(got, at), p.element(data, at)
			if math.Abs(got-want) > tolerance(data.Dtype)*math.Max(1, math.Abs(want)) {
				t.Fatalf("%s%v of %v %v: at %v %v, want %v", p.name, p.named, data.Shape, value.Text(data), at, got, want)
			}
		})
	})
}

// The gradient of a mean is spread over the elements that it counts, that of a
// maximum goes to the first of the greatest.
func TestPoolGradientsByDefinition(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom([]string{"max", "avg"}).Draw(t, "kind")
		p, data := drawPoolOf(t, "", "max", "2") // the gradient lacks count_include_pad, too
		data = data.Convert(value.Float32)
		shape := slices.Clone(data.Shape)
		for i, place := range p.places {
			shape[place] = len(p.windows[i])
		}
		if slices.Min(shape) < 1 {
			t.Skip("no window")
		}
		grad := noise(shape...)
		c := &op.KernelCall{Op: entries()["nn."+kind+"_pool2d_grad"], Args: []value.Value{grad, data}}
		c.Attrs, _ = op.Bind(c.Op, p.named)
		v, err := c.Op.Kernel(kerneltest.New(1), c)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]float64{}
		eachIndex(shape, func(at []int) {
			var seen [][]int
			best := -1
			p.eachElement(data, at, func(from []int, x float64) {
				if best < 0 || x > elementAt(data, seen[best]) {
					best = len(seen)
				}
				seen = append(seen, from)
			})
			switch {
			case len(seen) == 0:
			case kind == "max":
				want[fmt.Sprint(seen[best])] += elementAt(grad, at)
			default:
				for _, from := range seen {
					want[fmt.Sprint(from)] += elementAt(grad, at) / float64(len(seen))
				}
			}
		})
		eachIndex(data.Shape, func(at []int) {
			got, want := elementAt(v.(*value.Array), at), want[fmt.Sprint(at)]
			if math.Abs(got-want) > 1e-4 {
				t.Fatalf("%s%v of %v %v: at %v %v, want %v", c.Op.Name, p.named, data.Shape, value.Text(data), at, got, want)
			}
		})
	})
}

func tolerance(d value.Dtype) float64 {
	switch d {
	case value.Float16:
		return 1e-3
	case value.Bfloat16:
		return 1e-2
	case value.Float32, value.Float64:
		return 1e-5
	}
	return 0
}

var poolLetters = map[string]string{"1": "W", "2": "HW", "3": "DHW"}

// drawPool draws a call of any pool.
func drawPool(t *rapid.T) (poolCase, *value.Array) {
	family := rapid.SampledFrom([]string{"", "", "", "adaptive_", "global_"}).Draw(t, "family")
	kind := rapid.SampledFrom([]string{"max", "avg"}).Draw(t, "kind")
	rank := rapid.SampledFrom([]string{"1", "2", "3"}).Draw(t, "rank")
	if family == "global_" {
		rank = "2"
	}
	return drawPoolOf(t, family, kind, rank)
}

func drawPoolOf(t *rapid.T, family, kind, rank string) (poolCase, *value.Array) {
	letters := poolLetters[rank]
	layout := drawLayout(t, letters)
	p := poolCase{name: "nn." + family + kind + "_pool" + rank + "d", named: []op.Named{text("layout", strings.Join(layout, ""))}}
	shape := make([]int, len(layout))
	for i, dimension := range layout {
		switch {
		case dimension == "4c":
			shape[i] = 4
		case strings.Contains(letters, dimension):
			shape[i] = rapid.IntRange(1, 7).Draw(t, "extent")
		default:
			shape[i] = rapid.IntRange(1, 3).Draw(t, "other extent")
		}
	}
	for _, letter := range letters {
		p.places = append(p.places, slices.Index(layout, string(letter)))
	}
	switch family {
	case "":
		p.slide(t, kind, shape)
	case "adaptive_":
		p.adapt(t, shape)
	default:
		for _, place := range p.places {
			p.windows = append(p.windows, adaptive(shape[place], 1))
		}
	}
	return p, drawElements(t, shape)
}

// drawLayout draws an order of the dimensions; channels may be split in blocks of 4.
func drawLayout(t *rapid.T, letters string) []string {
	dimensions := append(strings.Split(letters, ""), "N", "C")
	if rapid.IntRange(0, 3).Draw(t, "split") == 0 {
		dimensions = append(dimensions, "4c")
	}
	return rapid.Permutation(dimensions).Draw(t, "layout")
}

func drawElements(t *rapid.T, shape []int) *value.Array {
	dtype := rapid.SampledFrom([]value.Dtype{value.Float32, value.Float64, value.Float16, value.Bfloat16,
		value.Int32, value.Int8, value.Uint8, value.Int64, value.Uint64}).Draw(t, "dtype")
	least := -60
	if dtype == value.Uint8 || dtype == value.Uint64 {
		least = 0
	}
	elems := make([]float64, value.Product(shape))
	for i := range elems {
		elems[i] = float64(rapid.IntRange(least, 60).Draw(t, "element"))
	}
	return value.Of(elems, shape...).Convert(dtype)
}

// slide draws the attributes of windows of a size that slide in steps.
func (p *poolCase) slide(t *rapid.T, kind string, shape []int) {
	ceil := rapid.Bool().Draw(t, "ceil_mode")
	var size, strides, dilation, before, after []int64
	sided := rapid.Bool().Draw(t, "a padding for each side")
	for _, place := range p.places {
		n := shape[place]
		k, s, d := rapid.IntRange(1, 4).Draw(t, "size"), rapid.IntRange(1, 4).Draw(t, "stride"), rapid.IntRange(1, 3).Draw(t, "dilation")
		left := rapid.IntRange(0, 3).Draw(t, "left")
		right := left
		if sided {
			right = rapid.IntRange(0, 3).Draw(t, "right")
		}
		size, strides, dilation = append(size, int64(k)), append(strides, int64(s)), append(dilation, int64(d))
		before, after = append(before, int64(left)), append(after, int64(right))
		p.windows = append(p.windows, slidingWindow(poolWindow{extent: n, left: left, right: right}, k, s, d, ceil))
	}
	if sided {
		before = append(before, after...)
	}
	p.named = append(p.named, ints("pool_size", size...), ints("strides", strides...), ints("dilation", dilation...),
		ints("padding", before...), op.Named{Name: "ceil_mode", Value: op.Boolean(ceil)})
	if kind == "avg" {
		p.include = rapid.Bool().Draw(t, "count_include_pad")
		p.named = append(p.named, op.Named{Name: "count_include_pad", Value: op.Boolean(p.include)})
	}
}

// sliding are the windows whose last tap lies in the padded extent; with ceil_mode
// those too that overhang by less than a step. The first one always may, since TVM
// rounds the quotient towards zero.
func slidingWindow(w poolWindow, size, stride, dilation int, ceil bool) (all []poolWindow) {
	for start := -w.left; ; start += stride {
		slack := 0
		if ceil || start == -w.left {
			slack = stride - 1
		}
		if start+(size-1)*dilation >= w.extent+w.right+slack {
			return all
		}
		w.taps = nil
		for tap := range size {
			w.taps = append(w.taps, start+tap*dilation)
		}
		all = append(all, w)
	}
}

func (p *poolCase) adapt(t *rapid.T, shape []int) {
	var sizes []int64
	entries := rapid.SampledFrom([]int{0, 1, len(p.places)}).Draw(t, "entries")
	for range entries {
		sizes = append(sizes, int64(rapid.IntRange(1, 8).Draw(t, "output_size")))
	}
	for i, place := range p.places {
		windows := shape[place]
		if entries > 0 {
			windows = int(sizes[min(i, entries-1)])
		}
		p.windows = append(p.windows, adaptive(shape[place], windows))
	}
	p.named = append(p.named, ints("output_size", sizes...))
}

// adaptive are k windows: window i holds the elements that lie, at least in part, in
// the i-th of k equal parts.
func adaptive(extent, k int) (all []poolWindow) {
	for i := range k {
		w := poolWindow{extent: extent}
		for at := range extent {
			if (at+1)*k > i*extent && at*k < (i+1)*extent {
				w.taps = append(w.taps, at)
			}
		}
		all = append(all, w)
	}
	return all
}

// element is one element of the result, from all elements of its window.
func (p *poolCase) element(data *value.Array, at []int) float64 {
	sum, most, count, integer := 0.0, leastOf(data.Dtype), 1, tolerance(data.Dtype) == 0
	for i, place := range p.places {
		w := p.windows[i][at[place]]
		if p.include {
			count *= w.padded()
		} else {
			count *= w.inside()
		}
	}
	p.eachElement(data, at, func(_ []int, x float64) { sum, most = sum+x, max(most, x) })
	switch {
	case strings.Contains(p.name, "max"):
		return most
	case integer:
		return math.Trunc(sum / float64(max(1, count)))
	}
	return sum / float64(max(1, count))
}

// eachElement visits the elements of the window that gives one element of the result.
func (p *poolCase) eachElement(data *value.Array, at []int, visit func(from []int, x float64)) {
	shape := make([]int, len(p.places))
	for i, place := range p.places {
		shape[i] = len(p.windows[i][at[place]].taps)
	}
	eachIndex(shape, func(tap []int) {
		from := slices.Clone(at)
		for i, place := range p.places {
			from[place] = p.windows[i][at[place]].taps[tap[i]]
			if from[place] < 0 || from[place] >= data.Shape[place] {
				return
			}
		}
		visit(from, elementAt(data, from))
	})
}

// leastOf is the greatest element of a window without elements.
func leastOf(d value.Dtype) float64 {
	switch d {
	case value.Float64:
		return -math.MaxFloat64
	case value.Float32:
		return -math.MaxFloat32
	case value.Float16:
		return -65504
	case value.Bfloat16:
		return -3.3895313892515355e38
	case value.Int64:
		return math.MinInt64
	case value.Int32:
		return math.MinInt32
	case value.Int8:
		return math.MinInt8
	}
	return 0
}

func elementAt(a *value.Array, at []int) float64 {
	for _, i := range at {
		a = a.Index(i)
	}
	return value.Elems[float64](a.Convert(value.Float64))[0]
}

func eachIndex(shape []int, visit func(at []int)) {
	at := make([]int, len(shape))
	for k := range value.Product(shape) {
		for i := len(shape) - 1; i >= 0; i-- {
			at[i] = k % shape[i]
			k /= shape[i]
		}
		visit(at)
	}
}
