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

// TestSuggestCommand has the values of an attribute listed after its name, by a client that
// names a command for it, where the values are known; in other clients a placeholder is there.
func TestSuggestCommand(t *testing.T) {
	const command = "editor.action.triggerSuggest"
	for _, options := range []map[string]any{{"suggestCommand": command}, {}, {"suggestCommand": 3}} {
		w := pipe(t)
		w.result("initialize", map[string]any{"processId": nil, "rootUri": nil, "initializationOptions": options, "capabilities": map[string]any{
			"textDocument": map[string]any{"completion": map[string]any{"completionItem": map[string]any{"snippetSupport": true}}},
		}})
		w.notify("initialized", struct{}{})
		w.open("untitled:a", 1, "einsum((%x, %x), )\ncast(%x, )\n")
		for line, want := range []struct {
			label, plain string
			column       int
			listed       bool
		}{{"equation=", `equation=${1:""}`, 17, false}, {"dtype=", `dtype=${1:"int8"}`, 9, true}} {
			var found struct {
				Items []struct {
					Label    string
					TextEdit textEdit
					Command  *struct{ Command string }
				}
			}
			decode(t, w.result("textDocument/completion", at("untitled:a", line, want.column)), &found)
			asks, seen := want.listed && options["suggestCommand"] == command, false
			for _, item := range found.Items {
				if item.Label != want.label {
					continue
				}
				seen = true
				text := want.plain
				if asks {
					text = want.label
				}
				if got := item.Command != nil && item.Command.Command == command; got != asks || item.TextEdit.NewText != text {
					t.Errorf("with %v, %s writes %q, and asks for the values: %v", options, item.Label, item.TextEdit.NewText, got)
				}
			}
			if !seen {
				t.Errorf("%s is not completed", want.label)
			}
		}
	}
}
