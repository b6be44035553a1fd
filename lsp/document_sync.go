package lsp

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/workspace/config"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/text"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// didOpen takes over a text. One that is open already is replaced.
func didOpen(s *server, p *protocol.DidOpenTextDocumentParams, params []byte) error {
	v := s.view.Load()
	d := request.NewDocument(v.Root, &p.TextDocument)
	if as := addressAsWritten(params); request.Key(as) == request.Key(d.URI) {
		d.URI = as
	}
	if former := v.Document(d.URI); former != nil && former.URI != d.URI && !v.Client.PullsDiagnostics {
		s.outbox.publish(&protocol.PublishDiagnosticsParams{URI: former.URI})
	}
	s.display(v.With(d), s.closedFiles.soon, d.URI)
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

// didChange is where a keystroke arrives (docs/architecture.md, "The way of a keystroke"). It
// costs O(text) to copy the text and O(documents) to copy the tables of the view; parsing and
// checking are left to whoever asks first.
//
// didChange makes the changes of a notification, each to the text that the one
// before left. They come in the order of the wire, so the version is the
// client's word for what is there now, whatever it was before.
func didChange(s *server, p *protocol.DidChangeTextDocumentParams) error {
	v := s.view.Load()
	d := v.Document(p.TextDocument.URI)
	if d == nil {
		return notOpen(p.TextDocument.URI)
	}
	lost := d.Lost
	if slices.ContainsFunc(p.ContentChanges, IsWhole) {
		lost = nil
	}
	next := d.Edited(p.TextDocument.Version, Edited(d.Text, p.ContentChanges, v.Client.Encoding))
	next.Lost = lost
	s.show(v.With(next), d.URI)
	return nil
}

// IsWhole reports whether a change replaces the whole text.
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
	d := s.view.Load().Document(p.TextDocument.URI)
	if d == nil {
		return notOpen(p.TextDocument.URI)
	}
	s.show(s.reloaded([]string{d.Path}), d.URI)
	return nil
}

// didClose gives the document back to the disk.
func didClose(s *server, p *protocol.DidCloseTextDocumentParams) error {
	v := s.view.Load()
	d := v.Document(p.TextDocument.URI)
	if d == nil {
		return notOpen(p.TextDocument.URI)
	}
	next := v.Without(d)
	v.Session.Outlines.Forget(d.Path)
	v.Session.Exports.Forget(d.Path)
	s.runs.Forget(d.Path)
	s.changed(next, d.Paths())
	s.put(next)
	s.diagnoser.closed(next, d.URI)
	for _, f := range s.features {
		if f.Closed != nil {
			f.Closed(d)
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
		if path := request.FilePath(change.URI); path != "" {
			paths = append(paths, spellings(s.view.Load(), path)...)
		}
	}
	s.reload(paths)
	return nil
}

// reload reads files again, and has all open documents checked.
func (s *server) reload(paths []string) {
	next := s.reloaded(paths)
	if slices.ContainsFunc(paths, mayHoldAny) {
		next.ForgetReports()
		s.showAll(next)
		return
	}
	s.touch(next, paths)
	s.renew(next, s.closedFiles.changed)
}

// reloaded is the view after files changed on disk.
func (s *server) reloaded(paths []string) *request.View {
	s.runs.FilesChanged(paths)
	return s.view.Load().Reloaded(paths)
}

// mayHoldAny reports whether what is on disk, or was, may change what is found in every
// program: all but programs and documents, for a folder may hold whatever.
func mayHoldAny(path string) bool { return !sourcefile.IsProgram(path) && !sourcefile.IsDocument(path) }

// spellings are a path as it is written and with symbolic links followed, those
// of a file that is gone, too.
func spellings(v *request.View, path string) []string {
	if real := v.Snapshot.RealPath(path); real != path {
		return []string{path, real}
	}
	return []string{path}
}

// put makes a view the current one.
func (s *server) put(v *request.View) {
	s.view.Store(v)
	s.checker.changes.show(v)
}

// show makes a view the current one in which documents were edited.
func (s *server) show(v *request.View, edited ...uri.URI) {
	s.display(v, s.closedFiles.changed, edited...)
}

// display is show with what has closed files looked at.
func (s *server) display(v *request.View, look func(*request.View), edited ...uri.URI) {
	var paths []string
	for _, u := range edited {
		paths = append(paths, v.Document(u).Paths()...)
	}
	s.changed(v, paths)
	s.put(v)
	s.diagnoser.changed(v, edited...)
	look(v)
}

// changed drops what was found in a former view and depends on documents that were opened,
// edited or closed since. Of rules and configurations others than those of a file itself
// count: an import has errors in the imported file.
func (s *server) changed(v *request.View, documents []string) {
	s.touch(v, documents)
	if slices.ContainsFunc(documents, sourcefile.IsRules) {
		v.ForgetReports()
		s.matches.Touch(nil) // where other rules match stays as it is
		v.CacheVersion = s.checker.summaries.Clear()
	}
	if slices.ContainsFunc(documents, configures) {
		v.ForgetReports()
		v.ForgetListing()
		s.clear(v)
	}
}

// touch begins the version of a view in which files changed. Both caches count the same
// versions, for who holds the state changes both, and the names of files follow them.
func (s *server) touch(v *request.View, paths []string) {
	s.matches.Touch(paths)
	v.CacheVersion = s.checker.summaries.Touch(paths)
	v.Session.Exports.Touch(paths, v.CacheVersion)
}

// clear begins the version of a view in which every file may mean something else.
func (s *server) clear(v *request.View) {
	s.matches.Clear()
	v.CacheVersion = s.checker.summaries.Clear()
	v.Session.Exports.Clear(v.CacheVersion)
}

// configures reports whether a file says which programs are checked, and how.
func configures(path string) bool {
	return filepath.Base(path) == config.FileName || filepath.Base(path) == ".gitignore"
}

// showAll makes a view the current one in which every file may mean something
// else.
func (s *server) showAll(v *request.View) {
	s.clear(v)
	s.renew(v, s.closedFiles.soon)
}

// renew has everything looked at again.
func (s *server) renew(v *request.View, look func(*request.View)) {
	var open []uri.URI
	for _, d := range v.Documents {
		open = append(open, d.URI)
	}
	s.put(v)
	s.diagnoser.changed(v, open...)
	look(v)
	s.refresher.ask()
}

func notOpen(u uri.URI) error { return fmt.Errorf("the document %q is not open", u) }

func didCreateFiles(s *server, p *protocol.CreateFilesParams) error {
	var changed []string
	for _, f := range p.Files {
		changed = append(changed, f.URI)
	}
	s.reloadAddresses(changed)
	return nil
}

func didRenameFiles(s *server, p *protocol.RenameFilesParams) error {
	var changed []string
	for _, f := range p.Files {
		changed = append(changed, f.OldURI, f.NewURI)
	}
	s.reloadAddresses(changed)
	return nil
}

func didDeleteFiles(s *server, p *protocol.DeleteFilesParams) error {
	var changed []string
	for _, f := range p.Files {
		changed = append(changed, f.URI)
	}
	s.reloadAddresses(changed)
	return nil
}

// reloadAddresses reads again what files and folders hold. Addresses that are
// no files have nothing to read.
func (s *server) reloadAddresses(addresses []string) {
	var paths []string
	for _, a := range addresses {
		if path := request.FilePath(uri.URI(strings.Clone(a))); path != "" {
			paths = append(paths, path)
		}
	}
	s.reload(paths)
}

// cancelProgress handles `window/workDoneProgress/cancel`.
func cancelProgress(s *server, params *protocol.WorkDoneProgressCancelParams) error {
	s.view.Load().Session.CancelTask(params.Token)
	return nil
}

// didChangeWorkspaceFolders adds and removes folders.
func didChangeWorkspaceFolders(s *server, p *protocol.DidChangeWorkspaceFoldersParams) error {
	s.showAll(s.view.Load().WithFolders(p.Event.Removed, p.Event.Added))
	return nil
}

// textCarriers are the notifications that say what a document holds. Where one
// cannot be read, the text of its document is lost: what the server has is not what
// the user sees, and answers about it would be wrong. Questions about the document
// fail and its diagnostics say so, until the client opens it again or sends all of
// its text.
var textCarriers = map[string]bool{protocol.MethodTextDocumentDidOpen: true, protocol.MethodTextDocumentDidChange: true}

// lose notes that the text of a document was in a notification that was wrong.
func (s *server) lose(method string, params []byte, wrong error) {
	var p struct {
		TextDocument struct{ URI uri.URI }
	}
	_ = json.Unmarshal(params, &p) // what can be read of it
	v := s.view.Load()
	d := v.Document(p.TextDocument.URI)
	switch {
	case !textCarriers[method] || p.TextDocument.URI == "":
		return
	case d != nil:
		d = d.Edited(d.Version, d.Text)
	case method == protocol.MethodTextDocumentDidOpen:
		d = request.NewDocument(v.Root, &protocol.TextDocumentItem{URI: p.TextDocument.URI, Text: onDisk(v, p.TextDocument.URI)})
		if as := addressAsWritten(params); request.Key(as) == request.Key(d.URI) {
			d.URI = as
		}
	default:
		return
	}
	d.Lost = fmt.Errorf("the editor's last change of this text could not be read (%s: %w); close the document and open it again", method, wrong)
	s.show(v.With(d), d.URI)
	s.outbox.show(protocol.MessageTypeError, fmt.Sprintf("%s: %v", d.URI, d.Lost))
}

// onDisk is the text of a file that is not open.
func onDisk(v *request.View, u uri.URI) string {
	if source, err := v.Source(u); err == nil {
		return source.Text()
	}
	return ""
}
