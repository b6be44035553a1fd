package lsp

import (
	"context"
	"net/url"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/prelude"
)

// contentScheme is that of the documents that the server writes: the prelude,
// and programs with their inferred types. Behind `fraccheck:/types/` stands the
// address of the program, escaped.
const (
	contentScheme  = "fraccheck"
	preludeAddress = uri.URI(contentScheme + ":/" + prelude.Name)
	typesAddress   = contentScheme + ":/types/"
)

var contentFeature = feature{
	requests: map[string]route{protocol.MethodWorkspaceTextDocumentContent: handles(textDocumentContent)},
	announce: func(client abilities, c *protocol.ServerCapabilities) {
		if client.content {
			c.Workspace.TextDocumentContent = &protocol.TextDocumentContentOptions{Schemes: []string{contentScheme}}
		}
	},
}

// textDocumentContent writes a document of the server.
func textDocumentContent(_ context.Context, v *view, p *protocol.TextDocumentContentParams) (any, error) {
	if p.URI == preludeAddress {
		return &protocol.TextDocumentContentResult{Text: prelude.Source}, nil
	}
	program, ok := typesOf(p.URI)
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
	v.session.askedDocuments.note(key(p.URI), askedVersion{basis: v.basis(source.Path)})
	text, err := v.snapshot.Annotate(source.Path)
	if err != nil {
		return nil, failed(err)
	}
	return &protocol.TextDocumentContentResult{Text: text}, nil
}

// typesOf is the program whose types a document shows.
func typesOf(u uri.URI) (uri.URI, bool) {
	escaped, ok := strings.CutPrefix(string(u), typesAddress)
	program, err := url.PathUnescape(escaped)
	return uri.URI(program), ok && err == nil
}

// isServerDocument tells whether a document is one of the server's: nobody can
// mend what is wrong with it.
func isServerDocument(u uri.URI) bool { return strings.HasPrefix(string(u), contentScheme+":") }
