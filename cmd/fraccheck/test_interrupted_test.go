package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// TestInterruptedTest ends a run of tests where it is interrupted, also among files
// that have nothing to judge.
func TestInterruptedTest(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.frac")
	if err := os.WriteFile(path, []byte("def @f() { 1 }\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := workspace.Open(workspace.Options{Root: filepath.Dir(path), Files: workspace.Disk{}})
	env := &environment{Console: console.Console{Stdout: new(bytes.Buffer), Stderr: io.Discard}}
	if err := new(testCommand).test(ctx, env, s, []string{path}, regexp.MustCompile("")); err != errInterrupted {
		t.Errorf("ends with %v", err)
	}
	if _, err := besides(ctx, s, []string{path}, nil); err != errInterrupted {
		t.Errorf("the checks besides end with %v", err)
	}
}
