package solving

import (
	"slices"

	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/complexity/recurrence"
	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// maxTimes is how many calls of itself one path through a body may make to be
// bounded as a recurrence.
const maxTimes = 16

// A body that calls only itself is a recurrence over one of its sizes, n:
//
//	T(n) ≤ max over the paths P of  cost_P(n) + Σ T(a_c(n))  over the calls c of P
//
// with arguments (Num·n + Add)/Den that bound what is passed (recurrence.Argument). They are
// found on P from the forms of n and of what is passed: the greatest ratio Num/Den of the
// coefficients of a symbol in both; what the passed form has more than that in symbols that
// are at most a small number (rests of divisions) goes to Add. Least and Below say for which
// n the path is taken. The other sizes of the body must not rise in any call, but by a factor
// (scaling.go): they are parameters of the recurrence. Where the arguments of all calls of a
// path are together at most n (Sum), as those of two parts of a list, the solver uses that: a
// quicksort by a pivot is quadratic, and not exponential.

// byRecurrence bounds an instance that calls itself by a recurrence over one of its
// sizes, for each of them until one is solved. divides asks for calls that divide
// the size, not for those that take something away: for these a polynomial is
// looked for first.
func (a *Solver) byRecurrence(in *Body, sums []sum, m Metric, divides bool) bool {
	for i := range in.Arity {
		for _, over := range []*int{&i, nil} {
			r, ok := a.recurrence(in, i, sums, m, over)
			if !ok || divides && !dividing(r) {
				break
			}
			if e, err := a.solved(r); err == nil {
				in.Bounds[m] = a.ofExpr(e)
				return true
			}
		}
	}
	return false
}

// solved is a recurrence's bound in closed form.
func (a *Solver) solved(r recurrence.Recurrence) (*symbolic.Expr, error) {
	for _, c := range r.Cases {
		a.Spend(recurrenceSteps * exprSteps(c.Cost))
	}
	return r.Solve()
}

// orElse looks for bounds of what has one by recurrences over single sizes, unless it
// depends on nothing else: of two lists that are gone through together, the shorter one
// decides. One that has both in it is left where one of them does.
func (a *Solver) orElse(c *Cost, arity int, over func(i int) (recurrence.Recurrence, bool)) {
	if c.polynomial == nil || c.polynomial.Degree() == 0 {
		return
	}
	first := c.Expr
	for i := range arity {
		if a.only(first, i) {
			continue
		}
		r, ok := over(i)
		if !ok {
			continue
		}
		e, err := a.solved(r)
		if err != nil || first.Has(a.symbol(i)) && !a.only(e, i) {
			continue
		}
		if less := a.ofExpr(e); less != nil && c.Expr == first && first.Has(a.symbol(i)) && e.Asymptotic(first) == symbolic.Less {
			*c = *less
			continue
		}
		a.or(c, e)
	}
}

// only reports whether an expression depends on no size but one.
func (a *Solver) only(e *symbolic.Expr, size int) bool {
	other := false
	e.Symbols(func(s *symbolic.Symbol) { other = other || s != a.symbol(size) })
	return !other
}

// lesser looks for another bound, which takes the place of one that grows more, or is
// never less.
func (a *Solver) lesser(bound **Cost, find func()) {
	first := *bound
	find()
	other := *bound
	switch {
	case first == nil:
	case other == nil:
		*bound = first
	case first.Expr.Sub(other.Expr).Nonnegative() || other.Expr.Asymptotic(first.Expr) == symbolic.Less:
	default:
		*bound = first
	}
}

// dividing reports whether the calls of some case are on a part of the size, and
// those of no case on what is a number less.
func dividing(r recurrence.Recurrence) bool {
	found := false
	for _, c := range r.Cases {
		for _, arg := range c.Calls {
			if arg.Num >= arg.Den {
				return false
			}
			found = true
		}
	}
	return found
}

// recurrence is what an instance costs as a recurrence over its size i.
func (a *Solver) recurrence(in *Body, i int, sums []sum, m Metric, over *int) (recurrence.Recurrence, bool) {
	cases := make([]recurrenceCase, len(sums))
	for n, x := range sums {
		w := recurrenceCase{in: in, p: x.p, size: i, whole: x.p.Now(linear.Variable(i))}
		for _, at := range x.calls {
			if c := x.p.Calls[at]; c.Callee == in {
				w.calls = append(w.calls, c)
			}
		}
		if !w.descends() {
			return recurrence.Recurrence{}, false
		}
		cases[n] = w
	}
	for n, x := range sums {
		x.calls = slices.DeleteFunc(slices.Clone(x.calls), func(at int) bool { return x.p.Calls[at].Callee == in })
		cases[n].cost = a.total(x, m, nil, over)
	}
	return a.recurrenceOf(cases, i)
}

// recurrenceOf is the recurrence over size i of some paths; false where it is none.
func (a *Solver) recurrenceOf(cases []recurrenceCase, i int) (recurrence.Recurrence, bool) {
	r := recurrence.Recurrence{N: a.symbol(i)}
	parameters := map[int]bool{}
	for n := range cases {
		c, ok := cases[n].reduced()
		if !ok {
			return r, false
		}
		r.Cases = append(r.Cases, c)
		cases[n].cost.Symbols(func(s *symbolic.Symbol) { parameters[a.Index[s]] = true })
	}
	delete(parameters, i)
	rising := a.rising(cases, parameters)
	if rising == nil {
		return r, false
	}
	return a.scaled(r, rising)
}

// A recurrenceCase is one path through a body as a case of a recurrence: the calls that it
// makes of itself, and what it costs besides.
type recurrenceCase struct {
	in    *Body
	p     *Trace
	size  int         // the one that the recurrence is over
	whole linear.Form // what it is on this path
	calls []Call
	cost  *symbolic.Expr
}

// reduced is the path as a case; false where it is none.
func (w *recurrenceCase) reduced() (recurrence.Case, bool) {
	found := recurrence.Case{Cost: w.cost}
	if w.cost == nil || len(w.calls) > maxTimes {
		return found, false
	}
	if !w.whole.Rises() {
		return found, len(w.calls) == 0
	}
	found.Least, found.Below = w.least(), w.below()
	together := linear.Form{}
	for _, c := range w.calls {
		arg, ok := w.argument(w.p.Now(c.Args[w.size]))
		if !ok {
			return found, false
		}
		if arg.Num == 0 { // a number is at most n less what n exceeds it by
			arg = recurrence.Minus(found.Least - arg.At(0))
		}
		found.Calls = append(found.Calls, arg)
		together = together.Plus(1, w.p.Now(c.Args[w.size]))
	}
	if len(w.calls) > 1 {
		if arg, ok := w.argument(together); ok && arg.Num <= arg.Den {
			found.Sum = &arg
		}
	}
	return found, true
}

// descends reports whether the size is less in all calls. What has no solution otherwise
// need not be worked out.
func (w recurrenceCase) descends() bool {
	w.cost = symbolic.Int(0)
	c, ok := w.reduced()
	return ok && !slices.ContainsFunc(c.Calls, func(arg recurrence.Argument) bool {
		return arg.Num > arg.Den || arg.Num == arg.Den && arg.Add >= 0
	})
}

// least is the least number that the size is on the path.
func (w *recurrenceCase) least() int64 {
	most := w.whole.Const
	for _, e := range w.p.Least() {
		if d := w.whole.Plus(-1, w.p.Now(e)); d.IsNumber() {
			most = max(most, d.Const)
		}
	}
	return most
}

// below is a number that the size is below on the path; 0 where there is none.
func (w *recurrenceCase) below() int64 {
	if w.whole.IsNumber() {
		return w.whole.Const + 1
	}
	below := int64(0)
	for _, e := range w.p.Least() {
		if d := w.whole.Plus(1, w.p.Now(e)); d.IsNumber() && d.Const >= 0 && (below == 0 || d.Const < below) {
			below = d.Const + 1
		}
	}
	return below
}

// A share is an affine sum divided by a number.
type share struct {
	sum linear.Form
	by  int64
}

// argument bounds a size of a call by the instance's own: (Num·n + Add)/Den, by
// what is known of the sizes that calls gave or by how the sizes add up, whichever
// is less.
func (w *recurrenceCase) argument(size linear.Form) (recurrence.Argument, bool) {
	best, found := w.ratio(share{size, 1})
	for symbol, c := range size.All() {
		if c <= 0 {
			continue
		}
		if x, ok := w.replaced(share{size, 1}, symbol); ok {
			if arg, ok := w.ratio(x); ok && (!found || arg.Num*best.Den < best.Num*arg.Den) {
				best, found = arg, true
			}
		}
	}
	return best, found
}

// ratio is a share as a bound by the instance's own size.
func (w *recurrenceCase) ratio(x share) (recurrence.Argument, bool) {
	known, ok := w.bounded(x)
	if !ok {
		return recurrence.Argument{}, false
	}
	best, found := w.proportion(known, func(int) bool { return false })
	for _, most := range w.rests(known.sum) {
		arg, ok := w.proportion(known, func(k int) bool { return w.isRest(k) && w.highest(k) <= most })
		if ok && (!found || arg.Num*best.Den < best.Num*arg.Den && (arg.Num > 0 || best.Num >= best.Den)) {
			best, found = arg, true
		}
	}
	return best, found
}

// rests are the numbers that rests of a sum are at most, ascending: with the smaller ones
// for numbers, a larger one may still be a part of the size.
func (w *recurrenceCase) rests(sum linear.Form) []int64 {
	var all []int64
	for k, c := range sum.All() {
		if c > 0 && w.isRest(k) {
			all = append(all, w.highest(k))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// maxRest is how large what a division leaves may be to be a number in an argument.
const maxRest = 1 << 10

// highest is the number that a rest is at most.
func (w *recurrenceCase) highest(symbol int) int64 {
	most, _ := w.p.Most(symbol)
	return most
}

// isRest reports whether a symbol is at most a small number.
func (w *recurrenceCase) isRest(symbol int) bool {
	most, known := w.p.Most(symbol)
	return known && most <= maxRest
}

// proportion is a share as (Num·whole + Add)/Den. Num/Den is the greatest ratio of the
// coefficients of a symbol in both, but for those symbols that are rests: where one of
// these has more than that, the greatest number that it may be times what it has more is
// in Add. So of n = 2·q + r with r ≤ 1, q + r = (n + r)/2 ≤ (n + 1)/2.
func (w *recurrenceCase) proportion(x share, isRest func(int) bool) (recurrence.Argument, bool) {
	num, den := int64(0), int64(1)
	for k, c := range x.sum.All() {
		if c <= 0 || isRest(k) {
			continue
		}
		of := w.whole.Of(k)
		if of <= 0 {
			return recurrence.Argument{}, false
		}
		if c*den > num*of*x.by {
			num, den = c, of*x.by
		}
	}
	common := lcm(den, x.by)
	if common > linear.MaxFactor || num > linear.MaxFactor {
		return recurrence.Argument{}, false
	}
	num *= common / den
	add := x.sum.Const*(common/x.by) - num*w.whole.Const
	for k, c := range x.sum.All() {
		if isRest(k) {
			add += max(0, c*(common/x.by)-num*w.whole.Of(k)) * w.highest(k)
		}
	}
	return recurrence.Argument{Num: num, Add: add, Den: common}, true
}

// bounded puts what bounds the results of calls in their places: symbols that the
// instance's size does not consist of.
func (w *recurrenceCase) bounded(x share) (share, bool) {
	for range maxTimes {
		foreign := w.foreign(x.sum)
		if foreign < 0 {
			return x, true
		}
		next, ok := w.replaced(x, foreign)
		if !ok {
			return x, false
		}
		x = next
	}
	return x, false
}

// foreign is a symbol of a sum that the instance's size does not consist of, and that is
// no small number; -1 for none.
func (w *recurrenceCase) foreign(sum linear.Form) int {
	for k, c := range sum.All() {
		if c > 0 && w.whole.Of(k) <= 0 && !w.isRest(k) {
			return k
		}
	}
	return -1
}

// replaced puts the linear bound of the result of a call in the place of a symbol,
// that of a sum of results where the sum is in x.
func (w *recurrenceCase) replaced(x share, symbol int) (share, bool) {
	for n := len(w.p.Calls) - 1; n >= 0; n-- {
		c := &w.p.Calls[n]
		for at := len(c.Callee.Sizes) - 1; at >= 0; at-- {
			given := c.Callee.Sizes[at]
			if given.Bound == nil || given.Bound.polynomial == nil {
				continue
			}
			total := w.p.Now(totalOf(c, given))
			times := x.sum.Contains(total)
			if total.Of(symbol) <= 0 || !total.Rises() || times <= 0 {
				continue
			}
			bound, by, ok := linearBound(given.Bound.polynomial, now(w.p, c.Args))
			if !ok || by > linear.MaxFactor/x.by {
				continue
			}
			rest := x.sum.Plus(-times, total)
			sum := linear.Form{}.Plus(by, rest).Plus(times, bound)
			if sum.Large() {
				return x, false
			}
			if by == 1 && sum.Equal(x.sum) {
				continue // what was passed has been given again
			}
			return share{sum, x.by * by}, true
		}
	}
	return x, false
}

// sizeByRecurrence bounds an amount of what an instance that calls itself gives; where
// divides, only by a recurrence that divides a size.
func (a *Solver) sizeByRecurrence(in *Body, amount int, divides bool) bool {
	for i := range in.Arity {
		for _, over := range []*int{&i, nil} {
			r, ok := a.sizeRecurrence(in, amount, i, over)
			if !ok || divides && !dividing(r) {
				break
			}
			if e, err := a.solved(r); err == nil {
				in.Sizes[amount].Bound = a.ofExpr(e)
				return true
			}
		}
	}
	return false
}

// sizeRecurrence is an amount as a recurrence over size i.
func (a *Solver) sizeRecurrence(in *Body, amount, i int, over *int) (recurrence.Recurrence, bool) {
	cases := make([]recurrenceCase, len(in.Paths))
	for n, o := range in.Paths {
		cases[n] = recurrenceCase{in: in, p: o, size: i, whole: o.Now(linear.Variable(i))}
		cases[n].give(o, amount, over)
	}
	return a.recurrenceOf(cases, i)
}

// give makes an amount of what a path gives its cost: the calls of the instance
// whose results are parts of it, as often as they are, and the rest.
func (w *recurrenceCase) give(o *Trace, amount int, over *int) {
	rest := linear.Form{}
	sizes := o.Given
	for _, part := range w.in.Sizes[amount].Parts {
		rest = rest.Plus(1, o.Now(sizes[part]))
	}
	for i := len(o.Calls) - 1; i >= 0; i-- {
		c := o.Calls[i]
		if c.Callee.Done {
			rest = replaceGiven(o, c, rest, linear.Form.Contains)
			continue
		}
		if c.Callee != w.in {
			continue
		}
		total := o.Now(totalOf(&c, w.in.Sizes[amount]))
		times := min(rest.Covered(total), maxTimes+1)
		for range times {
			w.calls = append(w.calls, c)
		}
		rest = rest.Plus(-times, total)
	}
	u := w.in.solver.uppersOf(o, w.in.Arity)
	u.over = over
	w.cost = u.of(rest)
}
