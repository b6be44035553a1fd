package lsp

import (
	"context"
	"sync"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// Of one document maxRunning requests are answered at once, of all mostRunning; more of
// them wait. So no document has those of another wait for its own.
const (
	maxRunning  = 8
	mostRunning = 4 * maxRunning
)

// running knows the requests that are being answered, so that a client can
// cancel them.
type running struct {
	commands, all lane
	mu            sync.Mutex
	documents     map[uri.URI]*documentLane
	calls         map[jsonrpc2.ID]*call
	turns         turn // how many requests have come
}

// A turn is the place of a request in the order in which they came. Those that run
// beside each other begin in any order.
type turn uint64

type turnKey struct{}

// turnOf is the turn of the request that is answered.
func turnOf(ctx context.Context) turn {
	t, _ := ctx.Value(turnKey{}).(turn)
	return t
}

// A lane has a slot for each request that is answered at once. Commands have one
// of their own: programs may run for long, and nobody waits behind them.
type lane chan struct{}

// A documentLane is that of a document which is asked about.
type documentLane struct {
	lane
	users int // who run or wait in it
}

func (r *running) open() {
	r.commands, r.all = make(lane, maxRunning), make(lane, mostRunning)
	r.documents = map[uri.URI]*documentLane{}
}

// take waits for the turn of a request about a document, until its context ends, and
// gives what makes room for the next.
func (r *running) take(ctx context.Context, method string, document uri.URI) (give func(), ok bool) {
	if method == protocol.MethodWorkspaceExecuteCommand {
		return r.commands.give, r.commands.take(ctx)
	}
	own, leave := r.enterLane(document)
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

// enterLane is the lane of a document, which is there as long as somebody is in it.
func (r *running) enterLane(document uri.URI) (own lane, leave func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	d := r.documents[document]
	if d == nil {
		d = &documentLane{lane: make(lane, maxRunning)}
		r.documents[document] = d
	}
	d.users++
	return d.lane, func() {
		r.mu.Lock()
		defer r.mu.Unlock()
		if d.users--; d.users == 0 {
			delete(r.documents, document)
		}
	}
}

// A call is one request that runs. Its address tells it from another one that
// has the same id.
type call struct{ cancel context.CancelFunc }

// enter notes a request before the next message is read, and gives its turn and what
// takes it out again.
func (r *running) enter(id jsonrpc2.ID, cancel context.CancelFunc) (t turn, leave func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.calls == nil {
		r.calls = map[jsonrpc2.ID]*call{}
	}
	c := &call{cancel}
	r.calls[id] = c
	r.turns++
	return r.turns, func() {
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
func (l lane) take(ctx context.Context) bool {
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

func (l lane) give() { <-l }

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
