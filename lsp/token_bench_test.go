package lsp

import (
	"context"
	"io"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/bench"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/text"
)

const benchURI = uri.URI("file:///bench/program.relay")

// emptyView has nothing open.
func emptyView(o workspace.Options) *view {
	v := firstView(&protocol.InitializeParams{}, o)
	v.client.tokenDeltas, v.session = true, &session{}
	return v.configured(defaultSettings())
}

// answerFrom answers a request from a view, as a server does that has run nothing.
func answerFrom[P any](t testing.TB, v *view, method string, p *P) any {
	t.Helper()
	params, err := protocol.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := newServer(context.Background(), io.Discard, Options{}).routes[method](params)
	if err != nil {
		t.Fatal(err)
	}
	result, err := answer(context.Background(), v)
	if err != nil {
		t.Fatal(err)
	}
	return result
}

// largeView has a document of 100,000 lines open, which is parsed and linked:
// as after an edit, when its diagnostics are on their way.
func largeView(b *testing.B) (*view, int) {
	b.Helper()
	program := bench.Lists(14285)
	v := emptyView(workspace.Options{Root: "/bench"}).with(newDocument("/bench", &protocol.TextDocumentItem{URI: benchURI, Text: program}))
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
		answerFrom(b, v, protocol.MethodTextDocumentSemanticTokensFull, &protocol.SemanticTokensParams{
			TextDocument: protocol.TextDocumentIdentifier{URI: benchURI},
		})
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
		answerFrom(b, v, protocol.MethodTextDocumentSemanticTokensFull, &protocol.SemanticTokensParams{
			TextDocument: protocol.TextDocumentIdentifier{URI: benchURI},
		})
	}
}

// BenchmarkTokensRange classifies a screen of 60 lines, each time another one,
// of which nothing is checked yet.
func BenchmarkTokensRange(b *testing.B) {
	v, lines := largeView(b)
	at := uint32(0)
	for b.Loop() {
		at = (at + 977) % uint32(lines-60)
		answerFrom(b, v, protocol.MethodTextDocumentSemanticTokensRange, &protocol.SemanticTokensRangeParams{
			TextDocument: protocol.TextDocumentIdentifier{URI: benchURI},
			Range:        protocol.Range{Start: protocol.Position{Line: at}, End: protocol.Position{Line: at + 60}},
		})
	}
}
