package main

import (
	"fmt"

	"github.com/fraccheck/fraccheck/evaluate"
	"github.com/fraccheck/fraccheck/types"
	"github.com/fraccheck/fraccheck/value"
	"github.com/fraccheck/fraccheck/workspace"
)

// runWriters are the output formats of `run`.
var runWriters = map[string]func(*environment, []runResult) error{
	"text": writeValues,
	"json": writeResults,
}

// writeValues writes each value on standard output, and what failed on
// standard error.
func writeValues(env *environment, results []runResult) error {
	for _, r := range results {
		if r.Err == nil {
			fmt.Fprintln(env.stdout, value.Summary(r.Value))
			continue
		}
		f, ok := faultFinding(r.Err)
		if !ok {
			fmt.Fprintf(env.stderr, "%s: %s\n", at(r.place), evaluate.Message(r.Err))
			continue
		}
		p := env.printer()
		p.finding(f)
		fmt.Fprint(env.stderr, p.out.String())
	}
	return nil
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

func writeResults(env *environment, results []runResult) error {
	out := []jsonResult{}
	for _, r := range results {
		out = append(out, resultJSON(r))
	}
	return encode(env.stdout, map[string]any{"results": out})
}

func resultJSON(r runResult) jsonResult {
	out := jsonResult{
		Range: placeJSON(r.place).Range, Steps: r.Stats.Steps,
		Ms: float64(r.Stats.Elapsed.Microseconds()) / 1000, Error: faultJSON(r.Err),
	}
	if r.Err == nil {
		text := value.Text(r.Value)
		out.Value = &text
	}
	if r.Type != nil {
		text := types.String(r.Type)
		out.Type = &text
	}
	return out
}

// writeRefusal writes the errors of a program that is not run.
func writeRefusal(env *environment, report *workspace.Report) error {
	diagnostics := []jsonDiagnostic{}
	for _, f := range report.Findings {
		diagnostics = append(diagnostics, diagnosticJSON(f))
	}
	return encode(env.stdout, map[string]any{"results": []jsonResult{}, "diagnostics": diagnostics})
}
