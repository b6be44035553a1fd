package lsp_test

import (
	"strings"
	"testing"
)

// TestWaited shows a request that lasts, and has the user end it.
func TestWaited(t *testing.T) {
	w, _ := faultyFor(t, able())
	id := w.start("textDocument/implementation", at("untitled:long", 0, 0))
	var p struct{ Token string }
	decode(t, w.asked("window/workDoneProgress/create", nil).Params, &p)
	begun := w.await("its beginning", func(m message) bool { return m.Method == "$/progress" })
	if !strings.Contains(string(begun.Params), `"title":"Looking for constructors"`) {
		t.Errorf("the client shows %s", begun.Params)
	}
	w.notify("window/workDoneProgress/cancel", map[string]any{"token": p.Token})
	m := w.await("its answer", func(m message) bool { return string(m.ID) == id && m.Method == "" })
	if m.Error == nil || m.Error.Code != -32800 {
		t.Errorf("it is answered with %.100s, %+v", m.Result, m.Error)
	}
}
