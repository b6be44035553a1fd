package lsp

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"sync"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// features answer clients that pull diagnostics. They are not sent any: they would show them
// twice.
func (c *checker) features() []feature {
	return []feature{{
		requests: map[string]route{
			protocol.MethodTextDocumentDiagnostic: handles(c.documentDiagnostic),
			protocol.MethodWorkspaceDiagnostic:    handles(c.workspaceDiagnostic),
		},
		closed: func(d *document) { c.asked.forget(d.uri) },
		announce: func(client abilities, c *protocol.ServerCapabilities) {
			if client.pullsDiagnostics {
				c.DiagnosticProvider = &protocol.DiagnosticOptions{InterFileDependencies: true, WorkspaceDiagnostics: true}
			}
		},
	}}
}

// documentDiagnostic checks one document. What the client has already is not
// sent again.
func (c *checker) documentDiagnostic(ctx context.Context, v *view, p *protocol.DocumentDiagnosticParams) (any, error) {
	found, err := c.pulled(ctx, v, p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	id := resultID(found)
	if p.PreviousResultID != nil && *p.PreviousResultID == id {
		return &protocol.RelatedUnchangedDocumentDiagnosticReport{
			UnchangedDocumentDiagnosticReport: unchangedReport(id),
		}, nil
	}
	return &protocol.RelatedFullDocumentDiagnosticReport{FullDocumentDiagnosticReport: fullReport(id, found)}, nil
}

func unchangedReport(id string) protocol.UnchangedDocumentDiagnosticReport {
	return protocol.UnchangedDocumentDiagnosticReport{Kind: "unchanged", ResultID: id}
}

func fullReport(id string, found []protocol.Diagnostic) protocol.FullDocumentDiagnosticReport {
	return protocol.FullDocumentDiagnosticReport{Kind: "full", ResultID: &id, Items: found}
}

// pulled are the diagnostics of a document, open or not. What is gone has none: a client
// asks once more for what it showed before a file was renamed or deleted.
func (c *checker) pulled(ctx context.Context, v *view, u uri.URI) ([]protocol.Diagnostic, error) {
	if d := v.document(u); d != nil {
		c.asked.note(d.key(), askedVersion{d.version, v.basis(d.path)})
		return c.diagnostics(ctx, v, d)
	}
	path := filePath(u)
	if path == "" {
		return nil, nil
	}
	fresh := v.afresh()
	source, err := fresh.snapshot.Source(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, failed(err)
	}
	sum, err := c.summary(ctx, fresh, source.Path, nil)
	if err != nil {
		return nil, err
	}
	return sum.found, nil
}

// A workspacePull is a request for the diagnostics of all files.
type workspacePull struct {
	*checker
	view    *view
	partial protocol.ProgressToken // of a client that takes the answer in parts
	known   map[uri.URI]string     // what the client has, by the key of its address
	items   []protocol.WorkspaceDocumentDiagnosticReport
	news    bool // there is something that the client does not have
}

// workspaceDiagnostic checks all files of the folders and all open documents.
// Of a file that is gone, the client learns that it has no findings any more. Where the
// client knows all there is, it is answered when there is something else.
func (c *checker) workspaceDiagnostic(ctx context.Context, v *view, p *protocol.WorkspaceDiagnosticParams) (any, error) {
	w := &workspacePull{checker: c, view: v, partial: p.PartialResultToken, known: map[uri.URI]string{}}
	for _, previous := range p.PreviousResultIds {
		w.known[key(previous.URI)] = previous.Value
	}
	replaced, leave := c.changes.enter(ticketOf(ctx))
	defer leave()
	for token := p.WorkDoneToken; ; token = nil {
		now, changed := c.changes.now()
		w.view = now.of(ctx)
		if err := w.look(ctx, token); err != nil {
			return nil, err
		}
		if w.news || len(w.known) == 0 || c.serial != nil || !c.changes.next(ctx, changed, replaced) {
			return w.answer(ctx)
		}
		w.items = nil
	}
}

// look goes through all files of a view.
func (w *workspacePull) look(ctx context.Context, token protocol.ProgressToken) error {
	v := w.view
	closed := closedFiles(ctx, v)
	// A client that gave no token asks again and again: it is shown nothing.
	ctx, work := v.session.begin(ctx, abilities{}, token, checkingTitle, len(closed)+len(v.documents))
	defer work.end("")
	if err := w.documents(ctx, work); err != nil {
		return err
	}
	err := w.summarize(ctx, v, closed, func(path string, sum *summary) {
		w.add(ctx, uri.File(path), nil, sum.id, sum.found)
		work.step()
	})
	if err == nil {
		w.gone(ctx, closed)
	}
	return err
}

// documents adds the open documents, in the order of their addresses.
func (w *workspacePull) documents(ctx context.Context, work *task) error {
	for _, u := range sortedKeys(w.view.documents) {
		d := w.view.documents[u]
		found, err := w.diagnostics(ctx, w.view, d)
		if err != nil {
			return err
		}
		w.add(ctx, d.uri, &d.version, resultID(found), found)
		work.step()
	}
	return nil
}

// gone adds the files that the client has findings of and that are none of
// those asked for.
func (w *workspacePull) gone(ctx context.Context, closed []string) {
	for _, u := range sortedKeys(w.known) {
		_, found := slices.BinarySearch(closed, filePath(u))
		if !found && w.view.documents[u] == nil {
			w.add(ctx, u, nil, resultID(nil), nil)
		}
	}
}

// add puts a document into the answer, or into the next part of it.
func (w *workspacePull) add(ctx context.Context, u uri.URI, version *int32, id string, found []protocol.Diagnostic) {
	if w.known[key(u)] == id {
		w.items = append(w.items, &protocol.WorkspaceUnchangedDocumentDiagnosticReport{
			UnchangedDocumentDiagnosticReport: unchangedReport(id), URI: u, Version: version,
		})
	} else {
		w.news = true
		w.items = append(w.items, &protocol.WorkspaceFullDocumentDiagnosticReport{
			FullDocumentDiagnosticReport: fullReport(id, found), URI: u, Version: version,
		})
	}
	if w.partial != nil && w.news && len(w.items) >= summaryBatch {
		w.flush(ctx)
	}
}

// flush sends a part of the answer.
func (w *workspacePull) flush(ctx context.Context) {
	part, err := protocol.Marshal(&protocol.WorkspaceDiagnosticReportPartialResult{Items: w.items})
	if err == nil {
		_ = w.view.session.client.Progress(ctx, &protocol.ProgressParams{Token: w.partial, Value: part})
	}
	w.items = nil
}

// answer is the whole; where parts were sent, it is empty and the last of them
// sent before.
func (w *workspacePull) answer(ctx context.Context) (any, error) {
	if w.partial != nil && len(w.items) > 0 {
		w.flush(ctx)
	}
	return &protocol.WorkspaceDiagnosticReport{Items: w.items}, nil
}

// AskedVersions know what each document was when the client asked for it last.
type askedVersions struct {
	mu   sync.Mutex
	seen map[uri.URI]askedVersion // by key
}

// An askedVersion is the version of a document that the client asked for, and
// what its findings depended on.
type askedVersion struct {
	version int32
	basis   basis
}

func newAskedVersions() *askedVersions { return &askedVersions{seen: map[uri.URI]askedVersion{}} }

func (a *askedVersions) note(u uri.URI, now askedVersion) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.seen[u] = now
}

func (a *askedVersions) last(u uri.URI) (askedVersion, bool) {
	a.mu.Lock()
	defer a.mu.Unlock()
	last, ok := a.seen[u]
	return last, ok
}

func (a *askedVersions) forget(u uri.URI) {
	a.mu.Lock()
	defer a.mu.Unlock()
	delete(a.seen, key(u))
}
