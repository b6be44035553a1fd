package workspace

import (
	"context"
	"slices"

	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A File is a file of a snapshot that is joined with its imports: what callers of the snapshot
// make of programs (pictures, conversions, costs, matches of rules) is made of it.
type File struct {
	Source *Source
	Module *typecheck.Module // what the file declares and sees
	Facts  *facts.Store      // of that

	snapshot *Snapshot
	entry    *entry
}

// File returns the file at a path. It fails where the file cannot be read.
func (s *Snapshot) File(path string) (*File, error) {
	e, err := s.linked(path)
	if err != nil {
		return nil, err
	}
	return &File{e.source, e.module, e.facts, s, e}, nil
}

// Result returns the typed tree of item i, kept for the next request.
func (f *File) Result(i int) *typecheck.Result { return f.entry.result(i) }

// Memo returns what callers keep of the file.
func (f *File) Memo() *Memo { return &f.entry.cache.memo }

// Diagnostic returns a diagnostic of item i in its place.
func (f *File) Diagnostic(i int, d syntax.Diagnostic) Finding { return f.snapshot.place(f.entry, i, d) }

// Locate returns where something that concerns item i stands: in the file itself or in one that
// it sees. It is the zero Place for what is in neither, such as the prelude, or in a file of
// which there is only a signature.
func (f *File) Locate(i int, p syntax.Place) Place { return f.snapshot.locate(f.entry, i, p) }

// Bound returns the bound of what calling the definition in item i costs; it is kept over edits
// that reach nothing that the definition does. Where the context ends, the bound says so, and is
// not kept.
func (f *File) Bound(ctx context.Context, i int) *complexity.Bound { return f.entry.cost(ctx, i) }

// SoundTree returns the typed tree of a definition without errors, nil of others.
func SoundTree(m *typecheck.Module, o *typecheck.Object) *typecheck.Info {
	home, i := m.Owner(o)
	if home == nil {
		return nil
	}
	return SoundItem(home, i)
}

// SoundItem returns the typed tree of an item without errors, nil of others.
func SoundItem(m *typecheck.Module, i int) *typecheck.Info {
	r := m.Check(i)
	wrong := func(d syntax.Diagnostic) bool { return d.Severity == codes.Error }
	if slices.ContainsFunc(r.Diagnostics, wrong) || len(r.Item.Errors) > 0 {
		return nil
	}
	return r.Info
}
