// Package resample resizes arrays along their spatial dimensions, for the
// operators nn.upsampling, image.resize2d and those like them.
//
// Read place.go first, then resize.go.
package resample

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/value"
)

// Resize gives an array, whose spatial dimensions are the last ones, other
// extents along them, and dtype d.
func Resize(m op.Machine, data *value.Array, outs []int, how Sampling, d value.Dtype) (*value.Array, error) {
	taps := make([]Taps, len(outs))
	lead := data.Rank() - len(outs)
	for k, out := range outs {
		if data.Shape[lead+k] == 0 && out > 0 {
			return nil, fmt.Errorf("dimension %d is empty, and cannot be resized", lead+k)
		}
		var err error
		if taps[k], err = how.taps(m, k, data.Shape[lead+k], out); err != nil {
			return nil, err
		}
	}
	if how.Method == "nearest_neighbor" {
		return nearest(m, data, taps, how.Fill, d)
	}
	switch {
	case how.Exact && d.IsInteger():
		return interpolate(m, data, taps, how.Fill, d, math.RoundToEven)
	case data.Dtype == value.Float64 || d == value.Float64:
		return interpolate[float64](m, data, taps, how.Fill, d, nil)
	}
	return interpolate[float32](m, data, taps, how.Fill, d, nil)
}

func nearest(m op.Machine, data *value.Array, taps []Taps, fill float64, d value.Dtype) (_ *value.Array, err error) {
	lead := data.Rank() - len(taps)
	maps, n := make([]buffer.IndexMap, data.Rank()), 1
	for k := range maps {
		if k >= lead {
			maps[k] = taps[k-lead].way()
		} else if maps[k], err = buffer.Along(m, data.Shape[k]); err != nil {
			return nil, err
		}
		n *= len(maps[k])
	}
	if err := m.Charge(int64(n)); err != nil {
		return nil, err
	}
	out, err := buffer.Gather(m, data, maps, value.FromFloat(data.Dtype, fill))
	if err != nil {
		return nil, err
	}
	return buffer.InDtype(m, out, d)
}

// way is that of taps of one element each, which it takes over.
func (t Taps) way() buffer.IndexMap {
	way := buffer.IndexMap(t.At)
	for i, outside := range t.Outside {
		if outside {
			way[i] = buffer.Outside
		}
	}
	return way
}

// interpolate resizes one dimension after the other, the last one first; round, where there
// is one, is applied to the results before they become integers.
func interpolate[T value.Float](m op.Machine, data *value.Array, taps []Taps, fill float64, d value.Dtype, round func(T) T) (*value.Array, error) {
	elems, err := buffer.Read[T](m, data)
	if err != nil {
		return nil, err
	}
	shape := slices.Clone(data.Shape)
	lead := len(shape) - len(taps)
	for k := len(taps) - 1; k >= 0; k-- {
		p := pass[T]{src: elems, in: shape[lead+k], inner: value.Product(shape[lead+k+1:]), taps: taps[k], fill: T(fill)}
		shape[lead+k] = len(taps[k].Outside)
		if elems, err = buffer.Alloc[T](m, value.DtypeOf[T](), shape); err != nil {
			return nil, err
		}
		if err := p.run(m, elems); err != nil {
			return nil, err
		}
	}
	if round != nil {
		if err := op.Sweep(op.Uncounted(m), len(elems), 1, func(from, to int) error {
			for i, x := range elems[from:to] {
				elems[from+i] = round(x)
			}
			return nil
		}); err != nil {
			return nil, err
		}
	}
	return buffer.InDtype(m, value.Of(elems, shape...), d)
}

// A pass resizes one dimension, of `in` elements that stand `inner` apart.
type pass[T value.Float] struct {
	src       []T
	in, inner int
	taps      Taps
	fill      T
}

func (p pass[T]) run(m op.Machine, dst []T) error {
	out := len(p.taps.Outside)
	if out == 0 || p.inner == 0 {
		return nil
	}
	weights, err := op.Make[T](m, len(p.taps.Weights))
	if err != nil {
		return err
	}
	for t, w := range p.taps.Weights {
		weights[t] = T(w)
	}
	return buffer.EachLong(m, len(dst)/(out*p.inner), out*p.inner*p.taps.Count, func(i int) error {
		src, dst := p.src[i*p.in*p.inner:][:p.in*p.inner], dst[i*out*p.inner:][:out*p.inner]
		return op.InTurn(m, out, p.inner*p.taps.Count, func(from, to int) error {
			if p.inner == 1 {
				p.line(dst[:to], src, weights, from)
				return nil
			}
			for x := from; x < to; x++ {
				p.position(dst[x*p.inner:][:p.inner], src, x)
			}
			return nil
		})
	})
}

// line resizes elements that lie side by side, from one on.
func (p pass[T]) line(dst, src, weights []T, from int) {
	t := from * p.taps.Count
	for x := from; x < len(dst); x++ {
		var sum T
		for range p.taps.Count {
			sum += weights[t] * src[p.taps.At[t]]
			t++
		}
		dst[x] = sum
		if p.taps.Outside[x] {
			dst[x] = p.fill
		}
	}
}

// position adds up what one position is made of.
func (p pass[T]) position(dst, src []T, x int) {
	if p.taps.Outside[x] {
		for i := range dst {
			dst[i] = p.fill
		}
		return
	}
	for t := x * p.taps.Count; t < (x+1)*p.taps.Count; t++ {
		w := T(p.taps.Weights[t])
		for i, v := range src[p.taps.At[t]*p.inner:][:p.inner] {
			dst[i] += w * v
		}
	}
}

// Correspondence is the attribute that places elements of a result in the data.
func Correspondence() op.Attr {
	return relate.Known("coordinate_transformation_mode", "half_pixel", "how elements of result and data correspond",
		slices.DeleteFunc(slices.Sorted(maps.Keys(placements)), func(name string) bool { return name == symmetric })...)
}

// AnyCorrespondence is Correspondence with those that Relay does not have.
func AnyCorrespondence() op.Attr {
	return relate.String("coordinate_transformation_mode", "half_pixel", "how elements of result and data correspond",
		slices.Sorted(maps.Keys(placements))...)
}

// ExactRounding is Rounding without those that take a place near an element for the element.
func ExactRounding() op.Attr {
	return relate.String("rounding_method", "round_prefer_floor", "how the nearest neighbour is found", slices.Sorted(maps.Keys(roundings))...)
}

// Rounding is the attribute that chooses the nearest element.
func Rounding() op.Attr {
	known := append(slices.Sorted(maps.Keys(roundings)), "")
	return relate.Known("rounding_method", "round", `how the nearest neighbour is found; "" is round where corners are aligned, else floor`, known...)
}
