package lsp

import (
	"fmt"
	"strings"
	"testing"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/request"
)

// TestLargeFiles are classified by their trees alone.
func TestLargeFiles(t *testing.T) {
	const program = "def @f(%x : int32) { let %y = (%x, Nil); %y }\n"
	v := emptyView(workspace.Options{Root: "/bench"}).With(request.NewDocument("/bench", &protocol.TextDocumentItem{URI: benchURI, Text: program}))
	source, err := v.Source(benchURI)
	if err != nil {
		t.Fatal(err)
	}
	checked := fullTokens(t, v)
	v.Settings.LargestFile = 10
	unchecked := fullTokens(t, v)
	if !v.Oversized(source) {
		t.Error("the file is not too large")
	}
	if len(unchecked) != len(checked)-5 { // `Nil` may be anything
		t.Errorf("%d tokens, and %d where all is known", len(unchecked)/5, len(checked)/5)
	}
	found := answerFrom(t, v, protocol.MethodTextDocumentInlayHint, &protocol.InlayHintParams{
		TextDocument: protocol.TextDocumentIdentifier{URI: benchURI}, Range: protocol.Range{End: protocol.Position{Line: 9}},
	})
	if len(found.([]protocol.InlayHint)) != 0 {
		t.Errorf("hints %v", found)
	}
}

// TestHintSettings shows what the user wants to see.
func TestHintSettings(t *testing.T) {
	const program = "def @two(%first : int32, %second : int32) { \n  match (Some(%first)) { case Some(%x) { %x } case _ { 1 } } }\n@two(1, 2)\n"
	for _, c := range []struct {
		types, patterns, parameters bool
		want                        int
	}{{true, false, true, 3}, {true, false, false, 1}, {false, false, true, 2}, {false, false, false, 0}, {true, true, true, 4}, {false, true, false, 1}} {
		v := emptyView(workspace.Options{Root: "/bench"}).With(request.NewDocument("/bench", &protocol.TextDocumentItem{URI: benchURI, Text: program}))
		v.Settings.InlayHints.Types, v.Settings.InlayHints.Patterns, v.Settings.InlayHints.Parameters = c.types, c.patterns, c.parameters
		found := answerFrom(t, v, protocol.MethodTextDocumentInlayHint, &protocol.InlayHintParams{
			TextDocument: protocol.TextDocumentIdentifier{URI: benchURI}, Range: protocol.Range{End: protocol.Position{Line: 9}},
		})
		if got := len(found.([]protocol.InlayHint)); got != c.want {
			t.Errorf("types %v, parameters %v: %d hints, want %d", c.types, c.parameters, got, c.want)
		}
	}
}

// TestRanges shows bounds of numbers where they are asked for.
func TestRanges(t *testing.T) {
	const program = "#[range(x = \"0..2\")]\ndef @f(%x : float32, %y : Tensor[(3), float32]) -> float32 {\n  let %s = sigmoid(%x);\n  %s * max(%y)\n}\n"
	hover := &protocol.HoverParams{TextDocumentPositionParams: protocol.TextDocumentPositionParams{
		TextDocument: protocol.TextDocumentIdentifier{URI: benchURI}, Position: protocol.Position{Line: 3, Character: 3},
	}}
	for _, on := range []bool{false, true} {
		v := emptyView(workspace.Options{Root: "/bench"}).With(request.NewDocument("/bench", &protocol.TextDocumentItem{URI: benchURI, Text: program}))
		v.Settings.InlayHints.Types, v.Settings.InlayHints.Parameters = false, false
		v.Settings.InlayHints.Ranges, v.Settings.Hover.Ranges = on, on
		var labels []string
		for _, h := range answerFrom(t, v, protocol.MethodTextDocumentInlayHint, &protocol.InlayHintParams{
			TextDocument: protocol.TextDocumentIdentifier{URI: benchURI}, Range: protocol.Range{End: protocol.Position{Line: 9}},
		}).([]protocol.InlayHint) {
			labels = append(labels, fmt.Sprintf("%d:%d %v", h.Position.Line, h.Position.Character, h.Label))
		}
		want := "1:9 in [0, 2], 1:58 in [-8807.98, 8807.98], 2:8 in [0.499999, 0.880798]"
		shown := fmt.Sprint(answerFrom(t, v, protocol.MethodTextDocumentHover, hover).(*protocol.Hover).Contents)
		if got := strings.Join(labels, ", "); on != (got == want) || on != strings.Contains(shown, "its numbers are in `[0.499999, 0.880798]") {
			t.Errorf("asked for: %v: the hints are %s, the hover is %s", on, got, shown)
		}
	}
}

// fullTokens are the semantic tokens of the open document, five numbers a token.
func fullTokens(t *testing.T, v *request.View) []uint32 {
	return answerFrom(t, v, protocol.MethodTextDocumentSemanticTokensFull, &protocol.SemanticTokensParams{
		TextDocument: protocol.TextDocumentIdentifier{URI: benchURI},
	}).(*protocol.SemanticTokens).Data
}
