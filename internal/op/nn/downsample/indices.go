package downsample

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/value"
)

// MaxIndices computes where the greatest element of each window is: the first of them in
// row-major order, NaN counting as the greatest. Places are counted in the data with the
// dimensions of the given letters last, in row-major order, or with these in column-major
// order where the attribute column_major says so.
func MaxIndices(spatial string) op.Kernel {
	return buffer.Typed(op.Reads{Arrays: 1}, buffer.Forms{
		F32: located[float32](spatial), F64: located[float64](spatial),
		I32: located[int32](spatial), I64: located[int64](spatial), U64: located[uint64](spatial),
	})
}

func located[T value.Number](spatial string) op.Body {
	return func(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
		order, err := spatialLast(c, spatial, in.Arrays[0])
		if err != nil {
			return nil, err
		}
		view := in.Arrays[0].Transpose(order)
		lead := view.Rank() - len(spatial)
		fs, err := Sliding(m, c, view.Shape[lead:])
		if err != nil {
			return nil, err
		}
		out, err := locate[T](m, view, lead, fs, c.Attrs.Bool("column_major"))
		if err != nil {
			return nil, err
		}
		return out.Transpose(op.Inverse(order)), nil
	}
}

// locate finds the places in every plane, which follow `lead` dimensions.
func locate[T value.Number](m op.Machine, view *value.Array, lead int, fs frames, columns bool) (*value.Array, error) {
	n := view.Rank() - lead
	extents := [3]int{1, 1, 1}
	copy(extents[3-n:], view.Shape[lead:])
	steps := [3]int{extents[1] * extents[2], extents[2], 1}
	if columns {
		steps = [3]int{1, extents[0], extents[0] * extents[1]}
	}
	shape := append([]int{}, view.Shape[:lead]...)
	for i := 3 - n; i < 3; i++ {
		shape = append(shape, len(fs[i]))
	}
	src, err := buffer.Read[T](m, view)
	if err != nil {
		return nil, err
	}
	out, err := buffer.Alloc[int64](m, value.Int64, shape)
	if err != nil {
		return nil, err
	}
	size, results := value.Product(extents[:]), len(fs[0])*len(fs[1])*len(fs[2])
	err = buffer.Long(m, len(out), max(1, fs.steps()/max(1, results)), func(i int, pause func() error) error {
		k := i % results
		w := [3]frame{fs[0][k/len(fs[2])/len(fs[1])], fs[1][k/len(fs[2])%len(fs[1])], fs[2][k%len(fs[2])]}
		place, err := greatestIn(src[i/results*size:][:size], w, extents, steps, pause)
		if out[i] = -1; place >= 0 {
			out[i] = int64(i/results*size + place)
		}
		return err
	})
	return buffer.Result(value.Int64, shape, out), err
}

// greatestIn is the place of the greatest element of a window, by the steps of each
// dimension; -1 where the window has none.
func greatestIn[T value.Number](plane []T, w [3]frame, extents, steps [3]int, pause func() error) (int, error) {
	place, best := -1, T(0)
	for z := w[0].from; z < w[0].to; z += w[0].step {
		for y := w[1].from; y < w[1].to; y += w[1].step {
			line := plane[(z*extents[1]+y)*extents[2]:][:extents[2]]
			for x := w[2].from; x < w[2].to; x += w[2].step {
				if e := line[x]; place < 0 || e > best || e != e && best == best {
					best, place = e, z*steps[0]+y*steps[1]+x*steps[2]
				}
			}
			if w[2].len() >= lineElems || (y-w[1].from)%lineElems == lineElems-1 {
				if err := pause(); err != nil {
					return place, err
				}
			}
		}
	}
	return place, nil
}
