//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// TestInterrupt ends commands as Ctrl-C does: the status is 130.
func TestInterrupt(t *testing.T) {
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	link := filepath.Join(dir, "fraccheck") // the test binary is the command that it is called as
	if err := os.Symlink(binary, link); err != nil {
		t.Fatal(err)
	}
	endless := "def @loop(%x : int32) -> int32 { @loop(%x + 1) }\n@loop(0) # => 1\n"
	if err := os.WriteFile(filepath.Join(dir, "endless.frac"), []byte(endless), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "r.fracrule"), []byte("rewrite turn { var x  match x + 1  with 1 + x }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	verified := []string{"rewrite", "-w", "--verify", "--rules", "r.fracrule", "endless.frac"}
	for _, args := range [][]string{{"run", "endless.frac"}, {"test", "endless.frac"}, {"-"}, verified} {
		cmd := exec.Command(link, args...)
		cmd.Dir = dir
		if _, err := cmd.StdinPipe(); err != nil { // never closed: `-` waits
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		if err := cmd.Process.Signal(os.Interrupt); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // the status is looked at
		if status := cmd.ProcessState.ExitCode(); status != statusInterrupted {
			t.Errorf("%v ends with status %d, want %d", args, status, statusInterrupted)
		}
	}
	if text, err := os.ReadFile(filepath.Join(dir, "endless.frac")); err != nil || string(text) != endless {
		t.Errorf("an interrupted comparison left %q, %v", text, err)
	}
}
