package workspace

import (
	"context"
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// An ErrorPlace is an error in a file, as other files report it.
type ErrorPlace struct {
	Name         string // of the file that it is in
	Line, Column int
	Message      string
}

// Broken is what errors reach of what a file shows to those that import it.
type Broken struct {
	// Errors are those that something rests on, those of the file's own text in its order; never
	// empty.
	Errors []ErrorPlace
	// Names are the globals, types and constructors that have an error or name something that
	// rests on one, with the index of the error. It is nil where anything may.
	Names map[string]int `json:",omitempty"`
}

// Known is what is known of files without asking a snapshot.
type Known interface {
	// Broken is what errors reach of what a file shows; nil where that is nothing. It is not
	// ok where that is not known.
	Broken(path string) (broken *Broken, ok bool)
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

func (nothing) Broken(string) (*Broken, bool)   { return nil, false }
func (nothing) Imported(string) bool            { return false }
func (nothing) Signature(string) (string, bool) { return "", false }
func (nothing) Signs(string) bool               { return false }

// brokenImports finds the imports of which a file uses what rests on errors: what is concluded
// there may be wrong, and whoever checks the importing file alone would not hear of it.
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
			broken, err := b.of(ctx, i.target)
			if err != nil {
				return err
			}
			if broken == nil {
				continue
			}
			if use := c.entry.brokenUse(i.target, broken); use.item >= 0 {
				c.imports[i.item] = append(c.imports[i.item], brokenImport(i, broken, use.name))
			}
		}
	}
	return nil
}

// brokenImport is the diagnostic of an import of which a file uses a name that rests on an error;
// an empty one represents all.
func brokenImport(i importOf, broken *Broken, name string) syntax.Diagnostic {
	first := broken.Errors[broken.Names[name]]
	what := "the imported file has errors"
	switch {
	case name != "":
		what = fmt.Sprintf("this file uses `%s` of the imported file, which has an error or depends on one", name)
	case first.Name != i.target.source.Name:
		what = "the imported file imports one that has errors"
	}
	return syntax.Diagnostic{
		Code: codes.ImportError, Span: i.name, Message: what,
		Notes: []string{fmt.Sprintf("The error is at %s:%d:%d: %s.", first.Name, first.Line, first.Column, strings.TrimSuffix(first.Message, "."))},
	}
}
