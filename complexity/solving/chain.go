package solving

import (
	"math/big"
	"slices"

	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// Theorem (chains of differences). Let f be a definition of which every path calls f at most once,
// and let g₀, …, gₖ₋₁ be linear in the integers v that are passed to f and c ≥ 1 such that on every
// path that calls f with v′
//
//	g₀(v) ≥ 1,    gⱼ(v′) - gⱼ(v) ≤ gⱼ₊₁(v) for j < k - 1,    gₖ₋₁(v′) - gₖ₋₁(v) ≤ -c
//
// Then a run goes through at most so many bodies of f:
//
//	N(v) = k + 1 + Σⱼ (Kⱼ·max(gⱼ(v), 0))^(1/(k - j)),    Kⱼ = k·C(k, j)·(k - j)!/c
//
// Proof. By induction over t, gⱼ is at most Σᵢ C(t, i)·gⱼ₊ᵢ(v) - c·C(t, k - j) after t calls
// (Newton's formula). Where call number t + 1 is made, g₀ ≥ 1 there; so with aⱼ = max(gⱼ(v), 0),
// c·C(t, k) < Σⱼ C(t, j)·aⱼ. If t ≥ k, C(t, k)·C(k, j) = C(t, j)·C(t - j, k - j), so that for some
// j, c/k < aⱼ·C(k, j)/C(t - j, k - j), and with C(t - j, k - j) ≥ (t - k + 1)^(k - j)/(k - j)!
// t - k + 1 is less than the j-th summand of N. The bodies are t + 2 at most.
//
// For k = 1 this is a linear ranking function, and the gⱼ are a nested one (A. Ben-Amram, S. Genaim,
// "On multiphase-linear ranking functions", 2017), whose bounds are linear in max gⱼ: the roots are
// less. Integers below 0 are what makes it necessary: `@f(%x + %y, %y - 1)` while `%x > 0` takes
// y + √x steps, and none of the forms of f by signs (complexity/sign.go) has that bound by itself.
//
// g₀ is an integer of f, or the difference that a guard compares with 0; each next one is the
// difference of the one before on some path. The integers are looked at in all forms of f that call
// each other, which have the same ones, of whatever signs.

// maxChain is the greatest k.
const maxChain = 4

// A difference is a linear form over the integers that are passed to a body, by number.
type difference = linear.Form

// at is a difference with the integers of a body for sizes in the places of its own.
func (in *Body) at(g difference, sizes []linear.Form) linear.Form {
	sum := linear.Number(g.Const)
	for i, c := range g.All() {
		sum = sum.Plus(c, put(in.Values[i], sizes))
	}
	return sum
}

// put puts sizes in the places of the variables of a form.
func put(a linear.Form, sizes []linear.Form) linear.Form {
	sum := linear.Number(a.Const)
	for i, c := range a.All() {
		sum = sum.Plus(c, sizes[i])
	}
	return sum
}

// A step is a path through a form of a definition, with the call of another one that it makes; to
// is nil where it makes none.
type step struct {
	sum
	to   *Body
	args []linear.Form
}

// byDifferences bounds a body by how often it is gone through and the most expensive path.
func (a *Solver) byDifferences(in *Body, m Metric) {
	if b := in.Bounds[m]; b != nil && b.polynomial != nil && b.polynomial.Degree() < 2 {
		return
	}
	steps, ok := a.stepsOf(in, m)
	if !ok {
		return
	}
	cost := a.stepCost(steps, m)
	if cost == nil {
		return
	}
	for _, g := range in.firstDifferences() {
		if chain, per, ok := a.chainFrom(g, steps); ok {
			if e := a.Rising(a.stepsAtMost(in, chain, per).Mul(cost)); e != nil {
				a.lesser(&in.Bounds[m], func() { in.Bounds[m] = a.ofExpr(e) })
			}
			return
		}
	}
}

// stepsOf are the paths through all forms of a definition that one reaches; false where one calls
// two of them, or what has no bound yet.
func (a *Solver) stepsOf(in *Body, m Metric) (steps []step, ok bool) {
	forms := []*Body{in}
	for i := 0; i < len(forms); i++ {
		paths := forms[i].everyPath()
		if forms[i].Done {
			paths = forms[i].kept
		}
		for _, p := range paths {
			if p.Loss != nil || len(paths) > maxTimes {
				return nil, false
			}
			for _, c := range p.sums(m) {
				s := step{sum: sum{forms[i], p, c}}
				s.calls = nil
				for _, at := range c.calls {
					call := p.Calls[at]
					switch {
					case call.Callee.definition == in.definition && len(call.Callee.Values) == len(in.Values) && (!call.Callee.Done || call.Callee.kept != nil):
						if s.to != nil {
							return nil, false
						}
						s.to, s.args = call.Callee, call.Args
						if !slices.Contains(forms, s.to) {
							forms = append(forms, s.to)
						}
					case !call.Callee.Done || call.Callee.Bounds[m] == nil:
						return nil, false
					default:
						s.calls = append(s.calls, at)
					}
				}
				steps = append(steps, s)
			}
		}
	}
	return steps, slices.ContainsFunc(steps, func(s step) bool { return s.to != nil })
}

// stepCost is what the most expensive path costs besides its call; nil where that depends on
// sizes that rise from call to call.
func (a *Solver) stepCost(steps []step, m Metric) *symbolic.Expr {
	var most *symbolic.Expr
	for _, s := range steps {
		e := a.total(s.sum, m, nil, nil)
		if e == nil {
			return nil
		}
		if most == nil {
			most = e
		} else {
			most = a.Larger(most, e)
		}
	}
	keeps := true
	most.Symbols(func(symbol *symbolic.Symbol) {
		i := a.Index[symbol]
		for _, s := range steps {
			if s.to == nil {
				continue
			}
			if keeps = keeps && i < min(s.in.Arity, len(s.args)) && s.in.Most[i] == 0; keeps {
				over := s.p.Now(s.args[i]).Minus(s.p.Now(linear.Variable(i)))
				keeps = over.IsZero() || over.Sign() == -1
			}
		}
	})
	if !keeps {
		return nil
	}
	return most
}

// firstDifferences are what may be counted down to 0: the integers, and what guards compare.
func (in *Body) firstDifferences() (all []difference) {
	for i := range in.Values {
		all = append(all, linear.Variable(i))
	}
	for _, d := range in.Derived {
		if g, ok := in.overValues(d.Form); ok && d.Kind == Excess {
			all = append(all, g)
		}
	}
	return all
}

// overValues is a form over a body's sizes as one over its integers; false where it has others.
func (in *Body) overValues(a linear.Form) (g difference, ok bool) {
	g = linear.Number(a.Const)
	for size, c := range a.All() {
		at := slices.IndexFunc(in.Values, func(v linear.Form) bool { return v.Has(size) })
		if at < 0 {
			return g, false
		}
		own := in.Values[at] // size or -1 - size
		g = g.Plus(c*own.Of(size), linear.Variable(at).Plus(-1, linear.Number(own.Const)))
	}
	return g, true
}

// chainFrom is a chain that begins with a difference, and by how much the last one falls.
func (a *Solver) chainFrom(first difference, steps []step) (chain []difference, per int64, ok bool) {
	one := linear.Number(1)
	for _, s := range steps {
		if s.to != nil && !s.p.Natural(s.in.at(first, own(s.p, s.in)).Minus(one)) {
			return nil, 0, false
		}
	}
	chain = []difference{first}
	for len(chain) <= maxChain {
		last := chain[len(chain)-1]
		next, found := difference{}, false
		for _, s := range steps {
			a.Spend(len(steps))
			if s.to == nil {
				continue
			}
			g, plain := s.in.overValues(s.change(last))
			if plain && !found && everyChange(steps, last, g) {
				next, found = g, true
			}
		}
		switch {
		case !found || next.Exceeds(linear.MaxFactor):
			return nil, 0, false
		case next.IsNumber():
			return chain, -next.Const, next.Const < 0
		}
		chain = append(chain, next)
	}
	return nil, 0, false
}

// change is what a difference rises by in the call of a step.
func (s step) change(g difference) linear.Form {
	sizes := make([]linear.Form, s.in.Arity)
	for i := range sizes {
		sizes[i] = linear.Variable(i)
	}
	return s.to.at(g, s.args).Minus(s.in.at(g, sizes))
}

// everyChange reports whether a difference rises by no more than another in each call.
func everyChange(steps []step, g, most difference) bool {
	return !slices.ContainsFunc(steps, func(s step) bool {
		return s.to != nil && !s.p.Natural(s.in.at(most, own(s.p, s.in)).Minus(s.p.Now(s.change(g))))
	})
}

// stepsAtMost is N of the theorem.
func (a *Solver) stepsAtMost(in *Body, chain []difference, per int64) *symbolic.Expr {
	k := int64(len(chain))
	sum := symbolic.Int(k + 1)
	sizes := make([]linear.Form, in.Arity)
	for i := range sizes {
		sizes[i] = linear.Variable(i)
	}
	for j, g := range chain {
		most := a.AffineExpr(in.at(g, sizes).Positive())
		for i, d := range in.Derived {
			if d.Kind == Excess && d.Form.Equal(in.at(g, sizes)) {
				most = a.Size(in.Arity - len(in.Derived) + i)
			}
		}
		left := k - int64(j)
		factor := new(big.Int).Mul(big.NewInt(k), new(big.Int).Binomial(k, int64(j)))
		factor.Mul(factor, new(big.Int).MulRange(1, left))
		root, _ := symbolic.Rational(1, left)
		by, ok := symbolic.Rational(factor.Int64(), per)
		if !ok {
			return nil
		}
		sum = sum.Add(most.Mul(by).Power(root))
	}
	return sum
}
