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

// TestTerms holds that the terms of an expression give it back.
func TestTerms(t *testing.T) {
	n, m := NewSymbol("n", 0), NewSymbol("m", 1)
	names := map[string]*Symbol{"n": n, "m": m}
	for text, is := range map[string]bool{"3*floor((n + 1)/2)*m + min(n, 5)": true, "max(n, m)^2 - 1": true, "log2(n)": false, "2^n + m": false} {
		e, err := Parse(text, func(name string) *Symbol { return names[name] })
		if err != nil {
			t.Fatal(err)
		}
		sum := Int(0)
		got := e.Terms(func(c *big.Rat, factors []Factor) {
			term := constant(ratOf(c))
			for _, f := range factors {
				x := map[Function]func() *Expr{
					0:        func() *Expr { return Var(f.Symbol) },
					Quotient: func() *Expr { q, _ := f.Args[0].FloorDiv(f.Args[1]); return q },
					Minimum:  func() *Expr { return f.Args[0].Min(f.Args[1]) },
					Maximum:  func() *Expr { return f.Args[0].Max(f.Args[1]) },
				}[f.Function]()
				term = term.Mul(x.Pow(f.Exponent))
			}
			sum = sum.Add(term)
		})
		if got != is || is && !sum.Equal(e) {
			t.Errorf("%s: got %v, %s", text, got, sum)
		}
	}
}
