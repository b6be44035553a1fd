package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// TestWatchStatus ends with what the last round was like.
func TestWatchStatus(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.frac")
	check(t, os.WriteFile(path, []byte("1\n"), 0o666))
	for _, tt := range []struct{ round, want error }{
		{nil, nil}, {errFound, errFound}, {errInterrupted, nil}, {errors.New("the configuration cannot be read"), errTrouble},
	} {
		ctx, cancel := context.WithCancel(context.Background())
		env := &environment{dir: filepath.Dir(path), Console: console.Console{Stdout: &bytes.Buffer{}, Stderr: io.Discard}, direct: io.Discard}
		in := &input{Paths: []string{path}}
		snapshot, paths, err := in.open(env)
		check(t, err)
		got := in.watch(ctx, env, snapshot, paths, func(*workspace.Snapshot, []string) error {
			cancel()
			return tt.round
		})
		if got != tt.want {
			t.Errorf("after %v it ends with %v", tt.round, got)
		}
	}
}
