package lsp

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/text"
)

// didOpen takes over a text. One that is open already is replaced.
func didOpen(s *server, p *protocol.DidOpenTextDocumentParams, params []byte) error {
	v := s.view.Load()
	d := newDocument(v.root, &p.TextDocument)
	if as := addressAsWritten(params); key(as) == key(d.uri) {
		d.uri = as
	}
	if former := v.document(d.uri); former != nil && former.uri != d.uri && !v.client.pullsDiagnostics {
		s.outbox.publish(&protocol.PublishDiagnosticsParams{URI: former.uri})
	}
	s.display(v.with(d), s.closedFiles.soon, d.uri)
	return nil
}

// addressAsWritten is that of a document as the client writes it: reading it as an
// address spells it anew, and a client that compares addresses then finds nothing
// for its own.
func addressAsWritten(params []byte) uri.URI {
	var p struct {
		TextDocument struct {
			URI string `json:"uri"`
		} `json:"textDocument"`
	}
	_ = protocol.Unmarshal(params, &p) // they were read before
	return uri.URI(strings.Clone(p.TextDocument.URI))
}

// didChange makes the changes of a notification, each to the text that the one
// before left. They come in the order of the wire, so the version is the
// client's word for what is there now, whatever it was before.
func didChange(s *server, p *protocol.DidChangeTextDocumentParams) error {
	v := s.view.Load()
	d := v.document(p.TextDocument.URI)
	if d == nil {
		return notOpen(p.TextDocument.URI)
	}
	lost := d.lost
	if slices.ContainsFunc(p.ContentChanges, IsWhole) {
		lost = nil
	}
	next := d.edited(p.TextDocument.Version, Edited(d.text, p.ContentChanges, v.client.encoding))
	next.lost = lost
	s.show(v.with(next), d.uri)
	return nil
}

// IsWhole tells of a change that replaces the whole text.
func IsWhole(change protocol.TextDocumentContentChangeEvent) bool {
	_, whole := change.(*protocol.TextDocumentContentChangeWholeDocument)
	return whole
}

// Edited is a text after the changes of a notification.
func Edited(t *text.Text, changes []protocol.TextDocumentContentChangeEvent, e text.Encoding) *text.Text {
	for _, change := range changes {
		t = changed(t, change, e)
	}
	return t
}

// changed makes one change. The text of the message is the document's from now
// on: it owns its bytes.
func changed(t *text.Text, change protocol.TextDocumentContentChangeEvent, e text.Encoding) *text.Text {
	switch c := change.(type) {
	case *protocol.TextDocumentContentChangePartial:
		return t.Replace(text.Position(c.Range.Start), text.Position(c.Range.End), e, c.Text)
	case *protocol.TextDocumentContentChangeWholeDocument:
		return text.New(c.Text)
	}
	return t
}

// didSave reads what was written: imports may lead to the file by a name that
// the client does not use.
func didSave(s *server, p *protocol.DidSaveTextDocumentParams) error {
	d := s.view.Load().document(p.TextDocument.URI)
	if d == nil {
		return notOpen(p.TextDocument.URI)
	}
	s.show(s.reloaded([]string{d.path}), d.uri)
	return nil
}

// didClose gives the document back to the disk.
func didClose(s *server, p *protocol.DidCloseTextDocumentParams) error {
	v := s.view.Load()
	d := v.document(p.TextDocument.URI)
	if d == nil {
		return notOpen(p.TextDocument.URI)
	}
	next := v.without(d)
	v.session.outlines.Forget(d.path)
	s.runs.forget(d.path)
	s.changed(next, d.names())
	s.put(next)
	s.diagnoser.closed(next, d.uri)
	for _, f := range s.features {
		if f.closed != nil {
			f.closed(d)
		}
	}
	s.closedFiles.changed(next)
	return nil
}

// didChangeWatchedFiles reads files again. What they mean for the others shows
// in the others' diagnostics; a configuration may change them all.
func didChangeWatchedFiles(s *server, p *protocol.DidChangeWatchedFilesParams) error {
	var paths []string
	for _, change := range p.Changes {
		if path := filePath(change.URI); path != "" {
			paths = append(paths, s.view.Load().spellings(path)...)
		}
	}
	s.reload(paths)
	return nil
}

// reload reads files again, and has all open documents checked.
func (s *server) reload(paths []string) {
	next := s.reloaded(paths)
	if slices.ContainsFunc(paths, mayHoldAny) {
		next.forgetReports()
		s.showAll(next)
		return
	}
	s.touch(next, paths)
	s.renew(next, s.closedFiles.changed)
}

// reloaded is the view after files changed on disk.
func (s *server) reloaded(paths []string) *view {
	s.runs.filesChanged(paths)
	return s.view.Load().reloaded(paths)
}

// mayHoldAny tells of what is on disk, or was, and may change what is found in every
// program: all but programs and documents, for a folder may hold whatever.
func mayHoldAny(path string) bool { return !workspace.IsProgram(path) && !workspace.IsDocument(path) }

// spellings are a path as it is written and with symbolic links followed, those
// of a file that is gone, too.
func (v *view) spellings(path string) []string {
	if real := v.snapshot.RealPath(path); real != path {
		return []string{path, real}
	}
	return []string{path}
}

// put makes a view the current one.
func (s *server) put(v *view) {
	s.view.Store(v)
	s.checker.changes.show(v)
}

// show makes a view the current one in which documents were edited.
func (s *server) show(v *view, edited ...uri.URI) { s.display(v, s.closedFiles.changed, edited...) }

// display is show with what has closed files looked at.
func (s *server) display(v *view, look func(*view), edited ...uri.URI) {
	var paths []string
	for _, u := range edited {
		paths = append(paths, v.document(u).names()...)
	}
	s.changed(v, paths)
	s.put(v)
	s.diagnoser.changed(v, edited...)
	look(v)
}

// changed drops what was found in a former view and depends on documents that were opened,
// edited or closed since. Of rules and configurations others than those of a file itself
// count: an import has errors in the imported file.
func (s *server) changed(v *view, documents []string) {
	s.touch(v, documents)
	if slices.ContainsFunc(documents, workspace.IsRules) {
		v.forgetReports()
		s.matches.touch(nil) // where other rules match stays as it is
		v.cacheVersion = s.checker.summaries.clear()
	}
	if slices.ContainsFunc(documents, configures) {
		v.forgetReports()
		v.forgetListing()
		s.clear(v)
	}
}

// touch begins the version of a view in which files changed. Both caches count the same
// versions, for who holds the state changes both.
func (s *server) touch(v *view, paths []string) {
	s.matches.touch(paths)
	v.cacheVersion = s.checker.summaries.touch(paths)
}

// clear begins the version of a view in which every file may mean something else.
func (s *server) clear(v *view) {
	s.matches.clear()
	v.cacheVersion = s.checker.summaries.clear()
}

// configures tells of files that say which programs are looked at, and how.
func configures(path string) bool {
	return filepath.Base(path) == workspace.ConfigName || filepath.Base(path) == ".gitignore"
}

// showAll makes a view the current one in which every file may mean something
// else.
func (s *server) showAll(v *view) {
	s.clear(v)
	s.renew(v, s.closedFiles.soon)
}

// renew has everything looked at again.
func (s *server) renew(v *view, look func(*view)) {
	var open []uri.URI
	for _, d := range v.documents {
		open = append(open, d.uri)
	}
	s.put(v)
	s.diagnoser.changed(v, open...)
	look(v)
	s.refresher.ask()
}

func notOpen(u uri.URI) error { return fmt.Errorf("the document %q is not open", u) }
