package lsp_test

import (
	"encoding/json"
	"testing"
)

// TestParameterHintsCommand has the parameters shown after a call was completed, by a
// client that names a command for it.
func TestParameterHintsCommand(t *testing.T) {
	const command = "editor.action.triggerParameterHints"
	for _, options := range []map[string]any{{"parameterHintsCommand": command}, {}, {"parameterHintsCommand": 3}} {
		w := pipe(t)
		w.result("initialize", map[string]any{"processId": nil, "rootUri": nil, "initializationOptions": options, "capabilities": map[string]any{
			"textDocument": map[string]any{"completion": map[string]any{"completionItem": map[string]any{"snippetSupport": true}}},
		}})
		w.notify("initialized", struct{}{})
		w.open("untitled:a", 1, "def @two(%a : int32, %b : int32) -> int32 { @tw }\ndef @none() -> int32 { 1 }\n")
		var found struct {
			Items []struct {
				Label   string
				Command *struct{ Command string }
			}
		}
		decode(t, w.result("textDocument/completion", at("untitled:a", 0, 47)), &found)
		for _, item := range found.Items {
			wanted := options["parameterHintsCommand"] == command && item.Label == "@two"
			if got := item.Command != nil && item.Command.Command == command; item.Label == "@two" && got != wanted {
				shown, _ := json.Marshal(item)
				t.Errorf("with %v there is %s", options, shown)
			}
		}
		if len(found.Items) == 0 {
			t.Error("nothing is completed")
		}
	}
}
