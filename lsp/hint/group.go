package hint

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/typecheck"
)

// largestGroup is how many definitions are looked at for one that needs the
// first again; where there are more, it is taken for granted.
const largestGroup = 200

// isInferredTogether searches the graph "mentions a definition without a full signature" for a
// cycle through a definition, by depth first, and reports whether the type of a definition is inferred together
// with that of another one, so that writing the one out may leave the other
// undecided.
func isInferredTogether(s *workspace.Snapshot, source *workspace.Source, i int) bool {
	seen, queue := map[int]bool{i: true}, inferredNeeds(s, source, i)
	for len(queue) > 0 {
		next := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if seen[next] {
			continue
		}
		if seen[next] = true; len(seen) > largestGroup {
			return true
		}
		for _, needed := range inferredNeeds(s, source, next) {
			if needed == i {
				return true
			}
			queue = append(queue, needed)
		}
	}
	return false
}

// inferredNeeds are the definitions of the file that another one mentions, and
// whose types are not written out.
func inferredNeeds(s *workspace.Snapshot, source *workspace.Source, i int) (found []int) {
	result, err := s.Result(source.Path, i)
	if err != nil {
		return nil
	}
	for n, o := range result.Objects {
		if o == nil || o.Kind != typecheck.DefObject || result.Item.Kind(syntax.NodeID(n)) != syntax.Global || annotated(o.Item) {
			continue
		}
		if j, ok := source.Index(o.Item); ok {
			found = append(found, j)
		}
	}
	return found
}

// annotated reports whether a definition writes all of its type.
func annotated(item *syntax.Item) bool {
	d := item.Def(item.Root)
	for _, p := range item.Kids(d.Params) {
		if item.Kind(p) == syntax.Param && item.Param(p).Type == syntax.NoNode {
			return false
		}
	}
	return d.Result != syntax.NoNode
}
