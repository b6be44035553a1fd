package workspace

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestIgnoreUnread refuses a list that is there and cannot be read, or reports it and
// goes on without it.
func TestIgnoreUnread(t *testing.T) {
	root := t.TempDir()
	for name, text := range map[string]string{"a.frac": "1\n", ".gitignore": strings.Repeat("a.frac\n", 200_000), "in/b.frac": "1\n", "in/.gitignore/keep": ""} {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s := Open(Options{Root: root, Files: Disk{}})
	const want = "cannot read .gitignore: it has 1.4 MB; lists of ignored files may have 1 MB"
	for _, dir := range []string{".", "in"} {
		if _, err := s.Match(root, []string{dir}); err == nil || err.Error() != want {
			t.Errorf("%s gives %v, want %s", dir, err, want)
		}
	}
	var heard []string
	found, err := s.Programs(context.Background(), root, func(err error) { heard = append(heard, err.Error()) })
	if err != nil || len(found) != 2 || !slices.Equal(heard, []string{want}) {
		t.Errorf("finds %v, %v, and hears %v", found, err, heard)
	}
}

// TestForceIgnore leaves out what is named in every snapshot that follows, too: a watch
// matches again and again.
func TestForceIgnore(t *testing.T) {
	files := Overlay{Files: Disk{}, Texts: map[string]string{"/r/fraccheck.toml": "ignore = ['a.frac']\n", "/r/a.frac": "1\n", "/r/b.frac": "1\n"}}
	first := Open(Options{Files: files, Root: "/r", ForceIgnore: true})
	for name, s := range map[string]*Snapshot{
		"first": first, "fresh": first.Fresh(), "next": first.Reload("/r/a.frac"), "checking": first.Checking([]string{"/r/b.frac"}),
	} {
		if found, err := s.Match("/r", []string{"a.frac", "b.frac"}); err != nil || !slices.Equal(found, []string{"/r/b.frac"}) {
			t.Errorf("%s: %v, %v", name, found, err)
		}
	}
}
