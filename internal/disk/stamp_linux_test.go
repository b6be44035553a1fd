package disk

import (
	"os"
	"path/filepath"
	"testing"
)

// TestStamps sees a file that takes the place of one of the same size and time, and a link
// that leads elsewhere.
func TestStamps(t *testing.T) {
	dir := t.TempDir()
	a, b, link := filepath.Join(dir, "a.frac"), filepath.Join(dir, "b.frac"), filepath.Join(dir, "link.frac")
	mustSucceed(t, os.WriteFile(a, []byte("1\n"), 0o666))
	mustSucceed(t, os.WriteFile(b, []byte("2\n"), 0o666))
	info, err := os.Stat(a)
	mustSucceed(t, err)
	mustSucceed(t, os.Chtimes(b, info.ModTime(), info.ModTime()))
	mustSucceed(t, os.Symlink("a.frac", link))
	before, beforeLink := StampOf(a), StampOf(link)
	if before != StampOf(a) || beforeLink != StampOf(link) {
		t.Error("a file that nobody touched has changed")
	}
	mustSucceed(t, os.Remove(link))
	mustSucceed(t, os.Symlink("b.frac", link))
	if StampOf(link) == beforeLink {
		t.Error("a link leads elsewhere, and that is not seen")
	}
	mustSucceed(t, os.Rename(b, a))
	if StampOf(a) == before {
		t.Error("a file of the same size and time took the place of another one, and that is not seen")
	}
	if StampOf(b) != (Stamp{}) {
		t.Error("a file that is gone has a stamp")
	}
}

func mustSucceed(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
