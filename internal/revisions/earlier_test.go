package revisions

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadIndex(t *testing.T) {
	root := filepath.FromSlash("/r")
	e, modules := &earlier{root: root}, map[string]bool{}
	listed := "H 100644 aa 0\ta\tb\nc.frac\x00h 100644 bb 0\tassumed\x00S 100644 cc 0\tsparse\x00M 100644 dd 2\té.frac\x00H 160000 ee 0\tsub\x00"
	if err := e.readIndex(listed, modules); err != nil {
		t.Fatal(err)
	}
	in := func(name string) string { return filepath.Join(root, name) }
	if diff := cmp.Diff(map[string]bool{in("a\tb\nc.frac"): true, in("é.frac"): true, in("sub"): true}, e.tracked); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]string{in("sparse"): "cc"}, e.skipped); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(map[string]bool{in("sub"): true}, modules); diff != "" {
		t.Error(diff)
	}
	for _, bad := range []string{"warning: x", "H 100644 aa\tb\x00", "H 1 aa 0\tb\x00", "\x00\x00x"} {
		if err := e.readIndex(bad, modules); err == nil {
			t.Errorf("%q is read", bad)
		}
	}
}

// TestFileNow: objects are named as git names them (`git hash-object`), and line ends are no
// difference where nothing else is.
func TestFileNow(t *testing.T) {
	const (
		sum1   = "ce013625030ba8dba906f756967f9e9ca394464a"                         // of "hello\n"
		sum256 = "2cf8d83d9ee29543b34a87727421fdecb7e3f3a183d337639025de576db9ebb4" // the same in a repository with SHA-256
	)
	dir := t.TempDir()
	read := func(text string) *fileNow {
		path := filepath.Join(dir, "file")
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return readNow(path)
	}
	for text, want := range map[string][2]bool{"hello\n": {true, false}, "hello\r\n": {false, true}, "hello\r\n\r\n": {}, "hello": {}, "hello\r\r\n": {}, "": {}} {
		now := read(text)
		for _, sum := range []string{sum1, sum256} {
			if got := [2]bool{now.has(sum), now.sameButLineEnds(sum)}; got != want {
				t.Errorf("%q, %s: %v, want %v", text, sum, got, want)
			}
		}
	}
	if now := readNow(filepath.Join(dir, "none")); !now.missing || now.has(sum1) {
		t.Error("a file that is not there has a content")
	}
}
