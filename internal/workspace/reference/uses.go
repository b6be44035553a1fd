package reference

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Use is a place where a name denotes an object.
type Use struct {
	workspace.Place
	Declares bool // the object: it is no mention of one that is declared elsewhere
}

// A FileUses are the uses of an object in one file, in the order of its text.
type FileUses struct {
	Source *workspace.Source
	Uses   []Use
}

// InFile finds an object's name in a file, in the order of the text. Only items
// that hold the name's letters are looked at, and a variable's own item alone. It
// is nil where the context ends.
func (f *Finder) InFile(ctx context.Context, source *workspace.Source, o *typecheck.Object) []Use {
	var found []Use
	letters := strings.TrimPrefix(o.Name, "%")
	for i, item := range source.File.All() {
		if ctx.Err() != nil {
			return nil
		}
		if IsLocal(o) && o.Item != item || !strings.Contains(item.Text, letters) {
			continue
		}
		if result, err := f.Check(source, i); err == nil {
			found = append(found, InItem(source, i, result.Info, o)...)
		}
	}
	slices.SortFunc(found, func(a, b Use) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return found
}

// InItem finds an object's name in item i of a file, by its typed tree.
func InItem(source *workspace.Source, i int, info *typecheck.Info, o *typecheck.Object) []Use {
	var found []Use
	for n := syntax.NodeID(1); int(n) < info.Item.Len(); n++ {
		declares := o.Item == info.Item && o.Node == n
		if !declares && !(mentions(info.Item.Kind(n)) && Same(info.Object(n), o)) {
			continue
		}
		span := source.Absolute(i, NameSpan(info, n))
		found = append(found, Use{workspace.Place{Source: source, Span: span}, declares})
	}
	return found
}

// mentions reports whether nodes of a kind are a use where they have an object.
func mentions(k syntax.Kind) bool { return names[k] || k == syntax.Segment }

// All finds an object's name in all files that may name it, as seen from one of
// them. Files without a use are left out.
func (f *Finder) All(ctx context.Context, from *workspace.Source, o *typecheck.Object) []FileUses {
	var found []FileUses
	f.Each(ctx, from, o, func(u FileUses) { found = append(found, u) })
	return found
}

// searchBatch is how many files are searched before what is in them is visited.
const searchBatch = 64

// Each visits the files that use an object, one after the other; as many are
// searched at once as there are processors.
func (f *Finder) Each(ctx context.Context, from *workspace.Source, o *typecheck.Object, visit func(FileUses)) {
	for batch := range slices.Chunk(f.Candidates(ctx, from, o), searchBatch) {
		found := make([]FileUses, len(batch))
		var g errgroup.Group
		g.SetLimit(runtime.GOMAXPROCS(0))
		for i, source := range batch {
			g.Go(func() error {
				found[i] = FileUses{source, f.InFile(ctx, source, o)}
				return nil
			})
		}
		_ = g.Wait() // none of them fails
		for _, u := range found {
			if len(u.Uses) > 0 {
				visit(u)
			}
		}
	}
}

// Candidates are the files that may name an object: for a variable its own, else
// the one at hand, those that it sees, and of all programs those that import its
// declaration. Names are seen one import far.
func (f *Finder) Candidates(ctx context.Context, from *workspace.Source, o *typecheck.Object) []*workspace.Source {
	if IsLocal(o) {
		return []*workspace.Source{from}
	}
	found := f.Reachable(from)
	seen := map[*workspace.Source]bool{}
	for _, source := range found {
		seen[source] = true
	}
	home, _, ok := f.Home(from, o)
	everywhere := !ok || home.Path == f.Prelude().Path
	for _, path := range f.Programs() {
		source, err := f.Snapshot.Source(path)
		if err != nil || ctx.Err() != nil || seen[source] || !strings.Contains(source.Text(), o.Name) {
			continue
		}
		if !everywhere && source != home && !slices.Contains(f.Imports(source), home) {
			continue
		}
		seen[source] = true
		found = append(found, source)
	}
	return found
}
