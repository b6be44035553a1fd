package workspace

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck/message"
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
	accuses := func(f Finding) bool {
		return f.Severity == codes.Error && (len(f.Suspects) > 0 || ofTypes[f.Code])
	}
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
	if f, ok := c.misdeclared(); ok {
		return []Finding{f}
	}
	accusing := make([]syntax.Accusation, len(c.found))
	for i, f := range c.found {
		accusing[i] = syntax.Accusation{Item: f.Source.File.Item(f.Item), Suspects: c.credible(f), Fixed: len(f.Fixes) > 0}
	}
	causes := syntax.Causes(accusing)
	c.atDeclarations(s, causes)
	for first, shown := range syntax.Following(causes) {
		f := &c.found[first]
		f.Related = slices.Clip(f.Related)
		for _, other := range shown {
			place := c.found[other.Error].Place
			if d := other.Declaration; d != nil {
				if place = s.locate(c.entry, f.Item, syntax.Place{Item: d.Item, Span: d.Span}); place.Source == nil || place == f.Place {
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

// credible are the suspects of an error. The declaration of a constructor is none as long as some use
// of the constructor has the number of fields that is declared.
func (c *contradictions) credible(f Finding) []syntax.Suspect {
	return slices.DeleteFunc(slices.Clone(f.Suspects), func(s syntax.Suspect) bool {
		return s.Arity > 0 && usedOtherwise(f.Source.File, s.Item.Text[s.Span.Start:s.Span.End], s.Arity)
	})
}

// usedOtherwise reports whether some pattern or call in a file has another number of fields of a
// constructor.
func usedOtherwise(file *syntax.File, name string, arity int) bool {
	for _, item := range file.All() {
		for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
			switch item.Kind(n) {
			case syntax.PatCons:
				if p := item.PatCons(n); item.SourceText(p.Name) == name && len(p.Args) != arity {
					return true
				}
			case syntax.Call:
				if call := item.Call(n); item.SourceText(call.Callee) == name && len(call.Args) != arity {
					return true
				}
			}
		}
	}
	return false
}

// atDeclarations moves the error of a constructor that all uses give another number of fields to its
// declaration, if that is in the same file.
func (c *contradictions) atDeclarations(s *Snapshot, causes []syntax.Cause) {
	for _, cause := range causes {
		if cause.Error < 0 || cause.Suspect.Arity == 0 {
			continue
		}
		suspect, f := cause.Suspect, &c.found[cause.Error]
		place := s.locate(c.entry, f.Item, syntax.Place{Item: suspect.Item, Span: suspect.Span})
		item, ok := f.Source.Index(suspect.Item)
		if !ok || f.Place == place {
			continue
		}
		use := Related{Place: f.Place, Message: "a use that has " + message.Count(suspect.Arity, "field")}
		f.Place, f.Item, f.Fixes, f.Notes, f.Related = place, item, nil, nil, []Related{use}
		f.Message = fmt.Sprintf("`%s` is declared with another number of fields than all of its uses have, %d", suspect.Item.Text[suspect.Span.Start:suspect.Span.End], suspect.Arity)
	}
}
