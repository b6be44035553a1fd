package recurrence

import (
	"flag"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// worst computes T by its definition, with exact costs where they are rational.
type worst struct {
	r      Recurrence
	params map[*symbolic.Symbol]int64
	w      []float64
}

func (t *worst) at(n int64) float64 {
	for k := int64(len(t.w)); k <= n; k++ {
		v := 0.0
		if k > 0 {
			v = t.w[k-1]
		}
		for _, c := range t.r.Cases {
			if c.Least <= k && (c.Below == 0 || k < c.Below) {
				v = max(v, t.cost(c, k)+t.calls(c, k))
			}
		}
		t.w = append(t.w, v)
	}
	return t.w[n]
}

func (t *worst) value(n int64) func(*symbolic.Symbol) (int64, bool) {
	return func(s *symbolic.Symbol) (int64, bool) {
		if s == t.r.N {
			return n, true
		}
		v, ok := t.params[s]
		return v, ok
	}
}

func (t *worst) cost(c Case, n int64) float64 {
	v, err := c.Cost.Enclose(t.value(n))
	if err != nil {
		panic(err)
	}
	return v.Low
}

func bound(a Argument, n int64) int64 {
	q := new(big.Int).Add(new(big.Int).Mul(big.NewInt(a.Num), big.NewInt(n)), big.NewInt(a.Add))
	q.Div(q, big.NewInt(a.Den))
	return max(0, q.Int64())
}

func (t *worst) calls(c Case, n int64) float64 {
	if c.Sum == nil {
		sum := 0.0
		for _, a := range c.Calls {
			sum += t.w[bound(a, n)]
		}
		return sum
	}
	return t.split(c.Calls, n, bound(*c.Sum, n))
}

func (t *worst) split(calls []Argument, n, left int64) float64 {
	if len(calls) == 0 {
		return 0
	}
	if len(calls) == 1 {
		return t.w[min(left, bound(calls[0], n))]
	}
	best := 0.0
	for k := range min(left, bound(calls[0], n)) + 1 {
		best = max(best, t.w[k]+t.split(calls[1:], n, left-k))
	}
	return best
}

var costs = []string{
	"0", "1", "3", "n", "n + 1", "2*n + 3", "n^2", "n^2/2 + n/2", "n^2 - n", "n^3", "log2(n)", "log2(n)^2", "n*log2(n)",
	"n^(1/2)", "n^log2(3)", "n*log3(n)", "floor(n/2)", "floor(n/3) + 2", "n - floor(n/2)", "m", "n*m", "n*m + n", "log2(n + m)",
	"max(n, m)", "min(n, m)", "m^2 + k*n", "n*log2(n + 1)", "m*log2(n) + 1", "n/3",
}

var explosive = []string{"2^n", "2^n + n", "n*2^n", "3^n", "1.5^n", "n^2*1.2^n", "2^n*m"}

type maker struct{ *rand.Rand }

func (m maker) pick(texts []string) *symbolic.Expr { return read(texts[m.IntN(len(texts))]) }

func (m maker) cost() *symbolic.Expr {
	if m.IntN(12) == 0 {
		return m.pick(explosive)
	}
	return m.pick(costs)
}

func (m maker) minus() Argument { return Minus(1 + m.Int64N(4)) }

func (m maker) over() Argument {
	d := 2 + m.Int64N(5)
	p := int64(1)
	if m.IntN(3) == 0 {
		p = 1 + m.Int64N(d-1)
	}
	return Argument{p, m.Int64N(4) - 1, d}
}

func (m maker) recurrence() Recurrence { return m.recurrenceOf(m.IntN(kinds)) }

// kinds of random recurrences: steps, arguments that add up, fractions, branching,
// single fractions, mixtures within a case, mixtures of cases.
const kinds = 7

func (m maker) recurrenceOf(kind int) Recurrence {
	r := Recurrence{N: n}
	for range 1 + m.IntN(2)*m.IntN(3) + kind/6 {
		r.Cases = append(r.Cases, m.recursive(kind))
	}
	for range m.IntN(3) {
		r.Cases = append(r.Cases, Case{Below: 1 + m.Int64N(6), Cost: m.cost()})
	}
	if m.IntN(4) == 0 {
		r.Cases = append(r.Cases, Case{Least: m.Int64N(3), Cost: m.cost()})
	}
	return r
}

func (m maker) recursive(kind int) Case {
	c := Case{Cost: m.cost()}
	calls, next := 1, m.minus
	switch kind {
	case 1:
		calls = 2 + m.IntN(2)
		s := Minus(m.Int64N(3))
		c.Sum = &s
	case 2:
		calls, next = 1+m.IntN(4), m.over
	case 3:
		calls = 1 + m.IntN(3)
	case 4:
		next = m.over
	case 6:
		if m.IntN(2) == 0 {
			calls, next = 1+m.IntN(3), m.over
		}
		if m.IntN(4) == 0 {
			s := Minus(m.Int64N(2))
			c.Sum = &s
		}
	case 5:
		calls = 1 + m.IntN(2)
		next = func() Argument {
			if m.IntN(2) == 0 {
				return m.over()
			}
			return m.minus()
		}
	}
	for range calls {
		a := next()
		from, _ := a.descends()
		c.Least = max(c.Least, from)
		c.Calls = append(c.Calls, a)
	}
	c.Least += m.Int64N(3) * m.Int64N(2)
	return c
}

var recurrences = flag.Int("recurrences", 400, "number of random recurrences that are held against their values")

func TestRandomBounds(t *testing.T) {
	unknown := 0
	for seed := range uint64(*recurrences) {
		m := maker{rand.New(rand.NewPCG(seed, 1))}
		r := m.recurrence()
		e, err := r.Solve()
		if err != nil {
			unknown++
			continue
		}
		check(t, r, e, map[*symbolic.Symbol]int64{names["m"]: m.Int64N(20), names["k"]: m.Int64N(5)})
	}
	if unknown > *recurrences/100 {
		t.Errorf("%d of %d have no bound", unknown, *recurrences)
	}
}

func check(t *testing.T, r Recurrence, e *symbolic.Expr, params map[*symbolic.Symbol]int64) {
	t.Helper()
	x := worst{r: r, params: params}
	last := int64(150)
	if len(r.Cases) > 100 {
		last = 40
	}
	for _, c := range r.Cases {
		if c.Sum != nil {
			last = 40
		}
	}
	for k := range last {
		w := x.at(k)
		if math.IsInf(w, 1) || w > 1e300 {
			return
		}
		v, err := e.Enclose(x.value(k))
		if err != nil || v.High < w*(1-1e-9) {
			t.Errorf("%s: at %d %v T is %v, the bound %s is %v (%v)", show(r), k, params, w, e, v, err)
			return
		}
	}
}

func show(r Recurrence) string {
	text := ""
	for _, c := range r.Cases {
		text += "[" + symbolic.Int(c.Least).String() + "," + symbolic.Int(c.Below).String() + ") " + c.Cost.String()
		for _, a := range c.Calls {
			text += " + T" + a.text()
		}
		if c.Sum != nil {
			text += " sum " + c.Sum.text()
		}
		text += "; "
	}
	return text
}

func (a Argument) text() string {
	return "((" + symbolic.Int(a.Num).String() + "n+" + symbolic.Int(a.Add).String() + ")/" + symbolic.Int(a.Den).String() + ")"
}
