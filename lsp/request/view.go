// Package request is what the features of the language server are made from: the View that
// a request sees, and how its answer is written for the client.
//
// A [View] is immutable, as a snapshot of gopls is: the files as they were when the request
// came, the open documents, the settings and what the client can do. An edit makes another
// View that shares what it can, so that a request never sees half of a change and needs no
// lock. What views share and what changes (the ways to the client, outlines of files) is the
// [Session].
//
// Everything below the protocol counts in bytes. A [Mapper] turns positions of the client into
// byte offsets where a request comes in, and back where its answer is written; a [Cursor] (or
// [RuleCursor], [ContractCursor]) is what is at a position.
//
// A [Feature] is a set of requests and commands and their announcement. Its package imports
// this one, never another feature, and never the server.
//
// Read view.go first, then feature.go and cursor.go.
package request

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/readers"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/lsp/settings"
	"github.com/fraccheck/fraccheck/typecheck"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// A View is all that requests see of one moment. It never changes; each edit
// makes a new one that shares what it can.
type View struct {
	Session      *Session // shared by all views
	Settings     settings.Settings
	Client       Client
	folders      []string // that the client has open; none for single files
	listing      *listing // of the folders
	Root         string   // the first folder, or where the server was started
	CacheVersion int      // of the caches of what was found in files
	Prelude      func() *workspace.Source
	reports      *reports // shared by all views
	pages        pages    // of who looks at many files; nil for others
	Ops          op.Table
	Snapshot     *workspace.Snapshot
	Documents    map[uri.URI]*Document // open ones, by their key
	ByPath       map[string]*Document
	closings     int             // of documents, since files that nobody asks for were forgotten: that looks at all
	request      context.Context // of the request that sees the view; nil for others
}

// For is the view as one request sees it: what it asks for ends with it.
func (v *View) For(request context.Context) *View {
	seen := *v
	seen.request, seen.Snapshot = request, v.Snapshot.For(request)
	return &seen
}

// context is that of who sees the view.
func (v *View) context() context.Context {
	if v.request == nil {
		return context.Background()
	}
	return v.request
}

// With is the view after documents were opened or edited.
//
// Cost: the tables of open documents are copied, the snapshot shares all other files.
func (v *View) With(d *Document) *View {
	next := v.copied()
	next.Documents[d.Key()] = d
	for _, path := range v.pathsOf(d) {
		next.ByPath[path] = d
	}
	if !d.Model {
		next.Snapshot = v.Snapshot.WithTexts(d.Texts())
	}
	return next
}

// Without is the view after a document was closed.
//
// Each close forgets the document. Files that were read for it and that nobody asks for are found
// by looking at all, so that is done once for every eighth of the open documents: closing n
// documents costs O(n) looks and not O(n²).
func (v *View) Without(d *Document) *View {
	v.reports.forget(d.Path)
	next := v.copied()
	delete(next.Documents, d.Key())
	paths := d.Paths()
	for _, path := range v.pathsOf(d) {
		delete(next.ByPath, path)
	}
	for _, other := range next.Documents {
		if other.Path == d.Path { // a model by its file and by its program
			for _, path := range v.pathsOf(other) {
				next.ByPath[path] = other
			}
		}
	}
	next.Snapshot = v.Snapshot.Without(paths...)
	if next.closings++; next.closings > len(next.Documents)/8 {
		next.closings, next.Snapshot = 0, next.Snapshot.Retain(next.wanted()...)
	}
	return next
}

// pathsOf are the paths of the files that a document shows: the model too, of whose program a
// client that has its bytes can read nothing.
func (v *View) pathsOf(d *Document) []string {
	if d.Bytes != "" && !v.Client.ReadsContent {
		return append(d.Paths(), d.Bytes)
	}
	return d.Paths()
}

// wanted are the files that are asked for again: the open ones, and of those
// that were read the folders'.
func (v *View) wanted() []string {
	paths := slices.Collect(maps.Keys(v.ByPath))
	for _, path := range v.Snapshot.Loaded() {
		if slices.ContainsFunc(v.folders, func(folder string) bool { return strings.HasPrefix(path, folder+string(filepath.Separator)) }) {
			paths = append(paths, path)
		}
	}
	return paths
}

// Reloaded is the view after files changed, came or went on disk.
func (v *View) Reloaded(paths []string) *View {
	next := *v
	next.Snapshot, next.listing = v.Snapshot.Reload(paths...), &listing{}
	return &next
}

// copied is a view whose tables may be changed. A client opens few documents,
// so copying is cheap.
func (v *View) copied() *View {
	next := *v
	next.Documents = maps.Clone(v.Documents)
	next.ByPath = maps.Clone(v.ByPath)
	if next.Documents == nil {
		next.Documents, next.ByPath = map[uri.URI]*Document{}, map[string]*Document{}
	}
	return &next
}

// Document is the open document of an address, nil where it is not open.
func (v *View) Document(u uri.URI) *Document { return v.Documents[Key(u)] }

// Spelled is an address as the client wrote it when it opened the document.
func (v *View) Spelled(u uri.URI) uri.URI {
	if d := v.Document(u); d != nil {
		return d.URI
	}
	return u
}

// Path is where the snapshot has a document: an open one, or a file.
func (v *View) Path(u uri.URI) (string, error) {
	if d := v.Document(u); d != nil && d.Lost != nil {
		return "", Failed(d.Lost)
	} else if d != nil {
		return d.Path, nil
	}
	if path := FilePath(u); path != "" {
		return path, nil
	}
	return "", jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the document %q is not open", u)
}

// Source is the text and the tree of a document.
func (v *View) Source(u uri.URI) (*workspace.Source, error) {
	path, err := v.Path(u)
	if err != nil {
		return nil, err
	}
	source, err := v.Snapshot.Source(path)
	if err != nil {
		return nil, Failed(err)
	}
	if source.Origin != nil { // nothing but diagnostics is said of a text in another language
		return source.Origin, nil
	}
	return source, nil
}

// Program is the text of a document and what it declares and sees.
func (v *View) Program(u uri.URI) (*workspace.Source, *typecheck.Module, error) {
	source, err := v.Source(u)
	if err != nil {
		return nil, nil, err
	}
	module, err := v.Snapshot.Module(source.Path)
	if err != nil {
		return nil, nil, Failed(err)
	}
	return source, module, nil
}

// Address is how the client calls a file. A client that reads documents of the server is led
// to the program of a model, others to the file.
func (v *View) Address(path string) uri.URI {
	if d := v.ByPath[path]; d != nil {
		return d.URI
	}
	if v.Client.ReadsContent && filepath.Base(path) == prelude.Name && path == v.Prelude().Path {
		return PreludeAddress
	}
	return v.ClosedAddress(path)
}

// ClosedAddress is the address of a file in the folders that is not open.
func (v *View) ClosedAddress(path string) uri.URI {
	if v.Client.ReadsContent && sourcefile.IsModel(path) {
		return ModelAddress(path)
	}
	return uri.File(path)
}

// WithPages is the view of one goroutine that looks at many files: pages on codes that it
// names are looked for once.
func (v *View) WithPages() *View {
	next := *v
	next.pages = pages{}
	return &next
}

// ForgetReports drops what was found in files. The view must not be shown yet.
func (v *View) ForgetReports() { v.reports = &reports{} }

// ForgetListing has the folders listed again. The view must not be shown yet.
func (v *View) ForgetListing() { v.listing = &listing{} }

// WithSettings is the view with other settings.
func (v *View) WithSettings(chosen settings.Settings) *View {
	next := *v
	next.Settings, next.reports = chosen, &reports{}
	next.Snapshot = v.Snapshot.WithSeverities(chosen.Severity)
	return &next
}

// ReadBatch is how many closed files are read before their trees are
// forgotten.
const ReadBatch = 32

// NewView is the view with nothing open.
func NewView(p *protocol.InitializeParams, o workspace.Options) *View {
	folders := foldersOf(p)
	started, _ := os.Getwd() // documents that are no files are then beside nothing
	root := started
	if len(folders) > 0 {
		root = folders[0]
	}
	if o.Root == "" {
		o.Root = sourcefile.FindRoot(workspace.Disk{}, root)
	}
	o.Prompt, o.Formats = true, readers.All
	client := readAbilities(&p.Capabilities)
	client.readOptions(p.InitializationOptions)
	return &View{
		Client:   client,
		folders:  folders,
		listing:  &listing{},
		Root:     root,
		Ops:      table.Default(),
		Prelude:  sync.OnceValue(readPrelude),
		Snapshot: workspace.Open(o),
	}
}

// Failed is the answer to a request that is right but cannot be met.
func Failed(err error) error {
	return jsonrpc2.Errorf(jsonrpc2.Code(protocol.LSPErrorCodesRequestFailed), "%v", err)
}

// Afresh is the view in which nothing is read yet; what is read in it is
// forgotten with it.
//
// A search through thousands of files would keep all their trees in the snapshot; in a view that
// is thrown away after ReadBatch files, memory is bounded by those.
func (v *View) Afresh() *View { return v.In(v.Snapshot.Throwaway()) }

// In is the view that reads files in another snapshot of the same moment.
func (v *View) In(snapshot *workspace.Snapshot) *View {
	next := *v
	next.Snapshot, next.reports = snapshot, &reports{}
	return &next
}

// Dependencies are those of a file; of one that cannot be read its own path.
func (v *View) Dependencies(path string) Paths {
	depends, err := v.Snapshot.Dependencies(path)
	if err != nil {
		return Paths{path}
	}
	slices.Sort(depends)
	return slices.Clone(slices.Compact(depends))
}
