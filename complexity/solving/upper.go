package solving

import (
	"maps"
	"slices"

	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// Upper bounds of symbols. A symbol x of a path is at most, whichever is found:
//
//	W/c          x is a part, c times, of a size W of the parameters: W = c·x + naturals
//	E            it was made as a size that is at most the expression E
//	U(args)/c    it is a part of what a call gave, that is bounded by U; args are bounded
//	             before, in the same way
//
// A sum is bounded as a whole first: of x + y, both parts of W = x + y + r, the bound is W
// and not 2·W (whole). Symbols that are bounded by each other have no bound: they are nil
// while they are worked out.

// uppers says what the sizes of a path are at most, in those of the parameters.
type uppers struct {
	a     *Solver
	p     *Trace
	arity int
	// own are what the sizes of the parameters consist of, and outcomes what those of
	// the results of calls do; see parameters and results.
	own      *sums
	outcomes *sums
	order    []int                  // see bounded
	most     map[int]*symbolic.Expr // by symbol, nil while it is worked out and where nothing is known
	// passed are bounds of what calls are passed, by number of the call: nil while they
	// are worked out, and where nothing is known.
	passed map[int][]*symbolic.Expr
	// over is the size that a recurrence is over, nil for none: it is the same in all
	// that is asked for.
	over *int
	// preferred is the size by which bounds are wanted, where there are several; nil
	// for none.
	preferred *symbolic.Symbol
}

func (a *Solver) uppersOf(p *Trace, arity int) *uppers {
	return &uppers{a: a, p: p, arity: arity, most: map[int]*symbolic.Expr{}, passed: map[int][]*symbolic.Expr{}}
}

// of is a bound of a size; nil where there is none.
func (u *uppers) of(s linear.Form) *symbolic.Expr {
	s, sum := u.whole(u.p.Now(s))
	sum = sum.Add(symbolic.Int(s.Const))
	for i, c := range s.All() {
		if c <= 0 { // what is taken away is a natural
			continue
		}
		u.a.Spend(1 + sum.Size())
		sum = sum.Add(u.symbol(i).Mul(symbolic.Int(c)))
	}
	return sum
}

// whole takes out of a sum what several parts of a parameter's size are in it: apart,
// each part would count as the whole.
func (u *uppers) whole(s linear.Form) (rest linear.Form, sum *symbolic.Expr) {
	sum = symbolic.Int(0)
	for _, at := range u.parameters().meeting(s) {
		w := u.naturals(at)
		if w.IsZero() {
			continue
		}
		for k := shared(w, s); k > 0; k = shared(w, s) {
			taken := overlap(w, s, k)
			if u.isOver(at) {
				taken.Const = 0 // it is not in what is left
			}
			s, sum = s.Plus(-1, taken), sum.Add(u.left(at).Mul(symbolic.Int(k)))
		}
	}
	for _, i := range u.results().meeting(s) {
		s, sum = u.result(u.outcomes.all[i], s, sum)
	}
	return s, sum
}

// result takes out of a sum what several parts of a size of a call's result are in it.
func (u *uppers) result(of partial, s linear.Form, sum *symbolic.Expr) (linear.Form, *symbolic.Expr) {
	k := shared(of.Form, s)
	if of.Form.Sign() != 1 || k == 0 {
		return s, sum
	}
	if args, ok := u.arguments(of.call); ok {
		most := u.applied(of.bound, args).Add(symbolic.Int(of.less))
		s, sum = s.Plus(-1, overlap(of.Form, s, k)), sum.Add(most.Mul(symbolic.Int(k)))
	}
	return s, sum
}

// shared is how often a sum has several parts of another, or all of it; 0 where it has
// not.
func shared(whole, s linear.Form) int64 {
	parts, times := 0, int64(0)
	for i, c := range whole.All() {
		if c > 0 && s.Of(i) > 0 {
			if k := max(1, s.Of(i)/c); parts == 0 || k < times {
				times = k
			}
			parts++
		}
	}
	if parts < 2 && s.Contains(whole) <= 0 {
		return 0
	}
	return times
}

// overlap is what a sum has in common with so many times another.
func overlap(whole, s linear.Form, times int64) linear.Form {
	common := s.Map(func(i int, c int64) int64 { return max(0, min(c, times*whole.Of(i))) })
	common.Const = max(0, min(s.Const, times*whole.Const))
	return common
}

// all are bounds of some sizes; false where one has none.
func (u *uppers) all(sizes []linear.Form) ([]*symbolic.Expr, bool) {
	found := make([]*symbolic.Expr, len(sizes))
	for i, s := range sizes {
		if found[i] = u.of(s); found[i] == nil {
			return nil, false
		}
	}
	return found, true
}

// arguments are bounds of what a call is passed; false where one has none.
func (u *uppers) arguments(n int) ([]*symbolic.Expr, bool) {
	known, met := u.passed[n]
	if met {
		return known, known != nil
	}
	u.passed[n] = nil // what is bounded by itself is not
	if found, ok := u.all(u.p.Calls[n].Args); ok {
		u.passed[n] = found
		return found, true
	}
	return nil, false
}

// expr is a bound of an expression over the path's sizes, which rises with each.
func (u *uppers) expr(e *symbolic.Expr) *symbolic.Expr {
	u.a.Spend(exprSteps(e))
	lost, whole := false, true
	put := func(s *symbolic.Symbol) *symbolic.Expr {
		i, known := u.a.Index[s]
		if !known {
			return nil
		}
		most := u.of(u.p.Now(linear.Variable(i)))
		lost = lost || most == nil
		whole = whole && most.Whole()
		return most
	}
	bound := e.Subst(put)
	switch {
	case lost:
		return nil
	case whole:
		return bound
	}
	return e.Positive().Subst(put) // between whole numbers it may fall
}

// symbol is a bound of a symbol that is free.
func (u *uppers) symbol(i int) *symbolic.Expr {
	if most, known := u.p.Most(i); u.a.small && known && most <= maxRest {
		return symbolic.Int(most)
	}
	if i < u.arity {
		return u.a.Size(i)
	}
	if e, met := u.most[i]; met {
		return e
	}
	u.most[i] = nil // one that is bounded by itself is not
	u.most[i] = u.find(i)
	return u.most[i]
}

// find looks at all bounds of a symbol: the first that has the preferred size in
// it, or else the first.
func (u *uppers) find(i int) *symbolic.Expr {
	var first *symbolic.Expr
	for _, at := range u.parameters().with[i] {
		if first = u.better(first, u.share(i, u.naturals(at), u.left(at))); u.good(first) {
			return first
		}
	}
	if e := u.p.most[i]; e != nil {
		if first = u.better(first, u.expr(e)); u.good(first) {
			return first
		}
	}
	for _, at := range u.bounded() {
		if e := u.share(i, u.p.Now(linear.Variable(at)), u.p.most[at]); e != nil && at != i {
			if first = u.better(first, u.expr(e)); u.good(first) {
				return first
			}
		}
	}
	return u.given(i, first)
}

// good reports whether no other bound is looked for after this one.
func (u *uppers) good(e *symbolic.Expr) bool {
	return e != nil && (u.preferred == nil || u.unpreferred(e) == 0)
}

// better is the bound with fewer sizes that are not preferred.
func (u *uppers) better(a, b *symbolic.Expr) *symbolic.Expr {
	if a == nil || u.preferred != nil && b != nil && u.unpreferred(b) < u.unpreferred(a) {
		return b
	}
	return a
}

// unpreferred is how often sizes stand in an expression that are not preferred.
func (u *uppers) unpreferred(e *symbolic.Expr) int {
	n := 0
	e.Symbols(func(s *symbolic.Symbol) {
		if s != u.preferred {
			n++
		}
	})
	return n
}

// applied is the bound of a call, of several the one that is preferred.
func (u *uppers) applied(c *Cost, args []*symbolic.Expr) *symbolic.Expr {
	first := u.a.Applied(c.First(), args)
	for _, also := range c.also {
		first = u.better(first, u.a.Applied(also.Expr, args))
	}
	return first
}

// ofCall is the bound of a call: of several that which is preferred, or grows least, where
// all sizes that it depends on have bounds; nil where there is none.
func (u *uppers) ofCall(c *Cost, sizes []linear.Form) *symbolic.Expr {
	args, known := make([]*symbolic.Expr, len(sizes)), make([]bool, len(sizes))
	for i, s := range sizes {
		if args[i] = u.of(s); args[i] == nil {
			args[i] = symbolic.Int(0)
		} else {
			known[i] = true
		}
	}
	var best *symbolic.Expr
	for _, e := range append([]*symbolic.Expr{c.First()}, exprs(c.also)...) {
		if !u.dependsOn(e, known) {
			continue
		}
		bound := u.a.Applied(e, args)
		if best = u.better(best, bound); u.preferred == nil && bound != best && bound.Asymptotic(best) == symbolic.Less {
			best = bound
		}
	}
	return best
}

// dependsOn reports whether an expression depends on none but some sizes.
func (u *uppers) dependsOn(e *symbolic.Expr, sizes []bool) bool {
	only := true
	e.Symbols(func(s *symbolic.Symbol) {
		i, is := u.a.Index[s]
		only = only && (!is || i >= len(sizes) || sizes[i])
	})
	return only
}

// bounded are the symbols that have a bound, in ascending order.
func (u *uppers) bounded() []int {
	if u.order == nil {
		u.order = slices.Sorted(maps.Keys(u.p.most))
	}
	return u.order
}

// naturals is what a size of the parameters consists of, besides a number that is taken
// away; nothing where that are not only naturals.
func (u *uppers) naturals(at int) linear.Form {
	w := u.own.all[at].Form
	if !w.Rises() {
		return linear.Form{}
	}
	w.Const = max(w.Const, 0)
	return w
}

// left is a size of the parameters that is divided among symbols, and what is taken away
// from their sum; for the one that a recurrence is over, what is left of it besides the
// number in the sum. It is 0 or more where the path is taken.
func (u *uppers) left(at int) *symbolic.Expr {
	if number := u.p.Now(linear.Variable(at)).Const; u.isOver(at) || number < 0 {
		return u.a.Size(at).Sub(symbolic.Int(number))
	}
	return u.a.Size(at)
}

func (u *uppers) isOver(at int) bool { return u.over != nil && *u.over == at }

// share bounds a symbol by a sum that it is a part of.
func (u *uppers) share(i int, whole linear.Form, most *symbolic.Expr) *symbolic.Expr {
	c := whole.Of(i)
	if c <= 0 || whole.Sign() != 1 {
		return nil
	}
	if c == 1 {
		return most
	}
	part, _ := symbolic.Rational(1, c)
	return most.Mul(part)
}

// given bounds a symbol by what is known of the results of calls.
func (u *uppers) given(i int, known *symbolic.Expr) *symbolic.Expr {
	done := -1 // the call that has given a bound, or has none for what it is passed
	for _, at := range u.results().with[i] {
		of := u.outcomes.all[at]
		if of.call == done || of.Form.Sign() != 1 || of.Form.Of(i) <= 0 {
			continue
		}
		args, ok := u.arguments(of.call)
		if !ok {
			done = of.call
			continue
		}
		e := u.share(i, of.Form, u.applied(of.bound, args).Add(symbolic.Int(of.less)))
		if e == nil {
			continue
		}
		done = of.call
		if known = u.better(known, e); u.good(known) {
			break
		}
	}
	return known
}

// totalOf is the sum of the sizes of a call's result that an amount bounds.
func totalOf(c *Call, s Amount) linear.Form {
	total := linear.Form{}
	for _, part := range s.Parts {
		total = total.Plus(1, c.Out[part])
	}
	return total
}

// Applied is an expression over the sizes of an instance with bounds of the sizes in
// their places. They need not be whole numbers, at which products of binomials may
// fall: then what is taken away in one stays away.
func (a *Solver) Applied(e *symbolic.Expr, args []*symbolic.Expr) *symbolic.Expr {
	a.Spend(exprSteps(e) + exprSteps(args...))
	for _, arg := range args {
		if !arg.Whole() {
			e = e.Positive()
			break
		}
	}
	return e.Subst(func(s *symbolic.Symbol) *symbolic.Expr {
		if i, known := a.Index[s]; known && i < len(args) {
			return args[i]
		}
		return nil
	})
}

// sums are sizes that consist of symbols, found by these: there may be many sizes, of
// which few have to do with one.
type sums struct {
	all  []partial
	with map[int][]int // by symbol, those in which it stands, ascending
}

// A partial is a size of the parameters, or of a call's result.
type partial struct {
	linear.Form
	// Of a call's result: the number of the call, what bounds the size, and how much
	// less that is than the sum.
	call  int
	bound *Cost
	less  int64
}

func (s *sums) add(p partial) {
	for i, c := range p.All() {
		if c != 0 {
			s.with[i] = append(s.with[i], len(s.all))
		}
	}
	s.all = append(s.all, p)
}

// meeting are the sums that share a symbol with another, ascending.
func (s *sums) meeting(other linear.Form) []int {
	var found []int
	for i, c := range other.All() {
		if c != 0 {
			found = append(found, s.with[i]...)
		}
	}
	slices.Sort(found)
	return slices.Compact(found)
}

// parameters are what the sizes of the parameters consist of.
func (u *uppers) parameters() *sums {
	if u.own == nil {
		u.own = &sums{with: map[int][]int{}}
		for at := range u.arity {
			u.own.add(partial{Form: u.p.Now(linear.Variable(at))})
		}
	}
	return u.own
}

// results are what the sizes of the results of calls consist of that are bounded.
func (u *uppers) results() *sums {
	if u.outcomes == nil {
		u.outcomes = &sums{with: map[int][]int{}}
		for n := range u.p.Calls {
			c := &u.p.Calls[n]
			for _, given := range c.Callee.Sizes {
				if given.Bound != nil {
					sum, less := u.parts(c, given)
					u.outcomes.add(partial{sum, n, given.Bound, less})
				}
			}
		}
	}
	return u.outcomes
}

// parts is a sum of sizes of a call's result as one of naturals, and how much less the
// sizes are than that: x is y + z - 1 where y is known to be x + 1 at most.
func (u *uppers) parts(c *Call, s Amount) (sum linear.Form, less int64) {
	sum = u.p.Now(totalOf(c, s))
	less = max(0, -sum.Const)
	sum.Const += less
	return sum, less
}
