package workspace

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// contradictions are the errors of a file that contradict declarations. What is suppressed or
// off is not among them: nothing that is reported follows from what is not.
type contradictions struct {
	entry *entry
	found []Finding
}

// gather takes the errors that contradict declarations out of findings, up to as many as are
// worth comparing.
func (c *contradictions) gather(findings []Finding) []Finding {
	const most = 16 * maxOfCode
	accuses := func(f Finding) bool { return len(f.Suspects) > 0 && f.Severity == codes.Error }
	if !slices.ContainsFunc(findings, accuses) || len(c.found) >= most {
		return findings
	}
	var others []Finding
	for _, f := range findings {
		if accuses(f) {
			c.found = append(c.found, f)
		} else {
			others = append(others, f)
		}
	}
	return others
}

// findings are the errors without those that follow from others, which show their places.
func (c *contradictions) findings(s *Snapshot) (kept []Finding) {
	accusing := make([]syntax.Accusation, len(c.found))
	for i, f := range c.found {
		accusing[i] = syntax.Accusation{Item: f.Source.File.Item(f.Item), Suspects: f.Suspects, Fixed: len(f.Fixes) > 0}
	}
	causes := syntax.Causes(accusing)
	for first, shown := range syntax.Following(causes) {
		f := &c.found[first]
		f.Related = slices.Clip(f.Related)
		for _, other := range shown {
			place := c.found[other.Error].Place
			if d := other.Declaration; d != nil {
				if place = s.locate(c.entry, f.Item, syntax.Place{Item: d.Item, Span: d.Span}); place.Source == nil {
					continue
				}
			}
			if !slices.ContainsFunc(f.Related, func(r Related) bool { return r.Place == place }) {
				f.Related = append(f.Related, Related{Place: place, Message: other.Message})
			}
		}
	}
	for i, f := range c.found {
		if causes[i].Error < 0 {
			kept = append(kept, f)
		}
	}
	return kept
}
