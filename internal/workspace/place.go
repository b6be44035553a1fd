package workspace

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// place turns a diagnostic of item i of an entry into a finding.
func (s *Snapshot) place(e *entry, i int, d syntax.Diagnostic) Finding {
	source := e.source
	f := Finding{
		Place: Place{Source: source, Span: source.Absolute(i, d.Span)}, Item: i,
		Code: d.Code, Severity: d.Severity, Message: d.Message, Notes: d.Notes, Data: d.Data, Suspects: d.Suspects,
	}
	for _, r := range d.Related {
		if p := s.locate(e, i, r.Place); p.Source != nil {
			f.Related = append(f.Related, Related{Place: p, Message: r.Message})
		} else { // it is in no file whose text is here
			f.Notes = append(slices.Clip(f.Notes), r.Message+" (in "+s.unplaced(e, r.Place)+")")
		}
	}
	for _, fix := range d.Fixes {
		f.Fixes = append(f.Fixes, placeFix(source, i, d.Code, fix))
	}
	return f
}

// placeFix returns a fix for item i of a source in its place.
func placeFix(source *Source, i int, code codes.Code, fix syntax.Fix) Fix {
	placed := Fix{Title: fix.Title, Confidence: fix.Confidence}
	if placed.Confidence == codes.Unsaid {
		placed.Confidence = code.Confidence()
	}
	for _, e := range fix.Edits {
		placed.Edits = append(placed.Edits, Edit{Place: Place{Source: source, Span: source.Absolute(i, e.Span)}, NewText: e.NewText})
	}
	return placed
}

// locate finds what a diagnostic of item i points to: in the file itself or in
// one that it sees; the zero Place where it is in neither, such as the prelude, or the
// text is not here, but a signature.
func (s *Snapshot) locate(e *entry, i int, p syntax.Place) Place {
	if p.Item == nil {
		return Place{Source: e.source, Span: e.source.Absolute(i, p.Span)}
	}
	for _, other := range s.reachable(e) {
		if j, ok := other.source.Index(p.Item); ok && other.signed == nil {
			return Place{Source: other.source, Span: other.source.Absolute(j, p.Span)}
		}
	}
	return Place{}
}

// unplaced is what messages call where a place is that locate does not find.
func (s *Snapshot) unplaced(e *entry, p syntax.Place) string {
	for _, other := range s.reachable(e) {
		if _, ok := other.source.Index(p.Item); ok {
			return other.source.Name
		}
	}
	return "the prelude"
}
