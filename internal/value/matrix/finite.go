package matrix

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/value"
)

// allFinite reports whether no element of a k×n matrix, whose rows stand ldb apart,
// is infinite or NaN. Integers are finite.
func allFinite[T value.Number](k, n int, b []T, ldb int) bool {
	for l := range k {
		switch row := any(b[l*ldb:][:n]).(type) {
		case []float32:
			if !finite32(row) {
				return false
			}
		case []float64:
			if !finite64(row) {
				return false
			}
		default:
			return true
		}
	}
	return true
}

// An exponent of ones stands for what is no number; adding one to its last bit
// carries over into the sign's place, which the mask before keeps free.
const (
	exponent32 = 0x7f800000
	carry32    = 0x00800000
	exponent64 = 0x7ff0000000000000
	carry64    = 0x0010000000000000
)

func finite32(x []float32) bool {
	carried := uint32(0)
	for _, v := range x {
		carried |= math.Float32bits(v)&exponent32 + carry32
	}
	return carried>>31 == 0
}

func finite64(x []float64) bool {
	carried := uint64(0)
	for _, v := range x {
		carried |= math.Float64bits(v)&exponent64 + carry64
	}
	return carried>>63 == 0
}
