package workspace

import (
	"context"
	"slices"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/internal/contract"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// An ImportedFact is a fact of a definition that is in another file than the findings that rest
// on it.
type ImportedFact struct {
	File       string // as reports write it
	Definition string
	Analyzer   string
	Words      string
}

// wordsOf are a fact in words, as signatures have it: what is not known is left out there.
func wordsOf(a *analysis.Analyzer, f analysis.Fact) string {
	if f.Equal(a.Facts.Unknown) {
		return "unknown"
	}
	return "known: " + a.Facts.Write(f)
}

// recordFacts records which imported facts the diagnostics of a file depend on. Facts are known by the
// names of definitions; in a document, a name may denote another one in a later block.
func (r *FileReport) recordFacts(c *fileCheck) {
	if len(c.entry.imports) == 0 {
		return
	}
	read, ok := c.entry.facts.Foreign(func(i int) facts.Reads { return c.item(i).reads })
	r.Beyond = !ok || !c.entry.source.Program() || c.looksBeyond()
	for _, f := range read {
		if f.Analyzer.Facts.Write == nil || f.Home.Value(f.Of.Name, 0) != f.Of {
			r.Beyond = true
			break
		}
		r.ImportedFacts = append(r.ImportedFacts, ImportedFact{f.Home.File().Name, f.Of.Name, f.Analyzer.Name, wordsOf(f.Analyzer, f.Fact)})
	}
}

// FactHolds reports whether a fact of a definition in the file at a path is what was recorded.
func (s *Snapshot) FactHolds(ctx context.Context, path string, recorded ImportedFact) (bool, error) {
	e, err := s.linkedWithin(ctx, path)
	if err != nil {
		return false, ctx.Err() // a file that cannot be read states nothing
	}
	a, o := carried(recorded.Analyzer), e.module.Value(recorded.Definition, 0)
	if a == nil || o == nil || o.Kind != typecheck.DefObject {
		return false, nil
	}
	f, err := e.facts.Fact(ctx, a, o)
	return err == nil && wordsOf(a, f) == recorded.Words, err
}

// looksBeyond reports whether what was found in a file may rest on bodies that it imports.
// Where signatures are in place of texts, who looks into bodies is refused (bodyError);
// with all texts there, nobody notes it, so this may say yes where none was looked into.
func (c *fileCheck) looksBeyond() bool {
	for i, item := range c.entry.source.File.All() {
		if _, promised := c.promised[i]; promised || len(contract.Attributes(item)) > 0 || c.rulesLookBeyond(c.item(i)) {
			return true
		}
	}
	return false
}

// rulesLookBeyond reports whether lint rules looked into the definitions of other files. What
// mends a match is tried with definitions that are not listed.
func (c *fileCheck) rulesLookBeyond(found *itemCheck) bool {
	if c.rules == nil || !c.rules.Lints() {
		return false
	}
	if c.rules.Rewrites() && slices.ContainsFunc(found.diagnostics, func(d syntax.Diagnostic) bool { return d.Code.IsRule() }) {
		return true
	}
	return !c.entry.declares(found.bodies)
}

// declares reports whether items are the file's own, or the prelude's.
func (e *entry) declares(items []*syntax.Item) bool {
	if len(items) == 0 {
		return true
	}
	own := map[*syntax.Item]bool{}
	for _, item := range e.source.File.All() {
		own[item] = true
	}
	if prelude := e.module.Prelude(); prelude != nil {
		for _, item := range prelude.File().All() {
			own[item] = true
		}
	}
	return !slices.ContainsFunc(items, func(item *syntax.Item) bool { return !own[item] })
}
