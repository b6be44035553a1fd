package lsp

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"go.lsp.dev/protocol"
)

// progressDelay is how long work lasts before the client is told of it unasked.
const progressDelay = 100 * time.Millisecond

// tasks know the work that the client can see, by token, so that it can end
// it.
type tasks struct {
	mu      sync.Mutex
	last    int // of the server's own tokens
	cancels map[protocol.ProgressToken]context.CancelFunc
}

// A task is work that lasts. The client sees it under the token of its request,
// or, where it gave none, under one of the server's as soon as the work turns
// out to be long.
type task struct {
	session *session
	title   string
	cancel  context.CancelFunc

	mu    sync.Mutex
	token protocol.ProgressToken // nil while the client does not see it
	ended bool
	timer *time.Timer

	parts, done int    // of which it consists, if that is known
	percentage  uint32 // that was reported last
}

// begin starts a task of so many parts, 0 where that is not known; its context
// ends when the client cancels it. The task must be ended.
func (s *session) begin(ctx context.Context, client abilities, token protocol.ProgressToken, title string, parts int) (context.Context, *task) {
	ctx, cancel := context.WithCancel(ctx)
	t := &task{session: s, title: title, cancel: cancel, parts: parts}
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
func (t *task) announce() {
	s := t.session
	s.tasks.mu.Lock()
	s.tasks.last++
	token := protocol.String(fmt.Sprintf("fraccheck/%d", s.tasks.last))
	s.tasks.mu.Unlock()
	ctx, cancel := context.WithTimeout(s.ctx, patience)
	defer cancel()
	if err := s.client.WorkDoneProgressCreate(ctx, &protocol.WorkDoneProgressCreateParams{Token: token}); err == nil {
		t.show(token)
	}
}

// show begins the display of a task that has not ended.
func (t *task) show(token protocol.ProgressToken) {
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

// step tells that one more part is done, where that makes a percent.
func (t *task) step() {
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

// end closes the task.
func (t *task) end(message string) {
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

// send tells the client; without one nobody misses it.
func (t *task) send(value any) {
	if text, err := protocol.Marshal(value); err == nil {
		_ = t.session.client.Progress(t.session.ctx, &protocol.ProgressParams{Token: t.token, Value: text})
	}
}

func (p *tasks) forget(token protocol.ProgressToken) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.cancels, token)
}

// cancelProgress handles `window/workDoneProgress/cancel`.
func cancelProgress(s *server, params *protocol.WorkDoneProgressCancelParams) error {
	s.view.Load().session.cancelTask(params.Token)
	return nil
}

// cancelTask ends the work that the client sees under a token.
func (s *session) cancelTask(token protocol.ProgressToken) {
	s.tasks.mu.Lock()
	defer s.tasks.mu.Unlock()
	if cancel := s.tasks.cancels[token]; cancel != nil {
		cancel()
	}
}
