package lsp_test

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/uri"
)

type matchesReply struct {
	Rule    string
	Range   span
	Matches []struct {
		location
		Text     string
		Bindings []struct {
			Name, Text string
			Range      span
		}
	}
	More    int
	Partial []string
}

// matches lists where the rule at a marker matches.
func (f *folder) matches(out io.Writer, of string) {
	var m matchesReply
	args := f.here(of)
	if !f.execute(out, "fraccheck.matches", &m, args) {
		return
	}
	fmt.Fprintf(out, "%s at %s, %d more\n", m.Rule, f.show(location{args["uri"].(string), m.Range}), m.More)
	for _, of := range m.Partial {
		fmt.Fprintf(out, "  searched in part: %s\n", f.name(of))
	}
	for _, r := range m.Matches {
		fmt.Fprintf(out, "  %s at %s\n", r.Text, f.show(r.location))
		for _, b := range r.Bindings {
			fmt.Fprintf(out, "    %s is %s at %s\n", b.Name, b.Text, f.show(location{r.URI, b.Range}))
		}
	}
}

// TestManyMatches holds that 1,000 of them are listed, and that the others are counted.
func TestManyMatches(t *testing.T) {
	dir := t.TempDir()
	for i := range 3 {
		write(t, filepath.Join(dir, fmt.Sprintf("%d.frac", i)), strings.Repeat("1f + 2f\n", 500))
	}
	w := pipe(t)
	w.begin(nil, nil, dir)
	doc := string(uri.File(filepath.Join(dir, "a.fracrule")))
	w.openRules(doc, "find sum { var x match x + _ }")
	for range 2 {
		var m matchesReply
		decode(t, w.result("workspace/executeCommand", map[string]any{"command": "fraccheck.matches", "arguments": []any{map[string]any{"uri": doc, "position": position{0, 6}}}}), &m)
		if len(m.Matches) != 1000 || m.More != 500 || m.Rule != "sum" || m.Matches[0].Bindings[0].Text != "1f" {
			t.Errorf("%s: %d and %d more", m.Rule, len(m.Matches), m.More)
		}
	}
}
