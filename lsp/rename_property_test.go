package lsp

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
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
				o := objects[i].object()
				renameAndBack(t, v, source, objects[i], freshNames[o.Kind], false)
			}
		})
	}
}

// TestRenameToTaken gives things the names of others in the same program. Such a
// renaming is refused, or changes nothing else.
func TestRenameToTaken(t *testing.T) {
	made, refused := 0, 0
	for name, text := range corpus(t) {
		v := viewOf(t, name, text)
		source := v.onlySource(t)
		objects := declaredIn(v, source)
		random := rand.New(rand.NewPCG(uint64(len(text)), 0))
		for range takenTries {
			of, other := objects[random.IntN(len(objects))], objects[random.IntN(len(objects))].object()
			sigil := namings[of.object().Kind].sigil
			taken := sigil + strings.TrimLeft(other.Name, "%@")
			if renameAndBack(t, v, source, of, taken, true) {
				made++
			} else {
				refused++
			}
		}
	}
	if made < 10 || refused < 10 {
		t.Errorf("%d renamings were made and %d refused: the names are badly chosen", made, refused)
	}
}

const takenTries = 4

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
		folders: []string{dir}, listing: &listing{}, root: dir, ops: table.Default(), reports: &reports{}, prelude: sync.OnceValue(readPrelude), session: &session{},
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

// renameAndBack tells whether the renaming was made; one that may be refused
// must be right where it is not.
func renameAndBack(t *testing.T, v *view, source *workspace.Source, c *cursor, name string, refusable bool) bool {
	o := c.object()
	edits, err := c.renamed(t.Context(), o, name)
	if err != nil && !refusable {
		t.Errorf("%s: %v", o.Name, err)
	}
	if err != nil || len(edits) == 0 {
		return false
	}
	next := *v
	next.snapshot = v.snapshot.With(map[string]string{source.Path: workspace.ApplyEdits(source.Text, edits)})
	renamed := next.onlySource(t)
	before, after := findings(t, v, source), findings(t, &next, renamed)
	if !slices.Equal(before, after) {
		t.Errorf("%s to %s: the findings were %v and are %v", o.Name, name, before, after)
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
		t.Errorf("%s from %s: %v", o.Name, name, err)
		return false
	}
	if text := workspace.ApplyEdits(renamed.Text, again); text != source.Text {
		t.Errorf("%s: renaming back from %s gives\n%s\nof\n%s", o.Name, name, text, source.Text)
	}
	return true
}

// findings are the codes of a file's findings with their lines.
func findings(t *testing.T, v *view, source *workspace.Source) []string {
	report, err := v.snapshot.Check(context.Background(), []string{source.Path})
	if err != nil {
		t.Fatal(err)
	}
	var codes []string
	for _, f := range report.Findings {
		if start, _ := f.Range(); f.Severity <= syntax.Warning { // hints speak of names
			codes = append(codes, fmt.Sprintf("%d:%s", start.Line, f.Code))
		}
	}
	return slices.Sorted(slices.Values(codes))
}
