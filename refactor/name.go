package refactor

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// uses are the nodes that read an object, in the order of the text.
func (t *Target) uses(o *typecheck.Object) []syntax.NodeID {
	var found []syntax.NodeID
	t.item().Walk(t.item().Root, func(n syntax.NodeID) bool {
		if kind := t.item().Kind(n); (kind == syntax.Local || kind == syntax.Name) && n != o.Node && t.object(n) == o {
			found = append(found, n)
		}
		return true
	})
	return found
}

// free are the variables that an expression reads and does not bind itself, in
// the order of the text.
func (t *Target) free(root syntax.NodeID) []*typecheck.Object {
	var found []*typecheck.Object
	seen := map[*typecheck.Object]bool{}
	t.item().Walk(root, func(n syntax.NodeID) bool {
		o := t.object(n)
		if kind := t.item().Kind(n); kind != syntax.Local && kind != syntax.Name {
			return true
		}
		if o != nil && o.Kind == typecheck.LocalObject && o.Item == t.item() && !seen[o] && !t.within(o.Node, root) {
			seen[o] = true
			found = append(found, o)
		}
		return true
	})
	return found
}

// binds tells whether a name is bound under a node: by what is written there.
func (t *Target) binds(root syntax.NodeID, names map[string]bool) bool {
	found := false
	t.item().Walk(root, func(n syntax.NodeID) bool {
		if o := t.object(n); o != nil && o.Kind == typecheck.LocalObject && o.Node == n && o.Item == t.item() && names[o.Name] {
			found = true
		}
		return !found
	})
	return found
}

// isGraph tells whether a variable is bound without `let`: its value is worked
// out when it is first read.
func (t *Target) isGraph(o *typecheck.Object) bool {
	parent := t.parents[o.Node]
	return t.item().Kind(parent) == syntax.Graph && t.item().Kid(parent, 0) == o.Node
}

// fresh is a name that nothing in the item is called.
func (t *Target) fresh(name string) string {
	made := name
	for i := 1; strings.Contains(t.item().Text, made); i++ {
		made = fmt.Sprintf("%s%d", name, i)
	}
	return made
}

// freshGlobal is a name that the item sees no definition of.
func (t *Target) freshGlobal(name string) string {
	made := name
	for i := 1; strings.Contains(t.item().Text, made) || t.Module.Find(t.Index, "@"+made) != nil; i++ {
		made = fmt.Sprintf("%s%d", name, i)
	}
	return made
}

// ownSpan is the extent of a variable's name, without the tail segments that
// are projections of it.
func (t *Target) ownSpan(n syntax.NodeID) syntax.Span {
	span, segments := t.item().Span(n), t.item().Kids(n)
	if len(segments) == 0 || t.item().Kind(n) != syntax.Local {
		return span
	}
	if used := t.info().Split[n]; used > 0 {
		span.End = t.item().Span(segments[used-1]).End
	} else {
		span.End = t.item().Span(segments[0]).Start
	}
	return span
}
