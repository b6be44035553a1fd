package vector

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// anyFloat32 draws a number of any exponent; special ones are frequent.
func anyFloat32(r *rand.Rand) float32 {
	switch r.IntN(12) {
	case 0:
		return [...]float32{0, float32(math.Copysign(0, -1)), float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN()),
			math.MaxFloat32, -math.MaxFloat32, math.SmallestNonzeroFloat32, 0x1p-126, 1, -1}[r.IntN(11)]
	case 1:
		return math.Float32frombits(r.Uint32() & 0x807fffff) // subnormal
	case 2, 3:
		return math.Float32frombits(r.Uint32())
	case 4, 5:
		return float32(r.IntN(1<<13)) - 1<<12 // sums that are ties
	}
	return float32(r.NormFloat64())
}

// sameFloat32 compares bits; all NaN are one.
func sameFloat32(x, y float32) bool {
	return math.Float32bits(x) == math.Float32bits(y) || x != x && y != y
}

// TestFMA compares with exact arithmetic.
func TestFMA(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300_000 {
		x, y, z := anyFloat32(r), anyFloat32(r), anyFloat32(r)
		if r.IntN(3) == 0 { // close to a cancellation, or half an ulp beside it
			z = -x * y * float32(math.Ldexp(1, r.IntN(3)*24))
		}
		if got, want := fma(x, y, z), exactFMA(x, y, z); !sameFloat32(got, want) {
			t.Fatalf("%x·%x + %x is %x, want %x", x, y, z, got, want)
		}
	}
}

func exactFMA(x, y, z float32) float32 {
	special := float64(x)*float64(y) + float64(z)
	if math.IsNaN(special) || math.IsInf(special, 0) || special == 0 {
		return float32(special)
	}
	exact := new(big.Float).SetPrec(2000)
	exact.Mul(new(big.Float).SetPrec(2000).SetFloat64(float64(x)), new(big.Float).SetPrec(2000).SetFloat64(float64(y)))
	exact.Add(exact, big.NewFloat(float64(z)))
	want, _ := exact.Float32()
	return want
}

func BenchmarkFMA(b *testing.B) {
	s := float32(0)
	for b.Loop() {
		s = fma(s, 0.5, 1)
	}
}
