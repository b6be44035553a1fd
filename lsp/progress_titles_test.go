package lsp_test

import (
	"strings"
	"testing"
)

// TestWaited shows a request that lasts, and has the user end it.
func TestWaited(t *testing.T) {
	w := pipe(t)
	w.begin(able(), map[string]any{"largestFile": 1})
	w.asked("workspace/configuration", []any{nil})
	const uri = "untitled:long"
	w.open(uri, 1, strings.Repeat("def @f(%x:int32)->int32{%x+%x*%x}\n", 300_000))
	id := w.start("textDocument/formatting", map[string]any{"textDocument": document(uri), "options": map[string]any{"tabSize": 2, "insertSpaces": true}})
	var p struct{ Token string }
	decode(t, w.asked("window/workDoneProgress/create", nil).Params, &p)
	begun := w.await("its beginning", func(m message) bool { return m.Method == "$/progress" })
	if !strings.Contains(string(begun.Params), `"title":"Formatting"`) {
		t.Errorf("the client shows %s", begun.Params)
	}
	w.notify("window/workDoneProgress/cancel", map[string]any{"token": p.Token})
	m := w.await("its answer", func(m message) bool { return string(m.ID) == id && m.Method == "" })
	if m.Error == nil || m.Error.Code != -32800 {
		t.Errorf("it is answered with %.100s, %+v", m.Result, m.Error)
	}
}
