package compare

import (
	"bytes"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/output"
)

// TestHostileNamesInDiff is the same for what `diff` says of costs.
func TestHostileNamesInDiff(t *testing.T) {
	change := costChange{File: "a\n\x1b[31m.frac", Name: "f", Exact: [2]string{"1", ""}}
	con := &console.Console{Stdout: &bytes.Buffer{}}
	if err := writeDiffText(con, &Comparison{cheaper: []costChange{change}, unknown: []costChange{change}}); err != nil {
		t.Fatal(err)
	}
	place := output.Place{File: change.File, Range: output.Range{Start: output.Position{Line: 1, Column: 1}}}
	r := remark{Diagnostic: output.Diagnostic{Place: place, Severity: "error", Code: "undefined-name", Message: "m\x1b"}}
	if got, want := r.line(), "a\uFFFD\uFFFD[31m.frac:1:1: error undefined-name: m\uFFFD"; got != want {
		t.Errorf("a remark is %q, want %q", got, want)
	}
	if got := con.Stdout.String(); strings.ContainsRune(got, '\x1b') || strings.Count(got, "a\uFFFD\uFFFD[31m.frac: ") != 2 {
		t.Errorf("it says %q", got)
	}
}
