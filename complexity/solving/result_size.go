package solving

import (
	"math/big"
	"slices"

	"github.com/fraccheck/fraccheck/complexity/amortize"
	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/complexity/recurrence"
	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// BoundSizes bounds the sizes of results: all together, since those of one may be
// built from another's, or else each by itself.
func BoundSizes(group []*Body) {
	findFloors(group)
	var all []subject
	for _, in := range group {
		for i := range in.Sizes {
			all = append(all, subject{in, i, 0})
		}
	}
	if len(all) == 0 {
		return
	}
	alone := len(group) == 1
	if !trySizes(all, exactly) {
		boundPartly(all, slices.DeleteFunc(slices.Clone(all), func(x subject) bool {
			return trySizes([]subject{x}, exactly) || x.otherSize(alone, true)
		}), alone)
	}
	recursive := alone && group[0].Recursive()
	if recursive {
		group[0].solver.sizesInTurn(group[0])
	}
	for _, x := range all {
		bound, a := x.bound(), x.in.solver
		if *bound != nil && recursive {
			a.lesser(bound, func() { x.otherSize(alone, true) })
			a.orElse(*bound, x.in.Arity, func(i int) (recurrence.Recurrence, bool) { return a.sizeRecurrence(x.in, x.amount, i, nil) })
		}
	}
}

// bound is where the bound of a subject that is an amount stands.
func (x subject) bound() **Cost { return &x.in.Sizes[x.amount].Bound }

// boundPartly bounds those sizes that lack a bound by more than they have, and then by
// splitting paths as well.
func boundPartly(all, lacking []subject, alone bool) {
	var kept []*Cost
	for _, x := range all {
		kept = append(kept, *x.bound())
	}
	if len(lacking) == 0 {
		return
	}
	if trySizes(all, partly) || trySizes(all, accumulating) || trySizes(all, split) {
		for i, x := range all {
			if kept[i] != nil {
				*x.bound() = kept[i]
			}
		}
	} else {
		for _, x := range lacking {
			_ = trySizes([]subject{x}, partly) || trySizes([]subject{x}, accumulating) || trySizes([]subject{x}, split)
		}
	}
	for _, x := range lacking {
		x.in.solver.lesser(x.bound(), func() { x.otherSize(alone, false) })
	}
}

// otherSize looks for a bound of a size that is no polynomial: of an instance that does
// not call itself the largest on all paths, of others a recurrence, where divides one that
// divides a size.
func (x subject) otherSize(alone, divides bool) bool {
	switch {
	case !x.in.Recursive():
		*x.bound() = x.in.largestSize(x.amount)
		return *x.bound() != nil
	case alone:
		return x.in.solver.sizeByRecurrence(x.in, x.amount, divides)
	}
	return false
}

// largestSize bounds an amount of an instance that does not call itself by the largest
// of what its paths give; nil where one of these has no bound.
func (in *Body) largestSize(amount int) *Cost {
	var most *symbolic.Expr
	for i, o := range in.Paths {
		sizes := o.Given
		sum := linear.Form{}
		for _, part := range in.Sizes[amount].Parts {
			sum = sum.Plus(1, o.Now(sizes[part]))
		}
		e := in.solver.Rising(in.solver.uppersOf(o, in.Arity).of(sum))
		switch {
		case e == nil:
			return nil
		case i == 0:
			most = e
		default:
			most = in.solver.Larger(most, e)
		}
	}
	if most == nil {
		return nil
	}
	return in.solver.ofExpr(most)
}

// A counting says how sizes are counted in a linear program: only where all of one is a
// part of another, or for parts of it too, or with accumulators, or on paths that are split
// besides.
type counting uint8

const (
	exactly counting = iota
	partly
	accumulating
	split
)

// trySizes bounds some sizes by polynomials; false where it cannot.
func trySizes(subjects []subject, how counting) bool {
	s := newSystem(subjects)
	s.partly, s.splits = how >= partly, how == split
	if how == accumulating {
		if s.accumulate = accumulators(subjects); len(s.accumulate) == 0 {
			return false
		}
	}
	for _, x := range subjects {
		for _, o := range x.in.Paths {
			for _, p := range s.parts(o) {
				if !s.size(x, p) {
					return false
				}
			}
		}
	}
	found := subjects[0].in.solver.polynomials(s)
	for i, b := range found {
		x := subjects[i]
		b.Terms = append(b.Terms, s.accumulated(x)...)
		x.in.Sizes[x.amount].Bound = x.in.solver.OfPolynomial(&b)
	}
	return found != nil
}

// parts are the paths that a path counts as.
func (s *system) parts(p *Trace) []*Trace {
	if s.splits {
		return p.split()
	}
	return []*Trace{p}
}

// times is how often a size, of so many parts, counts for what is part of it in another.
func (s *system) times(part, whole linear.Form, own []linear.Form, parts int) int64 {
	if s.partly {
		return coveredBy(part, whole, own, parts)
	}
	return whole.Contains(part)
}

// size adds the inequality of an amount on one path.
func (s *system) size(x subject, o *Trace) bool {
	q := amortize.Inequality{Unknown: s.index[x], Args: s.unaccumulated(x, own(o, x.in))}
	if tooMany(q.Args) {
		return false
	}
	sizes := o.Given
	rest := linear.Form{}
	for _, part := range x.in.Sizes[x.amount].Parts {
		rest = rest.Plus(1, o.Now(sizes[part]))
	}
	rest = rest.Plus(-1, s.added(x, own(o, x.in)))
	g := o.grounding(x.in)
	g.raw = !s.partly || s.splits
	for i := len(o.Calls) - 1; i >= 0; i-- {
		if c := o.Calls[i]; c.Callee.Done {
			rest = replaceGiven(o, c, rest, func(whole, part linear.Form) int64 { return s.times(part, whole, q.Args, 1) })
		} else {
			rest = s.cover(&q, g, &c, rest)
		}
	}
	for i := len(o.Calls) - 1; i >= 0 && s.partly; i-- {
		if c := o.Calls[i]; c.Callee.Done {
			rest = g.put(rest, &c)
		} else {
			rest = s.coverParts(&q, g, &c, rest)
		}
	}
	q.Costs = append(q.Costs, amortize.Cost{Polynomial: identity, Args: []linear.Form{rest}})
	return s.add(q, o)
}

// cover expresses as much of a size as it can by the sizes of what a call gave.
func (s *system) cover(q *amortize.Inequality, g grounding, c *Call, rest linear.Form) linear.Form {
	for i := len(c.Callee.Sizes) - 1; i >= 0; i-- { // sums first: they say more
		times := s.times(g.given(c, i), rest, q.Args, len(c.Callee.Sizes[i].Parts))
		rest = s.covered(q, g, c, i, rest, times)
	}
	return rest
}

// coverParts covers what are foreign parts of a size that a call gave by all of it.
func (s *system) coverParts(q *amortize.Inequality, g grounding, c *Call, rest linear.Form) linear.Form {
	for i := range c.Callee.Sizes {
		rest = s.covered(q, g, c, i, rest, g.times(rest, g.given(c, i)))
	}
	return rest
}

// covered puts an unknown, so many times, in the place of an amount of what a call gave.
func (s *system) covered(q *amortize.Inequality, g grounding, c *Call, amount int, rest linear.Form, times int64) linear.Form {
	x := subject{c.Callee, amount, s.phase}
	index, known := s.index[x]
	if !known || times <= 0 {
		return rest
	}
	q.Calls = append(q.Calls, amortize.Call{Times: times, Unknown: index, Args: g.all(s.unaccumulated(x, c.Args))})
	return minus(rest, times, g.given(c, amount)).Plus(times, g.p.Now(s.added(x, c.Args)))
}

// replaceGiven puts what is known to bound the sizes that a call gave in their
// place.
func replaceGiven(p *Trace, c Call, rest linear.Form, often func(whole, part linear.Form) int64) linear.Form {
	for i := len(c.Callee.Sizes) - 1; i >= 0; i-- {
		a := c.Callee.Sizes[i]
		if a.Bound == nil || a.Bound.polynomial == nil {
			continue
		}
		given := linear.Form{}
		for _, part := range a.Parts {
			given = given.Plus(1, p.Now(c.Out[part]))
		}
		bound, times, ok := linearBound(a.Bound.polynomial, now(p, c.Args))
		if left := p.Now(bound.Plus(-1, given)); !left.IsZero() && left.Sign() == 1 {
			continue // the sizes that the bound is made of are written by these already
		}
		if k := often(rest, given); ok && times == 1 && k > 0 {
			rest = minus(rest, k, given).Plus(k, bound)
		}
	}
	return rest
}

// coveredBy is how often a size, of so many parts, must be counted for what is part of it
// in another: as often as it is contained in that. Where only some of its symbols are
// there, as many as it has parts, and none of these is a part of the instance's own sizes,
// which stand for themselves, as often as covers them. So of x ≤ x + y ≤ bound, x is no
// more than the bound.
func coveredBy(size, whole linear.Form, own []linear.Form, parts int) int64 {
	if times := whole.Contains(size); times > 0 {
		return times
	}
	times, symbols := int64(0), 0
	for i, c := range size.All() {
		if c <= 0 || whole.Of(i) <= 0 {
			continue
		}
		if slices.ContainsFunc(own, func(a linear.Form) bool { return a.Of(i) != 0 }) {
			return 0
		}
		times = max(times, (whole.Of(i)+c-1)/c)
		symbols++
	}
	if symbols < parts {
		return 0
	}
	return times
}

// minus is a sum without so many times another. Of parts of that which the sum has not as
// often, nothing is taken away: they are naturals.
func minus(whole linear.Form, times int64, part linear.Form) linear.Form {
	return whole.Plus(-times, part).Map(func(i int, c int64) int64 {
		if c < 0 && whole.Of(i) >= 0 {
			return 0
		}
		return c
	})
}

// Learn notes what is known of the sizes that a call gave. Of one that may never give
// anything nothing is noted: what is said of its results holds because there are none, and
// a way on which that cannot be is gone all the same, up to the call.
func (p *Trace) Learn(c Call) {
	switch {
	case c.Silent || c.Callee.Done && !c.Callee.Ends:
		return
	case !c.Callee.Done:
		p.learnOpen(c)
		return
	}
	p.LearnExact(&c)
	for i := len(c.Callee.Sizes) - 1; i >= 0; i-- { // sums first: they say more
		s := c.Callee.Sizes[i]
		for _, bound := range s.bounds() {
			p.learnAmount(c, s, bound)
		}
	}
}

func (p *Trace) learnAmount(c Call, s Amount, bound *Cost) {
	if sum, times, ok := linearBound(bound.polynomial, now(p, c.Args)); ok && !(s.exact && bound == s.Bound) {
		p.Assume(sum.Plus(-times, totalOf(&c, s)))
	}
}

// learnOpen notes the sizes that a call gave in the group that is being bounded. Whether the call
// ends is not known yet, and what is known of its results may hold for the lack of any: of
//
//	def @f(%a: List[int32], %b: List[int32]) -> Box { match (%a) { Nil => @f(%b, %a), Cons(_, %t) => Box(%t) } }
//
// a result has at most |a| + |b| - 1 elements, which two empty lists do not have. What is noted
// must not exclude what the call was passed, or a call that never ends counts as one that is never
// made. So there are always sizes with all that is noted: the exact ones of parts, and 0 for the
// other parts. A bound that may be below that is raised by its constant, or else left out.
func (p *Trace) learnOpen(c Call) {
	exact := make([]linear.Form, len(c.Out))
	for _, s := range c.Callee.Sizes {
		if !s.exact || len(s.Parts) != 1 {
			continue
		}
		if sum, _, ok := linearBound(s.Bound.polynomial, now(p, c.Args)); ok && p.Natural(sum) {
			exact[s.Parts[0]] = sum
			p.determine(totalOf(&c, s), sum)
		}
	}
	for i := len(c.Callee.Sizes) - 1; i >= 0; i-- { // sums first: they say more
		s := c.Callee.Sizes[i]
		least := linear.Form{}
		for _, part := range s.Parts {
			least = least.Plus(1, exact[part])
		}
		for _, bound := range s.bounds() {
			sum, times, ok := linearBound(bound.polynomial, now(p, c.Args))
			if !ok {
				continue
			}
			if left := sum.Plus(-times, least); left.Const < 0 && !p.Natural(left) {
				sum = sum.Plus(-left.Const, linear.Number(1))
			}
			if p.Natural(sum.Plus(-times, least)) {
				p.Assume(sum.Plus(-times, totalOf(&c, s)))
			}
		}
	}
}

// bounds are the polynomials that bound an amount.
func (s *Amount) bounds() (all []*Cost) {
	if s.Bound == nil {
		return nil
	}
	for _, bound := range append([]*Cost{s.Bound}, s.Bound.also...) {
		if bound.polynomial != nil {
			all = append(all, bound)
		}
	}
	return all
}

// linearBound is a bound of degree 1 with whole coefficients, and by how much it
// was multiplied for that.
func linearBound(b *amortize.Polynomial, args []linear.Form) (sum linear.Form, times int64, ok bool) {
	times = 1
	for _, t := range b.Terms {
		if !t.Coef.Denom().IsInt64() || t.Coef.Denom().Int64() > 60 || !t.Coef.Num().IsInt64() || t.Coef.Num().Int64() > linear.MaxFactor {
			return linear.Form{}, 0, false
		}
		times = lcm(times, t.Coef.Denom().Int64())
	}
	for _, t := range b.Terms {
		k := t.Coef.Num().Int64() * (times / t.Coef.Denom().Int64())
		at := slices.IndexFunc(t.Powers, func(e uint8) bool { return e > 0 })
		switch {
		case at < 0:
			sum.Const += k
		case t.Degree() == 1:
			sum = sum.Plus(k, args[at])
		default:
			return linear.Form{}, 0, false
		}
	}
	return sum, times, true
}

func lcm(a, b int64) int64 {
	x, y := a, b
	for y != 0 {
		x, y = y, x%y
	}
	return a / x * b
}

// identity is the polynomial x.
var identity = amortize.Polynomial{Terms: []amortize.Term{{Coef: big.NewRat(1, 1), Powers: []uint8{1}}}}

// Theorem (accumulators). Let the parameter a of f be passed, in a call of f, what another
// call of f on the path gave. If V with U(x, a) = V(x) + a satisfies the inequalities of f,
// U bounds what f gives.
//
// In `@onto(%l, Cons(%v, @onto(%r, %x)))` the bound would have to be put into itself,
// U(l, 1 + U(r, x)), which is not linear in its unknown coefficients. With the coefficient
// of a fixed to 1 it is: V(l) + 1 + V(r) + x. That is where the parameter is only added, as
// accumulators are; nothing is lost by looking for such a U last.

// accumulators are the sizes of parameters in which the results of calls of the same group
// stand, for each amount of which such a result is a part: by their places among the sizes
// of both results.
func accumulators(subjects []subject) map[subject][]int {
	found := map[subject][]int{}
	for _, x := range subjects {
		for _, o := range x.in.Paths {
			for at := range o.Calls {
				o.accumulated(found, subjects, &o.Calls[at])
			}
		}
	}
	return found
}

// accumulated notes the sizes that a call is passed and that other calls of the group gave.
func (p *Trace) accumulated(found map[subject][]int, subjects []subject, c *Call) {
	for _, x := range subjects {
		if x.in != c.Callee {
			continue
		}
		for size, arg := range c.Args {
			if !slices.Contains(found[x], size) && p.gaveAny(p.Now(arg), x.in.Sizes[x.amount].Parts, subjects) {
				found[x] = append(found[x], size)
			}
		}
	}
}

// gaveAny reports whether some parts of the results of a group's calls are in a sum.
func (p *Trace) gaveAny(sum linear.Form, parts []int, subjects []subject) bool {
	return slices.ContainsFunc(p.Calls, func(c Call) bool {
		in := slices.ContainsFunc(subjects, func(x subject) bool { return x.in == c.Callee })
		return in && slices.ContainsFunc(parts, func(part int) bool {
			return part < len(c.Out) && sum.Contains(p.Now(c.Out[part])) > 0
		})
	})
}

// added is the sum of the sizes that are added to an unknown.
func (s *system) added(x subject, sizes []linear.Form) linear.Form {
	sum := linear.Form{}
	for _, size := range s.accumulate[x] {
		sum = sum.Plus(1, sizes[size])
	}
	return sum
}

// unaccumulated are the sizes on which an unknown depends besides: 0 in the places of those that
// are added to it.
func (s *system) unaccumulated(x subject, sizes []linear.Form) []linear.Form {
	if len(s.accumulate[x]) == 0 {
		return sizes
	}
	rest := slices.Clone(sizes)
	for _, size := range s.accumulate[x] {
		rest[size] = linear.Form{}
	}
	return rest
}

// accumulated are the sizes that are added to an unknown, as a part of a polynomial.
func (s *system) accumulated(x subject) []amortize.Term {
	var terms []amortize.Term
	for _, size := range s.accumulate[x] {
		powers := make([]uint8, size+1)
		powers[size] = 1
		terms = append(terms, amortize.Term{Coef: big.NewRat(1, 1), Powers: powers})
	}
	return terms
}
