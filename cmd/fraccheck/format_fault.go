package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/evaluate"
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
		line := "called in " + at(c.Place)
		if c.Name != "" {
			line = "called in " + c.Name + ", " + at(c.Place)
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
	Range   *jsonRange `json:"range,omitempty"`
	Calls   []jsonCall `json:"calls"`
}

type jsonCall struct {
	Name string `json:"name"`
	jsonPlace
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
		place := placeJSON(c.Place)
		if i == 0 {
			out.File, out.Range = place.File, &place.Range
		}
		out.Calls = append(out.Calls, jsonCall{c.Name, place})
	}
	return out
}
