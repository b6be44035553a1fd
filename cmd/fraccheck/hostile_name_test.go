package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// TestHostileNames holds that the name of a file neither ends a line nor speaks to the
// terminal.
func TestHostileNames(t *testing.T) {
	files := workspace.Overlay{Files: workspace.Disk{}, Texts: map[string]string{"/a\n\x1b[31m.frac": "1\n"}}
	source, err := workspace.Open(workspace.Options{Files: files, Root: "/"}).Source("/a\n\x1b[31m.frac")
	if err != nil {
		t.Fatal(err)
	}
	f := workspace.Finding{Place: workspace.Place{Source: source}, Code: "undefined-name", Message: "m\x1b"}
	const masked = "a\uFFFD\uFFFD[31m.frac"
	if got := at(f.Place); got != masked+":1:1" {
		t.Errorf("a place is %q", got)
	}
	d := jsonDiagnostic{jsonPlace: placeJSON(f.Place), Severity: "error", Code: f.Code, Message: f.Message}
	if got, want := d.annotation(), "::error file=a%0A\uFFFD[31m.frac,line=1,col=1,endLine=1,endColumn=1,title=undefined-name::m\uFFFD"; got != want {
		t.Errorf("an annotation is %q, want %q", got, want)
	}
	if got, want := (remark{jsonDiagnostic: d}).line(), masked+":1:1: error undefined-name: m\uFFFD"; got != want {
		t.Errorf("a remark is %q, want %q", got, want)
	}
	if got := patchName("a/" + source.Name); got != `"a/a\n\x1b[31m.frac"` {
		t.Errorf("a patch names it %s", got)
	}
}

// TestHostileNamesInDiff is the same for what `diff` says of costs.
func TestHostileNamesInDiff(t *testing.T) {
	change := costChange{File: "a\n\x1b[31m.frac", Name: "f", Exact: [2]string{"1", ""}}
	env := &environment{Console: console.Console{Stdout: &bytes.Buffer{}}}
	if err := writeDiffText(&env.Console, &comparison{cheaper: []costChange{change}, unknown: []costChange{change}}); err != nil {
		t.Fatal(err)
	}
	if got := env.Stdout.String(); strings.ContainsRune(got, '\x1b') || strings.Count(got, "a\uFFFD\uFFFD[31m.frac: ") != 2 {
		t.Errorf("it says %q", got)
	}
}
