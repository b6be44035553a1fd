package batch

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/fraccheck/fraccheck/internal/cache"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// TestBetween changes, removes and makes files between the moment in which keys are made
// and the one in which files are checked: nothing of that is kept.
func TestBetween(t *testing.T) {
	const lib, main, gone = "def @one() -> int32 { 1 }\n", "import \"lib.frac\"\n@one()\n", "import \"made.frac\"\n@made()\n"
	for name, between := range map[string]func(dir string) error{
		"the file changes":  func(dir string) error { return write(dir, "main.frac", "@two()\n") },
		"the file goes":     func(dir string) error { return os.Remove(filepath.Join(dir, "main.frac")) },
		"an import changes": func(dir string) error { return write(dir, "lib.frac", "def @one() -> float32 { 1f }\n") },
		"an import goes":    func(dir string) error { return os.Remove(filepath.Join(dir, "lib.frac")) },
		"an import comes":   func(dir string) error { return write(dir, "made.frac", "def @made() { 1 }\n") },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			paths := []string{filepath.Join(dir, "main.frac"), filepath.Join(dir, "gone.frac")}
			for file, text := range map[string]string{"lib.frac": lib, "main.frac": main, "gone.frac": gone} {
				if err := write(dir, file, text); err != nil {
					t.Fatal(err)
				}
			}
			store, err := cache.Open(cache.Options{Dir: t.TempDir()})
			if err != nil {
				t.Fatal(err)
			}
			b := newBatch(Options{Snapshot: workspace.Open(workspace.Options{Root: dir}), Cache: store, Tool: "test"}, paths)
			meddle := func(context.Context) error { return between(dir) }
			for _, step := range []func(context.Context) error{b.scan, b.name, b.recall, meddle, b.checkUnknown} {
				if err := step(context.Background()); err != nil {
					t.Fatal(err)
				}
			}
			if n := store.Added(); n != 0 {
				t.Errorf("%d results were kept", n)
			}
		})
	}
}

func write(dir, name, text string) error {
	return os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666)
}
