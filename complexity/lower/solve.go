package lower

import (
	"math/big"

	"github.com/fraccheck/fraccheck/complexity/linear"
)

// bound finds the bounds of a group of problems that call each other, from below.
func (a *analysis) bound(group []*problem) {
	for m := range metrics {
		for _, q := range group {
			q.bounds[m] = polynomial{}
		}
		for degree := 1; degree <= 3; degree++ {
			s := newSystem(group, m, degree)
			found, top, ok := s.solve(a.spend)
			if !ok || degree > 1 && !top {
				break
			}
			for q, p := range found {
				q.bounds[m] = p
			}
		}
	}
	for _, q := range group {
		q.known = true
	}
}

// A system is the inequalities of a group: the unknowns are the coefficients of the bounds, twice
// each, as their signs are open, and factors of at least 0.
type system struct {
	group    []*problem
	metric   int
	degree   int
	unknowns int
	first    map[*problem]map[monomial]int // the unknown of a coefficient; the next one is taken away
	rows     [][]entry
	right    []*big.Rat
	prices   map[int]*big.Rat
	failed   bool
}

// An entry is a coefficient of an unknown.
type entry struct {
	of   int
	coef *big.Rat
}

func newSystem(group []*problem, metric, degree int) *system {
	s := &system{group: group, metric: metric, degree: degree, first: map[*problem]map[monomial]int{}, prices: map[int]*big.Rat{}}
	for _, q := range group {
		s.first[q] = map[monomial]int{}
		for _, m := range monomials(q.count, degree) {
			s.first[q][m] = s.unknowns
			s.unknowns += 2
		}
	}
	for _, q := range group {
		for i := range q.paths {
			s.path(q, &q.paths[i])
		}
		s.price(q)
	}
	return s
}

// A combination is a polynomial whose coefficients are sums of unknowns; -1 is the number 1.
type combination map[monomial]map[int]*big.Rat

func (c combination) add(p polynomial, unknown int, by int64) {
	for m, k := range p {
		if c[m] == nil {
			c[m] = map[int]*big.Rat{}
		}
		sum := new(big.Rat).Mul(k, big.NewRat(by, 1))
		if have := c[m][unknown]; have != nil {
			sum.Add(sum, have)
		}
		c[m][unknown] = sum
	}
}

// path adds the inequality of a path: its cost and the bounds of the calls on it, less the bound of
// the problem, is at least 0. Known facts, and products of them with symbols, may be taken off
// before: they are at least 0 themselves.
func (s *system) path(q *problem, p *path) {
	c := combination{}
	c.add(constant(big.NewRat(p.cost[s.metric], 1)), -1, 1)
	for _, u := range p.uses {
		args := p.set.All(u.args)
		if u.known {
			s.known(c, u.bounds[s.metric], args)
		} else {
			s.open(c, u.problem, args, 1)
		}
	}
	own := make([]linear.Form, q.count)
	for i := range own {
		own[i] = p.set.Now(linear.Variable(i + 1))
	}
	s.open(c, q, own, -1)
	s.facts(c, p)
	for _, coefs := range c {
		s.row(coefs)
	}
}

// known adds the bound of a call that is final, or a part of it where it may be below 0.
func (s *system) known(c combination, bound polynomial, args []linear.Form) {
	p, ok := bound.at(args)
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
	s.rows = append(s.rows, []entry{{unknown, big.NewRat(1, 1)}})
	s.right = append(s.right, big.NewRat(1, 1))
}

// open adds the bound of a problem of the group.
func (s *system) open(c combination, q *problem, args []linear.Form, by int64) {
	for m, unknown := range s.first[q] {
		p, ok := m.at(args)
		if !ok {
			s.failed = true
			return
		}
		c.add(p, unknown, by)
		c.add(p, unknown+1, -by)
	}
}

// maxFacts is how many facts of a path an inequality may use.
const maxFacts = 4

// facts takes off facts of a path with factors.
func (s *system) facts(c combination, p *path) {
	known := p.set.All(p.set.Least())
	met := map[int16]bool{}
	for m := range c {
		for _, symbol := range m {
			met[symbol] = symbol != 0
		}
	}
	for symbol := range int16(p.set.Symbols()) {
		if most, ok := p.set.Most(int(symbol)); ok && met[symbol] {
			known = append(known, linear.Number(most).Minus(linear.Variable(int(symbol))))
		}
	}
	for _, fact := range known[:min(len(known), maxFacts)] {
		c.add(ofForm(fact), s.factor(), -1)
		if s.degree == 1 {
			continue
		}
		for symbol := range int16(p.set.Symbols()) {
			if !met[symbol] {
				continue
			}
			if product, ok := ofForm(fact).times(ofForm(linear.Variable(int(symbol)))); ok {
				c.add(product, s.factor(), -1)
			}
		}
	}
}

// row has a sum be at least 0.
func (s *system) row(coefs map[int]*big.Rat) {
	var row []entry
	right := new(big.Rat)
	for unknown, c := range coefs {
		if unknown < 0 {
			right.Set(c)
		} else if c.Sign() != 0 {
			row = append(row, entry{unknown, new(big.Rat).Neg(c)})
		}
	}
	if right.Sign() < 0 {
		s.failed = true // costs are at least 0
	}
	s.rows = append(s.rows, row)
	s.right = append(s.right, right)
}

// weight is how much more a degree counts than the one below.
const weight = 4096

// price is what is to be as large as possible: the coefficients of the bound at the first call,
// those of higher degrees first.
func (s *system) price(q *problem) {
	for m, unknown := range s.first[q] {
		p, ok := m.at(q.goal)
		if !ok {
			continue
		}
		sum := new(big.Rat)
		for n, c := range p {
			by := big.NewRat(1, 1)
			for range n.degree() {
				by.Mul(by, big.NewRat(weight, 1))
			}
			sum.Add(sum, by.Mul(by, c))
		}
		s.prices[unknown] = sum
		s.prices[unknown+1] = new(big.Rat).Neg(sum)
	}
}

// maxCells bounds the size of linear programs.
const maxCells = 24_000

// solve gives the bounds; top reports whether the highest degree makes one higher.
func (s *system) solve(spend func(int)) (found map[*problem]polynomial, top, ok bool) {
	if s.failed || s.unknowns*len(s.rows) > maxCells {
		return nil, false, false
	}
	p := &program{right: s.right, spend: spend}
	for range s.unknowns {
		p.prices = append(p.prices, new(big.Rat))
	}
	for unknown, price := range s.prices {
		p.prices[unknown] = price
	}
	for _, entries := range s.rows {
		row := make([]*big.Rat, s.unknowns)
		for i := range row {
			row[i] = new(big.Rat)
		}
		for _, e := range entries {
			row[e.of] = e.coef
		}
		p.rows = append(p.rows, row)
	}
	x, ok := p.solve()
	if !ok {
		return nil, false, false
	}
	found = map[*problem]polynomial{}
	for _, q := range s.group {
		found[q] = polynomial{}
		for m, unknown := range s.first[q] {
			if c := new(big.Rat).Sub(x[unknown], x[unknown+1]); c.Sign() != 0 {
				found[q][m] = c
			}
		}
		top = top || s.rises(q, found[q])
	}
	return found, top, true
}

// rises reports whether products of the highest degree add to a bound at the first call.
func (s *system) rises(q *problem, p polynomial) bool {
	at, ok := p.at(q.goal)
	sum := new(big.Rat)
	for m, c := range at {
		if m.degree() == s.degree {
			sum.Add(sum, c)
		}
	}
	return ok && sum.Sign() > 0
}
