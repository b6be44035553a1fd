package workspace

import "context"

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
	for _, i := range c.recall() {
		c.items[i] = nil
	}
	report := &Report{Files: 1}
	for i, known := range c.items {
		if known != nil {
			c.gather(s, report, i)
		}
	}
	expected := newExpectations(c.entry.source)
	suppressed := newSuppressions(c.entry.source, c.rules)
	report.Findings = sorted(c.config.apply(expected.filter(suppressed.filter(report.Findings))))
	return report
}
