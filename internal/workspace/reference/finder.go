package reference

import (
	"context"
	"slices"

	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Finder answers questions about the names of one snapshot.
type Finder struct {
	Snapshot *workspace.Snapshot
	// Prelude is the prelude as a file that can be shown.
	Prelude func() *workspace.Source
	// Programs are the paths of all files that may name what others declare.
	Programs func() []string
	// Check gives the typed tree of item i of a file: the snapshot's, unless a
	// file is too large to be checked.
	Check func(source *workspace.Source, i int) (*typecheck.Result, error)
}

// Declaration is the name that declares an object, as seen from a file: in it,
// in what it imports, or in the prelude. Operators are declared nowhere.
func (f *Finder) Declaration(from *workspace.Source, o *typecheck.Object) (workspace.Place, bool) {
	source, i, ok := f.Home(from, o)
	if !ok {
		return workspace.Place{}, false
	}
	return workspace.Place{Source: source, Span: source.Absolute(i, o.Item.Span(o.Node))}, true
}

// Home is the file and the number of the item that declares an object, as seen
// from a file.
func (f *Finder) Home(from *workspace.Source, o *typecheck.Object) (*workspace.Source, int, bool) {
	if o.Item == nil {
		return nil, 0, false
	}
	for _, source := range append(f.Reachable(from), f.Prelude()) {
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
	if source.Text() != prelude.Source {
		return 0, false
	}
	i := slices.IndexFunc(source.File.List(), func(other *syntax.Item) bool { return other.Text == item.Text })
	return i, i >= 0
}

// Reachable lists a file and all that it sees through imports, each once.
func (f *Finder) Reachable(source *workspace.Source) []*workspace.Source {
	if found, err := f.Snapshot.Reachable(source.Path); err == nil {
		return found
	}
	return []*workspace.Source{source}
}

// Imports are the files that a file imports itself, in its order; those that
// cannot be read are left out.
func (f *Finder) Imports(source *workspace.Source) []*workspace.Source {
	imports, _ := f.Snapshot.Imports(source.Path) // it is read already
	var found []*workspace.Source
	for _, i := range imports {
		if i.Target != nil {
			found = append(found, i.Target)
		}
	}
	return found
}

// Importers are the other programs that import a file themselves, each once. It is
// nil where the context ends.
func (f *Finder) Importers(ctx context.Context, of *workspace.Source) []*workspace.Source {
	var found []*workspace.Source
	for _, source := range f.Sources(ctx) {
		if source != of && slices.Contains(f.Imports(source), of) {
			found = append(found, source)
		}
	}
	return found
}

// Sources are the programs, each once; one that cannot be read is left out. It
// is nil where the context ends.
func (f *Finder) Sources(ctx context.Context) []*workspace.Source {
	var found []*workspace.Source
	seen := map[*workspace.Source]bool{}
	for _, path := range f.Programs() {
		source, err := f.Snapshot.Source(path)
		if ctx.Err() != nil {
			return nil
		}
		if err == nil && !seen[source] {
			seen[source] = true
			found = append(found, source)
		}
	}
	return found
}
