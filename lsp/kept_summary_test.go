package lsp_test

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/cache"
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
		func() { write(t, filepath.Join(dir, "a0.frac"), "# Floats.\ndef @one() -> float32 { 2f }\n") },
		func() { _ = os.Remove(filepath.Join(dir, "p0007.frac")) },
		func() { write(t, filepath.Join(dir, "fraccheck.toml"), "[severity]\nundefined-name = \"warning\"\n") },
	} {
		change()
		open := map[string]string{}
		if round == 4 {
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
	// 203 files are known by texts, two of them by what they import, too. The new body has one
	// file checked, and two more known by texts.
	if want := []int{205, 205, 210, 213, 213, 417}; !cmp.Equal(entries, want) {
		t.Errorf("the cache has %v entries after each round, want %v", entries, want)
	}
}

var closedEdits = flag.Int("closed-edits", 24, "number of random edits of closed files that a running server is held against a new one")

// closedBodies are what a definition of a file may be; I is the file's number, J that of one
// that it imports.
var closedBodies = []string{
	"def @fI(%x: int32) -> int32 { %x + 1 }", "def @fI(%x: int32) -> int32 { 1 + %x }", "def @fI(%x: int32) -> int32 { @fJ(%x) }",
	"def @fI(%x: int32) -> int32 { let %u = @fJ(%x); 3 }", "def @fI(%x: int32) -> int32 { 7 / %x }", "def @fI(%x) { @fJ(%x) }",
	"def @fI(%x) { (@fJ(%x), 1).0 }", "def @fI(%x: int32) -> int32 { 1f }", "def @fI(%x: float32) -> float32 { %x }", "def @gI() { @fJ(1, 2) }",
	"def @fI(%x: int32) -> int32 { @fI(%x) }", "#[cost(work = \"2\")]\ndef @fI(%x: int32) -> int32 { @fJ(%x) }",
}

// TestClosedEdits has files change on disk, and in an editor, while a server runs that keeps
// what it finds: it says what a new one without a cache says.
func TestClosedEdits(t *testing.T) {
	const files = 6
	random := rand.New(rand.NewPCG(uint64(*closedEdits), 5))
	dir := t.TempDir()
	path := func(i int) string { return filepath.Join(dir, fmt.Sprintf("f%d.frac", i)) }
	text := func(i int) string {
		j := random.IntN(max(i, 1))
		body := strings.NewReplacer("fI", fmt.Sprint("f", i), "gI", fmt.Sprint("g", i), "fJ", fmt.Sprint("f", j)).Replace(closedBodies[random.IntN(len(closedBodies))])
		if i > 0 {
			body = fmt.Sprintf("import \"f%d.frac\"\n", j) + body
		}
		return strings.Repeat("# moves\n", random.IntN(2)) + body + "\n"
	}
	for i := range files {
		write(t, path(i), text(i))
	}
	w, open := withCache(t, t.TempDir()), map[string]string{}
	w.begin(pulling(), nil, dir)
	w.asked("workspace/configuration", []any{nil})
	for round := range *closedEdits {
		got := string(w.result("workspace/diagnostic", map[string]any{"previousResultIds": []any{}}))
		if diff := cmp.Diff(closedFindings(t, dir, "", open), got); diff != "" {
			t.Fatalf("round %d: %s", round, diff)
		}
		i := random.IntN(1 + random.IntN(files))
		doc, next := string(uri.File(path(i))), text(i)
		switch _, held := open[doc]; {
		case held && random.IntN(3) > 0:
			delete(open, doc)
			w.notify("textDocument/didClose", map[string]any{"textDocument": document(doc)})
		case random.IntN(4) == 0:
			open[doc] = next
			w.open(doc, 1, next)
		default:
			write(t, path(i), next)
			w.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": doc, "type": 2}}})
		}
	}
}
