package lsp

import (
	"context"
	"sync"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// maxRunning bounds how many requests are answered at once; more of them wait.
const maxRunning = 8

// running knows the requests that are being answered, so that a client can
// cancel them.
type running struct {
	questions, commands lane
	mu                  sync.Mutex
	calls               map[jsonrpc2.ID]*call
}

// A lane has a slot for each request that is answered at once. Commands have one
// of their own: programs may run for long, and nobody waits behind them.
type lane chan struct{}

func (r *running) open() { r.questions, r.commands = make(lane, maxRunning), make(lane, maxRunning) }

func (r *running) lane(method string) lane {
	if method == protocol.MethodWorkspaceExecuteCommand {
		return r.commands
	}
	return r.questions
}

// A call is one request that runs. Its address tells it from another one that
// has the same id.
type call struct{ cancel context.CancelFunc }

// enter notes a request before the next message is read, and gives what takes
// it out again.
func (r *running) enter(id jsonrpc2.ID, cancel context.CancelFunc) (leave func()) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.calls == nil {
		r.calls = map[jsonrpc2.ID]*call{}
	}
	c := &call{cancel}
	r.calls[id] = c
	return func() {
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
