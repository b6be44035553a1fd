package rulefile

import (
	"flag"
	"fmt"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/golden"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

var update = flag.Bool("update", false, "rewrite the archives under testdata")

// TestArchives holds what files of rules are read as: the rules, printed back, and what
// is wrong in them.
func TestArchives(t *testing.T) {
	n := golden.Archives(t, "testdata/*.txtar", *update, func(t *testing.T, _, text string) []golden.Made {
		f := Parse("test.fracrule", text)
		var printed strings.Builder
		for _, r := range f.Rules {
			printed.WriteString(r.String())
		}
		var made []golden.Made
		if len(f.Rules) > 0 {
			made = append(made, golden.Made{Ending: "read", Text: printed.String()})
		}
		if len(f.Diagnostics) > 0 {
			made = append(made, golden.Made{Ending: "found", Text: report(f)})
		}
		return made
	})
	if n < 20 {
		t.Errorf("only %d files", n)
	}
}

// report lists findings with what they point at, and their fixes.
func report(f *File) string {
	var b strings.Builder
	lines := syntax.NewLines(f.Text)
	for _, d := range f.Diagnostics {
		at := lines.Position(d.Span.Start)
		fmt.Fprintf(&b, "%d:%d %s: %s\n    at %q\n", at.Line, at.Column, d.Severity, d.Message, f.Text[d.Span.Start:d.Span.End])
		for _, n := range d.Notes {
			fmt.Fprintf(&b, "    %s\n", n)
		}
		for _, r := range d.Related {
			at := lines.Position(r.Place.Span.Start)
			fmt.Fprintf(&b, "    %d:%d %s\n", at.Line, at.Column, r.Message)
		}
		for _, fix := range d.Fixes {
			fmt.Fprintf(&b, "    fix: %s\n", fix.Title)
		}
	}
	return b.String()
}
