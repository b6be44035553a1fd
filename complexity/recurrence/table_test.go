package recurrence

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/symbolic"
)

var (
	n     = symbolic.NewSymbol("n", 0)
	names = map[string]*symbolic.Symbol{"n": n, "m": symbolic.NewSymbol("m", 0), "k": symbolic.NewSymbol("k", 0), "f": symbolic.NewSymbol("f", 0)}
)

func read(text string) *symbolic.Expr {
	e, err := symbolic.Parse(text, func(name string) *symbolic.Symbol { return names[name] })
	if err != nil {
		panic(text + ": " + err.Error())
	}
	return e
}

func base(below int64, cost string) Case { return Case{Below: below, Cost: read(cost)} }

func step(least int64, cost string, calls ...Argument) Case {
	return Case{Least: least, Cost: read(cost), Calls: calls}
}

func (c Case) adding(sum Argument) Case {
	c.Sum = &sum
	return c
}

func TestBounds(t *testing.T) {
	for _, c := range []struct {
		cases         []Case
		bound, growth string
	}{
		{[]Case{base(1, "1"), step(1, "1", Minus(1))}, "n + 1", "Θ(n)"},
		{[]Case{base(1, "1"), step(1, "n+1", Minus(1))}, "n^2/2 + 3*n/2 + 1", "Θ(n^2)"},
		{[]Case{base(1, "1"), step(1, "n*m+1", Minus(1))}, "m*n^2/2 + m*n/2 + n + 1", "Θ(m·n^2)"},
		{[]Case{base(1, "1"), step(1, "log2(n)", Minus(1))}, "n*log2(n) + 1", "Θ(n·log n)"},
		{[]Case{base(1, "1"), step(1, "n*log2(n)", Minus(1))}, "n^2*log2(n)/2 + n*log2(n)/2 + 1", "Θ(n^2·log n)"},
		{[]Case{base(1, "1"), step(1, "2^n", Minus(1))}, "2*2^n - 1", "Θ(2^n)"},
		{[]Case{base(1, "1"), step(1, "2^n+n", Minus(1))}, "2*2^n + n^2/2 + n/2 - 1", "Θ(2^n)"},
		{[]Case{base(2, "1"), step(2, "1", Minus(2))}, "n/2 + 1", "Θ(n)"},
		{[]Case{base(3, "1"), step(3, "n^2", Minus(3))}, "n^3/9 + n^2/2 + n/2 + 1", "Θ(n^3)"},
		{[]Case{base(1, "1"), step(1, "1", Minus(1), Minus(1)).adding(Minus(1))}, "2*n + 1", "Θ(n)"},
		{[]Case{base(1, "1"), step(1, "2*n+1", Minus(1), Minus(1)).adding(Minus(1))}, "n^2 + 3*n + 1", "Θ(n^2)"},
		{[]Case{base(2, "1"), step(2, "n", Minus(1), Minus(1)).adding(Minus(0))}, "n^2/2 + 3*n/2 + 1", "Θ(n^2)"},
		{[]Case{base(2, "1"), step(2, "n+floor(n/2)+2", Over(2), OverUp(2))}, "3*n*log2(n)/2 + 31*n/8 + 1", "Θ(n·log n)"},
		{[]Case{base(1, "1"), step(1, "1", Over(2))}, "log2(n) + 2", "Θ(log n)"},
		{[]Case{base(1, "1"), step(1, "1", Over(3))}, "log3(n) + 17/8", "Θ(log n)"},
		{[]Case{base(1, "1"), step(1, "1", Over(2), Over(2))}, "4*n + 1", "Θ(n)"},
		{[]Case{base(1, "1"), step(1, "n", Over(2), Over(2))}, "n*log2(n) + 3*n + 1", "Θ(n·log n)"},
		{[]Case{base(1, "1"), step(1, "n", Over(2), Over(2), Over(2))}, "25*n^log2(3)/4 + 1", "Θ(n^log2(3))"},
		{[]Case{base(1, "1"), step(1, "n^2", Over(2), Over(2), Over(2), Over(2), Over(2), Over(2), Over(2))}, "19*n^log2(7)/2 + 1", "Θ(n^log2(7))"},
		{[]Case{base(1, "1"), step(1, "n*log2(n)", Over(2), Over(2))}, "21*n*log2(n)^2/32 + 3*n/2 + 19/4", "Θ(n·(log n)^2)"},
		{[]Case{base(2, "1"), step(2, "n", Argument{1, 0, 3}, Argument{2, 0, 3})}, "9*n*log2(n)/8 + 25*n/256 + 49/16", "Θ(n·log n)"},
		{[]Case{base(2, "1"), step(2, "n", Argument{1, 0, 5}, Argument{7, 0, 10})}, "10*n + 1", "Θ(n)"},
		{[]Case{base(1, "1"), step(1, "n", Over(2))}, "2*n + 1", "Θ(n)"},
		{[]Case{base(1, "1"), step(1, "n", Over(4))}, "4*n/3 + 1", "Θ(n)"},
		{[]Case{base(1, "1"), step(1, "1", Over(2)), step(1, "1", Minus(1))}, "n + 1", "Θ(n)"},
		{[]Case{base(1, "1"), step(1, "1", Minus(1)), step(1, "5")}, "n + 5", "Θ(n)"},
		{[]Case{base(1, "1"), step(1, "1", Minus(1), Minus(1))}, "2*2^n - 1", "Θ(2^n)"},
		{[]Case{base(1, "1"), step(1, "n", Minus(1), Minus(1))}, "3*2^n - n - 2", "Θ(2^n)"},
		{[]Case{base(2, "1"), step(2, "1", Minus(1), Minus(2))}, "2*1.6181^n - 1", "Θ(1.6181^n)"},
		{[]Case{base(1, "1"), step(1, "2^n", Minus(1), Minus(1), Minus(1))}, "25*3^n/8 - 31/16", "Θ(3^n)"},
		{[]Case{base(1, "1"), step(1, "2^n", Minus(1), Minus(1))}, "n*2^n + 2^n", "Θ(n·2^n)"},
		{[]Case{base(1, "1"), step(1, "3^n", Minus(1), Minus(1))}, "25*3^n/8", "Θ(3^n)"},
		{[]Case{base(1, "1"), step(1, "log2(n)", Minus(1), Minus(1))}, "29*2^n/8 - 41/16", "Θ(2^n)"},
		{[]Case{base(3, "1"), step(3, "n^2", Minus(1), Minus(2), Minus(3))}, "13*1.8393^n/2 - n^2/2 - 3*n - 11/2", "Θ(1.8393^n)"},
		{[]Case{base(1, "1"), step(1, "1", Minus(1), Over(2))}, "31*1.2321^n/2 - 1", "Θ(1.2321^n)"},
		{[]Case{base(1, "k"), step(1, "m", Over(2))}, "m*log2(n) + k + m", "Θ(m·log n + k)"},
		{[]Case{base(1, "1"), step(1, "W(f)", Minus(1))}, "n*W(f) + 1", "Θ(n·W(f) + 1)"},
		{[]Case{base(1, "1"), step(1, "n*log2(n + m)", Minus(1))}, "n^2*log2(m + n)/2 + n*log2(m + n)/2 + 1", "Θ(n^2·log m + n^2·log n)"},
		{[]Case{base(1, "1"), step(2, "log2(n + m)", Over(2), OverUp(2)), step(3, "m", Minus(1))}, "17*m*n/16 + 9*n*log2(m)/8 + 19*n/4 + 1", "Θ(m·n)"},
		{[]Case{base(1, "1"), step(1, "1", Minus(1), Argument{0, 0, 1})}, "2*n + 1", "Θ(n)"},
		{[]Case{base(2, "1"), step(2, "log2(n)", Over(2)), step(2, "log2(n)", OverUp(2))}, "11*log2(n)^2/16 + 9/4", "Θ((log n)^2)"},
		{[]Case{base(1, "1"), step(1, "n^2", Minus(1)), step(1, "n", Over(2), Over(2))}, "23*n^3/64 + n*log2(n) + 25/8", "Θ(n^3)"},
		{[]Case{base(1, "1"), step(1, "n^log2(3)", Over(2), Over(2), Over(2))}, "log2(n)*n^log2(3) + 17*n^log2(3)/4 + 1", "Θ(log n·n^log2(3))"},
		{[]Case{base(2, "1"), step(2, "n", Argument{3, 0, 4}, Argument{3, 0, 4}).adding(Minus(0))}, "n^2/2 + 3*n/2 + 1", "Θ(n^2)"},
		{[]Case{base(1, "1"), step(1, "n^(1/2)", Minus(1))}, "11*n^(3/2)/16 + n^(1/2) + 1", "Θ(n^(3/2))"},
		{[]Case{base(4, "n"), step(4, "1", Argument{2, 5, 4}, Argument{2, 5, 4})}, "17*n/4", "Θ(n)"},
	} {
		r := Recurrence{n, c.cases}
		e, err := r.Solve()
		if err != nil {
			t.Errorf("%s: %v", show(r), err)
			continue
		}
		g, err := e.Growth()
		if err != nil || e.String() != c.bound || g.Text() != c.growth {
			t.Errorf("%s: got %q, %q, %v", show(r), e, g.Text(), err)
		}
		calls := false
		e.Costs(func(symbolic.Measure, *symbolic.Symbol) { calls = true })
		if calls {
			continue // the bound has no value
		}
		check(t, r, e, map[*symbolic.Symbol]int64{names["m"]: 3, names["k"]: 7})
	}
}

// TestSpan: two calls side by side are two cases.
func TestSpan(t *testing.T) {
	r := Recurrence{n, []Case{base(2, "1"), step(2, "log2(n) + 1", Over(2)), step(2, "log2(n) + 1", OverUp(2))}}
	e, err := r.Solve()
	if err != nil {
		t.Fatal(err)
	}
	if g, _ := e.Growth(); g.Text() != "Θ((log n)^2)" {
		t.Errorf("got %s, %s", e, g.Text())
	}
	check(t, r, e, nil)
}

func BenchmarkSimple(b *testing.B) {
	for _, c := range []struct {
		name  string
		cases []Case
	}{
		{"list", []Case{base(1, "1"), step(1, "n + 1", Minus(1))}},
		{"mergesort", []Case{base(2, "1"), step(2, "n + 2", Over(2), OverUp(2))}},
	} {
		b.Run(c.name, func(b *testing.B) {
			r := Recurrence{n, c.cases}
			for b.Loop() {
				r.Solve()
			}
		})
	}
}

// Over is n/k, rounded down.
func Over(k int64) Argument { return Argument{1, 0, k} }

// OverUp is n/k, rounded up.
func OverUp(k int64) Argument { return Argument{1, k - 1, k} }
