package lsp_test

import (
	"encoding/json"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/lsp"
)

// typed are what the editing of the recording types, letter by letter.
var typed = []string{
	"def @sum(%x : int32, %é : int32) -> int32 { /* 𝔸 */ %x + 1 }\n",
	"match (%t) { case A() { %x } case B(_) { 1f } }",
	"let %z = @f(A(), 1); ", "data U<a> { C : (a) -> U }\n", "@f(B(1), 2)\n", "(((", "# 👩‍🔬 note\r\n", "\"open", "/* open", "}\n}",
}

// A recorder makes the edits and requests of an hour at the keyboard, the same
// for the same seed.
type recorder struct {
	*wire
	random  *rand.Rand
	doc     string
	version int
	text    []rune
	typing  []rune // what is still to be typed
	at      int    // and where
	answers map[string]json.RawMessage
}

// step makes one change: mostly a letter more of what is being typed, else
// something is taken out, or the whole text begins anew.
func (r *recorder) step() {
	switch roll := r.random.IntN(300); {
	case roll == 0:
		r.whole()
	case roll < 30:
		from := outOfLineEnd(r.text, r.random.IntN(len(r.text)+1))
		to := outOfLineEnd(r.text, min(len(r.text), from+r.random.IntN(20)))
		r.replace(from, max(from, to), "")
	case len(r.typing) == 0:
		r.typing = []rune(typed[r.random.IntN(len(typed))])
		r.at = outOfLineEnd(r.text, r.random.IntN(len(r.text)+1))
		fallthrough
	default:
		r.at = outOfLineEnd(r.text, min(r.at, len(r.text)))
		r.replace(r.at, r.at, string(r.typing[:1]))
		r.at, r.typing = r.at+1, r.typing[1:]
	}
}

func (r *recorder) whole() {
	r.version++
	r.text, r.typing = []rune(strings.Repeat(program, 4)), nil
	r.edit(r.doc, r.version, change{nil, string(r.text)})
}

func (r *recorder) replace(from, to int, with string) {
	r.version++
	start, end := placeOf(r.text[:from], "utf-16"), placeOf(r.text[:to], "utf-16")
	r.edit(r.doc, r.version, change{&span{start, end}, with})
	r.text = slices.Concat(r.text[:from], []rune(with), r.text[to:])
}

// itemOf are the requests that go on with a part of the answer to another.
var itemOf = map[string]string{
	"completionItem/resolve":      "textDocument/completion",
	"codeAction/resolve":          "textDocument/codeAction",
	"codeLens/resolve":            "textDocument/codeLens",
	"inlayHint/resolve":           "textDocument/inlayHint",
	"documentLink/resolve":        "textDocument/documentLink",
	"workspaceSymbol/resolve":     "workspace/symbol",
	"callHierarchy/incomingCalls": "textDocument/prepareCallHierarchy",
	"callHierarchy/outgoingCalls": "textDocument/prepareCallHierarchy",
	"typeHierarchy/subtypes":      "textDocument/prepareTypeHierarchy",
	"typeHierarchy/supertypes":    "textDocument/prepareTypeHierarchy",
}

// params fit every request on a document: each reads those that it knows. It is
// nil for what needs an answer that did not come yet.
func (r *recorder) params(method string) any {
	if of, ok := itemOf[method]; ok {
		item := firstItem(r.answers[of])
		if item == nil || strings.HasSuffix(method, "/resolve") {
			return item
		}
		return map[string]any{"item": item}
	}
	here := placeOf(r.text[:r.random.IntN(len(r.text)+1)], "utf-16")
	until := placeOf(r.text, "utf-16")
	return map[string]any{
		"textDocument": document(r.doc), "position": here, "positions": []position{here}, "range": span{here, until},
		"ranges":  []span{{here, until}},
		"context": map[string]any{"includeDeclaration": true, "diagnostics": []any{}, "triggerKind": 1, "isRetrigger": false},
		"options": map[string]any{"tabSize": 2, "insertSpaces": true}, "ch": "}", "newName": "%renamed", "query": "f",
		"previousResultId": "none", "previousResultIds": []any{}, "uri": "fraccheck:/types/" + strings.ReplaceAll(r.doc, "/", "%2F"),
		"command": "fraccheck.none", "arguments": []any{}, "files": []any{},
	}
}

// firstItem is the first of a list, or of the items of a list.
func firstItem(answer json.RawMessage) any {
	var list []any
	var items struct{ Items []any }
	if json.Unmarshal(answer, &list) != nil && json.Unmarshal(answer, &items) == nil {
		list = items.Items
	}
	if len(list) == 0 {
		return nil
	}
	return list[0]
}

// tolerated are the errors that a request may meet in a text that is being
// typed. A name may be refused, and a command is not known.
func tolerated(method string, code int) bool {
	const contentModified = -32801
	refusing := []string{"textDocument/rename", "textDocument/prepareRename", "workspace/executeCommand"}
	return code == requestFailed || code == contentModified || code == invalidParams && slices.Contains(refusing, method)
}

// ask sends a request and looks at the answer.
func (r *recorder) ask(method string) {
	params := r.params(method)
	if params == nil {
		return
	}
	m := r.call(method, params)
	r.waiting = nil // nobody waits for the rest
	if m.Error != nil && !tolerated(method, m.Error.Code) {
		r.t.Errorf("version %d: %s failed: %d %s", r.version, method, m.Error.Code, m.Error.Message)
	}
	r.answers[method] = m.Result
}

// TestRecordedSession plays ten thousand changes with requests of every feature
// between them. Nothing fails, memory stays, and nothing stays after.
func TestRecordedSession(t *testing.T) {
	changes := 10000
	if testing.Short() {
		changes = 1000
	}
	nothingLeft(t, func(t *testing.T) {
		dir := t.TempDir()
		write(t, filepath.Join(dir, "lib.frac"), "def @lib(%x : int32) -> int32 { %x }\n@f(1)\n")
		w := pipe(t)
		w.begin(allAbilities(), nil, dir)
		r := &recorder{
			wire: w, random: rand.New(rand.NewPCG(1, 2)), answers: map[string]json.RawMessage{},
			doc: string(uri.File(filepath.Join(dir, "a.frac"))), text: []rune(program),
		}
		w.open(r.doc, 0, program)
		methods, settled := lsp.Methods(), uint64(0)
		for i := range changes {
			r.step()
			r.ask(methods[i%len(methods)])
			if i == changes/10 {
				settled = heap()
			}
		}
		if now := heap(); now > 3*settled/2 {
			t.Errorf("the heap grew from %d to %d bytes", settled, now)
		}
		w.result("shutdown", nil)
		w.notify("exit", nil)
	})
}

// allAbilities lets every feature announce itself.
func allAbilities() map[string]any {
	trees := map[string]any{"hierarchicalDocumentSymbolSupport": true}
	literals := map[string]any{"codeActionLiteralSupport": map[string]any{"codeActionKind": map[string]any{"valueSet": []string{""}}}}
	return map[string]any{"textDocument": map[string]any{"documentSymbol": trees, "codeAction": literals}}
}
