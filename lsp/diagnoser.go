package lsp

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/request"
)

// burstTime is how far apart the edits of a burst come in, at most.
const burstTime = 2 * time.Millisecond

// Documents that see an edited one are checked when typing pauses: the longer
// the last check took, the longer the pause.
const (
	shortestPause = 20 * time.Millisecond
	longestPause  = 300 * time.Millisecond
)

// firstLook is how long a document is checked while others wait.
const firstLook = time.Second

// A diagnoser is a loop with one goroutine and no queue. What is to be done is a set (urgent,
// and the published bases that differ from the current ones), so that any number of edits
// while a check runs are one round more, and a round that is cancelled loses nothing: what it
// did not publish is still urgent, or its basis still differs.
//
//	edit ──► changed: urgent += document, cancel the round, wake
//	run: wait for wake, and in a burst for burstTime; round:
//	    check each urgent document           (≤ firstLook each, then partial results)
//	    pause as long as the last check took (≥ shortestPause, ≤ longestPause)
//	    check each open document whose basis differs from the published one
//	    check those that took longer than firstLook to the end
//	    pause, then the checks that run code
//
// A diagnoser checks open documents on a goroutine of its own and publishes
// what it finds: those that were edited at once, then those that see them. An
// edit ends the round that runs; what it left is part of the next one. A client
// that pulls diagnostics is only asked to pull when documents that see an edited one are
// to be asked for again.
//
// A document whose check lasts is shown what is known of it, and waits until the others
// were looked at.
//
// What was published for a document is kept by its basis: the module, the source
// and the configuration that its diagnostics depend on. A document whose basis is
// the same is not checked again.
type diagnoser struct {
	*checker
	out             *outbox
	refresh         *refresher
	serverDocuments *request.AskedVersions // that the client read
	faulted         func(doing string, value any) error
	wake            chan struct{}

	mu     sync.Mutex
	view   *request.View
	urgent map[uri.URI]bool // edited and not yet checked, by address
	settle chan struct{}    // closed when nothing is urgent
	cancel context.CancelFunc

	// Of the running goroutine alone.
	published map[uri.URI]request.Basis // what the published diagnostics depend on
	spent     time.Duration             // on the last check
}

func newDiagnoser(c *checker, out *outbox, refresh *refresher, faulted func(string, any) error) *diagnoser {
	settled := make(chan struct{})
	close(settled)
	return &diagnoser{
		checker: c, settle: settled, out: out, refresh: refresh, faulted: faulted, wake: make(chan struct{}, 1), cancel: func() {},
		urgent: map[uri.URI]bool{}, published: map[uri.URI]request.Basis{},
	}
}

// changed has documents checked in a new view.
func (d *diagnoser) changed(v *request.View, edited ...uri.URI) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.view = v
	for _, u := range edited {
		d.hurry(request.Key(u))
	}
	d.cancel()
	signal(d.wake)
}

// hurry makes a document urgent.
func (d *diagnoser) hurry(u uri.URI) {
	if len(d.urgent) == 0 {
		d.settle = make(chan struct{})
	}
	d.urgent[u] = true
}

// done says that a document is not urgent any more.
func (d *diagnoser) done(u uri.URI) {
	if d.urgent[u] && len(d.urgent) == 1 {
		close(d.settle)
	}
	delete(d.urgent, u)
}

// looked is closed once what was edited is looked at.
func (d *diagnoser) looked() <-chan struct{} {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.settle
}

// again publishes once more what is wrong with a document of which something was found out.
// Clients that pull ask themselves.
func (d *diagnoser) again(doc *request.Document) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.view == nil || d.view.Client.PullsDiagnostics || d.view.Documents[doc.Key()] == nil {
		return
	}
	d.hurry(doc.Key())
	d.cancel()
	signal(d.wake)
}

// closed takes back what was published for a document.
func (d *diagnoser) closed(v *request.View, u uri.URI) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.view = v
	d.done(request.Key(u))
	if !v.Client.PullsDiagnostics {
		d.out.publish(&protocol.PublishDiagnosticsParams{URI: u})
	}
	d.cancel()
	signal(d.wake)
}

// run makes rounds until the context ends. A single key is one edit, which is checked at once. An
// editor that sends one change of all occurrences as many messages gets two rounds: the second edit
// ends the round of the first, and from then on a round waits for burstTime.
func (d *diagnoser) run(ctx context.Context) {
	var last time.Time
	for {
		select {
		case <-d.wake:
		case <-ctx.Done():
			return
		}
		if time.Since(last) < burstTime && !pause(ctx, burstTime) {
			return
		}
		last = time.Now()
		d.round(d.begin(ctx))
	}
}

// begin takes what there is to do.
func (d *diagnoser) begin(ctx context.Context) (context.Context, *request.View, []uri.URI) {
	d.mu.Lock()
	defer d.mu.Unlock()
	select {
	case <-d.wake:
	default:
	}
	ctx, d.cancel = context.WithCancel(ctx)
	return ctx, d.view, sortedKeys(d.urgent)
}

// round checks what is to be checked; an edit cancels its context. What a cancelled round leaves is
// found again by the next one, from the sets.
func (d *diagnoser) round(ctx context.Context, v *request.View, urgent []uri.URI) {
	if v.Client.ReadsContent {
		defer d.rewritten(v)
	}
	if v.Client.PullsDiagnostics {
		d.outdated(ctx, v)
	} else {
		d.push(ctx, v, urgent)
	}
	if v.Settings.Trusted && pause(ctx, longestPause) {
		d.execute(ctx, v)
	}
}

// push checks the documents that were edited at once, those that see them when
// typing pauses.
func (d *diagnoser) push(ctx context.Context, v *request.View, urgent []uri.URI) {
	var late []*request.Document
	for _, u := range urgent {
		if doc := v.Documents[u]; doc != nil && !d.look(ctx, v, doc) {
			late = append(late, doc)
		}
	}
	if len(v.Documents) > len(urgent) && pause(ctx, min(max(d.spent, shortestPause), longestPause)) {
		late = append(late, d.dependents(ctx, v)...)
	}
	for _, doc := range late {
		d.check(ctx, v, doc)
	}
	maps.DeleteFunc(d.published, func(u uri.URI, _ request.Basis) bool { return v.Documents[u] == nil })
}

// execute makes the checks that run the programs' own code, in the worker, and
// shows what they find beside the rest.
func (d *diagnoser) execute(ctx context.Context, v *request.View) {
	for _, u := range sortedKeys(v.Documents) {
		doc := v.Documents[u]
		found, err := v.AddExecuted(ctx, doc.Path, func() (map[int][]syntax.Diagnostic, error) { return d.runs.CheckLaws(ctx, v, doc.Path) })
		switch {
		case ctx.Err() != nil:
			return
		case err != nil:
			d.out.logf(protocol.MessageTypeWarning, "the functions of %s cannot be tried: %v", doc.URI, err)
		case found && v.Client.PullsDiagnostics:
			d.refresh.ask()
			d.changes.notify()
		case found:
			d.check(ctx, v, doc)
		}
	}
}

// outdated has a client that pulls ask again, once typing pauses, where a
// document means something else than when it was asked for last. After an edit
// of the document itself the client asks anyway.
func (d *diagnoser) outdated(ctx context.Context, v *request.View) {
	if !pause(ctx, shortestPause) {
		return
	}
	for _, u := range sortedKeys(v.Documents) {
		doc := v.Documents[u]
		last, ok := d.asked.Last(u)
		if ok && last.Version == doc.Version && last.Basis != d.basis(v, doc.Path) {
			d.refresh.ask()
			return
		}
	}
}

// rewritten has the client read the open documents of the server again whose
// program means something else than when they were read.
func (d *diagnoser) rewritten(v *request.View) {
	for u, doc := range v.Documents {
		if doc.Model {
			d.rewrittenModel(v, doc)
			continue
		}
		_, program, ok := request.ProgramOf(doc.URI)
		path, err := v.Path(program)
		if !ok || err != nil {
			continue
		}
		if last, read := d.serverDocuments.Last(u); read && last.Basis != d.basis(v, path) {
			d.refresh.reread(doc.URI)
		}
	}
}

// rewrittenModel has the client read the program of a model again where the model is another
// than when its program was read.
func (d *diagnoser) rewrittenModel(v *request.View, doc *request.Document) {
	program := request.ModelAddress(doc.Path)
	if last, read := d.serverDocuments.Last(program); read && last.Basis != d.basis(v, doc.Path) {
		if !doc.URI.IsFile() {
			program = doc.URI
		}
		d.refresh.reread(program)
	}
}

// dependents checks the open documents that see a change: what they
// depend on is not what was checked. It gives those whose check lasts.
func (d *diagnoser) dependents(ctx context.Context, v *request.View) (late []*request.Document) {
	for _, u := range sortedKeys(v.Documents) {
		doc := v.Documents[u]
		if ctx.Err() == nil && d.published[u] != d.basis(v, doc.Path) {
			if !d.look(ctx, v, doc) {
				late = append(late, doc)
			}
			if d.runs.HasResults(doc.Path) { // they may hold no longer
				d.refresh.show()
			}
		}
	}
	return late
}

// basis is what the diagnostics in a file depend on; the zero basis where even
// that cannot be found out.
func (d *diagnoser) basis(v *request.View, path string) (b request.Basis) {
	defer func() {
		if r := recover(); r != nil {
			_ = d.faulted("diagnostics", r) // reported; nobody waits for an answer
		}
	}()
	return v.Basis(path)
}

// look publishes what is wrong with a document, unless that lasts: then what is known so
// far, and it is false.
func (d *diagnoser) look(ctx context.Context, v *request.View, doc *request.Document) bool {
	limited, cancel := context.WithTimeout(ctx, firstLook)
	defer cancel()
	if d.check(limited, v, doc) || ctx.Err() != nil {
		return true
	}
	if found, ok := d.partial(ctx, v, doc.Path); ok {
		d.publish(ctx, doc, found)
	}
	return false
}

// check publishes what is wrong with a document; false where the context ends.
func (d *diagnoser) check(ctx context.Context, v *request.View, doc *request.Document) bool {
	began := time.Now()
	found, err := d.find(ctx, v, doc)
	if err != nil {
		return false // cancelled
	}
	d.spent = time.Since(began)
	if !d.publish(ctx, doc, found) {
		return false
	}
	d.published[doc.Key()] = d.basis(v, doc.Path)
	return true
}

// find gives the diagnostics of a document; where the checks themselves fail,
// one that says so.
func (d *diagnoser) find(ctx context.Context, v *request.View, doc *request.Document) (found []protocol.Diagnostic, err error) {
	defer func() {
		if r := recover(); r != nil {
			found, err = []protocol.Diagnostic{unchecked(d.faulted("diagnostics", r))}, nil
		}
	}()
	err = d.serial.do(ctx, func() workspace.Task { return workspace.FileTask(doc.Path, doc.Text.String()) }, func(ctx context.Context) (err error) {
		found, err = d.diagnostics(ctx, v, doc)
		return err
	})
	return found, err
}

// publish sends what was found, unless the document was edited or closed
// meanwhile.
func (d *diagnoser) publish(ctx context.Context, doc *request.Document, found []protocol.Diagnostic) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if ctx.Err() != nil {
		return false
	}
	d.done(doc.Key())
	d.out.publish(&protocol.PublishDiagnosticsParams{
		URI: doc.URI, Version: protocol.NewOptional(doc.Version), Diagnostics: found,
	})
	return true
}

// pause waits; it is false where the context ends first.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}

func sortedKeys[V any](m map[uri.URI]V) []uri.URI { return slices.Sorted(maps.Keys(m)) }
