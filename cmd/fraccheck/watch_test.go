package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// TestWatch changes a file, one that it imports, the configuration, and adds
// one: each time there is another round, and then no more.
func TestWatch(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Error(err)
		}
	}
	write("a.frac", "import \"lib/lib.frac\"\n@f()\n")
	if err := os.Mkdir(filepath.Join(dir, "lib"), 0o777); err != nil {
		t.Fatal(err)
	}
	write("lib/lib.frac", "def @f() { 1 }\n")
	write(".gitignore", "lib/\n")
	steps := []func(){
		func() { write("a.frac", "import \"lib/lib.frac\"\n@gone()\n") },
		func() { write("lib/lib.frac", "def @f() { 1 }\ndef @gone() { 2 }\n") },
		func() { write("fraccheck.toml", "[severity]\nundefined-name = \"off\"\n") },
		func() { write("b.frac", "@gone()\n") },
		func() { os.Remove(filepath.Join(dir, "b.frac")) },
	}
	want := []string{"1 file, 0 findings", "1 file, 1 findings", "1 file, 0 findings", "1 file, 0 findings", "2 files, 0 findings", "1 file, 0 findings"}

	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	env := &environment{dir: dir, Console: console.Console{Stdout: &bytes.Buffer{}, Stderr: io.Discard}, direct: io.Discard}
	in := &input{Paths: []string{"."}}
	snapshot, paths, err := in.open(env)
	if err != nil {
		t.Fatal(err)
	}
	rounds := 0
	done := make(chan error, 1)
	go func() {
		done <- in.watch(ctx, env, snapshot, paths, func(s *workspace.Snapshot, paths []string) error {
			report, err := s.Check(ctx, paths)
			if err != nil {
				return err
			}
			if got := fmt.Sprintf("%s, %d findings", console.Count(len(paths), "file", "files"), len(report.Findings)); got != want[rounds] {
				t.Errorf("round %d has %s, want %s", rounds, got, want[rounds])
			}
			if rounds++; rounds > len(steps) {
				cancel()
				return errFound
			}
			time.AfterFunc(50*time.Millisecond, steps[rounds-1])
			return nil
		})
	}()
	select {
	case err := <-done:
		if !errors.Is(err, errFound) || rounds != len(want) {
			t.Errorf("%d rounds, the last with %v", rounds, err)
		}
	case <-time.After(5 * time.Minute):
		t.Fatalf("nothing follows %d rounds", rounds)
	}
}

// TestProgress shows nothing where there is no terminal, and nothing of what is
// done soon.
func TestProgress(t *testing.T) {
	var screen bytes.Buffer
	for _, env := range []*environment{{}, {screen: &screen}} {
		p := env.progress("testing")
		p.show(1, 2)
		p.end()
		if p.display != nil || screen.Len() > 0 {
			t.Errorf("there is %q", screen.String())
		}
	}
	for _, last := range []int{4, 10} {
		p := (&environment{screen: &screen}).progress("testing")
		p.began = p.began.Add(-2 * unnoticed)
		for _, done := range []int{1, 5, 3, last} {
			p.show(done, 10)
		}
		p.end()
		p.end()
	}
}
