//go:build unix

package git

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestPipes: a repository with a pipe in the place of one of its files is refused, and nobody
// waits.
func TestPipes(t *testing.T) {
	for _, name := range append(readFirst, "") {
		dir := folders(t, "top/file")
		if name != "" {
			dir = folders(t, "top/.git/other")
		}
		if err := syscall.Mkfifo(filepath.Join(dir, "top", ".git", name), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(filepath.Join(dir, "top")); err == nil || !strings.Contains(err.Error(), "no regular file") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
