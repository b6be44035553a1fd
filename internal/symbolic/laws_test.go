package symbolic

import (
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// A sample is an expression together with its meaning, computed without any
// normal form. The meaning is nil where a divisor is zero.
type sample struct {
	expr *Expr
	at   func(point) *big.Rat
}

type point map[*Symbol]int64

func (p point) value(s *Symbol) (int64, bool) {
	v, ok := p[s]
	return v, ok
}

var symbols = []*Symbol{symK, symM, symN, symX}

func drawPoint(t *rapid.T) point {
	p := point{}
	for _, s := range symbols {
		p[s] = rapid.Int64Range(-9, 9).Draw(t, s.Name)
	}
	return p
}

func floorRat(x, y *big.Rat) *big.Rat {
	if y.Sign() == 0 {
		return nil
	}
	q := new(big.Rat).Quo(x, y)
	return new(big.Rat).SetInt(new(big.Int).Div(q.Num(), q.Denom()))
}

type operation struct {
	expr  func(a, b *Expr) *Expr
	value func(x, y *big.Rat) *big.Rat
}

// operations ends with the one that only outsized products use.
var operations = []operation{
	{(*Expr).Add, func(x, y *big.Rat) *big.Rat { return new(big.Rat).Add(x, y) }},
	{(*Expr).Sub, func(x, y *big.Rat) *big.Rat { return new(big.Rat).Sub(x, y) }},
	{(*Expr).Mul, func(x, y *big.Rat) *big.Rat { return new(big.Rat).Mul(x, y) }},
	{floorQuotient, floorRat},
	{func(a, b *Expr) *Expr {
		if b.isZero() {
			return floorQuotient(a, b)
		}
		return ceil(a, b)
	}, func(x, y *big.Rat) *big.Rat {
		if f := floorRat(new(big.Rat).Neg(x), y); f != nil {
			return f.Neg(f)
		}
		return nil
	}},
	{(*Expr).Min, func(x, y *big.Rat) *big.Rat {
		if x.Cmp(y) < 0 {
			return x
		}
		return y
	}},
	{(*Expr).Max, func(x, y *big.Rat) *big.Rat {
		if x.Cmp(y) > 0 {
			return x
		}
		return y
	}},
	{(*Expr).unexpanded, func(x, y *big.Rat) *big.Rat { return new(big.Rat).Mul(x, y) }},
}

func drawLeaf(t *rapid.T, fractions bool) sample {
	kind := rapid.IntRange(0, 4).Draw(t, "leaf")
	if kind < 3 {
		s := rapid.SampledFrom(symbols).Draw(t, "symbol")
		return sample{Var(s), func(p point) *big.Rat { return big.NewRat(p[s], 1) }}
	}
	num, den := rapid.Int64Range(-6, 6).Draw(t, "num"), int64(1)
	if fractions && kind == 4 {
		den = rapid.Int64Range(1, 4).Draw(t, "den")
	}
	return sample{frac(num, den), func(point) *big.Rat { return big.NewRat(num, den) }}
}

func drawSample(t *rapid.T, depth int, fractions bool) sample {
	return drawFrom(t, operations, depth, fractions)
}

func drawFrom(t *rapid.T, operations []operation, depth int, fractions bool) sample {
	if depth == 0 || rapid.IntRange(0, 3).Draw(t, "stop") == 0 {
		return drawLeaf(t, fractions)
	}
	op := rapid.SampledFrom(operations).Draw(t, "operation")
	a, b := drawFrom(t, operations, depth-1, fractions), drawFrom(t, operations, depth-1, fractions)
	return sample{op.expr(a.expr, b.expr), func(p point) *big.Rat {
		x, y := a.at(p), b.at(p)
		if x == nil || y == nil {
			return nil
		}
		return op.value(x, y)
	}}
}

func drawExpr(t *rapid.T) *Expr {
	return drawFrom(t, operations[:len(operations)-1], 3, false).expr
}

// agree fails where e is defined otherwise than want says; want nil says
// nothing, since normal forms may be defined where a quotient is not.
func agree(t *rapid.T, e *Expr, p point, want *big.Rat) {
	if want == nil {
		return
	}
	got, err := e.eval(p.value)
	if err != nil || got.big().Cmp(want) != 0 {
		t.Fatalf("%v at %v: got %v, %v, want %v", e, p, got.big(), err, want)
	}
}

func TestNormalFormKeepsValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSample(t, 4, true)
		for range 4 {
			p := drawPoint(t)
			agree(t, s.expr, p, s.at(p))
		}
	})
}

func TestNormalFormIsNormal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := drawSample(t, 4, true).expr
		if !slices.IsSortedFunc(e.terms, func(a, b term) int { return a.mono.compare(b.mono) }) {
			t.Fatalf("%v is not sorted", e)
		}
		for i, u := range e.terms {
			if u.coef.isZero() || u.coef.r != nil && ratOf(u.coef.r).r == nil {
				t.Fatalf("%v: coefficient %v", e, u.coef)
			}
			if i > 0 && u.mono.compare(e.terms[i-1].mono) == 0 {
				t.Fatalf("%v: like terms", e)
			}
		}
	})
}

func TestEqualLaws(t *testing.T) {
	positive := rapid.Int64Range(1, 12)
	laws := map[string]func(t *rapid.T, a, b, c *Expr) (*Expr, *Expr){
		"sum commutes":   func(t *rapid.T, a, b, c *Expr) (*Expr, *Expr) { return a.Add(b), b.Add(a) },
		"sum associates": func(t *rapid.T, a, b, c *Expr) (*Expr, *Expr) { return a.Add(b).Add(c), a.Add(b.Add(c)) },
		"difference":     func(t *rapid.T, a, b, c *Expr) (*Expr, *Expr) { return a.Add(b).Sub(b), a },
		"negation":       func(t *rapid.T, a, b, c *Expr) (*Expr, *Expr) { return a.Sub(b), b.Neg().Add(a) },
		"product commutes": func(t *rapid.T, a, b, c *Expr) (*Expr, *Expr) {
			return a.Mul(b), b.Mul(a)
		},
		"product associates": func(t *rapid.T, a, b, c *Expr) (*Expr, *Expr) {
			return a.Mul(b).Mul(c), a.Mul(b.Mul(c))
		},
		"product distributes": func(t *rapid.T, a, b, c *Expr) (*Expr, *Expr) {
			return a.Add(b).Mul(c), a.Mul(c).Add(b.Mul(c))
		},
		"power": func(t *rapid.T, a, b, c *Expr) (*Expr, *Expr) { return a.Pow(3), a.Mul(a).Mul(a) },
		"floor of multiple": func(t *rapid.T, a, b, c *Expr) (*Expr, *Expr) {
			d := Int(positive.Draw(t, "d"))
			return quo(a.Add(b.Mul(d)), d), quo(a, d).Add(b)
		},
		"floor by negative": func(t *rapid.T, a, b, c *Expr) (*Expr, *Expr) {
			d := Int(positive.Draw(t, "d"))
			return quo(a, d.Neg()), quo(a.Neg(), d)
		},
		"floor reduces": func(t *rapid.T, a, b, c *Expr) (*Expr, *Expr) {
			d, g := Int(positive.Draw(t, "d")), Int(positive.Draw(t, "g"))
			return quo(a.Mul(g), d.Mul(g)), quo(a, d)
		},
		"floor nests": func(t *rapid.T, a, b, c *Expr) (*Expr, *Expr) {
			u, v := Int(positive.Draw(t, "u")), Int(positive.Draw(t, "v"))
			return quo(quo(n, u), v), quo(n, u.Mul(v))
		},
		"floor exact": func(t *rapid.T, a, b, c *Expr) (*Expr, *Expr) {
			if b.isZero() || b.overgrows(a) {
				return a, a
			}
			return quo(a.Mul(b), b), a
		},
		"ceil and floor": func(t *rapid.T, a, b, c *Expr) (*Expr, *Expr) {
			d := positive.Draw(t, "d")
			return ceil(a, Int(d)), quo(plus(a, d-1), Int(d))
		},
		"min commutes":   func(t *rapid.T, a, b, c *Expr) (*Expr, *Expr) { return a.Min(b), b.Min(a) },
		"max commutes":   func(t *rapid.T, a, b, c *Expr) (*Expr, *Expr) { return a.Max(b), b.Max(a) },
		"min idempotent": func(t *rapid.T, a, b, c *Expr) (*Expr, *Expr) { return a.Min(b).Min(a), a.Min(b) },
		"min scales": func(t *rapid.T, a, b, c *Expr) (*Expr, *Expr) {
			d := Int(positive.Draw(t, "d"))
			return a.Mul(d).Min(b.Mul(d)), a.Min(b).Mul(d)
		},
		"reads back": func(t *rapid.T, a, b, c *Expr) (*Expr, *Expr) {
			if a.Undefined() {
				return a, a
			}
			return read(a.String()), a
		},
	}
	for name, law := range laws {
		t.Run(name, rapid.MakeCheck(func(t *rapid.T) {
			a, b, c := drawExpr(t), drawExpr(t), drawExpr(t)
			if l, r := law(t, a, b, c); !l.Equal(r) || l.Compare(r) != 0 || l.Hash() != r.Hash() {
				t.Fatalf("%v, %v, %v: %v and %v differ", a, b, c, l, r)
			}
		}))
	}
}

func TestCompareIsTotalOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := drawExpr(t), drawExpr(t), drawExpr(t)
		if a.Compare(b) != -b.Compare(a) || (a.Compare(b) == 0) != a.Equal(b) {
			t.Fatalf("%v and %v", a, b)
		}
		if a.Compare(b) <= 0 && b.Compare(c) <= 0 && a.Compare(c) > 0 {
			t.Fatalf("%v, %v and %v", a, b, c)
		}
	})
}

func TestSubstThenEval(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, p := drawSample(t, 3, false), drawPoint(t)
		at, replacement := point{}, map[*Symbol]*Expr{}
		for _, u := range symbols {
			at[u] = p[u]
			if r := drawSample(t, 2, false); rapid.Bool().Draw(t, "replace") {
				v := r.at(p)
				if v == nil || !v.IsInt() || !v.Num().IsInt64() {
					continue
				}
				replacement[u], at[u] = r.expr, v.Num().Int64()
			}
		}
		e := s.expr.Subst(func(u *Symbol) *Expr { return replacement[u] })
		agree(t, e, p, s.at(at))
	})
}

func TestSolutionSolves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := Int(rapid.Int64Range(-3, 3).Draw(t, "coefficient"))
		l, r := drawExpr(t).Add(a.Mul(x)), drawExpr(t)
		solution, ok := SolveLinear(l, r, symX)
		if !ok {
			return
		}
		put := func(s *Symbol) *Expr {
			if s == symX {
				return solution
			}
			return nil
		}
		if solution.Has(symX) || !l.Sub(r).Subst(put).isZero() {
			t.Fatalf("%v == %v: %v", l, r, solution)
		}
	})
}

func TestRationalArithmetic(t *testing.T) {
	edge := rapid.SampledFrom([]int64{0, 1, -1, 2, 1 << 31, 1 << 32, -1 << 63, 1<<63 - 1})
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.OneOf(edge, rapid.Int64())
		a, b := number.Draw(t, "a"), number.Draw(t, "b")
		x, y := big.NewRat(a, 1), big.NewRat(b, 1)
		if a == -1<<63 {
			x.SetInt64(a)
		}
		p, q := rat{n: a}, rat{n: b}
		check := func(name string, got rat, want *big.Rat) {
			if got.big().Cmp(want) != 0 || !got.equal(ratOf(want)) {
				t.Fatalf("%s of %d and %d: got %v, want %v", name, a, b, got.big(), want)
			}
		}
		check("sum", p.add(q), new(big.Rat).Add(x, y))
		check("product", p.mul(q), new(big.Rat).Mul(x, y))
		check("negation", p.neg(), new(big.Rat).Neg(x))
		if b != 0 {
			check("quotient", p.quo(q), new(big.Rat).Quo(x, y))
			check("floor", p.floorQuo(q), floorRat(x, y))
		}
		gcd := new(big.Int).GCD(nil, nil, new(big.Int).Abs(x.Num()), new(big.Int).Abs(y.Num()))
		check("gcd", p.gcd(q), new(big.Rat).SetInt(gcd))
	})
}
