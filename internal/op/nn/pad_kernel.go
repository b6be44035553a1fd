package nn

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A surround states which element of a dimension of n represents index i, which
// may be outside.
type surround func(i, n int) int

// surrounds are what represents an index i outside of a dimension of n, by mode:
//
//	constant   the fill value
//	edge       min(max(i, 0), n-1)
//	reflect    mirrored at the elements on the edges: period 2n-2
//	SYMMETRIC  mirrored between the elements and their images: period 2n
var surrounds = map[string]surround{
	"constant": func(i, n int) int {
		if uint(i) < uint(n) {
			return i
		}
		return buffer.Outside
	},
	"edge":      func(i, n int) int { return min(max(i, 0), n-1) },
	"reflect":   reflected,
	"REFLECT":   reflected,
	"SYMMETRIC": symmetric,
}

// reflected mirrors at the elements on the edges, which are not repeated.
func reflected(i, n int) int {
	if n == 1 {
		return 0
	}
	i = modulo(i, 2*n-2)
	return min(i, 2*n-2-i)
}

// symmetric mirrors at the edges, whose elements are repeated.
func symmetric(i, n int) int {
	i = modulo(i, 2*n)
	return min(i, 2*n-1-i)
}

// modulo is i mod n in [0, n), also of a negative i.
func modulo(i, n int) int { return (i%n + n) % n }

// padKernel computes nn.pad.
func padKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	fill := value.Scalar{Dtype: in.Arrays[0].Dtype}
	if in.Arrays[1] != nil && in.Arrays[1].Len() > 0 {
		fill = in.Arrays[1].Item().Convert(in.Arrays[0].Dtype)
	}
	return padded(m, c, in.Arrays[0], c.Attrs.Str("pad_mode"), fill)
}

// mirrorPadKernel computes nn.mirror_pad.
func mirrorPadKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	data := in.Arrays[0]
	return padded(m, c, data, c.Attrs.Str("mode"), value.Scalar{Dtype: data.Dtype})
}

// padded gathers the data by a map for each dimension.
func padded(m op.Machine, c *op.KernelCall, data *value.Array, mode string, fill value.Scalar) (value.Value, error) {
	around, ok := surrounds[mode]
	if !ok {
		return nil, fmt.Errorf("`%s`: there is no mode %q", c.Op.Name, mode)
	}
	pairs, err := pairsIn(c, "pad_width", data.Rank())
	if err != nil {
		return nil, err
	}
	maps := make([]buffer.IndexMap, data.Rank())
	for k, n := range data.Shape {
		if n == 0 && mode != "constant" {
			return nil, fmt.Errorf("`%s`: dimension %d is empty, and has nothing to repeat", c.Op.Name, k)
		}
		before, behind := pairs[k][0], pairs[k][1]
		if err := c.Moderate(n, before, behind); err != nil {
			return nil, err
		}
		maps[k], err = buffer.NewIndexMap(m, max(0, n+before+behind), func(i int) int { return around(i-before, n) })
		if err != nil {
			return nil, err
		}
	}
	return gathered(m, data, maps, fill)
}

// gathered is buffer.Gather, which counts a step an element.
func gathered(m op.Machine, data *value.Array, maps []buffer.IndexMap, fill value.Scalar) (*value.Array, error) {
	n := 1
	for _, way := range maps {
		n *= len(way)
	}
	if err := m.Charge(int64(n)); err != nil {
		return nil, err
	}
	return buffer.Gather(m, data, maps, fill)
}

// pairsIn reads an attribute of n pairs of numbers.
func pairsIn(c *op.KernelCall, attr string, n int) ([][2]int, error) {
	list := c.Attrs.Value(attr).List
	if len(list) != n {
		return nil, fmt.Errorf("`%s`: `%s` has %d pairs, where %d are needed", c.Op.Name, attr, len(list), n)
	}
	pairs := make([][2]int, n)
	for i, entry := range list {
		if len(entry.List) != 2 || entry.List[0].Kind != op.IntValue || entry.List[1].Kind != op.IntValue {
			return nil, fmt.Errorf("`%s`: entry %d of `%s` is no pair of integers", c.Op.Name, i, attr)
		}
		pairs[i] = [2]int{int(entry.List[0].Int), int(entry.List[1].Int)}
	}
	return pairs, nil
}
