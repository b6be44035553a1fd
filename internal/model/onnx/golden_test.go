package onnx_test

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/golden"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/readers"
	"github.com/fraccheck/fraccheck/interp"
)

var update = flag.Bool("update", false, "write the archives anew")

// Each model of an archive is read as a program, which is checked and run: `name.program` is
// its text with what is found in it, `name.values` are its results.
func TestPrograms(t *testing.T) {
	golden.Archives(t, "testdata/*.txtar", *update, func(t *testing.T, name, text string) []golden.Made {
		file, inputs := readWritten(t, text)
		path := "/" + name + ".onnx"
		s := workspace.Open(workspace.Options{Formats: readers.All, Root: "/", Files: workspace.Overlay{Files: workspace.Disk{}, Texts: map[string]string{path: file}}})
		source, err := s.Source(path)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var program strings.Builder
		program.WriteString(source.Model.Text)
		report, err := s.Check(t.Context(), []string{path})
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for _, f := range report.Findings {
			fmt.Fprintf(&program, "%s[%s]: %s\n", f.Severity, f.Code, f.Message)
		}
		made := []golden.Made{{Ending: "program", Text: program.String()}}
		if len(inputs) == 0 && len(source.Model.Inputs) > 0 {
			return made
		}
		m, err := evaluate.OpenModel(s, path)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		results, _, err := m.Run(t.Context(), inputs, interp.Options{})
		return append(made, golden.Made{Ending: "values", Text: values(results, err)})
	})
}

// values are the results of a run, one a line, or why there are none.
func values(results []value.Value, err error) string {
	if err != nil {
		return evaluate.Message(err) + "\n"
	}
	var b strings.Builder
	for _, v := range results {
		b.WriteString(value.Text(v) + "\n")
	}
	return b.String()
}
