package request

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"go.lsp.dev/protocol"
)

// progressDelay is how long work lasts before the client is shown it unasked.
const progressDelay = 100 * time.Millisecond

// tasks know the work that the client can see, by token, so that it can end
// it.
type tasks struct {
	mu      sync.Mutex
	last    int // of the server's own tokens
	cancels map[protocol.ProgressToken]context.CancelFunc
}

// A Task is work that lasts. The client sees it under the token of its request,
// or, where it gave none, under one of the server's as soon as the work turns
// out to be long.
type Task struct {
	session *Session
	title   string
	cancel  context.CancelFunc

	mu    sync.Mutex
	token protocol.ProgressToken // nil while the client does not see it
	ended bool
	timer *time.Timer

	parts, done int    // of which it consists, if that is known
	percentage  uint32 // that was reported last
}

// Begin starts a task of so many parts, 0 where that is not known; its context
// ends when the client cancels it. The task must be ended.
//
// Work that is announced unasked is announced after progressDelay, so that short work does not
// flicker. The token is the server's then, and the client may cancel by it.
func (s *Session) Begin(ctx context.Context, client Client, token protocol.ProgressToken, title string, parts int) (context.Context, *Task) {
	ctx, cancel := context.WithCancel(ctx)
	t := &Task{session: s, title: title, cancel: cancel, parts: parts}
	switch {
	case token != nil:
		t.show(ownToken(token))
	case client.progress:
		t.timer = time.AfterFunc(progressDelay, t.announce)
	}
	return ctx, t
}

// ownToken is a token that does not lie in the client's message.
func ownToken(token protocol.ProgressToken) protocol.ProgressToken {
	if text, ok := token.(protocol.String); ok {
		return protocol.String(strings.Clone(string(text)))
	}
	return token
}

// announce asks the client for a place to show a task.
func (t *Task) announce() {
	s := t.session
	s.tasks.mu.Lock()
	s.tasks.last++
	token := protocol.String(fmt.Sprintf("fraccheck/%d", s.tasks.last))
	s.tasks.mu.Unlock()
	ctx, cancel := context.WithTimeout(s.Context, Patience)
	defer cancel()
	if err := s.Client.WorkDoneProgressCreate(ctx, &protocol.WorkDoneProgressCreateParams{Token: token}); err == nil {
		t.show(token)
	}
}

// show begins the display of a task that has not ended.
func (t *Task) show(token protocol.ProgressToken) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ended {
		return
	}
	t.token = token
	p := &t.session.tasks
	p.mu.Lock()
	if p.cancels == nil {
		p.cancels = map[protocol.ProgressToken]context.CancelFunc{}
	}
	p.cancels[token] = t.cancel
	p.mu.Unlock()
	cancellable, start := true, new(uint32)
	if t.parts == 0 {
		start = nil
	}
	t.send(protocol.WorkDoneProgressBegin{Kind: "begin", Title: t.title, Cancellable: &cancellable, Percentage: start})
}

// Step shows that one more part is done, where that makes a percent.
func (t *Task) Step() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.done++
	if t.token == nil || t.ended || t.done > t.parts {
		return
	}
	message, percentage := fmt.Sprintf("%d of %d", t.done, t.parts), uint32(100*t.done/t.parts)
	if percentage == t.percentage {
		return
	}
	t.percentage = percentage
	t.send(protocol.WorkDoneProgressReport{Kind: "report", Message: &message, Percentage: &percentage})
}

// End closes the task.
func (t *Task) End(message string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.cancel()
	if t.timer != nil {
		t.timer.Stop()
	}
	if t.ended = true; t.token == nil {
		return
	}
	t.session.tasks.forget(t.token)
	t.send(protocol.WorkDoneProgressEnd{Kind: "end", Message: &message})
}

// send writes to the client; without one nobody misses it.
func (t *Task) send(value any) {
	if text, err := protocol.Marshal(value); err == nil {
		_ = t.session.Client.Progress(t.session.Context, &protocol.ProgressParams{Token: t.token, Value: text})
	}
}

func (p *tasks) forget(token protocol.ProgressToken) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.cancels, token)
}

// partialResultSize is how many elements of an answer are sent at once to a
// client that takes it in parts.
const partialResultSize = 256

// A PartialResult gathers the elements of an answer. Where the request came with
// a token, they are sent as they are found, and the answer itself is empty (LSP
// 3.18, Partial Result Progress).
type PartialResult[T any] struct {
	Session *Session
	Token   protocol.ProgressToken
	held    []T
}

// Add takes elements, and sends what is held if that is enough.
func (p *PartialResult[T]) Add(ctx context.Context, elements ...T) {
	p.held = append(p.held, elements...)
	if p.Token != nil && len(p.held) >= partialResultSize {
		p.send(ctx)
	}
}

func (p *PartialResult[T]) send(ctx context.Context) {
	for part := range slices.Chunk(p.held, partialResultSize) {
		if text, err := protocol.Marshal(part); err == nil && ctx.Err() == nil {
			_ = p.Session.Client.Progress(ctx, &protocol.ProgressParams{Token: p.Token, Value: text})
		}
	}
	p.held = nil
}

// Rest is what is left to be answered.
func (p *PartialResult[T]) Rest(ctx context.Context) []T {
	if p.Token != nil {
		p.send(ctx)
	}
	if p.held == nil {
		return []T{}
	}
	return p.held
}

// Patience is how long a client may take to answer.
const Patience = 30 * time.Second

// CancelTask ends the work that the client sees under a token.
func (s *Session) CancelTask(token protocol.ProgressToken) {
	s.tasks.mu.Lock()
	defer s.tasks.mu.Unlock()
	if cancel := s.tasks.cancels[token]; cancel != nil {
		cancel()
	}
}
