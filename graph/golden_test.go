package graph_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/fraccheck/fraccheck/codes"
	"github.com/fraccheck/fraccheck/graph"
	"github.com/fraccheck/fraccheck/op/table"
	"github.com/fraccheck/fraccheck/prelude"
	"github.com/fraccheck/fraccheck/syntax"
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
	for i, item := range file.Items {
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
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) { golden(t, name) })
	}
}

func golden(t *testing.T, name string) {
	archive, err := txtar.ParseFile(name)
	if err != nil {
		t.Fatal(err)
	}
	wants := map[string]string{}
	for _, f := range archive.Files {
		wants[f.Name] = string(f.Data)
	}
	var files []txtar.File
	for _, f := range archive.Files {
		base, ok := strings.CutSuffix(f.Name, ".frac")
		if !ok {
			continue
		}
		got := ""
		for _, info := range trees(t, string(f.Data)) {
			got += graph.Dump(graph.Of(info))
		}
		if got != wants[base+".graph"] && !*update {
			t.Errorf("%s:\n%s\ngot\n%s\nwant\n%s", base, f.Data, got, wants[base+".graph"])
		}
		files = append(files, f, txtar.File{Name: base + ".graph", Data: []byte(got)})
	}
	if *update {
		archive.Files = files
		if err := os.WriteFile(name, txtar.Format(archive), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
