package complexity

import (
	"math/big"
	"slices"

	"github.com/fraccheck/fraccheck/complexity/amortize"
	"github.com/fraccheck/fraccheck/complexity/recurrence"
	"github.com/fraccheck/fraccheck/graph"
	"github.com/fraccheck/fraccheck/symbolic"
	"github.com/fraccheck/fraccheck/types"
)

// maxVariables is how many symbols an inequality may have: the linear program has
// a row for each product of up to three of them.
const maxVariables = 12

// A subject is what a system asks for: a function of an instance's sizes.
type subject struct {
	in     *instance
	amount int // of the result's sizes; -1: what it costs
}

// A system is one in the making.
type system struct {
	subjects []subject
	index    map[subject]int
	// accumulate are the sizes of parameters that are added to an unknown, for each: see
	// accumulators.
	accumulate map[subject][]int
	amortize.System
}

func newSystem(subjects []subject) *system {
	s := &system{subjects: subjects, index: map[subject]int{}}
	for i, x := range subjects {
		s.index[x] = i
		s.Arity = append(s.Arity, x.in.arity)
		s.Preferred = append(s.Preferred, len(x.in.differences))
	}
	return s
}

// own are the sizes of an instance's parameters on a path.
func own(p *path, in *instance) []affine {
	args := make([]affine, in.arity)
	for i := range args {
		args[i] = p.now(amortize.Variable(i))
	}
	return args
}

func now(p *path, sizes []affine) []affine {
	all := make([]affine, len(sizes))
	for i, s := range sizes {
		all[i] = p.now(s)
	}
	return all
}

// maxFacts is how many of the facts that a path knows an inequality may have.
const maxFacts = 6

// add adds an inequality of a path after numbering its variables anew, with what the path
// knows of these; false where it has too many.
func (s *system) add(q amortize.Inequality, p *path) bool {
	r := renaming{}
	q.Args = r.all(q.Args)
	for i := range q.Costs {
		q.Costs[i].Args = r.all(q.Costs[i].Args)
	}
	for i := range q.Calls {
		q.Calls[i].Args = r.all(q.Calls[i].Args)
	}
	q.Variables = len(r)
	for _, e := range p.least {
		if e = p.now(e); r.has(e) && oneSign(e) == 0 && len(q.Facts) < maxFacts {
			q.Facts = append(q.Facts, r.one(e))
		}
	}
	s.Inequalities = append(s.Inequalities, q)
	return len(r) <= maxVariables && !tooLarge(q)
}

// tooLarge tells of coefficients whose products could overflow.
func tooLarge(q amortize.Inequality) bool {
	found := slices.ContainsFunc(q.Args, large) || slices.ContainsFunc(q.Facts, large)
	for _, c := range q.Costs {
		found = found || slices.ContainsFunc(c.Args, large)
	}
	for _, c := range q.Calls {
		found = found || c.Times > maxFactor || slices.ContainsFunc(c.Args, large)
	}
	return found
}

// A renaming numbers symbols in the order in which they are met.
type renaming map[int]int

func (r renaming) all(as []affine) []affine {
	renamed := make([]affine, len(as))
	for i, a := range as {
		renamed[i] = r.one(a)
	}
	return renamed
}

// has tells whether all symbols of a sum are numbered.
func (r renaming) has(a affine) bool {
	for i, c := range a.Coef {
		if _, known := r[i]; c != 0 && !known {
			return false
		}
	}
	return true
}

func (r renaming) one(a affine) affine {
	b := amortize.Number(a.Const)
	for i, c := range a.Coef {
		if c == 0 {
			continue
		}
		n, known := r[i]
		if !known {
			n = len(r)
			r[i] = n
		}
		b = b.Plus(c, amortize.Variable(n))
	}
	return b
}

// cost adds the inequality of what a chain of a path costs; false where it has no
// bound that is a polynomial.
func (s *system) cost(in *instance, p *path, m Metric, c chain, flat bool) bool {
	q := amortize.Inequality{Unknown: s.index[subject{in, -1}], Args: own(p, in)}
	if c.cost > 0 {
		q.Costs = append(q.Costs, amortize.Cost{Polynomial: amortize.Constant(c.cost)})
	}
	g := p.grounding(in)
	for _, work := range c.works {
		q.Costs = append(q.Costs, amortize.Cost{Polynomial: identity, Args: []affine{g.one(work)}})
	}
	u := in.home.uppersOf(p, in.arity)
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
	c := g.p.calls[at]
	if i, known := s.index[subject{c.callee, -1}]; known {
		q.Calls = append(q.Calls, amortize.Call{Times: 1, Unknown: i, Args: g.all(c.args)})
		return true
	}
	bound := c.callee.bounds[m]
	switch {
	case bound == nil:
		return false
	case bound.polynomial != nil && !flat:
		args := g.all(c.args)
		q.Costs = append(q.Costs, amortize.Cost{Polynomial: g.least(bound, args), Args: args})
		return true
	}
	e := u.ofCall(bound, c.args)
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
	p, ok := u.a.binomials(u.a.nowExpr(u.p, e))
	if !ok || p.Degree() > amortize.MaxDegree {
		return false
	}
	var args []affine
	for _, t := range p.Terms {
		for i := range t.Powers {
			if i >= len(args) {
				args = append(args, amortize.Variable(i))
			}
		}
	}
	q.Costs = append(q.Costs, amortize.Cost{Polynomial: p, Args: args})
	return true
}

// nowExpr is an expression in the symbols that are free.
func (a *Analysis) nowExpr(p *path, e *symbolic.Expr) *symbolic.Expr {
	return e.Subst(func(s *symbolic.Symbol) *symbolic.Expr {
		i, known := a.index[s]
		if !known || i >= len(p.solved) || p.solved[i] == nil {
			return nil
		}
		return a.affineExpr(p.now(*p.solved[i]))
	})
}

func (a *Analysis) affineExpr(s affine) *symbolic.Expr {
	sum := symbolic.Int(s.Const)
	for i, c := range s.Coef {
		if c != 0 {
			sum = sum.Add(a.size(i).Mul(symbolic.Int(c)))
		}
	}
	return sum
}

// callLoss says that a call has no bound, and where it stands. What a definition lacks
// where it calls itself, with sizes of another form, it lacks itself.
func (in *instance) callLoss(c call) Loss {
	if in.object != nil && c.callee.object == in.object && c.callee.loss != nil {
		return *c.callee.loss
	}
	g, _ := in.home.bodyOf(in)
	if c.at == graph.None {
		return Loss{Reason: CallCost}
	}
	return Loss{CallCost, g.Info.Item, g.Node(c.at)}
}

// resultSizes are the sizes of what a path gives; integers says which of them are
// the values of integers.
func resultSizes(o outcome, in *instance) (sizes []affine, integers []int) {
	w := &walk{Analysis: in.home, in: in, results: in.home.follows(in)}
	w.sizesLike(o.path, o.result, in.result, &sizes)
	return sizes, w.integers
}

// boundSizes bounds the sizes of results: all together, since those of one may be
// built from another's, or else each by itself.
func boundSizes(group []*instance) {
	var all []subject
	for _, in := range group {
		for i := range in.sizes {
			all = append(all, subject{in, i})
		}
	}
	if len(all) == 0 {
		return
	}
	together := trySizes(all)
	for _, x := range all {
		found := together || trySizes([]subject{x})
		if !x.in.recursive() {
			if !found {
				x.in.sizes[x.amount].bound = x.in.largestSize(x.amount)
			}
			continue
		}
		if len(group) > 1 {
			continue
		}
		a := x.in.home
		if !found {
			a.sizeByRecurrence(x.in, x.amount)
			continue
		}
		a.orElse(x.in.sizes[x.amount].bound, x.in.arity, func(i int) (recurrence.Recurrence, bool) { return a.sizeRecurrence(x.in, x.amount, i, nil) })
	}
}

// largestSize bounds an amount of an instance that does not call itself by the largest
// of what its paths give; nil where one of these has no bound.
func (in *instance) largestSize(amount int) *cost {
	var most *symbolic.Expr
	for i, o := range in.paths {
		sizes, _ := resultSizes(o, in)
		sum := affine{}
		for _, part := range in.sizes[amount].parts {
			sum = sum.Plus(1, o.now(sizes[part]))
		}
		e := in.home.rising(in.home.uppersOf(o.path, in.arity).of(sum))
		switch {
		case e == nil:
			return nil
		case i == 0:
			most = e
		default:
			most = larger(most, e)
		}
	}
	if most == nil {
		return nil
	}
	return in.home.ofExpr(most)
}

// trySizes bounds some amounts by polynomials, without accumulators or with them.
func trySizes(subjects []subject) bool {
	if solveSizes(subjects, nil) {
		return true
	}
	found := accumulators(subjects)
	return len(found) > 0 && solveSizes(subjects, found)
}

func solveSizes(subjects []subject, accumulate map[subject][]int) bool {
	s := newSystem(subjects)
	s.accumulate = accumulate
	for _, x := range subjects {
		for _, o := range x.in.paths {
			if !s.size(x, o) {
				return false
			}
		}
	}
	found := subjects[0].in.home.polynomials(s)
	for i, b := range found {
		x := subjects[i]
		b.Terms = append(b.Terms, s.accumulated(x)...)
		x.in.sizes[x.amount].bound = x.in.home.ofPolynomial(&b)
	}
	return found != nil
}

// size adds the inequality of an amount on one path.
func (s *system) size(x subject, o outcome) bool {
	q := amortize.Inequality{Unknown: s.index[x], Args: s.others(x, own(o.path, x.in))}
	sizes, _ := resultSizes(o, x.in)
	rest := affine{}
	for _, part := range x.in.sizes[x.amount].parts {
		rest = rest.Plus(1, o.now(sizes[part]))
	}
	rest = rest.Plus(-1, s.added(x, own(o.path, x.in)))
	g := o.grounding(x.in)
	for i := len(o.calls) - 1; i >= 0; i-- {
		if c := o.calls[i]; c.callee.done {
			rest = replaceGiven(o.path, c, rest)
		} else {
			rest = s.cover(&q, g, &c, rest)
		}
	}
	for i := len(o.calls) - 1; i >= 0; i-- {
		if c := o.calls[i]; c.callee.done {
			rest = g.put(rest, &c)
		} else {
			rest = s.coverParts(&q, g, &c, rest)
		}
	}
	q.Costs = append(q.Costs, amortize.Cost{Polynomial: identity, Args: []affine{rest}})
	return s.add(q, o.path)
}

// cover expresses as much of a size as it can by the sizes of what a call gave.
func (s *system) cover(q *amortize.Inequality, g grounding, c *call, rest affine) affine {
	for i := len(c.callee.sizes) - 1; i >= 0; i-- { // sums first: they say more
		rest = s.covered(q, g, c, i, rest, contained(g.given(c, i), rest))
	}
	return rest
}

// coverParts covers what are foreign parts of a size that a call gave by all of it.
func (s *system) coverParts(q *amortize.Inequality, g grounding, c *call, rest affine) affine {
	for i := range c.callee.sizes {
		rest = s.covered(q, g, c, i, rest, g.times(rest, g.given(c, i)))
	}
	return rest
}

// covered puts an unknown, so many times, in the place of an amount of what a call gave.
func (s *system) covered(q *amortize.Inequality, g grounding, c *call, amount int, rest affine, times int64) affine {
	index, known := s.index[subject{c.callee, amount}]
	if !known || times <= 0 {
		return rest
	}
	x := subject{c.callee, amount}
	q.Calls = append(q.Calls, amortize.Call{Times: times, Unknown: index, Args: g.all(s.others(x, c.args))})
	return rest.Plus(-times, g.given(c, amount)).Plus(times, g.p.now(s.added(x, c.args)))
}

// replaceGiven puts what is known to bound the sizes that a call gave in their
// place.
func replaceGiven(p *path, c call, rest affine) affine {
	for i := len(c.callee.sizes) - 1; i >= 0; i-- {
		a := c.callee.sizes[i]
		if a.bound == nil || a.bound.polynomial == nil {
			continue
		}
		given := affine{}
		for _, part := range a.parts {
			given = given.Plus(1, p.now(c.out[part]))
		}
		bound, times, ok := linearBound(a.bound.polynomial, now(p, c.args))
		if left := p.now(bound.Plus(-1, given)); !isZero(left) && oneSign(left) == 1 {
			continue // the sizes that the bound is made of are written by these already
		}
		if k := contained(given, rest); ok && times == 1 && k > 0 {
			rest = rest.Plus(-k, given).Plus(k, bound)
		}
	}
	return rest
}

// contained is how often one size is part of another, at least.
func contained(part, whole affine) int64 {
	times := int64(-1)
	for i, c := range part.Coef {
		if c <= 0 {
			continue
		}
		if k := whole.Of(i) / c; times < 0 || k < times {
			times = k
		}
	}
	return times
}

// learn notes what is known of the sizes that a call gave.
func (p *path) learn(c call) {
	p.learnExact(&c)
	for i := len(c.callee.sizes) - 1; i >= 0; i-- { // sums first: they say more
		s := c.callee.sizes[i]
		if s.bound != nil {
			p.learnAmount(c, s, s.bound)
			for _, also := range s.bound.also {
				p.learnAmount(c, s, also)
			}
		}
	}
}

func (p *path) learnAmount(c call, s amount, bound *cost) {
	if bound.polynomial == nil {
		return
	}
	if sum, times, ok := linearBound(bound.polynomial, now(p, c.args)); ok && !(s.exact && bound == s.bound) {
		p.least = append(p.least, p.now(sum).Plus(-times, p.now(totalOf(&c, s))))
		p.settle()
	}
}

// linearBound is a bound of degree 1 with whole coefficients, and by how much it
// was multiplied for that.
func linearBound(b *amortize.Polynomial, args []affine) (sum affine, times int64, ok bool) {
	times = 1
	for _, t := range b.Terms {
		if !t.Coef.Denom().IsInt64() || t.Coef.Denom().Int64() > 60 || !t.Coef.Num().IsInt64() || t.Coef.Num().Int64() > maxFactor {
			return affine{}, 0, false
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
			return affine{}, 0, false
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

// sizesOf are the sizes of what a call of an instance gave.
func (w *walk) sizesOf(p *path, in *instance, v value, t types.Type) []affine {
	inner := &walk{Analysis: w.Analysis, in: w.in, results: w.follows(in)}
	var sizes []affine
	inner.sizesLike(p, v, t, &sizes)
	return sizes
}

// sizesLike lists the sizes of a value in the order in which those of an unknown
// value of its type stand. One that is not known is a new symbol, which nothing
// bounds.
func (w *walk) sizesLike(p *path, v value, t types.Type, sizes *[]affine) {
	if t == nil {
		return
	}
	switch t := types.Head(t).(type) {
	case *types.ADT:
		list, ok := w.measures(t)
		if !ok || loose(t) {
			return
		}
		for _, m := range list {
			s, known := size(v, m)
			if !known {
				s = p.symbol()
			}
			*sizes = append(*sizes, s)
		}
	case *types.Fractal:
		w.fractalSizes(p, v, t, sizes)
	case *types.Tensor:
		if w.results && countable(t) {
			n, ok := v.(*number)
			size := affine{}
			if ok {
				size = n.size
			} else {
				size = p.symbol()
			}
			w.integers = append(w.integers, len(*sizes))
			*sizes = append(*sizes, size)
		}
	case *types.Tuple:
		whole, _ := v.(*tuple)
		for i, e := range t.Elems {
			var part value = &opaque{}
			if whole != nil && i < len(whole.parts) {
				part = whole.parts[i]
			}
			w.sizesLike(p, part, e, sizes)
		}
	}
}
