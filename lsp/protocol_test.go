package lsp_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/uri"
)

// Codes of errors (LSP 3.18, Base Protocol).
const (
	parseError       = -32700
	invalidRequest   = -32600
	methodNotFound   = -32601
	invalidParams    = -32602
	notInitialized   = -32002
	requestFailed    = -32803
	requestCancelled = -32800
)

func TestLifecycle(t *testing.T) {
	w := pipe(t)
	w.fails(notInitialized, "textDocument/hover", at("file:///a.frac", 0, 0))
	w.notify("textDocument/didOpen", map[string]any{}) // not yet: dropped
	w.fails(invalidParams, "initialize", []int{1})
	w.initialize("file:///nowhere", "utf-16")
	w.fails(invalidRequest, "initialize", map[string]any{"processId": nil, "rootUri": nil, "capabilities": map[string]any{}})
	w.result("shutdown", nil)
	w.fails(invalidRequest, "textDocument/hover", at("file:///a.frac", 0, 0))
	w.fails(invalidRequest, "shutdown", nil)
}

func TestWrongMessages(t *testing.T) {
	w := pipe(t)
	w.initialize("file:///nowhere", "utf-16")
	w.fails(methodNotFound, "textDocument/conjure", map[string]any{})
	w.fails(methodNotFound, "$/conjure", map[string]any{})
	w.fails(invalidParams, "textDocument/hover", map[string]any{"textDocument": 5})
	w.fails(invalidParams, "textDocument/hover", nil)
	w.fails(invalidParams, "textDocument/hover", at("untitled:gone", 0, 0))
	w.fails(requestFailed, "textDocument/hover", at("file:///nowhere/gone.frac", 0, 0))
	w.notify("$/conjure", map[string]any{})
	w.notify("conjured", map[string]any{})
	w.notify("textDocument/didChange", map[string]any{"textDocument": 5})
	w.edit("file:///nowhere/gone.frac", 2, change{nil, "x"})
	w.notify("textDocument/didClose", map[string]any{"textDocument": document("file:///nowhere/gone.frac")})
	for _, body := range []string{"{", "[1,", `{"jsonrpc":"2.0"}`, "nonsense", `"x"`} {
		w.send(body)
		m := w.await("the answer to "+body, func(m message) bool { return m.Error != nil && string(m.ID) == "null" })
		if m.Error.Code != parseError && m.Error.Code != invalidRequest {
			t.Errorf("%s gave %d", body, m.Error.Code)
		}
	}
	w.fails(methodNotFound, "still/there", nil)
}

func TestBatch(t *testing.T) {
	w := pipe(t)
	w.initialize("file:///nowhere", "utf-16")
	w.open("untitled:a", 1, "def @f() -> int32 { 1 }\n")
	w.send(`[{"jsonrpc":"2.0","id":"one","method":"textDocument/hover","params":{"textDocument":{"uri":"untitled:a"},"position":{"line":0,"character":5}}},` +
		`{"jsonrpc":"2.0","method":"$/x"},{"jsonrpc":"2.0","id":"two","method":"no"}]`)
	one := w.await("one", func(m message) bool { return string(m.ID) == `"one"` })
	two := w.await("two", func(m message) bool { return string(m.ID) == `"two"` })
	if !strings.Contains(string(one.Result), "@f") || two.Error == nil {
		t.Errorf("the batch gave %s and %+v", one.Result, two.Error)
	}
}

func TestNegotiatesEncoding(t *testing.T) {
	for _, c := range []struct {
		offered []string
		want    string
	}{{nil, "utf-16"}, {[]string{"utf-16", "utf-8"}, "utf-8"}, {[]string{"utf-32", "utf-16"}, "utf-16"}, {[]string{"utf-32"}, "utf-32"}} {
		general := map[string]any{}
		if c.offered != nil {
			general["positionEncodings"] = c.offered
		}
		var result struct {
			Capabilities struct{ PositionEncoding string }
		}
		w := pipe(t)
		decode(t, w.result("initialize", map[string]any{
			"processId": nil, "rootUri": nil, "capabilities": map[string]any{"general": general},
		}), &result)
		if got := result.Capabilities.PositionEncoding; got != c.want {
			t.Errorf("of %v %s is picked, want %s", c.offered, got, c.want)
		}
	}
}

// TestEdits makes several changes in one message, over characters that take
// two columns of UTF-16 and over both line ends.
func TestEdits(t *testing.T) {
	w := pipe(t)
	w.initialize("file:///nowhere", "utf-16")
	const doc = "untitled:Untitled-1"
	w.open(doc, 1, "# 𝔸👩‍🔬\r\ndef @f() -> int32 { /* 𝔸 */ @g() }\r\n")
	found := w.published(doc, 1)
	if want := *between(1, 29, 1, 31); len(found.Diagnostics) != 1 || found.Diagnostics[0].Range != want {
		t.Fatalf("found %+v, want an undefined name at %v", found.Diagnostics, want)
	}
	w.edit(doc, 2,
		change{between(2, 0, 2, 0), "def @h() -> int32 { 1 }\r\n"},
		change{between(1, 29, 1, 31), "@𝔸"},
		change{between(1, 30, 1, 32), "h"},
		change{between(0, 2, 0, 4), ""},
	)
	if found := w.published(doc, 2); len(found.Diagnostics) != 0 {
		t.Errorf("after the edits there is %+v", found.Diagnostics)
	}
	w.edit(doc, 3, change{between(0, 0, 999, 999), "@gone()"})
	if found := w.published(doc, 3); len(found.Diagnostics) != 1 || found.Diagnostics[0].Range != *between(0, 0, 0, 5) {
		t.Errorf("a replaced text has %+v", found.Diagnostics)
	}
	w.edit(doc, 4, change{nil, "def @f() -> int32 { 1 }"}, change{between(7, 7, 9, 9), "\n@f(1)"})
	if found := w.published(doc, 4); len(found.Diagnostics) != 1 || found.Diagnostics[0].Code != "arity-mismatch" {
		t.Errorf("a whole text and an edit after its end give %+v", found.Diagnostics)
	}
}

// TestManyEdits types a definition letter by letter; only what is there at the
// end may count.
func TestManyEdits(t *testing.T) {
	w := pipe(t)
	w.initialize("file:///nowhere", "utf-8")
	const doc, program = "untitled:typed", "def @f(%x : int32) -> int32 { @g(%x) }\ndef @g(%x : int32) -> int32 { %x }\n"
	w.open(doc, 0, "")
	line, character := 0, 0
	for i, r := range program {
		w.edit(doc, i+1, change{between(line, character, line, character), string(r)})
		character++
		if r == '\n' {
			line, character = line+1, 0
		}
	}
	if found := w.published(doc, len(program)); len(found.Diagnostics) != 0 {
		t.Errorf("the typed text has %+v", found.Diagnostics)
	}
	if hover := w.result("textDocument/hover", at(doc, 0, 31)); !strings.Contains(string(hover), "@g : fn(int32) -> int32") {
		t.Errorf("hover shows %s", hover)
	}
}

// TestRequestsSeeTheirMoment asks between edits without waiting for answers.
func TestRequestsSeeTheirMoment(t *testing.T) {
	w := pipe(t)
	w.initialize("file:///nowhere", "utf-8")
	const doc = "untitled:moments"
	w.open(doc, 0, "def @f0() -> int32 { 1 }\n")
	ids := map[string]string{}
	for i := range 200 {
		ids[w.start("textDocument/hover", at(doc, 0, 6))] = fmt.Sprintf("@f%d ", i)
		w.edit(doc, i+1, change{nil, fmt.Sprintf("def @f%d() -> int32 { 1 }\n", i+1)})
	}
	for range len(ids) {
		m := w.await("an answer", func(m message) bool { return ids[string(m.ID)] != "" && m.Method == "" })
		if want := ids[string(m.ID)]; !strings.Contains(string(m.Result), want) {
			t.Errorf("request %s gave %s, want %s", m.ID, m.Result, want)
		}
	}
}

func TestCancel(t *testing.T) {
	w := pipe(t)
	w.initialize("file:///nowhere", "utf-8")
	const doc = "untitled:large"
	w.open(doc, 1, strings.Repeat("def @f(%x : int32) -> int32 { %x + 1 }\n", 20000))
	var ids []string
	for range 50 {
		ids = append(ids, w.start("textDocument/codeAction", map[string]any{
			"textDocument": document(doc), "range": between(0, 0, 0, 0), "context": map[string]any{"diagnostics": []int{}},
		}))
	}
	for _, id := range ids {
		w.notify("$/cancelRequest", map[string]any{"id": json.Number(id)})
	}
	w.notify("$/cancelRequest", map[string]any{"id": 99999})
	w.notify("$/cancelRequest", map[string]any{"id": "unheard"})
	cancelled := 0
	for range ids {
		m := w.await("an answer", func(m message) bool { return slices.Contains(ids, string(m.ID)) && m.Method == "" })
		if m.Error != nil && m.Error.Code == requestCancelled {
			cancelled++
		}
	}
	if cancelled == 0 {
		t.Error("no request was cancelled")
	}
}

func TestByteOrderMark(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "lib.frac"), "\ufeffdef @lib() -> int32 { 1 }\n")
	w := pipe(t)
	w.initialize(string(uri.File(dir)), "utf-16")
	doc := string(uri.File(filepath.Join(dir, "a.frac")))
	w.open(doc, 1, "\ufeffimport \"lib.frac\"\n@lib()\n")
	if found := w.published(doc, 1); len(found.Diagnostics) != 0 {
		t.Errorf("a text with a byte order mark has %+v", found.Diagnostics)
	}
	var definition location
	decode(t, w.result("textDocument/definition", at(doc, 1, 2)), &definition)
	if want := (location{string(uri.File(filepath.Join(dir, "lib.frac"))), *between(0, 4, 0, 8)}); definition != want {
		t.Errorf("@lib is defined at %+v, want %+v: editors do not count the mark", definition, want)
	}
}

// TestDependents edits an import, on disk and in the editor: the file that sees
// it is checked again.
func TestDependents(t *testing.T) {
	dir := t.TempDir()
	lib, doc := string(uri.File(filepath.Join(dir, "lib.frac"))), string(uri.File(filepath.Join(dir, "a.frac")))
	w := pipe(t)
	w.initialize(string(uri.File(dir)), "utf-16")
	w.open(doc, 1, "import \"lib.frac\"\n@lib(1)\n")
	w.expect(doc, 1, "import-error")

	write(t, filepath.Join(dir, "lib.frac"), "def @lib(%x : int32) -> int32 { %x }\n")
	w.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": lib, "type": 1}}})
	w.expect(doc, 1)

	w.open(lib, 7, "def @lib(%x : float32) -> float32 { %x }\n")
	w.expect(lib, 7)
	w.expect(doc, 1, "dtype-mismatch")

	w.notify("textDocument/didClose", map[string]any{"textDocument": document(lib)})
	w.expect(doc, 1)
}

// TestImporter opens a file that imports one that is open, and closes it: what nothing
// uses cannot be known in between.
func TestImporter(t *testing.T) {
	dir := t.TempDir()
	lib, doc := string(uri.File(filepath.Join(dir, "lib.frac"))), string(uri.File(filepath.Join(dir, "a.frac")))
	w := pipe(t)
	w.initialize(string(uri.File(dir)), "utf-16")
	w.open(lib, 1, "def @lib(%x : int32) -> int32 { %x }\n1\n")
	w.expect(lib, 1, "unused-definition")
	w.open(doc, 1, "import \"lib.frac\"\n@lib(1)\n")
	w.expect(doc, 1)
	w.expect(lib, 1)
	w.notify("textDocument/didClose", map[string]any{"textDocument": document(doc)})
	w.expect(lib, 1, "unused-definition")
}

// TestConfiguration breaks and fixes a fraccheck.toml: what is wrong is shown in it alone.
func TestConfiguration(t *testing.T) {
	dir := t.TempDir()
	config, doc := filepath.Join(dir, "fraccheck.toml"), string(uri.File(filepath.Join(dir, "a.frac")))
	news := map[string]any{"changes": []any{map[string]any{"uri": string(uri.File(config)), "type": 2}}}
	w := pipe(t)
	w.initialize(string(uri.File(dir)), "utf-16")
	w.open(doc, 1, "@gone()\n")
	w.expect(doc, 1, "undefined-name")
	write(t, config, "[severity]\nundefined-name = \"off\"\n")
	w.notify("workspace/didChangeWatchedFiles", news)
	w.expect(doc, 1)
	write(t, config, "severities = 1\n")
	w.notify("workspace/didChangeWatchedFiles", news)
	w.expect(doc, 1, "undefined-name")
	w.expect(string(uri.File(config)), -1, "configuration-error")
	write(t, config, "[severity]\nundefined-name = \"off\"\n")
	w.notify("workspace/didChangeWatchedFiles", news)
	w.expect(doc, 1)
	w.expect(string(uri.File(config)), -1)
}

// expect waits for the diagnostics of a document and compares their codes.
func (w *wire) expect(doc string, version int, codes ...string) {
	w.t.Helper()
	var got []string
	for _, d := range w.published(doc, version).Diagnostics {
		got = append(got, d.Code)
	}
	if !slices.Equal(got, codes) {
		w.t.Errorf("%s has %q, want %q", doc, got, codes)
	}
}

// TestAddresses gives one file in several spellings, as clients do.
func TestAddresses(t *testing.T) {
	w := pipe(t)
	w.initialize("file:///nowhere", "utf-16")
	const opened = "file:///c%3A/Users/a%20b/x.frac"
	w.open(opened, 1, "def @f() -> int32 { 1 }\n")
	w.expect(opened, 1)
	for _, doc := range []string{opened, "file:///c:/Users/a%20b/x.frac", "file:///c:/Users/a b/./x.frac"} {
		if hover := w.result("textDocument/hover", at(doc, 0, 5)); !strings.Contains(string(hover), "@f") {
			t.Errorf("%s: hover shows %s", doc, hover)
		}
	}
}

// TestVirtualDocuments opens what is on no disk; imports are found beside the
// file that the address mentions.
func TestVirtualDocuments(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "lib.frac"), "def @lib() -> int32 { 1 }\n")
	w := pipe(t)
	w.initialize(string(uri.File(dir)), "utf-16")
	git := "git:" + strings.TrimPrefix(string(uri.File(filepath.Join(dir, "a.frac"))), "file://") + "?%7B%22ref%22%3A%22HEAD%22%7D"
	for _, doc := range []string{git, "untitled:Untitled-1", "untitled:" + filepath.ToSlash(filepath.Join(dir, "new.relay"))} {
		w.open(doc, 1, "import \"lib.frac\"\n@lib()\n@gone()\n")
		w.expect(doc, 1, "undefined-name")
	}
	w.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": "untitled:Untitled-2", "languageId": "markdown", "version": 1, "text": "prose\n\n```frac\n@gone()\n```\n",
	}})
	w.expect("untitled:Untitled-2", 1, "undefined-name")
}

// TestPlainClient has no abilities at all: no Markdown, no trees, no related
// places, no tags.
func TestPlainClient(t *testing.T) {
	w := pipe(t)
	w.result("initialize", map[string]any{"processId": nil, "rootUri": nil, "capabilities": map[string]any{
		"textDocument": map[string]any{"hover": map[string]any{"contentFormat": []string{"plaintext"}}},
	}})
	w.notify("initialized", struct{}{})
	const doc = "untitled:plain"
	w.open(doc, 1, "data T { A : () -> T }\ndef @f() -> int32 { 1 }\ndef @f() -> int32 { 2 }\n")
	d := w.published(doc, 1).Diagnostics[0]
	if d.RelatedInformation != nil || d.CodeDescription != nil || !strings.Contains(d.Message, ":2:5: `@f` is defined here first") {
		t.Errorf("a plain client is sent %+v", d)
	}
	if hover := string(w.result("textDocument/hover", at(doc, 1, 5))); !strings.Contains(hover, `"value":"@f : fn() -> int32\n\ncosts\n- work at most`) {
		t.Errorf("hover shows %s", hover)
	}
	var symbols []struct{ Name, ContainerName string }
	decode(t, w.result("textDocument/documentSymbol", map[string]any{"textDocument": document(doc)}), &symbols)
	if len(symbols) != 4 || symbols[1].Name != "A" || symbols[1].ContainerName != "T" {
		t.Errorf("the flat symbols are %+v", symbols)
	}
}

// TestWatchesFiles holds that the server asks a client that can to watch files.
func TestWatchesFiles(t *testing.T) {
	w := pipe(t)
	w.result("initialize", map[string]any{"processId": nil, "rootUri": nil, "capabilities": map[string]any{
		"workspace": map[string]any{"didChangeWatchedFiles": map[string]any{"dynamicRegistration": true}},
	}})
	w.notify("initialized", struct{}{})
	m := w.await("a registration", func(m message) bool { return m.Method == "client/registerCapability" })
	if !strings.Contains(string(m.Params), "fraccheck.toml") {
		t.Errorf("the server registers %s", m.Params)
	}
	w.send(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":null}`, m.ID))
	w.fails(methodNotFound, "still/there", nil)
}

// TestClientThatDoesNotRead sends edits without reading; the server must take
// them all.
func TestClientThatDoesNotRead(t *testing.T) {
	w := pipe(t)
	w.initialize("file:///nowhere", "utf-8")
	const doc = "untitled:deaf"
	w.open(doc, 0, "")
	for i := range 3000 {
		w.edit(doc, i+1, change{nil, fmt.Sprintf("@gone%d()\n", i)})
		w.notify("unknown/news", nil)
	}
	w.expect(doc, 3000, "undefined-name")
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// TestPreludeCopy follows a definition into the prelude and opens what it leads
// to: an ordinary file, without diagnostics, that answers like any other.
func TestPreludeCopy(t *testing.T) {
	w := pipe(t)
	w.initialize("file:///nowhere", "utf-16")
	w.open("untitled:a", 1, "@map(@id, Nil())\n")
	w.expect("untitled:a", 1)
	var definition location
	decode(t, w.result("textDocument/definition", at("untitled:a", 0, 2)), &definition)
	path := uri.URI(definition.URI).FsPath()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o222 != 0 {
		t.Errorf("the copy is not read-only: %v %v", info.Mode(), err)
	}
	w.open(definition.URI, 1, string(text))
	w.expect(definition.URI, 1)
	line := definition.Range.Start.Line
	if hover := string(w.result("textDocument/hover", at(definition.URI, line, 6))); !strings.Contains(hover, "@map : fn<a, b>") {
		t.Errorf("hover in the copy shows %s", hover)
	}
	var again location
	decode(t, w.result("textDocument/definition", at("untitled:a", 0, 2)), &again)
	if again != definition {
		t.Errorf("with the copy open the definition is %+v, was %+v", again, definition)
	}
}
