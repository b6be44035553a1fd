//go:build unix

package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestPreparedNames: who knows what a check finds knows the name of the segment that it
// writes. A link, a pipe or a folder of that name changes nothing elsewhere and keeps nobody
// waiting.
func TestPreparedNames(t *testing.T) {
	values := map[Key][]byte{}
	for i := range 50 {
		values[keyOf(i)] = valueOf(i)
	}
	sum := sha256.Sum256(encodeSegment(values, 10))
	name := hex.EncodeToString(sum[:12]) + extension
	victim := filepath.Join(t.TempDir(), "victim")
	for what, prepare := range map[string]func(path string) error{
		"a link":             func(path string) error { return os.Symlink(victim, path) },
		"a dangling link":    func(path string) error { return os.Symlink(victim+"-none", path) },
		"a link to itself":   func(path string) error { return os.Symlink(path, path) },
		"a link to a device": func(path string) error { return os.Symlink("/dev/zero", path) },
		"a hard link":        func(path string) error { return os.Link(victim, path) },
		"a pipe":             func(path string) error { return syscall.Mkfifo(path, 0o666) },
		"a folder":           func(path string) error { return os.Mkdir(path, 0o777) },
	} {
		if err := os.WriteFile(victim, []byte("precious"), 0o666); err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		if err := prepare(filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
		s := open(t, dir, 10, 0)
		for i := range 50 {
			s.Put(keyOf(i), valueOf(i))
		}
		err := s.Close()
		if (err != nil) != (what == "a folder") {
			t.Errorf("%s: %v", what, err)
		}
		if text, err := os.ReadFile(victim); err != nil || string(text) != "precious" {
			t.Errorf("%s: what it leads to holds %.20q, %v", what, text, err)
		}
		if _, err := os.Lstat(victim + "-none"); err == nil {
			t.Errorf("%s: a file is made elsewhere", what)
		}
		if n := count(t, open(t, dir, 10, 0), 0, 50); what != "a folder" && n != 50 {
			t.Errorf("%s: %d results are read", what, n)
		}
		for _, tell := range []func(string) (Status, error){Look, Verify, Clean} {
			if _, err := tell(dir); err != nil && what != "a folder" {
				t.Errorf("%s: %v", what, err)
			}
		}
	}
}

// TestLinkedSegment: a segment that a link leads to is not read.
func TestLinkedSegment(t *testing.T) {
	theirs, dir := t.TempDir(), t.TempDir()
	fill(t, open(t, theirs, 10, 0), 0, 20)
	paths, err := segmentsOf(theirs)
	if err != nil || len(paths) != 1 {
		t.Fatal(paths, err)
	}
	if err := os.Symlink(paths[0], filepath.Join(dir, filepath.Base(paths[0]))); err != nil {
		t.Fatal(err)
	}
	s := open(t, dir, 10, 0)
	if n := count(t, s, 0, 20); n != 0 {
		t.Errorf("%d results are read through a link", n)
	}
	fill(t, s, 20, 30)
	if _, err := os.Stat(paths[0]); err != nil {
		t.Error(err)
	}
}
