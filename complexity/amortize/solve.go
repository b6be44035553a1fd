package amortize

import (
	"math/big"
	"slices"
	"strconv"

	"github.com/fraccheck/fraccheck/complexity/linear"
)

// Solve finds polynomials for the unknowns of a system, of the least degree for
// which there are some; nil where there are none of degree MaxDegree. Where several
// are least, as n + 1 and m + 1 for min(n, m) + 1, it gives one of them.
func (s *System) Solve() []Polynomial {
	if s.degree() > MaxDegree {
		return nil
	}
	for degree := s.degree(); degree <= MaxDegree; degree++ {
		if found := s.solve(degree); found != nil {
			return found
		}
	}
	return nil
}

// A template is the bounds of all unknowns with open coefficients: columns are
// the products of binomial coefficients, those of one unknown side by side. After them
// stand those of what is known, by the inequality: products of it that are added to the
// larger side, which is at least the smaller one if it is so with something of at least 0
// taken away (J. Farkas, "Theorie der einfachen Ungleichungen", 1902).
type template struct {
	first   []int // by unknown: its first column; then where those of what is known begin
	columns []column
	known   []part // by inequality
}

// A part are the columns from one to before another.
type part struct{ from, to int }

type column struct {
	unknown int
	powers  []uint8
}

func (s *System) template(degree int) *template {
	t := &template{}
	for u, arity := range s.Arity {
		t.first = append(t.first, len(t.columns))
		for _, row := range exponents(arity, degree) {
			t.columns = append(t.columns, column{u, row})
		}
	}
	t.first = append(t.first, len(t.columns))
	for i := range s.Inequalities {
		from, q := len(t.columns), &s.Inequalities[i]
		for _, row := range exponents(q.Variables, q.factors(degree)) {
			for range q.Known {
				t.columns = append(t.columns, column{len(s.Arity), row})
			}
		}
		t.known = append(t.known, part{from, len(t.columns)})
	}
	return t
}

// maxFactors is how many products what is known is multiplied by at most.
const maxFactors = 16

// factors is the degree of what is known is multiplied by.
func (q *Inequality) factors(degree int) int {
	if len(q.Known) == 0 || degree == 0 {
		return -1
	}
	if choose(q.Variables+degree-1, degree-1) > maxFactors {
		return 0
	}
	return degree - 1
}

// of are the columns of an unknown.
func (t *template) of(unknown int) (from, to int) {
	return t.first[unknown], t.first[unknown+1]
}

// A row says Σ left·coefficients ≥ right.
type row struct {
	left  []int64
	right *big.Rat
}

func (s *System) solve(degree int) []Polynomial {
	if s.columns(degree) > maxColumns {
		return nil
	}
	t := s.template(degree)
	if s.tooLarge(t, degree) {
		return nil
	}
	var rows []row
	grids := map[int]*grid{}
	for i := range s.Inequalities {
		q := &s.Inequalities[i]
		g := grids[q.Variables]
		if g == nil {
			g = newGrid(q.Variables, degree)
			grids[q.Variables] = g
		}
		s.Meter.Spend(g.steps(len(t.columns)) + 8*len(g.points)*len(q.Costs))
		for _, r := range t.rows(q, t.known[i], g) {
			switch {
			case r.trivial():
			case r.impossible():
				return nil
			default:
				rows = append(rows, r)
			}
		}
	}
	s.Meter.Spend(len(rows) * (1 + len(t.columns)/8)) // to tell them apart, and to check them
	coefficients, ok := minimize(t.prices(s), distinct(rows), s.Meter)
	if !ok || !holds(rows, coefficients) {
		return nil
	}
	return t.polynomials(len(s.Arity), coefficients)
}

// maxEntries is how many numbers the rows may have, in maxColumns columns, and maxValue what arguments may
// be at the points of a grid, so that products of three of them times the weights do
// not overflow.
const (
	maxEntries = 1 << 20
	maxColumns = 1 << 13
	maxValue   = 1 << 15
)

// tooLarge reports whether a program would take too long, or overflow.
func (s *System) tooLarge(t *template, degree int) bool {
	entries := 0
	for i := range s.Inequalities {
		q := &s.Inequalities[i]
		entries += choose(q.Variables+degree, degree) * len(t.columns)
		if entries > maxEntries || !q.small(int64(degree)) {
			return true
		}
	}
	return false
}

// columns is how many coefficients all templates have.
func (s *System) columns(degree int) int {
	sum := 0
	for _, arity := range s.Arity {
		sum += choose(min(arity, maxColumns)+degree, degree)
	}
	return sum
}

// choose is how many products of at most k of n-k variables there are.
func choose(n, k int) int { return int(binomial(int64(n), uint8(k))) }

// small reports whether all arguments stay below maxValue where the variables add up
// to at most degree.
func (q *Inequality) small(degree int64) bool {
	all := [][]linear.Form{q.Args, q.Known}
	for _, c := range q.Costs {
		all = append(all, c.Args)
	}
	times := int64(0)
	for _, c := range q.Calls {
		all = append(all, c.Args)
		times += c.Times
	}
	for _, args := range all {
		if slices.ContainsFunc(args, func(a linear.Form) bool { return largest(a, degree) > maxValue }) {
			return false
		}
	}
	return times <= 1<<8
}

// rows are the conditions of one inequality: every coefficient of the difference
// of its sides is at least 0.
func (t *template) rows(q *Inequality, known part, g *grid) []row {
	values := make([][]int64, len(g.points)) // of every column at every point
	costs := make([]*big.Rat, len(g.points))
	for i, point := range g.points {
		values[i] = make([]int64, len(t.columns))
		t.add(values[i], 1, q.Unknown, q.Args, point)
		for _, c := range q.Calls {
			t.add(values[i], -c.Times, c.Unknown, c.Args, point)
		}
		t.addKnown(values[i], q, known, point)
		costs[i] = q.costAt(point)
	}
	rows := make([]row, len(g.weights))
	for i, weights := range g.weights {
		rows[i] = row{make([]int64, len(t.columns)), new(big.Rat)}
		for _, w := range weights {
			for j, v := range values[w.point] {
				rows[i].left[j] += w.by * v
			}
			rows[i].right.Add(rows[i].right, new(big.Rat).Mul(costs[w.point], big.NewRat(w.by, 1)))
		}
	}
	return rows
}

// add adds times the value of an unknown's columns at a point.
func (t *template) add(values []int64, times int64, unknown int, args []linear.Form, point []int64) {
	at := evaluate(args, point)
	from, to := t.of(unknown)
	for j := from; j < to; j++ {
		values[j] += times * product(t.columns[j].powers, at)
	}
}

// addKnown takes away the products of what is known of an inequality.
func (t *template) addKnown(values []int64, q *Inequality, known part, point []int64) {
	at := evaluate(q.Known, point)
	for j := known.from; j < known.to; j++ {
		values[j] = -at[(j-known.from)%len(at)] * product(t.columns[j].powers, point)
	}
}

func evaluate(args []linear.Form, point []int64) []int64 {
	at := make([]int64, len(args))
	for i, a := range args {
		at[i] = a.At(point)
	}
	return at
}

func (q *Inequality) costAt(point []int64) *big.Rat {
	sum := new(big.Rat)
	for _, c := range q.Costs {
		sum.Add(sum, c.At(evaluate(c.Args, point)))
	}
	return sum
}

// trivial rows hold whatever the coefficients are, which are at least 0.
func (r row) trivial() bool {
	return r.right.Sign() <= 0 && !slices.ContainsFunc(r.left, func(v int64) bool { return v < 0 })
}

// impossible rows hold for no coefficients.
func (r row) impossible() bool {
	return r.right.Sign() > 0 && !slices.ContainsFunc(r.left, func(v int64) bool { return v > 0 })
}

// text is a row as a key.
func (r row) text() string {
	var b []byte
	for _, v := range r.left {
		b = strconv.AppendInt(b, v, 36)
		b = append(b, ',')
	}
	return string(b) + r.right.String()
}

func distinct(rows []row) []row {
	var kept []row
	met := map[string]bool{}
	for _, r := range rows {
		if key := r.text(); !met[key] {
			met[key] = true
			kept = append(kept, r)
		}
	}
	return kept
}

// prices weigh the coefficients that are to be small: those of higher degree first, and of
// these such that do not depend on what is preferred.
func (t *template) prices(s *System) []float64 {
	const perDegree, preferred = 64, 63
	prices := make([]float64, len(t.columns))
	for j, c := range t.columns[:t.first[len(t.first)-1]] {
		prices[j] = 1
		first := s.Arity[c.unknown]
		if c.unknown < len(s.Preferred) {
			first -= s.Preferred[c.unknown]
		}
		for i, e := range c.powers {
			for range e {
				if i >= first {
					prices[j] *= preferred
				} else {
					prices[j] *= perDegree
				}
			}
		}
	}
	return prices
}

// holds checks every row exactly.
func holds(rows []row, coefficients []*big.Rat) bool {
	for _, r := range rows {
		sum := new(big.Rat)
		for j, v := range r.left {
			if v != 0 {
				sum.Add(sum, new(big.Rat).Mul(coefficients[j], big.NewRat(v, 1)))
			}
		}
		if sum.Cmp(r.right) < 0 {
			return false
		}
	}
	return true
}

func (t *template) polynomials(unknowns int, coefficients []*big.Rat) []Polynomial {
	found := make([]Polynomial, unknowns)
	for j, c := range t.columns[:t.first[unknowns]] {
		if coefficients[j].Sign() != 0 {
			found[c.unknown].Terms = append(found[c.unknown].Terms, Term{coefficients[j], c.powers})
		}
	}
	return found
}

// largest bounds the absolute value of a form where its variables add up to at most degree.
func largest(a linear.Form, degree int64) int64 {
	most := int64(0)
	for _, t := range a.Terms {
		most = max(most, t.Coef, -t.Coef)
	}
	return max(a.Const, -a.Const) + degree*most
}
