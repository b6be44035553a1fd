package symbolic

import (
	"math/big"
	"testing"
)

func TestPolynomial(t *testing.T) {
	n, m := NewSymbol("n", 0), NewSymbol("m", 1)
	names := map[string]*Symbol{"n": n, "m": m}
	for text, is := range map[string]bool{"0": true, "3/2*n^2*m + 4*m - 1": true, "log2(n)": false, "2^n": false, "min(n, m)": false} {
		e, err := Parse(text, func(name string) *Symbol { return names[name] })
		if err != nil {
			t.Fatal(err)
		}
		sum := Int(0)
		got := e.Polynomial(func(c *big.Rat, factors []Factor) {
			term := constant(ratOf(c))
			for _, f := range factors {
				term = term.Mul(Var(f.Symbol).Pow(f.Exponent))
			}
			sum = sum.Add(term)
		})
		if got != is || is && !sum.Equal(e) {
			t.Errorf("%s: got %v, %s", text, got, sum)
		}
	}
}
