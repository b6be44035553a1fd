package lsp_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"go.lsp.dev/uri"
)

// begin starts a conversation in a new folder with a client of some abilities
// for documents.
func begin(t *testing.T, files map[string]string, abilities map[string]any) (*wire, string) {
	dir := t.TempDir()
	for name, text := range files {
		writeFile(t, filepath.Join(dir, name), text)
	}
	w := pipe(t)
	w.result("initialize", map[string]any{
		"processId": nil, "rootUri": string(uri.File(dir)), "capabilities": map[string]any{"textDocument": abilities},
	})
	w.notify("initialized", struct{}{})
	return w, dir
}

func writeFile(t *testing.T, path, text string) {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestLocationLinks holds that a client that takes links gets the name that was
// asked about and the whole declaration.
func TestLocationLinks(t *testing.T) {
	support := map[string]any{"linkSupport": true}
	w, dir := begin(t, map[string]string{"a.frac": "data T { A : () -> T\n  B : () -> T }\ndef @f(%x : T) -> T { %x }\n"},
		map[string]any{"definition": support, "typeDefinition": support, "implementation": support, "declaration": support})
	file := string(uri.File(filepath.Join(dir, "a.frac")))
	for _, c := range []struct {
		method string
		at     position
		origin *span
		whole  []*span
		names  []*span
	}{
		{"definition", position{2, 23}, between(2, 22, 2, 24), []*span{between(2, 7, 2, 13)}, []*span{between(2, 7, 2, 9)}},
		{"declaration", position{2, 5}, between(2, 4, 2, 6), []*span{between(2, 0, 2, 26)}, []*span{between(2, 4, 2, 6)}},
		{"typeDefinition", position{2, 23}, between(2, 22, 2, 24), []*span{between(0, 0, 1, 15)}, []*span{between(0, 5, 0, 6)}},
		{"implementation", position{0, 5}, between(0, 5, 0, 6),
			[]*span{between(0, 9, 0, 20), between(1, 2, 1, 13)}, []*span{between(0, 9, 0, 10), between(1, 2, 1, 3)}},
	} {
		var links []struct {
			OriginSelectionRange, TargetRange, TargetSelectionRange span
			TargetURI                                               string
		}
		decode(t, w.result("textDocument/"+c.method, at(file, c.at.Line, c.at.Character)), &links)
		if len(links) != len(c.whole) {
			t.Errorf("%s leads to %d places, want %d", c.method, len(links), len(c.whole))
			continue
		}
		for i, l := range links {
			if l.TargetURI != file || l.OriginSelectionRange != *c.origin || l.TargetRange != *c.whole[i] || l.TargetSelectionRange != *c.names[i] {
				t.Errorf("%s leads to %+v", c.method, l)
			}
		}
	}
}

// TestFoldingLimits holds that a client that folds whole lines keeps the line of
// a closing bracket, and that no more ranges come than it takes.
func TestFoldingLimits(t *testing.T) {
	text := "def @f() -> int32 {\n  let %x = {\n    1\n  };\n  %x\n}\n# a\n# b\n"
	w, dir := begin(t, map[string]string{"a.frac": text},
		map[string]any{"foldingRange": map[string]any{"lineFoldingOnly": true, "rangeLimit": 2}})
	params := map[string]any{"textDocument": document(string(uri.File(filepath.Join(dir, "a.frac"))))}
	got := strings.TrimSpace(string(w.result("textDocument/foldingRange", params)))
	if want := `[{"startLine":0,"endLine":4},{"startLine":1,"endLine":2}]`; got != want {
		t.Errorf("the folds are %s, want %s", got, want)
	}
}

// TestFilesMove holds that the server sees files and folders under their new
// names once it is told.
func TestFilesMove(t *testing.T) {
	w, dir := begin(t, map[string]string{"lib/nat.frac": "def @one() -> int32 { 1 }\n"}, nil)
	file := func(name string) string { return string(uri.File(filepath.Join(dir, name))) }
	text := "import \"libs/nat.frac\"\n@one()\n"
	w.open(file("a.frac"), 1, text)
	if found := w.published(file("a.frac"), 1); len(found.Diagnostics) != 1 {
		t.Errorf("before: %+v", found.Diagnostics)
	}
	if err := os.Rename(filepath.Join(dir, "lib"), filepath.Join(dir, "libs")); err != nil {
		t.Fatal(err)
	}
	w.notify("workspace/didRenameFiles", map[string]any{"files": []map[string]string{{"oldUri": file("lib"), "newUri": file("libs")}}})
	if found := w.published(file("a.frac"), 1); len(found.Diagnostics) != 0 {
		t.Errorf("after the folder was renamed: %+v", found.Diagnostics)
	}
	if err := os.RemoveAll(filepath.Join(dir, "libs")); err != nil {
		t.Fatal(err)
	}
	w.notify("workspace/didDeleteFiles", map[string]any{"files": []map[string]string{{"uri": file("libs")}}})
	if found := w.published(file("a.frac"), 1); len(found.Diagnostics) != 1 {
		t.Errorf("after the folder was deleted: %+v", found.Diagnostics)
	}
	writeFile(t, filepath.Join(dir, "libs/nat.frac"), "def @one() -> int32 { 1 }\n")
	w.notify("workspace/didCreateFiles", map[string]any{"files": []map[string]string{{"uri": file("libs/nat.frac")}}})
	if found := w.published(file("a.frac"), 1); len(found.Diagnostics) != 0 {
		t.Errorf("after the file came back: %+v", found.Diagnostics)
	}
}

// TestDeepNesting asks about a program that nests as deep as the parser goes,
// and deeper.
func TestDeepNesting(t *testing.T) {
	for _, depth := range []int{9_000, 200_000} {
		text := "def @f(%x : int32) -> int32 { " + strings.Repeat("(", depth) + "%x" + strings.Repeat(")", depth) + " }\n"
		w, dir := begin(t, map[string]string{"a.frac": text}, nil)
		params := at(string(uri.File(filepath.Join(dir, "a.frac"))), 0, 31+depth)
		params["positions"] = []any{params["position"]}
		var found []selectionRange
		decode(t, w.result("textDocument/selectionRange", params), &found)
		depths := 0
		for r := &found[0]; r != nil; r = r.Parent {
			depths++
		}
		if depths < 1 || depths > 1000 {
			t.Errorf("%d parts around the innermost name", depths)
		}
		for _, method := range []string{"foldingRange", "documentLink"} {
			w.result("textDocument/"+method, params)
		}
		for _, method := range []string{"linkedEditingRange", "prepareRename", "typeDefinition", "prepareCallHierarchy", "declaration"} {
			w.call("textDocument/"+method, params)
		}
	}
}

// TestStaleHierarchyItems holds that items of an answer before an edit are taken
// for what is there now, or for nothing.
func TestStaleHierarchyItems(t *testing.T) {
	w, dir := begin(t, map[string]string{"a.frac": "def @f() -> int32 { 1 }\ndata T { A }\n"}, nil)
	file := string(uri.File(filepath.Join(dir, "a.frac")))
	var items []json.RawMessage
	decode(t, w.result("textDocument/prepareCallHierarchy", at(file, 0, 5)), &items)
	var types []json.RawMessage
	decode(t, w.result("textDocument/prepareTypeHierarchy", at(file, 1, 5)), &types)
	for version, text := range []string{"", "# only a comment", "}", "def", strings.Repeat("\n", 5)} {
		w.open(file, version, text)
		for _, method := range []string{"incomingCalls", "outgoingCalls"} {
			w.result("callHierarchy/"+method, map[string]any{"item": items[0]})
		}
		for _, method := range []string{"supertypes", "subtypes"} {
			if got := strings.TrimSpace(string(w.result("typeHierarchy/"+method, map[string]any{"item": types[0]}))); got != "[]" {
				t.Errorf("%s of what is gone: %s", method, got)
			}
		}
	}
}

// manyFiles are a library and programs that import it.
func manyFiles(n int) map[string]string {
	files := map[string]string{"lib.frac": "def @shared(%x : int32) -> int32 { %x }\n"}
	for i := range n {
		text := "def @own(%x : int32) -> int32 { %x + 1 }\n"
		if i%10 == 0 {
			text = "import \"../lib.frac\"\n" + text + "@shared(@own(1))\n"
		}
		files[fmt.Sprintf("dir%d/p%d.frac", i%20, i)] = strings.Repeat("# a line of a comment\n", 20) + text
	}
	return files
}

// TestManySymbols holds that an answer about a large folder is bounded.
func TestManySymbols(t *testing.T) {
	w, _ := begin(t, manyFiles(1200), nil)
	var found []json.RawMessage
	decode(t, w.result("workspace/symbol", map[string]any{"query": "own"}), &found)
	if len(found) != 1000 {
		t.Errorf("%d symbols, want 1000", len(found))
	}
}

// TestRenameOutsideFolders renames in a document that is on no disk, and is
// refused in the prelude.
func TestRenameOutsideFolders(t *testing.T) {
	w := pipe(t)
	w.initialize("file:///nowhere", "utf-16")
	w.open("untitled:a", 7, "def @f(%x : int32) -> int32 { %x }\n@map(@f, Nil())\n")
	params := at("untitled:a", 1, 6)
	params["newName"] = "other"
	var edit workspaceEdit
	decode(t, w.result("textDocument/rename", params), &edit)
	if d := edit.DocumentChanges; len(d) != 1 || d[0].TextDocument.URI != "untitled:a" || *d[0].TextDocument.Version != 7 || len(d[0].Edits) != 2 {
		t.Errorf("the edit is %+v", edit)
	}
	var prelude location
	decode(t, w.result("textDocument/definition", at("untitled:a", 1, 2)), &prelude)
	text, err := os.ReadFile(uri.URI(prelude.URI).FsPath())
	if err != nil {
		t.Fatal(err)
	}
	w.open(prelude.URI, 1, string(text))
	params = at(prelude.URI, prelude.Range.Start.Line, prelude.Range.Start.Character+1)
	params["newName"] = "other"
	w.fails(-32803, "textDocument/rename", params)
	w.fails(-32803, "textDocument/prepareRename", params)
}

// TestParts takes references and symbols in parts: together they are what the
// answer is without.
func TestParts(t *testing.T) {
	files := manyFiles(1)
	for i := range 400 {
		files[fmt.Sprintf("u%d.frac", i)] = "import \"lib.frac\"\n@shared(@shared(1))\n"
	}
	w, dir := begin(t, files, nil)
	lib := string(uri.File(filepath.Join(dir, "lib.frac")))
	w.open(lib, 1, files["lib.frac"])
	references := at(lib, 0, 6)
	references["context"] = map[string]any{"includeDeclaration": true}
	for method, params := range map[string]map[string]any{
		"textDocument/references": references,
		"workspace/symbol":        {"query": "s"},
	} {
		var whole, rest []any
		decode(t, w.result(method, params), &whole)
		params["partialResultToken"] = "part"
		decode(t, w.result(method, params), &rest)
		if len(rest) != 0 {
			t.Errorf("%s: %d elements are left for the answer", method, len(rest))
		}
		var sent []any
		for len(sent) < len(whole) {
			var p struct{ Value []any }
			decode(t, w.await("a part", func(m message) bool { return m.Method == "$/progress" }).Params, &p)
			sent = append(sent, p.Value...)
		}
		if len(whole) == 0 || !reflect.DeepEqual(sent, whole) {
			t.Errorf("%s: %d elements in parts, %d at once", method, len(sent), len(whole))
		}
	}
}
