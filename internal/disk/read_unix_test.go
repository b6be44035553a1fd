//go:build unix

package disk

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
)

// TestReadOthers reads what is no regular file: nothing waits, and nothing is read.
func TestReadOthers(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := syscall.Mkfifo("pipe", 0o600); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("unix", "socket")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	link := func(to, name string) {
		if err := os.Symlink(to, name); err != nil {
			t.Fatal(err)
		}
	}
	link("pipe", "to-pipe")
	link("circle", "circle")
	link("/dev/zero", "to-zero")
	tests := map[string]string{
		"pipe":      "it is a named pipe; only regular files are read",
		"to-pipe":   "it is a named pipe; only regular files are read",
		"socket":    "it is a socket; only regular files are read",
		"/dev/zero": "it is a device; only regular files are read",
		"to-zero":   "it is a device; only regular files are read",
		"circle":    syscall.ELOOP.Error(),
	}
	if runtime.GOOS == "linux" {
		tests["/proc/self/maps"] = errKernelFile.Error()
		tests["/proc/self/mem"] = errKernelFile.Error()
		tests["/sys/kernel/notes"] = errKernelFile.Error()
	}
	for path, want := range tests {
		if text, err := Read(path, Programs); !says(err, want) && !os.IsNotExist(err) {
			t.Errorf("%s: %d bytes, %v", path, len(text), err)
		}
	}
}

// TestReadSparse reads a file that is larger than the disk.
func TestReadSparse(t *testing.T) {
	path := filepath.Join(t.TempDir(), "sparse")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := file.Truncate(100e9); err != nil {
		t.Skip(err)
	}
	if _, err := Read(path, Programs); !says(err, "it has 100 GB; programs may have 256 MB") {
		t.Error(err)
	}
}

// TestReadLinked reads regular files that links lead to.
func TestReadLinked(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("file", []byte("text"), 0o644); err != nil {
		t.Fatal(err)
	}
	for name, link := range map[string]func(to, name string) error{"soft": os.Symlink, "hard": os.Link} {
		if err := link("file", name); err != nil {
			t.Fatal(err)
		}
		if text, err := Read(name, Programs); string(text) != "text" || err != nil {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
}

// TestReadPlain: where a file system was looked at, its regular files are read at once, and
// nothing else is.
func TestReadPlain(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := errors.Join(os.WriteFile("file", []byte("text"), 0o600), os.Symlink("file", "link"), os.Mkdir("dir", 0o700), syscall.Mkfifo("pipe", 0o600)); err != nil {
		t.Fatal(err)
	}
	if _, err := Read("file", Programs); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"file": "text", "link": "text", "dir": "", "pipe": "", "missing": "", "/dev/null": "", "/proc/self/status": ""} {
		if content, ok := readPlain(nil, name, Programs); string(content) != want || ok != (want != "") {
			t.Errorf("%s: %q, %v", name, content, ok)
		}
	}
	if _, ok := readPlain(nil, "file", Limit{"files", 3}); ok {
		t.Error("a file that is too large is read")
	}
}
