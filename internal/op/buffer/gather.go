package buffer

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A Way tells for each index of a result's dimension which index of the data's
// it is read from; Outside is none.
type Way []int

// Outside marks an element that is not in the data.
const Outside = -1

// NewWay is a way of n indices; element i is at(i).
func NewWay(m op.Machine, n int, at func(i int) int) (Way, error) {
	way, err := op.Make[int](m, n)
	if err != nil {
		return nil, err
	}
	return way, op.InTurn(m, n, 1, func(from, to int) error {
		for i := from; i < to; i++ {
			way[i] = at(i)
		}
		return nil
	})
}

// Along is the way that keeps a dimension of n.
func Along(m op.Machine, n int) (Way, error) { return Widened(m, n, 0, 0) }

// Widened is the way that keeps a dimension of n, with elements outside before and
// behind; negative numbers of them cut some off.
func Widened(m op.Machine, n, before, behind int) (Way, error) {
	return NewWay(m, max(0, before+n+behind), func(i int) int {
		if i -= before; i >= 0 && i < n {
			return i
		}
		return Outside
	})
}

// Gather reads an array along a way for each dimension. Elements outside are
// fill, which has the array's dtype.
func Gather(m op.Machine, a *value.Array, ways []Way, fill value.Scalar) (*value.Array, error) {
	shape := make([]int, len(ways))
	for k, way := range ways {
		shape[k] = len(way)
	}
	if len(ways) == 0 {
		return a, nil
	}
	out, err := op.Filled(m, fill, shape)
	if err != nil {
		return nil, err
	}
	return out, gathers[a.Dtype](m, out, a, ways)
}

var gathers = [...]func(m op.Machine, out, a *value.Array, ways []Way) error{
	value.Bool: gather[bool], value.Int8: gather[int8], value.Int16: gather[int16], value.Int32: gather[int32],
	value.Int64: gather[int64], value.Uint8: gather[uint8], value.Uint16: gather[uint16], value.Uint32: gather[uint32],
	value.Uint64: gather[uint64], value.Float16: gather[uint16], value.Bfloat16: gather[uint16],
	value.Float32: gather[float32], value.Float64: gather[float64],
}

func gather[T value.Element](m op.Machine, out, a *value.Array, ways []Way) error {
	g := gatherer[T]{m, out.Data.([]T), a.Data.([]T), a.Strides, ways, out.Strides, 0}
	return g.dimension(0, 0, a.Offset)
}

type gatherer[T value.Element] struct {
	m        op.Machine
	dst, src []T
	steps    []int
	ways     []Way
	rows     []int // strides of dst
	done     int   // elements since the last look at the limits
}

// dimension fills the part of the result that starts at `to` from dimension k
// on, reading at `from`.
func (g *gatherer[T]) dimension(k, to, from int) error {
	if k == len(g.ways)-1 {
		return g.line(g.dst[to:], from, g.steps[k], g.ways[k])
	}
	for i, j := range g.ways[k] {
		if j == Outside {
			continue
		}
		if err := g.dimension(k+1, to+i*g.rows[k], from+j*g.steps[k]); err != nil {
			return err
		}
	}
	return nil
}

// line fills a line piece by piece.
func (g *gatherer[T]) line(dst []T, from, step int, way Way) error {
	for len(way) > piece {
		g.row(dst, from, step, way[:piece])
		if err := g.look(piece); err != nil {
			return err
		}
		dst, way = dst[piece:], way[piece:]
	}
	g.row(dst, from, step, way)
	return g.look(len(way) + 1)
}

func (g *gatherer[T]) look(n int) error {
	if g.done += n; g.done < piece {
		return nil
	}
	g.done = 0
	return g.m.Charge(0)
}

func (g *gatherer[T]) row(dst []T, from, step int, way Way) {
	for i, j := range way {
		if j != Outside {
			dst[i] = g.src[from+j*step]
		}
	}
}
