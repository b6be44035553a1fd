package lsp_test

import (
	"encoding/json"
	"testing"
)

// whole is a program with everything that lenses look at.
const whole = "#[version = \"0.0.5\"]\nimport \"gone.frac\"\n# 𝔸\r\ndata T<a> { A : () -> T  B : (a) -> T }\ntype N = T[int32]\n" +
	"@out : fn(int32) -> int32\ndef @f<a>(%t : T[a], %é : a) -> a {\r\n  match (%t) { case A() { %é } case B(%x) { %x } }\n}\n" +
	"def @main() { @f(A(), 1) + @g(meta[relay.Constant][0]) }\ndef @g(%x) { @main() }\n" +
	"@f(B(2), 1) # => 2\n# @f(A(), 1) evaluates to 1\nif (True) { @out(1) } else { %1 = 2; %1 } // fails: body\n"

// TestLensesOfPieces asks for the lenses of every beginning and every end of a
// program, and resolves them, with results from before.
func TestLensesOfPieces(t *testing.T) {
	w := executor(t, workerOf("serves"))
	const doc = "untitled:pieces"
	w.open(doc, 0, whole)
	w.result("workspace/executeCommand", map[string]any{"command": "fraccheck.test", "arguments": []any{doc}})
	version := 0
	look := func(text string) {
		version++
		w.edit(doc, version, change{nil, text})
		var lenses []json.RawMessage
		decode(t, w.result("textDocument/codeLens", map[string]any{"textDocument": document(doc)}), &lenses)
		for _, l := range lenses {
			w.result("codeLens/resolve", l)
		}
		w.result("textDocument/inlayHint", map[string]any{"textDocument": document(doc), "range": between(0, 0, 99, 0)})
	}
	for i := range len(whole) {
		look(whole[:i])
		look(whole[i:])
	}
}
