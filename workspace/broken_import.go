package workspace

import (
	"context"
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/analysis/registry"
	"github.com/fraccheck/fraccheck/codes"
	"github.com/fraccheck/fraccheck/syntax"
)

// brokenImports finds the imports of files in which there are errors, or in what
// they see: what is concluded from such a file may be wrong, and whoever checks
// the importing file alone would not hear of it.
func (s *Snapshot) brokenImports(ctx context.Context, checks []*fileCheck) error {
	known := map[*entry]*Finding{} // the first error of each file and what it sees
	for _, c := range checks {
		if c.entry == nil {
			continue
		}
		c.imports = map[int][]syntax.Diagnostic{}
		for _, i := range c.entry.imports {
			if i.target == nil || c.entry.faults[i.item] != nil {
				continue
			}
			first, err := s.firstError(ctx, i.target, known)
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

func brokenImport(i importOf, first *Finding) syntax.Diagnostic {
	start, _ := first.Range()
	what := "the imported file has errors"
	if first.Source != i.target.source {
		what = "the imported file imports one that has errors"
	}
	return syntax.Diagnostic{
		Code: codes.ImportError, Span: i.name, Message: what,
		Notes: []string{fmt.Sprintf("The first is at %s:%d:%d: %s.", first.Source.Name, start.Line, start.Column, first.Message)},
	}
}

// firstError is the first error in a file, or else in what it imports, import by
// import; nil where there is none. known holds what was found out before.
func (s *Snapshot) firstError(ctx context.Context, e *entry, known map[*entry]*Finding) (*Finding, error) {
	if first, ok := known[e]; ok {
		return first, nil
	}
	first, err := s.ownError(ctx, e)
	for _, i := range e.imports {
		if first != nil || err != nil {
			break
		}
		if i.target != nil && e.faults[i.item] == nil {
			first, err = s.firstError(ctx, i.target, known)
		}
	}
	if err == nil {
		known[e] = first
	}
	return first, err
}

// ownError is the first error in a file itself.
func (s *Snapshot) ownError(ctx context.Context, e *entry) (*Finding, error) {
	c, err := s.newFileCheck(ctx, e.source.Path)
	if err != nil || c.unreadable != nil {
		return nil, err // the import says that it cannot be read
	}
	c.imported = true // by who asks
	g, ctx := s.group(ctx)
	for part := range slices.Chunk(c.recall(), batch) {
		g.Go(func() error {
			for _, i := range part {
				c.items[i] = c.entry.check(ctx, i, registry.Analyzers(), c.rules)
			}
			return ctx.Err()
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	report := &Report{}
	c.finish(s, report)
	findings := sorted(report.Findings)
	if i := slices.IndexFunc(findings, func(f Finding) bool { return f.Severity == codes.Error }); i >= 0 {
		return &findings[i], nil
	}
	return nil, nil
}
