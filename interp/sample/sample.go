package sample

import (
	"crypto/sha256"
	"math"
	"math/rand/v2"

	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// The extent of a `?`, and the greatest length of a FractalTensor.
const (
	openExtent = 2
	maxLength  = 3
)

// A Domain is what numbers are drawn from.
type Domain struct {
	Edges    bool // integers of any size
	Moderate bool // integers of which three may be multiplied without overflow
	Halves   bool // floats that are no integers
	Positive bool
	Scaled   bool // floats of any power of two as well, each of few bits
	Rough    bool // floats that use all their bits
	Small    bool // those of large tensors small, as weights of networks are
	Special  bool // infinities, NaN, -0, the greatest and the least floats as well
}

// MostElements is how many elements a tensor has at most, unless the caller can do
// with more.
const MostElements = 1024

// Drawable reports whether values of a type can be drawn whose tensors have at most so
// many elements.
func Drawable(t types.Type, most int) bool {
	return newForms(most, sizesOf(0, t)).drawable(t, dataDepth)
}

// Elements is about how many numbers a value of a type holds.
func Elements(t types.Type) (n int) {
	sizes := sizesOf(0, t)
	types.Walk(t, func(part types.Type) bool {
		if tensor, ok := types.Head(part).(*types.Tensor); ok {
			shape, _ := sizes.shape(tensor, math.MaxInt32)
			n += value.Product(shape)
		}
		return true
	})
	return n
}

// A Sampler draws values; the same ones for the same seed.
type Sampler struct {
	Domain
	Trial, Trials int // the first trials have the simplest values
	random        *rand.Rand
	forms         *forms
}

// Seed makes a seed of a text.
func Seed(text string) [32]byte { return sha256.Sum256([]byte(text)) }

// New gives a sampler for a number of trials.
func New(seed [32]byte, d Domain, trials int) *Sampler {
	return &Sampler{Domain: d, Trials: trials, random: rand.New(rand.NewChaCha8(seed)), forms: newForms(math.MaxInt32, nil)}
}

// Resize chooses sizes for the variables in types, of which values are drawn together;
// others for each of some rounds.
func (s *Sampler) Resize(round int, ts ...types.Type) {
	s.forms = newForms(math.MaxInt32, sizesOf(round, ts...))
}

// Value draws a value of a type that is drawable.
func (s *Sampler) Value(t types.Type) value.Value { return s.value(t, dataDepth) }

func (s *Sampler) value(t types.Type, depth int) value.Value {
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		return s.tensor(t)
	case *types.Tuple:
		elems := make([]value.Value, len(t.Elems))
		for i, e := range t.Elems {
			elems[i] = s.value(e, depth)
		}
		return &value.Tuple{Elems: elems}
	case *types.Fractal:
		return s.fractal(t, depth)
	case *types.ADT:
		return s.data(t, depth)
	}
	return nil
}

func (s *Sampler) tensor(t *types.Tensor) value.Value {
	d, _ := value.ParseDtype(t.Dtype.String())
	shape, _ := s.forms.sizes.shape(t, math.MaxInt32)
	n := value.Product(shape)
	if t.Dtype.IsFloat() {
		data := make([]float64, n)
		scale := 1.0
		if s.Small {
			scale = smallness(shape)
		}
		for i := range data {
			data[i] = s.float() * scale
		}
		return value.Simplest(value.Of(data, shape...).Convert(d))
	}
	data := make([]int64, n)
	for i := range data {
		data[i] = s.integer(d)
	}
	return value.Simplest(value.Of(data, shape...).Convert(d))
}

// smallness is what keeps sums over all but the first dimension of a tensor at the
// size of its elements.
func smallness(shape []int) float64 {
	const few = 16
	if len(shape) < 2 || value.Product(shape[1:]) < few {
		return 1
	}
	return 1 / math.Sqrt(float64(value.Product(shape[1:])))
}

// float is a small multiple of 1/2.
func (s *Sampler) float() float64 {
	if s.Special && s.random.IntN(2) == 0 {
		return specials[s.random.IntN(len(specials))]
	}
	if s.Rough {
		return s.rough()
	}
	x := float64(s.random.IntN(9) - 4)
	if s.Halves && s.Trial%4 > 0 {
		x += 0.5 * float64(s.random.IntN(2))
	}
	if s.Positive {
		x = math.Abs(x) + 0.5
	}
	if s.Scaled {
		x = math.Ldexp(x, s.random.IntN(12)-3)
	}
	return x
}

// rough is a float between -4 and 4 with all its digits.
func (s *Sampler) rough() float64 {
	if x := s.random.Float64() * 4; s.Positive || s.random.IntN(2) == 0 {
		return x + 0.01
	} else {
		return -x
	}
}

// specials are the floats that most is decided about by rules of their own.
var specials = []float64{
	math.NaN(), math.Inf(1), math.Inf(-1), math.NaN(), math.Copysign(0, -1), 0,
	math.MaxFloat32, -math.MaxFloat32, math.SmallestNonzeroFloat32, 1e-20, 65504,
}

// integer is a small number at first, and then at times one from the ends of
// the dtype's range, or any.
func (s *Sampler) integer(d value.Dtype) int64 {
	switch {
	case d == value.Bool:
		return s.random.Int64N(2)
	case s.Edges && s.Trial >= s.Trials/2 && s.random.IntN(4) == 0:
		return Edge(d) + s.random.Int64N(2)
	case s.Edges && s.Trial >= s.Trials/2 && s.random.IntN(4) == 0:
		return int64(s.random.Uint64())
	case s.Moderate && s.Trial >= s.Trials/4:
		n := int64(math.Cbrt(float64(uint64(Edge(d)))))
		return s.random.Int64N(n) + 1
	case s.Positive || !d.IsSigned():
		return 1 + s.random.Int64N(8)
	case s.Trial < s.Trials/8:
		return s.random.Int64N(6)
	}
	return s.random.Int64N(15) - 7
}

// Edge is the greatest number of a dtype; the next one wraps to the least.
func Edge(d value.Dtype) int64 {
	if d.IsSigned() {
		return math.MaxInt64 >> (64 - d.Bits())
	}
	return int64(uint64(math.MaxUint64) >> (64 - d.Bits()))
}

// fractal is short: of one length in half of the trials, and then of any.
func (s *Sampler) fractal(t *types.Fractal, depth int) value.Value {
	n := 2
	if s.Trial%2 > 0 {
		n = s.random.IntN(maxLength + 1)
	}
	elems := make([]value.Value, max(n, 1))
	for i := range elems {
		elems[i] = s.value(t.Elem, depth)
	}
	f, err := value.NewFractal(elems)
	if err != nil {
		return &value.Fractal{Elems: value.NewLeaves(value.Zeros(value.Int32, 0))}
	}
	return &value.Fractal{Elems: f.Elems.Slice(0, n, 1)}
}
