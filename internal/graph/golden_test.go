package graph_test

import (
	"flag"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/golden"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

var update = flag.Bool("update", false, "rewrite the expected parts of testdata/*.txtar")

var ops = table.Default()

var preludeModule = typecheck.NewModule(typecheck.Config{File: syntax.ParseFile(prelude.Name, prelude.Source), Ops: ops})

// trees are the typed trees of a program's items, all of which are right.
func trees(t testing.TB, text string) []*typecheck.Info {
	t.Helper()
	found, mistake := check(text)
	if mistake != "" {
		t.Fatalf("%s\n%s", mistake, text)
	}
	return found
}

// check gives the typed trees and the last error that was found.
func check(text string) (found []*typecheck.Info, mistake string) {
	file := syntax.ParseFile("graph.frac", text)
	m := typecheck.NewModule(typecheck.Config{File: file, Prelude: preludeModule, Ops: ops})
	for i, item := range file.All() {
		r := m.Check(i)
		for _, d := range append(item.Errors, r.Diagnostics...) {
			if d.Severity == codes.Error {
				mistake = d.Message
			}
		}
		found = append(found, r.Info)
	}
	return found, mistake
}

// TestGolden reads archives whose files come in pairs: `name.frac` and the
// graphs of its items, `name.graph`.
func TestGolden(t *testing.T) {
	golden.Archives(t, "testdata/*.txtar", *update, func(t *testing.T, _, text string) []golden.Made {
		got := ""
		for _, info := range trees(t, text) {
			got += graph.Dump(graph.Of(info))
		}
		return []golden.Made{{Ending: "graph", Text: got}}
	})
}
