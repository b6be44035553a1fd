//go:build unix

package wire

import (
	"errors"
	"os"
	"runtime"
	"syscall"
	"testing"
	"time"
)

// TestTruncated makes a file shorter while it is mapped: what is read of it is an error.
func TestTruncated(t *testing.T) {
	path := weighted(t, 4<<20)
	f, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	m, err := f.Model()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(path, 1<<20); err != nil {
		t.Fatal(err)
	}
	if _, err := m.Graph.Initializers[0].Array(nil); !errors.Is(err, errChanged) {
		t.Errorf("the elements of a file that was cut: %v", err)
	}
	if err := os.Truncate(path, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Model(); !errors.Is(err, errChanged) {
		t.Errorf("the model of a file that was cut: %v", err)
	}
}

// TestReleased: a file that nobody closes is unmapped when nothing refers to it, and not as long
// as one of its tensors is there.
func TestReleased(t *testing.T) {
	f, err := Open(weighted(t, 2<<20))
	if err != nil {
		t.Fatal(err)
	}
	m, err := f.Model()
	if err != nil {
		t.Fatal(err)
	}
	released := make(chan bool, 1)
	runtime.AddCleanup(f.in, func(released chan bool) { released <- true }, released)
	f = nil
	w := m.Graph.Initializers[0]
	m = nil
	for range 3 {
		runtime.GC()
	}
	if a, err := w.Array(nil); err != nil || a.Len() != 2<<20 {
		t.Errorf("the elements of a file that nobody closed: %v", err)
	}
	w = nil
	for range 100 {
		runtime.GC()
		select {
		case <-released:
			return
		case <-time.After(10 * time.Millisecond):
		}
	}
	t.Error("the file stays mapped")
}

// TestOpenOthers opens what is no regular file: nothing waits.
func TestOpenOthers(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := syscall.Mkfifo("pipe", 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"pipe", "/dev/zero"} {
		if _, err := Open(path); err == nil {
			t.Errorf("%s is opened", path)
		}
	}
	if _, err := Folder(".").Open("pipe"); err == nil || err.Error() != `its external data "pipe": it is a named pipe; only regular files are read` {
		t.Errorf("a pipe as external data: %v", err)
	}
}
