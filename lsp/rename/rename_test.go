package rename

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

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/typecheck"
)

// TestRenameAndBack renames what the examples and random programs declare. The
// new text has the findings of the old one, and renaming back gives the old
// text.
func TestRenameAndBack(t *testing.T) {
	for name, text := range corpus(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f := finderOf(t, name, text)
			source := onlySource(t, f)
			objects := declaredIn(t, f, source)
			step := max(1, len(objects)/6)
			for i := 0; i < len(objects); i += step {
				o := objects[i].Object()
				renameAndBack(t, f, source, objects[i], freshNames[o.Kind], false)
			}
		})
	}
}

// TestRenameToTaken gives things the names of others in the same program. Such a
// renaming is refused, or changes nothing else.
func TestRenameToTaken(t *testing.T) {
	made, refused := 0, 0
	for name, text := range corpus(t) {
		f := finderOf(t, name, text)
		source := onlySource(t, f)
		objects := declaredIn(t, f, source)
		random := rand.New(rand.NewPCG(uint64(len(text)), 0))
		for range takenTries {
			of, other := objects[random.IntN(len(objects))], objects[random.IntN(len(objects))].Object()
			sigil := namings[of.Object().Kind].sigil
			taken := sigil + strings.TrimLeft(other.Name, "%@")
			if renameAndBack(t, f, source, of, taken, true) {
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
		paths, _ := filepath.Glob("../../examples/" + pattern)
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

// finderOf finds names in a folder that holds one program.
func finderOf(t *testing.T, name, text string) *reference.Finder {
	dir := t.TempDir()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	shown := sync.OnceValue(func() *workspace.Source { return sourcefile.New("", prelude.Name, prelude.Source) })
	f := &reference.Finder{Prelude: shown, Programs: func() []string { return []string{path} }}
	return inSnapshot(f, workspace.Open(workspace.Options{Root: dir}))
}

// inSnapshot finds names in another snapshot of the same folder.
func inSnapshot(f *reference.Finder, snapshot *workspace.Snapshot) *reference.Finder {
	next := *f
	next.Snapshot = snapshot
	next.Check = func(source *workspace.Source, i int) (*typecheck.Result, error) {
		return snapshot.Result(source.Path, i)
	}
	return &next
}

func onlySource(t *testing.T, f *reference.Finder) *workspace.Source {
	sources := f.Sources(t.Context())
	if len(sources) != 1 {
		t.Fatalf("%d files, want one", len(sources))
	}
	return sources[0]
}

// declaredIn are the things that a file declares, in the order of its text.
func declaredIn(t *testing.T, f *reference.Finder, source *workspace.Source) []*reference.Cursor {
	var found []*reference.Cursor
	for i, item := range source.File.All() {
		for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
			if !reference.IsName(item.Kind(n)) || item.Span(n).Len() == 0 {
				continue
			}
			c, err := f.At(source, source.Absolute(i, item.Span(n)).Start)
			if err != nil {
				t.Fatal(err)
			}
			if o := c.Object(); c.Node() == n && o != nil && o.Item == item && o.Node == n && !isNumbered(o.Name) {
				found = append(found, c)
			}
		}
	}
	return found
}

var freshNames = map[typecheck.ObjectKind]string{
	typecheck.LocalObject: "%fresh_q", typecheck.DefObject: "@fresh_q", typecheck.DeclaredObject: "@fresh_q",
	typecheck.TypeObject: "Fresh_q", typecheck.ConstructorObject: "Fresh_q", typecheck.ParamObject: "fresh_q",
}

// renameAndBack reports whether the renaming was made; one that may be refused
// must be right where it is not.
func renameAndBack(t *testing.T, f *reference.Finder, source *workspace.Source, c *reference.Cursor, name string, refusable bool) bool {
	o := c.Object()
	edits, err := Edits(t.Context(), f, source, o, name)
	if err != nil && !refusable {
		t.Errorf("%s: %v", o.Name, err)
	}
	if err != nil || len(edits) == 0 {
		return false
	}
	next := inSnapshot(f, f.Snapshot.With(map[string]string{source.Path: sourcefile.ApplyEdits(source.Text(), edits)}))
	renamed := onlySource(t, next)
	before, after := findings(t, f, source), findings(t, next, renamed)
	if !slices.Equal(before, after) {
		t.Errorf("%s to %s: the findings were %v and are %v", o.Name, name, before, after)
	}
	was := source.Absolute(c.Index, c.Item.Span(o.Node)).Start
	at := was
	for _, e := range edits {
		if e.Span.Start < was {
			at += int32(len(e.NewText)) - e.Span.Len()
		}
	}
	back, err := next.At(renamed, at)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Edits(t.Context(), next, renamed, back.Object(), o.Name)
	if err != nil {
		t.Errorf("%s from %s: %v", o.Name, name, err)
		return false
	}
	if text := sourcefile.ApplyEdits(renamed.Text(), again); text != source.Text() {
		t.Errorf("%s: renaming back from %s gives\n%s\nof\n%s", o.Name, name, text, source.Text())
	}
	return true
}

// findings are the codes of a file's findings with their lines.
func findings(t *testing.T, f *reference.Finder, source *workspace.Source) []string {
	report, err := f.Snapshot.Check(context.Background(), []string{source.Path})
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	for _, f := range report.Findings {
		if start, _ := f.Range(); f.Severity <= codes.Warning { // hints mention names
			found = append(found, fmt.Sprintf("%d:%s", start.Line, f.Code))
		}
	}
	return slices.Sorted(slices.Values(found))
}
