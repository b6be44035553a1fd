package convolve

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/op/nn/sliding"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/vector/matrix"
)

// Transposed computes a transposed convolution: its matrix is the transpose of that of
// a convolution from the result's extents to the data's. With the weight (groups·C, F,
// taps), each element of the data is spread over what its taps meet,
//
//	y[b, g·F+f, o·stride + t·dilation - before] += Σ_c w[g·C+c, f, t] · x[b, g·C+c, o]
//
// taps in order, so that the result is the same on any number of cores.
func (f Form) Transposed() op.Kernel {
	return buffer.Typed(op.Reads{Arrays: 2}, buffer.Forms{
		F32: spreads[float32](f), F64: spreads[float64](f),
		I32: spreads[int32](f), I64: spreads[int64](f),
	})
}

func spreads[T value.Number](f Form) op.Body {
	return func(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
		o, err := f.operands(m, c, in.Arrays[0], in.Arrays[1])
		if err != nil {
			return nil, err
		}
		s, err := newSpreader[T](m, c, o)
		if err != nil {
			return nil, err
		}
		outs := make([]int, f.Rank())
		for i := range outs {
			outs[i] = s.space[3-f.Rank()+i].In
		}
		shape := append([]int{s.batch, s.groups * s.filters}, outs...)
		if s.out, err = buffer.Alloc[T](m, o.dtype, shape); err != nil {
			return nil, err
		}
		if err := s.run(m); err != nil {
			return nil, err
		}
		return buffer.Arranged(m, buffer.Result(o.dtype, shape, s.out), f.Data, o.layout)
	}
}

// A spreader spreads data (batch, groups · in, extents) by weights (groups ·
// filters, taps, in). Its space is that of the convolution which it transposes:
// `in` are the result's extents, `out` the data's.
type spreader[T value.Number] struct {
	batch, groups     int
	in, filters       int
	space             sliding.Space
	data, weight, out []T
}

func newSpreader[T value.Number](m op.Machine, c *op.KernelCall, o operands) (*spreader[T], error) {
	channels, groups := o.data.Shape[1], buffer.Int(c, "groups")
	w := o.weight.Shape
	if groups < 1 || channels%groups != 0 || w[0] != channels {
		return nil, fmt.Errorf("`%s`: %d channels, in groups of %d, and a weight of shape %s do not fit",
			c.Op.Name, channels, groups, value.ShapeText(w))
	}
	sp, err := spreadSpace(c, o.data.Shape[2:], w[2:])
	if err != nil {
		return nil, err
	}
	in, filters, taps := channels/groups, w[1], sp.Taps()
	weight, err := buffer.Reshaped(m, o.weight, []int{groups, in, filters, taps})
	if err != nil {
		return nil, err
	}
	s := &spreader[T]{batch: o.data.Shape[0], groups: groups, in: in, filters: filters, space: sp}
	if s.data, err = buffer.Cast[T](m, o.data, o.dtype); err != nil {
		return nil, err
	}
	s.weight, err = buffer.Cast[T](m, weight.Transpose([]int{0, 2, 3, 1}), o.dtype)
	return s, err
}

// spreadSpace finds the result's extents from the data's.
func spreadSpace(c *op.KernelCall, extents, kernel []int) (sliding.Space, error) {
	s, err := sliding.Read(c, extents, kernel)
	if err != nil {
		return s, err
	}
	more, err := c.Ints("output_padding")
	if err != nil {
		return s, err
	}
	n := len(extents)
	for i := range extents {
		g := &s[3-n+i]
		g.Out = extents[i]
		g.In = (g.Out-1)*g.Stride + g.Reach() - g.Before - g.After
		if i < len(more) {
			g.In += more[i]
		}
		if g.In < 0 {
			return s, fmt.Errorf("`%s`: `padding` cuts more than there is along dimension %d", c.Op.Name, i)
		}
	}
	return s, nil
}

// run computes each plane of the result by itself: for each tap the sums over
// the channels, which it adds where the tap puts them.
func (s *spreader[T]) run(m op.Machine) error {
	taps, positions := s.space.Taps(), s.space.Results()
	steps := taps * positions * max(1, s.in)
	return buffer.Long(m, s.batch*s.groups*s.filters, steps, func(i int, pause func() error) error {
		batch, group := i/s.filters/s.groups, i/s.filters%s.groups
		sums, err := op.Make[T](m, taps*positions)
		if err != nil {
			return err
		}
		product := matrix.Product[T]{Rows: taps, Inner: s.in, Columns: positions}
		weights := s.weight[(group*s.filters+i%s.filters)*taps*s.in:]
		image := s.data[(batch*s.groups+group)*s.in*positions:]
		for tile := range product.Tiles() {
			if err := product.Tile(tile, weights, image, sums, pause); err != nil {
				return err
			}
		}
		return place(s.space, s.out[i*s.space.Size():][:s.space.Size()], sums, pause)
	})
}

// place adds the sums of each tap to the elements that it meets.
func place[T value.Number](s sliding.Space, plane, sums []T, pause func() error) error {
	next := columnElems
	for d := range s[0].Kernel {
		for h := range s[1].Kernel {
			for w := range s[2].Kernel {
				placeTap(s, plane, sums[:s.Results()], [3]int{d, h, w})
				sums = sums[s.Results():]
				if next -= s.Results(); next < 0 {
					if err := pause(); err != nil {
						return err
					}
					next = columnElems
				}
			}
		}
	}
	return nil
}

func placeTap[T value.Number](s sliding.Space, plane, sums []T, tap [3]int) {
	for row := range s[0].Out * s[1].Out {
		d, h := s[0].At(row/s[1].Out, tap[0]), s[1].At(row%s[1].Out, tap[1])
		if !s[0].Holds(d) || !s[1].Holds(h) {
			continue
		}
		line := plane[(d*s[1].In+h)*s[2].In:][:s[2].In]
		x := s[2].At(0, tap[2])
		for _, v := range sums[row*s[2].Out:][:s[2].Out] {
			if uint(x) < uint(len(line)) {
				line[x] += v
			}
			x += s[2].Stride
		}
	}
}
