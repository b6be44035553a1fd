package lower

import (
	"cmp"
	"slices"

	"github.com/fraccheck/fraccheck/complexity/constraint"
	"github.com/fraccheck/fraccheck/complexity/linear"
)

// Theorem (bounds from below). Let L_q be a polynomial for each problem q of a group such that on each
// path through q, with the parameters x of q, the cost c, and calls of problems r with parameters y,
//
//	L_q(x) ≤ c + Σ L_r(y)        for all naturals that satisfy the path's set
//
// Then every run of q that ends costs at least L_q(x): by induction over its calls. Runs that do
// not end cost more than any number, and runs that fault are on no path (machine.go gives up).
//
// The sum on the right less the left side is a polynomial D over the symbols of the path. It is at
// least 0 if D - Σ λᵢ·fᵢ has no coefficient below 0, for facts fᵢ ≥ 0 of the path and λᵢ ≥ 0
// (Handelman's theorem says that this is nearly all there is, for bounded sets: "Representing
// polynomials by positive linear functions on compact convex polyhedra", 1988). All of this is
// linear in the coefficients of the L_q and in the λᵢ: a linear program, whose objective is the
// coefficients of L at the first call, those of higher degrees first.

// bound finds the bounds of a group of problems that call each other, from below. The degree rises
// as long as that gives a product of the new degree; what was found for a lower degree is kept.
func (a *analysis) bound(group []*problem) {
	byDigits := a.digits && numerals(group)
	for m := range metrics {
		for _, q := range group {
			q.bounds[m] = nil
		}
		if !a.wanted[m] {
			continue
		}
		reached := 0
		for degree := 1; degree <= 3; degree++ {
			found, top, ok := newSystem(group, m, degree, false).solve(func(steps int) bool { a.spend(steps); return true })
			if !ok || degree > 1 && !top {
				break
			}
			for q, p := range found {
				q.bounds[m] = p
			}
			if top {
				reached = degree
			}
		}
		if !byDigits {
			continue
		}
		most := reached
		if callsDigits(group, m) { // products with these may be of a higher degree
			most++
		}
		left := a.steps / 2 // what is known without digits is not given up for them
		for degree := reached; degree <= min(most, 2); degree++ {
			found, top, ok := newSystem(group, m, degree, true).solve(func(steps int) bool {
				if left -= steps; left >= 0 {
					a.steps -= steps
				}
				return left >= 0
			})
			for _, q := range group {
				ok = ok && q.soundAt(found[q])
			}
			if ok && top {
				for q, p := range found {
					q.bounds[m] = p
				}
				break
			}
		}
	}
	for _, q := range group {
		q.known = true
	}
}

// soundAt reports whether a bound is sound for the parameters of the first call.
func (q *problem) soundAt(bound polynomial) bool {
	d := q.goals()
	at, ok := bound.at(q.at(q.goal, d))
	return ok && (len(at) == 0 || at.sound(d.form))
}

// callsDigits reports whether a bound with digits is known of a call in a group.
func callsDigits(group []*problem, metric int) bool {
	for _, q := range group {
		for _, p := range q.paths {
			for _, u := range p.uses {
				if slices.ContainsFunc(u.bounds[metric], func(t term) bool { return int(t.monomial[0]) > u.count }) {
					return true
				}
			}
		}
	}
	return false
}

// A system is the inequalities of a group: the unknowns are the coefficients of the bounds, twice
// each, as their signs are open, and factors of at least 0.
type system struct {
	group    []*problem
	metric   int
	degree   int
	digits   bool // the bounds have digits
	unknowns int
	paired   int // the first of them are in pairs, of which rows have the first one alone
	first    map[*problem][]coefficient
	rows     [][]entry
	right    []rational
	prices   map[int]rational
	failed   bool
}

// A coefficient is that of a monomial in a bound: the difference of an unknown and the next one.
type coefficient struct {
	monomial
	unknown int
}

// An entry is a coefficient of an unknown.
type entry struct {
	of   int
	coef rational
}

func newSystem(group []*problem, metric, degree int, digits bool) *system {
	s := &system{group: group, metric: metric, degree: degree, digits: digits, first: map[*problem][]coefficient{}, prices: map[int]rational{}}
	for _, q := range group {
		for _, m := range q.templates(degree, digits) {
			s.first[q] = append(s.first[q], coefficient{m, s.unknowns})
			s.unknowns += 2
		}
	}
	s.paired = s.unknowns
	for _, q := range group {
		for i := range q.paths {
			s.path(q, &q.paths[i])
		}
		s.price(q)
	}
	return s
}

// A combination is a polynomial whose coefficients are sums of unknowns; -1 is the number 1.
// Unknowns may occur more than once in a sum.
type combination struct {
	monomials []monomial
	sums      [][]entry // by monomial
}

func (c *combination) add(p polynomial, unknown int, by int64) {
	for _, t := range p {
		at := slices.Index(c.monomials, t.monomial)
		if at < 0 {
			at = len(c.monomials)
			c.monomials, c.sums = append(c.monomials, t.monomial), append(c.sums, nil)
		}
		c.sums[at] = append(c.sums[at], entry{unknown, t.coef.times(whole(by))})
	}
}

// path adds the inequality of a path: its cost and the bounds of the calls on it, less the bound of
// the problem, is at least 0. Known facts, and products of them with symbols, may be taken off
// before: they are at least 0 themselves.
func (s *system) path(q *problem, p *path) {
	c := &combination{}
	c.add(constant(whole(p.cost[s.metric])), -1, 1)
	d := &digits{set: &p.set}
	for _, u := range p.uses {
		at := u.at(p.set.All(u.args), d)
		if u.known {
			s.known(c, u.bounds[s.metric], at)
		} else {
			s.open(c, u.problem, at, 1)
		}
	}
	s.open(c, q, q.at(q.own(p), d), -1)
	s.facts(c, p, d)
	for _, sum := range c.sums {
		s.row(sum)
	}
}

// known adds the bound of a call that is final, or a part of it where it may be below 0: what a call
// costs is at least 0 and at least b, and so at least λ·b for every 0 ≤ λ ≤ 1.
func (s *system) known(c *combination, bound polynomial, x point) {
	p, ok := bound.at(x)
	switch {
	case !ok:
	case p.natural():
		c.add(p, -1, 1)
	default:
		factor := s.factor()
		c.add(p, factor, 1)
		s.limit(factor)
	}
}

// factor is a new unknown of at least 0.
func (s *system) factor() int {
	s.unknowns++
	return s.unknowns - 1
}

// limit has an unknown be at most 1.
func (s *system) limit(unknown int) {
	s.rows = append(s.rows, []entry{{unknown, whole(1)}})
	s.right = append(s.right, whole(1))
}

// open adds the bound of a problem of the group.
func (s *system) open(c *combination, q *problem, x point, by int64) {
	for _, k := range s.first[q] {
		p, ok := k.at(x)
		if !ok {
			s.failed = true
			return
		}
		c.add(p, k.unknown, by)
	}
}

// maxFacts is how many facts of a path an inequality may use, and maxDigitFacts how many about
// digits.
const (
	maxFacts      = 4
	maxDigitFacts = 8
)

// facts takes off facts of a path with factors.
func (s *system) facts(c *combination, p *path, d *digits) {
	known := p.set.All(p.set.Least())
	met := map[int16]bool{}
	for _, m := range c.monomials {
		for _, symbol := range m {
			met[symbol] = symbol != 0
		}
	}
	for symbol := range int16(p.set.Symbols()) {
		if most, ok := p.set.Most(int(symbol)); ok && met[symbol] {
			known = append(known, linear.Number(most).Minus(linear.Variable(int(symbol))))
		}
	}
	facts := formsAt(known[:min(len(known), maxFacts)])
	hasDigits := func(t term) bool { return slices.ContainsFunc(t.monomial[:], d.isDigits) }
	unmet := func(t term) bool { return hasDigits(t) && !met[t.monomial[0]] }
	more := slices.DeleteFunc(d.facts(), func(p polynomial) bool { return slices.ContainsFunc(p, unmet) })
	facts = append(facts, more[:min(len(more), maxDigitFacts)]...)
	for _, fact := range facts {
		c.add(fact, s.factor(), -1)
		if s.degree == 1 && !s.digits {
			continue
		}
		ofDigits := slices.ContainsFunc(fact, hasDigits)
		for symbol := range int16(p.set.Symbols() + len(d.known)) {
			if !met[symbol] || ofDigits && d.isDigits(symbol) {
				continue
			}
			if product, ok := fact.times(polynomial{{monomial{symbol}, whole(1)}}); ok {
				c.add(product, s.factor(), -1)
			}
		}
	}
}

// row has a sum be at least 0.
func (s *system) row(sum []entry) {
	slices.SortFunc(sum, func(x, y entry) int { return cmp.Compare(x.of, y.of) })
	var row []entry
	right := rational{}
	for i := 0; i < len(sum); {
		unknown, c := sum[i].of, rational{}
		for ; i < len(sum) && sum[i].of == unknown; i++ {
			c = c.plus(sum[i].coef)
		}
		if unknown < 0 {
			right = c
		} else if c.sign() != 0 {
			row = append(row, entry{unknown, c.negated()})
		}
	}
	if right.sign() < 0 {
		s.failed = true // costs are at least 0
	}
	s.rows = append(s.rows, row)
	s.right = append(s.right, right)
}

// weight is how much more a degree counts than the one below, and digitWeight what digits count.
const (
	weight      = 4096
	digitWeight = 64
)

// goals are the digits of the first call's parameters, of which nothing is known.
func (q *problem) goals() *digits {
	most := 0
	for _, f := range q.goal {
		most = max(most, f.Last())
	}
	set := constraint.New(nil)
	set.With(most + 1)
	return &digits{set: &set}
}

// price is what is to be as large as possible: the coefficients of the bound at the first call,
// those of higher degrees first.
func (s *system) price(q *problem) {
	d := q.goals()
	goal := q.at(q.goal, d)
	for _, k := range s.first[q] {
		p, ok := k.at(goal)
		if !ok {
			continue
		}
		sum := rational{}
		for _, t := range p {
			by := whole(1)
			for _, symbol := range t.monomial {
				switch {
				case symbol == 0:
				case d.isDigits(symbol):
					by = by.times(whole(digitWeight))
				default:
					by = by.times(whole(weight))
				}
			}
			sum = sum.plus(by.times(t.coef))
		}
		s.prices[k.unknown] = sum
	}
}

// maxCells bounds the size of linear programs.
const maxCells = 24_000

// solve gives the bounds; top reports whether the highest degree makes one higher.
func (s *system) solve(spend func(steps int) bool) (found map[*problem]polynomial, top, ok bool) {
	if s.failed || s.unknowns*len(s.rows) > maxCells {
		return nil, false, false
	}
	p := &program{right: s.right, spend: spend, prices: make([]rational, s.unknowns)}
	for unknown, price := range s.prices {
		p.prices[unknown], p.prices[unknown+1] = price, price.negated()
	}
	cells := make([]rational, len(s.rows)*s.unknowns)
	for _, entries := range s.rows {
		row := cells[:s.unknowns:s.unknowns]
		cells = cells[s.unknowns:]
		for _, e := range entries {
			if row[e.of] = e.coef; e.of < s.paired {
				row[e.of+1] = e.coef.negated()
			}
		}
		p.rows = append(p.rows, row)
	}
	x, ok := p.solve()
	if !ok {
		return nil, false, false
	}
	found = map[*problem]polynomial{}
	for _, q := range s.group {
		var bound polynomial
		for _, k := range s.first[q] {
			bound.add(k.monomial, x[k.unknown].minus(x[k.unknown+1]))
		}
		found[q] = bound
		top = top || s.rises(q, bound)
	}
	return found, top, true
}

// rises reports whether products of the highest degree, or digits, add to a bound at the first
// call.
func (s *system) rises(q *problem, p polynomial) bool {
	d := q.goals()
	at, ok := p.at(q.at(q.goal, d))
	sum := rational{}
	for _, t := range at {
		if s.digits && slices.ContainsFunc(t.monomial[:], d.isDigits) || !s.digits && t.degree() == s.degree {
			sum = sum.plus(t.coef)
		}
	}
	return ok && sum.sign() > 0
}
