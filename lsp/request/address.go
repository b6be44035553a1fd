package request

import (
	"net/url"
	"path/filepath"
	"strings"

	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/normalform"
	"github.com/fraccheck/fraccheck/internal/prelude"
)

// FilePath is the path of a `file:` address, or of the model that an address of its program
// names; empty for others. It may be kept longer than the message that the address lies in.
func FilePath(u uri.URI) string {
	if u = canonical(u); !u.IsFile() {
		return modelPath(u)
	}
	return strings.Clone(filepath.Clean(filepath.FromSlash(u.FsPath())))
}

// ContentScheme is that of the documents that the server writes: the prelude,
// and others of a program. After `fraccheck:/types/` is the address of the
// program, escaped, or a name to be shown with that address as the query,
// `fraccheck:/types/a.types.frac?file%3A%2F%2F%2Fa.frac`; so for the others.
const (
	ContentScheme  = "fraccheck"
	PreludeAddress = uri.URI(ContentScheme + ":/" + prelude.Name)
)

// CheaperKind is the first part of the path of a document that has the steps to cheaper forms of a
// program's definitions.
const CheaperKind = "cheaper"

// serverDocuments are the documents of a program, by the first part of their path: with all
// types written, in the normal forms, and with the steps to cheaper forms.
var serverDocuments = map[string]bool{
	CheaperKind: true, "types": true, normalform.ANF.String(): true, normalform.GNF.String(): true, normalform.BBNF.String(): true,
}

// ProgramOf is the program that a document of the server is about, and which of
// its documents that is.
func ProgramOf(u uri.URI) (kind string, program uri.URI, ok bool) {
	path, ours := strings.CutPrefix(string(u), ContentScheme+":/")
	kind, escaped, _ := strings.Cut(path, "/")
	if _, query, named := strings.Cut(escaped, "?"); named {
		escaped = query
	}
	unescaped, err := url.PathUnescape(escaped)
	return kind, uri.URI(unescaped), ours && err == nil && serverDocuments[kind]
}

// IsServerDocument reports whether a document repeats what a program says, or is the prelude:
// nobody can fix what is wrong with it. The program of a model repeats nothing.
func IsServerDocument(u uri.URI) bool {
	return strings.HasPrefix(string(u), ContentScheme+":") && modelPath(u) == ""
}

// Key is the same for all spellings of an address: clients write drive letters
// and escapes in different ways.
//
// Two addresses name one document iff their keys are equal. Files are compared by path; of other
// schemes the protocol says nothing, and the canonical spelling has to do.
func Key(u uri.URI) uri.URI {
	if path := modelPath(u); path != "" {
		return ModelAddress(path)
	}
	if path := FilePath(u); path != "" {
		return uri.File(path)
	}
	return uri.URI(strings.Clone(string(canonical(u))))
}

// canonical is an address as the protocol's library writes it, with its scheme in
// small letters; a path is that of a file, and what is no address stays as it is.
func canonical(u uri.URI) uri.URI {
	scheme, rest, ok := strings.Cut(string(u), ":")
	switch {
	case ok:
		u = uri.URI(strings.ToLower(scheme) + ":" + rest)
	case !strings.HasPrefix(string(u), "/"):
		return u
	}
	if parsed, err := uri.Parse(string(u)); err == nil {
		return parsed
	}
	return u
}
