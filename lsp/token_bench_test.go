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
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/settings"
	"github.com/fraccheck/fraccheck/lsp/text"
)

const benchURI = uri.URI("file:///bench/program.relay")

// emptyView has nothing open.
func emptyView(o workspace.Options) *request.View {
	v := request.NewView(&protocol.InitializeParams{}, o)
	v.Client.TokenDeltas, v.Session = true, &request.Session{}
	return v.WithSettings(settings.Default())
}

// answerFrom answers a request from a view, as a server does that has run nothing.
func answerFrom[P any](t testing.TB, v *request.View, method string, p *P) any {
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
func largeView(b *testing.B) (*request.View, int) {
	b.Helper()
	program := bench.Lists(14285)
	v := emptyView(workspace.Options{Root: "/bench"}).With(request.NewDocument("/bench", &protocol.TextDocumentItem{URI: benchURI, Text: program}))
	if _, err := v.Snapshot.Module(request.FilePath(benchURI)); err != nil {
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
	d := v.Document(benchURI)
	for b.Loop() {
		b.StopTimer()
		at := strings.Index(d.Text.String()[len(d.Text.String())/2:], "add(") + len(d.Text.String())/2 + 4
		d = d.Edited(d.Version+1, text.New(d.Text.String()[:at]+" "+d.Text.String()[at:]))
		v = v.With(d)
		if _, err := v.Report(context.Background(), d.Path); err != nil {
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
