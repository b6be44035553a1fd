package lsp

import (
	"context"
	"errors"
	"io/fs"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/lsp/request"
)

// features answer clients that pull diagnostics. They are not sent any: they would show them
// twice.
func (c *checker) features() []request.Feature {
	return []request.Feature{{
		Requests: map[string]request.Route{
			protocol.MethodTextDocumentDiagnostic: request.Handles(c.documentDiagnostic),
			protocol.MethodWorkspaceDiagnostic:    request.Handles(c.workspaceDiagnostic),
		},
		Closed: func(d *request.Document) { c.asked.Forget(d.URI) },
		Announce: func(client request.Client, c *protocol.ServerCapabilities) {
			if client.PullsDiagnostics {
				c.DiagnosticProvider = &protocol.DiagnosticOptions{InterFileDependencies: true, WorkspaceDiagnostics: true}
			}
		},
	}}
}

// documentDiagnostic checks one document. What the client has already is not
// sent again.
func (c *checker) documentDiagnostic(ctx context.Context, v *request.View, p *protocol.DocumentDiagnosticParams) (any, error) {
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
func (c *checker) pulled(ctx context.Context, v *request.View, u uri.URI) ([]protocol.Diagnostic, error) {
	if d := v.Document(u); d != nil {
		c.asked.Note(d.Key(), request.AskedVersion{Version: d.Version, Basis: v.Basis(d.Path)})
		return c.diagnostics(ctx, v, d)
	}
	path := request.FilePath(u)
	if path == "" {
		return nil, nil
	}
	fresh := v.Afresh()
	source, err := fresh.Snapshot.Source(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, request.Failed(err)
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
	view    *request.View
	partial protocol.ProgressToken // of a client that takes the answer in parts
	known   map[uri.URI]string     // what the client has, by the key of its address
	items   []protocol.WorkspaceDocumentDiagnosticReport
	news    bool // there is something that the client does not have
}

// workspaceDiagnostic checks all files of the folders and all open documents.
// Of a file that is gone, the client learns that it has no diagnostics any more. Where the
// client knows all there is, it is answered when there is something else.
func (c *checker) workspaceDiagnostic(ctx context.Context, v *request.View, p *protocol.WorkspaceDiagnosticParams) (any, error) {
	w := &workspacePull{checker: c, view: v, partial: p.PartialResultToken, known: map[uri.URI]string{}}
	for _, previous := range p.PreviousResultIds {
		w.known[request.Key(previous.URI)] = previous.Value
	}
	replaced, leave := c.changes.enter(ticketOf(ctx))
	defer leave()
	for token := p.WorkDoneToken; ; token = nil {
		now, changed := c.changes.now()
		w.view = now.For(ctx)
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
	ctx, work := v.Session.Begin(ctx, request.Client{}, token, checkingTitle, len(closed)+len(v.Documents))
	defer work.End("")
	if err := w.documents(ctx, work); err != nil {
		return err
	}
	// Parts of an answer are sent as they come, a whole one has the files in their order.
	found := make(map[string]*summary, len(closed))
	err := w.summarize(ctx, v, closed, func(path string, sum *summary) {
		if found[path] = sum; w.partial != nil {
			w.add(ctx, v.ClosedAddress(path), nil, sum.id, sum.found)
		}
		work.Step()
	})
	for _, path := range closed {
		if sum := found[path]; sum != nil && w.partial == nil {
			w.add(ctx, v.ClosedAddress(path), nil, sum.id, sum.found)
		}
	}
	if err == nil {
		w.gone(ctx, closed)
	}
	return err
}

// documents adds the open documents, in the order of their addresses.
func (w *workspacePull) documents(ctx context.Context, work *request.Task) error {
	for _, u := range sortedKeys(w.view.Documents) {
		d := w.view.Documents[u]
		found, err := w.diagnostics(ctx, w.view, d)
		if err != nil {
			return err
		}
		w.add(ctx, d.URI, &d.Version, resultID(found), found)
		work.Step()
	}
	return nil
}

// gone adds the files that the client has diagnostics of and that are none of
// those asked for.
func (w *workspacePull) gone(ctx context.Context, closed []string) {
	for _, u := range sortedKeys(w.known) {
		path := request.FilePath(u)
		_, found := slices.BinarySearch(closed, path)
		if (!found || request.Key(w.view.ClosedAddress(path)) != u) && w.view.Documents[u] == nil {
			w.add(ctx, u, nil, resultID(nil), nil)
		}
	}
}

// add puts a document into the answer, or into the next part of it.
func (w *workspacePull) add(ctx context.Context, u uri.URI, version *int32, id string, found []protocol.Diagnostic) {
	if w.known[request.Key(u)] == id {
		w.items = append(w.items, &protocol.WorkspaceUnchangedDocumentDiagnosticReport{
			UnchangedDocumentDiagnosticReport: unchangedReport(id), URI: u, Version: version,
		})
	} else {
		w.news = true
		w.items = append(w.items, &protocol.WorkspaceFullDocumentDiagnosticReport{
			FullDocumentDiagnosticReport: fullReport(id, found), URI: u, Version: version,
		})
	}
	if w.partial != nil && w.news && len(w.items) >= request.ReadBatch {
		w.flush(ctx)
	}
}

// flush sends a part of the answer.
func (w *workspacePull) flush(ctx context.Context) {
	part, err := protocol.Marshal(&protocol.WorkspaceDiagnosticReportPartialResult{Items: w.items})
	if err == nil {
		_ = w.view.Session.Client.Progress(ctx, &protocol.ProgressParams{Token: w.partial, Value: part})
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
