package solving

import (
	"slices"

	"github.com/fraccheck/fraccheck/complexity/amortize"
	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// maxVariables is how many symbols an inequality may have: the linear program has
// a row for each product of up to three of them. Paths that are split have more.
const (
	maxVariables      = 12
	maxSplitVariables = 24
)

// A subject is what a system asks for: a function of an instance's sizes.
type subject struct {
	in     *Body
	amount int // of the result's sizes; -1: what it costs
	phase  int // see sizesInTurn
}

// A system is one in the making.
type system struct {
	subjects []subject
	index    map[subject]int
	// accumulate are the sizes of parameters that are added to an unknown, for each: see
	// accumulators.
	accumulate map[subject][]int
	partly     bool            // sizes that calls gave may be counted for parts of them
	splits     bool            // paths are split
	raw        bool            // see grounding
	extra      []amortize.Cost // of the next inequality of costs; see refund.go
	phase      int             // that calls of the same are of; see sizesInTurn
	amortize.System
}

func newSystem(subjects []subject) *system {
	s := &system{subjects: subjects, index: map[subject]int{}}
	for i, x := range subjects {
		s.index[x] = i
		s.Arity = append(s.Arity, x.in.Arity)
		preferred := len(x.in.Derived)
		if x.amount < 0 {
			preferred -= x.in.Aside
		}
		s.Preferred = append(s.Preferred, preferred)
	}
	return s
}

// tooMany reports whether sizes alone have more symbols than an inequality may.
func tooMany(sizes []linear.Form) bool {
	r := renaming{}
	for _, s := range sizes {
		for i, c := range s.All() {
			if c != 0 {
				r[i] = 0
			}
		}
		if len(r) > maxVariables {
			return true
		}
	}
	return false
}

// own are the sizes of an instance's parameters on a path.
func own(p *Trace, in *Body) []linear.Form {
	args := make([]linear.Form, in.Arity)
	for i := range args {
		args[i] = p.Now(linear.Variable(i))
	}
	return args
}

func now(p *Trace, sizes []linear.Form) []linear.Form {
	all := make([]linear.Form, len(sizes))
	for i, s := range sizes {
		all[i] = p.Now(s)
	}
	return all
}

// costly are the sizes on which costs depend: 0 in the places of those that are aside. A
// coefficient of these stands in no inequality, so that it is 0.
func (in *Body) costly(sizes []linear.Form) []linear.Form {
	for i := range sizes {
		if in.isAside(i) {
			sizes[i] = linear.Form{}
		}
	}
	return sizes
}

func (in *Body) isAside(size int) bool {
	first := in.Arity - len(in.Derived)
	return first <= size && size < first+in.Aside
}

// maxKnown is how much of what a path knows goes with an inequality.
const maxKnown = 4

// add adds an inequality after numbering its variables anew, with what a path knows of
// these; false where it has too many.
func (s *system) add(q amortize.Inequality, p *Trace) bool {
	r := renaming{}
	q.Args = r.all(q.Args)
	for i := range q.Costs {
		q.Costs[i].Args = r.all(q.Costs[i].Args)
	}
	for i := range q.Calls {
		q.Calls[i].Args = r.all(q.Calls[i].Args)
	}
	for _, e := range p.Least() {
		if e = p.Now(e); len(q.Known) < maxKnown && e.Sign() == 0 && r.has(e) {
			q.Known = append(q.Known, r.one(e))
		}
	}
	q.Variables = len(r)
	s.Inequalities = append(s.Inequalities, q)
	if s.splits {
		return len(r) <= maxSplitVariables && !tooLarge(q)
	}
	return len(r) <= maxVariables && !tooLarge(q)
}

// tooLarge reports whether products of coefficients could overflow.
func tooLarge(q amortize.Inequality) bool {
	large := func(a linear.Form) bool { return a.Large() }
	found := slices.ContainsFunc(q.Args, large) || slices.ContainsFunc(q.Known, large)
	for _, c := range q.Costs {
		found = found || slices.ContainsFunc(c.Args, large)
	}
	for _, c := range q.Calls {
		found = found || c.Times > linear.MaxFactor || slices.ContainsFunc(c.Args, large)
	}
	return found
}

// A renaming numbers symbols in the order in which they are met.
type renaming map[int]int

func (r renaming) all(as []linear.Form) []linear.Form {
	renamed := make([]linear.Form, len(as))
	for i, a := range as {
		renamed[i] = r.one(a)
	}
	return renamed
}

// has reports whether all symbols of a sum have been met.
func (r renaming) has(a linear.Form) bool {
	for i, c := range a.All() {
		if _, met := r[i]; c != 0 && !met {
			return false
		}
	}
	return true
}

func (r renaming) one(a linear.Form) linear.Form {
	b := linear.Number(a.Const)
	for i, c := range a.All() {
		if c == 0 {
			continue
		}
		n, known := r[i]
		if !known {
			n = len(r)
			r[i] = n
		}
		b = b.Plus(c, linear.Variable(n))
	}
	return b
}

// cost adds the inequality of what a chain of a path costs; false where it has no
// bound that is a polynomial.
func (s *system) cost(in *Body, p *Trace, m Metric, c chain, flat bool) bool {
	q := amortize.Inequality{Unknown: s.index[subject{in, -1, 0}], Args: in.costly(own(p, in))}
	if tooMany(q.Args) {
		return false
	}
	q.Costs = append(q.Costs, s.extra...)
	if c.cost > 0 {
		q.Costs = append(q.Costs, amortize.Cost{Polynomial: amortize.Constant(c.cost)})
	}
	g := p.grounding(in)
	g.raw = s.raw
	for _, work := range c.works {
		q.Costs = append(q.Costs, amortize.Cost{Polynomial: identity, Args: []linear.Form{g.one(work)}})
	}
	u := in.solver.uppersOf(p, in.Arity)
	for _, m := range c.exprs {
		e := m.sum()
		if !s.expr(&q, u, e, flat) {
			return false
		}
	}
	for _, at := range c.calls {
		if !s.call(&q, g, u, at, m, flat) {
			return false
		}
	}
	return s.add(q, p)
}

// call adds what a call costs: an unknown of the system, or its bound.
func (s *system) call(q *amortize.Inequality, g grounding, u *uppers, at int, m Metric, flat bool) bool {
	c := g.p.Calls[at]
	if i, known := s.index[subject{c.Callee, -1, 0}]; known {
		q.Calls = append(q.Calls, amortize.Call{Times: 1, Unknown: i, Args: c.Callee.costly(g.all(c.Args))})
		return true
	}
	bound := c.Callee.Bounds[m]
	switch {
	case bound == nil:
		return false
	case bound.polynomial != nil && !flat:
		args := g.all(c.Args)
		if r := c.Callee.refunds[m]; u.a.refunding && r != nil && !c.Silent && r.part < len(c.Out) {
			q.Costs = append(q.Costs, amortize.Cost{Polynomial: r.cost, Args: args}, g.p.refundOf(negative(r.less), c.Args, c.Out[r.part]))
			return true
		}
		if u.a.small {
			for i, arg := range args {
				args[i] = g.p.Raised(arg, maxRest)
			}
		}
		q.Costs = append(q.Costs, amortize.Cost{Polynomial: g.least(bound, args), Args: args})
		return true
	}
	e := u.ofCall(bound, c.Args)
	return e != nil && s.polynomial(q, u, e)
}

// expr adds an expression over the path's sizes: those that stand in it for
// themselves or, where flat, for what bounds them in the sizes of the parameters.
func (s *system) expr(q *amortize.Inequality, u *uppers, e *symbolic.Expr, flat bool) bool {
	if flat {
		e = u.expr(e)
	}
	return s.polynomial(q, u, e)
}

// polynomial adds an expression over the path's sizes.
func (s *system) polynomial(q *amortize.Inequality, u *uppers, e *symbolic.Expr) bool {
	p, ok := u.a.Binomials(u.p.NowExpr(e))
	if !ok || p.Degree() > amortize.MaxDegree {
		return false
	}
	var args []linear.Form
	for _, t := range p.Terms {
		for i := range t.Powers {
			if i >= len(args) {
				args = append(args, linear.Variable(i))
			}
		}
	}
	q.Costs = append(q.Costs, amortize.Cost{Polynomial: p, Args: args})
	return true
}

// NowExpr is an expression in the symbols that are free.
func (p *Trace) NowExpr(e *symbolic.Expr) *symbolic.Expr {
	return e.Subst(func(s *symbolic.Symbol) *symbolic.Expr {
		i, known := p.Solver.Index[s]
		if !known {
			return nil
		}
		solution, solved := p.Solved(i)
		if !solved {
			return nil
		}
		return p.Solver.AffineExpr(solution)
	})
}

func (a *Solver) AffineExpr(s linear.Form) *symbolic.Expr {
	sum := symbolic.Int(s.Const)
	for i, c := range s.All() {
		if c != 0 {
			sum = sum.Add(a.Size(i).Mul(symbolic.Int(c)))
		}
	}
	return sum
}
