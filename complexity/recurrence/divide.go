package recurrence

import (
	"math"
	"math/big"

	"github.com/fraccheck/fraccheck/symbolic"
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
// least its cost. Of x^(q+1)*log(x)^k that difference is at least x^q*log(x)^k, so
// a term with that coefficient is added, or B raised where q + 1 <= p and k = 0; both
// satisfy the other cases. By the D, B is raised for such a case as for the rise of
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

// placeStep provides for an element of the cost of a case with a call of n - c.
func (d *division) placeStep(x element, need *float64) bool {
	t := basis{element: x, unit: symbolic.Int(2), bits: 1, c: ratUp(x.coef)}
	if x.base.Cmp(one) != 0 {
		// The difference of b^n is (1 - 1/b)*b^n.
		t.c *= ratUp(x.base) / (ratDown(x.base) - 1) * (1 + slack*64)
		return d.placeExponential(demand{x, make([]float64, len(d.shapes)), nil}) && d.add(t, nil)
	}
	if d.p.value-x.degree.value >= 1 && x.logs == 0 {
		*need += t.c
		return true
	}
	if x.degree.whole < 0 {
		e := x.degree.expr.Add(symbolic.Int(1))
		degree, ok := exponentOf(e)
		if !ok {
			return false
		}
		t.degree = degree
	} else {
		t.degree = wholeExponent(x.degree.whole + 1)
	}
	if t.degree.value < d.p.value { // with logarithms
		*need += t.c * greatestLog(x.logs, d.p.value-1-x.degree.value)
		return true
	}
	return d.add(t, x.coef)
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

// placeOne: q against p.
func (d *division) placeOne(x demand, needs []float64) bool {
	if x.base.Cmp(one) != 0 {
		return d.placeExponential(x)
	}
	switch {
	case x.degree.sameAs(d.p):
		return d.placeEqual(x)
	case x.degree.value > d.p.value:
		return d.placeAbove(x)
	}
	return d.placeBelow(x, needs)
}

func (x exponent) sameAs(y exponent) bool {
	if x.whole >= 0 || y.whole >= 0 {
		return x.whole == y.whole
	}
	return x.expr.Equal(y.expr)
}

func (d *division) placeAbove(x demand) bool {
	t := basis{element: x.element, unit: symbolic.Int(2), bits: 1}
	t.coef = nil
	exact := new(big.Rat)
	for i, s := range d.shapes {
		if x.exact[i].Sign() == 0 {
			continue
		}
		left := 1 - s.weight(x.degree.value)*(1+1e-12)
		if left < 1e-9 {
			return false
		}
		if x.degree.whole >= 0 {
			c := new(big.Rat).Sub(one, s.exactWeight(x.degree.whole))
			if c.Quo(x.exact[i], c); c.Cmp(exact) > 0 {
				exact = c
			}
			continue
		}
		t.c = max(t.c, x.coefs[i]/left*(1+slack*64))
	}
	return d.add(t, exact)
}

// placeEqual: all ratios being alike and the element without logarithm, the
// logarithm to that base keeps the coefficient as it is.
func (d *division) placeEqual(x demand) bool {
	t := basis{element: x.element, unit: symbolic.Int(2), bits: 1}
	t.logs++
	if base := d.commonBase(); base != nil && x.logs == 0 && d.heavy() && d.x() >= ratUp(base) {
		t.unit, t.bits = symbolic.Ratio(base), math.Log2(ratUp(base))
		exact := new(big.Rat)
		for _, v := range x.exact {
			if v.Cmp(exact) > 0 {
				exact = v
			}
		}
		return d.add(t, exact)
	}
	y := math.Log2(d.x()) * (1 - slack)
	for i, s := range d.shapes {
		entropy := 0.0
		for _, a := range s.calls {
			l := -math.Log2(a.ratio())
			gain := 1.0
			if l < y {
				gain = max(1, float64(t.logs)*math.Pow(1-l/y, float64(t.logs-1)))
			}
			entropy += math.Pow(a.ratio(), x.degree.value) * l * gain
		}
		entropy += d.slack[i] * y
		t.c = max(t.c, x.coefs[i]/entropy*(1+1e-11))
	}
	return d.add(t, nil)
}

// heavy says that every shape with calls weighs 1.
func (d *division) heavy() bool {
	for i, s := range d.slack {
		if s != 0 && len(d.shapes[i].calls) > 0 {
			return false
		}
	}
	return true
}

// commonBase is 1/r if all calls have the same r, else nil.
func (d *division) commonBase() *big.Rat {
	var first Argument
	for _, s := range d.shapes {
		for _, a := range s.calls {
			if first.Den == 0 {
				first = a
			}
			if a.Num*first.Den != a.Den*first.Num {
				return nil
			}
		}
	}
	return big.NewRat(first.Den, first.Num)
}

// steep is the least by which a weight is above 1 that D relies on.
const steep = 1e-3

func (d *division) placeBelow(x demand, needs []float64) bool {
	t := basis{element: x.element, unit: symbolic.Int(2), bits: 1, sink: true}
	q, factor := x.degree, 1.0
	if x.logs > 0 {
		e := (d.p.value - q.value) / 2
		factor = greatestLog(x.logs, e)
		q = exponent{nil, q.value + e, -1}
	}
	t.degree, t.logs = q, 0
	for i, s := range d.shapes {
		if over := d.over(s, q); over > steep {
			t.c = max(t.c, divUp(mulUp(x.coefs[i], factor), over))
		}
	}
	for i, s := range d.shapes {
		over := d.over(s, q)
		if over > steep || x.coefs[i] == 0 && over >= 0 {
			continue
		}
		if d.slack[i] <= 0 {
			return false
		}
		lack := (x.coefs[i]*factor - min(over, 0)*t.c) * (1 + slack*64)
		needs[i] += lack * math.Pow(d.x(), q.value-d.p.value) / d.slack[i] * (1 + slack*64)
	}
	d.terms = append(d.terms, t)
	return true
}

// greatestLog is the greatest value of log2(x)^k/x^e: (k/(e*ln 2*exp(1)))^k.
func greatestLog(k int, e float64) float64 {
	return math.Pow(float64(k)/(e*math.Ln2*math.E), float64(k)) * (1 + slack*64)
}

// over is by how much the weight is above 1 at least.
func (d *division) over(s *shape, q exponent) float64 {
	if q.whole >= 0 {
		return ratDown(new(big.Rat).Sub(s.exactWeight(q.whole), one))
	}
	return s.weight(q.value)*(1-1e-12) - 1
}

// placeExponential: b^(r*n + s) is at most b^(s - (1-r)*n) of b^n.
func (d *division) placeExponential(x demand) bool {
	t := basis{element: x.element, unit: symbolic.Int(2), bits: 1}
	base := math.Log(ratDown(x.base))
	for i, s := range d.shapes {
		left := 1.0
		for _, a := range s.calls {
			left -= math.Exp(-base*((1-a.ratio())*float64(d.first)-float64(max(a.Add, 0))/float64(a.Den))) * (1 + 1e-9)
		}
		if left < 1e-3 {
			return false
		}
		t.c = max(t.c, x.coefs[i]/left*(1+slack*64))
	}
	return d.add(t, nil)
}

// maxDigits bounds the denominators that are written.
const maxDigits = 1000

// add takes a term of Ψ with the coefficient exact, if that is short and at least
// c, else one of few digits.
func (d *division) add(t basis, exact *big.Rat) bool {
	if exact != nil && exact.Sign() > 0 && t.c == 0 {
		t.c = roundUp(ratUp(exact))
		if exact.Denom().IsInt64() && exact.Denom().Int64() <= maxDigits {
			t.coef, t.c = exact, ratDown(exact)
			d.terms = append(d.terms, t)
			return true
		}
	} else {
		t.c = roundUp(t.c)
	}
	if math.IsInf(t.c, 0) || math.IsNaN(t.c) {
		return false
	}
	t.coef = rational(t.c)
	d.terms = append(d.terms, t)
	return true
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
