package downsample

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/nn/sliding"
)

// Sliding are the windows of pool_size, strides, dilation and padding. Means
// count the padding where count_include_pad says so, and what overhangs with
// ceil_mode never (TVM's topi/nn/pooling.h, ONNX's AveragePool).
func Sliding(m op.Machine, c *op.KernelCall, extents []int) (fs frames, err error) {
	size, err := sliding.PerDimension(c, "pool_size", len(extents))
	if err != nil {
		return fs, err
	}
	s, err := sliding.Read(c, extents, size)
	if err != nil {
		return fs, err
	}
	for i := range s {
		s[i].SlideWindow(c.Attrs.Bool("ceil_mode"))
		if fs[i], err = framesOf(m, s[i], c.Attrs.Bool("count_include_pad")); err != nil {
			return fs, err
		}
	}
	return fs, nil
}

// framesOf are the windows of a dimension, without what lies in the padding, which
// counts all the same where it is padded.
func framesOf(m op.Machine, g sliding.Geometry, padded bool) ([]frame, error) {
	return newFrames(m, g.Out, func(i int) frame {
		first := g.At(i, 0)
		from, to := first, min(first+g.Reach(), g.In)
		if from < 0 { // on to the first tap inside
			from += (-from + g.Dilation - 1) / g.Dilation * g.Dilation
		}
		f := frame{from: from, to: max(from, to), step: g.Dilation}
		f.count = f.len()
		if padded {
			end := min(first+g.Reach(), g.In+g.After)
			f.count = max(0, (end-first+g.Dilation-1)/g.Dilation)
		}
		return f
	})
}

// newFrames are n windows; window i is at(i).
func newFrames(m op.Machine, n int, at func(i int) frame) ([]frame, error) {
	fs, err := op.Make[frame](m, n)
	if err != nil {
		return nil, err
	}
	return fs, op.InTurn(m, n, 1, func(from, to int) error {
		for i := from; i < to; i++ {
			fs[i] = at(i)
		}
		return nil
	})
}

// Everything is one window over all.
func Everything(m op.Machine, _ *op.KernelCall, extents []int) (frames, error) {
	return parted(m, extents, []int{1, 1, 1})
}

// Adaptive are windows, as many as output_size says: one entry represents all
// dimensions, `None` and none keep the extent.
func Adaptive(m op.Machine, c *op.KernelCall, extents []int) (frames, error) {
	size := c.Attrs.Value("output_size").List
	outs := make([]int, len(extents))
	for i, extent := range extents {
		outs[i] = extent
		if len(size) > 0 {
			if n := size[min(i, len(size)-1)]; n.Kind == op.IntValue {
				outs[i] = int(n.Int)
			}
		}
	}
	return parted(m, extents, outs)
}

// parted cuts each dimension into as many windows as given, which overlap
// where it does not divide: window i is [⌊i·n/k⌋, ⌈(i+1)·n/k⌉).
func parted(m op.Machine, extents, outs []int) (fs frames, err error) {
	lead := 3 - len(extents)
	for i := range lead {
		fs[i] = []frame{{0, 1, 1, 1}}
	}
	for i, n := range extents {
		k := outs[i]
		fs[lead+i], err = newFrames(m, k, func(o int) frame {
			from, to := o*n/k, ((o+1)*n+k-1)/k
			return frame{from, to, 1, to - from}
		})
		if err != nil {
			return fs, err
		}
	}
	return fs, nil
}
