package refactor

import (
	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A route is how evaluation gets to a node, and what it does on its way.
type route struct {
	rewrite.Path
	behavior
}

// reach follows evaluation from the start of an outer node to an inner one.
func (t *Target) reach(outer, inner syntax.NodeID) route {
	return t.passing(t.tree.Path(outer, inner))
}

// reachFrom follows evaluation from the end of a binding to a use.
func (t *Target) reachFrom(b bound, use syntax.NodeID) route {
	return t.passing(t.tree.PathFrom(b.statement, use))
}

// passing adds what the nodes of a path do; where there is no path, all may
// happen, any number of times.
func (t *Target) passing(path rewrite.Path, ok bool) route {
	if !ok {
		return route{rewrite.Path{Unordered: true, Repeated: true}, unknown}
	}
	p := route{Path: path}
	for _, n := range path.Before {
		p.behavior = p.and(t.of(n))
	}
	return p
}

// moves reports whether what behaves so may come to the end of a route from its
// start, or to its start from its end. Of two failures a run reports the first, so
// what may fail must not pass another that may.
func (p *route) moves(b behavior) bool {
	switch {
	case b.total():
		return true
	case !p.Certain():
		return false
	}
	return !(b.effect && p.effect) && !(b.partial && p.partial)
}
