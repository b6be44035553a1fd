package lsp_test

import (
	"encoding/json"
	"strings"
	"testing"
)

// plainClient is one that says as little of itself as it may.
func plainClient(t *testing.T, tokens string) *wire {
	w := pipe(t)
	var capabilities map[string]any
	if err := json.Unmarshal([]byte(`{"textDocument":{"inlayHint":{},"semanticTokens":`+tokens+`}}`), &capabilities); err != nil {
		t.Fatal(err)
	}
	w.result("initialize", map[string]any{"processId": nil, "rootUri": nil, "capabilities": capabilities})
	return w
}

const simpleTokens = `{"requests":{"full":true},"tokenTypes":[],"tokenModifiers":[],"formats":["relative"]}`

// TestPlainHints answers at once what a client does not ask for later.
func TestPlainHints(t *testing.T) {
	w := plainClient(t, simpleTokens)
	uri := "file:///nowhere/plain.frac"
	w.open(uri, 1, "def @f(%x : int32) -> int32 { let %y = (%x, %x); @f(1) }\n")
	params := map[string]any{"textDocument": document(uri), "range": everything}
	var found []struct {
		Label   string
		Tooltip struct{ Value string }
	}
	decode(t, w.result("textDocument/inlayHint", params), &found)
	if len(found) != 1 || found[0].Label != ": (int32, int32)" || !strings.Contains(found[0].Tooltip.Value, "(int32, int32)") {
		t.Errorf("the hints are %+v", found)
	}
}

// TestStaleHint comes back as it is: its document has changed since.
func TestStaleHint(t *testing.T) {
	w := pipe(t)
	w.initialize("file:///nowhere", "utf-16")
	uri := "file:///nowhere/stale.frac"
	w.open(uri, 1, "let %y = (1, 2);\n%y\n")
	var found []inlayHint
	ask := func() {
		decode(t, w.result("textDocument/inlayHint", map[string]any{"textDocument": document(uri), "range": everything}), &found)
	}
	ask()
	w.edit(uri, 2, change{nil, "\nlet %y = (1, 2);\n%y\n"})
	var resolved inlayHint
	decode(t, w.result("inlayHint/resolve", found[0]), &resolved)
	if resolved.Tooltip != nil || resolved.Position != found[0].Position {
		t.Errorf("it is resolved to %+v", resolved)
	}
	for _, data := range []string{`null`, `{}`, `[1]`, `{"uri":"untitled:x","version":0,"item":-1,"at":0}`, `{"uri":"` + uri + `","version":2,"item":99,"at":7}`} {
		found[0].Data = json.RawMessage(data)
		decode(t, w.result("inlayHint/resolve", found[0]), &resolved)
	}
}

// TestTokenSupport serves clients that know no deltas, and those that take a
// comment over several lines as one token.
func TestTokenSupport(t *testing.T) {
	text := "/* one\r\ntwo */ def @f() { 1 }\n"
	for _, c := range []struct {
		tokens string
		id     bool
		first  []int
	}{
		{simpleTokens, false, []int{0, 0, 6, 10, 0}},
		{`{"requests":{"full":{"delta":true}},"multilineTokenSupport":true,"tokenTypes":[],"tokenModifiers":[],"formats":["relative"]}`, true, []int{0, 0, 14, 10, 0}},
	} {
		w := plainClient(t, c.tokens)
		w.open("untitled:tokens", 1, text)
		got := w.askTokens("untitled:tokens", "full", nil)
		if (got.ResultID != "") != c.id {
			t.Errorf("%s: the answer is named %q", c.tokens, got.ResultID)
		}
		for i, want := range c.first {
			if got.Data[i] != want {
				t.Errorf("%s: the first token is %v, want %v", c.tokens, got.Data[:5], c.first)
				break
			}
		}
	}
}

// TestForgottenTokens are given whole.
func TestForgottenTokens(t *testing.T) {
	w := pipe(t)
	w.initialize("file:///nowhere", "utf-16")
	first := ""
	for i := range 20 {
		uri := "untitled:" + strings.Repeat("x", i+1)
		w.open(uri, 1, "let %y = (1, 2);\n%y\n")
		a := w.askTokens(uri, "full", nil)
		if i == 0 {
			first = a.ResultID
		}
	}
	if a := w.askTokens("untitled:x", "full/delta", map[string]any{"previousResultId": first}); len(a.Data) == 0 {
		t.Errorf("the answer is %+v", a)
	}
}
