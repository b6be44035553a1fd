package workspace

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/disk"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace/readers"
)

// memory is a file system in a map, rooted at /.
type memory struct{ fstest.MapFS }

func inMemory(texts map[string]string) memory {
	m := memory{fstest.MapFS{}}
	for path, text := range texts {
		m.MapFS[path] = &fstest.MapFile{Data: []byte(text)}
	}
	return m
}

func local(path string) string {
	if rel := strings.TrimPrefix(filepath.ToSlash(path), "/"); rel != "" {
		return rel
	}
	return "."
}

func (m memory) ReadFile(path string, _ disk.Limit) ([]byte, error) {
	info, err := m.Stat(path)
	if err == nil {
		err = disk.Regular(path, info)
	}
	if err != nil {
		return nil, err
	}
	return m.MapFS.ReadFile(local(path))
}

func (m memory) ReadDir(path string) ([]fs.DirEntry, error) { return m.MapFS.ReadDir(local(path)) }
func (m memory) Stat(path string) (fs.FileInfo, error)      { return m.MapFS.Stat(local(path)) }
func (m memory) RealPath(path string) (string, error) {
	_, err := m.Stat(path)
	return path, err
}

func openMemory(texts map[string]string) *Snapshot {
	return Open(Options{Files: inMemory(texts), Root: "/", Formats: readers.All})
}

// messages writes findings as lines.
func messages(findings []Finding) []string {
	var out []string
	for _, f := range findings {
		start, _ := f.Range()
		out = append(out, fmt.Sprintf("%s:%d:%d: %s: %s", f.Source.Name, start.Line, start.Column, f.Code, f.Message))
	}
	return out
}

func check(t *testing.T, s *Snapshot, paths ...string) []string {
	t.Helper()
	report, err := s.Check(context.Background(), paths)
	if err != nil {
		t.Fatal(err)
	}
	return messages(report.Findings)
}

func TestImportFaults(t *testing.T) {
	s := openMemory(map[string]string{
		"missing.frac": "import \"nowhere.frac\"\n",
		"folder.frac":  "import \"dir\"\nimport \"page.md\"\n",
		"dir/x.frac":   "",
		"page.md":      "",
		"a.frac":       "import \"b.frac\"\n",
		"b.frac":       "import \"c.frac\"\n",
		"c.frac":       "\nimport \"b.frac\"\n",
		"self.frac":    "import \"./self.frac\"\n",
	})
	paths := []string{"/missing.frac", "/folder.frac", "/a.frac", "/b.frac", "/c.frac", "/self.frac"}
	want := []string{
		`a.frac:1:8: import-error: the imported file has errors`,
		`b.frac:1:8: import-error: c.frac imports this file again: imports must not form a cycle`,
		`c.frac:2:8: import-error: b.frac imports this file again: imports must not form a cycle`,
		`folder.frac:1:8: import-error: cannot import "dir": it is not a file`,
		`folder.frac:2:8: import-error: cannot import "page.md": it is a document, not a program`,
		`missing.frac:1:8: import-error: cannot import "nowhere.frac": no such file or directory`,
		`self.frac:1:8: import-error: ./self.frac imports this file again: imports must not form a cycle`,
	}
	if diff := cmp.Diff(want, check(t, s, paths...)); diff != "" {
		t.Error(diff)
	}
	slices.Reverse(paths)
	if diff := cmp.Diff(want, check(t, s.Reload(paths...), paths...)); diff != "" {
		t.Errorf("in another order: %s", diff)
	}
}

// A snapshot does not change; the next one shares what no change reaches.
func TestSnapshotsShare(t *testing.T) {
	s := openMemory(map[string]string{
		"lib.frac":   "def @one() -> int32 { 1 }\n",
		"user.frac":  "import \"lib.frac\"\n@one()\n",
		"other.frac": "def @two() -> int32 { 2 }\n",
	})
	paths := []string{"/lib.frac", "/user.frac", "/other.frac"}
	check(t, s, paths...)
	next := s.With(map[string]string{"/lib.frac": "def @one() -> int32 { 1 \n"})
	if got := check(t, next, "/lib.frac"); len(got) != 1 || !strings.Contains(got[0], "unclosed-delimiter") {
		t.Errorf("the new text gives %q", got)
	}
	if got := check(t, s, "/lib.frac"); got != nil {
		t.Errorf("the old snapshot changed: %q", got)
	}
	for path, shared := range map[string][2]bool{"/lib.frac": {false, false}, "/user.frac": {true, false}, "/other.frac": {true, true}} {
		source, _ := s.Source(path)
		newSource, _ := next.Source(path)
		module, _ := s.Module(path)
		newModule, _ := next.Module(path)
		if got := [2]bool{source == newSource, module == newModule}; got != shared {
			t.Errorf("%s shares source and module: %t, want %t", path, got, shared)
		}
	}
	if got := check(t, next.Without("/lib.frac"), "/lib.frac"); got != nil {
		t.Errorf("after closing the file: %q", got)
	}
}

// An edit of one item leaves the others as they are.
func TestEditSharesItems(t *testing.T) {
	s := openMemory(map[string]string{"a.frac": "def @f() { 1 }\ndef @g() { 2 }\ndef @h() { 3 }\n"})
	before, _ := s.Source("/a.frac")
	after, _ := s.With(map[string]string{"/a.frac": "def @f() { 1 }\ndef @g() { 22 }\ndef @h() { 3 }\n"}).Source("/a.frac")
	if before.File.Item(0) != after.File.Item(0) || before.File.Item(1) == after.File.Item(1) || before.File.Item(2) != after.File.Item(2) {
		t.Error("the edit of @g changed its neighbours")
	}
	last := after.File.Item(2)
	i, ok := after.Index(last)
	if at := after.Absolute(i, last.Span(last.Root)); !ok || at.Start != 31 {
		t.Errorf("@h is item %d at %v", i, at)
	}
}

// A file that appears mends the import of it.
func TestImportAppears(t *testing.T) {
	s := openMemory(map[string]string{"user.frac": "import \"lib.frac\"\n"})
	if got := check(t, s, "/user.frac"); len(got) != 1 {
		t.Fatalf("got %q", got)
	}
	next := s.With(map[string]string{"/lib.frac": "def @one() -> int32 { 1 }\n"})
	if got := check(t, next, "/user.frac"); got != nil {
		t.Errorf("got %q", got)
	}
}

// The report does not depend on the number of threads.
func TestJobs(t *testing.T) {
	texts := map[string]string{}
	for i := range 40 {
		var b strings.Builder
		for j := range 50 {
			fmt.Fprintf(&b, "def @f%d(%%x { %%x }\n\n", j)
		}
		texts[fmt.Sprintf("f%d.frac", i)] = b.String()
	}
	paths := slices.Sorted(maps.Keys(texts))
	for i := range paths {
		paths[i] = "/" + paths[i]
	}
	var want []string
	for _, jobs := range []int{1, 2, 16} {
		s := Open(Options{Files: inMemory(texts), Root: "/", Jobs: jobs})
		got := check(t, s, paths...)
		if want == nil {
			want = got
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d threads: %s", jobs, diff)
		}
	}
	if len(want) != 40*50 {
		t.Errorf("%d findings", len(want))
	}
}

func TestCheckEndsWithContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := openMemory(map[string]string{"a.frac": "1"}).Check(ctx, []string{"/a.frac"}); err == nil {
		t.Error("a cancelled check came to an end without an error")
	}
}

// A panic in a check is a finding of its item, and names itself the same
// everywhere.
func TestCrash(t *testing.T) {
	item := syntax.ParseItem("def @f() {\n 1\n}")
	var c itemCheck
	ran := false
	c.guard(item, func() { panic("oh") })
	c.guard(item, func() { ran = true })
	if len(c.diagnostics) != 1 || len(c.crashes) != 1 || !ran {
		t.Fatalf("got %+v", c)
	}
	d := c.diagnostics[0]
	if d.Code != codes.InternalError || !strings.Contains(d.Message, c.crashes[0].Token) || d.Span != (syntax.Span{Start: 0, End: 10}) {
		t.Errorf("got %+v", d)
	}
}

// Retaining files keeps those that are named, what they see, and what they were
// before an edit that was not looked at yet.
func TestRetain(t *testing.T) {
	s := openMemory(map[string]string{
		"lib.frac":   "def @one() -> int32 { 1 }\n",
		"user.frac":  "import \"lib.frac\"\ndef @two() -> int32 { @one() }\n@two()\n",
		"other.frac": "def @three() -> int32 { 3 }\n",
	})
	check(t, s, "/lib.frac", "/user.frac", "/other.frac")
	before, _ := s.Source("/user.frac")
	lib, _ := s.Module("/lib.frac")
	other, _ := s.Module("/other.frac")
	next := s.With(map[string]string{"/user.frac": before.Text() + "@two()\n"}).Retain("/user.frac")
	after, _ := next.Source("/user.frac")
	if before.File.Item(1) != after.File.Item(1) {
		t.Error("the edited file is parsed anew")
	}
	if now, _ := next.Module("/lib.frac"); now != lib {
		t.Error("what the edited file sees was dropped")
	}
	if now, _ := next.Module("/other.frac"); now == other {
		t.Error("a file that nobody sees was kept")
	}
	if got := check(t, next, "/lib.frac", "/user.frac", "/other.frac"); got != nil {
		t.Errorf("found %q", got)
	}
}

// A file in UTF-16 is read as its mark says, and written so again.
func TestUTF16(t *testing.T) {
	s := openMemory(map[string]string{
		"a.frac": "\xff\xfe1\x00\n\x00", "b.frac": "import \"a.frac\"\n", "c.frac": "\xfe\xff\x001",
		"cut.frac": "\xff\xfe1", "bare.frac": "1\x00+\x001\x00",
	})
	for path, bytes := range map[string]string{"/a.frac": "\xff\xfe1\x00\n\x00", "/c.frac": "\xfe\xff\x001"} {
		source, err := s.Source(path)
		if err != nil || strings.TrimSpace(source.Text()) != "1" || source.Encoded(source.Text()) != bytes {
			t.Errorf("%s is %v (%v)", path, source, err)
		}
	}
	if got := check(t, s, "/a.frac", "/b.frac"); got != nil {
		t.Errorf("got %q", got)
	}
	for _, path := range []string{"/cut.frac", "/bare.frac"} {
		if _, err := s.Source(path); err == nil || !strings.Contains(err.Error(), "save it as UTF-8") {
			t.Errorf("%s: got %v", path, err)
		}
	}
}
