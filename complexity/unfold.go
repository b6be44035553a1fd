package complexity

import (
	"maps"
	"slices"

	"github.com/fraccheck/fraccheck/complexity/solving"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/typecheck"
)

// unfold goes through a body that is called on a path, in all ways, with the path's own
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

// hasTooMany tells of bodies together that are more than are unfolded, which shows
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
