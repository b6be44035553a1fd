package batch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/fraccheck/fraccheck/internal/cache"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
)

// TestBetweenReadAhead changes, removes and makes files between the moment in which they are
// read ahead and the one in which they are checked: who checks again with what the cache has
// of it finds what is there now.
func TestBetweenReadAhead(t *testing.T) {
	for name, between := range map[string]func(dir string) error{
		"nothing":        func(string) error { return nil },
		"a file changes": func(dir string) error { return write(dir, "main.frac", "@two()\n") },
		"a file goes":    func(dir string) error { return os.Remove(filepath.Join(dir, "main.frac")) },
		"a file becomes a folder": func(dir string) error {
			path := filepath.Join(dir, "main.frac")
			return errors.Join(os.Remove(path), os.Mkdir(path, 0o777))
		},
		"an import changes": func(dir string) error { return write(dir, "lib.frac", "def @one() -> float32 { 1f }\n") },
		"an import goes":    func(dir string) error { return os.Remove(filepath.Join(dir, "lib.frac")) },
		"an import comes":   func(dir string) error { return write(dir, "made.frac", "def @made() { 1 }\n") },
	} {
		t.Run(name, func(t *testing.T) {
			dir, store := t.TempDir(), t.TempDir()
			for file, text := range map[string]string{
				"lib.frac": "def @one() -> int32 { 1 }\n", "main.frac": "import \"lib.frac\"\n@one() + 1f\n", "other.frac": "import \"made.frac\"\n@made()\n",
			} {
				if err := write(dir, file, text); err != nil {
					t.Fatal(err)
				}
			}
			checkAhead(t, dir, store, between)
			nothing := func(string) error { return nil }
			known, anew := checkAhead(t, dir, store, nothing), checkAhead(t, dir, t.TempDir(), nothing)
			if !slices.Equal(known, anew) || len(known) == 0 {
				t.Fatalf("found %q, and without what was known %q", known, anew)
			}
		})
	}
}

// checkAhead checks the files of a folder, that something happens to when they were read, and
// gives what is found as lines.
func checkAhead(t *testing.T, dir, store string, between func(dir string) error) (found []string) {
	t.Helper()
	ctx := context.Background()
	s := workspace.Open(workspace.Options{Root: dir, Jobs: 2, ReadAhead: true})
	paths, err := s.Match(dir, []string{"."})
	if err != nil {
		t.Fatal(err)
	}
	opened, err := cache.Open(cache.Options{Dir: store})
	if err != nil {
		t.Fatal(err)
	}
	b := newBatch(Options{Snapshot: s.Checking(paths), Cache: opened, Tool: "test", Jobs: 2, Hints: true}, paths)
	meddle := func(context.Context) error { return between(dir) }
	for _, step := range []func(context.Context) error{b.scan, meddle, b.name, b.recall, b.checkUnknown} {
		if err := step(ctx); err != nil {
			t.Fatal(err)
		}
	}
	report, err := b.report(context.Background())
	if err != nil && !sourcefile.IsUnreadable(err) {
		t.Fatal(err)
	}
	if err := opened.Close(); err != nil {
		t.Fatal(err)
	}
	if report != nil {
		for _, f := range report.Findings {
			found = append(found, f.Source.Name+": "+f.Message)
		}
	}
	return found
}
