package lsp_test

import (
	"strings"
	"testing"
)

const programWithHoles = `def @scaled<n>(%x: Tensor[(n), int32], %k: int32) -> Tensor[(n), int32] { ?body }
@scaled(Constant([1, 2, 5]), 3)  # evaluates to [3, 6, 15]
@scaled(Constant([4, -7]), 10)  # evaluates to [40, -70]
`

// TestFillLens fills the hole of a program from its lens, in the real worker: the server asks the client
// to make the edit, for the version of the text that was searched.
func TestFillLens(t *testing.T) {
	const doc = "untitled:a"
	w := executorFor(t, workerOf("serves"), map[string]any{
		"applyEdit": true, "workspaceEdit": map[string]any{"documentChanges": true},
	})
	w.open(doc, 1, programWithHoles)
	var found []lens
	decode(t, w.result("textDocument/codeLens", map[string]any{"textDocument": document(doc)}), &found)
	fills := 0
	for _, l := range found {
		if l.Command != nil && l.Command.Command == "fraccheck.fill" {
			if fills++; l.Command.Title != "▶ fill the hole" || l.Range.Start.Line != 0 {
				t.Errorf("the lens is %+v", l)
			}
		}
	}
	if fills != 1 {
		t.Fatalf("%d lenses fill the hole", fills)
	}
	fill := map[string]any{"command": "fraccheck.fill", "arguments": []any{doc, position{0, 75}}}
	for _, applied := range []bool{true, false} {
		id := w.start("workspace/executeCommand", fill)
		asked := w.asked("workspace/applyEdit", map[string]any{"applied": applied})
		if text := string(asked.Params); !strings.Contains(text, `"newText":"multiply(%x, %k)"`) || !strings.Contains(text, `"version":1`) {
			t.Errorf("the edit is %s", text)
		}
		if m := w.answer(id); applied != strings.Contains(string(m.Result), `"fillings":["multiply(%x, %k)"],"examples":2`) || applied == (m.Error != nil) {
			t.Errorf("applied %v: the reply is %s %+v", applied, m.Result, m.Error)
		}
	}
	w.edit(doc, 2, change{between(1, 0, 3, 0), ""})
	if m := w.call("workspace/executeCommand", fill); m.Error == nil || !strings.Contains(m.Error.Message, "no holes that evaluation comments decide") {
		t.Errorf("without comments: %s %+v", m.Result, m.Error)
	}
}
