package sourcefile

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// TranslatedEndings are the endings of texts in other languages that are read as programs. A
// search finds those that the configuration names.
var TranslatedEndings = []string{".py"}

// IsTranslated reports whether a path names a text in another language that is read as a program.
func IsTranslated(path string) bool { return HasEnding(path, TranslatedEndings) }

// NewTranslated is the source of a text in another language: the program that stands for it.
func NewTranslated(path, name, text string, t *model.Translation) *Source {
	s := NewProgram(path, syntax.ParseFile(name, t.Text))
	s.Translation, s.Origin = t, PlainText(path, name, text)
	s.Origin.Parsed = false // findings name their definitions
	return s
}

// Derived says what the text of a source stands for that nobody wrote; "" where it is the text of
// the file.
func (s *Source) Derived() string {
	switch {
	case s.Model != nil:
		return "a model"
	case s.Translation != nil:
		return "a program in Python"
	}
	return ""
}

// Shown is a place in the text that somebody wrote: of a translated program, in the other language.
func (p Place) Shown() Place {
	if p.Source == nil || p.Source.Origin == nil {
		return p
	}
	from, to := p.Source.Translation.At(p.Span.Start, p.Span.End)
	return Place{p.Source.Origin, syntax.Span{Start: from, End: to}}
}

// TextFindings are what is said of a text that was translated, beside what checks find in its
// program.
func (s *Source) TextFindings() (found []Finding) {
	if s.Origin == nil {
		return nil
	}
	for _, n := range s.Translation.Notes {
		found = append(found, Finding{
			Place: Place{s.Origin, syntax.Span{Start: n.From, End: n.To}}, Item: -1,
			Code: n.Code, Severity: n.Severity, Message: n.Message, Notes: n.Notes,
		})
	}
	return found
}

// AtOrigin moves what checks find in a translated program to the text that was translated, and
// leaves out what is said of how the program is written, which nobody did. No fix changes that
// text.
func (s *Source) AtOrigin(found []Finding) []Finding {
	if s.Origin == nil {
		return found
	}
	kept := found[:0]
	for _, f := range found {
		if f.Source == s.Origin {
			f.Fixes = nil
			kept = append(kept, f)
			continue
		}
		if tidied[f.Code] || f.Severity > codes.Warning {
			continue
		}
		f.Definition = f.DefinitionName()
		f.Place, f.Item, f.Fixes = f.Shown(), -1, nil
		f.Related, f.Notes = slices.Clone(f.Related), slices.Clone(f.Notes) // other reports share them
		for i, r := range f.Related {
			f.Related[i].Place, f.Related[i].Message = r.Shown(), s.Translation.InText(r.Message)
		}
		f.Notes = slices.DeleteFunc(f.Notes, func(n string) bool { return strings.Contains(n, "fn(%") }) // advice to write Frac
		for i, n := range f.Notes {
			f.Notes[i] = s.Translation.InText(n)
		}
		f.Message = s.Translation.InText(f.Message)
		kept = append(kept, f)
	}
	return kept
}

// TranslationFingerprint is what decides what is found in a translated text: the text, its
// program, and what is said of it.
func TranslationFingerprint(text string, t *model.Translation) string {
	var b strings.Builder
	b.WriteString(text + "\x00" + t.Text)
	for _, n := range t.Notes {
		b.WriteString("\x00" + n.Message)
	}
	return b.String()
}
