package lsp

import (
	"context"
	"slices"

	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
)

// finder finds declarations and uses as the view has them. What looks through many files
// may take longer.
func (v *view) finder() *reference.Finder {
	programs := func() []string {
		paths := v.programs()
		allowFor(v.context(), len(paths))
		return paths
	}
	return &reference.Finder{Snapshot: v.snapshot, Prelude: v.prelude, Programs: programs, Check: v.result}
}

// readPrelude is the prelude as a file that editors can show.
func readPrelude() *workspace.Source {
	return workspace.NewSource(filePath(cachedFile(prelude.Name, prelude.Source)), prelude.Name, prelude.Source)
}

// programs are the paths of the open documents and of all programs in the folders, each
// once and in order. Documents of the server say once more what those say that they are
// about.
func (v *view) programs() []string {
	paths := slices.Clone(v.inFolders(v.context())) // which others read
	for _, d := range v.documents {
		if !isServerDocument(d.uri) {
			paths = append(paths, d.path)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// prolongKey is the key of the function by which work asks for more time.
type prolongKey struct{}

// withProlonging returns a context whose work may ask for the time to read a number of
// files.
func withProlonging(ctx context.Context, prolong func(files int)) context.Context {
	return context.WithValue(ctx, prolongKey{}, prolong)
}

// allowFor gives work that reads so many files the time for it, where its time is limited.
func allowFor(ctx context.Context, files int) {
	if prolong, ok := ctx.Value(prolongKey{}).(func(int)); ok {
		prolong(files)
	}
}
