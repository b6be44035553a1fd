package lsp_test

import (
	"strconv"
	"testing"
)

// TestLate asks for what does not end: a part is an answer where it may be one, a refusal
// comes where it may not, and in place of what does not listen.
func TestLate(t *testing.T) {
	w, _ := faulty(t)
	w.fails(requestFailed, "test/late", at("untitled:a", 0, 0))
	if got := string(w.result("test/part", at("untitled:a", 0, 0))); got != `"a part"` {
		t.Errorf("a part is answered by %s", got)
	}
	if got := string(w.result("test/deaf", at("untitled:a", 0, 0))); got != "[]" {
		t.Errorf("what does not listen is answered by %s", got)
	}
}

// TestDeafDocument fills the lane of one document with work that never ends: others are
// answered.
func TestDeafDocument(t *testing.T) {
	w, _ := faulty(t)
	for range 30 {
		w.start("test/endless", at("untitled:a", 0, 0))
	}
	w.open("untitled:b", 1, "def @f() -> int32 { 1 }")
	w.result("textDocument/hover", at("untitled:b", 0, 5))
}

// TestCancelDeaf cancels what does not listen: it is answered all the same.
func TestCancelDeaf(t *testing.T) {
	w, _ := faulty(t)
	id := w.start("test/endless", at("untitled:a", 0, 0))
	number, _ := strconv.Atoi(id)
	w.notify("$/cancelRequest", map[string]any{"id": number})
	m := w.await("the answer to "+id, func(m message) bool { return string(m.ID) == id && m.Method == "" })
	if m.Error == nil || m.Error.Code != requestCancelled {
		t.Errorf("it gave %s %+v", m.Result, m.Error)
	}
}
