package lsp

import (
	"context"
	"net/url"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/normalform"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// contentScheme is that of the documents that the server writes: the prelude,
// and others of a program. Behind `fraccheck:/types/` stands the address of the
// program, escaped, or a name to be shown with that address as the query,
// `fraccheck:/types/a.types.frac?file%3A%2F%2F%2Fa.frac`; so for the others.
const (
	contentScheme  = "fraccheck"
	preludeAddress = uri.URI(contentScheme + ":/" + prelude.Name)
)

// writings are the documents of a program, by the first part of their path.
var writings = map[string]func(ctx context.Context, v *view, source *workspace.Source, address uri.URI) (string, error){
	"types": func(ctx context.Context, v *view, source *workspace.Source, _ uri.URI) (string, error) {
		return v.snapshot.Annotate(ctx, source.Path)
	},
	normalform.ANF.String():  writeForm(normalform.ANF),
	normalform.GNF.String():  writeForm(normalform.GNF),
	normalform.BBNF.String(): writeForm(normalform.BBNF),
}

var contentFeature = feature{
	requests: map[string]route{protocol.MethodWorkspaceTextDocumentContent: handles(textDocumentContent)},
	announce: func(client abilities, c *protocol.ServerCapabilities) {
		if client.content {
			c.Workspace.TextDocumentContent = &protocol.TextDocumentContentOptions{Schemes: []string{contentScheme}}
		}
	},
}

// textDocumentContent writes a document of the server.
func textDocumentContent(ctx context.Context, v *view, p *protocol.TextDocumentContentParams) (any, error) {
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
	v.session.askedDocuments.note(key(p.URI), askedVersion{basis: v.basis(source.Path)})
	text, err := writings[kind](ctx, v, source, key(p.URI))
	if err != nil {
		return nil, failed(err)
	}
	return &protocol.TextDocumentContentResult{Text: text}, nil
}

// programOf is the program that a document of the server is about, and which of
// its documents that is.
func programOf(u uri.URI) (kind string, program uri.URI, ok bool) {
	path, ours := strings.CutPrefix(string(u), contentScheme+":/")
	kind, escaped, _ := strings.Cut(path, "/")
	if _, query, named := strings.Cut(escaped, "?"); named {
		escaped = query
	}
	unescaped, err := url.PathUnescape(escaped)
	return kind, uri.URI(unescaped), ours && err == nil && writings[kind] != nil
}

// isServerDocument tells whether a document is one of the server's: nobody can
// mend what is wrong with it.
func isServerDocument(u uri.URI) bool { return strings.HasPrefix(string(u), contentScheme+":") }
