package buffer

import (
	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/value"
)

// A Way tells for each index of a result's dimension which index of the data's
// it is read from; Outside is none.
type Way []int

// Outside marks an element that is not in the data.
const Outside = -1

// Along is the way that keeps a dimension of n.
func Along(m op.Machine, n int) (Way, error) {
	if err := Table(m, n, 1); err != nil {
		return nil, err
	}
	return Identity(n), nil
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
	out, err := op.NewResult(m, a.Dtype, shape)
	if err != nil {
		return nil, err
	}
	value.Fill(out.Data, fill)
	gathers[a.Dtype](out, a, ways)
	return out, nil
}

var gathers = [...]func(out, a *value.Array, ways []Way){
	value.Bool: gather[bool], value.Int8: gather[int8], value.Int16: gather[int16], value.Int32: gather[int32],
	value.Int64: gather[int64], value.Uint8: gather[uint8], value.Uint16: gather[uint16], value.Uint32: gather[uint32],
	value.Uint64: gather[uint64], value.Float16: gather[uint16], value.Bfloat16: gather[uint16],
	value.Float32: gather[float32], value.Float64: gather[float64],
}

func gather[T value.Element](out, a *value.Array, ways []Way) {
	g := gatherer[T]{out.Data.([]T), a.Data.([]T), a.Strides, ways, out.Strides}
	g.dimension(0, 0, a.Offset)
}

type gatherer[T value.Element] struct {
	dst, src []T
	steps    []int
	ways     []Way
	rows     []int // strides of dst
}

// dimension fills the part of the result that starts at `to` from dimension k
// on, reading at `from`.
func (g *gatherer[T]) dimension(k, to, from int) {
	if k == len(g.ways)-1 {
		g.row(g.dst[to:], from, g.steps[k], g.ways[k])
		return
	}
	for i, j := range g.ways[k] {
		if j != Outside {
			g.dimension(k+1, to+i*g.rows[k], from+j*g.steps[k])
		}
	}
}

func (g *gatherer[T]) row(dst []T, from, step int, way Way) {
	for i, j := range way {
		if j != Outside {
			dst[i] = g.src[from+j*step]
		}
	}
}
