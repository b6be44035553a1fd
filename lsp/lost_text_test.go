package lsp_test

import (
	"strings"
	"testing"
)

// TestLostText changes a text in a way that cannot be read: the document is one
// that the server says it does not know, until it is told all of it.
func TestLostText(t *testing.T) {
	w := pipe(t)
	w.begin(nil, nil)
	const doc = "untitled:a"
	good, broken := change{nil, "def @f() -> int32 { 1 }\n"}, map[string]any{
		"textDocument":   map[string]any{"uri": doc, "version": 2},
		"contentChanges": []any{map[string]any{"range": map[string]any{"start": position{0, 0}, "end": map[string]any{"line": -1}}, "text": "x"}},
	}
	lost := func() {
		t.Helper()
		w.await("what was wrong", func(m message) bool {
			return m.Method == "window/showMessage" && strings.Contains(string(m.Params), "params.contentChanges[0].range.end.line is to be")
		})
		w.fails(requestFailed, "textDocument/hover", at(doc, 0, 5))
		w.fails(requestFailed, "textDocument/formatting", map[string]any{"textDocument": document(doc), "options": map[string]any{"tabSize": 2, "insertSpaces": true}})
	}
	w.open(doc, 1, good.Text)
	w.expect(doc, 1)
	w.notify("textDocument/didChange", broken)
	lost()
	if found := w.published(doc, 1).Diagnostics; len(found) != 1 || !strings.Contains(found[0].Message, "could not be read") {
		t.Errorf("the diagnostics of a lost text are %+v", found)
	}
	w.edit(doc, 3, change{between(0, 0, 0, 0), "def"}) // of a text that nobody knows
	w.fails(requestFailed, "textDocument/hover", at(doc, 0, 5))
	w.edit(doc, 4, good)
	w.expect(doc, 4)
	w.result("textDocument/hover", at(doc, 0, 5))
	w.notify("textDocument/didChange", broken)
	lost()
	w.open(doc, 1, good.Text)
	w.result("textDocument/hover", at(doc, 0, 5))
}

// TestLostOpening opens a document without its text.
func TestLostOpening(t *testing.T) {
	w := pipe(t)
	w.begin(nil, nil)
	const doc = "untitled:a"
	w.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": doc, "languageId": "frac", "version": 1}})
	w.fails(requestFailed, "textDocument/hover", at(doc, 0, 0))
	w.notify("textDocument/didClose", map[string]any{"textDocument": document(doc)})
	w.fails(invalidParams, "textDocument/hover", at(doc, 0, 0))
	w.notify("textDocument/didChange", map[string]any{"textDocument": 5})
	w.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": 5}})
	w.open(doc, 1, "@gone()")
	w.expect(doc, 1, "undefined-name")
}

// TestMissingFields names what a request lacks.
func TestMissingFields(t *testing.T) {
	w := pipe(t)
	w.begin(nil, nil)
	w.open("untitled:a", 1, program)
	for params, want := range map[string]map[string]any{
		"params.textDocument is missing":       {},
		"params.textDocument.uri is missing":   {"textDocument": map[string]any{}},
		"params.position.character is missing": {"textDocument": document("untitled:a"), "position": map[string]any{"line": 1}},
	} {
		m := w.call("textDocument/hover", want)
		if m.Error == nil || m.Error.Code != invalidParams || m.Error.Message != "textDocument/hover: "+params {
			t.Errorf("%v is answered with %s %+v, want %s", want, m.Result, m.Error, params)
		}
	}
}
