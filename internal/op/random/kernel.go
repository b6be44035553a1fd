package random

import (
	"fmt"
	"math"
	"sort"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/value"
)

// drawing reads the state in argument 0, and gives that after so many blocks.
func drawing(m op.Machine, in op.Inputs, c *op.KernelCall) (generator, error) {
	state := in.Arrays[0]
	if state.Dtype != value.Uint64 || state.Rank() != 1 || state.Len() != stateWords {
		return generator{}, fmt.Errorf("`%s` needs a key of %d words of uint64, not %s", c.Op.Name, stateWords, value.ShapeText(state.Shape))
	}
	words, err := op.ElementsOf[uint64](m, state)
	if err != nil {
		return generator{}, err
	}
	return generatorOf(words), nil
}

// with is the pair of the state, which is the next key, and a result.
func (g generator) with(m op.Machine, v value.Value) (value.Value, error) {
	state, err := g.state(m)
	if err != nil {
		return nil, err
	}
	return &value.Tuple{Elems: []value.Value{state, v}}, nil
}

// state writes the state.
func (g generator) state(m op.Machine) (value.Value, error) {
	words, err := op.Make[uint64](m, stateWords)
	if err != nil {
		return nil, err
	}
	copy(words, g.key[:])
	copy(words[blockWords:], g.counter[:])
	return value.Of(words, stateWords), nil
}

// blocksFor is how many blocks have n words.
func blocksFor(n int) uint64 { return uint64((n + blockWords - 1) / blockWords) }

// words makes n words and hands those from `from` on to a body.
func (g generator) words(m op.Machine, n int, body func(from int, words block)) error {
	return buffer.Spans(m, int(blocksFor(n)), blockSteps, func(first, last int) {
		for i := first; i < last; i++ {
			body(i*blockWords, g.block(uint64(i)))
		}
	})
}

// fraction is a number from 0 up to 1, without 1, of which the dtype holds each with the same
// probability.
func fraction(word uint64, d value.Dtype) float64 {
	if d == value.Float32 {
		return float64(word>>40) * 0x1p-24
	}
	return float64(word>>11) * 0x1p-53
}

// generateKernel gives the words themselves.
var generateKernel = op.Reads{Arrays: 1}.Kernel(func(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	g, r, err := begun(m, c, in, value.Uint64)
	if err != nil {
		return nil, err
	}
	out := r.Data.([]uint64)
	if err = g.words(m, len(out), func(from int, words block) { copy(out[from:], words[:]) }); err != nil {
		return nil, err
	}
	return g.ahead(blocksFor(len(out))).with(m, value.Simplest(r))
})

// begun reads the state, and makes a result of out_shape.
func begun(m op.Machine, c *op.KernelCall, in op.Inputs, d value.Dtype) (g generator, r *value.Array, err error) {
	if g, err = drawing(m, in, c); err != nil {
		return g, nil, err
	}
	shape, err := c.Ints("out_shape")
	if err != nil {
		return g, nil, err
	}
	r, err = op.NewResult(m, d, shape)
	return g, r, err
}

// splitKernel gives two keys.
var splitKernel = op.Reads{Arrays: 1}.Kernel(func(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	g, err := drawing(m, in, c)
	if err != nil {
		return nil, err
	}
	if err := m.Charge(2 * blockSteps); err != nil {
		return nil, err
	}
	left, right := g.split()
	second, err := right.state(m)
	if err != nil {
		return nil, err
	}
	return left.with(m, second)
})

// A distribution makes an element, by two parameters, of the words for it.
type distribution struct {
	words int // for each element
	make  func(d value.Dtype, words []uint64, a, b float64) float64
}

var (
	uniform = distribution{1, func(d value.Dtype, w []uint64, low, high float64) float64 {
		return low + fraction(w[0], d)*(high-low)
	}}
	// Box and Muller, A note on the generation of random normal deviates, 1958.
	normal = distribution{2, func(d value.Dtype, w []uint64, mean, scale float64) float64 {
		radius := math.Sqrt(-2 * math.Log(1-fraction(w[0], value.Float64)))
		return mean + scale*radius*math.Cos(2*math.Pi*fraction(w[1], value.Float64))
	}}
)

// kernel draws the elements of a tensor.
func (dist distribution) kernel() op.Kernel {
	return op.Reads{Arrays: 1}.Kernel(func(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
		d, err := c.AttrDtype("out_dtype", value.Float32)
		if err != nil {
			return nil, err
		}
		g, r, err := begun(m, c, in, d)
		if err != nil {
			return nil, err
		}
		var parameters [2]float64
		for i := range parameters {
			s, err := c.Scalar(1 + i)
			if err != nil {
				return nil, err
			}
			parameters[i] = s.Float()
		}
		n := r.Len()
		err = g.words(m, n*dist.words, func(from int, words block) {
			for k := 0; k < blockWords && from+k < n*dist.words; k += dist.words {
				x := dist.make(d, words[k:k+dist.words], parameters[0], parameters[1])
				value.Store(r.Data, (from+k)/dist.words, value.FromFloat(d, x))
			}
		})
		if err != nil {
			return nil, err
		}
		return g.ahead(blocksFor(n*dist.words)).with(m, value.Simplest(r))
	})
}

// choiceKernel draws places of rows: a fraction of the sum of a row is in the share of one of
// its elements.
var choiceKernel = op.Reads{Arrays: 2}.Kernel(func(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	g, err := drawing(m, in, c)
	if err != nil {
		return nil, err
	}
	probs := in.Arrays[1]
	samples, err := c.Int("num_samples")
	if err != nil || probs.Rank() == 0 {
		return nil, fmt.Errorf("`%s` needs rows of probabilities, and a number of samples", c.Op.Name)
	}
	sums, err := runningSums(m, probs)
	if err != nil {
		return nil, err
	}
	last := probs.Rank() - 1
	width, shape := probs.Shape[last], append([]int{}, probs.Shape[:last]...)
	r, err := op.NewResult(m, value.Int32, append(shape, samples))
	if err != nil {
		return nil, err
	}
	places, n := r.Data.([]int32), r.Len()
	if n > 0 && width == 0 {
		return nil, fmt.Errorf("`%s` has rows without elements to choose from", c.Op.Name)
	}
	err = g.words(m, n, func(from int, words block) {
		for k := 0; k < blockWords && from+k < n; k++ {
			row := sums[(from+k)/samples*width:][:width]
			x := fraction(words[k], value.Float64) * row[width-1]
			places[from+k] = int32(min(sort.Search(width, func(i int) bool { return row[i] > x }), width-1))
		}
	})
	if err != nil {
		return nil, err
	}
	return g.ahead(blocksFor(n)).with(m, value.Simplest(r))
})

// runningSums adds up each row, whose elements must be 0 or more, with a sum above 0.
func runningSums(m op.Machine, probs *value.Array) ([]float64, error) {
	elems, err := buffer.Read[float64](m, probs)
	if err != nil {
		return nil, err
	}
	sums, err := op.Make[float64](m, len(elems))
	if err != nil {
		return nil, err
	}
	width := max(1, probs.Shape[probs.Rank()-1])
	return sums, buffer.Parts(m, len(elems)/width, width, func(from, to int) error {
		for row := from; row < to; row++ {
			sum := 0.0
			for i, x := range elems[row*width:][:width] {
				if !(x >= 0) || math.IsInf(x, 1) {
					return fmt.Errorf("row %d of the probabilities holds %g", row, x)
				}
				sum += x
				sums[row*width+i] = sum
			}
			if sum == 0 {
				return fmt.Errorf("row %d of the probabilities has no element above 0", row)
			}
		}
		return nil
	})
}
