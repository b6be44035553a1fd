package lsp_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/fraccheck/fraccheck/cache"
	"github.com/fraccheck/fraccheck/lsp"
)

// withCache is a conversation with a server that has a cache; an empty dir is none.
func withCache(t testing.TB, dir string) *wire {
	o := lsp.Options{Worker: workerOf("serves"), Tool: "test"}
	if dir != "" {
		var err error
		if o.Cache, err = cache.Open(cache.Options{Dir: dir}); err != nil {
			t.Fatal(err)
		}
	}
	return converse(t, func(client io.ReadWriteCloser) error {
		return lsp.Serve(context.Background(), client, io.Discard, o)
	})
}

// closedFindings are what a new server says of all files of a folder, and how many
// entries it added to its cache.
func closedFindings(t *testing.T, folderPath, dir string, open map[string]string) string {
	w := withCache(t, dir)
	w.begin(pulling(), nil, folderPath)
	w.asked("workspace/configuration", []any{nil})
	for uri, text := range open {
		w.open(uri, 1, text)
	}
	began := time.Now()
	answer := string(w.result("workspace/diagnostic", map[string]any{"previousResultIds": []any{}}))
	t.Logf("after %v", time.Since(began))
	return answer
}

// TestKeptSummaries: a server that finds the results of an earlier one on disk says what
// one without says, after files changed too, and whatever is open.
func TestKeptSummaries(t *testing.T) {
	dir, _ := manyPrograms(t, 200)
	for i, text := range []string{
		"def @one() -> int32 { 1 }\n", "import \"a0.frac\"\ndef @two() -> float32 { @one() }\n@two()\n",
		"import \"a1.frac\"\nimport \"gone.frac\"\ndef @spare() { @two() }\n1\n",
	} {
		write(t, filepath.Join(dir, fmt.Sprintf("a%d.frac", i)), text)
	}
	caches := t.TempDir()
	var entries []int
	for round, change := range []func(){
		func() {}, func() {},
		func() { write(t, filepath.Join(dir, "a0.frac"), "def @one() -> float32 { 1f }\n") },
		func() { _ = os.Remove(filepath.Join(dir, "p0007.frac")) },
		func() { write(t, filepath.Join(dir, "fraccheck.toml"), "[severity]\nundefined-name = \"warning\"\n") },
	} {
		change()
		open := map[string]string{}
		if round == 3 {
			open["untitled:a"] = "1"
		}
		want, got := closedFindings(t, dir, "", open), closedFindings(t, dir, caches, open)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("round %d: %s", round, diff)
		}
		status, err := cache.Verify(caches)
		if err != nil {
			t.Fatal(err)
		}
		entries = append(entries, status.Entries)
	}
	if want := []int{203, 203, 206, 206, 408}; !cmp.Equal(entries, want) {
		t.Errorf("the cache has %v entries after each round, want %v", entries, want)
	}
}
