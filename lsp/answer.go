package lsp

import (
	"context"
	"encoding/json"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/request"
)

// An asked is a request that was read.
type asked struct {
	id       jsonrpc2.ID
	method   string
	document uri.URI // that it is about, by its key
	answer   request.Answer
}

// answer lets the next message in and answers from the view of this moment. Its steps:
//
//  1. It takes the current view and a ticket, on the goroutine that reads, so that both are
//     in the order of the wire; then jsonrpc2.Async lets the next message be read.
//  2. It waits for a slot in the queue of its document (running.take), and until not too many
//     bytes wait for the client (backlog.mayAnswer); at most longestWait.
//  3. The answer is worked out on one more goroutine, within the budget of the method. If the
//     time is over, await returns what the budget has instead.
//
// Work that does not end when its context does is abandoned, but keeps its slot until it
// returns: a method that hangs costs its document slots, not the server its memory.
func (s *server) answer(ctx context.Context, a asked) (any, error) {
	v := s.view.Load()
	// The request's own context is another's once it is answered; this one is
	// the server's.
	work, cancel := context.WithCancel(s.ctx)
	defer cancel()
	ticket, leave := s.running.enter(a.id, cancel)
	defer leave()
	work = context.WithValue(work, ticketKey{}, ticket)
	defer s.waits.ask()()
	jsonrpc2.Async(ctx)
	limits, ok := budgets[a.method]
	if !ok {
		limits = usual
	}
	waiting, stop := context.WithTimeout(work, longestWait)
	defer stop()
	give, ok := s.running.take(waiting, a.method, a.document)
	if ok {
		if s.waits.mayAnswer(waiting); waiting.Err() != nil {
			give()
			ok = false
		}
	}
	switch {
	case work.Err() != nil && ok:
		give()
		return nil, protocol.ErrRequestCancelled
	case work.Err() != nil:
		return nil, protocol.ErrRequestCancelled
	case !ok:
		return limits.instead()
	}
	work, done := limits.begin(work, v.Size(a.document))
	defer done()
	found := make(chan outcome, 1)
	go func() {
		defer give()
		found <- s.outcome(work, v, a)
	}()
	return limits.await(work, found)
}

// outcome answers a request. A panic is reported, and is an error: in the request that met it
// and in no other, since views are immutable.
func (s *server) outcome(ctx context.Context, v *request.View, a asked) (o outcome) {
	defer func() {
		if r := recover(); r != nil {
			o = outcome{err: s.faulted(a.method, r)}
		}
	}()
	ctx, done := showProgress(ctx, v, a.method)
	defer done()
	ctx, leave, err := s.checker.serial.enter(ctx, a.task)
	if err != nil {
		return outcome{err: protocol.ErrRequestCancelled, ended: true}
	}
	defer leave()
	o.result, o.err = a.answer(ctx, v.For(ctx))
	o.ended = ctx.Err() != nil
	return o
}

// task is the request in the crash log.
func (a asked) task() workspace.Task {
	name := RequestName(a.method, a.document)
	return workspace.Task{Key: name, Name: name}
}

// documentOf is the document that a request is about: that of its position, of its item, or of
// the data of an item that is resolved; none for those about all. The parameters are read
// twice, here without knowing the method, so that a slow document delays its own requests
// whatever they are.
func documentOf(params []byte) uri.URI {
	var p struct {
		TextDocument, Item, Data struct{ URI, Document uri.URI }
		URI                      uri.URI
	}
	_ = json.Unmarshal(params, &p) // what is no document names none
	for _, u := range []uri.URI{p.TextDocument.URI, p.Item.URI, p.Data.URI, p.Data.Document, p.URI} {
		if _, program, ok := request.ProgramOf(u); ok {
			u = program
		}
		if u != "" {
			return request.Key(u)
		}
	}
	return ""
}
