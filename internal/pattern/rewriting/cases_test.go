package rewriting_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/syntax/format"
)

// TestCases holds the rewriter against archives that were written from the
// description of rules and TVM's tests, and not from what it does: `name.frac` is
// rewritten by `name.rewrite` and gives `name.gives`, or stays; `name.reported` says
// in each line the rule that is reported and words of the message.
func TestCases(t *testing.T) {
	paths, err := filepath.Glob("../testdata/cases/rewrite*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		files := map[string]string{}
		for _, f := range archive.Files {
			files[f.Name] = string(f.Data)
		}
		for _, f := range archive.Files {
			if name, ok := strings.CutSuffix(f.Name, ".rewrite"); ok {
				t.Run(name, func(t *testing.T) { tryCase(t, files, name) })
			}
		}
	}
}

func tryCase(t *testing.T, files map[string]string, name string) {
	program := files[name+".frac"]
	m := checktest.Module("test.frac", program)
	r := apply(t, m, files[name+".rewrite"])
	want, changes := files[name+".gives"]
	if !changes {
		want = program
	}
	if got := r.Module.File().Text(); got != want && laidOut(got) != laidOut(want) {
		t.Errorf("%s\n%s\ngives\n%s\nwant\n%s\n%s", program, files[name+".rewrite"], got, want, said(m, r))
	}
	var reported []string
	for _, f := range r.Refused {
		reported = append(reported, f.Message)
	}
	lines := strings.FieldsFunc(files[name+".reported"], func(r rune) bool { return r == '\n' })
	if len(reported) != len(lines) {
		t.Errorf("reported %q, want %q", reported, lines)
		return
	}
	for i, line := range lines {
		for _, word := range strings.SplitAfter(line, " ") {
			if !strings.Contains(reported[i], strings.Trim(word, " ")) {
				t.Errorf("reported %q without %q", reported[i], word)
			}
		}
	}
}

// laidOut is a program in the layout of the formatter.
func laidOut(text string) string {
	return format.Text("test.frac", text)
}
