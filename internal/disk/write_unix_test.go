//go:build unix

package disk

import (
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"testing"
	"time"
)

func TestReplaceKeeps(t *testing.T) {
	t.Chdir(t.TempDir())
	put(t, "file", "old")
	put(t, "twin", "old")
	if err := errors.Join(os.Chmod("file", 0o750), os.Symlink("file", "soft"), os.Link("twin", "hard")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"soft", "hard"} {
		if err := Replace(name, []byte("old"), []byte("something longer")); err != nil {
			t.Error(err)
		}
		if err := Replace(name, []byte("something longer"), []byte("new")); err != nil {
			t.Error(err)
		}
	}
	holds(t, "file", "new")
	holds(t, "twin", "new")
	if info, err := os.Lstat("soft"); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the symbolic link is gone: %v, %v", info, err)
	}
	if info, err := os.Stat("file"); err != nil || info.Mode() != 0o750 {
		t.Errorf("the mode is %v, %v", info, err)
	}
	alone(t, "file", "twin", "soft", "hard")
}

// TestReplaceOwner gives a file away and replaces it.
func TestReplaceOwner(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root gives files away")
	}
	t.Chdir(t.TempDir())
	put(t, "file", "old")
	if err := errors.Join(os.Chown("file", 1234, 1234), Replace("file", []byte("old"), []byte("new"))); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat("file"); err != nil || info.Sys().(*syscall.Stat_t).Uid != 1234 {
		t.Errorf("%v, %v", info, err)
	}
}

// TestReplaceWithoutRoom replaces files with more than may be written, by a process of
// its own.
func TestReplaceWithoutRoom(t *testing.T) {
	if os.Getenv("DISK_TEST") != "space" {
		again(t, "space", t.TempDir()).run(t)
		return
	}
	signal.Ignore(syscall.SIGXFSZ)
	put(t, "file", "old")
	put(t, "linked", "old")
	if err := errors.Join(os.Link("linked", "twin"), syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 4096, Max: 4096})); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"file", "linked"} {
		if err := Replace(name, []byte("old"), make([]byte, 100_000)); !errors.Is(err, syscall.EFBIG) {
			t.Error(err)
		}
		holds(t, name, "old")
	}
	if err := Write("file", make([]byte, 100_000)); !errors.Is(err, syscall.EFBIG) {
		t.Error(err)
	}
	holds(t, "file", "old")
	alone(t, "file", "linked", "twin")
}

// TestKilled ends a process that replaces a file over and over, at random moments. The
// file is whole each time, and the next process removes what the one before left.
func TestKilled(t *testing.T) {
	if os.Getenv("DISK_TEST") == "kill" {
		for {
			text, _ := os.ReadFile("file")
			_ = Replace("file", text, []byte{text[0]%2 + '1', '\n'})
		}
	}
	dir := t.TempDir()
	t.Chdir(dir)
	put(t, "file", "1\n")
	for range 40 {
		p := again(t, "kill", dir)
		if err := p.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(10*time.Millisecond + rand.N(30*time.Millisecond))
		_ = p.Process.Kill()
		_ = p.Wait()
		if text, err := os.ReadFile("file"); err != nil || len(text) != 2 {
			t.Fatalf("the file is torn: %q, %v", text, err)
		}
	}
	text, _ := os.ReadFile("file")
	if err := Replace("file", text, []byte("end")); err != nil {
		t.Error(err)
	}
	alone(t, "file")
}

type process struct{ *exec.Cmd }

// again is the test that runs, in a process of its own.
func again(t *testing.T, what, dir string) process {
	p := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$")
	p.Env, p.Dir = append(os.Environ(), "DISK_TEST="+what), dir
	return process{p}
}

func (p process) run(t *testing.T) {
	if out, err := p.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
