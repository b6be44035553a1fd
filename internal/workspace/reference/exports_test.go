package reference_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// A disk counts how often each of its files is read.
type disk struct {
	texts map[string]string
	reads int
}

func (d *disk) read(path string) *workspace.Source {
	d.reads++
	return sourcefile.New(path, path, d.texts[path])
}

func always() bool { return true }

func names(found []reference.Export) (all []string) {
	for _, e := range found {
		all = append(all, e.Name+" "+e.Type)
	}
	return all
}

// TestExports reads the names of a workspace, and again only those of files that changed and that no
// editor holds.
func TestExports(t *testing.T) {
	d := &disk{texts: map[string]string{}}
	var paths []string
	for i := range 100 {
		path := fmt.Sprintf("/p%02d.frac", i)
		d.texts[path] = fmt.Sprintf("def @f%02d<a>(%%x : a, %%y) -> int32 { 1 }\ndata T%02d { A%02d : (int32) -> T%02d  B%02d }\n", i, i, i, i, i)
		paths = append(paths, path)
	}
	var x reference.Exports
	held := map[string]bool{}
	update := func(version, reads int) {
		t.Helper()
		d.reads = 0
		if !x.Update(paths, version, func(path string) bool { return held[path] }, d.read, always) || d.reads != reads {
			t.Errorf("%d files are read, want %d", d.reads, reads)
		}
	}
	update(0, 100)
	update(0, 0)
	want := []string{"@f07 fn<a>(a, _) -> int32"}
	if got := names(x.Beginning("@F07")); !slices.Equal(got, want) {
		t.Errorf("got %v", got)
	}
	if got := names(append(x.Beginning("a07"), x.Beginning("b07")...)); !slices.Equal(got, []string{"A07 fn(int32) -> T07", "B07 T07"}) {
		t.Errorf("got %v", got)
	}
	held[paths[3]] = true
	x.Touch([]string{paths[3], paths[4]}, 2)
	d.texts[paths[4]] = "def @g(%x : int32) -> int32 { (%x }\n" // a syntax error
	update(1, 0)
	update(2, 1)
	if got := len(x.Beginning("f")); got != 99 {
		t.Errorf("%d names begin with f", got)
	}
	held[paths[3]] = false
	update(2, 1)
	x.Clear(3)
	if x.Update(paths, 2, func(string) bool { return false }, d.read, always) {
		t.Error("an older view fills the index")
	}
	update(3, 100)
}

// TestExportsInParts reads a workspace for which there is never time for more than ten files.
func TestExportsInParts(t *testing.T) {
	d := &disk{texts: map[string]string{}}
	var paths []string
	for i := range 35 {
		paths = append(paths, fmt.Sprintf("/p%02d.frac", i))
		d.texts[paths[i]] = fmt.Sprintf("def @f%d() { 1 }\n", i)
	}
	var x reference.Exports
	for round := 1; ; round++ {
		left := 10
		more := func() bool { left--; return left >= 0 }
		all := x.Update(paths, 0, func(string) bool { return false }, d.read, more)
		if got, want := len(x.Beginning("f")), min(10*round, 35); got != want || all != (want == 35) {
			t.Fatalf("after %d rounds there are %d names, all: %v", round, got, all)
		}
		if all {
			break
		}
	}
	if d.reads != 35 {
		t.Errorf("%d files were read", d.reads)
	}
}
