package lower

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// Operations agree with those of big.Rat, also where numbers leave 64 bits and return.
func TestRational(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	random := func() *big.Rat {
		n := r.Int64() >> r.IntN(64)
		if r.IntN(20) == 0 {
			n = math.MinInt64 + int64(r.IntN(2))
		}
		x := big.NewRat(n, 1+r.Int64()>>r.IntN(64))
		if r.IntN(8) == 0 {
			x.Mul(x, big.NewRat(r.Int64(), 1))
		}
		return x
	}
	for range 50_000 {
		x, y := random(), random()
		a, b := ofLarge(x), ofLarge(y)
		check := func(op string, got rational, want *big.Rat) {
			if got.large().Cmp(want) != 0 {
				t.Fatalf("%s of %s and %s is %s, want %s", op, x, y, got.large(), want)
			}
			if fits := ofLarge(want); fits.big == nil && got != fits {
				t.Fatalf("%s of %s and %s has two forms", op, x, y)
			}
		}
		check("sum", a.plus(b), new(big.Rat).Add(x, y))
		check("difference", a.minus(b), new(big.Rat).Sub(x, y))
		check("product", a.times(b), new(big.Rat).Mul(x, y))
		check("negation", a.negated(), new(big.Rat).Neg(x))
		if x.Sign() != 0 {
			check("inverse", a.inverse(), new(big.Rat).Inv(x))
		}
		if a.compare(b) != x.Cmp(y) || a.sign() != x.Sign() {
			t.Fatalf("order of %s and %s", x, y)
		}
		if f, _ := x.Float64(); math.Abs(a.float()-f) > math.Abs(f)*1e-15 {
			t.Fatalf("%s is about %g", x, a.float())
		}
	}
}
