package lsp

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/prelude"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/workspace"
)

// locate finds where an object is declared, as seen from a file: in it, in
// what it imports, or in the prelude. Operators are declared nowhere.
func (v *view) locate(from *workspace.Source, o *typecheck.Object) (workspace.Place, bool) {
	if o.Item == nil {
		return workspace.Place{}, false
	}
	span := o.Item.Span(o.Node)
	for _, source := range append(v.reachable(from), v.prelude()) {
		if i, ok := indexOf(source, o.Item); ok {
			return workspace.Place{Source: source, Span: source.Absolute(i, span)}, true
		}
	}
	return workspace.Place{}, false
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
	found := []*workspace.Source{source}
	seen := map[*workspace.Source]bool{source: true}
	for at := 0; at < len(found); at++ {
		for i := range found[at].File.Items {
			path, ok := importPath(found[at], i)
			if !ok {
				continue
			}
			if next, err := v.snapshot.Source(path); err == nil && !seen[next] {
				seen[next] = true
				found = append(found, next)
			}
		}
	}
	return found
}

// importPath is the file that item i of a source imports.
func importPath(source *workspace.Source, i int) (string, bool) {
	item := source.File.Items[i]
	name := item.Kid(item.Root, 0)
	if item.Kind(item.Root) != syntax.ItemImport || item.Kind(name) != syntax.String {
		return "", false
	}
	path := filepath.FromSlash(strings.Trim(item.SourceText(name), `"'`))
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(source.Path), path)
	}
	return path, true
}
