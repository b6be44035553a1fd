package workspace

import (
	"context"
	"fmt"

	"github.com/fraccheck/fraccheck/analysis/registry"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// A FirstError is the first error in a file, or else in what it imports.
type FirstError struct {
	Name         string // of the file that it stands in
	Line, Column int
	Message      string
}

// Known is what is known of files without asking a snapshot.
type Known interface {
	// FirstError is the first error in what a file is and sees; nil where there is
	// none. It is not ok where that is not known.
	FirstError(path string) (first *FirstError, ok bool)
	// Imported reports whether another file imports a file. Paths are real.
	Imported(path string) bool
	// Signature is the digest of what a file shows; empty where that cannot be said. It is
	// not ok where it is not known yet.
	Signature(path string) (digest string, ok bool)
	// Signs reports whether the digest of what a file shows is asked for.
	Signs(path string) bool
}

// noneKnown knows nothing.
var noneKnown Known = nothing{}

type nothing struct{}

func (nothing) FirstError(string) (*FirstError, bool) { return nil, false }
func (nothing) Imported(string) bool                  { return false }
func (nothing) Signature(string) (string, bool)       { return "", false }
func (nothing) Signs(string) bool                     { return false }

// brokenImports finds the imports of files in which there are errors, or in what
// they see: what is concluded from such a file may be wrong, and whoever checks
// the importing file alone would not hear of it.
func (s *Snapshot) brokenImports(ctx context.Context, checks []*fileCheck, known Known) error {
	b := newBreakage(s, known)
	for _, c := range checks {
		if c.entry == nil {
			continue
		}
		c.imports = map[int][]syntax.Diagnostic{}
		for _, i := range c.entry.imports {
			if i.target == nil || c.entry.faults[i.item] != nil {
				continue
			}
			first, err := b.firstError(ctx, i.target)
			if err != nil {
				return err
			}
			if first != nil {
				c.imports[i.item] = append(c.imports[i.item], brokenImport(i, first))
			}
		}
	}
	return nil
}

func brokenImport(i importOf, first *FirstError) syntax.Diagnostic {
	what := "the imported file has errors"
	if first.Name != i.target.source.Name {
		what = "the imported file imports one that has errors"
	}
	return syntax.Diagnostic{
		Code: codes.ImportError, Span: i.name, Message: what,
		Notes: []string{fmt.Sprintf("The first is at %s:%d:%d: %s.", first.Name, first.Line, first.Column, first.Message)},
	}
}

// A breakage finds the first errors of files, each once. It searches depth first, import by
// import, so that all who ask get the same error of a file; imports that form a cycle are
// faults of their own and not followed.
type breakage struct {
	snapshot *Snapshot
	known    Known
	first    map[*entry]*FirstError
}

func newBreakage(s *Snapshot, known Known) *breakage {
	return &breakage{snapshot: s, known: known, first: map[*entry]*FirstError{}}
}

// firstError is the first error in a file, or else in what it imports, import by
// import; nil where there is none.
func (b *breakage) firstError(ctx context.Context, e *entry) (*FirstError, error) {
	if first, ok := b.first[e]; ok {
		return first, nil
	}
	if first, ok := b.known.FirstError(e.path); ok {
		return first, nil
	}
	if e.signed != nil {
		return e.firstOf(), nil
	}
	if known := e.first.Load(); known != nil && known.settings == b.snapshot.settings {
		return known.first, nil
	}
	first, err := b.snapshot.ownError(ctx, e)
	for _, i := range e.imports {
		if first != nil || err != nil {
			break
		}
		if i.target != nil && e.faults[i.item] == nil {
			first, err = b.firstError(ctx, i.target)
		}
	}
	if err == nil {
		b.first[e] = first
		e.first.Store(&knownFirst{b.snapshot.settings, first})
	}
	return first, err
}

// A knownFirst is the first error of a file and of what it sees, under some settings. An entry
// sees the same texts as long as it lives.
type knownFirst struct {
	settings *settings
	first    *FirstError
}

// FirstError is the first error in a file, or else in what it imports, import by import; nil where
// there is none. Of what is known, which may be nil, nothing is searched.
func (s *Snapshot) FirstError(ctx context.Context, path string, known Known) (*FirstError, error) {
	if known == nil {
		known = noneKnown
	}
	e := s.entry(path)
	if e.read() != nil {
		return nil, nil // the import says that it cannot be read
	}
	return newBreakage(s, known).firstError(ctx, e)
}

// ownError is the first error in a file itself.
func (s *Snapshot) ownError(ctx context.Context, e *entry) (*FirstError, error) {
	c, err := s.newFileCheck(ctx, e.source.Path)
	if err != nil || c.unreadable != nil {
		return nil, err // the import says that it cannot be read
	}
	c.imported = true // by who asks
	unknown := c.recall()
	if err := s.Each(ctx, len(unknown), func(ctx context.Context, i int) error {
		c.found.Store(unknown[i], c.entry.check(ctx, unknown[i], registry.Analyzers(), c.rules))
		return nil
	}); err != nil {
		return nil, err
	}
	if len(c.config.Contracts) > 0 {
		if err := c.holdContracts(ctx); err != nil {
			return nil, err
		}
	}
	return c.firstError(s), nil
}

// firstError is the first error of a file whose items are checked.
func (c *fileCheck) firstError(s *Snapshot) *FirstError {
	report := &Report{}
	c.finish(s, report)
	return firstErrorOf(sourcefile.Sorted(report.Findings))
}

func firstErrorOf(findings []Finding) *FirstError {
	for _, f := range findings {
		if f.Severity == codes.Error {
			start, _ := f.Range()
			return &FirstError{f.Source.Name, start.Line, start.Column, f.Message}
		}
	}
	return nil
}
