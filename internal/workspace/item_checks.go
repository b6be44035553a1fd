package workspace

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/analysis/registry"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/contract"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace/ruleset"
	"github.com/fraccheck/fraccheck/internal/workspace/suppress"
	"github.com/fraccheck/fraccheck/typecheck"
)

// holdContracts holds the definitions of a file against the contracts of its
// configuration.
func (c *fileCheck) holdContracts(ctx context.Context) error {
	c.promised = map[int][]syntax.Diagnostic{}
	for _, name := range slices.Sorted(maps.Keys(c.config.Contracts)) {
		for i, item := range c.entry.source.File.All() {
			o := c.entry.module.Object(i)
			if o == nil || o.Kind != typecheck.DefObject || o.Name != name || c.entry.faulty(i) {
				continue
			}
			found := itemCheck{}
			found.guard(item, func() { found.diagnostics = c.entry.judge(ctx, i, name, c.config.Contracts[name]) })
			c.promised[i] = bySeverity(found.diagnostics)
		}
	}
	return ctx.Err()
}

// judge holds a definition against clauses.
func (e *entry) judge(ctx context.Context, i int, name string, clauses []contract.Clause) (found []syntax.Diagnostic) {
	b := e.cost(ctx, i)
	for _, clause := range clauses {
		found = append(found, contract.Judge(clause, name, e.source.File.Item(i), b)...)
	}
	return found
}

// faulty reports whether i is an item with an error of its syntax or types.
func (e *entry) faulty(i int) bool { return SoundTree(e.module, e.module.Object(i)) == nil }

// bySeverity gives findings the severities of their codes.
func bySeverity(found []syntax.Diagnostic) []syntax.Diagnostic {
	for i := range found {
		found[i].Severity = found[i].Code.DefaultSeverity()
	}
	return found
}

// lint looks for the lint rules in an item.
func (e *entry) lint(ctx context.Context, c *itemCheck, set *ruleset.Set, unit *analysis.Unit) {
	if c.rules = set; !set.Lints() || unit.Faulty() {
		return
	}
	c.guard(unit.Result.Item, func() {
		found := set.Lint(ctx, e.module, e.facts, unit)
		c.diagnostics = append(c.diagnostics, found.Diagnostics...)
		c.bodies, c.reads = found.Bodies, append(facts.ReadsOf(unit), found.Reads...)
	})
}

// An Executor makes the checks that run a program's own code: elsewhere, so that
// a program cannot take the caller with it. Texts are the file and all that it
// sees, by path. What it gives is by item, with positions in the item.
type Executor func(ctx context.Context, path string, texts map[string]string) (map[int][]syntax.Diagnostic, error)

// Execute makes those checks here, over items of a file.
func (s *Snapshot) Execute(ctx context.Context, path string, items []int) (map[int][]syntax.Diagnostic, error) {
	e, err := s.linked(path)
	if err != nil {
		return nil, err
	}
	found := make([]itemCheck, len(items))
	if err := s.Each(ctx, len(items), func(ctx context.Context, at int) error {
		found[at] = executeItem(ctx, e, items[at])
		return ctx.Err()
	}); err != nil {
		return nil, err
	}
	byItem := map[int][]syntax.Diagnostic{}
	for at, i := range items {
		byItem[i] = found[at].diagnostics
	}
	return byItem, nil
}

func executeItem(ctx context.Context, e *entry, i int) itemCheck {
	c := itemCheck{}
	e.analyze(ctx, i, &c, e.result(i), registry.Executing())
	return c
}

// execute has the checks made that run code. What keeps these from being made takes
// nothing from the others. The functions of a model are the reader's, not the author's.
func (c *fileCheck) execute(ctx context.Context, s *Snapshot) error {
	if c.entry.source.Derived() != "" {
		return nil
	}
	texts := map[string]string{}
	for _, other := range s.reachable(c.entry) {
		texts[other.source.Path] = other.source.Text()
	}
	texts[c.entry.source.Path] = c.entry.source.Text()
	found, err := s.execute(ctx, c.entry.source.Path, texts)
	if err != nil && ctx.Err() == nil {
		c.unexecuted = fmt.Errorf("running the functions of %s: %w", c.entry.source.Name, err)
	}
	c.executed = found
	return ctx.Err()
}

// Executes reports whether a code is one of the checks that run code.
func Executes(code codes.Code) bool {
	for _, a := range registry.Executing() {
		if slices.Contains(a.Codes, code) {
			return true
		}
	}
	return false
}

// unmade reports whether a code is one of a check that is not made here: that it is not
// found means nothing.
func (s *Snapshot) unmade(code string) bool {
	return madeElsewhere[codes.Code(code)] || s.execute == nil && Executes(codes.Code(code))
}

// madeElsewhere are what the comparison of two versions and the tests of comments find.
var madeElsewhere = map[codes.Code]bool{codes.CostRegression: true, suppress.ExpectationFailed: true}

// Place gives what an Executor found in a file its places, and leaves out what
// the file suppresses or its configuration turns off.
func (s *Snapshot) Place(path string, byItem map[int][]syntax.Diagnostic) ([]Finding, error) {
	c, err := s.newFileCheck(s.context(), path)
	if err == nil && c.unreadable != nil {
		err = c.unreadable
	}
	if err != nil || c.holds != nil {
		return nil, err
	}
	var found []Finding
	for i, diagnostics := range byItem {
		for _, d := range diagnostics {
			if i >= 0 && i < c.entry.source.File.Len() {
				found = append(found, s.place(c.entry, i, d))
			}
		}
	}
	return c.reported(found), nil
}
