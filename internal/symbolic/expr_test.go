package symbolic

import (
	"errors"
	"math"
	"testing"
)

var (
	symK = NewSymbol("k", 1)
	symM = NewSymbol("m", 2)
	symN = NewSymbol("n", 3)
	symX = NewSymbol("x", 4)
	symF = NewSymbol("f", 5)
	symG = NewSymbol("g", 6)
	symL = NewSymbol("|l|", 7)

	k, m, n, x = Var(symK), Var(symM), Var(symN), Var(symX)
)

// quo and ceil are for divisors that are not zero.
func quo(p, q *Expr) *Expr {
	e, ok := p.FloorDiv(q)
	if !ok {
		panic("division by zero")
	}
	return e
}

func ceil(p, q *Expr) *Expr {
	e, ok := p.CeilDiv(q)
	if !ok {
		panic("division by zero")
	}
	return e
}

func mod(p, q *Expr) *Expr {
	e, ok := p.Mod(q)
	if !ok {
		panic("division by zero")
	}
	return e
}

func frac(num, den int64) *Expr {
	e, _ := Rational(num, den)
	return e
}

func times(c int64, e *Expr) *Expr { return Int(c).Mul(e) }
func plus(e *Expr, c int64) *Expr  { return e.Add(Int(c)) }

func TestNormalForm(t *testing.T) {
	huge := Int(math.MaxInt64)
	for _, c := range []struct {
		name      string
		got, want *Expr
	}{
		{"sum commutes", n.Add(m), m.Add(n)},
		{"like terms", times(2, n).Sub(n), n},
		{"cancellation", plus(n, 1).Sub(n), Int(1)},
		{"difference of squares", n.Add(m).Mul(n.Sub(m)), n.Pow(2).Sub(m.Pow(2))},
		{"power 0", n.Pow(0), Int(1)},
		{"square", plus(n, 1).Pow(2), plus(n.Pow(2).Add(times(2, n)), 1)},
		{"halves", frac(1, 2).Mul(n).Add(frac(1, 2).Mul(n)), n},
		{"beyond int64 and back", huge.Mul(huge).Sub(huge.Mul(huge)).Add(n), n},
		{"least int64", Int(math.MinInt64).Neg().Neg(), Int(math.MinInt64)},

		{"floor exact", quo(times(2, n), Int(2)), n},
		{"floor takes constants out", quo(plus(n, 4), Int(2)), plus(quo(n, Int(2)), 2)},
		{"floor takes terms out", quo(times(3, n).Add(m), Int(2)), n.Add(quo(n.Add(m), Int(2)))},
		{"floor by 1", quo(n, Int(1)), n},
		{"floor of floor", quo(quo(n, Int(2)), Int(3)), quo(n, Int(6))},
		{"floor of floor and rest", quo(plus(quo(n, Int(2)), 1), Int(2)), quo(plus(n, 2), Int(4))},
		{"floor of fraction", quo(frac(1, 2).Mul(n), Int(3)), quo(n, Int(6))},
		{"floor by fraction", quo(n, frac(1, 2)), times(2, n)},
		{"floor drops parity", quo(plus(times(2, n), 1), Int(4)), quo(n, Int(2))},
		{"floor of constants", quo(Int(-7), Int(2)), Int(-4)},
		{"floor by negative", quo(n, Int(-2)), quo(n.Neg(), Int(2))},
		{"floor cancels", quo(n.Mul(m), n), m},
		{"floor cancels in part", quo(n.Mul(m), times(2, n)), quo(m, Int(2))},
		{"floor cancels signs", quo(n.Neg(), m.Neg()), quo(n, m)},
		{"floor by polynomial", quo(plus(n, 1).Mul(plus(m, 2)), plus(n, 1)), plus(m, 2)},
		{"floor by term", quo(n.Add(m), m), plus(quo(n, m), 1)},
		{"ceil", ceil(n, Int(2)), quo(plus(n, 1), Int(2))},
		{"ceil by negative", ceil(n, Int(-2)), ceil(n.Neg(), Int(2))},
		{"ceil exact", ceil(n.Mul(m), m), n},
		{"mod", mod(plus(n, 2), Int(2)), mod(n, Int(2))},
		{"mod of multiple", mod(n.Mul(m), m), Int(0)},

		{"min commutes", n.Min(m), m.Min(n)},
		{"min flat", n.Min(m).Min(k), n.Min(m.Min(k))},
		{"min of itself", n.Min(n), n},
		{"min merges constants", n.Min(Int(4)).Min(Int(3)), n.Min(Int(3))},
		{"min of neighbours", n.Min(plus(n, 1)), n},
		{"max of neighbours", n.Max(plus(n, 1)), plus(n, 1)},
		{"min of multiples", times(2, n).Min(times(2, m)), times(2, n.Min(m))},
		{"min through sum", plus(n.Min(m), 1).Min(k), plus(n, 1).Min(plus(m, 1)).Min(k)},
		{"min of negated max", n.Max(m).Neg().Min(k), n.Neg().Min(m.Neg()).Min(k)},
		{"max of constants", Int(3).Max(Int(-5)), Int(3)},
		{"unknown absorbs", n.Add(nil).Mul(m).Min(k).Neg(), nil},
	} {
		if !c.got.Equal(c.want) || c.got.Compare(c.want) != 0 || c.got.Hash() != c.want.Hash() {
			t.Errorf("%s: got %v, want %v", c.name, c.got, c.want)
		}
	}
}

func TestDistinct(t *testing.T) {
	twin := Var(NewSymbol("n", 3))
	for _, c := range []struct{ a, b *Expr }{
		{n, m}, {n, plus(n, 1)}, {n, nil}, {n.Min(m), n.Max(m)}, {quo(n, m), quo(m, n)},
		{n, n.Pow(2)}, {quo(n, Int(2)), quo(n, Int(3))}, {n, twin},
	} {
		if c.a.Equal(c.b) || c.a.Compare(c.b) == 0 || c.a.Compare(c.b) != -c.b.Compare(c.a) {
			t.Errorf("%v and %v are not told apart", c.a, c.b)
		}
	}
	if !n.Add(twin).Equal(twin.Add(n)) {
		t.Error("sum of symbols alike in name and ID does not commute")
	}
}

func TestSymbolLiteral(t *testing.T) {
	s := &Symbol{Name: "s"}
	if e := Var(s).Add(Var(s)); !e.Equal(times(2, Var(s))) || !e.Has(s) {
		t.Errorf("got %v", e)
	}
}

func TestDivisionByZero(t *testing.T) {
	zero := n.Sub(n)
	for name, div := range map[string]func(*Expr) (*Expr, bool){
		"FloorDiv": m.FloorDiv, "CeilDiv": m.CeilDiv, "Mod": m.Mod,
	} {
		if _, ok := div(zero); ok {
			t.Errorf("%s by zero is ok", name)
		}
		if e, ok := div(nil); !ok || e != nil {
			t.Errorf("%s by unknown: %v, %v", name, e, ok)
		}
	}
	if _, ok := Rational(1, 0); ok {
		t.Error("Rational(1, 0) is ok")
	}
	e := plus(quo(n, m), 1).Subst(func(*Symbol) *Expr { return zero })
	if !e.Undefined() || e.String() != "floor(0/0) + 1" {
		t.Errorf("got %v", e)
	}
	if _, err := e.Eval(nil); !errors.Is(err, ErrDivisionByZero) {
		t.Errorf("Eval: %v", err)
	}
	if _, ok := SolveLinear(x, e, symX); ok {
		t.Error("solution is undefined")
	}
}

func TestSolveLinear(t *testing.T) {
	for _, c := range []struct{ lhs, rhs, want *Expr }{
		{times(2, x), Int(6), Int(3)},
		{times(2, x), n, nil},
		{times(2, x), Int(5), nil},
		{x.Add(m), n, n.Sub(m)},
		{n, m.Sub(times(3, x)).Add(times(2, x)), m.Sub(n)},
		{x, x, nil},
		{x.Mul(m), n, nil},
		{x.Pow(2), Int(4), nil},
		{quo(x, Int(2)), n, nil},
		{x.Add(x.Min(n)), m, nil},
		{x.Add(x.Pow(2)), x.Pow(2).Add(n), n},
		{times(-4, x), times(8, quo(n, Int(3))), times(-2, quo(n, Int(3)))},
		{x, frac(1, 2).Mul(n), nil},
		{n, m, nil},
		{nil, x, nil},
	} {
		got, ok := SolveLinear(c.lhs, c.rhs, symX)
		if ok != (c.want != nil) || ok && !got.Equal(c.want) {
			t.Errorf("%v == %v: got %v, %v, want %v", c.lhs, c.rhs, got, ok, c.want)
		}
	}
}

func TestSubst(t *testing.T) {
	to := func(s *Symbol, e *Expr) func(*Symbol) *Expr {
		return func(t *Symbol) *Expr {
			if s == t {
				return e
			}
			return nil
		}
	}
	for _, c := range []struct {
		in   *Expr
		f    func(*Symbol) *Expr
		want *Expr
	}{
		{n.Add(m), to(symN, m), times(2, m)},
		{n.Mul(m), to(symM, Int(0)), Int(0)},
		{plus(n.Pow(2), 1), to(symN, plus(m, 1)), plus(m.Pow(2).Add(times(2, m)), 2)},
		{quo(n, m), to(symM, Int(2)), quo(n, Int(2))},
		{n.Min(m), to(symM, plus(n, 3)), n},
		{times(3, k.Mul(n).Mul(x)), to(symN, m), times(3, k.Mul(m).Mul(x))},
	} {
		if got := c.in.Subst(c.f); !got.Equal(c.want) {
			t.Errorf("%v: got %v, want %v", c.in, got, c.want)
		}
	}
	e := plus(quo(n, m).Mul(k.Max(n)), 7)
	if e.Subst(to(symX, m)) != e || e.Subst(to(symN, n)) != e {
		t.Error("an unchanged expression was rebuilt")
	}
}

func TestSymbols(t *testing.T) {
	e := n.Mul(quo(m, plus(k, 1)))
	seen := map[*Symbol]bool{}
	e.Symbols(func(s *Symbol) { seen[s] = true })
	if len(seen) != 3 || !e.Has(symK) || e.Has(symX) || (*Expr)(nil).Has(symX) {
		t.Errorf("symbols of %v: %v", e, seen)
	}
}

func TestConst(t *testing.T) {
	for _, c := range []struct {
		e    *Expr
		want int64
		ok   bool
	}{
		{Int(0), 0, true}, {Int(-3), -3, true}, {Int(math.MinInt64), math.MinInt64, true},
		{n, 0, false}, {nil, 0, false}, {frac(1, 2), 0, false}, {frac(4, 2), 2, true},
		{plus(Int(math.MaxInt64), 1), 0, false}, {n.Sub(n), 0, true},
	} {
		if got, ok := c.e.Const(); ok != c.ok || ok && got != c.want {
			t.Errorf("%v: got %d, %v", c.e, got, ok)
		}
	}
}

func TestEvalErrors(t *testing.T) {
	at := func(v int64) func(*Symbol) (int64, bool) {
		return func(s *Symbol) (int64, bool) { return v, s == symN }
	}
	for _, c := range []struct {
		e    *Expr
		v    int64
		want error
	}{
		{nil, 0, ErrUnknown},
		{m, 0, ErrUnbound},
		{quo(Int(1), n), 0, ErrDivisionByZero},
		{n.Pow(2), math.MaxInt64, ErrOverflow},
		{n.Pow(1 << 30), 3, ErrOverflow},
		{frac(1, 2).Mul(n), 3, ErrNotInteger},
		{n.Pow(2).Sub(n.Mul(plus(n, -1))), math.MaxInt64, nil},
		{n.Pow(1 << 30), -1, nil},
	} {
		if _, err := c.e.Eval(at(c.v)); !errors.Is(err, c.want) {
			t.Errorf("%v at %d: got %v, want %v", c.e, c.v, err, c.want)
		}
	}
}

func TestGrowthIsBounded(t *testing.T) {
	wide := Int(0)
	for i := range 100 {
		wide = wide.Add(Var(NewSymbol("w", uint32(i))))
	}
	product := wide.Mul(plus(wide, 1))
	if !product.Equal(plus(wide, 1).Mul(wide)) || product.Size() > 1000 {
		t.Errorf("product of 100 by 101 terms has size %d", product.Size())
	}
	one := func(*Symbol) (int64, bool) { return 1, true }
	if v, err := product.Eval(one); v != 100*101 || err != nil {
		t.Errorf("got %d, %v", v, err)
	}
	if v, ok := product.Subst(func(*Symbol) *Expr { return Int(2) }).Const(); !ok || v != 200*201 {
		t.Errorf("substitution does not expand: %d", v)
	}
	for _, e := range []*Expr{plus(n, 1), Int(3), n, frac(2, 3).Mul(n)} {
		for range 80 {
			e = e.Mul(e)
		}
	}
	if e := n.Pow(math.MaxUint32); e.Size() > 100 {
		t.Errorf("size of a great power: %d", e.Size())
	}
}
