package output

import (
	"errors"
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// faultFinding shows a fault as findings are shown; the calls that led to it
// are its notes. It is false for errors that have no place.
func faultFinding(err error) (workspace.Finding, bool) {
	var f *evaluate.Fault
	if !errors.As(err, &f) || len(f.Path) == 0 {
		return workspace.Finding{}, false
	}
	message, rest, _ := strings.Cut(f.Message, "\n")
	finding := workspace.Finding{
		Place: f.Path[0].Place, Item: -1,
		Code: codes.Code(f.Code()), Severity: codes.Error, Message: message,
	}
	for _, note := range []string{rest, callPath(f)} {
		if note != "" {
			finding.Notes = append(finding.Notes, note)
		}
	}
	return finding, true
}

// callPath names the calls around the innermost one. A call that is repeated,
// as in recursion, is named once.
func callPath(f *evaluate.Fault) string {
	var lines []string
	repeated := 0
	for i, c := range f.Path[1:] {
		line := "called in " + At(c.Place)
		if c.Name != "" {
			line = "called in " + c.Name + ", " + At(c.Place)
		}
		if n := len(lines); n > 0 && lines[n-1] == line {
			repeated++
		} else {
			lines = append(lines, line)
		}
		if f.Skipped > 0 && i == len(f.Path)-3 {
			repeated += f.Skipped
		}
	}
	if repeated > 0 {
		lines = append(lines, fmt.Sprintf("and %s of the same kind", console.Count(repeated, "call", "calls")))
	}
	return strings.Join(lines, "\n")
}

// jsonFault is an error of a run for programs.
type jsonFault struct {
	Code    string     `json:"code"`
	Message string     `json:"message"`
	File    string     `json:"file,omitempty"`
	Range   *Range     `json:"range,omitempty"`
	Calls   []jsonCall `json:"calls"`
}

type jsonCall struct {
	Name string `json:"name"`
	Place
}

func faultJSON(err error) *jsonFault {
	if err == nil {
		return nil
	}
	out := &jsonFault{Code: "error", Message: evaluate.Message(err), Calls: []jsonCall{}}
	var f *evaluate.Fault
	if !errors.As(err, &f) {
		return out
	}
	out.Code = f.Code()
	for i, c := range f.Path {
		place := PlaceOf(c.Place)
		if i == 0 {
			out.File, out.Range = place.File, &place.Range
		}
		out.Calls = append(out.Calls, jsonCall{c.Name, place})
	}
	return out
}

// writeValues writes each value on standard output, and what failed on
// standard error. Where there are several, a comment before each says of
// which expression it is.
func writeValues(con *console.Console, results []Result) error {
	for _, r := range results {
		if r.Err != nil {
			WriteFault(con, r)
			continue
		}
		if len(results) > 1 {
			fmt.Fprintln(con.Stdout, "# "+label(r.Place))
		}
		fmt.Fprintln(con.Stdout, console.PrintableLines(value.Summary(r.Value)))
	}
	return nil
}

// WriteFault writes why an evaluation failed, on standard error.
func WriteFault(con *console.Console, r Result) {
	f, ok := faultFinding(r.Err)
	if !ok {
		fmt.Fprintf(con.Stderr, "%s: %s\n", At(r.Place), console.PrintableLines(evaluate.Message(r.Err)))
		return
	}
	p := NewPrinter(con)
	p.Finding(f)
	fmt.Fprint(con.Stderr, p.String())
}

// longestLabel is how many characters of an expression are shown above its value.
const longestLabel = 90

// label is the text of an expression on one line.
func label(place workspace.Place) string {
	return excerpt.Of(console.OneLine(place.Source.Text()[place.Span.Start:place.Span.End]), longestLabel)
}

// jsonResult is docs/schema/run.schema.json as Go values.
type jsonResult struct {
	Range Range      `json:"range"`
	Value *string    `json:"value"`
	Type  *string    `json:"type"`
	Steps int64      `json:"steps"`
	Ms    float64    `json:"ms"`
	Error *jsonFault `json:"error"`
}

func writeResultsJSON(con *console.Console, results []Result) error {
	out := []jsonResult{}
	for _, r := range results {
		out = append(out, resultJSON(r))
	}
	return EncodeJSON(con.Stdout, map[string]any{"results": out})
}

func resultJSON(r Result) jsonResult {
	out := jsonResult{
		Range: PlaceOf(r.Place).Range, Steps: r.Stats.Steps,
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

// WriteRefusal writes the errors of a program that is not run.
func WriteRefusal(con *console.Console, report *workspace.Report) error {
	diagnostics := []Diagnostic{}
	for _, f := range report.Findings {
		diagnostics = append(diagnostics, DiagnosticOf(f))
	}
	return EncodeJSON(con.Stdout, map[string]any{"results": []jsonResult{}, "diagnostics": diagnostics})
}

// A runResult is what one evaluation of a run gave, and what was evaluated.
type Result struct {
	evaluate.Result
	Place workspace.Place
}
