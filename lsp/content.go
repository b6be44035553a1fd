package lsp

import (
	"context"

	"github.com/fraccheck/fraccheck/internal/normalform"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// contentFeature writes the documents of the server.
type contentFeature struct {
	asked *askedVersions // of each when it was read last
	good  *goodTexts     // when their programs had no errors
}

func newContent(asked *askedVersions) feature {
	f := contentFeature{asked, &goodTexts{}}
	return feature{
		requests: map[string]route{protocol.MethodWorkspaceTextDocumentContent: handles(f.textDocumentContent)},
		announce: func(client abilities, c *protocol.ServerCapabilities) {
			if client.content {
				c.Workspace.TextDocumentContent = &protocol.TextDocumentContentOptions{Schemes: []string{contentScheme}}
			}
		},
		closed: func(d *document) {
			f.asked.forget(d.uri)
			f.good.forget(d.uri)
		},
	}
}

// textDocumentContent writes a document of the server.
func (f contentFeature) textDocumentContent(ctx context.Context, v *view, p *protocol.TextDocumentContentParams) (any, error) {
	if p.URI == preludeAddress {
		return &protocol.TextDocumentContentResult{Text: prelude.Source}, nil
	}
	kind, program, ok := programOf(p.URI)
	if !ok {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "there is no document %q", p.URI)
	}
	source, err := v.source(program)
	if err != nil {
		return nil, err
	}
	if v.oversized(source) {
		return nil, failed(errOversized)
	}
	f.asked.note(key(p.URI), askedVersion{basis: v.basis(source.Path)})
	text, err := f.write(ctx, v, source, kind, key(p.URI))
	if err != nil {
		return nil, failed(err)
	}
	return &protocol.TextDocumentContentResult{Text: text}, nil
}

// write writes a document of a program.
func (f contentFeature) write(ctx context.Context, v *view, source *workspace.Source, kind string, address uri.URI) (string, error) {
	if form, ok := normalform.ParseForm(kind); ok {
		return f.writeForm(ctx, v, source, form, address)
	}
	return v.snapshot.Annotate(ctx, source.Path)
}
