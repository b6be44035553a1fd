package buffer

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
)

// An IndexMap is, for each index of a result's dimension, the index of the data's dimension
// that it is read from; Outside is none. With a map f_k for each dimension,
//
//	y[i₀, …, i_n] = x[f₀(i₀), …, f_n(i_n)]
//
// which padding, cropping, mirroring and dilating all are.
type IndexMap []int

// Outside marks an element that is not in the data.
const Outside = -1

// NewIndexMap is the map of n indices i to at(i).
func NewIndexMap(m op.Machine, n int, at func(i int) int) (IndexMap, error) {
	indices, err := op.Make[int](m, n)
	if err != nil {
		return nil, err
	}
	return indices, op.InTurn(m, n, 1, func(from, to int) error {
		for i := from; i < to; i++ {
			indices[i] = at(i)
		}
		return nil
	})
}

// Along is the map that keeps a dimension of n.
func Along(m op.Machine, n int) (IndexMap, error) { return Widened(m, n, 0, 0) }

// Widened is the map that keeps a dimension of n, with elements outside before and
// after; negative numbers of them cut some off.
func Widened(m op.Machine, n, before, behind int) (IndexMap, error) {
	return NewIndexMap(m, max(0, before+n+behind), func(i int) int {
		if i -= before; i >= 0 && i < n {
			return i
		}
		return Outside
	})
}

// Gather reads an array by a map for each dimension. Elements outside are fill, which has
// the array's dtype. It runs on one core, line by line, and looks at the limits.
func Gather(m op.Machine, a *value.Array, maps []IndexMap, fill value.Scalar) (*value.Array, error) {
	shape := make([]int, len(maps))
	for k, indices := range maps {
		shape[k] = len(indices)
	}
	if len(maps) == 0 {
		return a, nil
	}
	out, err := op.Filled(m, fill, shape)
	if err != nil {
		return nil, err
	}
	return out, gathers[a.Dtype](m, out, a, maps)
}

var gathers = [...]func(m op.Machine, out, a *value.Array, maps []IndexMap) error{
	value.Bool: gather[bool], value.Int8: gather[int8], value.Int16: gather[int16], value.Int32: gather[int32],
	value.Int64: gather[int64], value.Uint8: gather[uint8], value.Uint16: gather[uint16], value.Uint32: gather[uint32],
	value.Uint64: gather[uint64], value.Float16: gather[uint16], value.Bfloat16: gather[uint16],
	value.Float32: gather[float32], value.Float64: gather[float64],
	value.Int4: gather[int8], value.Int2: gather[int8], value.Uint4: gather[uint8], value.Uint2: gather[uint8],
	value.Float8E4M3FN: gather[uint8], value.Float8E4M3FNUZ: gather[uint8], value.Float8E5M2: gather[uint8], value.Float8E5M2FNUZ: gather[uint8],
	value.Float4E2M1FN: gather[uint8],
}

func gather[T value.Element](m op.Machine, out, a *value.Array, maps []IndexMap) error {
	g := gatherer[T]{m, out.Data.([]T), a.Data.([]T), a.Strides, maps, out.Strides, 0}
	return g.dimension(0, 0, a.Offset)
}

type gatherer[T value.Element] struct {
	m        op.Machine
	dst, src []T
	steps    []int
	maps     []IndexMap
	rows     []int // strides of dst
	done     int   // elements since the last look at the limits
}

// dimension fills the part of the result that starts at `to` from dimension k
// on, reading at `from`.
func (g *gatherer[T]) dimension(k, to, from int) error {
	if k == len(g.maps)-1 {
		return g.line(g.dst[to:], from, g.steps[k], g.maps[k])
	}
	for i, j := range g.maps[k] {
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
func (g *gatherer[T]) line(dst []T, from, step int, indices IndexMap) error {
	for len(indices) > piece {
		g.row(dst, from, step, indices[:piece])
		if err := g.look(piece); err != nil {
			return err
		}
		dst, indices = dst[piece:], indices[piece:]
	}
	g.row(dst, from, step, indices)
	return g.look(len(indices) + 1)
}

func (g *gatherer[T]) look(n int) error {
	if g.done += n; g.done < piece {
		return nil
	}
	g.done = 0
	return g.m.Charge(0)
}

func (g *gatherer[T]) row(dst []T, from, step int, indices IndexMap) {
	for i, j := range indices {
		if j != Outside {
			dst[i] = g.src[from+j*step]
		}
	}
}
