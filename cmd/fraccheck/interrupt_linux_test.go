package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// TestInterruptedWriting ends commands at times spread over the time in which they write
// many files. Each file is as before or as after, and no other one is left.
func TestInterruptedWriting(t *testing.T) {
	const before, many = "#[allow(unused-binding)]\ndef @f( ) { 1 }\n@f() # => 2\n", 40
	times := 24
	if testing.Short() {
		times = 6
	}
	program := programIn(t, t.TempDir())
	for _, args := range [][]string{{"fmt", "-w", "."}, {"--fix", "."}, {"test", "-update", "."}, {"convert", "--to=anf", "-w", "."}} {
		run := func(end func(*exec.Cmd)) (dir string, status int) {
			dir = t.TempDir()
			for i := range many {
				check(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("f%d.frac", i)), []byte(before), 0o666))
			}
			cmd := exec.Command(program, args...)
			cmd.Dir, cmd.Env = dir, append(os.Environ(), cacheVariable+"=off")
			check(t, cmd.Start())
			end(cmd)
			_ = cmd.Wait() // the status is looked at
			return dir, cmd.ProcessState.ExitCode()
		}
		begun := time.Now()
		dir, whole := run(func(*exec.Cmd) {})
		life := time.Since(begun)
		changed, err := os.ReadFile(filepath.Join(dir, "f0.frac"))
		if err != nil || string(changed) == before {
			t.Fatalf("%v leaves %q, %v", args, changed, err)
		}
		for i := range times {
			signal := endSignals[i%len(endSignals)]
			dir, status := run(func(cmd *exec.Cmd) {
				time.Sleep(life * time.Duration(i) / time.Duration(times))
				_ = cmd.Process.Signal(signal) // it may have ended
			})
			if status != statusInterrupted && status != whole && status != -1 { // before it listens
				t.Errorf("%v ends after %v with status %d", args, signal, status)
			}
			files, err := os.ReadDir(dir)
			if err != nil || len(files) != many {
				t.Errorf("%v leaves after %v %v, %v", args, signal, files, err)
			}
			for _, file := range files {
				if text, err := os.ReadFile(filepath.Join(dir, file.Name())); err != nil || string(text) != before && string(text) != string(changed) {
					t.Errorf("%v leaves after %v in %s %q, %v", args, signal, file.Name(), text, err)
				}
			}
		}
	}
}

// TestEndedServers ends servers by a signal as any program: editors and supervisors ask
// which one it was.
func TestEndedServers(t *testing.T) {
	program := programIn(t, t.TempDir())
	for _, args := range [][]string{{"lsp"}, {"lsp", "--listen=127.0.0.1:0"}, {"dap"}, {"dap", "--listen=127.0.0.1:0"}, {"worker"}} {
		cmd := exec.Command(program, args...)
		_, err := cmd.StdinPipe() // never closed
		check(t, err)
		check(t, cmd.Start())
		time.Sleep(500 * time.Millisecond)
		check(t, cmd.Process.Signal(syscall.SIGTERM))
		_ = cmd.Wait() // its status is looked at
		if status := cmd.ProcessState.Sys().(syscall.WaitStatus); status.Signal() != syscall.SIGTERM {
			t.Errorf("%v ends by %v", args, cmd.ProcessState)
		}
	}
}
