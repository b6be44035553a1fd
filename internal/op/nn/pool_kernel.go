package nn

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A windows gives, for a call and the extents of the data, where the windows
// of a result lie.
type windows func(m op.Machine, c *op.KernelCall, extents []int) (frames, error)

// frames are the windows along each of three dimensions.
type frames [3][]frame

// A frame is one window along one dimension: elements from, from + step, … up
// to `to`, all of them inside. A mean divides by count: the taps inside, or with
// count_include_pad those in the padded extent.
type frame struct{ from, to, step, count int }

func (f frame) len() int { return (f.to - f.from + f.step - 1) / f.step }

// evaluate computes pooling; kind is "max" or "avg".
func (p pool) evaluate(kind string, w windows) op.Kernel {
	if kind == "max" {
		return buffer.Typed(buffer.Forms{
			F32: pooled(p, w, ordered32), F64: pooled(p, w, ordered64),
			I32: pooled(p, w, integers[int32]), I64: pooled(p, w, integers[int64]), U64: pooled(p, w, integers[uint64]),
		})
	}
	return buffer.Typed(buffer.Forms{
		F32: pooled(p, w, mean[float32]), F64: pooled(p, w, mean[float64]),
		I32: pooled(p, w, mean[int32]), I64: pooled(p, w, mean[int64]), U64: pooled(p, w, mean[uint64]),
	})
}

func pooled[E, K value.Number](p pool, ws windows, reducerOf func(value.Dtype) reducer[E, K]) op.Kernel {
	return func(m op.Machine, c *op.KernelCall) (value.Value, error) {
		data, err := c.Array(0)
		if err != nil {
			return nil, err
		}
		order, err := p.order(c, data)
		if err != nil {
			return nil, err
		}
		view := data.Transpose(order)
		lead := view.Rank() - len(p.spatial)
		extents := view.Shape[lead:]
		fs, err := ws(m, c, extents)
		if err != nil {
			return nil, err
		}
		out, err := poolPlanes(m, view, lead, fs, reducerOf(data.Dtype))
		if err != nil {
			return nil, err
		}
		return out.Transpose(buffer.Inverse(order)), nil
	}
}

// order puts the spatial dimensions, which stand where the layout has them,
// behind the others.
func (p pool) order(c *op.KernelCall, data *value.Array) ([]int, error) {
	l, _ := relate.ParseLayout(c.Attrs.Str("layout"))
	places, is := make([]int, len(p.spatial)), map[int]bool{}
	for i := range p.spatial {
		places[i] = l.Index(p.spatial[i])
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
	out, err := buffer.Alloc[E](m, view.Dtype, shape)
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
	every := max(1, columnElems/max(1, p.width))
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
