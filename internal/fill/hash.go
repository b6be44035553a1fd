package fill

import (
	"math"
	"reflect"

	"github.com/fraccheck/fraccheck/internal/value"
)

// A hash is FNV-1a over values, word by word: 64 bits, so that two different ones among a few millions are
// the same with a probability of 1 in a million. The bank trusts it; what comes of a collision is a lost
// term, since the program is run with each filling.
//
// A rough one takes floats to some 12 bits: what rounding changes has, but for a few, the same hash.
// Deduction looks up computed values by it, and compares what it finds.
type hash struct {
	sum   uint64
	rough bool
}

func newHash() *hash { return &hash{sum: hashBasis} }

// roughHash is the rough hash of values.
func roughHash(values []value.Value) uint64 {
	h := hash{sum: hashBasis, rough: true}
	for _, v := range values {
		h.value(v)
	}
	return h.sum
}

// hashBasis is FNV's offset basis of 64 bits.
const hashBasis = 14695981039346656037

// word adds 64 bits. FNV's product moves bits up alone; the shift brings the high ones down again.
func (h *hash) word(w uint64) {
	h.sum = (h.sum ^ w) * 1099511628211
	h.sum ^= h.sum >> 29
}

// value adds a value with what distinguishes its kind: dtype and shape, tag, length. Functions and references
// are what they are by identity.
func (h *hash) value(v value.Value) {
	switch v := v.(type) {
	case value.Scalar:
		h.word(uint64(v.Dtype)<<8 | 2) // as of a tensor without dimensions
		h.scalar(v)
	case *value.Array:
		h.word(uint64(v.Dtype)<<8 | 2)
		for _, n := range v.Shape {
			h.word(uint64(n))
		}
		h.array(v)
	case *value.Tuple:
		h.word(uint64(len(v.Elems))<<8 | 3)
		for _, e := range v.Elems {
			h.value(e)
		}
	case *value.Data:
		h.word(uint64(v.Tag)<<8 | 4)
		for _, e := range v.Fields {
			h.value(e)
		}
	case *value.Fractal:
		h.word(uint64(v.Len())<<8 | 5)
		for i := range v.Len() {
			h.value(v.At(i))
		}
	case nil:
		h.word(6)
	default:
		h.word(7)
		h.word(uint64(reflect.ValueOf(v).Pointer()))
	}
}

// array adds the elements in row-major order, as they are stored or, where it is rough, rounded.
func (h *hash) array(a *value.Array) {
	if h.rough && a.Dtype.IsFloat() {
		flat := a.Flat()
		for i := range a.Len() {
			h.scalar(value.Load(a.Dtype, flat, i))
		}
		return
	}
	switch d := a.Flat().(type) {
	case []int32:
		for _, x := range d {
			h.word(uint64(x))
		}
	case []float32:
		for _, x := range d {
			h.word(uint64(math.Float32bits(x)))
		}
	case []bool:
		for _, x := range d {
			if x {
				h.word(1)
			} else {
				h.word(0)
			}
		}
	default:
		for i := range a.Len() {
			h.word(value.Load(a.Dtype, d, i).Bits)
		}
	}
}

func (h *hash) scalar(s value.Scalar) {
	if h.rough && s.Dtype.IsFloat() {
		h.roughFloat(s.Float())
	} else {
		h.word(s.Bits)
	}
}

// grid adds what value adds of a grid as a value, to a rough hash.
func (h *hash) grid(g grid) {
	h.word(uint64(g.dtype)<<8 | 2)
	for _, n := range g.shape {
		h.word(uint64(n))
	}
	for _, x := range g.at {
		if g.dtype.IsFloat() {
			h.roughFloat(x)
		} else {
			h.word(uint64(int64(x)))
		}
	}
}

// roughFloat adds a float with 12 bits of its fraction. What is below 1e-5 is 0.
func (h *hash) roughFloat(x float64) {
	if math.Abs(x) < 1e-5 || math.IsNaN(x) {
		h.word(0)
		return
	}
	fraction, exponent := math.Frexp(x)
	rounded := int64(math.Round(fraction * (1 << 12)))
	if rounded == 1<<12 || rounded == -1<<12 { // just below a power of two
		rounded, exponent = rounded/2, exponent+1
	}
	h.word(uint64(rounded)<<12 ^ uint64(int64(exponent)))
}
