package symbolic

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func TestGrowth(t *testing.T) {
	for text, want := range map[string]string{
		"0": "Θ(0)", "7": "Θ(1)", "n^2/2 + 3*n/2 + 1": "Θ(n^2)", "2^(n + 1) + 3*n - 1": "Θ(2^n)",
		"n*m + 2*n + m + 3": "Θ(m·n)", "(n + 1)^2": "Θ(n^2)", "n + m": "Θ(m + n)",
		"2*n^3/3 - n^2/2 + 23*n/6 + 1": "Θ(n^3)", "n^2*m/2 + n^2 - n*m/2 + n + 1": "Θ(m·n^2)",
		"n*log2(n) + n": "Θ(n·log n)", "n*ceil(log2(n))": "Θ(n·log n)", "n*log10(n)": "Θ(n·log n)",
		"n^log2(3) + n*log2(n)^2": "Θ(n^log2(3))", "1.8393^n + n^9": "Θ(1.8393^n)",
		"log2(2*n^2 + m)": "Θ(log m + log n)", "log2(2^n*n + m)": "Θ(n + log m)",
		"log2(log2(n + 1))": "Θ(log(log n))", "n*log2(n)^2": "Θ(n·(log n)^2)",
		"min(n, m) + 1": "Θ(min(m, n))", "min(n, n^2)": "Θ(n)", "min(n + m, k)*n": "Θ(n·min(k, m) + n·min(k, n))",
		"max(n - 1, 0)": "Θ(n)", "max(n - m, 0)": "O(n)", "n^2 - n*m": "O(n^2)", "floor(n/2) - floor(n/3)": "O(n)",
		"floor(n/m)": "O(n/m)", "floor(n^2/n)": "Θ(n)", "ceil(n/m)": "Θ(n/m + 1)", "floor(n*m/(m + 1))": "Θ(n)",
		"2^floor(n/2)": "Θ(2^(n/2))", "2^max(n, 2*m)": "Θ(2^n + 4^m)", "2^min(n, m)": "Θ(min(2^m, 2^n))",
		"2^max(n - m, 0)": "Θ(2^max(n - m, 0))", "4^max(n - m, 0) + n": "Θ(0.25^m·4^n + n)",
		"n*W(f) + 3*n": "Θ(n·W(f) + n)", "log2(W(f) + n)": "O(log n + log(W(f)))", "(n + m)^(1/2)": "Θ(m^(1/2) + n^(1/2))",
		"1/(n + m)": "O(1/m)", "n^n + 2^n": "Θ(n^n)", "2^(2^n)*n": "Θ(n·2^(2^n))", "|l|^2 + |l|": "Θ(|l|^2)",
		"(1/2)^n + 1": "Θ(1)", "n*(1/2)^n": "Θ(n·0.5^n)",
		"ceil(min(m, 0)^(1/2)/3)": "Θ(0)", "ceil(min(m, 3)^(1/2)/3)": "Θ(1)", "n^2*2^n + n^3": "Θ(n^2·2^n)",
	} {
		g, err := read(text).Growth()
		if err != nil || g.Text() != want {
			t.Errorf("%s: got %v, %v, want %s", text, g.Text(), err, want)
		}
	}
	if got := growthAt(t, "n*log2(n)*m + m").String(); got != "m*n*log(n)" {
		t.Errorf("got %s", got)
	}
}

func growthAt(t *testing.T, text string) *Growth {
	t.Helper()
	g, err := read(text).Growth()
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return g
}

func TestGrowthErrors(t *testing.T) {
	wide := Int(0)
	for i := range 300 {
		wide = wide.Add(Var(NewSymbol("w", uint32(i))))
	}
	nested := n
	for range 100 {
		nested = nested.Max(quo(nested.Mul(m), plus(nested, 1))).Add(n.Min(nested))
		if nested.Size() > maxGrowthSize {
			break
		}
	}
	for _, c := range []struct {
		e    *Expr
		want error
	}{
		{nil, ErrUnknown}, {wide, ErrTooLarge}, {nested, ErrTooLarge},
		{read("2^(n*log2(n + m))"), ErrGrowth}, {read("(n - m)^(-1)"), ErrGrowth}, {read("min(n - m, x)*k"), ErrGrowth},
	} {
		if _, err := c.e.Growth(); !errors.Is(err, c.want) {
			t.Errorf("size %d: got %v, want %v", c.e.Size(), err, c.want)
		}
	}
}

func TestDegree(t *testing.T) {
	for _, c := range []struct {
		text       string
		degree     float64
		polynomial bool
	}{
		{"n^2*m + n*m^3", 2, true}, {"m", 0, true}, {"n^log2(3)", math.Log2(3), true}, {"n*log2(n)", 1, true},
		{"2^n", 0, false}, {"2^m*n", 1, true}, {"min(n, m)", 0, true}, {"min(n^2, n*m)", 1, true}, {"log2(n)", 0, true},
	} {
		degree, polynomial := growthAt(t, c.text).Degree(symN)
		if polynomial != c.polynomial || math.Abs(degree-c.degree) > 1e-9 {
			t.Errorf("%s: %v, %v", c.text, degree, polynomial)
		}
	}
}

func TestAsymptotic(t *testing.T) {
	for _, c := range []struct {
		f, g string
		want Order
	}{
		{"n", "n*m", Less}, {"n", "m", Incomparable}, {"n*m", "n^2 + m^2", Less}, {"(n + m)^2", "n^2 + m^2", Equal},
		{"n^2*m^2", "n^3 + m^3", Incomparable}, {"n*m*k", "n^3 + m^3 + k^3", Less}, {"n + m", "max(n, m)", Equal},
		{"min(n, m)", "n", Less}, {"min(n, m)^2", "n*m", Less}, {"min(n, m)", "k", Incomparable},
		{"2^n", "n^100", Greater}, {"2^n", "3^n", Less}, {"2^(2*n)", "4^n", Equal}, {"2^n", "2^m", Incomparable},
		{"2^(n*m)", "2^n + 2^m", Greater}, {"2^(n^2)*n", "2^(n^2)", Greater}, {"2^(2^n)", "2^(3^n)", Less},
		{"n^n", "2^(n^2)", Less}, {"n^n", "n*n^n", Less}, {"n^n", "2^n", Greater}, {"2^(n/2)", "1.4143^n", Less},
		{"n^log2(3)", "n^(3/2)", Greater}, {"n^log2(3)", "n^log2(6)", Less}, {"n^log6(2)", "n^(1 - log6(3))", Equal},
		{"n*log(n)", "n^1.01", Less}, {"log(n)", "log(log(n))", Greater}, {"n*log(n, 3)", "n*log(n)", Equal},
		{"log(n*m)", "log(n) + log(m)", Equal}, {"n*log(m)", "m*log(n)", Incomparable}, {"n^2/m", "n", Incomparable},
		{"floor(n/m)", "n", Less}, {"(n*m)^(1/2)", "n + m", Less}, {"7", "3", Equal}, {"0", "3", Less},
		{"n*W(f)", "n*W(f) + n", Less}, {"n", "n*W(f)", Incomparable}, {"W(f)", "W(g)", Incomparable},
		{"W(f)", "S(f)", Undecided}, {"W(f, n)", "W(f, m)", Undecided}, {"W(f, n)", "n*W(f, n)", Less}, {"W(f)", "2^W(f)", Undecided},
		{"n - m", "n", Undecided}, {"n^2 - n*m", "n", Undecided}, {"n - m", "n^2", Less},
	} {
		f, g := read(c.f), read(c.g)
		if got := f.Asymptotic(g); got != c.want {
			t.Errorf("%s to %s: %v, want %v", c.f, c.g, got, c.want)
		}
		reverse := map[Order]Order{Less: Greater, Greater: Less}
		want, turned := reverse[c.want]
		if !turned {
			want = c.want
		}
		if got := g.Asymptotic(f); got != want {
			t.Errorf("%s to %s: %v, want %v", c.g, c.f, got, want)
		}
	}
	if !growthAt(t, "n - m").AtMost(growthAt(t, "n^2")) {
		t.Error("n - m is not found to be O(n^2)")
	}
}

// ways are those in which sizes grow: 2^(rate*t), and towers, so that logarithms, and
// logarithms of logarithms, leave constants after.
var ways = []func(rate int64) *Expr{
	func(rate int64) *Expr { return times(rate, k.Exp(2)).Exp(2).Exp(2) },
	func(rate int64) *Expr { return times(rate, k.Exp(2)).Exp(2) },
	func(rate int64) *Expr { return times(rate, k).Exp(2) },
}

// ratioAt is e/g at t; not ok where either leaves float64 or comes close to 0.
func ratioAt(e, g *Expr, t int64) (float64, bool) {
	at := point{symK: t}.value
	x, err := e.Enclose(at)
	y, other := g.Enclose(at)
	if err != nil || other != nil || y.Low <= 0 || math.IsInf(y.High, 0) || math.IsInf(x.High, 0) || math.IsInf(x.Low, 0) {
		return 0, false
	}
	r := x.Mid() / y.Mid()
	return r, x.Width() <= 1e-6*math.Abs(x.Mid()) && y.Width() <= 1e-6*y.Mid()
}

// ratios are those of e and g early and late on one way to infinity.
func ratios(e, g *Expr) (early, late float64, ok bool) {
	early, ok = ratioAt(e, g, 40)
	late, also := ratioAt(e, g, 160)
	return early, late, ok && also
}

// outweighsNumbers says that what depends on sizes is more than the numbers beside it
// already where it is first measured; greater ones would hide the growth.
func (e *Expr) outweighsNumbers() bool {
	numbers := &Expr{slices.DeleteFunc(slices.Clone(e.terms), func(t term) bool {
		return t.mono != nil && slices.ContainsFunc(t.mono.powers, func(p power) bool { return !p.atom.fixed })
	})}
	if numbers.isZero() || numbers.Equal(e) {
		return true
	}
	share, ok := ratioAt(e.Sub(numbers), numbers.Max(numbers.Neg()), 40)
	return ok && math.Abs(share) > 1
}

func (e *Expr) hasLogarithm() bool {
	return e.anyAtom(func(a *atom) bool {
		return a.kind == logAtom || slices.ContainsFunc(a.args, (*Expr).hasLogarithm)
	})
}

// settledRatios are those by which the growth g of e is judged, and by how much they may
// differ. Logarithms outgrow the constants beside them only where sizes tower, and other
// growth is too great there.
func settledRatios(e, g *Expr, rates map[*Symbol]int64) (early, late, slack float64, ok bool) {
	for i, way := range ways {
		grown := func(s *Symbol) *Expr { return way(rates[s]) }
		f, h := e.Subst(grown), g.Subst(grown)
		if early, late, ok = ratios(f, h); !ok {
			continue
		}
		slack = 2.5 * floorSlack(e) * floorSlack(g)
		if i > 0 && (e.hasLogarithm() || g.hasLogarithm()) {
			slack *= 16 // the square of what a logarithm grows by
		}
		// What changes its sign may grow until it has settled.
		return early, late, slack, f.outweighsNumbers() && h.outweighsNumbers() && (early >= 0 || late <= 0)
	}
	return 0, 0, 0, false
}

// floorSlack is the factor by which powers of floors may sway: the greatest base that
// is drawn, to the floor's error of less than 1.
func floorSlack(e *Expr) float64 {
	sways := func(x *atom) bool { return x.kind == floorAtom }
	if e.anyAtom(func(a *atom) bool { return a.kind == powerAtom && a.args[1].anyAtom(sways) }) {
		return 12
	}
	return 1
}

// unsettled says why the ratio of e to its growth g does not settle.
func unsettled(e *Expr, g *Growth, rates map[*Symbol]int64) (complaint string, measured bool) {
	early, late, slack, ok := settledRatios(e, g.Expr(), rates)
	switch {
	case !ok, early == 0 && late == 0 && e.IsConst(): // one that is too small for a float
		return "", false
	case late > slack*max(early, 0)+0.01 && late > 0.05,
		g.Tight() && (late <= 0 || late < early/slack):
		return fmt.Sprintf("%v over %s: %v, then %v", e, g.Text(), early, late), true
	}
	return "", true
}

// An expression divided by its growth settles, whatever way sizes grow.
func TestGrowthIsMeasured(t *testing.T) {
	measured := 0
	rapid.Check(t, func(t *rapid.T) {
		e := drawMeasured(t, 3).expr
		if e.Has(symK) {
			return
		}
		g, err := e.Growth()
		if err != nil || len(g.terms) == 0 {
			return
		}
		rates := map[*Symbol]int64{}
		for _, s := range symbols {
			rates[s] = rapid.Int64Range(1, 3).Draw(t, "rate of "+s.Name)
		}
		complaint, ok := unsettled(e, g, rates)
		if complaint != "" {
			t.Fatal(complaint)
		}
		if ok {
			measured++
		}
	})
	if measured < 10 {
		t.Errorf("%d measured", measured)
	}
}

// Constants beside logarithms, and floors in exponents, settle late or never.
func TestLateGrowthIsMeasured(t *testing.T) {
	rates := map[*Symbol]int64{symM: 1, symN: 2, symX: 3}
	for _, text := range []string{"log2(m) + 1728", "log2(log2(m)) + 1728", "min(log2(m), 144)", "log2(n) + 32^(5^(1/3))", "12^floor(log2(m)/4)", "n*log2(n)"} {
		complaint, ok := unsettled(read(text), growthAt(t, text), rates)
		if complaint != "" || !ok {
			t.Errorf("%s: %s, measured: %v", text, complaint, ok)
		}
	}
	for text, wrong := range map[string]string{"n*log2(n)^4": "n", "log2(m)^2": "log2(m)", "n": "n^2"} {
		if complaint, ok := unsettled(read(text), growthAt(t, wrong), rates); complaint == "" {
			t.Errorf("%s settles over %s, measured: %v", text, wrong, ok)
		}
	}
}

// drawGrown draws sums of products of powers of m and n, and their exponents.
func drawGrown(t *rapid.T) (*Expr, [][2]int64) {
	sum, exponents := Int(0), [][2]int64(nil)
	for range rapid.IntRange(1, 3).Draw(t, "terms") {
		a, b := rapid.Int64Range(0, 4).Draw(t, "m"), rapid.Int64Range(0, 4).Draw(t, "n")
		sum = sum.Add(m.Pow(uint32(a)).Mul(n.Pow(uint32(b))))
		exponents = append(exponents, [2]int64{a, b})
	}
	return sum, exponents
}

// reaches says that along m = t^a, n = t^b no power in f exceeds all in g, for
// every direction; where the hulls of such exponents differ, one of these shows it.
func reaches(f, g [][2]int64) bool {
	for a := range int64(10) {
		for b := range int64(10) {
			height := func(set [][2]int64) (most int64) {
				for _, x := range set {
					most = max(most, x[0]*(1+100*a)+x[1]*(1+100*b))
				}
				return most
			}
			if height(f) > height(g) {
				return false
			}
		}
	}
	return true
}

func TestAsymptoticAgreesWithDirections(t *testing.T) {
	undecided, all := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		f, fs := drawGrown(t)
		g, gs := drawGrown(t)
		want := map[[2]bool]Order{{true, true}: Equal, {true, false}: Less, {false, true}: Greater, {false, false}: Incomparable}
		all++
		switch got := f.Asymptotic(g); got {
		case Undecided:
			undecided++
		case want[[2]bool{reaches(fs, gs), reaches(gs, fs)}]:
		default:
			t.Fatalf("%v to %v: %v", f, g, got)
		}
	})
	if undecided*20 > all {
		t.Errorf("%d of %d undecided", undecided, all)
	}
}

// What is compared settles as it says along random ways to infinity.
func TestAsymptoticIsMeasured(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, g := drawMeasured(t, 3).expr, drawMeasured(t, 3).expr
		order := f.Asymptotic(g)
		if order == Greater {
			f, g, order = g, f, Less
		}
		if order != Less && order != Equal || f.Has(symK) || g.Has(symK) {
			return
		}
		rates := map[*Symbol]int64{}
		for _, s := range symbols {
			rates[s] = rapid.Int64Range(1, 3).Draw(t, "rate of "+s.Name)
		}
		early, late, slack, ok := settledRatios(f, g, rates)
		if ok && late > slack*max(early, 0)+0.01 && late > 0.05 {
			t.Fatalf("%v is %v %v, but their ratio is %v, then %v", f, order, g, early, late)
		}
	})
}

func TestAsymptoticIsPartialOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f, g, h := drawMeasured(t, 2).expr, drawMeasured(t, 2).expr, drawMeasured(t, 2).expr
		fg, gh, fh := f.Asymptotic(g), g.Asymptotic(h), f.Asymptotic(h)
		reverse := map[Order]Order{Undecided: Undecided, Less: Greater, Greater: Less, Equal: Equal, Incomparable: Incomparable}
		if g.Asymptotic(f) != reverse[fg] {
			t.Fatalf("%v to %v: %v and %v", f, g, fg, g.Asymptotic(f))
		}
		if fg == Less && gh == Less && (fh == Greater || fh == Equal || fh == Incomparable) {
			t.Fatalf("%v, %v, %v: less, less, %v", f, g, h, fh)
		}
	})
}

// TestBeyond holds the terms that exceed another growth, as reports and readers see
// them.
func TestBeyond(t *testing.T) {
	for _, c := range []struct{ f, g, beyond, upper string }{
		{"n^2 + m", "n", "n^2 + m", "O(n^2 + m)"},
		{"n^2 + m", "n^2", "m", "O(m)"},
		{"n*log(n)", "n^2", "0", "O(0)"},
		{"n*log(n) + 3", "n", "n*log(n)", "O(n·log n)"},
	} {
		beyond := growthAt(t, c.f).Beyond(growthAt(t, c.g))
		if beyond.String() != c.beyond || beyond.Upper() != c.upper {
			t.Errorf("%s beyond %s: got %s, %s, want %s, %s", c.f, c.g, beyond, beyond.Upper(), c.beyond, c.upper)
		}
	}
}
