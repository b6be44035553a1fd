package disk

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
)

func TestReplace(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "file", "old")
	if err := Replace("file", []byte("old"), []byte("new")); err != nil {
		t.Fatal(err)
	}
	if err := Replace("file", []byte("old"), []byte("newer")); !errors.Is(err, ErrChanged) {
		t.Errorf("a file that changed: %v", err)
	}
	if err := Replace("gone", []byte("old"), []byte("new")); !errors.Is(err, ErrChanged) {
		t.Errorf("a file that is gone: %v", err)
	}
	holds(t, "file", "new")
	alone(t, "file")
}

func TestWrite(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, text := range []string{"one", "another", ""} {
		if err := Write("file", []byte(text)); err != nil {
			t.Fatal(err)
		}
		holds(t, "file", text)
	}
	if err := Create("file", nil); !errors.Is(err, fs.ErrExist) {
		t.Errorf("a file that is there: %v", err)
	}
	if err := Create("fresh", []byte("text")); err != nil {
		t.Error(err)
	}
	holds(t, "fresh", "text")
	if err := Write(".", nil); !says(err, "it is a directory; only regular files are read") {
		t.Error(err)
	}
	alone(t, "file", "fresh")
}

func TestReplaceReadOnly(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "file", "old")
	if err := os.Chmod("file", 0o444); err != nil {
		t.Fatal(err)
	}
	if err := Replace("file", []byte("old"), []byte("new")); err == nil {
		t.Error("a read-only file was replaced")
	}
	holds(t, "file", "old")
	alone(t, "file")
}

// TestClean leaves what killed runs leave, and what is not theirs.
func TestClean(t *testing.T) {
	t.Chdir(t.TempDir())
	const nobody = "999999999"
	sums := "-" + sumOf([]byte("was")) + "-" + sumOf([]byte("now"))
	put(t, ".fraccheck-"+nobody+"-1", "half of what sh")
	put(t, ".fraccheck-"+nobody+"-2"+sums, "was")
	put(t, ".fraccheck-"+nobody+"-3"+sums, "now")
	kept := []string{
		"file",
		".fraccheck-" + nobody + "-4" + sums, // which an editor saved
		".fraccheck-" + strconv.Itoa(os.Getppid()) + "-5", // which is being written
		".fraccheck-notes",
	}
	for _, name := range kept[1:] {
		put(t, name, "saved")
	}
	put(t, "file", "old")
	if err := Replace("file", []byte("old"), []byte("new")); err != nil {
		t.Error(err)
	}
	alone(t, kept...)
}

// TestConcurrentSaves replaces a file while another program saves it in turns, by both ways in
// which editors do. Each save has a number: after every change of ours the last one that
// was saved is in the file.
func TestConcurrentSaves(t *testing.T) {
	if !exchanges {
		t.Skip("this system cannot exchange files")
	}
	for name, save := range map[string]func(path, text string) error{"in place": saveInPlace, "by renaming": saveByRenaming} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "file")
			put(t, path, "0\n")
			for i := range 400 {
				var both sync.WaitGroup
				both.Go(func() {
					if err := save(path, strconv.Itoa(i)+"\n"); err != nil {
						t.Error(err)
					}
				})
				both.Go(func() { appendLine(t, path) })
				both.Wait()
				text, err := os.ReadFile(path)
				if first, _, _ := strings.Cut(string(text), "\n"); err != nil || first != strconv.Itoa(i) {
					t.Fatalf("save %d is lost: %q, %v", i, text, err)
				}
			}
			alone(t, path)
		})
	}
}

// appendLine changes a file as a tool does: from what it read, and again if that was
// changed meanwhile.
func appendLine(t *testing.T, path string) {
	for range 5 {
		was, err := os.ReadFile(path)
		if err == nil {
			err = Replace(path, was, append(was[:len(was):len(was)], "tool\n"...))
		}
		if err == nil {
			return
		}
		if !errors.Is(err, ErrChanged) && !errors.Is(err, fs.ErrNotExist) {
			t.Error(err)
		}
	}
}

func saveInPlace(path, text string) error { return os.WriteFile(path, []byte(text), 0o644) }

func saveByRenaming(path, text string) error {
	if err := os.WriteFile(path+"~", []byte(text), 0o644); err != nil {
		return err
	}
	return os.Rename(path+"~", path)
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func holds(t *testing.T, path, want string) {
	t.Helper()
	if text, err := os.ReadFile(path); err != nil || string(text) != want {
		t.Errorf("%s: %q, %v, want %q", path, text, err, want)
	}
}

// alone checks that a folder has these files and no others.
func alone(t *testing.T, paths ...string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(paths[0]))
	if err != nil || len(entries) != len(paths) {
		t.Errorf("there are %v, want %v, %v", entries, paths, err)
	}
}

// TestWriteDerived writes a file whole or leaves what was there, and nothing beside it.
func TestWriteDerived(t *testing.T) {
	path := filepath.Join(t.TempDir(), "page.html")
	for _, text := range []string{"first", "second"} {
		if err := WriteDerived(path, whole([]byte(text))); err != nil {
			t.Fatal(err)
		}
	}
	failed := errors.New("the template ended")
	err := WriteDerived(path, func(w io.Writer) error {
		_, _ = io.WriteString(w, "half of a ")
		return failed
	})
	if text, _ := os.ReadFile(path); !errors.Is(err, failed) || string(text) != "second" {
		t.Errorf("after a page that failed with %v there is %q", err, text)
	}
	if there, _ := os.ReadDir(filepath.Dir(path)); len(there) != 1 {
		t.Errorf("beside the page there is %v", there)
	}
}
