package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestInterruptGit sends both signals to each command while it waits for git, here a program
// that never ends. The command ends with the status of an interrupt, and git with it.
func TestInterruptGit(t *testing.T) {
	const guard = time.Minute
	dir := t.TempDir()
	program := programIn(t, dir)
	check(t, os.MkdirAll(filepath.Join(dir, "bin"), 0o777))
	check(t, os.MkdirAll(filepath.Join(dir, ".git"), 0o777))
	check(t, os.WriteFile(filepath.Join(dir, "a.frac"), []byte("1 # => 1\n"), 0o666))
	pid := filepath.Join(dir, "pid")
	check(t, os.WriteFile(filepath.Join(dir, "bin", "git"), []byte("#!/bin/sh\necho $$ > '"+pid+".new'\nmv '"+pid+".new' '"+pid+"'\nexec sleep 600\n"), 0o777))
	for _, line := range []string{
		"check --changed-since HEAD .", "check --changed-since HEAD a.frac", "test --changed-since HEAD .",
		"diff HEAD .", "diff . HEAD", "revisions",
	} {
		for _, signal := range endSignals {
			_ = os.Remove(pid) // there is none at first
			command := exec.Command(program, strings.Fields(line)...)
			command.Dir, command.Env = dir, append(os.Environ(), cacheVariable+"=off", "PATH="+filepath.Join(dir, "bin")+":"+os.Getenv("PATH"))
			check(t, command.Start())
			hung := time.AfterFunc(guard, func() { _ = command.Process.Kill() })
			text := waitFor(t, pid, guard)
			check(t, command.Process.Signal(signal))
			_ = command.Wait() // its status is looked at
			if status := command.ProcessState.ExitCode(); !hung.Stop() || status != statusInterrupted {
				t.Errorf("%s: status %d after %v", line, status, signal)
			}
			number, err := strconv.Atoi(strings.TrimSpace(text))
			check(t, err)
			if !endsSoon(number, guard/6) {
				t.Errorf("%s: git goes on after %v", line, signal)
				if git, err := os.FindProcess(number); err == nil {
					_ = git.Kill()
				}
			}
		}
	}
}

// waitFor is the text of a file that another process makes.
func waitFor(t *testing.T, path string, guard time.Duration) string {
	t.Helper()
	for begun := time.Now(); time.Since(begun) < guard; time.Sleep(5 * time.Millisecond) {
		if text, err := os.ReadFile(path); err == nil {
			return string(text)
		}
	}
	t.Fatalf("%s is not made", filepath.Base(path))
	return ""
}

// endsSoon reports whether a process is gone, or dead and not waited for by anyone yet.
func endsSoon(number int, guard time.Duration) bool {
	for begun := time.Now(); time.Since(begun) < guard; time.Sleep(5 * time.Millisecond) {
		stat, err := os.ReadFile("/proc/" + strconv.Itoa(number) + "/stat")
		if err != nil || strings.Contains(string(stat), ") Z ") {
			return true
		}
	}
	return false
}
