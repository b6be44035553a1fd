package lsp_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/uri"
)

// pulling is a client that asks for diagnostics.
func pulling() map[string]any {
	can := able()
	can["textDocument"] = map[string]any{"diagnostic": map[string]any{"relatedInformation": true}}
	return can
}

// pulledCodes asks for the diagnostics of a document.
func (w *wire) pulledCodes(doc string) (codes []string) {
	w.t.Helper()
	var r diagnosticReport
	decode(w.t, w.result("textDocument/diagnostic", map[string]any{"textDocument": document(doc)}), &r)
	for _, d := range r.Items {
		codes = append(codes, d.Code)
	}
	return codes
}

// refreshed answers one round of refreshes.
func (w *wire) refreshed() {
	w.t.Helper()
	for _, what := range []string{"diagnostic", "inlayHint", "codeLens", "semanticTokens"} {
		w.asked("workspace/"+what+"/refresh", nil)
	}
}

// TestPullInsteadOfPush asks for everything; nothing may be pushed, and a
// refresh comes only for what the client did not edit.
func TestPullInsteadOfPush(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "closed.frac"), "@gone()\n")
	lib, doc := string(uri.File(filepath.Join(dir, "lib.frac"))), string(uri.File(filepath.Join(dir, "a.frac")))
	w := pipe(t)
	if result := w.begin(pulling(), nil, dir); !strings.Contains(result, `"diagnosticProvider":{"interFileDependencies":true,"workspaceDiagnostics":true}`) {
		t.Errorf("the server can %s", result)
	}
	w.asked("workspace/configuration", []any{nil})
	w.open(lib, 1, "def @lib(%x : int32) -> int32 { %x }\n")
	w.open(doc, 1, "import \"lib.frac\"\n@lib(1)\n")
	if codes := w.pulledCodes(doc); codes != nil {
		t.Errorf("there is %v", codes)
	}
	w.edit(lib, 2, change{nil, "def @lib() -> int32 { 1 }\n"})
	w.refreshed()
	if codes := w.pulledCodes(doc); !slices.Equal(codes, []string{"arity-mismatch"}) {
		t.Errorf("there is %v", codes)
	}
	w.notify("textDocument/didClose", map[string]any{"textDocument": document(doc)})
	w.notify("workspace/didChangeConfiguration", map[string]any{"settings": nil})
	w.asked("workspace/configuration", []any{map[string]any{"severity": map[string]any{"undefined-name": "off"}}})
	w.refreshed()
	w.fails(methodNotFound, "still/there", nil)
	for _, m := range w.waiting {
		if m.Method == "textDocument/publishDiagnostics" {
			t.Errorf("the server pushes %s", m.Params)
		}
	}
}

// TestPullWorkspace asks again after changes on disk: what is the same is not
// sent again, and what is gone is empty.
func TestPullWorkspace(t *testing.T) {
	dir := t.TempDir()
	name := func(i int) string { return filepath.Join(dir, fmt.Sprintf("f%02d.frac", i)) }
	for i := range 100 {
		write(t, name(i), fmt.Sprintf("import \"f%02d.frac\"\n@gone%d()\n", min(i+1, 99)/99*99, i))
	}
	w := pipe(t)
	w.begin(pulling(), nil, dir)
	f := &folder{wire: w, dir: dir}
	all := f.workspaceReports(map[string]any{"previousResultIds": []any{}, "partialResultToken": 7, "workDoneToken": "work"})
	if len(all) != 100 || all[0].Kind != "full" || len(all[0].Items) == 0 {
		t.Fatalf("%d files, the first %+v", len(all), all[0])
	}
	known := []any{map[string]any{"uri": string(uri.File(filepath.Join(dir, "old.frac"))), "value": "x"}}
	for _, r := range all {
		known = append(known, map[string]any{"uri": r.URI, "value": r.ResultID})
	}
	write(t, name(3), "def @fine() -> int32 { 1 }\n")
	w.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": string(uri.File(name(3))), "type": 2}}})
	for _, r := range f.workspaceReports(map[string]any{"previousResultIds": known}) {
		changed := strings.HasSuffix(r.URI, "f03.frac") || strings.HasSuffix(r.URI, "old.frac")
		if changed != (r.Kind == "full") || changed && len(r.Items) != 0 {
			t.Errorf("asked again, there is %+v", r)
		}
	}
}

// TestPreludeDocument leads a client that reads the server's documents to one of them.
func TestPreludeDocument(t *testing.T) {
	w := pipe(t)
	if result := w.begin(able(), nil); !strings.Contains(result, `"textDocumentContent":{"schemes":["fraccheck"]}`) {
		t.Errorf("the server can %s", result)
	}
	w.open("untitled:a", 1, "@map(@id, Nil())\n")
	var definition location
	decode(t, w.result("textDocument/definition", at("untitled:a", 0, 2)), &definition)
	if definition.URI != "fraccheck:/prelude.frac" {
		t.Fatalf("the definition is in %s", definition.URI)
	}
	var content struct{ Text string }
	decode(t, w.result("workspace/textDocumentContent", map[string]any{"uri": definition.URI}), &content)
	w.open(definition.URI, 1, content.Text)
	w.expect(definition.URI, 1)
	if hover := string(w.result("textDocument/hover", at(definition.URI, definition.Range.Start.Line, 6))); !strings.Contains(hover, "@map : fn<a, b>") {
		t.Errorf("hover in the prelude shows %s", hover)
	}
	for _, address := range []string{"fraccheck:/nothing", "file:///a.frac", "fraccheck:/types/", "fraccheck:/types/%zz", "fraccheck:/types/untitled%3Agone"} {
		w.fails(invalidParams, "workspace/textDocumentContent", map[string]any{"uri": address})
	}
	w.edit("untitled:a", 2, change{nil, "def @f() { 1 }\n"})
	decode(t, w.result("workspace/textDocumentContent", map[string]any{"uri": "fraccheck:/types/untitled%3Aa"}), &content)
	if !strings.Contains(content.Text, "/* ty=") {
		t.Errorf("the types are %s", content.Text)
	}
	w.open("fraccheck:/types/untitled%3Aa", 1, "@gone()")
	w.expect("fraccheck:/types/untitled%3Aa", 1)
	w.edit("untitled:a", 3, change{nil, "def @f() { 1f }\n"})
	m := w.asked("workspace/textDocumentContent/refresh", nil)
	if !strings.Contains(string(m.Params), "fraccheck:/types/untitled%3Aa") {
		t.Errorf("the client is to read %s again", m.Params)
	}
}
