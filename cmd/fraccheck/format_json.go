package main

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
	Version     int              `json:"version"`
	Files       int              `json:"files"`
	Unaffected  int              `json:"unaffected,omitempty"`
	Diagnostics []jsonDiagnostic `json:"diagnostics"`
	Summary     map[string]int   `json:"summary"`
}

type jsonDiagnostic struct {
	jsonPlace
	Severity string         `json:"severity"`
	Code     codes.Code     `json:"code"`
	Message  string         `json:"message"`
	Related  []jsonRelated  `json:"related"`
	Fixes    []jsonFix      `json:"fixes"`
	Data     map[string]any `json:"data"`
}

type jsonPlace struct {
	File  string    `json:"file"`
	Range jsonRange `json:"range"`
}

type jsonRange struct {
	Start jsonPosition `json:"start"`
	End   jsonPosition `json:"end"`
}

type jsonPosition struct {
	Line   int `json:"line"`
	Column int `json:"column"`
	Offset int `json:"offset"`
}

type jsonRelated struct {
	jsonPlace
	Message string `json:"message"`
}

type jsonFix struct {
	Title      string     `json:"title"`
	Confidence string     `json:"confidence"`
	Edits      []jsonEdit `json:"edits"`
}

type jsonEdit struct {
	jsonPlace
	NewText string `json:"newText"`
}

func writeJSON(con *console.Console, report *workspace.Report) error {
	out := jsonReport{
		Version:     1,
		Files:       report.Files,
		Unaffected:  report.Unaffected,
		Diagnostics: []jsonDiagnostic{},
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
		out.Diagnostics = append(out.Diagnostics, diagnosticJSON(f))
	}
	return encode(con.Stdout, out)
}

func encode(out *bytes.Buffer, value any) error {
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}

func diagnosticJSON(f workspace.Finding) jsonDiagnostic {
	d := jsonDiagnostic{
		jsonPlace: placeJSON(f.Place), Severity: f.Severity.String(), Code: f.Code, Message: f.Message,
		Related: []jsonRelated{}, Fixes: []jsonFix{}, Data: dataJSON(f),
	}
	for _, r := range f.Related {
		d.Related = append(d.Related, jsonRelated{placeJSON(r.Place), r.Message})
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

func fixJSON(fix workspace.Fix) jsonFix {
	out := jsonFix{Title: fix.Title, Confidence: fix.Confidence.String(), Edits: []jsonEdit{}}
	for _, e := range fix.Edits {
		out.Edits = append(out.Edits, jsonEdit{placeJSON(e.Place), e.NewText})
	}
	return out
}

func placeJSON(p workspace.Place) jsonPlace {
	start, end := p.Range()
	return jsonPlace{p.Source.Name, jsonRange{jsonPosition(start), jsonPosition(end)}}
}
