//go:build unix

package disk

import (
	"errors"
	"os"
	"syscall"
	"testing"
)

// TestOwnPipe: nobody waits for a pipe in the place of a file, and it is replaced.
func TestOwnPipe(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := errors.Join(syscall.Mkfifo("pipe", 0o600), os.Symlink("/dev/zero", "zero")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"pipe", "zero"} {
		if _, err := OpenOwn(name); err == nil {
			t.Errorf("%s is opened", name)
		}
		if _, err := OpenScratch(name); err == nil && name == "zero" {
			t.Errorf("%s is opened", name)
		}
		if err := WriteOwn(name, []byte("mine")); err != nil {
			t.Error(name, err)
		}
		holds(t, name, "mine")
	}
}

// TestReplacePipe: a pipe that takes the place of a file meanwhile is left there.
func TestReplacePipe(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := syscall.Mkfifo("pipe", 0o600); err != nil {
		t.Fatal(err)
	}
	if err := Replace("pipe", []byte("old"), []byte("new")); err == nil {
		t.Error("a pipe is replaced")
	}
	if quiet("pipe") {
		_ = overwrite("pipe", nil, []byte("new"))
	}
	if info, err := os.Lstat("pipe"); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Error(info, err)
	}
}
