package complexity

import (
	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/complexity/solving"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Theorem (finite maps). map(f, [x₁, …, xₙ]) with n known does what the calls f(x₁), …,
// f(xₙ) do, side by side: its work, ticks and memory are their sums and what collecting the
// results takes, and its span is the greatest of theirs and ⌈log₂ n⌉. It holds by the
// definition of map, for an f without effects.
//
// The rule of map bounds f once, for an element whose sizes are open (application.go), and
// multiplies. That is not possible where f calls the definition that the map stands in,
//
//	map(fn(%half) { @sort(%half) }, [%left, %right])
//
// since that has no bound yet: parallel divide and conquer was unknown. So the function is
// unfolded for each element, and its calls are calls of the path, which the inequalities
// of the group bound. Elements that are not written out are new values whose sizes add up
// to no more than those of the whole.

// maxUnrolled is how many elements there may be.
const maxUnrolled = 8

// unrolled goes through a `map` element by element; ok is false where that is not done.
func (w *walk) unrolled(p *path, v graph.Value, o *op.Op, args []value) (next []*path, ok bool) {
	if o.Canonical() != parallel.Map || len(args) != 2 || w.in.joint != nil || w.depth >= maxUnfoldDepth {
		return nil, false
	}
	f := calledBody(args[0], nil)
	items := w.itemsOf(p, v, args[1])
	if f == nil || len(items) == 0 || !w.recurs(f) || w.findEffects(f) {
		return nil, false
	}
	functions(args[0], func(part value) {
		_, passed := part.(*callback)
		w.in.unordered = w.in.unordered || passed
	})
	open := []rolling{{path: p}}
	for _, item := range items {
		var more []rolling
		for _, r := range open {
			more = append(more, w.roll(r, v, args[0], item)...)
		}
		if open = more; len(open) > maxPaths {
			w.in.Lose(w.loss(solving.TooManyPaths, w.graph.Node(v)))
		}
		if w.in.Loss != nil {
			return nil, true
		}
	}
	for _, r := range open {
		next = append(next, w.rolled(r, v))
	}
	return next, true
}

// itemsOf are the elements of a FractalTensor, where there are few: as they are written,
// or new ones that have together what is in all.
func (w *walk) itemsOf(p *path, v graph.Value, of value) []value {
	xs, ok := of.(*sequence)
	if !ok || !p.Now(xs.totals[0]).IsNumber() || p.Now(xs.totals[0]).Const > maxUnrolled {
		return nil
	}
	if xs.items != nil {
		return xs.items
	}
	c := &sequenceCall{walk: w, p: p, at: v, elements: map[*symbolic.Symbol]elementSize{}}
	sums := make([]linear.Form, len(xs.totals)-1)
	var items []value
	for range p.Now(xs.totals[0]).Const {
		item := c.memberOf(xs)
		for i, total := range shapeOf(item).totals {
			sums[i] = sums[i].Plus(1, total)
		}
		items = append(items, item)
	}
	for i, sum := range sums {
		p.AtLeast(xs.totals[i+1], sum)
	}
	return items
}

// recurs reports whether a function is the definition that is gone through, or names it.
func (w *walk) recurs(f *instance) bool {
	own := w.graph.Info.Item
	if f.object != nil {
		return f.object.Item == own
	}
	found, info := false, f.literal.graph.Info
	info.Item.Walk(f.literal.graph.Node(f.literal.at), func(n syntax.NodeID) bool {
		o := info.Object(n)
		found = found || o != nil && o.Kind == typecheck.DefObject && o.Item == own
		return !found
	})
	return found
}

// rolling is a path on which a function has been applied to some elements: what it gave,
// and when it had.
type rolling struct {
	*path
	results []value
	ends    []*solving.Moment
}

// roll applies the function to another element, as a call does.
func (w *walk) roll(r rolling, v graph.Value, f, item value) []rolling {
	q, before := r.fork(), r.Start
	args := []value{item}
	literal, isLiteral := f.(*closure)
	if !isLiteral {
		result := w.apply(q, v, f, args, nil)
		return []rolling{r.with(q, result, q.ready[v])}
	}
	q.Costs[solving.Work]++
	q.Start = q.Then(solving.Moment{Cost: 1}, w.waits(q, v)...)
	from := len(q.Moments)
	var all []rolling
	for _, o := range w.unfold(q, &instance{literal: literal, args: args}, passed{literal, args}) {
		end := o.Then(solving.Moment{}, append(o.Moments[from:len(o.Moments):len(o.Moments)], o.Start)...)
		o.Start = before
		all = append(all, r.with(o.path, o.result, end))
	}
	return all
}

// with is the path with another result.
func (r rolling) with(q *path, result value, end *solving.Moment) rolling {
	return rolling{q, append(r.results[:len(r.results):len(r.results)], result), append(r.ends[:len(r.ends):len(r.ends)], end)}
}

// rolled collects the results, as `map` does.
func (w *walk) rolled(r rolling, v graph.Value) *path {
	n := symbolic.Int(int64(len(r.results)))
	out := r.results[0].typ()
	if out == nil {
		r.values[v] = w.unknown(r.path, w.typeOf(v), false)
		out = types.Unit
	} else {
		r.values[v] = w.listed(r.path, v, r.results, out)
	}
	w.add(r.path, solving.Memory, collectedBytes(out, symbolic.Int(1), n))
	end := solving.Moment{Expr: rounds(n)}
	if k, ok := end.Expr.Const(); ok {
		end = solving.Moment{Cost: k}
	}
	r.ready[v] = r.Then(end, r.ends...)
	return r.path
}

// listed are FractalTensors of values: of tuples, a tuple of these.
func (w *walk) listed(p *path, v graph.Value, items []value, t types.Type) value {
	whole, ok := types.Head(t).(*types.Tuple)
	if !ok {
		c := &sequenceCall{walk: w, p: p, at: v, args: items}
		return c.literal(&types.Fractal{Elem: t})
	}
	all := &tuple{}
	for i, e := range whole.Elems {
		var parts []value
		for _, item := range items {
			part := value(&opaque{})
			if one, ok := item.(*tuple); ok && i < len(one.parts) {
				part = one.parts[i]
			}
			parts = append(parts, part)
		}
		all.parts = append(all.parts, w.listed(p, v, parts, e))
	}
	return all
}

// literal is a FractalTensor of the arguments.
func (c *sequenceCall) literal(t types.Type) *sequence {
	xs := &sequence{of: t, totals: []linear.Form{linear.Number(int64(len(c.args)))}}
	xs.longest = append(xs.longest, xs.totals[0])
	c.gathered(xs)
	if len(c.args) <= maxUnrolled {
		xs.items = c.args
	}
	return xs
}
