package output

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write what is printed into the golden files")

// findingsToRender are findings of every form.
func findingsToRender() []workspace.Finding {
	text := strings.Join([]string{
		"data List<a> {",
		"  Nil : () -> List",
		"}",
		"def @f(%l : List[int32]) -> int32 {",
		"\tmatch (%l) {",
		"\t\tcase Nil() { 0 }",
		"",
		"\t\tcase Cons(%日本, _) {",
		"\t\t\t1",
		"\t\t}",
		"\t}",
		"}",
		strings.Repeat("%x + ", 60) + "1",
	}, "\n")
	source := sourcefile.New("/a.frac", "a.frac", text)
	at := func(from, to string) workspace.Place {
		start := strings.Index(text, from)
		end := start + strings.Index(text[start:], to) + len(to)
		return workspace.Place{Source: source, Span: syntax.Span{Start: int32(start), End: int32(end)}}
	}
	finding := func(p workspace.Place, s codes.Severity, message string) workspace.Finding {
		return workspace.Finding{Place: p, Code: codes.TypeMismatch, Severity: s, Message: message}
	}

	oneLine := finding(at("%l)", "%l"), codes.Error, "on one line")
	oneLine.Notes = []string{"a note", "a note\nof two lines"}
	oneLine.Related = []workspace.Related{{Place: at("List<a>", "List"), Message: "declared here"}, {Place: at("match", "match"), Message: "on the same line"}}
	oneLine.Fixes = []workspace.Fix{{Title: "do this"}, {Title: "or that"}}

	wide := finding(at("%日本", "%日本"), codes.Warning, "behind tabs, over wide characters")
	some := finding(at("data", "}"), codes.Info, "over three lines")
	many := finding(at("match", "\t}\n}"), codes.Hint, "over\nmany lines")
	long := finding(at("1", "1"), codes.Error, "on a long line")
	long.Span = syntax.Span{Start: int32(len(text) - 1), End: int32(len(text))}
	end := finding(at("1", "1"), codes.Error, "at the end of the text \x1b[31m")
	end.Span = syntax.Span{Start: int32(len(text)), End: int32(len(text))}
	return []workspace.Finding{oneLine, wide, some, many, long, end}
}

func TestText(t *testing.T) {
	for name, colour := range map[string]bool{"plain.golden": false, "colour.golden": true} {
		con := &console.Console{Stdout: &bytes.Buffer{}, Colour: colour}
		report := &workspace.Report{Files: 1, Findings: findingsToRender(), Agree: 3, Differ: 1}
		if err := writeText(con, report); err != nil {
			t.Fatal(err)
		}
		golden := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(golden, con.Stdout.Bytes(), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), con.Stdout.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
