package value

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Blocks and single numbers give the same bits, and both are close to float64's
// functions.
func TestExponentialsOfBlocks(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	x := []float32{0, float32(math.Copysign(0, -1)), 1e-45, -1e-45, 1e-38, 88.7, 88.8, -103, -104, 199.99, 200, -200, 1e30,
		float32(math.Inf(1)), float32(math.Inf(-1)), float32(math.NaN()), 0.173, 0.1733, -0.1732}
	for range 100_000 {
		x = append(x, float32(random.NormFloat64()*math.Exp(random.NormFloat64()*2)))
	}
	for name, exact := range map[string]func(float64) float64{"exp": math.Exp, "sigmoid": logistic, "log": math.Log, "erf": math.Erf, "tanh": math.Tanh} {
		f := UnaryMap(name, Float32)
		dst := make([]float32, len(x))
		if err := f.Block(dst, []any{x}); err != nil {
			t.Fatal(err)
		}
		for i, v := range x {
			one := math.Float32frombits(uint32(f.Unary(float32Bits(v))))
			if math.Float32bits(one) != math.Float32bits(dst[i]) {
				t.Fatalf("%s(%v) is %v by itself and %v in a block", name, v, one, dst[i])
			}
			want := float32(exact(float64(v)))
			if near := math.Nextafter32(want, dst[i]); dst[i] != want && dst[i] != near && want == want {
				t.Fatalf("%s(%v) is %v, want %v", name, v, dst[i], want)
			}
		}
	}
}
