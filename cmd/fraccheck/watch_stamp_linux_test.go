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

// TestStamps sees a file that takes the place of one of the same size and time, and a link
// that leads elsewhere.
func TestStamps(t *testing.T) {
	dir := t.TempDir()
	a, b, link := filepath.Join(dir, "a.frac"), filepath.Join(dir, "b.frac"), filepath.Join(dir, "link.frac")
	check(t, os.WriteFile(a, []byte("1\n"), 0o666))
	check(t, os.WriteFile(b, []byte("2\n"), 0o666))
	info, err := os.Stat(a)
	check(t, err)
	check(t, os.Chtimes(b, info.ModTime(), info.ModTime()))
	check(t, os.Symlink("a.frac", link))
	before, beforeLink := stampOf(a), stampOf(link)
	if before != stampOf(a) || beforeLink != stampOf(link) {
		t.Error("a file that nobody touched has changed")
	}
	check(t, os.Remove(link))
	check(t, os.Symlink("b.frac", link))
	if stampOf(link) == beforeLink {
		t.Error("a link leads elsewhere, and that is not seen")
	}
	check(t, os.Rename(b, a))
	if stampOf(a) == before {
		t.Error("a file of the same size and time took the place of another one, and that is not seen")
	}
	if stampOf(b) != (stamp{}) {
		t.Error("a file that is gone has a stamp")
	}
}

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
