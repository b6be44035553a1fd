//go:build unix

package git

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestPipes: a repository with a pipe in the place of one of its files is refused, and nobody
// waits.
func TestPipes(t *testing.T) {
	for _, name := range append([]string{"", "refs/heads/main", "objects/pack/pack-1.idx", "objects/info/alternates", "info/attributes", "objects/01/23"}, readFirst...) {
		dir := folders(t, "top/file")
		if name != "" {
			dir = folders(t, "top/.git/other", "top/.git/"+path.Dir(name)+"/beside")
		}
		if err := syscall.Mkfifo(filepath.Join(dir, "top", ".git", name), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := Open(t.Context(), filepath.Join(dir, "top")); err == nil || !strings.Contains(err.Error(), "no regular file") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestPipesElsewhere: so is one whose `.git` is a file, whose references are shared with
// another working tree, or that has links to pipes.
func TestPipesElsewhere(t *testing.T) {
	for what, build := range map[string]func(dir string) []string{
		"a file .git": func(dir string) []string {
			write(t, dir, "top/.git", "gitdir: ../kept\n")
			return []string{"kept/config"}
		},
		"another working tree": func(dir string) []string {
			write(t, dir, "top/.git", "gitdir: "+dir+"/kept/worktrees/top\n")
			write(t, dir, "kept/worktrees/top/commondir", "../..\n")
			return []string{"kept/refs/heads/main"}
		},
		"a link": func(dir string) []string {
			write(t, dir, "top/.git/refs/heads/side", "")
			write(t, dir, "pipes/none", "")
			if err := os.Symlink(filepath.Join(dir, "pipes/p"), filepath.Join(dir, "top/.git/refs/heads/main")); err != nil {
				t.Fatal(err)
			}
			return []string{"pipes/p"}
		},
	} {
		dir := folders(t, "kept/refs/heads/side")
		for _, pipe := range build(dir) {
			if err := syscall.Mkfifo(filepath.Join(dir, pipe), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := Open(t.Context(), filepath.Join(dir, "top")); err == nil || !strings.Contains(err.Error(), "no regular file") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// write makes one file in a directory, with the folders above it.
func write(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestStopped: after a command of git that took too long, no other one is started.
func TestStopped(t *testing.T) {
	r := &Repository{Top: folders(t, "file")}
	slow := "ls-tree"
	r.stopped.Store(&slow)
	if _, err := r.Run(t.Context(), "", "rev-parse", "--git-dir"); err == nil || !strings.Contains(err.Error(), "git ls-tree took more than") {
		t.Error(err)
	}
}

// TestPipesNamed: so is one whose configuration names a pipe, by itself or by what it includes.
func TestPipesNamed(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not there")
	}
	for what, config := range map[string]string{
		"include":      "[include]\n\tpath = ../pipe\n",
		"condition":    "[IncludeIf \"gitdir:nowhere\"]\n\tPath = \"../pi\\\npe\"\n",
		"included":     "[include]\n\tpath = more\n",
		"with itself":  "[include]\n\tpath = config\n\tpath = ../pipe\n",
		"attributes":   "[core]\n\tattributesFile = DIR/top/pipe\n",
		"other letter": "[INCLUDE]PATH=../pipe\n",
	} {
		dir := folders(t, "top/.git/HEAD")
		if err := syscall.Mkfifo(filepath.Join(dir, "top/pipe"), 0o666); err != nil {
			t.Fatal(err)
		}
		write(t, dir, "top/.git/config", strings.ReplaceAll(config, "DIR", dir))
		write(t, dir, "top/.git/more", "[include]\n\tpath = ../pipe\n")
		if _, err := Open(t.Context(), filepath.Join(dir, "top")); err == nil || !strings.Contains(err.Error(), "no regular file") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestPipeOfAttributes: a list of attributes that is a pipe is noticed above a file.
func TestPipeOfAttributes(t *testing.T) {
	dir := folders(t, "a/b/file", "c/file")
	if err := syscall.Mkfifo(filepath.Join(dir, "a", ".gitattributes"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := ReadableAttributes(dir, []string{filepath.Join(dir, "c", "file")}); err != nil {
		t.Error(err)
	}
	if err := ReadableAttributes(dir, []string{filepath.Join(dir, "a", "b", "file")}); err == nil {
		t.Error("a pipe is not noticed")
	}
}

// TestEndOfContext: git ends with the context, also where it waits for somebody who writes
// into a pipe.
func TestEndOfContext(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not there")
	}
	dir := folders(t, "file")
	if out, err := exec.Command("git", "init", "-q", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v, %s", err, out)
	}
	ctx, cancel := context.WithCancel(t.Context())
	r, err := Open(ctx, dir)
	if err != nil {
		t.Fatal(err)
	}
	pipe := filepath.Join(dir, ".git", "index") // it is made after Open, which refuses it
	if err := syscall.Mkfifo(pipe, 0o666); err != nil {
		t.Fatal(err)
	}
	go func() {
		writer, err := os.OpenFile(pipe, os.O_WRONLY, 0) // waits until git reads
		cancel()
		if err == nil {
			defer writer.Close()
			<-t.Context().Done()
		}
	}()
	if _, err := r.Run(ctx, "", "ls-files"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
