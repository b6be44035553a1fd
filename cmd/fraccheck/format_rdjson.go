package main

import (
	"unicode/utf8"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// An rdReport is Reviewdog's diagnostic format; its columns count bytes of UTF-8:
// https://github.com/reviewdog/reviewdog/tree/master/proto/rdf
type rdReport struct {
	Source      rdSource       `json:"source"`
	Diagnostics []rdDiagnostic `json:"diagnostics"`
}

type rdSource struct {
	Name string `json:"name"`
}

type rdDiagnostic struct {
	Message     string         `json:"message"`
	Location    rdLocation     `json:"location"`
	Severity    string         `json:"severity"`
	Code        rdCode         `json:"code"`
	Suggestions []rdSuggestion `json:"suggestions,omitempty"`
	Related     []rdRelated    `json:"related_locations,omitempty"`
}

type rdCode struct {
	Value codes.Code `json:"value"`
}

type rdLocation struct {
	Path  string  `json:"path"`
	Range rdRange `json:"range"`
}

type rdRange struct {
	Start rdPosition `json:"start"`
	End   rdPosition `json:"end"`
}

type rdPosition struct {
	Line   int `json:"line"`
	Column int `json:"column"`
}

type rdSuggestion struct {
	Range rdRange `json:"range"`
	Text  string  `json:"text"`
}

type rdRelated struct {
	Message  string     `json:"message"`
	Location rdLocation `json:"location"`
}

var rdSeverities = map[codes.Severity]string{codes.Error: "ERROR", codes.Warning: "WARNING", codes.Info: "INFO", codes.Hint: "INFO"}

func writeRDJSON(con *console.Console, report *workspace.Report) error {
	out := rdReport{Source: rdSource{"fraccheck"}, Diagnostics: []rdDiagnostic{}}
	for _, f := range report.Findings {
		d := rdDiagnostic{
			Message: noted(f), Location: rdPlace(f.Place), Severity: rdSeverities[f.Severity],
			Code: rdCode{f.Code}, Suggestions: rdSuggestions(f),
		}
		for _, r := range f.Related {
			d.Related = append(d.Related, rdRelated{r.Message, rdPlace(r.Place)})
		}
		out.Diagnostics = append(out.Diagnostics, d)
	}
	return encode(con.Stdout, out)
}

// rdSuggestions are the fixes of one edit in the finding's own file: a suggestion has no
// room for others, and a part of a fix would be wrong.
func rdSuggestions(f workspace.Finding) (found []rdSuggestion) {
	for _, fix := range f.Fixes {
		if len(fix.Edits) == 1 && fix.Edits[0].Source.Name == f.Source.Name {
			found = append(found, rdSuggestion{rdPlace(fix.Edits[0].Place).Range, fix.Edits[0].NewText})
		}
	}
	return found
}

func rdPlace(p workspace.Place) rdLocation {
	start, end := p.Range()
	return rdLocation{p.Source.Name, rdRange{rdPositionOf(p.Source, start), rdPositionOf(p.Source, end)}}
}

// rdPositionOf counts the bytes of the characters that stand before a position in its line.
func rdPositionOf(s *workspace.Source, p syntax.Position) rdPosition {
	start := p.Offset
	for range p.Column - 1 {
		_, size := utf8.DecodeLastRuneInString(s.Text[:start])
		start -= size
	}
	return rdPosition{p.Line, p.Offset - start + 1}
}
