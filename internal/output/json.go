package output

import (
	"bytes"
	"encoding/json"
	"maps"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// jsonReport is docs/schema/check.schema.json as Go values.
type jsonReport struct {
	Version     int            `json:"version"`
	Files       int            `json:"files"`
	Unaffected  int            `json:"unaffected,omitempty"`
	Diagnostics []Diagnostic   `json:"diagnostics"`
	Summary     map[string]int `json:"summary"`
}

type Diagnostic struct {
	Place
	Severity string         `json:"severity"`
	Code     codes.Code     `json:"code"`
	Message  string         `json:"message"`
	Related  []Related      `json:"related"`
	Fixes    []Fix          `json:"fixes"`
	Data     map[string]any `json:"data"`
}

type Place struct {
	File  string `json:"file"`
	Range Range  `json:"range"`
}

type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

type Position struct {
	Line   int `json:"line"`
	Column int `json:"column"`
	Offset int `json:"offset"`
}

type Related struct {
	Place
	Message string `json:"message"`
}

type Fix struct {
	Title      string `json:"title"`
	Confidence string `json:"confidence"`
	Edits      []Edit `json:"edits"`
}

type Edit struct {
	Place
	NewText string `json:"newText"`
}

func writeJSON(con *console.Console, report *workspace.Report) error {
	out := jsonReport{
		Version:     1,
		Files:       report.Files,
		Unaffected:  report.Unaffected,
		Diagnostics: []Diagnostic{},
		Summary: map[string]int{
			"error":   report.Count(codes.Error),
			"warning": report.Count(codes.Warning),
			"info":    report.Count(codes.Info),
			"hint":    report.Hints(),
		},
	}
	if report.Known > 0 {
		out.Summary["baseline"] = report.Known
	}
	for _, f := range report.Findings {
		out.Diagnostics = append(out.Diagnostics, DiagnosticOf(f))
	}
	return EncodeJSON(con.Stdout, out)
}

func EncodeJSON(out *bytes.Buffer, value any) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

func DiagnosticOf(f workspace.Finding) Diagnostic {
	d := Diagnostic{
		Place: PlaceOf(f.Place), Severity: f.Severity.String(), Code: f.Code, Message: f.Message,
		Related: []Related{}, Fixes: []Fix{}, Data: dataJSON(f),
	}
	for _, r := range f.Related {
		d.Related = append(d.Related, Related{PlaceOf(r.Place), r.Message})
	}
	for _, fix := range f.Fixes {
		d.Fixes = append(d.Fixes, fixJSON(fix))
	}
	return d
}

// dataJSON is what a finding has for programs, with the notes that it has for
// readers.
func dataJSON(f workspace.Finding) map[string]any {
	data := map[string]any{}
	maps.Copy(data, f.Data)
	if len(f.Notes) > 0 {
		data["notes"] = f.Notes
	}
	return data
}

func fixJSON(fix workspace.Fix) Fix {
	out := Fix{Title: fix.Title, Confidence: fix.Confidence.String(), Edits: []Edit{}}
	for _, e := range fix.Edits {
		out.Edits = append(out.Edits, Edit{PlaceOf(e.Place), e.NewText})
	}
	return out
}

func PlaceOf(p workspace.Place) Place {
	start, end := p.Range()
	return Place{p.Source.Name, Range{Position(start), Position(end)}}
}
