package checktest

import (
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Expectations are comments: `#! code: part of the message` after a line for each
// finding on that line, of any severity, the message left out where the code says
// it all; `#: type` after the head of a definition for its signature. Files with
// `//` comments write `//!` and `//:`.
var (
	expectation = regexp.MustCompile(`(?:#!|//!) ([a-z-]+)(?:: ([^#]*?))?\s*(?:#!|#:|//!|$)`)
	signature   = regexp.MustCompile(`(?:#:|//:) (.*?)\s*(?:#!|$)`)
)

// Programs holds each program that a pattern names against its expectations: what
// a comment expects must be found, and nothing else.
func Programs(t *testing.T, pattern string, analyzers ...*analysis.Analyzer) {
	t.Helper()
	for _, p := range programs(t, pattern) {
		t.Run(filepath.Base(p.path), func(t *testing.T) {
			for _, difference := range Differences(p.path, p.text, analyzers...) {
				t.Error(difference)
			}
		})
	}
}

// Differences lists in what a program differs from its expectations, by place.
func Differences(name, text string, analyzers ...*analysis.Analyzer) []string {
	p := Check(name, text, analyzers...)
	lines := strings.Split(text, "\n")
	found := p.byLine()
	var list []string
	for i, line := range lines {
		for _, want := range expected(line) {
			if !take(found[i+1], want) {
				list = append(list, fmt.Sprintf("%s:%d: nothing reported that fits %q; found: %v", name, i+1, want, slices.Sorted(maps.Keys(found[i+1]))))
			}
		}
	}
	for _, n := range slices.Sorted(maps.Keys(found)) {
		for _, report := range slices.Sorted(maps.Keys(found[n])) {
			list = append(list, fmt.Sprintf("%s:%d: unexpected %s\n\t%s", name, n, report, lines[n-1]))
		}
	}
	return append(list, p.signatures(name, lines)...)
}

// expected lists what a line's comments expect. A comment may follow another one
// directly, so the search goes on where the text of one ends.
func expected(line string) []string {
	var list []string
	for {
		m := expectation.FindStringSubmatchIndex(line)
		if m == nil {
			return list
		}
		want, end := line[m[2]:m[3]]+": ", m[3]
		if m[4] >= 0 {
			want += line[m[4]:m[5]]
			end = m[5]
		}
		list = append(list, want)
		line = line[end:]
	}
}

// byLine counts what is reported, as `code: message`, by the line on which it
// begins.
func (p *Program) byLine() map[int]map[string]int {
	lines := syntax.NewLines(p.Module.File().Text())
	found := map[int]map[string]int{}
	for _, f := range p.Found {
		n := lines.Position(p.Span(f).Start).Line
		if found[n] == nil {
			found[n] = map[string]int{}
		}
		found[n][string(f.Code)+": "+f.Message]++
	}
	return found
}

// take removes a report that has the code and holds the text of what is expected.
func take(reports map[string]int, want string) bool {
	code, text, _ := strings.Cut(want, ": ")
	for _, report := range slices.Sorted(maps.Keys(reports)) {
		if strings.HasPrefix(report, code+": ") && strings.Contains(report, text) {
			if reports[report]--; reports[report] == 0 {
				delete(reports, report)
			}
			return true
		}
	}
	return false
}

// signatures compares the types of definitions with the comments after their
// heads.
func (p *Program) signatures(path string, lines []string) []string {
	positions := syntax.NewLines(p.Module.File().Text())
	var list []string
	for i, item := range p.Module.File().All() {
		name, got, ok := p.Module.Signature(i)
		if !ok {
			continue
		}
		n := positions.Position(item.Span(p.Module.Object(i).Node).Start + p.Module.File().Start(i)).Line
		if m := signature.FindStringSubmatch(lines[n-1]); m != nil && types.String(got) != m[1] {
			list = append(list, fmt.Sprintf("%s:%d: %s has the type\n\t%s, not\n\t%s", path, n, name, types.String(got), m[1]))
		}
	}
	return list
}
