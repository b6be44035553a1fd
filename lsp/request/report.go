package request

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/fraccheck/fraccheck/internal/normalform"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/config"
	"github.com/fraccheck/fraccheck/internal/workspace/convert"
	"github.com/fraccheck/fraccheck/internal/workspace/ruleset"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/typecheck"
	"go.lsp.dev/uri"
)

// A Basis is what the diagnostics in a file depend on. Snapshots share its parts
// as long as they stay the same.
//
// It is compared by pointers: snapshots share a module, a configuration and a set of rules as
// long as they mean the same, so equal pointers imply equal diagnostics, in O(1).
type Basis struct {
	reports  *reports // others once configurations or rules changed: those of imported files count, too
	module   *typecheck.Module
	imported bool              // by another file
	source   *workspace.Source // instead of the two, where only syntax is checked; of a translated program, too
	config   *config.Config
	rules    *ruleset.Set
}

// Basis is that of a file; without a configuration that can be read that part
// is missing.
func (v *View) Basis(path string) (b Basis) {
	source, err := v.Snapshot.Source(path)
	if err != nil {
		return Basis{}
	}
	b.reports = v.reports
	b.config, _ = v.Snapshot.Config(path)
	b.rules, _ = v.Snapshot.Rules(path)
	if v.Oversized(source) {
		b.source = source
		return b
	}
	if source.Origin != nil { // its places move where its program stays
		b.source = source
	}
	b.module, _ = v.Snapshot.Module(path)
	b.imported = v.Snapshot.Imported(path)
	return b
}

// reports keeps what was found last in each file, for whoever asks next: an
// editor asks for code actions wherever the cursor goes.
type reports struct {
	mu   sync.Mutex
	last map[string]keptReport
}

type keptReport struct {
	Basis
	report *workspace.Report
	laws   bool // the checks that run code are in it
}

// KeptReport is what was found in a file, where nothing that it depends on has changed; else
// nil.
func (v *View) KeptReport(path string) *workspace.Report {
	if found := v.reports.get(path); found.report != nil && found.Basis == v.Basis(path) {
		return found.report
	}
	return nil
}

// Report checks a file, unless nothing that it depends on has changed.
func (v *View) Report(ctx context.Context, path string) (*workspace.Report, error) {
	now := v.Basis(path)
	if found := v.reports.get(path); found.report != nil && found.Basis == now {
		return found.report, nil
	}
	report, err := v.checkFile(ctx, path)
	if err != nil {
		return nil, err
	}
	v.reports.put(path, keptReport{now, report, false})
	return report, nil
}

func (r *reports) get(path string) keptReport {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.last[path]
}

func (r *reports) put(path string, c keptReport) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.last == nil {
		r.last = map[string]keptReport{}
	}
	r.last[path] = c
}

// forget drops what is kept for a file that is no longer shown.
func (r *reports) forget(path string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.last, path)
}

// AddExecuted adds to what is known of a file what the checks by execution find in it, by
// item; it reports whether they found anything.
func (v *View) AddExecuted(ctx context.Context, path string, execute func() (map[int][]syntax.Diagnostic, error)) (bool, error) {
	report, err := v.Report(ctx, path)
	known := v.reports.get(path)
	if err != nil || known.report != report || known.laws {
		return false, err
	}
	byItem, err := execute()
	if err != nil {
		return false, err
	}
	found, err := v.Snapshot.Place(path, byItem)
	if err != nil {
		return false, err
	}
	v.reports.put(path, keptReport{known.Basis, report.Joined(found), true})
	return len(found) > 0, nil
}

var ErrOversized = errors.New("the file is larger than the setting fraccheck.largestFile allows")

// Oversized reports whether a file is too large for anything but its syntax.
func (v *View) Oversized(source *workspace.Source) bool { return v.TooLarge(source.Size()) }

// TooLarge is oversized by the size of a text in bytes.
func (v *View) TooLarge(size int) bool {
	return v.Settings.LargestFile > 0 && size > v.Settings.LargestFile
}

// result is the typed tree of an item; of a file that is too large, one that
// knows no types.
func (v *View) result(source *workspace.Source, i int) (*typecheck.Result, error) {
	if v.Oversized(source) {
		return &typecheck.Result{Info: &typecheck.Info{Item: source.File.Item(i)}}, nil
	}
	if err := v.context().Err(); err != nil {
		return nil, err
	}
	return v.Snapshot.Result(source.Path, i)
}

// checked runs every check over a file, or over its syntax alone.
func (v *View) checkFile(ctx context.Context, path string) (*workspace.Report, error) {
	if sourcefile.IsTranslated(path) { // other tools look at the rest
		if c, err := v.Snapshot.Config(path); err != nil || !c.FindsPython(path) {
			return &workspace.Report{}, nil
		}
	}
	source, err := v.Snapshot.Source(path)
	if err == nil && v.Oversized(source) {
		return v.Snapshot.CheckSyntax(path)
	}
	return v.Snapshot.Check(ctx, []string{path})
}

// AskedVersions know what each document was when the client asked for it last.
type AskedVersions struct {
	mu   sync.Mutex
	seen map[uri.URI]AskedVersion // by key
}

// An AskedVersion is the version of a document that the client asked for, and
// what its diagnostics depended on.
type AskedVersion struct {
	Version int32
	Basis   Basis
}

// NewAskedVersions returns an empty table.
func NewAskedVersions() *AskedVersions { return &AskedVersions{seen: map[uri.URI]AskedVersion{}} }

// Note records what a document, by its key, was when it was asked for.
func (a *AskedVersions) Note(u uri.URI, now AskedVersion) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.seen[u] = now
}

// Last returns what was recorded of a document last.
func (a *AskedVersions) Last(u uri.URI) (AskedVersion, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	last, ok := a.seen[u]
	return last, ok
}

// Forget drops a document that was closed.
func (a *AskedVersions) Forget(u uri.URI) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.seen, Key(u))
}

// A ProgramErrors says how many errors keep a program from being converted.
type ProgramErrors int

func (n ProgramErrors) Error() string {
	if n == 1 {
		return "the program has an error"
	}
	return fmt.Sprintf("the program has %d errors", int(n))
}

// Conversion is a program in a normal form. The error says why it cannot
// be converted.
func (v *View) Conversion(ctx context.Context, source *workspace.Source, form normalform.Form) (*convert.Conversion, error) {
	switch {
	case !source.Program():
		return nil, errors.New("only programs have normal forms, not documents")
	case v.Oversized(source):
		return nil, ErrOversized
	}
	report, err := v.Report(ctx, source.Path)
	if err != nil {
		return nil, err
	}
	n := ProgramErrors(0)
	for _, f := range report.Findings {
		if f.OfProgram() {
			n++
		}
	}
	if n > 0 {
		return nil, n
	}
	return convert.File(ctx, v.Snapshot, source.Path, form, normalform.Nested)
}
