package lsp_test

import (
	"encoding/json"
	"reflect"
	"strings"
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

// TestLensesOfPart asks for the lenses of every run of lines of a program and of a file of
// rules: they are those of the whole that are on them.
func TestLensesOfPart(t *testing.T) {
	w := executor(t, workerOf("serves"))
	for doc, text := range map[string]string{"untitled:frac": whole, "untitled:fracrule": examplesOfRules} {
		w.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
			"uri": doc, "languageId": strings.TrimPrefix(doc, "untitled:"), "version": 0, "text": text,
		}})
		ask := func(part any) (found []lensAt) {
			decode(t, w.result("textDocument/codeLens", map[string]any{"textDocument": document(doc), "range": part}), &found)
			return found
		}
		all, lines := ask(nil), strings.Count(text, "\n")
		if len(all) == 0 {
			t.Fatalf("%s has no lenses", doc)
		}
		for first := range lines + 1 {
			for last := first; last <= lines+1; last++ {
				var want []lensAt
				for _, l := range all {
					if first <= l.Range.Start.Line && l.Range.Start.Line <= last {
						want = append(want, l)
					}
				}
				if got := ask(between(first, 0, last, 0)); !reflect.DeepEqual(got, want) && len(got)+len(want) > 0 {
					t.Errorf("%s, lines %d to %d: %v, want %v", doc, first, last, got, want)
				}
			}
		}
	}
}

// A lensAt is a lens as a client reads it.
type lensAt struct {
	Range   span
	Command json.RawMessage
	Data    json.RawMessage
}
