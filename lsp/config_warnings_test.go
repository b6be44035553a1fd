package lsp_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/uri"
)

// TestBrokenConfigBelow checks the other closed files of a folder, and shows the
// mistake once.
func TestBrokenConfigBelow(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "sub"), 0o777); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "a.frac"), "@gone()\n")
	write(t, filepath.Join(dir, "sub", "b.frac"), "@gone()\n")
	write(t, filepath.Join(dir, "sub", "fraccheck.toml"), "[severity\n")
	w := pipe(t)
	w.begin(able(), nil, dir)
	w.asked("workspace/configuration", []any{nil})
	m := w.await("a message", func(m message) bool { return m.Method == "window/showMessage" })
	if !strings.Contains(string(m.Params), "sub/fraccheck.toml:") {
		t.Errorf("it says %s", m.Params)
	}
	w.expect(string(uri.File(filepath.Join(dir, "a.frac"))), -1, "undefined-name")
	write(t, filepath.Join(dir, "sub", "fraccheck.toml"), "")
	w.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": string(uri.File(filepath.Join(dir, "sub", "fraccheck.toml"))), "type": 2}}})
	w.expect(string(uri.File(filepath.Join(dir, "sub", "b.frac"))), -1, "undefined-name")
}
