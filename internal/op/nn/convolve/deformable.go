package convolve

import (
	"fmt"
	"math"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/vector/matrix"
)

// image2d is the form of convolutions of images.
var image2d = Form{Data: "NCHW", Weight: "OIHW", Grouped: "GOIHW"}

// Deformable computes nn.deformable_conv2d (Dai et al., Deformable convolutional
// networks, 2017). Argument 1, the offset, has for each group of channels and each tap t
// two planes dy and dx of the result's extents; the tap reads the data at
//
//	(y·stride + t_y·dilation - before + dy,  x·stride + t_x·dilation - before + dx)
//
// which lies between elements. The weight is argument 2.
var Deformable = buffer.Typed(op.Reads{Arrays: 3}, buffer.Forms{F32: deformed[float32], F64: deformed[float64]})

// Modulated computes nn.modulated_deformable_conv2d (Zhu et al., Deformable ConvNets v2,
// 2019): what a moved tap reads is multiplied by the mask, argument 3, which has for each
// group of channels and each tap a plane of the result's extents.
var Modulated = buffer.Typed(op.Reads{Arrays: 4}, buffer.Forms{F32: deformed[float32], F64: deformed[float64]})

func deformed[T value.Float](m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	o, err := image2d.operands(m, c, in.Arrays[0], in.Arrays[2])
	if err != nil {
		return nil, err
	}
	v, err := newConvolver[T](m, c, o)
	if err != nil {
		return nil, err
	}
	offset, err := inLayout(m, c, in.Arrays[1], "data_layout")
	if err != nil {
		return nil, err
	}
	places, err := buffer.Read[T](m, offset)
	if err != nil {
		return nil, err
	}
	moves := &moved2d[T]{convolver: v, offset: places, groups: buffer.Int(c, "deformable_groups")}
	channels := v.groups * v.in
	if g := moves.groups; g < 1 || channels%g != 0 || offset.Len() != v.batch*2*g*v.space.Taps()*v.space.Results() {
		return nil, fmt.Errorf("`%s`: the offset %s does not fit", c.Op.Name, value.ShapeText(offset.Shape))
	}
	if in.Arrays[3] != nil {
		mask, err := inLayout(m, c, in.Arrays[3], "data_layout")
		if err != nil {
			return nil, err
		}
		if 2*mask.Len() != offset.Len() {
			return nil, fmt.Errorf("`%s`: the mask %s does not fit", c.Op.Name, value.ShapeText(mask.Shape))
		}
		if moves.mask, err = buffer.Read[T](m, mask); err != nil {
			return nil, err
		}
	}
	return v.computed(m, image2d, o, moves.run)
}

// inLayout is an image in the canonical layout, from the one that an attribute names.
func inLayout(m op.Machine, c *op.KernelCall, a *value.Array, attr string) (*value.Array, error) {
	l, _ := relate.ParseLayout(c.Attrs.Str(attr))
	return buffer.Canonical(m, a, l, image2d.Data)
}

// A moved2d is a convolution with moved taps.
type moved2d[T value.Float] struct {
	*convolver[T]
	offset []T
	mask   []T // nil for none
	groups int // of channels that are moved alike
}

func (v *moved2d[T]) run(m op.Machine) error {
	c := v.convolver
	depth, results := c.in*c.space.Taps(), c.space.Results()
	return buffer.Long(m, c.batch*c.groups, c.filters*depth*max(1, results), func(i int, pause func() error) error {
		batch, group := i/c.groups, i%c.groups
		rows, err := op.Make[T](m, depth*results)
		if err != nil {
			return err
		}
		if err := v.columns(rows, batch, group, pause); err != nil {
			return err
		}
		p := matrix.Product[T]{Rows: c.filters, Inner: depth, Columns: results}
		for tile := range p.Tiles() {
			if err := pause(); err != nil {
				return err
			}
			if err := p.Tile(tile, c.weights(group, 0), rows, c.result(batch, group, 0), pause); err != nil {
				return err
			}
		}
		return nil
	})
}

// columns writes the matrix of byColumns with what the moved taps read.
func (v *moved2d[T]) columns(rows []T, batch, group int, pause func() error) error {
	c := v.convolver
	taps, results, size := c.space.Taps(), c.space.Results(), c.space.Size()
	alike := c.groups * c.in / v.groups
	image := c.image(batch, group)
	for channel := range c.in {
		mover := (group*c.in + channel) / alike
		for tap := range taps {
			moves := v.offset[((batch*v.groups+mover)*taps+tap)*2*results:]
			row := rows[(channel*taps+tap)*results:][:results]
			for from := 0; from < results; from += tapPiece {
				if err := pause(); err != nil {
					return err
				}
				to := min(from+tapPiece, results)
				v.tap(row, image[channel*size:][:size], moves, tap, from, to)
				if v.mask != nil {
					for i, w := range v.mask[((batch*v.groups+mover)*taps+tap)*results:][from:to] {
						row[from+i] *= w
					}
				}
			}
		}
	}
	return nil
}

// tapPiece is how many taps are read between two looks at the limits.
const tapPiece = 1 << 12

func (v *moved2d[T]) tap(row, plane, moves []T, tap, from, to int) {
	h, w := v.space[1], v.space[2]
	for i := from; i < to; i++ {
		y := float64(h.At(i/w.Out, tap/w.Kernel)) + float64(moves[i])
		x := float64(w.At(i%w.Out, tap%w.Kernel)) + float64(moves[len(row)+i])
		row[i] = T(between(plane, h.In, w.In, y, x))
	}
}

// between reads a plane at a point between its elements, bilinearly: each of the four
// elements (i, j) around it counts (1 - |y-i|)·(1 - |x-j|). Elements outside are 0.
func between[T value.Float](plane []T, height, width int, y, x float64) float64 {
	top, left := math.Floor(y), math.Floor(x)
	sum := 0.0
	for _, corner := range [4][2]float64{{0, 0}, {0, 1}, {1, 0}, {1, 1}} {
		i, j := int(top+corner[0]), int(left+corner[1])
		if i >= 0 && i < height && j >= 0 && j < width {
			share := (1 - math.Abs(y-top-corner[0])) * (1 - math.Abs(x-left-corner[1]))
			sum += share * float64(plane[i*width+j])
		}
	}
	return sum
}
