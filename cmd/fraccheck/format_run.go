package main

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// runWriters are the output formats of `run`.
var runWriters = map[string]func(*console.Console, []runResult) error{
	"text": writeValues,
	"json": writeResults,
}

// writeValues writes each value on standard output, and what failed on
// standard error. Where there are several, a comment in front of each says of
// which expression it is.
func writeValues(con *console.Console, results []runResult) error {
	for _, r := range results {
		if r.Err != nil {
			writeFault(con, r)
			continue
		}
		if len(results) > 1 {
			fmt.Fprintln(con.Stdout, "# "+label(r.place))
		}
		fmt.Fprintln(con.Stdout, console.PrintableLines(value.Summary(r.Value)))
	}
	return nil
}

// writeFault writes why an evaluation failed, on standard error.
func writeFault(con *console.Console, r runResult) {
	f, ok := faultFinding(r.Err)
	if !ok {
		fmt.Fprintf(con.Stderr, "%s: %s\n", at(r.place), console.PrintableLines(evaluate.Message(r.Err)))
		return
	}
	p := newPrinter(con)
	p.finding(f)
	fmt.Fprint(con.Stderr, p.out.String())
}

// longestLabel is how many characters of an expression are shown above its value.
const longestLabel = 90

// label is the text of an expression on one line.
func label(place workspace.Place) string {
	return excerpt.Of(console.OneLine(place.Source.Text[place.Span.Start:place.Span.End]), longestLabel)
}

// jsonResult is docs/schema/run.schema.json as Go values.
type jsonResult struct {
	Range jsonRange  `json:"range"`
	Value *string    `json:"value"`
	Type  *string    `json:"type"`
	Steps int64      `json:"steps"`
	Ms    float64    `json:"ms"`
	Error *jsonFault `json:"error"`
}

func writeResults(con *console.Console, results []runResult) error {
	out := []jsonResult{}
	for _, r := range results {
		out = append(out, resultJSON(r))
	}
	return encode(con.Stdout, map[string]any{"results": out})
}

func resultJSON(r runResult) jsonResult {
	out := jsonResult{
		Range: placeJSON(r.place).Range, Steps: r.Stats.Steps,
		Ms: float64(r.Stats.Elapsed.Microseconds()) / 1000, Error: faultJSON(r.Err),
	}
	if r.Err == nil {
		text := spelled(r.Value)
		out.Value = &text
	}
	if r.Type != nil {
		text := types.String(r.Type)
		out.Type = &text
	}
	return out
}

// mostSpelled is how many elements and constructors of a value are written as JSON; of
// larger values, as much as of text for readers: a tensor that repeats its numbers may be
// longer than any memory. Arrays of any size are written with -o.
const mostSpelled = 1 << 22

func spelled(v value.Value) string {
	var b strings.Builder
	_ = value.Style{Most: mostSpelled}.Print(&b, v)
	return b.String()
}

// writeRefusal writes the errors of a program that is not run.
func writeRefusal(con *console.Console, report *workspace.Report) error {
	diagnostics := []jsonDiagnostic{}
	for _, f := range report.Findings {
		diagnostics = append(diagnostics, diagnosticJSON(f))
	}
	return encode(con.Stdout, map[string]any{"results": []jsonResult{}, "diagnostics": diagnostics})
}
