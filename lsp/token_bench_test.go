package lsp

import (
	"context"
	"strings"
	"sync"
	"testing"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/bench"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/text"
)

const benchURI = uri.URI("file:///bench/program.relay")

// emptyView has nothing open.
func emptyView() *view {
	return &view{
		session: &session{}, settings: defaultSettings(), ops: table.Default(),
		client:   abilities{encoding: text.UTF16, tokenDeltas: true},
		reports:  &reports{},
		prelude:  sync.OnceValue(readPrelude),
		snapshot: workspace.Open(workspace.Options{Root: "/bench"}),
	}
}

// largeView has a document of 100,000 lines open, which is parsed and linked:
// as after an edit, when its diagnostics are on their way.
func largeView(b *testing.B) (*view, int) {
	b.Helper()
	program := bench.Lists(14285)
	v := emptyView().with(newDocument("/bench", &protocol.TextDocumentItem{URI: benchURI, Text: program}))
	if _, err := v.snapshot.Module(filePath(benchURI)); err != nil {
		b.Fatal(err)
	}
	return v, strings.Count(program, "\n")
}

// BenchmarkTokensFull classifies a file of 100,000 lines of which nothing is
// checked yet.
func BenchmarkTokensFull(b *testing.B) {
	for b.Loop() {
		b.StopTimer()
		v, _ := largeView(b)
		b.StartTimer()
		if _, err := newTokenFeature().semanticTokens(context.Background(), v, &protocol.SemanticTokensParams{
			TextDocument: protocol.TextDocumentIdentifier{URI: benchURI},
		}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkTokensAgain classifies the same file after an edit whose diagnostics
// are out.
func BenchmarkTokensAgain(b *testing.B) {
	v, _ := largeView(b)
	d := v.document(benchURI)
	for b.Loop() {
		b.StopTimer()
		at := strings.Index(d.text.String()[len(d.text.String())/2:], "add(") + len(d.text.String())/2 + 4
		d = d.edited(d.version+1, text.New(d.text.String()[:at]+" "+d.text.String()[at:]))
		v = v.with(d)
		if _, err := v.report(context.Background(), d.path); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		if _, err := newTokenFeature().semanticTokens(context.Background(), v, &protocol.SemanticTokensParams{
			TextDocument: protocol.TextDocumentIdentifier{URI: benchURI},
		}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkTokensRange classifies a screen of 60 lines, each time another one,
// of which nothing is checked yet.
func BenchmarkTokensRange(b *testing.B) {
	v, lines := largeView(b)
	at := uint32(0)
	for b.Loop() {
		at = (at + 977) % uint32(lines-60)
		if _, err := newTokenFeature().semanticTokensRange(context.Background(), v, &protocol.SemanticTokensRangeParams{
			TextDocument: protocol.TextDocumentIdentifier{URI: benchURI},
			Range:        protocol.Range{Start: protocol.Position{Line: at}, End: protocol.Position{Line: at + 60}},
		}); err != nil {
			b.Fatal(err)
		}
	}
}
