package typecheck_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
)

// The programs under testdata say in comments what the checker must say of
// them: `#! code: part of the message` behind a line for each error, warning or
// hint on that line, and `#: type` behind the head of a definition for its
// signature. What no comment expects must not be reported.
var (
	expectation = regexp.MustCompile(`(?:#!|//!) ([a-z-]+)(?:: ([^#]*?))?\s*(?:#!|#:|//!|$)`)
	signature   = regexp.MustCompile(`(?:#:|//:) (.*?)\s*(?:#!|$)`)
)

func TestLanguage(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.*")
	if err != nil || len(paths) == 0 {
		t.Fatal("no programs under testdata", err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(path), func(t *testing.T) { holdExpectations(t, path, string(text)) })
	}
}

func holdExpectations(t *testing.T, path, text string) {
	lines := strings.Split(text, "\n")
	found := reports(path, text)
	for i, line := range lines {
		n := i + 1
		for _, want := range expected(line) {
			if !take(found[n], want) {
				t.Errorf("%s:%d: nothing reported that fits %q; found: %v", path, n, want, found[n])
			}
		}
	}
	for n, rest := range found {
		for report := range rest {
			t.Errorf("%s:%d: unexpected %s\n\t%s", path, n, report, lines[n-1])
		}
	}
	holdSignatures(t, path, text, lines)
}

// expected lists what a line's comments expect. A comment may follow another
// one directly, so the search goes on where the text of one ends.
func expected(line string) []string {
	var out []string
	for {
		m := expectation.FindStringSubmatchIndex(line)
		if m == nil {
			return out
		}
		want := line[m[2]:m[3]] + ": "
		end := m[3]
		if m[4] >= 0 {
			want += line[m[4]:m[5]]
			end = m[5]
		}
		out = append(out, want)
		line = line[end:]
	}
}

// reports lists what is reported by line.
func reports(path, text string) map[int]map[string]int {
	c := check(path, text)
	positions := syntax.NewLines(text)
	found := map[int]map[string]int{}
	for i, item := range c.file.Items {
		for _, d := range append(append([]syntax.Diagnostic{}, item.Errors...), c.results[i].Diagnostics...) {
			n := positions.Position(d.Span.Start + c.file.Starts[i]).Line
			if found[n] == nil {
				found[n] = map[string]int{}
			}
			found[n][string(d.Code)+": "+d.Message]++
		}
	}
	return found
}

// take removes a report that begins with the code and holds the text.
func take(reports map[string]int, want string) bool {
	code, text, _ := strings.Cut(want, ": ")
	for report := range reports {
		if strings.HasPrefix(report, code+": ") && strings.Contains(report, text) {
			if reports[report]--; reports[report] == 0 {
				delete(reports, report)
			}
			return true
		}
	}
	return false
}

// holdSignatures compares the types of definitions with the comments behind
// their heads.
func holdSignatures(t *testing.T, path, text string, lines []string) {
	c := check(path, text)
	positions := syntax.NewLines(text)
	for i, item := range c.file.Items {
		name, got, ok := c.module.Signature(i)
		if !ok {
			continue
		}
		object := c.module.Object(i)
		n := positions.Position(item.Span(object.Node).Start + c.file.Starts[i]).Line
		if m := signature.FindStringSubmatch(lines[n-1]); m != nil && types.String(got) != m[1] {
			t.Errorf("%s:%d: %s has the type\n\t%s, not\n\t%s", path, n, name, types.String(got), m[1])
		}
	}
	if testing.Verbose() {
		fmt.Println(path, len(c.file.Items), "items")
	}
}
