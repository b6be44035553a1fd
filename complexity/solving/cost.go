package solving

import (
	"errors"
	"math/big"
	"slices"
	"strconv"

	"github.com/fraccheck/fraccheck/complexity/amortize"
	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// A cost bounds what an instance costs, or a size of what it gives: a function of
// the instance's sizes that does not fall where one of them rises.
type Cost struct {
	// polynomial is the bound where it has the form from which that is seen; nil
	// for others.
	polynomial *amortize.Polynomial
	// expr is the bound over the variables of sizes (Analysis.size).
	Expr *symbolic.Expr
	// also are other bounds of the same, none of which is always the least. expr is
	// the least of all, only the first of them.
	also []*Cost
	only *symbolic.Expr
}

// first is the bound that polynomial is, where that is not nil.
func (c *Cost) First() *symbolic.Expr {
	if c.only != nil {
		return c.only
	}
	return c.Expr
}

// or adds another bound of the same, unless it is never less.
func (a *Solver) or(c *Cost, e *symbolic.Expr) {
	for _, known := range append([]*symbolic.Expr{c.First()}, exprs(c.also)...) {
		a.Spend(exprSteps(e, known))
		if e == nil || e.Sub(known).Nonnegative() {
			return
		}
	}
	if c.First().Sub(e).Nonnegative() { // it is always less
		if less := a.ofExpr(e); less != nil {
			*c = *less
		}
		return
	}
	other := a.ofExpr(e)
	if other == nil {
		return
	}
	c.only = c.First()
	c.also = append(c.also, other)
	c.Expr = c.Expr.Min(e)
}

func exprs(costs []*Cost) []*symbolic.Expr {
	var all []*symbolic.Expr
	for _, c := range costs {
		all = append(all, c.Expr)
	}
	return all
}

// size is the variable that stands for size i of an instance, or of a path, in
// expressions.
func (a *Solver) Size(i int) *symbolic.Expr {
	for len(a.variables) <= i {
		s := symbolic.NewSymbol("s"+strconv.Itoa(len(a.variables)), uint32(len(a.variables)))
		a.variables = append(a.variables, symbolic.Var(s))
		a.Index[s] = len(a.Index)
	}
	return a.variables[i]
}

// symbol is the symbol of size i.
func (a *Solver) symbol(i int) *symbolic.Symbol {
	s, _ := a.Size(i).Symbol()
	return s
}

func (a *Solver) OfPolynomial(p *amortize.Polynomial) *Cost {
	sum := symbolic.Int(0)
	for _, t := range p.Terms {
		sum = sum.Add(a.term(t))
	}
	return &Cost{polynomial: p, Expr: sum}
}

// term is Coef · Π C(sᵢ, Powers[i]) with the binomials written out.
func (a *Solver) term(t amortize.Term) *symbolic.Expr {
	if !t.Coef.Num().IsInt64() || !t.Coef.Denom().IsInt64() {
		return nil
	}
	product, _ := symbolic.Rational(t.Coef.Num().Int64(), t.Coef.Denom().Int64())
	for i, d := range t.Powers {
		x := a.Size(i)
		if d == 0 {
			continue
		}
		product = product.Mul(x)
		for k := int64(1); k < int64(d); k++ { // C(x, d) = x/1 · (x - 1)/2 · …
			factor, _ := symbolic.Rational(1, k+1)
			product = product.Mul(x.Sub(symbolic.Int(k))).Mul(factor)
		}
	}
	return product
}

// ofExpr is the cost of an expression that rises with all sizes. Where it is a
// polynomial of a small degree whose coefficients over binomials are at least 0, it
// is that too. Nil for exponentials of exponentials that have grown too large to be read:
// what is built upon them would have no end.
func (a *Solver) ofExpr(e *symbolic.Expr) *Cost {
	a.Spend(exprSteps(e))
	if _, err := e.Growth(); errors.Is(err, symbolic.ErrTooLarge) {
		return nil
	}
	if p, ok := a.Binomials(e); ok && rises(p) {
		return &Cost{polynomial: &p, Expr: e}
	}
	return &Cost{Expr: e}
}

func rises(p amortize.Polynomial) bool {
	return Nonnegative(p) && p.Degree() <= amortize.MaxDegree
}

func Nonnegative(p amortize.Polynomial) bool {
	return !slices.ContainsFunc(p.Terms, func(t amortize.Term) bool { return t.Coef.Sign() < 0 })
}

// maxExponent bounds the exponents that are written in binomials.
const maxExponent = 8

// stirling[k][j]·j! is how often C(x, j) is in x^k: the numbers of Stirling of the
// second kind (Graham, Knuth, Patashnik, Concrete Mathematics, 6.1).
var stirling = func() (s [maxExponent + 1][maxExponent + 1]int64) {
	s[0][0] = 1
	for k := 1; k <= maxExponent; k++ {
		for j := 1; j <= k; j++ {
			s[k][j] = int64(j)*s[k-1][j] + s[k-1][j-1]
		}
	}
	return s
}()

// binomials writes a polynomial over sizes in products of binomials.
func (a *Solver) Binomials(e *symbolic.Expr) (p amortize.Polynomial, ok bool) {
	sums := map[string]*big.Rat{}
	var order []string
	ok = true
	is := e.Polynomial(func(c *big.Rat, factors []symbolic.Factor) {
		for _, f := range factors {
			ok = ok && f.Exponent <= maxExponent && a.Index[f.Symbol] < MaxSymbols
		}
		if !ok {
			return
		}
		a.spread(c, factors, nil, func(powers []uint8, by *big.Rat) {
			key := string(powers)
			if sums[key] == nil {
				sums[key] = new(big.Rat)
				order = append(order, key)
			}
			sums[key].Add(sums[key], by)
		})
	})
	for _, key := range order {
		if sums[key].Sign() != 0 {
			p.Terms = append(p.Terms, amortize.Term{Coef: sums[key], Powers: []uint8(key)})
		}
	}
	return p, ok && is
}

// spread multiplies out the factors of a term, each a sum of binomials.
func (a *Solver) spread(c *big.Rat, factors []symbolic.Factor, powers []uint8, add func([]uint8, *big.Rat)) {
	if len(factors) == 0 {
		add(powers, c)
		return
	}
	f := factors[0]
	i := a.Index[f.Symbol]
	wide := make([]uint8, max(len(powers), i+1))
	factorial := int64(1)
	for j := 1; j <= int(f.Exponent); j++ {
		factorial *= int64(j)
		clear(wide)
		copy(wide, powers)
		wide[i] = uint8(j)
		by := new(big.Rat).Mul(c, big.NewRat(stirling[f.Exponent][j]*factorial, 1))
		a.spread(by, factors[1:], append([]uint8(nil), wide...), add)
	}
}

// A Metric says what is counted.
type Metric uint8

const (
	// Work counts scalar operations, calls, constructors, projections and
	// branches, one each.
	Work Metric = iota
	// Tick counts the calls of definitions.
	Tick
	// Span counts the same as Work, but only what has to wait for each other: of
	// all chains of dependent operations the longest.
	Span
	// Memory counts the bytes of what is made: 8 for each field of a constructor
	// with fields and 8 for itself, 8 for each part of a tuple, the elements of a
	// tensor that has dimensions.
	Memory
	MetricCount
)

// measures are the letters that the costs of unknown functions print as.
var Letters = [MetricCount]symbolic.Measure{Work: symbolic.Work, Tick: 'T', Span: symbolic.Span, Memory: symbolic.Memory}

// charges are costs by metric, over the path's sizes; nil where one is not known.
type Charges [MetricCount]*symbolic.Expr

// recurrenceSteps is what solving a recurrence takes for each term of its costs.
const recurrenceSteps = 32

// spend counts steps of the body that is looked at.
func (a *Solver) Spend(n int) {
	a.Left -= n
	a.Meter.Spend(n)
}

// spend counts steps on a path. Those outside of bodies are few.
func (p *Trace) Spend(n int) {
	if p.Of != nil {
		p.Of.solver.Spend(n)
	}
}

// exprSteps is what work on some expressions takes.
func exprSteps(es ...*symbolic.Expr) int {
	n := 4
	for _, e := range es {
		n += e.Size()
	}
	return n
}
