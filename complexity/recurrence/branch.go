package recurrence

import (
	"math"
	"math/big"

	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// Several calls of n - c: T grows as r^n, where r is the greatest root of
// Σ r^(-c) = 1 over the calls of a case (Graham, Knuth and Patashnik, Concrete
// Mathematics, 7.3). It is exact if it is rational, which makes it whole, else
// rounded up to four decimals. The bound proved by induction is
//
//	Ψ(n) = B*r^n + Σ C*φ(n) - Σ D*s^n
//
// One C or D stands for each element n^q*log2(n)^k*b^n of the costs, of which, with
// w(s) = Σ s^(-c),
//
//   - b > r: φ is the element, and C >= 1/(1 - w(b)).
//   - b = r: φ = r^n*G(n) where G(n) - G(n - c) is at least the rest of the element,
//     and C >= 1, for Σ r^(-c)*(G(n) - G(n - c)) + (1 - w(r))*G(n) is at least that.
//   - b < r: the element is at most a multiple of s^n with an s below r, and
//     D >= 1/(w(s) - 1). Where w(s) <= 1, in a case that is not the heaviest,
//     B*r^n*(1 - w(r)) has to be enough.
//
// B is so great that Ψ(n) >= T(n) for n < first and that Ψ does not fall. Since
// s >= 1, the bound without D*s^n may be less by the constant D.
type branching struct {
	*problem
	g      *group
	shapes []*shape
	steps  [][]int64
	index  []int
	root   *big.Rat
	r      float64   // upper bound of the root
	slack  []float64 // 1 - w(r) of each shape, 0 where w(r) = 1
	first  int64
	table  []float64
	c      int64     // the least step
	needs  []float64 // of B, for each shape
	sinks  []sink
	sum    *symbolic.Expr // Σ C*φ
}

// A sink is D*s^n.
type sink struct{ d, s float64 }

func (p *problem) solveBranching(g *group) (*symbolic.Expr, error) {
	b := branching{problem: p, g: g, sum: symbolic.Int(0)}
	b.arrange()
	if !b.findRoot() {
		return nil, ErrForm
	}
	b.table = p.table(g, b.first)
	if e := b.exact(); e != nil {
		return e, nil
	}
	b.needs = make([]float64, len(b.shapes))
	for i, k := range b.index {
		for _, x := range b.cost(g, b.table, k).positive() {
			if !b.demand(x, i) {
				return nil, ErrForm
			}
		}
	}
	return b.finish()
}

// far is what a fraction of n is less than n by, for large n: which is all that is
// used of it beside calls of n - c.
const far = 8

func (b *branching) arrange() {
	b.first, b.c = b.problem.first, math.MaxInt64
	for i := range b.cases {
		s := &b.cases[i]
		if !s.open() {
			continue
		}
		steps := make([]int64, len(s.calls))
		for j, a := range s.calls {
			c, from := a.least()
			steps[j], b.first, b.c = c, max(b.first, from), min(b.c, c)
		}
		b.shapes, b.steps, b.index = append(b.shapes, s), append(b.steps, steps), append(b.index, i)
	}
}

// least is a c for which the bound is at most n - c, from some n on.
func (a Argument) least() (c, from int64) {
	if !a.divides() {
		return a.step(), max(a.step(), 0)
	}
	if from = (a.Add+far*a.Den)/(a.Den-a.Num) + 1; from <= 4*maxLeast {
		return far, max(from, far)
	}
	return 1, 1
}

// weightAt is Σ s^(-c).
func weightAt(steps []int64, s float64) float64 {
	sum := 0.0
	for _, c := range steps {
		sum += math.Pow(s, -float64(c))
	}
	return sum
}

func rootOf(steps []int64) float64 {
	if len(steps) < 2 {
		return 1
	}
	low, high := 1.0, float64(len(steps))
	for range 60 {
		if mid := (low + high) / 2; weightAt(steps, mid) > 1 {
			low = mid
		} else {
			high = mid
		}
	}
	return high
}

func (b *branching) findRoot() bool {
	heaviest, r := 0, 1.0
	for i, steps := range b.steps {
		if x := rootOf(steps); x > r {
			heaviest, r = i, x
		}
	}
	whole := big.NewRat(int64(math.Round(r)), 1)
	if wholeLack(b.steps[heaviest], whole).Sign() == 0 && b.fits(whole) {
		return true
	}
	return b.fits(big.NewRat(int64(math.Ceil(r*1e4+1e-3)), 1e4))
}

// wholeLack is 1 - w(r), exactly.
func wholeLack(steps []int64, r *big.Rat) *big.Rat {
	inverse, out := new(big.Rat).Inv(r), new(big.Rat).Set(one)
	for _, c := range steps {
		x := new(big.Rat).Set(one)
		for range min(c, 4*maxLeast) {
			x.Mul(x, inverse)
		}
		out.Sub(out, x)
	}
	return out
}

func (b *branching) fits(r *big.Rat) bool {
	b.root, b.r, b.slack = r, ratUp(r), make([]float64, len(b.steps))
	for i, steps := range b.steps {
		if !r.IsInt() {
			b.slack[i] = 1 - weightAt(steps, ratDown(r))*(1+1e-12)
			if b.slack[i] < 1e-11 {
				return false
			}
			continue
		}
		lack := wholeLack(steps, r)
		if b.slack[i] = ratDown(lack); lack.Sign() < 0 {
			return false
		}
	}
	return true
}

// exact is A*r^n - Q(n) for a single case of which the cost is a polynomial, with
// Σ Q(n - c) - Q(n) equal to that; else nil.
func (b *branching) exact() *symbolic.Expr {
	if len(b.shapes) != 1 {
		return nil
	}
	costs := b.cost(b.g, b.table, b.index[0])
	degree := 0
	for _, x := range costs {
		if x.degree.whole < 0 || x.logs > 0 || x.base.Cmp(one) != 0 {
			return nil
		}
		degree = max(degree, x.degree.whole)
	}
	q := b.particular(costs, degree)
	a := 0.0
	for n := range b.first {
		a = max(a, divUp(addUp(b.table[n], q.signed(n)), power(ratDown(b.root), wholeExponent(int(n)), mulDown, -1)))
	}
	scale := constant(roundUp(max(a, b.rise(q))))
	if scale == nil {
		return nil
	}
	return scale.Mul(symbolic.Ratio(b.root).Power(symbolic.Var(b.n))).Sub(q.expr(b.n))
}

// particular solves for the coefficients of Q from the highest down.
func (b *branching) particular(costs cost, degree int) cost {
	q := make([]*big.Rat, degree+1)
	for k := range q {
		q[k] = new(big.Rat)
	}
	for _, x := range costs {
		q[x.degree.whole].Add(q[x.degree.whole], x.coef)
	}
	var out cost
	for k := degree; k >= 0; k-- {
		for m := k + 1; m <= degree; m++ {
			x := new(big.Rat).SetInt(b.powerSum(m - k))
			x.Mul(x, new(big.Rat).SetInt(new(big.Int).Binomial(int64(m), int64(k))))
			q[k].Sub(q[k], x.Mul(x, q[m]))
		}
		q[k].Quo(q[k], big.NewRat(int64(len(b.steps[0]))-1, 1))
		if q[k].Sign() != 0 {
			out = append(out, element{q[k], wholeExponent(k), 0, one})
		}
	}
	return out
}

// powerSum is Σ (-c)^k.
func (b *branching) powerSum(k int) *big.Int {
	sum := new(big.Int)
	for _, c := range b.steps[0] {
		sum.Add(sum, new(big.Int).Exp(big.NewInt(-c), big.NewInt(int64(k)), nil))
	}
	return sum
}

// signed is an upper bound of the value at n.
func (c cost) signed(n int64) float64 {
	sum := 0.0
	for _, x := range c {
		sum = addUp(sum, x.at(n))
	}
	return sum
}

// rise is the A from which on A*r^n - Q(n) does not fall: k*n^(k-1)/r^(n-1) is
// greatest at n = (k-1)/ln r or where n begins.
func (b *branching) rise(q cost) float64 {
	need, log := 0.0, math.Log(ratDown(b.root))
	for _, x := range q {
		k := float64(x.degree.whole)
		if k == 0 || x.coef.Sign() < 0 {
			continue
		}
		n := max(1, (k-1)/log)
		need += ratUp(x.coef) * k * math.Pow(n, k-1) * math.Exp(-log*(n-1)) / (ratDown(b.root) - 1) * (1 + 1e-9)
	}
	return need
}

// demand provides for one element of the cost of a shape.
func (b *branching) demand(x element, i int) bool {
	switch x.base.Cmp(b.root) {
	case 1:
		return b.above(x)
	case 0:
		rest := element{x.coef, x.degree, x.logs, one}
		b.add(rest.antidifference(b.n, b.c).Mul(symbolic.Ratio(b.root).Power(symbolic.Var(b.n))))
		return b.sum != nil
	}
	return b.below(x, i)
}

func (b *branching) add(e *symbolic.Expr) { b.sum = b.sum.Add(e) }

func (b *branching) above(x element) bool {
	left := 1.0
	for _, steps := range b.steps {
		left = min(left, 1-weightAt(steps, ratDown(x.base))*(1+1e-12))
	}
	if left < 1e-9 {
		return false
	}
	c := new(big.Rat).Mul(x.coef, rational(roundUp((1+slack)/left)))
	b.add(element{c, x.degree, x.logs, x.base}.expr(b.n))
	return true
}

// below: log2(n) is at most n, and the greatest value of n^k*(b/s)^n is
// (k/(e*ln(s/b)))^k.
func (b *branching) below(x element, i int) bool {
	s, factor := ratUp(x.base), ratUp(x.coef)
	if k := x.degree.value + float64(x.logs); k > 0 {
		low := s
		s = math.Sqrt(s * b.r)
		factor *= math.Pow(k/(math.E*math.Log(s/low)), k) * (1 + 1e-9)
	}
	d := 0.0
	if over := b.over(i, s); over > steep {
		d = factor / over * (1 + slack)
	}
	for j := range b.shapes {
		over := b.over(j, s)
		lack := -over * d
		if i == j {
			lack += factor
		}
		if lack <= 0 || i == j && over > steep {
			continue
		}
		if b.slack[j] <= 0 {
			return false
		}
		b.needs[j] += lack / b.slack[j] * math.Pow(s/b.r, float64(b.first)) * (1 + 1e-9)
	}
	b.sinks = append(b.sinks, sink{d, s})
	return true
}

// over is w(s) - 1 at least.
func (b *branching) over(i int, s float64) float64 { return weightAt(b.steps[i], s)*(1-1e-12) - 1 }

func (b *branching) finish() (*symbolic.Expr, error) {
	scale := 0.0
	for _, v := range b.needs {
		scale = max(scale, v)
	}
	fall, constantPart := 0.0, 0.0
	for _, k := range b.sinks {
		fall += k.d * (k.s - 1) / (b.r - 1) * (1 + 1e-9)
		constantPart += k.d * (1 - 1e-9)
	}
	scale = max(scale, fall)
	for n := range b.first {
		lack := b.table[n]
		for _, k := range b.sinks {
			lack = addUp(lack, mulUp(k.d, math.Pow(k.s, float64(n))*(1+slack*64)))
		}
		v, err := b.sum.Enclose(func(*symbolic.Symbol) (int64, bool) { return n, true })
		if err != nil {
			return nil, ErrForm
		}
		lack = addUp(lack, -v.Low)
		scale = max(scale, divUp(lack, power(ratDown(b.root), wholeExponent(int(n)), mulDown, -1)))
	}
	k, c := constant(roundUp(scale)), constant(tidy(-constantPart))
	if k == nil || c == nil {
		return nil, ErrSize
	}
	return b.sum.Add(k.Mul(symbolic.Ratio(b.root).Power(symbolic.Var(b.n)))).Add(c), nil
}
