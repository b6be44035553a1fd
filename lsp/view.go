package lsp

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A view is all that requests see of one moment. It never changes; each edit
// makes a new one that shares what it can.
type view struct {
	session      *session // shared by all views
	settings     settings
	client       abilities
	folders      []string // that the client has open; none for single files
	listing      *listing // of the folders
	root         string   // the first folder, or where the server was started
	cacheVersion int      // of the caches of what was found in files
	prelude      func() *workspace.Source
	reports      *reports // shared by all views
	pages        pages    // of who looks at many files; nil for others
	ops          op.Table
	snapshot     *workspace.Snapshot
	documents    map[uri.URI]*document // open ones, by their key
	byPath       map[string]*document
	closings     int             // of documents, since files that nobody asks for were forgotten: that looks at all
	request      context.Context // of the request that sees the view; nil for others
}

// of is the view as one request sees it: what it asks for ends with it.
func (v *view) of(request context.Context) *view {
	seen := *v
	seen.request, seen.snapshot = request, v.snapshot.For(request)
	return &seen
}

// context is that of who sees the view.
func (v *view) context() context.Context {
	if v.request == nil {
		return context.Background()
	}
	return v.request
}

// with is the view after documents were opened or edited.
func (v *view) with(d *document) *view {
	next := v.copied()
	next.documents[d.key()] = d
	for path := range d.paths() {
		next.byPath[path] = d
	}
	next.snapshot = v.snapshot.With(d.paths())
	return next
}

// without is the view after a document was closed.
func (v *view) without(d *document) *view {
	v.reports.forget(d.path)
	next := v.copied()
	delete(next.documents, d.key())
	var paths []string
	for path := range d.paths() {
		delete(next.byPath, path)
		paths = append(paths, path)
	}
	next.snapshot = v.snapshot.Without(paths...)
	if next.closings++; next.closings > len(next.documents)/8 {
		next.closings, next.snapshot = 0, next.snapshot.Retain(next.wanted()...)
	}
	return next
}

// wanted are the files that are asked for again: the open ones, and of those
// that were read the folders'.
func (v *view) wanted() []string {
	paths := slices.Collect(maps.Keys(v.byPath))
	for _, path := range v.snapshot.Loaded() {
		if slices.ContainsFunc(v.folders, func(folder string) bool { return strings.HasPrefix(path, folder+string(filepath.Separator)) }) {
			paths = append(paths, path)
		}
	}
	return paths
}

// reloaded is the view after files changed, came or went on disk.
func (v *view) reloaded(paths []string) *view {
	next := *v
	next.snapshot, next.listing = v.snapshot.Reload(paths...), &listing{}
	return &next
}

// copied is a view whose tables may be changed. A client opens few documents,
// so copying is cheap.
func (v *view) copied() *view {
	next := *v
	next.documents = maps.Clone(v.documents)
	next.byPath = maps.Clone(v.byPath)
	if next.documents == nil {
		next.documents, next.byPath = map[uri.URI]*document{}, map[string]*document{}
	}
	return &next
}

// document is the open document of an address, nil where it is not open.
func (v *view) document(u uri.URI) *document { return v.documents[key(u)] }

// spelled is an address as the client wrote it when it opened the document.
func (v *view) spelled(u uri.URI) uri.URI {
	if d := v.document(u); d != nil {
		return d.uri
	}
	return u
}

// path is where the snapshot has a document: an open one, or a file.
func (v *view) path(u uri.URI) (string, error) {
	if d := v.document(u); d != nil && d.lost != nil {
		return "", failed(d.lost)
	} else if d != nil {
		return d.path, nil
	}
	if path := filePath(u); path != "" {
		return path, nil
	}
	return "", jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the document %q is not open", u)
}

// source is the text and the tree of a document.
func (v *view) source(u uri.URI) (*workspace.Source, error) {
	path, err := v.path(u)
	if err != nil {
		return nil, err
	}
	source, err := v.snapshot.Source(path)
	if err != nil {
		return nil, failed(err)
	}
	return source, nil
}

// program is the text of a document and what it declares and sees.
func (v *view) program(u uri.URI) (*workspace.Source, *typecheck.Module, error) {
	source, err := v.source(u)
	if err != nil {
		return nil, nil, err
	}
	module, err := v.snapshot.Module(source.Path)
	if err != nil {
		return nil, nil, failed(err)
	}
	return source, module, nil
}

// address is how the client calls a file.
func (v *view) address(path string) uri.URI {
	if d := v.byPath[path]; d != nil {
		return d.uri
	}
	if v.client.content && filepath.Base(path) == prelude.Name && path == v.prelude().Path {
		return preludeAddress
	}
	return uri.File(path)
}

// failed is the answer to a request that is right but cannot be met.
func failed(err error) error {
	return jsonrpc2.Errorf(jsonrpc2.Code(protocol.LSPErrorCodesRequestFailed), "%v", err)
}

// DocumentKey is the same for all spellings of a document's address.
func DocumentKey(u uri.URI) uri.URI { return key(u) }

// key is the same for all spellings of an address: clients write drive letters
// and escapes in different ways.
func key(u uri.URI) uri.URI {
	if path := filePath(u); path != "" {
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

// afresh is the view in which nothing is read yet; what is read in it is
// forgotten with it.
func (v *view) afresh() *view {
	fresh := *v
	fresh.snapshot, fresh.reports = v.snapshot.Throwaway(), &reports{}
	return &fresh
}

// dependencies are those of a file; of one that cannot be read its own path.
func (v *view) dependencies(path string) []string {
	depends, err := v.snapshot.Dependencies(path)
	if err != nil {
		return []string{path}
	}
	slices.Sort(depends)
	return slices.Clone(slices.Compact(depends))
}

// withPages is the view of one goroutine that looks at many files: pages on codes that it
// names are looked for once.
func (v *view) withPages() *view {
	next := *v
	next.pages = pages{}
	return &next
}

// forgetReports drops what was found in files. The view must not be shown yet.
func (v *view) forgetReports() { v.reports = &reports{} }

// forgetListing has the folders listed again. The view must not be shown yet.
func (v *view) forgetListing() { v.listing = &listing{} }
