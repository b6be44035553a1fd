// Package downsample computes pools: the greatest element, or the mean, of windows that
// slide over the spatial dimensions of data, and their gradients.
//
// A window is the product of one interval along each dimension, with a step between its
// taps (window.go). So both kinds are computed one dimension after the other: the lines
// that a window meets are combined into one, and the windows along that line are folded
// (reducer.go). That is the same for the maximum, and changes the order of a sum in a way
// that depends on the shape alone. Planes go to different cores.
//
// A mean is added up in the dtype in which the kernel computes (float16 and bfloat16 in
// float32), and divided by the number of taps that count; of integers the quotient is
// rounded towards 0. The maximum is NaN where a tap is; of a window without taps it is
// the least finite number of the dtype, its mean 0.
//
// Read this file first, then window.go.
package downsample

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A Windows gives, for a call and the extents of the data, where the windows
// of a result lie: Sliding, Everything or Adaptive.
type Windows func(m op.Machine, c *op.KernelCall, extents []int) (frames, error)

// frames are the windows along each of three dimensions.
type frames [3][]frame

// A frame is one window along one dimension: elements from, from + step, … up
// to `to`, all of them inside. A mean divides by count: the taps inside, or with
// count_include_pad those in the padded extent.
type frame struct{ from, to, step, count int }

func (f frame) len() int { return (f.to - f.from + f.step - 1) / f.step }

// Max and Mean compute pools over the dimensions with the given letters ("HW"), which
// are where the attribute layout has them.
func Max(spatial string, w Windows) op.Kernel {
	return buffer.Typed(op.Reads{Arrays: 1}, buffer.Forms{
		F32: pooled(spatial, w, ordered32), F64: pooled(spatial, w, ordered64),
		I32: pooled(spatial, w, integers[int32]), I64: pooled(spatial, w, integers[int64]), U64: pooled(spatial, w, integers[uint64]),
	})
}

func Mean(spatial string, w Windows) op.Kernel {
	return buffer.Typed(op.Reads{Arrays: 1}, buffer.Forms{
		F32: pooled(spatial, w, mean[float32]), F64: pooled(spatial, w, mean[float64]),
		I32: pooled(spatial, w, mean[int32]), I64: pooled(spatial, w, mean[int64]), U64: pooled(spatial, w, mean[uint64]),
	})
}

func pooled[E, K value.Number](spatial string, ws Windows, reducerOf func(value.Dtype) reducer[E, K]) op.Body {
	return func(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
		data := in.Arrays[0]
		order, err := spatialLast(c, spatial, data)
		if err != nil {
			return nil, err
		}
		view := data.Transpose(order)
		lead := view.Rank() - len(spatial)
		fs, err := ws(m, c, view.Shape[lead:])
		if err != nil {
			return nil, err
		}
		out, err := poolPlanes(m, view, lead, fs, reducerOf(data.Dtype))
		if err != nil {
			return nil, err
		}
		return out.Transpose(op.Inverse(order)), nil
	}
}

// spatialLast is the order of dimensions with the spatial ones after the others.
func spatialLast(c *op.KernelCall, spatial string, data *value.Array) ([]int, error) {
	l, _ := relate.ParseLayout(c.Attrs.Str("layout"))
	places, is := make([]int, len(spatial)), map[int]bool{}
	for i := range spatial {
		places[i] = l.Index(spatial[i])
		if places[i] < 0 || places[i] >= data.Rank() {
			return nil, fmt.Errorf("`%s`: layout %q does not fit %s", c.Op.Name, l.Name, value.ShapeText(data.Shape))
		}
		is[places[i]] = true
	}
	var order []int
	for k := range data.Rank() {
		if !is[k] {
			order = append(order, k)
		}
	}
	return append(order, places...), nil
}

// poolPlanes reduces the windows of every plane, which follow `lead` dimensions.
func poolPlanes[E, K value.Number](m op.Machine, view *value.Array, lead int, fs frames, r reducer[E, K]) (*value.Array, error) {
	extents := [3]int{1, 1, 1}
	copy(extents[3-(view.Rank()-lead):], view.Shape[lead:])
	shape := append([]int{}, view.Shape[:lead]...)
	for i := 3 - (view.Rank() - lead); i < 3; i++ {
		shape = append(shape, len(fs[i]))
	}
	src, err := buffer.Read[E](m, view)
	if err != nil {
		return nil, err
	}
	out, err := buffer.AllocUnset[E](m, view.Dtype, shape)
	if err != nil {
		return nil, err
	}
	size, results := value.Product(extents[:]), len(fs[0])*len(fs[1])*len(fs[2])
	p := planePool[E, K]{reducer: r, frames: fs, height: extents[1], width: extents[2]}
	err = buffer.Parts(m, value.Product(view.Shape[:lead]), max(size, fs.steps()), func(from, to int) error {
		scratch, err := op.Make[K](m, size+results+p.width)
		if err != nil {
			return err
		}
		keys, sums, line := scratch[:size], scratch[size:][:results], scratch[size+results:]
		for i := from; i < to; i++ {
			if err := p.plane(m, sums, r.keys(keys, src[i*size:][:size]), line); err != nil {
				return err
			}
			r.elems(out[i*results:][:results], sums)
		}
		return nil
	})
	return buffer.Result(view.Dtype, shape, out), err
}

// lineElems is how many elements are combined between two looks at the limits.
const lineElems = 1 << 16

// A planePool reduces planes of lines of width elements, `height` lines to a
// layer.
type planePool[E, K value.Number] struct {
	reducer[E, K]
	frames        frames
	height, width int
}

// plane combines the lines of each window into one, and folds the windows of
// that.
func (p planePool[E, K]) plane(m op.Machine, dst, src, line []K) error {
	across, folding := p.frames[2], 0
	for _, w := range across {
		folding += w.len()
	}
	for _, d := range p.frames[0] {
		for _, h := range p.frames[1] {
			n, err := p.line(m, line, src, d, h)
			if err != nil {
				return err
			}
			if n == 0 {
				clear(line)
			}
			err = op.InTurn(m, len(across), folding/max(1, len(across)), func(from, to int) error {
				p.fold(dst[from:to], line, across[from:to])
				p.finish(dst[from:to], n, across[from:to], d.count*h.count)
				return nil
			})
			if err != nil {
				return err
			}
			dst = dst[len(across):]
		}
	}
	return nil
}

// line combines the lines of a window, and gives their number.
func (p planePool[E, K]) line(m op.Machine, line, src []K, d, h frame) (n int, err error) {
	every := max(1, lineElems/max(1, p.width))
	for z := d.from; z < d.to; z += d.step {
		for y := h.from; y < h.to; y += h.step {
			from := src[(z*p.height+y)*p.width:][:p.width]
			if n == 0 {
				copy(line, from)
			} else {
				p.combine(line, from)
			}
			if n++; n%every == 0 {
				if err := m.Charge(0); err != nil {
					return n, err
				}
			}
		}
	}
	return n, nil
}

// steps counts the elements of all windows.
func (fs frames) steps() int {
	steps := 1
	for _, along := range fs {
		n := 0
		for _, f := range along {
			n += f.len()
		}
		steps *= n
	}
	return steps
}
