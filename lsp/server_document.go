package lsp

import (
	"net/url"
	"strings"

	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/normalform"
	"github.com/fraccheck/fraccheck/internal/prelude"
)

// contentScheme is that of the documents that the server writes: the prelude,
// and others of a program. Behind `fraccheck:/types/` stands the address of the
// program, escaped, or a name to be shown with that address as the query,
// `fraccheck:/types/a.types.frac?file%3A%2F%2F%2Fa.frac`; so for the others.
const (
	contentScheme  = "fraccheck"
	preludeAddress = uri.URI(contentScheme + ":/" + prelude.Name)
)

// serverDocuments are the documents of a program, by the first part of their path: with all
// types written, and in the normal forms.
var serverDocuments = map[string]bool{
	"types": true, normalform.ANF.String(): true, normalform.GNF.String(): true, normalform.BBNF.String(): true,
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
	return kind, uri.URI(unescaped), ours && err == nil && serverDocuments[kind]
}

// isServerDocument tells whether a document is one of the server's: nobody can
// mend what is wrong with it.
func isServerDocument(u uri.URI) bool { return strings.HasPrefix(string(u), contentScheme+":") }
