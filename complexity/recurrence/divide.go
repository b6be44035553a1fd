package recurrence

import (
	"math"
	"math/big"

	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// Divide and conquer: all arguments are at most r*n + s with r < 1. The growth is
// that of Akra and Bazzi ("On the solution of linear recurrence equations",
// Computational Optimization and Applications 10, 1998), of which the master theorem
// is the case of equal r (Cormen, Leiserson, Rivest and Stein, Introduction to
// Algorithms, 4.4 to 4.6). The bound is proved by substitution, after Leighton
// ("Notes on better master theorems for divide-and-conquer recurrences", 1996):
//
// Let δ be at least s/(1 - r) for all calls, so that a + s - δ <= r*(n - δ) for
// a = r*n, and x = n - δ. Let p be such that Σ r^p <= 1 in every case. The bound
// proved for all n >= first is Ψ(n - δ) with
//
//	Ψ(x) = B*x^p + Σ C*x^q*log(x)^k - Σ D*x^q
//
// One C or D stands for each element x^q*log(x)^k of the costs, of which, with
// w = Σ r^q,
//
//   - q > p:  C >= 1/(1 - w), since log(r*x) <= log(x).
//   - q = p:  k rises by 1. L = log(x) and l = log(1/r): L^(k+1) - (L - l)^(k+1)
//     is at least l*L^k, and at least (k + 1)*l*(L - l)^k, so that C >= 1/Σ r^p*l
//     does, and less where L is known to be large.
//   - q < p:  D >= 1/(w - 1). Logarithms are less than a small power. Where
//     w <= 1, in a case that is not the heaviest, B*x^p*(1 - Σ r^p) has to be
//     enough.
//
// A case with a single call of n - c may stand beside: Ψ(x) - Ψ(x - 1) has to be at
// least its cost. Of x^(q+1)*log(x)^k that difference is at least x^q*log(x)^k, and at
// least (q + 1)*(x - 1)^q*log(x)^k, so a term with that or a smaller coefficient is
// added, or B raised where q + 1 <= p and k = 0; both satisfy the other cases. By the D, B is raised for such a case as for the rise of
// Ψ as a whole.
//
// B is then so great that Ψ(n - δ) >= T(n) for all n < first that a call from
// n >= first may have as its argument, and that Ψ does not fall.

// A term of Ψ: coef*x^degree*log(x)^logs, the logarithm to the base unit.
type basis struct {
	element
	unit *symbolic.Expr // base of the logarithm
	bits float64        // log2 of the base
	c    float64        // C or D; as a fraction in coef if that is known and short
	sink bool           // D
}

type division struct {
	*problem
	balance
	g       *group
	delta   float64
	first   int64 // where the induction begins
	least   int64 // the least argument of a call from there on
	steps   []int // cases with a call of n - c
	longest int64 // c
	table   []float64
	need    float64 // what B must be at least
	terms   []basis
}

func (p *problem) solveDividing(g *group) (*symbolic.Expr, error) {
	b, ok := p.balance()
	if !ok {
		return nil, ErrForm
	}
	d := division{problem: p, balance: b, g: g}
	if !d.begin() {
		return nil, ErrSize
	}
	d.table = p.table(g, d.first)
	if !d.place() {
		return nil, ErrForm
	}
	return d.finish()
}

// begin chooses where the induction begins: where all arguments are at least
// δ + 2.
func (d *division) begin() bool {
	for _, s := range d.shapes {
		for _, a := range s.calls {
			d.delta = max(d.delta, divUp(float64(max(a.Add, 0)), float64(a.Den-a.Num)))
		}
	}
	d.delta = roundUp(d.delta) // so that n - δ is exact
	for i := range d.cases {
		if s := &d.cases[i]; s.open() && s.stepping() {
			d.steps, d.longest = append(d.steps, i), max(d.longest, s.calls[0].step())
		}
	}
	for d.first = max(32, d.problem.first); d.first <= maxTable; d.first *= 2 {
		d.least = math.MaxInt64
		for _, s := range d.shapes {
			for _, a := range s.calls {
				d.least = min(d.least, a.At(d.first))
			}
		}
		d.least = min(d.least, d.first-d.longest)
		if float64(d.least)-d.delta >= 2 {
			return true
		}
	}
	return false
}

// x is the least x of the induction.
func (d *division) x() float64 { return float64(d.first) - d.delta }

// place finds C or D for every element of the costs.
func (d *division) place() bool {
	needs := make([]float64, len(d.shapes))
	for _, x := range d.elements() {
		if !d.placeOne(x, needs) {
			return false
		}
	}
	for _, v := range needs {
		d.need = max(d.need, v)
	}
	for _, k := range d.steps {
		need := 0.0
		for _, e := range d.cost(d.g, d.table, k).positive() {
			for _, x := range d.shift(e) {
				if !d.placeStep(x, &need) {
					return false
				}
			}
		}
		d.need = max(d.need, need)
	}
	return true
}

// A demand is an element over x, without coefficient, and what each shape costs
// of it.
type demand struct {
	element
	coefs []float64
	exact []*big.Rat
}

// elements are the costs over x: n^q is expanded in x + δ where q is whole, and is
// at most a multiple of x^q elsewhere; so are logarithms.
func (d *division) elements() []demand {
	var out []demand
	for i, k := range d.index {
		for _, e := range d.cost(d.g, d.table, k).positive() {
			for _, x := range d.shift(e) {
				out = d.demand(out, x, i)
			}
		}
	}
	return out
}

func (d *division) demand(all []demand, x element, i int) []demand {
	for j := range all {
		if all[j].same(x) {
			all[j].exact[i] = new(big.Rat).Add(all[j].exact[i], x.coef)
			all[j].coefs[i] = ratUp(all[j].exact[i])
			return all
		}
	}
	y := demand{x, make([]float64, len(d.shapes)), make([]*big.Rat, len(d.shapes))}
	for k := range y.exact {
		y.exact[k] = new(big.Rat)
	}
	y.exact[i], y.coefs[i] = x.coef, ratUp(x.coef)
	return append(all, y)
}

// shift bounds an element at n = x + δ.
func (d *division) shift(e element) []element {
	if d.delta == 0 || e.base.Cmp(one) != 0 {
		return []element{e}
	}
	factor := 1.0
	if e.logs > 0 {
		factor = math.Pow(math.Log2(float64(d.first))/math.Log2(d.x()), float64(e.logs)) * (1 + slack*64)
	}
	if e.degree.whole < 0 {
		factor *= math.Pow(float64(d.first)/d.x(), e.degree.value) * (1 + slack*64)
	}
	coef := e.coef
	if factor > 1 {
		coef = new(big.Rat).Mul(coef, rational(roundUp(factor)))
	}
	if e.degree.whole <= 0 {
		e.coef = coef
		return []element{e}
	}
	delta, binomial := rational(roundUp(d.delta)), new(big.Rat).Set(coef)
	var out []element
	for k := e.degree.whole; k >= 0; k-- {
		out = append(out, element{new(big.Rat).Set(binomial), wholeExponent(k), e.logs, one})
		binomial.Mul(binomial, delta)
		binomial.Mul(binomial, big.NewRat(int64(k), int64(e.degree.whole-k+1)))
	}
	return out
}

// finish chooses B, and adds the constant by which the bound without D is at least
// T for small n too.
func (d *division) finish() (*symbolic.Expr, error) {
	b := d.need
	for n := d.least; n < d.first; n++ {
		x := addDown(float64(n), -d.delta)
		lack := d.table[n]
		for _, t := range d.terms {
			if t.sink {
				lack = addUp(lack, t.at(x, mulUp, 1))
			} else {
				lack = addUp(lack, -t.at(x, mulDown, -1))
			}
		}
		b = max(b, divUp(lack, power(x, d.p, mulDown, -1)))
	}
	x := float64(d.least) - d.delta
	fall := 0.0
	for _, t := range d.terms {
		if t.sink && d.p.value > 0 {
			fall += d.slope(t.degree.value) * t.c * math.Pow(x, t.degree.value-d.p.value)
		}
	}
	if len(d.steps) > 0 {
		fall += d.need
	}
	b = roundUp(max(b, fall*(1+slack*64)))
	k := constant(b)
	if k == nil {
		return nil, ErrSize
	}
	sum := k.Mul(symbolic.Var(d.n).Power(d.p.expr))
	for _, t := range d.terms {
		if !t.sink {
			sum = sum.Add(t.expr(d.n))
		}
	}
	return d.lift(sum, b)
}

// slope bounds (x^q)'/(p*x^(p-1)) but for the power of x, and in the presence of
// calls of n - c the quotient of the differences from x - 1 to x: for q < 1 that of
// x^q is at most q*(x - 1)^(q-1), and x >= 2. That of x^p is at least x^(p-1) for
// p >= 1, and p*x^(p-1) else.
func (d *division) slope(q float64) float64 {
	if len(d.steps) == 0 || q == 0 {
		return q / d.p.value
	}
	return 2 * max(q, 1) / min(d.p.value, 1)
}

// lift adds the constant that small n need.
func (d *division) lift(e *symbolic.Expr, b float64) (*symbolic.Expr, error) {
	gap := 0.0
	for n := range d.first {
		v := mulDown(b, power(float64(n), d.p, mulDown, -1))
		for _, t := range d.terms {
			if !t.sink {
				v = addDown(v, t.at(float64(n), mulDown, -1))
			}
		}
		gap = max(gap, addUp(d.table[n], -v))
	}
	k := constant(tidy(gap))
	if k == nil {
		return nil, ErrSize
	}
	return e.Add(k), nil
}

// at bounds c*x^q*log(x)^k.
func (t basis) at(x float64, mul func(a, b float64) float64, direction float64) float64 {
	v := mul(t.c, power(x, t.degree, mul, direction))
	if t.logs > 0 {
		l := log2(x, direction)
		if t.bits != 1 {
			l = l / t.bits * (1 + direction*slack)
		}
		v = mul(v, power(l, wholeExponent(t.logs), mul, direction))
	}
	if t.base.Cmp(one) != 0 {
		v *= math.Pow(ratUp(t.base), x) * (1 + direction*1e-9)
	}
	return v
}

// expr is the term over n.
func (t basis) expr(n *symbolic.Symbol) *symbolic.Expr {
	logs := t.logs
	t.logs = 0
	out := t.element.expr(n)
	if logs > 0 {
		out = out.Mul(symbolic.Var(n).Log(t.unit).Pow(uint32(logs)))
	}
	return out
}
