package workspace

import (
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// IsRules reports whether a path names a file of rules.
func IsRules(path string) bool { return hasEnding(path, rules) }

// Rules are the rules of a file, with what is wrong in it; nil where it is none. The
// text is read once.
func (s *Source) Rules() *rulefile.File {
	if s.rules == nil {
		return nil
	}
	return s.rules()
}

// readRules gives a source that holds rules no items: whoever asks for programs in it
// finds none.
func (s *Source) readRules() {
	s.File = &syntax.File{Name: s.Name, Text: s.Text}
	s.BlockOf = []int{}
}

// Mistakes are what is wrong in a file of rules.
func (s *Source) Mistakes() []Finding {
	file := s.Rules()
	if file == nil {
		return nil
	}
	var found []Finding
	for _, d := range file.Diagnostics {
		found = append(found, s.finding(d))
	}
	return sorted(found)
}

// finding places a diagnostic that belongs to no item, and whose positions are the
// file's.
func (s *Source) finding(d syntax.Diagnostic) Finding {
	f := Finding{
		Place: Place{s, d.Span}, Item: -1,
		Code: d.Code, Severity: d.Severity, Message: d.Message, Notes: d.Notes, Data: d.Data,
	}
	for _, r := range d.Related {
		f.Related = append(f.Related, Related{Place{s, r.Place.Span}, r.Message})
	}
	for _, fix := range d.Fixes {
		placed := Fix{Title: fix.Title, Confidence: fix.Confidence, Clean: true}
		if placed.Confidence == codes.Unsaid {
			placed.Confidence = codes.Likely
		}
		for _, e := range fix.Edits {
			placed.Edits = append(placed.Edits, Edit{Place{s, e.Span}, e.NewText})
		}
		f.Fixes = append(f.Fixes, placed)
	}
	return f
}
