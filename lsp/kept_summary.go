package lsp

import (
	"context"
	"crypto/sha256"
	"slices"
	"sync"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/batch"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/lsp/request"
)

// keptSummaries are the second level of the cache: between servers, by the digests of a file
// and of what it imports (package batch). They make the first check of a folder that was
// checked before, by a server or by the command, as fast as reading it.
//
// keptSummaries are those of closed files that the cache on disk has, and has a place for. Without
// a cache they have the order of files alone. All of it works on nil, where files cannot be read.
type keptSummaries struct {
	files *batch.Single
}

// recall asks the cache for closed files of which this process knows nothing. What goes
// wrong with it leaves everything to be found out.
func (c *checker) recall(ctx context.Context, v *request.View, paths []string) *keptSummaries {
	unknown := slices.DeleteFunc(slices.Clone(paths), func(path string) bool {
		return sourcefile.IsConfiguration(path) || c.known(v, path) != nil
	})
	if len(unknown) == 0 {
		return nil
	}
	o := batch.Options{Snapshot: v.Snapshot.Throwaway(), Cache: c.cache, Tool: c.tool, Jobs: 2}
	files, err := batch.RecallSingle(ctx, o, unknown)
	if err != nil {
		return nil
	}
	return &keptSummaries{files: files}
}

// order sorts files so that each is after those that it imports, as far as that is known.
func (k *keptSummaries) order(paths []string) []string {
	if k == nil {
		return paths
	}
	return k.files.Order(paths)
}

// next is the view in which some files are looked at next, after those of another one, nil for
// none.
func (k *keptSummaries) next(v, before *request.View, paths []string) *request.View {
	switch {
	case k == nil:
		return v.Afresh()
	case before == nil:
		return v.In(k.files.Next(nil, paths))
	}
	return v.In(k.files.Next(before.Snapshot, paths))
}

// first are the files that are looked at before a file.
func (k *keptSummaries) first(path string) []string {
	if k == nil {
		return nil
	}
	return k.files.First(path)
}

// learn finds out what a file shows to those that import it.
func (k *keptSummaries) learn(ctx context.Context, v *request.View, path string) error {
	if !k.holds(v, path) {
		return nil
	}
	report, err := k.files.Report(ctx, path)
	if report == nil && err == nil {
		_, _ = k.files.Check(ctx, v.Snapshot, path) // who looks at the file itself hears why not
	}
	return ctx.Err()
}

// known are the diagnostics of a file that the cache has, and what they depend on; depends is
// nil where it has none.
func (k *keptSummaries) known(ctx context.Context, c *checker, v *request.View, path string) (found []protocol.Diagnostic, depends request.PathSet, err error) {
	if !k.holds(v, path) {
		return nil, nil, nil
	}
	report, err := k.files.Report(ctx, path)
	if report == nil || err != nil {
		return nil, nil, err
	}
	return c.shown(v, path, nil, report), k.depends(v, path), nil
}

// depends are the paths that a file's diagnostics depend on. The cache knows imports of programs
// alone, and not the modules that a text in another language is read with.
func (k *keptSummaries) depends(v *request.View, path string) request.PathSet {
	if k != nil && !sourcefile.IsTranslated(path) {
		if depends := k.files.Depends(path); depends != nil {
			return depends
		}
	}
	return v.Dependencies(path)
}

// diagnostics checks a closed file, and has what is found kept.
func (k *keptSummaries) diagnostics(ctx context.Context, c *checker, v *request.View, path string) ([]protocol.Diagnostic, error) {
	source, _ := v.Snapshot.Source(path)
	if source == nil || !k.holds(v, path) {
		return c.fileDiagnostics(ctx, v, path)
	}
	report, err := k.files.Check(ctx, v.Snapshot, path)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return []protocol.Diagnostic{unchecked(err)}, nil
	}
	return c.shown(v, path, source, report), nil
}

// holds reports whether the cache is for a file: not all of a large one is checked, and
// nothing of a copy of the prelude.
func (k *keptSummaries) holds(v *request.View, path string) bool {
	if k == nil {
		return false
	}
	scan, ok := k.files.Scan(path)
	return ok && scan.Fault == "" && !v.TooLarge(scan.Size) && scan.Sum != preludeSum()
}

var preludeSum = sync.OnceValue(func() [sha256.Size]byte { return sha256.Sum256([]byte(prelude.Source)) })

func (k *keptSummaries) settle(snapshot *workspace.Snapshot) {
	if k != nil {
		k.files.Settle(snapshot)
	}
}

func (k *keptSummaries) flush() {
	if k != nil {
		_ = k.files.Flush() // the next server finds it out again
	}
}
