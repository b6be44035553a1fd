package workspace

import (
	"cmp"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A Finding is a diagnostic in its place: positions are those of the file.
type Finding struct {
	Place
	Item     int // the item it belongs to, -1 where it belongs to none
	Code     codes.Code
	Severity codes.Severity
	Message  string
	Notes    []string
	Related  []Related
	Fixes    []Fix
	Data     map[string]any
	// Definition is the name that the item declares, where the source has no tree.
	Definition string
}

// OfProgram reports whether the finding is an error of a program. What a lint rule says of
// one, and mistakes in rules, keep no program from being run, converted or drawn.
func (f *Finding) OfProgram() bool {
	return f.Severity == codes.Error && !f.Code.IsRule() && f.Source.Rules() == nil
}

// A Place is a range in a file.
type Place struct {
	Source *Source
	Span   syntax.Span
}

// Range counts the lines and columns of a place.
func (p Place) Range() (start, end syntax.Position) {
	return p.Source.Position(p.Span.Start), p.Source.Position(p.Span.End)
}

// Related is another place that helps to understand a finding.
type Related struct {
	Place
	Message string
}

// A Fix is one way to fix what a diagnostic reports.
type Fix struct {
	Title      string
	Edits      []Edit
	Confidence codes.Confidence // never Unsaid
	// Clean: with the fix, nothing of what it touches has an error, which Offer has tried.
	Clean bool
}

// An Edit replaces the text of a place.
type Edit struct {
	Place
	NewText string
}

// sorted brings findings into the order of every report: by file, position and
// code. What two checks say in the same words is said once.
func sorted(findings []Finding) []Finding {
	slices.SortStableFunc(findings, compare)
	return slices.CompactFunc(findings, func(a, b Finding) bool { return compare(a, b) == 0 })
}

func compare(a, b Finding) int {
	return cmp.Or(
		cmp.Compare(a.Source.Name, b.Source.Name),
		cmp.Compare(a.Span.Start, b.Span.Start),
		cmp.Compare(a.Span.End, b.Span.End),
		cmp.Compare(a.Code, b.Code),
		cmp.Compare(a.Message, b.Message),
	)
}

// place turns a diagnostic of item i of an entry into a finding.
func (s *Snapshot) place(e *entry, i int, d syntax.Diagnostic) Finding {
	source := e.source
	f := Finding{
		Place: Place{source, source.Absolute(i, d.Span)}, Item: i,
		Code: d.Code, Severity: d.Severity, Message: d.Message, Notes: d.Notes, Data: d.Data,
	}
	for _, r := range d.Related {
		f.relate(s, e, s.locate(e, i, r.Place), r)
	}
	for _, fix := range d.Fixes {
		f.Fixes = append(f.Fixes, placeFix(source, i, d.Code, fix))
	}
	return f
}

// relate adds a related place; one that is in no file whose text is here is a note
// instead, which says where it is.
func (f *Finding) relate(s *Snapshot, e *entry, p Place, r syntax.Related) {
	if p.Source == nil {
		f.Notes = append(slices.Clip(f.Notes), r.Message+" (in "+s.unplaced(e, r.Place)+")")
		return
	}
	f.Related = append(f.Related, Related{p, r.Message})
}

func placeFix(source *Source, i int, code codes.Code, fix syntax.Fix) Fix {
	placed := Fix{Title: fix.Title, Confidence: fix.Confidence}
	if placed.Confidence == codes.Unsaid {
		placed.Confidence = code.Confidence()
	}
	for _, e := range fix.Edits {
		placed.Edits = append(placed.Edits, Edit{Place{source, source.Absolute(i, e.Span)}, e.NewText})
	}
	return placed
}
