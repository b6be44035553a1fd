package workspace

import (
	"context"
	"slices"

	"github.com/fraccheck/fraccheck/analysis/registry"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/internal/workspace/suppress"
)

// Known are the findings in a file so far: those of the items that were checked, while
// others are still being checked or were given up. As in CheckItem, what only a whole file
// can be blamed for is left out. It is nil where nothing is known, or all is found at once.
func (s *Snapshot) Known(ctx context.Context, path string) *Report {
	if e := s.entry(path); !e.linked.Load() {
		return nil
	}
	c, err := s.newFileCheck(ctx, path)
	if err != nil || c.entry == nil {
		return nil
	}
	unknown := c.recall()
	report := &Report{Files: 1}
	for _, i := range c.reporting() {
		if _, open := slices.BinarySearch(unknown, i); !open {
			c.gather(s, report, i)
		}
	}
	report.Findings = c.reported(report.Findings)
	return report
}

// reported are those of findings of some items that the file and its configuration leave.
func (c *fileCheck) reported(found []Finding) []Finding {
	suppressed := suppress.New(c.entry.source, c.rules.Codes())
	expected := suppress.NewExpectations(c.entry.source)
	left := c.config.Apply(expected.Filter(suppressed.Filter(found)))
	return sourcefile.Sorted(c.entry.source.AtOrigin(left))
}

// CheckSyntax gives the findings of the parser alone: what can be said of a
// file that is too large for the other checks.
func (s *Snapshot) CheckSyntax(path string) (*Report, error) {
	config, err := s.Config(path)
	if err != nil {
		return nil, err
	}
	e := s.entry(path)
	if err := e.read(); err != nil {
		return nil, err
	}
	var found []Finding
	for i, item := range e.source.File.All() {
		for _, d := range item.Mistakes() {
			found = append(found, s.place(e, i, d))
		}
	}
	return &Report{Files: 1, Findings: sourcefile.Sorted(config.Apply(found))}, nil
}

// CheckItem gives the findings of one item alone: what an editor shows while
// the rest of the file is still being checked. What only a whole file can be
// blamed for (a suppression that nothing needs, an example that does not fail)
// is left to Check, and so are the checks that run code.
func (s *Snapshot) CheckItem(path string, i int) ([]Finding, error) {
	c, err := s.newFileCheck(s.context(), path)
	if err == nil && c.unreadable != nil {
		err = c.unreadable
	}
	if err != nil || c.holds != nil {
		return nil, err
	}
	c.found.Store(i, c.entry.check(s.context(), i, registry.Prompt(), c.rules))
	if err := s.context().Err(); err != nil {
		return nil, err
	}
	report := &Report{}
	c.gather(s, report, i)
	return c.reported(report.Findings), nil
}
