package nn

import (
	"fmt"
	"math"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/value/matrix"
)

var deformableKernel = buffer.Typed(buffer.Forms{F32: deformed[float32], F64: deformed[float64]})

// deformed computes nn.deformable_conv2d (Dai et al., Deformable convolutional
// networks, 2017): the taps of a position read the data, between its elements,
// where the offset moves them.
func deformed[T value.Float](m op.Machine, c *op.KernelCall) (value.Value, error) {
	plain := *c
	plain.Args = []value.Value{c.Args[0], c.Args[2]}
	o, err := conv2d.operands(m, &plain)
	if err != nil {
		return nil, err
	}
	v, err := newConvolver[T](m, &plain, o)
	if err != nil {
		return nil, err
	}
	offset, err := inLayout(m, c, 1, "data_layout")
	if err != nil {
		return nil, err
	}
	places, err := buffer.Read[T](m, offset)
	if err != nil {
		return nil, err
	}
	moves := &moved2d[T]{convolver: v, offset: places, groups: buffer.Int(c, "deformable_groups")}
	channels := v.groups * v.in
	if g := moves.groups; g < 1 || channels%g != 0 || offset.Len() != v.batch*2*g*v.space.taps()*v.space.results() {
		return nil, fmt.Errorf("`%s`: the offset %s does not fit", c.Op.Name, value.ShapeText(offset.Shape))
	}
	shape := append([]int{v.batch, v.groups * v.filters}, v.space.outs(2)...)
	if v.out, err = buffer.Alloc[T](m, o.dtype, shape); err != nil {
		return nil, err
	}
	if err := moves.run(m); err != nil {
		return nil, err
	}
	return buffer.Arranged(m, buffer.Result(o.dtype, shape, v.out), conv2d.data, o.layout)
}

// A moved2d is a convolution with moved taps.
type moved2d[T value.Float] struct {
	*convolver[T]
	offset []T
	groups int // of channels that are moved alike
}

func (v *moved2d[T]) run(m op.Machine) error {
	c := v.convolver
	depth, results := c.in*c.space.taps(), c.space.results()
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

// columns are those of byColumns, read at moved places.
func (v *moved2d[T]) columns(rows []T, batch, group int, pause func() error) error {
	c := v.convolver
	taps, results, size := c.space.taps(), c.space.results(), c.space.size()
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
				v.tap(row, image[channel*size:][:size], moves, tap, from, min(from+tapPiece, results))
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
		y := float64(h.at(i/w.out, tap/w.kernel)) + float64(moves[i])
		x := float64(w.at(i%w.out, tap%w.kernel)) + float64(moves[len(row)+i])
		row[i] = T(between(plane, h.in, w.in, y, x))
	}
}

// between reads a plane between its elements; outside it is 0.
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
