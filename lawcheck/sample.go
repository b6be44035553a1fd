package lawcheck

import (
	"crypto/sha256"
	"math"
	"math/rand/v2"

	"github.com/fraccheck/fraccheck/symbolic"
	"github.com/fraccheck/fraccheck/types"
	"github.com/fraccheck/fraccheck/value"
)

// Extents that a type leaves open, the greatest number of elements of a tensor,
// and the greatest length of a FractalTensor.
const (
	openExtent  = 2
	maxElements = 1024
	maxLength   = 3
)

// drawable tells whether values of a type can be drawn.
func drawable(t types.Type) bool {
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		_, known := value.ParseDtype(t.Dtype.String())
		shape, ok := extents(t)
		if !ok || !known || t.Dtype.Lanes > 1 {
			return false
		}
		n, err := value.CheckedLen(shape)
		return err == nil && n <= maxElements
	case *types.Fractal:
		return drawable(t.Elem)
	case *types.Tuple:
		for _, e := range t.Elems {
			if !drawable(e) {
				return false
			}
		}
		return true
	}
	return false
}

// extents are those of a tensor in which each open one is openExtent.
func extents(t *types.Tensor) ([]int, bool) {
	shape := make([]int, len(t.Shape))
	for i, d := range t.Shape {
		if e, ok := d.Symbolic(); ok {
			d = types.MapDim(e, func(*symbolic.Symbol) (types.Dim, bool) { return types.Const(openExtent), true })
		}
		n, ok := d.Const()
		switch {
		case d.IsAny():
			n = openExtent
		case !ok || n < 0 || n > maxElements:
			return nil, false
		}
		shape[i] = int(n)
	}
	return shape, true
}

// A sampler draws values; the same ones for the same seed.
type sampler struct {
	random *rand.Rand
	domain
	trial int // the first ones are the simplest
}

func seed(text string) [32]byte { return sha256.Sum256([]byte(text)) }

func newSampler(seed [32]byte, d domain) *sampler {
	return &sampler{random: rand.New(rand.NewChaCha8(seed)), domain: d}
}

// value draws a value of a type that is drawable.
func (s *sampler) value(t types.Type) value.Value {
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		return s.tensor(t)
	case *types.Tuple:
		elems := make([]value.Value, len(t.Elems))
		for i, e := range t.Elems {
			elems[i] = s.value(e)
		}
		return &value.Tuple{Elems: elems}
	case *types.Fractal:
		return s.fractal(t)
	}
	return nil
}

func (s *sampler) tensor(t *types.Tensor) value.Value {
	d, _ := value.ParseDtype(t.Dtype.String())
	shape, _ := extents(t)
	n := value.Product(shape)
	if t.Dtype.IsFloat() {
		data := make([]float64, n)
		for i := range data {
			data[i] = s.float()
		}
		return value.Simplest(value.Of(data, shape...).Convert(d))
	}
	data := make([]int64, n)
	for i := range data {
		data[i] = s.integer(d)
	}
	return value.Simplest(value.Of(data, shape...).Convert(d))
}

// float is a small multiple of 1/2.
func (s *sampler) float() float64 {
	x := float64(s.random.IntN(9) - 4)
	if s.halves && s.trial%4 > 0 {
		x += 0.5 * float64(s.random.IntN(2))
	}
	if s.positive {
		x = math.Abs(x) + 0.5
	}
	return x
}

// integer is a small number at first, and then at times one from the ends of
// the dtype's range, or any.
func (s *sampler) integer(d value.Dtype) int64 {
	switch {
	case d == value.Bool:
		return s.random.Int64N(2)
	case s.edges && s.trial >= trials/2 && s.random.IntN(4) == 0:
		return edge(d) + s.random.Int64N(2)
	case s.edges && s.trial >= trials/2 && s.random.IntN(4) == 0:
		return int64(s.random.Uint64())
	case s.moderate && s.trial >= trials/4:
		n := int64(math.Cbrt(float64(uint64(edge(d)))))
		return s.random.Int64N(n) + 1
	case s.positive || !d.IsSigned():
		return 1 + s.random.Int64N(8)
	case s.trial < trials/8:
		return s.random.Int64N(6)
	}
	return s.random.Int64N(15) - 7
}

// edge is the greatest number of a dtype; the next one wraps to the least.
func edge(d value.Dtype) int64 {
	if d.IsSigned() {
		return math.MaxInt64 >> (64 - d.Bits())
	}
	return int64(uint64(math.MaxUint64) >> (64 - d.Bits()))
}

// fractal is short: of one length in half of the trials, and then of any.
func (s *sampler) fractal(t *types.Fractal) value.Value {
	n := 2
	if s.trial%2 > 0 {
		n = s.random.IntN(maxLength + 1)
	}
	elems := make([]value.Value, max(n, 1))
	for i := range elems {
		elems[i] = s.value(t.Elem)
	}
	f, err := value.NewFractal(elems)
	if err != nil {
		return &value.Fractal{Elems: value.NewLeaves(value.Zeros(value.Int32, 0))}
	}
	return &value.Fractal{Elems: f.Elems.Slice(0, n, 1)}
}
