package solving

import (
	"slices"

	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/internal/symbolic"
)

// A Moment is a point in time of a path: when all of after have been and then what
// it stands for has been done. The nil moment is the beginning.
type Moment struct {
	after []*Moment
	Cost  int64          // of operations
	Expr  *symbolic.Expr // of an operator, over the path's sizes; nil for none
	Work  *linear.Form   // of a callback
	Call  int            // 1 + the number of a call of the path; 0 for none
	order int
}

// Then makes a moment after others and the start of the block.
func (p *Trace) Then(m Moment, after ...*Moment) *Moment {
	for _, one := range append(after, p.Start) {
		if one != nil && !slices.Contains(m.after, one) {
			m.after = append(m.after, one)
		}
	}
	if m.Cost == 0 && m.Expr == nil && m.Work == nil && m.Call == 0 {
		switch len(m.after) {
		case 0:
			return nil
		case 1:
			return m.after[0]
		}
	}
	m.order = len(p.Moments)
	p.Moments = append(p.Moments, &m)
	return &m
}

// Follows reports whether a moment comes after another one of its path, or is it.
func (m *Moment) Follows(other *Moment) bool {
	if m == nil || other == nil {
		return other == nil
	}
	met := map[*Moment]bool{}
	todo := []*Moment{m}
	for len(todo) > 0 {
		next := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if next == other {
			return true
		}
		for _, before := range next.after {
			if before.order >= other.order && !met[before] {
				met[before] = true
				todo = append(todo, before)
			}
		}
	}
	return false
}

// Span. The moments of a path are the nodes of a graph without cycles: m comes after the
// moments that it waits for, and takes its own cost. The span of the path is the greatest
// sum along a chain. Costs are expressions, of which none need be the greater, so that there
// are several chains that may be the longest: the antichain of those that no other contains,
// at each moment. Each chain of the last moments is an inequality of its own. Where there
// are more than maxChains, the rest is joined into one that has all that any has: an upper
// bound of each.

// A chain is what costs of one metric add up of: of a chain of moments, or of all
// that a path does.
type chain struct {
	cost  int64
	exprs []repeated
	works []linear.Form
	calls []int // ascending
}

// maxChains is how many chains to one moment are distinguished. Further ones are
// joined to one that costs at least as much as each.
const maxChains = 10

// chains are the chains of a path that may be the longest.
func (p *Trace) chains() []chain {
	ends := make([][]chain, len(p.Moments))
	last := make([]bool, len(p.Moments))
	for i, m := range p.Moments {
		last[i] = true
		var before []chain
		for _, a := range m.after {
			before = appendChains(before, ends[a.order])
			last[a.order] = false
		}
		ends[i] = p.extended(before, m)
	}
	all := []chain{}
	for i, is := range last {
		if is {
			all = appendChains(all, ends[i])
		}
	}
	if len(all) == 0 {
		all = append(all, chain{})
	}
	return all
}

// extended are chains with a moment at their ends.
func (p *Trace) extended(before []chain, m *Moment) []chain {
	if len(before) == 0 {
		before = []chain{{}}
	}
	longer := make([]chain, len(before))
	for i, c := range before {
		c.cost += m.Cost
		if m.Expr != nil {
			c.exprs = addMultiple(c.exprs, m.Expr)
		}
		if m.Work != nil {
			c.works = append(c.works[:len(c.works):len(c.works)], *m.Work)
		}
		if m.Call != 0 {
			c = p.withCall(c, m.Call-1)
		}
		longer[i] = c
	}
	return longer
}

// withCall adds the span of a call: as a number, where it is one.
func (p *Trace) withCall(c chain, call int) chain {
	if b := p.Calls[call].Callee.Bounds[Span]; b != nil {
		if k, ok := b.Expr.Const(); ok {
			c.cost += k
			return c
		}
	}
	c.calls = append(c.calls[:len(c.calls):len(c.calls)], call)
	return c
}

// appendChains adds those of more that may be longer than all others.
func appendChains(all, more []chain) []chain {
	for _, c := range more {
		if slices.ContainsFunc(all, func(o chain) bool { return c.within(o) }) {
			continue
		}
		all = slices.DeleteFunc(slices.Clone(all), func(o chain) bool { return o.within(c) })
		if len(all) == maxChains {
			c = c.union(all[maxChains-1])
			all = all[:maxChains-1]
		}
		all = append(all, c)
	}
	return all
}

// within is set where a chain has nothing that the other has not.
func (c chain) within(o chain) bool {
	return c.cost <= o.cost && subset(c.calls, o.calls) && withinMultiples(c.exprs, o.exprs) && subsetOf(c.works, o.works, linear.Form.Equal)
}

// A repeated is an expression, so many times: chains may be long, and have few
// expressions that differ.
type repeated struct {
	expr  *symbolic.Expr
	times int64
}

// sum is what it comes to.
func (m repeated) sum() *symbolic.Expr { return m.expr.Mul(symbolic.Int(m.times)) }

func timesOf(all []repeated, e *symbolic.Expr) int64 {
	if at := slices.IndexFunc(all, func(m repeated) bool { return m.expr == e || m.expr.Equal(e) }); at >= 0 {
		return all[at].times
	}
	return 0
}

// addMultiple adds an expression once, in a list of its own.
func addMultiple(all []repeated, e *symbolic.Expr) []repeated {
	added, met := slices.Clone(all), false
	for i, m := range added {
		if !met && (m.expr == e || m.expr.Equal(e)) {
			added[i].times, met = m.times+1, true
		}
	}
	if !met {
		added = append(added, repeated{e, 1})
	}
	return added
}

// withinMultiples reports whether each of a is one of b, as often.
func withinMultiples(a, b []repeated) bool {
	return !slices.ContainsFunc(a, func(m repeated) bool { return m.times > timesOf(b, m.expr) })
}

// unionMultiples has each of a and of b as often as the one that has it more often.
func unionMultiples(a, b []repeated) []repeated {
	var all []repeated
	for _, m := range a {
		all = append(all, repeated{m.expr, max(m.times, timesOf(b, m.expr))})
	}
	for _, m := range b {
		if timesOf(a, m.expr) == 0 {
			all = append(all, m)
		}
	}
	return all
}

func subset(a, b []int) bool {
	for _, x := range a {
		at, found := slices.BinarySearch(b, x)
		if !found {
			return false
		}
		b = b[at+1:]
	}
	return true
}

// subsetOf reports whether each of a is one of b, as often.
func subsetOf[T any](a, b []T, same func(T, T) bool) bool {
	b = slices.Clone(b)
	for _, x := range a {
		at := slices.IndexFunc(b, func(y T) bool { return same(x, y) })
		if at < 0 {
			return false
		}
		b = slices.Delete(b, at, at+1)
	}
	return true
}

// union has all that either chain has.
func (c chain) union(o chain) chain {
	u := chain{cost: max(c.cost, o.cost), calls: append(slices.Clone(c.calls), o.calls...)}
	slices.Sort(u.calls)
	u.calls = slices.Compact(u.calls)
	u.exprs = unionMultiples(c.exprs, o.exprs)
	u.works = unionOf(c.works, o.works, linear.Form.Equal)
	return u
}

// unionOf has each of a and of b as often as the one that has it more often.
func unionOf[T any](a, b []T, same func(T, T) bool) []T {
	all, left := slices.Clone(a), slices.Clone(a)
	for _, x := range b {
		if at := slices.IndexFunc(left, func(y T) bool { return same(x, y) }); at >= 0 {
			left = slices.Delete(left, at, at+1)
			continue
		}
		all = append(all, x)
	}
	return all
}
