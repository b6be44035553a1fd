package scalar_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/fraccheck/fraccheck/internal/prove/scalar"
)

func same(t *testing.T, c *scalar.Context, p, q *scalar.Poly) {
	t.Helper()
	if !c.Same(p, q) {
		t.Errorf("%s is not %s", p.Key(), q.Key())
	}
}

func different(t *testing.T, c *scalar.Context, p, q *scalar.Poly) {
	t.Helper()
	if c.Same(p, q) {
		t.Errorf("%s is %s", p.Key(), q.Key())
	}
}

// TestSums are identities of sums over bound indices, and what is none.
func TestSums(t *testing.T) {
	c := scalar.New(scalar.Reals)
	n, m := scalar.Symbol("n"), scalar.Symbol("m")
	c.Facts = c.Facts.With(scalar.Guard{P: n}, scalar.Guard{P: m})
	x := func(i string) *scalar.Poly { return scalar.Element("x", false, scalar.Symbol(i)) }
	y := func(i string) *scalar.Poly { return scalar.Element("y", false, scalar.Symbol(i)) }
	same(t, c, c.Sum("i", n, x("i").Add(y("i"))), c.Sum("j", n, x("j")).Add(c.Sum("k", n, y("k"))))
	same(t, c, c.Mul(c.Sum("i", n, x("i")), c.Sum("j", m, y("j"))), c.Sum("j", m, c.Sum("i", n, c.Mul(x("i"), y("j")))))
	same(t, c, c.Sum("i", n, x("a")), c.Mul(n, x("a")))
	different(t, c, c.Sum("i", n, c.Mul(x("i"), y("i"))), c.Mul(c.Sum("i", n, x("i")), c.Sum("j", n, y("j"))))
	different(t, c, c.Sum("i", n, x("i")), c.Sum("i", m, x("i")))
	// A sum over n + m indices is cut at n.
	i := scalar.Symbol("i")
	first := c.Under(scalar.Guard{P: n.Sub(i).Add(scalar.Int(-1))}, x("i"))
	second := c.Under(scalar.Guard{P: i.Sub(n)}, scalar.Element("y", false, i.Sub(n)))
	same(t, c, c.Sum("i", n.Add(m), first.Add(second)), c.Sum("i", n, x("i")).Add(c.Sum("i", m, y("i"))))
}

// TestFunctions are identities of functions of reals, and what is none.
func TestFunctions(t *testing.T) {
	c := scalar.New(scalar.Reals)
	x, y := scalar.Element("x", false), scalar.Element("y", false)
	f := func(name string, args ...*scalar.Poly) *scalar.Poly { return c.Function(name, false, args...) }
	zero := scalar.Int(0)
	same(t, c, c.Mul(f("exp", x), f("exp", y)), f("exp", x.Add(y)))
	same(t, c, f("log", f("exp", x)), x)
	same(t, c, f("maximum", x, f("minimum", x, y)), x)
	same(t, c, f("maximum", x, zero).Sub(f("maximum", x.Neg(), zero)), x)
	same(t, c, f("maximum", x.Add(y), y), f("maximum", x, zero).Add(y))
	same(t, c, scalar.Int(1).Sub(f("sigmoid", x)), f("sigmoid", x.Neg()))
	same(t, c, c.Mul(f("abs", x), f("abs", x)), c.Mul(x, x))
	different(t, c, f("sqrt", c.Mul(x, x)), x)
	different(t, c, f("floor", x.Add(y)), f("floor", x).Add(f("floor", y)))
	different(t, c, f("maximum", c.Mul(x, y), zero), c.Mul(x, f("maximum", y, zero)))
	different(t, c, f("log", c.Mul(x, y)), f("log", x).Add(f("log", y)))
}

// TestIntegersWrap holds that orders and differences of integers are not mixed.
func TestIntegersWrap(t *testing.T) {
	c := scalar.New(scalar.Modulo)
	x, y, z := scalar.Element("x", false), scalar.Element("y", false), scalar.Element("z", false)
	f := func(name string, args ...*scalar.Poly) *scalar.Poly { return c.Function(name, false, args...) }
	same(t, c, c.Mul(x.Add(y), z), c.Mul(x, z).Add(c.Mul(y, z)))
	different(t, c, f("maximum", x.Add(z), y.Add(z)), f("maximum", x, y).Add(z))
	different(t, c, f("maximum", x.Neg(), y.Neg()), f("minimum", x, y).Neg())
	different(t, c, f("less", x.Add(z), y.Add(z)), f("less", x, y))
	different(t, c, f("abs", c.Mul(x, y)), c.Mul(f("abs", x), f("abs", y)))
}

// TestBits holds that floats to the bit are neither associative nor distributive.
func TestBits(t *testing.T) {
	c := scalar.New(scalar.Bits)
	x, y, z := scalar.Element("x", false), scalar.Element("y", false), scalar.Element("z", false)
	f := func(name string, args ...*scalar.Poly) *scalar.Poly { return c.Function(name, false, args...) }
	same(t, c, f("add", x, y), f("add", y, x))
	same(t, c, f("multiply", f("negative", x), f("negative", y)), f("multiply", x, y))
	different(t, c, f("add", f("add", x, y), z), f("add", x, f("add", y, z)))
	different(t, c, f("multiply", x, f("add", y, z)), f("add", f("multiply", x, y), f("multiply", x, z)))
	different(t, c, f("add", x, scalar.Int(0)), x) // of -0
	different(t, c, f("negative", f("add", x, y)), f("add", f("negative", x), f("negative", y)))
}

// TestNormalFormsKeepValues computes random terms in normal form and without.
func TestNormalFormsKeepValues(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	numbers := map[string]float64{"x": 0.7, "y": -1.3, "z": 2.1}
	env := scalar.Env{Element: func(name string, _ []int) (float64, bool) { v, ok := numbers[name]; return v, ok }}
	compared := 0
	for range 2000 {
		p, want := within(random, numbers)
		if p == nil {
			continue
		}
		compared++
		got, ok := scalar.Evaluate(p, env)
		if ok && !math.IsNaN(want) && !(math.IsNaN(got) && math.Abs(want) < 1e-6) /* a root of what rounding makes negative */ && math.Abs(want) < 1e6 && !(math.Abs(got-want) <= 1e-6*math.Max(1, math.Abs(want))) {
			t.Fatalf("%s is %g, and is to be %g", p.Key(), got, want)
		}
	}
	if compared < 1000 {
		t.Errorf("only %d terms were compared", compared)
	}
}

// within is a random term; nil for one whose normal form takes too long.
func within(r *rand.Rand, numbers map[string]float64) (p *scalar.Poly, x float64) {
	defer func() {
		if e := recover(); e != nil {
			if e != scalar.ErrSteps {
				panic(e)
			}
			p = nil
		}
	}()
	return term(scalar.New(scalar.Reals), r, numbers, 3)
}

// term is a random term with its value.
func term(c *scalar.Context, r *rand.Rand, numbers map[string]float64, depth int) (*scalar.Poly, float64) {
	if depth == 0 || r.IntN(6) == 0 {
		if r.IntN(4) == 0 {
			n := r.IntN(5) - 2
			return scalar.Int(int64(n)), float64(n)
		}
		name := []string{"x", "y", "z"}[r.IntN(3)]
		return scalar.Element(name, false), numbers[name]
	}
	p, x := term(c, r, numbers, depth-1)
	q, y := term(c, r, numbers, depth-1)
	f := func(name string, args ...*scalar.Poly) *scalar.Poly { return c.Function(name, false, args...) }
	switch r.IntN(12) {
	case 0, 1:
		return f("add", p, q), x + y
	case 2:
		return f("subtract", p, q), x - y
	case 3, 4:
		return f("multiply", p, q), x * y
	case 5:
		if math.Abs(y) < 1e-3 {
			return p, x
		}
		return f("divide", p, q), x / y
	case 6:
		return f("maximum", p, q), math.Max(x, y)
	case 7:
		return f("minimum", p, q), math.Min(x, y)
	case 8:
		return f("abs", p), math.Abs(x)
	case 9:
		if math.Abs(x) > 5 {
			return p, x
		}
		return f("exp", p), math.Exp(x)
	case 10:
		return f("sqrt", f("multiply", p, p)), math.Abs(x)
	}
	return f("negative", p), -x
}
