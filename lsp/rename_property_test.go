package lsp

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/op/table"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/workspace"
)

// TestRenameAndBack renames what the examples and random programs declare. The
// new text has the findings of the old one, and renaming back gives the old
// text.
func TestRenameAndBack(t *testing.T) {
	for name, text := range corpus(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			v := viewOf(t, name, text)
			source := v.onlySource(t)
			objects := declaredIn(v, source)
			step := max(1, len(objects)/6)
			for i := 0; i < len(objects); i += step {
				renameAndBack(t, v, source, objects[i])
			}
		})
	}
}

// corpus are the texts of the programs, by name.
func corpus(t *testing.T) map[string]string {
	programs := map[string]string{}
	for _, pattern := range []string{"*.frac", "*.relay"} {
		paths, _ := filepath.Glob("../examples/" + pattern)
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			programs[filepath.Base(path)] = string(text)
		}
	}
	if len(programs) < 10 {
		t.Fatalf("only %d examples", len(programs))
	}
	for seed := range uint64(12) {
		programs[fmt.Sprintf("random%d.frac", seed)] = progen.Make(seed).Text
	}
	return programs
}

func viewOf(t *testing.T, name, text string) *view {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return &view{
		folder: dir, root: dir, ops: table.Default(), reports: &reports{}, prelude: sync.OnceValue(readPrelude),
		snapshot: workspace.Open(workspace.Options{Root: dir}),
	}
}

func (v *view) onlySource(t *testing.T) *workspace.Source {
	sources := v.sources(t.Context())
	if len(sources) != 1 {
		t.Fatalf("%d files, want one", len(sources))
	}
	return sources[0]
}

// declaredIn are the things that a file declares, in the order of its text.
func declaredIn(v *view, source *workspace.Source) []*cursor {
	var found []*cursor
	for i, item := range source.File.Items {
		for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
			if !isName[item.Kind(n)] {
				continue
			}
			c := v.onNode(source, i, n)
			if o := c.object(); c.node() == n && o != nil && o.Item == item && o.Node == n && !isNumbered(o.Name) {
				found = append(found, c)
			}
		}
	}
	return found
}

// onNode is a cursor on a node.
func (v *view) onNode(source *workspace.Source, i int, n syntax.NodeID) *cursor {
	item := source.File.Items[i]
	result, err := v.snapshot.Result(source.Path, i)
	if err != nil {
		panic(err)
	}
	return &cursor{v, newPlaces(v), source, i, item, item.NodeAt(item.Span(n).Start), result.Info}
}

var freshNames = map[typecheck.ObjectKind]string{
	typecheck.LocalObject: "%fresh_q", typecheck.DefObject: "@fresh_q", typecheck.DeclaredObject: "@fresh_q",
	typecheck.TypeObject: "Fresh_q", typecheck.ConstructorObject: "Fresh_q", typecheck.ParamObject: "fresh_q",
}

func renameAndBack(t *testing.T, v *view, source *workspace.Source, c *cursor) {
	o := c.object()
	edits, err := c.renamed(t.Context(), o, freshNames[o.Kind])
	if err != nil {
		t.Errorf("%s: %v", o.Name, err)
		return
	}
	next := *v
	next.snapshot = v.snapshot.With(map[string]string{source.Path: workspace.ApplyEdits(source.Text, edits)})
	renamed := next.onlySource(t)
	before, after := findings(t, v, source), findings(t, &next, renamed)
	if !slices.Equal(before, after) {
		t.Errorf("%s: the findings were %v and are %v", o.Name, before, after)
	}
	was := source.Absolute(c.index, c.item.Span(o.Node)).Start
	at := was
	for _, e := range edits {
		if e.Span.Start < was {
			at += int32(len(e.NewText)) - e.Span.Len()
		}
	}
	path := renamed.File.Items[c.index].NodeAt(at - renamed.File.Starts[c.index])
	back := next.onNode(renamed, c.index, path[len(path)-1])
	again, err := back.renamed(t.Context(), back.object(), o.Name)
	if err != nil {
		t.Errorf("%s back: %v", o.Name, err)
		return
	}
	if text := workspace.ApplyEdits(renamed.Text, again); text != source.Text {
		t.Errorf("%s: renaming back gives\n%s\nof\n%s", o.Name, text, source.Text)
	}
}

// findings are the codes of a file's findings with their lines.
func findings(t *testing.T, v *view, source *workspace.Source) []string {
	report, err := v.snapshot.Check(context.Background(), []string{source.Path})
	if err != nil {
		t.Fatal(err)
	}
	codes := map[string]bool{}
	for i, f := range report.Findings {
		start, _ := f.Range()
		codes[fmt.Sprintf("%d:%s:%d", start.Line, f.Code, i)] = true
	}
	return slices.Sorted(maps.Keys(codes))
}
