package batch_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/cache"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/batch"
	"github.com/fraccheck/fraccheck/internal/workspace/config"
	"github.com/fraccheck/fraccheck/internal/workspace/fixer"
	"github.com/fraccheck/fraccheck/internal/workspace/readers"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/google/go-cmp/cmp"
)

// lines write findings with all that is in them.
func lines(t *testing.T, findings []workspace.Finding) []string {
	t.Helper()
	var out []string
	for i, f := range findings {
		start, end := f.Range()
		data, err := json.Marshal(f.Data)
		if err != nil {
			t.Fatal(err)
		}
		line := fmt.Sprintf("%s %v-%v item %d %s %s %q %q %s", f.Source.Path, start, end, f.Item, f.Severity, f.Code, f.Message, f.Notes, data)
		for _, r := range f.Related {
			at, _ := r.Range()
			line += fmt.Sprintf("\n  see %s %v %q", r.Source.Path, at, r.Message)
		}
		for _, x := range f.Fixes {
			line += fmt.Sprintf("\n  fix %q %v %v", x.Title, x.Confidence, x.Clean)
			for _, e := range x.Edits {
				line += fmt.Sprintf(" %s %v %q", e.Source.Path, e.Span, e.NewText)
			}
		}
		out = append(out, line+"\n  "+sourcefile.Fingerprints(findings)[i])
	}
	return out
}

// whole is what a check of all files at once finds.
func whole(t *testing.T, root string, paths []string) []string {
	t.Helper()
	s := workspace.Open(workspace.Options{Formats: readers.All, Root: root})
	report, err := s.Check(context.Background(), paths)
	if err != nil {
		t.Fatal(err)
	}
	offered, err := fixer.Offer(context.Background(), s, report.Findings)
	if err != nil {
		t.Fatal(err)
	}
	return append(lines(t, offered), fmt.Sprint(report.Files, report.Agree, report.Differ, len(report.Crashes)))
}

// chunks are how much text is checked at once by so many threads: what is found may depend
// on neither.
var chunks = []int{0, 1, 500, 3000}

// inBatch is what a check with a cache finds; dir is empty for none.
func inBatch(t *testing.T, root, dir string, jobs int, paths []string) ([]string, batch.Counts) {
	t.Helper()
	o := batch.Options{Snapshot: workspace.Open(workspace.Options{Formats: readers.All, Root: root, Jobs: jobs}), Jobs: jobs, Chunk: chunks[jobs%len(chunks)], Hints: true, Tool: "test"}
	if dir != "" {
		var err error
		if o.Cache, err = cache.Open(cache.Options{Dir: dir}); err != nil {
			t.Fatal(err)
		}
	}
	report, counts, err := batch.Check(context.Background(), o, paths)
	if err != nil {
		t.Fatal(err)
	}
	if dir != "" {
		if err := o.Cache.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return append(lines(t, report.Findings), fmt.Sprint(report.Files, report.Agree, report.Differ, len(report.Crashes))), counts
}

// programs are the programs and documents below directories.
func programs(t *testing.T, root string, dirs ...string) []string {
	t.Helper()
	s := workspace.Open(workspace.Options{Formats: readers.All, Root: root})
	paths, err := s.MatchAll(root, dirs)
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

// TestRepository: over the programs and documents of this repository a batch finds what a
// check of all at once finds, without a cache, with an empty one and with a full one.
func TestRepository(t *testing.T) {
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	paths := programs(t, root, "examples", "docs", "exhaustive", "internal/evaluate", "internal/effectcheck", "internal/sharing")
	want := whole(t, root, paths)
	if len(want) < 20 {
		t.Fatalf("only %d findings", len(want))
	}
	dir := t.TempDir()
	for i, place := range []string{"", dir, dir} {
		got, counts := inBatch(t, root, place, 2, paths)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("round %d: %s", i, diff)
		}
		if i == 2 && counts.Checked > 0 {
			t.Errorf("%d files were checked again", counts.Checked)
		}
	}
}

// TestEdits: whatever is edited, and whatever the cache knows of before, the same is found.
func TestEdits(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	known, all := 0, 0
	for project := range 12 {
		root, dir := t.TempDir(), t.TempDir()
		p := &folder{root: root, random: random}
		for range 6 {
			p.write()
		}
		for round := range 8 {
			paths := programs(t, root, ".")
			if round%3 == 2 { // a part, so that others import what is not asked for
				paths = slices.DeleteFunc(paths, func(string) bool { return random.IntN(2) == 0 })
			}
			got, counts := inBatch(t, root, dir, 1+random.IntN(4), paths)
			if diff := cmp.Diff(whole(t, root, paths), got); diff != "" {
				t.Fatalf("project %d, round %d: %s\n%s", project, round, diff, p)
			}
			known, all = known+counts.Known, all+counts.Known+counts.Checked
			p.write()
		}
	}
	if known < all/4 {
		t.Errorf("of %d files only %d were known", all, known)
	}
}

// A folder is a directory whose files change.
type folder struct {
	root   string
	random *rand.Rand
}

func (p *folder) String() string {
	var text strings.Builder
	for i := range 8 {
		content, err := os.ReadFile(filepath.Join(p.root, p.name(i)))
		if err == nil {
			fmt.Fprintf(&text, "-- %s --\n%s", p.name(i), content)
		}
	}
	return text.String()
}

func (p *folder) name(i int) string { return []string{"a", "b"}[i%2] + fmt.Sprintf("/f%d.frac", i) }

var bodies = []string{"1", "True", "%gone", "let %x = 1; 2", "1f", "(1, 2)", "match (1) { 1 => 2 }"}

var tables = []string{"", "[severity]\ndtype-mismatch = \"warning\"\n", "[severity]\nunused-binding = \"error\"\nunused-definition = \"error\"\n", "[cost]\n"}

// write changes a file, removes one or changes a configuration.
func (p *folder) write() {
	i := p.random.IntN(8)
	path := filepath.Join(p.root, p.name(i))
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		panic(err)
	}
	switch p.random.IntN(8) {
	case 0:
		os.Remove(path)
		return
	case 1:
		path = filepath.Join(filepath.Dir(path), config.FileName)
		if err := os.WriteFile(path, []byte(tables[p.random.IntN(len(tables))]), 0o666); err != nil {
			panic(err)
		}
		return
	}
	if err := os.WriteFile(path, []byte(p.text(i)), 0o666); err != nil {
		panic(err)
	}
}

// text imports files, now and then in a circle, and uses what they define.
func (p *folder) text(i int) string {
	text, sum := "", bodies[p.random.IntN(len(bodies))]
	for j := range 8 {
		if j < i && p.random.IntN(3) == 0 || p.random.IntN(40) == 0 {
			text += fmt.Sprintf("import \"../%s\"\n", p.name(j))
			sum = fmt.Sprintf("@d%d()", j)
		}
	}
	text += fmt.Sprintf("/* import \"../%s\" */\ndef @d%d() { %s }\n", p.name(1), i, sum)
	if p.random.IntN(3) == 0 {
		text += "def @alone() { 1 }\n@d0()\n-- fraccheck: ignore unused-definition\n"
	}
	return text
}

// TestMoved: what is found holds wherever the repository is.
func TestMoved(t *testing.T) {
	dir := t.TempDir()
	texts := map[string]string{
		"a.frac": "import \"b.frac\"\ndef @f() -> int32 { @g() }\n",
		"b.frac": "def @g() -> int32 { 1f }\ndef @g() { 1 }\n",
	}
	for i := range 2 {
		root := t.TempDir()
		for name, text := range texts {
			if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		paths := programs(t, root, ".")
		got, counts := inBatch(t, root, dir, 2, paths)
		if diff := cmp.Diff(whole(t, root, paths), got); diff != "" {
			t.Error(diff)
		}
		if i == 1 && counts.Known != 2 {
			t.Errorf("%+v", counts)
		}
	}
}

// TestNoUnicode: names of files that are no Unicode, and what messages say of them, come
// out as they are; such results are not kept.
func TestNoUnicode(t *testing.T) {
	root, dir := t.TempDir(), t.TempDir()
	for name, text := range map[string]string{
		"\xff.frac": "def @one() -> int32 { 1f }\n",
		"a.frac":    "import \"\xff.frac\"\n@one(1)\n",
		"b.frac":    "def @\ufffd() -> int32 { 1f }\n",
	} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o666); err != nil {
			t.Skip("the system has no such names: ", err)
		}
	}
	paths := programs(t, root, ".")
	want := whole(t, root, paths)
	for range 2 {
		got, _ := inBatch(t, root, dir, 2, paths)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	}
}

// TestRules: of what is wrong in the rules of a configuration the fixes are shown that help,
// whether a program or the rules themselves are asked for.
func TestRules(t *testing.T) {
	root, dir := t.TempDir(), t.TempDir()
	put(filepath.Join(root, "fraccheck.toml"), "rules = [\"r.fracrule\"]\n")
	put(filepath.Join(root, "r.fracrule"), "lint a { var x match multipy(x, 2) warn \"m\" }\nlint b { var x, y match call(@f, x, y) warn \"m\" }\n")
	put(filepath.Join(root, "a.frac"), "1\n")
	for _, name := range []string{"a.frac", "r.fracrule"} {
		paths := []string{filepath.Join(root, name)}
		want := whole(t, root, paths)
		if shown := strings.Join(want, "\n"); strings.Count(shown, "fix ") != 1 {
			t.Errorf("%s: %s", name, shown)
		}
		for range 2 {
			got, _ := inBatch(t, root, dir, 2, paths)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: %s", name, diff)
			}
		}
	}
}
