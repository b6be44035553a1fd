package lsp_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/uri"
)

// TestBrokenConfigBelow holds that a mistake of the syntax is shown in the configuration, and that
// programs are checked all the same.
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
	w.expect(string(uri.File(filepath.Join(dir, "a.frac"))), -1, "undefined-name")
	w.expect(string(uri.File(filepath.Join(dir, "sub", "b.frac"))), -1, "undefined-name")
	config := string(uri.File(filepath.Join(dir, "sub", "fraccheck.toml")))
	w.expect(config, -1, "configuration-error")
	write(t, filepath.Join(dir, "sub", "fraccheck.toml"), "")
	w.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": config, "type": 2}}})
	w.expect(config, -1)
}

// TestVersionMismatch holds that programs under a configuration that requires another version have
// no diagnostics, and that the user learns why.
func TestVersionMismatch(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "a.frac"), "@gone()\n")
	write(t, filepath.Join(dir, "fraccheck.toml"), "required-version = \"1 or 2\"\n")
	w := pipe(t)
	w.begin(able(), nil, dir)
	w.asked("workspace/configuration", []any{nil})
	m := w.await("a message", func(m message) bool { return m.Method == "window/showMessage" })
	if !strings.Contains(string(m.Params), "fraccheck.toml:1:20:") {
		t.Errorf("it says %s", m.Params)
	}
	doc, config := string(uri.File(filepath.Join(dir, "a.frac"))), string(uri.File(filepath.Join(dir, "fraccheck.toml")))
	w.open(doc, 1, "@gone()\n")
	w.expect(doc, 1)
	w.open(config, 1, "required-version = \"1 or 2\"\n")
	w.expect(config, 1, "configuration-error")
}

// TestHalfTypedConfig holds that a configuration means what it meant while its syntax is broken.
func TestHalfTypedConfig(t *testing.T) {
	dir := t.TempDir()
	doc, config := string(uri.File(filepath.Join(dir, "a.frac"))), string(uri.File(filepath.Join(dir, "fraccheck.toml")))
	w := pipe(t)
	w.initialize(string(uri.File(dir)), "utf-16")
	w.open(config, 1, "[severity]\nundefined-name = \"hint\"\n")
	w.open(doc, 1, "@gone()\n")
	if d := w.published(doc, 1).Diagnostics; len(d) != 1 || d[0].Severity != 4 {
		t.Fatalf("got %v", d)
	}
	w.edit(config, 2, change{nil, "[severit\nundefined-name = \"hint\"\n"})
	w.expect(config, 2, "configuration-error")
	w.edit(doc, 2, change{nil, "@gone() \n"})
	if d := w.published(doc, 2).Diagnostics; len(d) != 1 || d[0].Severity != 4 {
		t.Errorf("got %v", d)
	}
	w.edit(config, 3, change{nil, "[severity]\nundefined-name = \"error\"\n"})
	w.expect(config, 3)
	w.edit(doc, 3, change{nil, "@gone()  \n"})
	if d := w.published(doc, 3).Diagnostics; len(d) != 1 || d[0].Severity != 1 {
		t.Errorf("got %v", d)
	}
}
