package disk

import (
	"errors"
	"os"
	"testing"
)

// TestWriteOwn: a link in the place of a file is replaced, and what it leads to stays.
func TestWriteOwn(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "victim", "precious")
	put(t, "old", "old")
	if err := errors.Join(os.Symlink("victim", "link"), os.Symlink("nowhere", "dangling"), os.Mkdir("folder", 0o777)); err != nil {
		t.Skip(err)
	}
	for _, name := range []string{"link", "dangling", "old", "new"} {
		if _, err := OpenOwn("link"); name == "link" && err == nil {
			t.Error("a link is opened")
		}
		if err := WriteOwn(name, []byte("mine")); err != nil {
			t.Error(name, err)
		}
		if info, err := os.Lstat(name); err != nil || !info.Mode().IsRegular() {
			t.Error(name, info, err)
		}
		holds(t, name, "mine")
		file, err := OpenOwn(name)
		if err != nil {
			t.Error(name, err)
			continue
		}
		file.Close()
	}
	holds(t, "victim", "precious")
	if _, err := os.Lstat("nowhere"); err == nil {
		t.Error("what a link leads to is made")
	}
	if err := WriteOwn("folder", nil); err == nil {
		t.Error("a folder is written")
	}
	alone(t, "victim", "link", "dangling", "old", "new", "folder")
}
