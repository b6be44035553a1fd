package lsp

import (
	"context"
	"sync"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// Requests wait in queues: one of each document, one of commands, and one of all. Fairness is
// by document: a document has at most maxRunning of the mostRunning slots, so four documents
// must be slow before a fifth one waits, and a user who scrolls in one file while another one
// is checked sees no delay. A request takes the slot of its document first and the shared one
// second; all do so in this order, so no two wait for each other.
//
// Of one document maxRunning requests are answered at once, of all mostRunning; more of
// them wait. So no document has those of another wait for its own.
const (
	maxRunning  = 8
	mostRunning = 4 * maxRunning
)

// running knows the requests that are being answered, so that a client can
// cancel them.
type running struct {
	commands, all queue
	mu            sync.Mutex
	documents     map[uri.URI]*documentQueue
	calls         map[jsonrpc2.ID]*call
	tickets       ticket // how many requests have come
}

// A ticket is the place of a request in the order in which they came. Those that run
// beside each other begin in any order.
type ticket uint64

type ticketKey struct{}

// ticketOf is the ticket of the request that is answered.
func ticketOf(ctx context.Context) ticket {
	t, _ := ctx.Value(ticketKey{}).(ticket)
	return t
}

// A queue has a slot for each request that is answered at once. Commands have one
// of their own: programs may run for long, and nobody waits after them.
type queue chan struct{}

// A documentQueue is that of a document which is asked about.
type documentQueue struct {
	queue
	users int // who run or wait in it
}

func (r *running) open() {
	r.commands, r.all = make(queue, maxRunning), make(queue, mostRunning)
	r.documents = map[uri.URI]*documentQueue{}
}

// take waits for the ticket of a request about a document, until its context ends, and
// gives what makes room for the next.
func (r *running) take(ctx context.Context, method string, document uri.URI) (give func(), ok bool) {
	if method == protocol.MethodWorkspaceExecuteCommand {
		return r.commands.give, r.commands.take(ctx)
	}
	own, leave := r.enterQueue(document)
	if !own.take(ctx) {
		leave()
		return nil, false
	}
	if !r.all.take(ctx) {
		own.give()
		leave()
		return nil, false
	}
	return func() {
		r.all.give()
		own.give()
		leave()
	}, true
}

// enterQueue is the queue of a document, which is there as long as somebody is in it.
func (r *running) enterQueue(document uri.URI) (own queue, leave func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	d := r.documents[document]
	if d == nil {
		d = &documentQueue{queue: make(queue, maxRunning)}
		r.documents[document] = d
	}
	d.users++
	return d.queue, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if d.users--; d.users == 0 {
			delete(r.documents, document)
		}
	}
}

// A call is one request that runs. Its address distinguishes it from another one that
// has the same id.
type call struct{ cancel context.CancelFunc }

// enter notes a request before the next message is read, and gives its ticket and what
// takes it out again.
func (r *running) enter(id jsonrpc2.ID, cancel context.CancelFunc) (t ticket, leave func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.calls == nil {
		r.calls = map[jsonrpc2.ID]*call{}
	}
	c := &call{cancel}
	r.calls[id] = c
	r.tickets++
	return r.tickets, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if r.calls[id] == c {
			delete(r.calls, id)
		}
	}
}

// cancel ends a request; one that is not known was answered before.
func (r *running) cancel(id jsonrpc2.ID) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if c := r.calls[id]; c != nil {
		c.cancel()
	}
}

// take waits for a free slot, until the request is cancelled.
func (l queue) take(ctx context.Context) bool {
	if ctx.Err() != nil {
		return false
	}
	select {
	case l <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

func (l queue) give() { <-l }

// cancelRequest handles `$/cancelRequest`.
func cancelRequest(s *server, p *protocol.CancelParams) error {
	switch id := p.ID.(type) {
	case protocol.Integer:
		s.running.cancel(jsonrpc2.NewNumberID(int64(id)))
	case protocol.String:
		s.running.cancel(jsonrpc2.NewStringID(string(id)))
	}
	return nil
}
