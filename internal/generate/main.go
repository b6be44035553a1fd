// Generate writes the files of docs/ that are made from the program itself:
// the operator table, the list of checks, the page of the prelude and the picture in the README;
// and those for Sublime Text, which say what the extension for VS Code does. Its
// argument is the repository's root. A test fails while one of them is out of
// date.
//
// An output is a path and a function that makes its content (outputs, below).
package main

//go:generate go run . ../..

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/explain"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: generate ROOT")
		os.Exit(2)
	}
	if err := write(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

// write makes every output under the repository's root.
func write(root string) error {
	for _, o := range outputs {
		text, err := o.make(root)
		if err != nil {
			return fmt.Errorf("making %s: %w", o.path, err)
		}
		file := filepath.Join(root, o.path)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// checks lists the codes with their severities and what they mean.
func checks(string) ([]byte, error) {
	var b strings.Builder
	b.WriteString(`# The checks

Every diagnostic has a code, and every code has a page: its meaning, an example that
fails, one that passes, and how to fix it. ` + "`fraccheck explain CODE`" + ` shows the same
page. A ` + "`fraccheck.toml`" + ` may give a code another severity.

| code | severity | meaning |
|---|---|---|
`)
	for _, code := range explain.Codes() {
		fmt.Fprintf(&b, "| [%s](../internal/explain/pages/%[1]s.md) | %s | %s |\n",
			code, codes.Code(code).DefaultSeverity(), cell(explain.Summary(code)))
	}
	b.WriteString(`
## Faults

A fault ends a run. It has a code too, and is reported with its position and the
calls that led to it.

| code | meaning |
|---|---|
`)
	for _, code := range explain.Faults() {
		fmt.Fprintf(&b, "| [%s](../internal/explain/faults/%[1]s.md) | %s |\n", code, cell(explain.Summary(code)))
	}
	return []byte(b.String()), nil
}

// cell is a text as a cell of a Markdown table.
func cell(text string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(text), " "), "|", `\|`)
}

// An output is one generated file: where it stands and how it is made. Making
// it must not depend on anything but the repository.
type output struct {
	path string
	make func(root string) ([]byte, error)
}

var outputs = []output{
	{"docs/operators.md", operators},
	{"docs/onnx-operators.md", onnxOperators},
	{"docs/checks.md", checks},
	{"docs/prelude.md", preludePage},
	{"docs/images/check.svg", terminalPicture},
	{"docs/images/layers.svg", layers},
	{"docs/images/types.svg", trees},
	{"examples/models/digits.onnx", digitsModel},
	{"examples/models/decoder.onnx", decoderModel},
	{"internal/generate/testdata/models/broken.onnx", brokenModel},
	{"editors/sublime/Frac.tmLanguage", sublimeSyntax("frac")},
	{"editors/sublime/Frac rules.tmLanguage", sublimeSyntax("fracrule")},
	{"editors/sublime/Frac.tmPreferences", sublimePreferences},
}
