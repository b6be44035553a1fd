package request

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/cost"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/typecheck"
	"go.lsp.dev/protocol"
)

// Finder finds declarations and uses as the view has them. What looks through many files
// may take longer.
func (v *View) Finder() *reference.Finder {
	programs := func() []string {
		paths := v.programs()
		allowFor(v.context(), len(paths))
		return paths
	}
	return &reference.Finder{Snapshot: v.Snapshot, Prelude: v.Prelude, Programs: programs, Check: v.result}
}

// readPrelude is the prelude as a file that editors can show.
func readPrelude() *workspace.Source {
	return sourcefile.New(FilePath(cachedFile(prelude.Name, prelude.Source)), prelude.Name, prelude.Source)
}

// programs are the paths of the open documents and of all programs in the folders, each
// once and in order. Documents of the server say once more what those say that they are
// about.
func (v *View) programs() []string {
	paths := slices.Clone(v.InFolders(v.context())) // which others read
	for _, d := range v.Documents {
		if !IsServerDocument(d.URI) {
			paths = append(paths, d.Path)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// prolongKey is the key of the function by which work asks for more time.
type prolongKey struct{}

// WithProlonging returns a context whose work may ask for the time to read a number of
// files.
func WithProlonging(ctx context.Context, prolong func(files int)) context.Context {
	return context.WithValue(ctx, prolongKey{}, prolong)
}

// allowFor gives work that reads so many files the time for it, where its time is limited.
func allowFor(ctx context.Context, files int) {
	if prolong, ok := ctx.Value(prolongKey{}).(func(int)); ok {
		prolong(files)
	}
}

// DeclaredIn is what an item declares; nil where it declares nothing.
func (v *View) DeclaredIn(source *workspace.Source, i int) *typecheck.Object {
	module, err := v.Snapshot.Module(source.Path)
	if err != nil || i < 0 || i >= module.Items() {
		return nil
	}
	return module.Object(i)
}

// ReferencesTo are the places in all programs of the folder that name what a
// file declares. Only the items that mention the name are checked for it.
func (v *View) ReferencesTo(ctx context.Context, from *workspace.Source, o *typecheck.Object) []protocol.Location {
	found, mapper := []protocol.Location{}, NewMapper(v)
	for _, source := range v.Finder().Candidates(ctx, from, o) {
		results, err := v.Snapshot.Results(source.Path)
		if err != nil || ctx.Err() != nil {
			continue
		}
		for _, i := range v.Session.Outlines.Of(source).Mentions[o.Name] {
			for _, use := range reference.InItem(source, i, results(i).Info, o) {
				if !use.Declares {
					found = append(found, mapper.Location(use.Place))
				}
			}
		}
	}
	return found
}

// DependsOn reports whether a bound depends on a size.
func DependsOn(bounds, size string) bool {
	words := strings.FieldsFunc(bounds, func(r rune) bool { return strings.ContainsRune(" *+-/^(),", r) })
	return slices.Contains(words, size)
}

// CostBudget is how long a client waits for the bound of one definition.
const CostBudget = 200 * time.Millisecond

// Cost is what calling the definition in an item costs, as far as there is time for
// it; nil where the item is none.
func (v *View) Cost(ctx context.Context, source *workspace.Source, i int) (*cost.Cost, error) {
	limited, cancel := context.WithTimeout(ctx, CostBudget)
	defer cancel()
	c, err := cost.Of(limited, v.Snapshot, source.Path, i)
	if err != nil {
		return nil, Failed(err)
	}
	return c, ctx.Err()
}
