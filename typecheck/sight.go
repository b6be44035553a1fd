package typecheck

import "github.com/fraccheck/fraccheck/internal/syntax"

// InSight gives the binders of the variables that an expression can name where node n
// stands, the nearest first; each hides those of its name before it. It gives at most so
// many.
func (x *Index) InSight(n syntax.NodeID, most int) (found []syntax.NodeID) {
	at := x.info.Item.Span(n)
	hidden := map[string]bool{}
	for i := len(x.binders) - 1; i >= 0 && len(found) < most; i-- {
		binder := x.binders[i]
		name := x.info.Objects[binder].Name
		if hidden[name] || len(name) > 1 && name[1] == '_' || !x.sees(at, x.Scope(binder)) {
			continue
		}
		hidden[name] = true
		found = append(found, binder)
	}
	return found
}

// sees reports whether a place is where the variables that a node binds can be named:
// behind a `let` in its block, within others.
func (x *Index) sees(at syntax.Span, owner syntax.NodeID) bool {
	item := x.info.Item
	span := item.Span(owner)
	if kind := item.Kind(owner); kind == syntax.Let || kind == syntax.Graph {
		block := item.Span(x.Parent(owner))
		return span.End <= at.Start && at.Start < block.End
	}
	return span.Start <= at.Start && at.End <= span.End
}
