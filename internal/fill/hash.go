package fill

import (
	"math"
	"reflect"

	"github.com/fraccheck/fraccheck/internal/value"
)

// A hash is FNV-1a over values, word by word: 64 bits, so that two different ones among a few
// millions are the same with a probability of 1 in a million.
type hash struct{ sum uint64 }

func newHash() *hash { return &hash{14695981039346656037} }

func (h *hash) word(w uint64) {
	h.sum = (h.sum ^ w) * 1099511628211
	h.sum ^= h.sum >> 29
}

func (h *hash) value(v value.Value) {
	switch v := v.(type) {
	case value.Scalar:
		h.word(uint64(v.Dtype)<<8 | 1)
		h.word(v.Bits)
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

func (h *hash) array(a *value.Array) {
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
