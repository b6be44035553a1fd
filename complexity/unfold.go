package complexity

import (
	"maps"
	"slices"

	"github.com/fraccheck/fraccheck/complexity/measure"
	"github.com/fraccheck/fraccheck/complexity/solving"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Unfolding puts the paths through a body in the place of a call of it (R. M. Burstall and
// J. Darlington, "A transformation system for developing recursive programs", 1977).
//
// Theorem (unfolding). Let P be a path with a call f(v), and let Q₁, …, Qₙ be all paths
// through the body of f, walked from P with its values v for the parameters. Every run that
// takes P takes P·Qᵢ for exactly one i, and at its end the sizes of what the call gave are
// those of what Qᵢ gives.
//
// Proof: language semantics; the walk follows all paths through a body, and each of its
// steps keeps "the run satisfies what the path knows". What Qᵢ knows is more than what the
// bound of f says, since P's values keep their identity (identity.go): what P has taken
// apart, and the conditions that it has decided, are the same in Qᵢ.
//
// All calls cannot be unfolded: recursion has no end, and paths multiply. There are five
// places where it pays, and the rest of a definition is bounded by calls:
//
//	tupling.go     calls on one path that are passed the same data, as one body
//	lookInto       one such call, where its body has a single path (below)
//	doubled        a recursive call once, so that two steps are one (below)
//	finite_map.go  the function of a map over few elements
//	test           a call of a body with few paths that decides or gives several sizes (below)
//
// What unfolding costs is counted once: the calls on Qᵢ are Free where the call itself is
// charged by its bound, and the call is taken out where Qᵢ is charged.

// unfold goes through a body that is called on a path, on all paths, with the path's own
// values as arguments. The paths go on in the caller.
func (w *walk) unfold(p *path, in *instance, with passed) []outcome {
	g, patterns := w.bodyOf(in)
	if w.in.unfolded++; g == nil || w.in.unfolded > maxUnfolded {
		w.in.Lose(solving.Loss{Reason: solving.TooManyPaths})
		return nil
	}
	inner := &walk{Analysis: w.Analysis, in: w.in, graph: g, item: g.Info.Item, depth: w.depth + 1}
	values, ready, start := p.values, p.ready, p.Start
	p.values, p.ready = map[graph.Value]value{}, map[graph.Value]*solving.Moment{}
	block := inner.begin(p, in, with)
	if !inner.bindAll(p, patterns, with.args) {
		w.in.Lose(solving.Loss{Reason: solving.NotFollowed})
		return nil
	}
	done := inner.block(p, block)
	for i := range done {
		q := done[i].path
		q.values, q.ready, q.Start = maps.Clone(values), maps.Clone(ready), start
	}
	return done
}

// unfolds goes through the body of a call in the place of the call; ok is false where that
// is not done: for what calls itself, and in all but bodies that are looked at together.
func (w *walk) unfolds(p *path, v graph.Value, f value, args []value) (next []*path, ok bool) {
	in := calledBody(f, args)
	if w.in.joint == nil || in == nil || w.depth >= maxUnfoldDepth {
		return nil, false
	}
	in.chosen = w.chosenBy(in.object, args, w.typeOf(v))
	if _, foreign := w.figure(in.object); foreign {
		return nil, false
	}
	found, _, _ := w.instanceOf(p, v, w.newInstance(instance{object: in.object, literal: in.literal, chosen: in.chosen}), args)
	if found == nil || !found.Done || found.Loops {
		return nil, false
	}
	for _, o := range w.unfold(p, in, passed{in.literal, args}) {
		o.values[v] = o.result
		next = append(next, o.path)
	}
	return next, true
}

// maxTest is how many paths the body of a test may have to be gone through where it is called,
// and maxWays how many those of the bodies together that give several sizes.
const (
	maxTest = 4
	maxWays = 8
)

// test goes through the body of a call in the place of the call, as part of what the path costs,
// where its paths say more than its bounds do: of a truth value the condition that it decides, of
// several sizes which of them are large together. ok is false where that is not done: for what calls
// itself or has many paths. What made it necessary: combinators that are passed the test when to
// stop, and a queue of two lists of which a helper reverses the second where the first is empty.
func (w *walk) test(p *path, v graph.Value, f value, args []value) (next []*path, ok bool) {
	in := calledBody(f, args)
	if in == nil || w.in == nil || w.in.joint != nil || w.depth >= maxUnfoldDepth || len(passedData(args)) == 0 {
		return nil, false
	}
	t := w.typeOf(v)
	isTest := measure.IsBool(t)
	if _, foreign := w.figure(in.object); foreign || !isTest && !w.givesSeveral(t) {
		return nil, false
	}
	in.chosen = w.chosenBy(in.object, args, t)
	found, _, _ := w.instanceOf(p, v, w.newInstance(instance{object: in.object, literal: in.literal, chosen: in.chosen}), args)
	if found == nil || !found.Done || found.Loops || found.fails || !found.Ends || found.effects || found.passed || found.ways < 2 || found.ways > maxTest {
		return nil, false
	}
	if !isTest {
		if p.ways = max(p.ways, 1) * found.ways; p.ways > maxWays {
			return nil, false
		}
	}
	p.Costs[solving.Work]++
	if in.object != nil {
		p.Costs[solving.Tick]++
	}
	start := p.Start
	p.Start = p.Then(solving.Moment{Cost: 1}, w.waits(p, v)...)
	began := len(p.Moments)
	for _, o := range w.unfold(p, in, passed{in.literal, args}) {
		o.values[v] = o.result
		o.ready[v] = o.Then(solving.Moment{}, o.Moments[began:]...)
		o.Start = start
		next = append(next, o.path)
	}
	return next, true
}

// givesSeveral reports whether a result of a type has more than one size, or is empty or not.
func (a *Analysis) givesSeveral(t types.Type) bool {
	if t == nil {
		return false
	}
	parts := a.outermost(t)
	return len(parts) > 1 || len(parts) == 1 && a.tagged(parts[0])
}

// calledBody is a body with some arguments; nil for what has none.
func calledBody(f value, args []value) *instance {
	switch f := f.(type) {
	case *global:
		if f.object.Kind == typecheck.DefObject {
			return &instance{object: f.object, args: args}
		}
	case *closure:
		return &instance{literal: f, args: args}
	}
	return nil
}

// repeats is what a call gave before on the path that is passed the same; nil where there
// is none, or what is called may give another result. It gives the arguments to remember
// it by as well, nil where it is not to be remembered.
func (w *walk) repeats(p *path, found, in *instance) (value, []value) {
	args := in.args
	if in.literal != nil {
		args = append([]value{in.literal}, args...)
	}
	if found.effects || slices.ContainsFunc(args, func(a value) bool { return !w.settled(a) }) {
		return nil, nil
	}
	return p.again(found, args), args
}

// countBodies notes how many bodies are gone through at least where this one is unfolded,
// by how many levels below it are: the calls are counted of the path that has fewest.
func (in *instance) countBodies() {
	for depth := 1; depth < maxUnfoldDepth; depth++ {
		least := maxUnfolded
		for _, p := range in.walked() {
			least = min(least, p.bodiesBelow(depth))
		}
		in.bodies[depth] = least
	}
}

// bodiesBelow are those that the calls of a path unfold, so many levels deep.
func (p *path) bodiesBelow(depth int) (n int) {
	for _, c := range p.Calls {
		if in := ownerOf(c.Callee); in.Done && !in.Loops && in.joint == nil && n < maxUnfolded {
			n += 1 + in.bodies[depth-1]
		}
	}
	return n
}

// hasTooMany reports whether a tuple has more bodies than are unfolded, which shows
// without going through them.
func (in *instance) hasTooMany() bool {
	n := 0
	for _, c := range in.joint {
		if !c.Callee.Loops {
			n += 1 + ownerOf(c.Callee).bodies[maxUnfoldDepth-1]
		}
	}
	return n > maxUnfolded
}

// Corollary (looking into a call). Where the body of a call has exactly one path Q on P,
// every run that takes P takes Q: what Q gives is what the call gave, and what Q knows is
// known on P. What made it necessary: a sort that takes the elements below, at and above
// its pivot out of the whole list. Of a list Cons(h, t) with the pivot h, the elements below
// h are those below h in t, since h < h is false; then the parts are together at most as
// long as t, and the sort is quadratic. By the bound of @filter alone each is as long as t.

// maxLooks is how many calls of a path are looked into.
const maxLooks = 8

// lookInto notes what calls on a path gave that are passed data which has been taken
// apart.
func (a *Analysis) lookInto(p *path) {
	looks := 0
	for i := 0; i < len(p.Calls) && looks < maxLooks; i++ {
		c := p.Calls[i]
		if c.As == nil || !c.Callee.Ends || !c.Callee.Loops || !a.shares(p, c) {
			continue
		}
		with := passed{asked(c).literal, originals(asked(c).args)}
		if slices.ContainsFunc(passedData(with.args), p.isParted) {
			looks++
			a.lookAt(p, c, with)
		}
	}
}

// shares reports whether another call is passed the same data.
func (a *Analysis) shares(p *path, c solving.Call) bool {
	return slices.ContainsFunc(a.sharers(p), func(group []solving.Call) bool {
		return len(group) > 1 && slices.ContainsFunc(group, func(o solving.Call) bool { return o.As == c.As })
	})
}

// isParted reports whether data has been taken apart on a path.
func (p *path) isParted(v value) bool {
	return slices.ContainsFunc(p.parted, func(known parts) bool { return value(known.of) == v })
}

// lookAt notes what a call gave, where its body can be gone through in one way only.
func (a *Analysis) lookAt(p *path, c solving.Call, with passed) {
	body := a.scratch(p.Of.Most)
	body.joint = []solving.Call{c}
	w := &walk{Analysis: a, in: body}
	q := p.fork()
	under := len(a.stack)
	done := w.unfold(q, a.newInstance(instance{object: asked(c).object, literal: asked(c).literal, args: with.args, chosen: asked(c).chosen}), with)
	if !a.unwind(under) || body.Loss != nil || len(done) != 1 || !done[0].gives(c, ownerOf(c.Callee)) || done[0].Loss != p.Loss {
		return
	}
	found := done[0].path
	for i := len(p.Calls); i < len(found.Calls); i++ {
		found.Calls[i].Free = true
	}
	known := *p
	*p = *found
	p.Costs, p.Exprs, p.Works, p.Charged = known.Costs, known.Exprs, known.Works, known.Charged
	p.Moments, p.ready, p.Start, p.effect, p.called = known.Moments, known.ready, known.Start, known.effect, known.called
}

// unwind drops instances that wait for what is being bounded; false where there are some.
func (a *Analysis) unwind(under int) bool {
	left := a.stack[under:]
	for _, in := range left {
		delete(a.instances, in.key)
		a.forms[in.source()]--
	}
	a.stack = a.stack[:under]
	return len(left) == 0
}

// doubled are the ways through an instance, on which it goes through itself at the call of
// itself that they have; none where some way has more calls, or there are too many.
func (in *instance) doubled() []*solving.Trace {
	if in.doubles == nil && in.divides() && in.extents == 0 {
		in.doubles = in.double()
	}
	var all []*solving.Trace
	for _, p := range in.doubles {
		all = append(all, &p.Trace)
	}
	return all
}

func (in *instance) double() []*path {
	none := []*path{}
	var all []*path
	for _, p := range in.walked() {
		switch calls := p.CallsOf(in.Body); len(calls) {
		case 0:
			all = append(all, p)
		case 1:
			twice, ok := in.home.goOn(p, calls[0])
			if all = append(all, twice...); !ok || len(all) > maxPaths {
				return none
			}
		default:
			return none
		}
	}
	return append(none, all...)
}

// divides reports whether something is divided on some way.
func (in *instance) divides() bool {
	return slices.ContainsFunc(in.walked(), func(p *path) bool { return p.Divided() })
}

// goOn are the ways in which a path goes on in the body of a call of what is being bounded:
// what the path does after the call costs what it costs. False where they are not known.
func (a *Analysis) goOn(p *path, at int) ([]*path, bool) {
	c, of := p.Calls[at], ownerOf(p.Of)
	in := ownerOf(c.Callee)
	if asked(c) == nil {
		return nil, false
	}
	body := a.scratch(of.Most)
	body.key, body.Loops, body.conditional = of.key, true, of.conditional
	defer func() { of.ranged = of.ranged || body.ranged }()
	w := &walk{Analysis: a, in: body}
	with := passed{asked(c).literal, originals(asked(c).args)}
	q := p.fork()
	// A call in this one with the same arguments gives the same result if it ends, but it may not.
	q.computed = slices.DeleteFunc(q.computed, func(known computation) bool { return known.by == any(in) })
	if in.object != nil {
		q.Costs[solving.Tick]++
	}
	under := len(a.stack)
	done := w.unfold(q, a.newInstance(instance{object: in.object, literal: asked(c).literal, args: with.args, chosen: asked(c).chosen}), with)
	if !a.unwind(under) || body.Loss != nil {
		return nil, false
	}
	ends := slices.Clone(body.ended)
	for _, o := range done {
		if o.gives(c, in) {
			ends = append(ends, o.path)
		}
	}
	for _, q := range ends {
		for _, next := range q.Calls[len(p.Calls):] {
			q.Learn(next)
		}
		q.Calls, q.Unordered = slices.Delete(slices.Clone(q.Calls), at, at+1), true
	}
	return ends, true
}

// gives notes that what a body gives is what a call of it gave; false where it cannot be.
func (o outcome) gives(c solving.Call, in *instance) bool {
	sizes, _ := resultSizes(o, in)
	for i, s := range sizes {
		if i < len(c.Out) && !o.Equate(c.Out[i], s) {
			return false
		}
	}
	return true
}

// originals are values of which data is no copy: on a path it has been taken apart as what
// it was.
func originals(all []value) []value {
	mapped := make([]value, len(all))
	for i, v := range all {
		mapped[i] = v
		switch v := v.(type) {
		case *data:
			if d, ok := originOf(v).(*data); ok {
				mapped[i] = d
			}
		case *tuple:
			mapped[i] = &tuple{originals(v.parts)}
		}
	}
	return mapped
}
