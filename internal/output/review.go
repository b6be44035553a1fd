package output

import (
	"encoding/xml"
	"unicode/utf8"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// A checkstyleReport is a report as Checkstyle writes it:
// https://checkstyle.org/apidocs/com/puppycrawl/tools/checkstyle/XMLLogger.html
type checkstyleReport struct {
	XMLName xml.Name         `xml:"checkstyle"`
	Version string           `xml:"version,attr"`
	Files   []checkstyleFile `xml:"file"`
}

type checkstyleFile struct {
	Name   string            `xml:"name,attr"`
	Errors []checkstyleError `xml:"error"`
}

type checkstyleError struct {
	Line     int    `xml:"line,attr"`
	Column   int    `xml:"column,attr"`
	Severity string `xml:"severity,attr"`
	Message  string `xml:"message,attr"`
	Source   string `xml:"source,attr"`
}

// checkstyleVersion is the version of Checkstyle whose reports these are like.
const checkstyleVersion = "8.0"

var checkstyleSeverities = map[codes.Severity]string{codes.Error: "error", codes.Warning: "warning", codes.Info: "info", codes.Hint: "info"}

func writeCheckstyle(con *console.Console, report *workspace.Report) error {
	out := checkstyleReport{Version: checkstyleVersion}
	for _, f := range report.Findings {
		if n := len(out.Files); n == 0 || out.Files[n-1].Name != console.Printable(f.Source.Name) {
			out.Files = append(out.Files, checkstyleFile{Name: console.Printable(f.Source.Name)})
		}
		file := &out.Files[len(out.Files)-1]
		start, _ := f.Range()
		file.Errors = append(file.Errors, checkstyleError{
			start.Line, start.Column, checkstyleSeverities[f.Severity], console.PrintableLines(noted(f)), "fraccheck." + string(f.Code),
		})
	}
	return encodeXML(con.Stdout, out)
}

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
	return EncodeJSON(con.Stdout, out)
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
		_, size := utf8.DecodeLastRuneInString(s.Text()[:start])
		start -= size
	}
	return rdPosition{p.Line, p.Offset - start + 1}
}
