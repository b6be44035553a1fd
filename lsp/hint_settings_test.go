package lsp

import (
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

// fullTokens are the semantic tokens of the open document, five numbers a token.
func fullTokens(t *testing.T, v *request.View) []uint32 {
	return answerFrom(t, v, protocol.MethodTextDocumentSemanticTokensFull, &protocol.SemanticTokensParams{
		TextDocument: protocol.TextDocumentIdentifier{URI: benchURI},
	}).(*protocol.SemanticTokens).Data
}
