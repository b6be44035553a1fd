package lsp

import (
	"context"
	"testing"

	"go.lsp.dev/protocol"
)

// TestLargeFiles are classified by their trees alone.
func TestLargeFiles(t *testing.T) {
	const program = "def @f(%x : int32) { let %y = (%x, Nil); %y }\n"
	v := emptyView().with(newDocument("/bench", &protocol.TextDocumentItem{URI: benchURI, Text: program}))
	source, err := v.source(benchURI)
	if err != nil {
		t.Fatal(err)
	}
	checked, err := newTokenFeature().tokens(context.Background(), v, benchURI)
	if err != nil {
		t.Fatal(err)
	}
	v.settings.LargestFile = 10
	unchecked, err := newTokenFeature().tokens(context.Background(), v, benchURI)
	if err != nil || !v.oversized(source) {
		t.Fatal(err)
	}
	if len(unchecked) != len(checked)-tokenSize { // `Nil` may be anything
		t.Errorf("%d tokens, and %d where all is known", len(unchecked)/tokenSize, len(checked)/tokenSize)
	}
	found, err := newHintFeature().inlayHints(context.Background(), v, &protocol.InlayHintParams{
		TextDocument: protocol.TextDocumentIdentifier{URI: benchURI}, Range: protocol.Range{End: protocol.Position{Line: 9}},
	})
	if err != nil || len(found.([]protocol.InlayHint)) != 0 {
		t.Errorf("hints %v, %v", found, err)
	}
}

// TestHintSettings shows what the user wants to see.
func TestHintSettings(t *testing.T) {
	const program = "def @two(%first : int32, %second : int32) { \n  match (Some(%first)) { case Some(%x) { %x } case _ { 1 } } }\n@two(1, 2)\n"
	for _, c := range []struct {
		types, patterns, parameters bool
		want                        int
	}{{true, false, true, 3}, {true, false, false, 1}, {false, false, true, 2}, {false, false, false, 0}, {true, true, true, 4}, {false, true, false, 1}} {
		v := emptyView().with(newDocument("/bench", &protocol.TextDocumentItem{URI: benchURI, Text: program}))
		v.settings.InlayHints.Types, v.settings.InlayHints.Patterns, v.settings.InlayHints.Parameters = c.types, c.patterns, c.parameters
		found, err := newHintFeature().inlayHints(context.Background(), v, &protocol.InlayHintParams{
			TextDocument: protocol.TextDocumentIdentifier{URI: benchURI}, Range: protocol.Range{End: protocol.Position{Line: 9}},
		})
		if got := len(found.([]protocol.InlayHint)); err != nil || got != c.want {
			t.Errorf("types %v, parameters %v: %d hints, want %d (%v)", c.types, c.parameters, got, c.want, err)
		}
	}
}
