package lsp

import (
	"slices"

	"github.com/fraccheck/fraccheck/prelude"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/workspace"
)

// locate finds where an object is declared, as seen from a file: in it, in
// what it imports, or in the prelude. Operators are declared nowhere.
func (v *view) locate(from *workspace.Source, o *typecheck.Object) (workspace.Place, bool) {
	source, i, ok := v.home(from, o)
	if !ok {
		return workspace.Place{}, false
	}
	return workspace.Place{Source: source, Span: source.Absolute(i, o.Item.Span(o.Node))}, true
}

// home is the item that declares an object, as seen from a file.
func (v *view) home(from *workspace.Source, o *typecheck.Object) (*workspace.Source, int, bool) {
	if o.Item == nil {
		return nil, 0, false
	}
	for _, source := range append(v.reachable(from), v.prelude()) {
		if i, ok := indexOf(source, o.Item); ok {
			return source, i, true
		}
	}
	return nil, 0, false
}

// indexOf finds an item in a file. The checker has read the prelude for itself:
// there the item of the same text is meant.
func indexOf(source *workspace.Source, item *syntax.Item) (int, bool) {
	if i, ok := source.Index(item); ok {
		return i, true
	}
	if source.Text != prelude.Source {
		return 0, false
	}
	i := slices.IndexFunc(source.File.Items, func(other *syntax.Item) bool { return other.Text == item.Text })
	return i, i >= 0
}

// readPrelude is the prelude as a file that editors can show.
func readPrelude() *workspace.Source {
	return workspace.NewSource(filePath(cachedFile(prelude.Name, prelude.Source)), prelude.Name, prelude.Source)
}

// reachable lists a file and all that it sees through imports, each once.
func (v *view) reachable(source *workspace.Source) []*workspace.Source {
	if found, err := v.snapshot.Reachable(source.Path); err == nil {
		return found
	}
	return []*workspace.Source{source}
}
