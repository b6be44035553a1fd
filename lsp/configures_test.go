package lsp_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/uri"
)

// A configured is a folder in which one program imports another, for which rules hold.
func configured(t *testing.T) (w *wire, dir string, address func(name string) string) {
	w, dir = begin(t, map[string]string{
		"a.frac":             "import \"sub/c.frac\"\n@f(1)\n",
		"sub/c.frac":         "def @f(%x: int32) -> int32 { %x / 2 }\n",
		"sub/fraccheck.toml": "rules = [\"r.fracrule\"]\n",
		"sub/r.fracrule":     "lint halves { var x match x / 2 warn \"half of {x}\" }\n",
	}, nil)
	return w, dir, func(name string) string { return string(uri.File(filepath.Join(dir, name))) }
}

// awaitFindings waits until what is published of a document, open or not, has some codes.
func (w *wire) awaitFindings(uri, codes string) {
	w.t.Helper()
	w.await(fmt.Sprintf("findings %q of %s", codes, uri), func(m message) bool {
		if m.Method != "textDocument/publishDiagnostics" {
			return false
		}
		var p published
		decode(w.t, m.Params, &p)
		var found []string
		for _, d := range p.Diagnostics {
			found = append(found, d.Code)
		}
		return p.URI == uri && strings.Join(found, " ") == codes
	})
}

// TestRulesOfImported has the rules change that hold for an imported file: that it has
// errors now is a finding of the one that imports it.
func TestRulesOfImported(t *testing.T) {
	w, dir, address := configured(t)
	importing, rules := address("a.frac"), address("sub/r.fracrule")
	w.open(importing, 1, "import \"sub/c.frac\"\n@f(1)\n")
	w.awaitFindings(importing, "")
	graver := "lint halves { var x match x / 2 error \"half of {x}\" }\n"
	writeFile(t, filepath.Join(dir, "sub/r.fracrule"), graver)
	w.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": rules, "type": 2}}})
	w.awaitFindings(importing, "import-error")
	w.open(rules, 1, graver)
	w.edit(rules, 2, change{nil, strings.Replace(graver, "error", "hint", 1)})
	w.awaitFindings(importing, "")
	w.notify("textDocument/didClose", map[string]any{"textDocument": document(rules)})
	w.awaitFindings(importing, "import-error")
}

// TestFolderIsGone has a folder go of which only its own name is told: files that are not
// open miss what they import from it, and nothing is configured there any more.
func TestFolderIsGone(t *testing.T) {
	w, dir, address := configured(t)
	inside := address("sub/d.frac")
	w.open(inside, 1, "def @f(%x: int32) -> int32 { %x / 2 }\n")
	w.awaitFindings(inside, "rule/halves")
	w.awaitFindings(address("sub/c.frac"), "rule/halves")
	if err := os.RemoveAll(filepath.Join(dir, "sub")); err != nil {
		t.Fatal(err)
	}
	w.notify("workspace/didDeleteFiles", map[string]any{"files": []any{map[string]any{"uri": address("sub")}}})
	w.awaitFindings(inside, "")
	w.awaitFindings(address("a.frac"), "import-error")
}

// TestOpenConfiguration has a configuration edited that is open: which programs are looked
// at, and what is found in them, is as it says before it is saved.
func TestOpenConfiguration(t *testing.T) {
	w, _, address := configured(t)
	config, program := address("sub/fraccheck.toml"), address("sub/c.frac")
	w.awaitFindings(program, "rule/halves")
	w.open(config, 1, "rules = [\"r.fracrule\"]\n")
	w.edit(config, 2, change{nil, "ignore = [\"c.frac\"]\n"})
	w.awaitFindings(program, "")
	w.notify("textDocument/didClose", map[string]any{"textDocument": document(config)})
	w.awaitFindings(program, "rule/halves")
}

// TestUsesInOrder holds that uses in open documents that are in no folder come in the order
// of their paths.
func TestUsesInOrder(t *testing.T) {
	dir := t.TempDir()
	w := pipe(t)
	w.initialize("file:///nowhere", "utf-8")
	address := func(name string) string { return string(uri.File(filepath.Join(dir, name))) }
	w.open(address("lib.frac"), 1, "def @f() { 1 }\n")
	var want []string
	for c := 'a'; c < 'k'; c++ {
		name := string(c) + ".frac"
		w.open(address(name), 1, "import \"lib.frac\"\n@f()\n")
		want = append(want, address(name))
	}
	params := at(address("lib.frac"), 0, 5)
	params["context"] = map[string]any{"includeDeclaration": false}
	var found []location
	decode(t, w.result("textDocument/references", params), &found)
	var got []string
	for _, l := range found {
		got = append(got, l.URI)
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got %v", got)
	}
}

// TestRenameRuleOnce renames a rule after a program that is not open was checked with it: its
// file, which was read for that, and again for this, is changed once.
func TestRenameRuleOnce(t *testing.T) {
	w, _, address := configured(t)
	w.result("textDocument/diagnostic", map[string]any{"textDocument": document(address("sub/c.frac"))})
	params := at(address("sub/r.fracrule"), 0, 6)
	params["newName"] = "half"
	edit := string(w.result("textDocument/rename", params))
	if n := strings.Count(edit, `"newText":"half"`); n != 1 {
		t.Errorf("%d edits: %s", n, edit)
	}
}
