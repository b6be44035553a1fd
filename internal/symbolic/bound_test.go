package symbolic

import (
	"errors"
	"testing"

	"pgregory.net/rapid"
)

func only(s *Symbol, e *Expr) func(*Symbol) *Expr {
	return func(t *Symbol) *Expr {
		if s == t {
			return e
		}
		return nil
	}
}

// above fails unless e is at least the value at p.
func above(t *rapid.T, name string, e *Expr, p point, want approximation) {
	if !want.defined() {
		return
	}
	got, err := e.Enclose(p.value)
	if isNearlyDivided(e, err) {
		return
	}
	if err != nil || got.High < want.v-want.err {
		t.Fatalf("%s: %v at %v is %v, %v, below %v", name, e, p, got, err, want)
	}
}

func TestNonnegative(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawMeasured(t, 4)
		if !s.expr.Nonnegative() {
			return
		}
		p := drawNaturals(t, 6)
		if v := s.at(p); v.defined() && v.v+v.err < 0 {
			t.Fatalf("%v is %v at %v", s.expr, v, p)
		}
	})
	for text, want := range map[string]bool{
		"n^2 - n": true, "n^2/2 - n/2 + m": true, "2^n - 1": true, "n - 1": false, "n*m - n": false,
		"max(n - 3, 0)": true, "n*2^n - n": true, "W(f)": true, "log2(n) - 1": false, "n*m^2 + m*n^2 - 2*n*m": true,
	} {
		if got := read(text).Nonnegative(); got != want {
			t.Errorf("%s: %v", text, got)
		}
	}
}

func TestTrend(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawMeasured(t, 3)
		trend := s.expr.Trend(symN)
		if trend == Mixed {
			return
		}
		p := drawNaturals(t, 6)
		before := s.at(p)
		p[symN] += rapid.Int64Range(1, 3).Draw(t, "step")
		after := s.at(p)
		if !before.defined() || !after.defined() {
			return
		}
		slack := before.err + after.err
		if trend != Falling && after.v < before.v-slack || trend != Rising && after.v > before.v+slack {
			t.Fatalf("%v: trend %d, but %v then %v at %v", s.expr, trend, before, after, p)
		}
	})
	for text, want := range map[string]Trend{
		"n^2 - n": Rising, "n*log2(n)": Rising, "m - n": Falling, "n^(-1)": Falling, "n*(m - n)": Mixed,
		"2^n - n": Rising, "W(f, n)": Rising, "floor(m/(n + 1))": Falling, "m^2": Constant, "(1/2)^n": Falling,
	} {
		if got := read(text).Trend(symN); got != want {
			t.Errorf("%s: %d", text, got)
		}
	}
}

func TestAtMostIsUpperBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawMeasured(t, 3)
		limit := rapid.SampledFrom([]*Expr{Int(5), m, quo(m, Int(2)), frac(1, 2).Mul(m), plus(times(2, m), 1), m.Pow(2)}).Draw(t, "limit")
		bound, ok := s.expr.AtMost(only(symN, limit))
		if !ok {
			return
		}
		p := drawNaturals(t, 6)
		most, err := limit.Enclose(p.value)
		if err != nil {
			t.Fatal(err)
		}
		values := map[int64]approximation{}
		for p[symN] = 0; p[symN] <= int64(most.Low); p[symN]++ {
			if values[p[symN]] = s.at(p); !values[p[symN]].defined() {
				return // nor may the bound be
			}
		}
		for i, v := range values {
			p[symN] = i
			above(t, s.expr.String(), bound, p, v)
		}
	})
}

func TestAtMost(t *testing.T) {
	for _, c := range []struct{ text, limit, want string }{
		{"n^2 - n", "m", "m^2 - m"},
		{"n^2 - n", "m/2", "floor(m/2)^2 - floor(m/2)"},
		{"n*log2(n)", "m/2", "m*log2(m/2)/2"},
		{"m - n", "k", "m"},
		{"n*m - n^3", "m", "m^2"},
		{"W(f, n)", "m", "W(f, m)"},
		{"n^(-1)", "m", ""},
		{"k*(m + n)^(-1)", "m", ""},
	} {
		got, ok := read(c.text).AtMost(only(symN, read(c.limit)))
		if ok != (c.want != "") || ok && !got.Equal(read(c.want)) {
			t.Errorf("%s, n at most %s: %v, %v", c.text, c.limit, got, ok)
		}
	}
}

func TestSmoothIsUpperBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawMeasured(t, 4)
		if s.expr == nil {
			return
		}
		p := drawNaturals(t, 6)
		above(t, s.expr.String(), s.expr.Smooth(), p, s.at(p))
	})
	for text, want := range map[string]string{
		"n*floor(n/2)": "n^2/2", "n - floor(n/2)": "n/2 + 1/2", "ceil(n/2) + m": "n/2 + 1/2 + m",
	} {
		if got := read(text).Smooth(); !got.Equal(read(want)) {
			t.Errorf("%s: %v", text, got)
		}
	}
}

func TestPowerSums(t *testing.T) {
	for k := range uint32(12) {
		for _, c := range []*Expr{Int(1), Int(2), frac(1, 2), Int(3)} {
			e := n.Pow(k).Mul(c.Power(n))
			sum, how := e.Sum(symN, m, x)
			if how != Exact {
				t.Fatalf("sum of %v: %v", e, how)
			}
			for low := range int64(4) {
				want := rat{}
				for high := max(low-3, 0); high < 8; high++ {
					if high >= low {
						v, err := e.eval(point{symN: high}.value)
						if err != nil {
							t.Fatal(err)
						}
						want = want.add(v)
					}
					got, err := sum.eval(point{symM: low, symX: high}.value)
					if err != nil || !got.equal(want) {
						t.Fatalf("sum of %v from %d to %d: %v, %v, want %v: %v", e, low, high, got.big(), err, want.big(), sum)
					}
				}
			}
		}
	}
}

func TestSumIsUpperBound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawMeasured(t, 3)
		low := rapid.SampledFrom([]*Expr{Int(0), Int(1), m, quo(m, Int(2))}).Draw(t, "low")
		high := rapid.SampledFrom([]*Expr{x, plus(x, -1), plus(m, 2), x.Add(m)}).Draw(t, "high")
		sum, how := s.expr.Sum(symN, low, high)
		if how == Unknown {
			return
		}
		p := drawNaturals(t, 5)
		first, _ := low.Eval(p.value)
		last, _ := high.Eval(p.value)
		if _, err := sum.Enclose(p.value); first > last && (errors.Is(err, ErrDivisionByZero) || !s.at(p).defined()) {
			return // an empty sum of what is not defined
		}
		want := approximation{}
		for i := first; i <= last; i++ {
			p[symN] = i
			v := s.at(p)
			if !v.defined() {
				return
			}
			want = rounded(want.v+v.v, want.err+v.err)
		}
		above(t, "sum of "+s.expr.String(), sum, p, want)
		if how == Exact {
			near(t, sum, p, want)
		}
	})
}

func TestSum(t *testing.T) {
	for _, c := range []struct {
		text, low, high, want string
		how                   Tightness
	}{
		{"n", "1", "m", "m^2/2 + m/2", Exact},
		{"n^2", "0", "m - 1", "m^3/3 - m^2/2 + m/6", Exact},
		{"2^n", "0", "m - 1", "2^m - 1", Exact},
		{"k*3^n + x", "1", "m", "3*k*3^m/2 - 3*k/2 + m*x", Exact},
		{"log2(n)", "1", "m", "m*log2(m)", UpperBound},
		{"floor(n/2)", "1", "m", "m^2/4 + m/4", UpperBound},
		{"W(f, n)", "1", "m", "m*W(f, m)", UpperBound},
		{"k - log2(n)", "1", "m", "k*m", UpperBound},
		{"n", "n", "m", "", Unknown},
		{"log2(n)*(k - n)", "1", "m", "k*m*log2(m)", UpperBound},
		{"log2(n)*min(k - m, x)", "1", "m", "", Unknown},
	} {
		got, how := read(c.text).Sum(symN, read(c.low), read(c.high))
		if how != c.how || how != Unknown && !got.Equal(read(c.want)) {
			t.Errorf("sum of %s from %s to %s: %v, %v", c.text, c.low, c.high, got, how)
		}
	}
	if e, how := nilSum(); e != nil || how != Unknown {
		t.Errorf("sum of unknown: %v, %v", e, how)
	}
}

func nilSum() (*Expr, Tightness) { return (*Expr)(nil).Sum(symN, m, x) }

func TestCostVariables(t *testing.T) {
	e := read("n*W(f, n + 1) + S(f) + W(g) + 1")
	known := e.SubstCosts(func(measure Measure, fn *Symbol, sizes []*Expr) *Expr {
		if measure == Work && fn == symF {
			return sizes[0].Mul(Int(2))
		}
		return nil
	})
	if want := read("2*n^2 + 2*n + S(f) + W(g) + 1"); !known.Equal(want) {
		t.Errorf("got %v, want %v", known, want)
	}
	seen := map[string]bool{}
	e.Costs(func(m Measure, fn *Symbol) { seen[string(rune(m))+fn.Name] = true })
	if len(seen) != 3 || e.Has(symF) {
		t.Errorf("cost variables of %v: %v", e, seen)
	}
	if moved := e.Subst(only(symN, m)); !moved.Equal(read("m*W(f, m + 1) + S(f) + W(g) + 1")) {
		t.Errorf("got %v", moved)
	}
	inner := read("W(f, W(g))").SubstCosts(func(_ Measure, fn *Symbol, _ []*Expr) *Expr {
		if fn == symG {
			return n
		}
		return nil
	})
	if !inner.Equal(read("W(f, n)")) {
		t.Errorf("got %v", inner)
	}
	if _, err := e.Eval(point{symN: 1}.value); err == nil {
		t.Error("a cost variable has a value")
	}
}
