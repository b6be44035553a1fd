package lsp_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/uri"
)

// able is what a client can do that answers all that the server asks.
func able() map[string]any {
	yes := map[string]any{"refreshSupport": true}
	return map[string]any{
		"window": map[string]any{"workDoneProgress": true},
		"workspace": map[string]any{
			"configuration":          true,
			"didChangeConfiguration": map[string]any{"dynamicRegistration": true},
			"didChangeWatchedFiles":  map[string]any{"dynamicRegistration": true},
			"inlayHint":              yes, "codeLens": yes, "semanticTokens": yes, "diagnostics": yes,
			"textDocumentContent": map[string]any{},
			"workspaceFolders":    true,
		},
	}
}

// begin is initialize with other abilities, in some folders.
func (w *wire) begin(capabilities map[string]any, options any, folders ...string) string {
	w.t.Helper()
	params := map[string]any{"processId": nil, "rootUri": nil, "capabilities": capabilities, "initializationOptions": options}
	var given []any
	for _, folder := range folders {
		given = append(given, map[string]any{"uri": string(uri.File(folder)), "name": folder})
	}
	if given != nil {
		params["workspaceFolders"] = given
	}
	result := w.result("initialize", params)
	w.notify("initialized", struct{}{})
	return string(result)
}

// asked waits for a request of the server and answers it.
func (w *wire) asked(method string, result any) message {
	w.t.Helper()
	m := w.await("the request "+method, func(m message) bool { return m.Method == method })
	w.reply(m, result)
	return m
}

func (w *wire) reply(m message, result any) {
	w.t.Helper()
	w.send(encode(map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": result}))
}

// TestPulledSettings has the server ask for the section, at first and after
// each signal. What is pushed meanwhile counts for nothing.
func TestPulledSettings(t *testing.T) {
	w := pipe(t)
	w.begin(able(), nil)
	registered := w.asked("client/registerCapability", nil)
	for _, method := range []string{"workspace/didChangeWatchedFiles", "workspace/didChangeConfiguration"} {
		if !strings.Contains(string(registered.Params), method) {
			t.Errorf("the server registers %s", registered.Params)
		}
	}
	w.open("untitled:a", 1, "@gone()")
	w.expect("untitled:a", 1, "undefined-name")
	m := w.asked("workspace/configuration", []any{map[string]any{"severity": map[string]any{"undefined-name": "off"}}})
	if !strings.Contains(string(m.Params), `"section":"fraccheck"`) {
		t.Errorf("the server asks for %s", m.Params)
	}
	w.expect("untitled:a", 1)
	for _, method := range []string{"workspace/inlayHint/refresh", "workspace/codeLens/refresh", "workspace/semanticTokens/refresh"} {
		w.asked(method, nil)
	}
	w.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"fraccheck": map[string]any{"nonsense": 1}}})
	w.asked("workspace/configuration", []any{nil})
	w.expect("untitled:a", 1, "undefined-name")
}

// TestOvertakenSettings answers two questions in the other order.
func TestOvertakenSettings(t *testing.T) {
	w := pipe(t)
	w.begin(able(), nil)
	isQuestion := func(m message) bool { return m.Method == "workspace/configuration" }
	first := w.await("a question", isQuestion)
	w.notify("workspace/didChangeConfiguration", map[string]any{"settings": nil})
	second := w.await("another question", isQuestion)
	w.open("untitled:a", 1, "@gone()")
	w.expect("untitled:a", 1, "undefined-name")
	w.reply(second, []any{map[string]any{"severity": map[string]any{"undefined-name": "off"}}})
	w.expect("untitled:a", 1)
	w.reply(first, []any{map[string]any{"severity": map[string]any{"undefined-name": "hint"}}})
	w.fails(methodNotFound, "still/there", nil)
	w.edit("untitled:a", 2, change{nil, "@gone()  "})
	w.expect("untitled:a", 2)
}

// TestUnansweredSettings has the client answer nonsense.
func TestUnansweredSettings(t *testing.T) {
	for _, answer := range []any{nil, []any{}, []any{1, 2}, []any{[]any{}}, []any{"x"}, []any{map[string]any{"run": []any{}}}} {
		w := pipe(t)
		w.begin(able(), nil)
		w.asked("workspace/configuration", answer)
		w.open("untitled:a", 1, "@gone()")
		w.expect("untitled:a", 1, "undefined-name")
	}
}

// TestInitialSettings begins with settings; what is pushed stands before them.
func TestInitialSettings(t *testing.T) {
	w := pipe(t)
	off := map[string]any{"severity": map[string]any{"undefined-name": "off"}}
	w.begin(nil, map[string]any{"severity": off["severity"], "severitty": 1})
	m := w.await("a warning", func(m message) bool { return m.Method == "window/showMessage" })
	if !strings.Contains(string(m.Params), "did you mean `severity`?") {
		t.Errorf("the server says %s", m.Params)
	}
	w.open("untitled:a", 1, "@gone()")
	w.expect("untitled:a", 1)
	for _, c := range []struct {
		settings any
		codes    []string
	}{
		{map[string]any{"fraccheck": map[string]any{"severity": map[string]any{}}}, []string{"undefined-name"}},
		{off, nil},
		{map[string]any{"fraccheck": map[string]any{"severity": map[string]any{"undefined-name": "hint"}}}, []string{"undefined-name"}},
		{map[string]any{"fraccheck": nil}, nil},
	} {
		w.notify("workspace/didChangeConfiguration", map[string]any{"settings": c.settings})
		w.expect("untitled:a", 1, c.codes...)
	}
	w.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"gopls": 1}})
	w.notify("workspace/didChangeConfiguration", map[string]any{"settings": []any{1}})
	w.notify("workspace/didChangeConfiguration", map[string]any{})
	w.fails(methodNotFound, "still/there", nil)
	if slices.ContainsFunc(w.waiting, func(m message) bool { return m.Method == "window/showMessage" }) {
		t.Errorf("the server says more: %s", encode(w.waiting))
	}
}

// TestWarnsOnce repeats a mistake.
func TestWarnsOnce(t *testing.T) {
	w := pipe(t)
	w.begin(nil, nil)
	for i := range 3 {
		w.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"fraccheck": map[string]any{"trustd": i, "largestFile": i}}})
	}
	w.fails(methodNotFound, "still/there", nil)
	w.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"fraccheck": map[string]any{"zz": 1}}})
	said := 0
	w.await("the last warning", func(m message) bool {
		if m.Method == "window/showMessage" {
			said++
		}
		return strings.Contains(string(m.Params), "fraccheck.zz")
	})
	for _, m := range w.waiting {
		if m.Method == "window/showMessage" {
			said++
		}
	}
	if said > 3 {
		t.Errorf("%d warnings for two mistakes: %s", said, encode(w.waiting))
	}
}

// TestTrusted makes the checks that run the program only for who trusts it.
func TestTrusted(t *testing.T) {
	w := pipe(t)
	w.begin(nil, nil)
	w.open("untitled:a", 1, "def @rest(%xs : FractalTensor[int32]) -> int32 { reduce(fn(%a, %b) { %a - %b }, %xs) }\n")
	w.expect("untitled:a", 1)
	w.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"fraccheck": map[string]any{"trusted": true}}})
	w.expect("untitled:a", 1) // what needs no code to be run comes first
	w.expect("untitled:a", 1, "reduce-not-associative")
	w.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"fraccheck": nil}})
	w.expect("untitled:a", 1)
}

// TestManyFolders finds the programs of two folders, and documents outside all
// of them.
func TestManyFolders(t *testing.T) {
	one, two, outside := t.TempDir(), t.TempDir(), t.TempDir()
	for _, dir := range []string{one, two, outside} {
		write(t, filepath.Join(dir, "a.frac"), "@gone()\n")
	}
	w := pipe(t)
	result := w.begin(able(), nil, one, two)
	if !strings.Contains(result, `"workspaceFolders":{"supported":true,"changeNotifications":true}`) {
		t.Errorf("the server can %s", result)
	}
	w.asked("workspace/configuration", []any{nil})
	for _, dir := range []string{one, two} {
		w.expect(string(uri.File(filepath.Join(dir, "a.frac"))), -1, "undefined-name")
	}
	doc := string(uri.File(filepath.Join(outside, "a.frac")))
	w.open(doc, 1, "def @f() -> int32 { 1 }\n@f(1)\n")
	w.expect(doc, 1, "arity-mismatch")
	w.notify("textDocument/didClose", map[string]any{"textDocument": document(doc)})
	w.expect(doc, -1)
	w.notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": map[string]any{
		"added": []any{}, "removed": []any{map[string]any{"uri": string(uri.File(two)), "name": "two"}},
	}})
	w.expect(string(uri.File(filepath.Join(two, "a.frac"))), -1)
	for i, wrong := range []any{nil, 5, map[string]any{"added": 3}} {
		w.notify("workspace/didChangeWorkspaceFolders", map[string]any{"event": wrong})
		w.fails(methodNotFound, fmt.Sprint("still/there", i), nil)
	}
}
