package lsp_test

import (
	"fmt"
	"strings"
	"testing"
)

// simple begins a conversation with a client that can do nothing special.
func simple(t *testing.T, text string) (w *wire, document string) {
	w = pipe(t)
	w.result("initialize", map[string]any{"processId": nil, "rootUri": nil, "capabilities": map[string]any{}})
	w.notify("initialized", struct{}{})
	w.open("untitled:Untitled-1", 1, text)
	return w, "untitled:Untitled-1"
}

// TestCompletionPlain asks as a client without snippets.
func TestCompletionPlain(t *testing.T) {
	w, document := simple(t, "def @f(%x : int32) -> int32 {  }")
	var found completionList
	decode(t, w.result("textDocument/completion", at(document, 0, 30)), &found)
	if len(found.Items) < 100 {
		t.Fatalf("only %d items", len(found.Items))
	}
	for _, item := range found.Items {
		if item.InsertTextFormat != 0 || strings.Contains(item.TextEdit.NewText, "$") {
			t.Errorf("%s: a snippet: %q", item.Label, item.TextEdit.NewText)
		}
	}
}

// TestSignaturePlain asks as a client that takes labels as texts and has no way
// to mark no parameter.
func TestSignaturePlain(t *testing.T) {
	w, document := simple(t, "def @f(%x : int32) -> int32 { @f(1, 2) }")
	var found struct {
		Signatures []struct{ Parameters []struct{ Label string } }
		Active     int `json:"activeParameter"`
	}
	decode(t, w.result("textDocument/signatureHelp", at(document, 0, 33)), &found)
	if len(found.Signatures) != 1 || found.Signatures[0].Parameters[0].Label != "%x : int32" || found.Active != 0 {
		t.Errorf("got %+v", found)
	}
	decode(t, w.result("textDocument/signatureHelp", at(document, 0, 37)), &found)
	if found.Active != 1 {
		t.Errorf("the second argument is for parameter %d", found.Active)
	}
}

// TestCompletionLineEnds asks in a text with a byte order mark and `\r\n`.
func TestCompletionLineEnds(t *testing.T) {
	for _, mark := range []string{"", "\ufeff"} {
		w, document := simple(t, mark+"def @f(%long : int32) -> int32 {\r\n  %lo\r\n}\r\n")
		var found completionList
		decode(t, w.result("textDocument/completion", at(document, 1, 5)), &found)
		if len(found.Items) != 1 || found.Items[0].Label != "%long" || found.Items[0].TextEdit.Range != *between(1, 2, 1, 5) {
			t.Errorf("got %+v", found.Items)
		}
	}
}

// TestCompletionTriggers tells the characters that mean something else.
func TestCompletionTriggers(t *testing.T) {
	w, document := simple(t, "def @f(%x : int32) -> int32 { let %y =\n%x / %x; sum(%x, axis=) }")
	for _, c := range []struct {
		character        string
		line, character0 int
		empty            bool
	}{{"=", 0, 38, true}, {"/", 1, 4, true}, {"=", 1, 22, false}, {"%", 1, 6, false}} {
		params := at(document, c.line, c.character0)
		params["context"] = map[string]any{"triggerKind": 2, "triggerCharacter": c.character}
		var found completionList
		decode(t, w.result("textDocument/completion", params), &found)
		if (len(found.Items) == 0) != c.empty {
			t.Errorf("%s at %d:%d gave %d items", c.character, c.line, c.character0, len(found.Items))
		}
	}
}

// TestCompletionCut asks a file with more names than a list takes.
func TestCompletionCut(t *testing.T) {
	var text strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&text, "def @f%d(%%x : int32) -> int32 { %%x }\n", i)
	}
	w, document := simple(t, text.String()+"@f\n")
	var found completionList
	decode(t, w.result("textDocument/completion", at(document, 2000, 1)), &found)
	if !found.IsIncomplete || len(found.Items) != 500 {
		t.Errorf("%d items, incomplete: %v", len(found.Items), found.IsIncomplete)
	}
}

// TestResolveStranger sends an item back that the server never made.
func TestResolveStranger(t *testing.T) {
	w, document := simple(t, "")
	for _, item := range []map[string]any{
		{"label": "x"},
		{"label": "x", "data": 7},
		{"label": "x", "data": map[string]any{"Document": "untitled:gone", "Of": map[string]any{"Kind": 1, "Name": "@x"}}},
		{"label": "x", "data": map[string]any{"Document": document, "Of": map[string]any{"Kind": 1, "Name": "@x", "Block": -7}}},
		{"label": "x", "data": map[string]any{"Document": document, "Of": map[string]any{"Kind": 3, "Name": "no.such"}}},
		{"label": "x", "data": map[string]any{"Document": document, "Of": map[string]any{"Kind": 4, "Name": "axis", "Of": "no.such"}}},
	} {
		var back completionItem
		decode(t, w.result("completionItem/resolve", item), &back)
		if back.Label != "x" || back.Detail != "" {
			t.Errorf("%v came back as %+v", item, back)
		}
	}
	w.fails(-32602, "textDocument/completion", at("untitled:gone", 0, 0))
	w.fails(-32602, "textDocument/signatureHelp", at("untitled:gone", 0, 0))
}

// TestLabelDetails holds that each row of a list has its type or what it is after its label, for a
// client that shows that, and that others are sent none.
func TestLabelDetails(t *testing.T) {
	const text = "data D { A : (int32) -> D, B : D }\n" +
		"def @f(%x : D, %t : (int32, bool)) -> int32 { match (%x) { case  { 1 } case B { sum(%t.0, ) } } }\n" +
		"def @g(%y : ) { nn.conv2d(%a, %b, data_layout=) }\n\n"
	places := []struct{ line, column int }{{1, 46}, {1, 65}, {1, 84}, {1, 90}, {2, 12}, {2, 46}, {3, 0}}
	for _, shows := range []bool{true, false} {
		w := pipe(t)
		w.result("initialize", map[string]any{"processId": nil, "rootUri": nil, "capabilities": map[string]any{
			"textDocument": map[string]any{"completion": map[string]any{"completionItem": map[string]any{"labelDetailsSupport": shows}}},
		}})
		w.notify("initialized", struct{}{})
		w.open("untitled:a", 1, text)
		seen := map[string]string{}
		for _, at_ := range places {
			var found completionList
			decode(t, w.result("textDocument/completion", at("untitled:a", at_.line, at_.column)), &found)
			if len(found.Items) == 0 {
				t.Errorf("%v: nothing is listed", at_)
			}
			for _, item := range found.Items {
				if got := item.LabelDetails; (got.Detail+got.Description != "") != shows {
					t.Errorf("%v: after %s stands %+v", at_, item.Label, got)
				}
				seen[item.Label] = item.LabelDetails.Detail + "|" + item.LabelDetails.Description
			}
		}
		for label, want := range map[string]string{
			"%x": ": D|", "@f": "(D, (int32, bool)) -> int32|", "A": "(int32) -> D|D", "@map": "<a, b>(fn(a) -> b, List[a]) -> List[b]|prelude",
			"nn.relu": "(data)|operator", "float32": "|dtype", "D": "|data type", `"NCHW"`: "|the default", "def": "|defines a function",
		} {
			if shows && seen[label] != want {
				t.Errorf("behind %s stands %q, want %q", label, seen[label], want)
			}
		}
	}
}
