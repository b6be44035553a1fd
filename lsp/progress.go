package lsp

import (
	"context"
	"fmt"
	"sync"
	"time"

	"go.lsp.dev/protocol"
)

// answerTime is how long work waits for a client's answer that it can do
// without.
const answerTime = 2 * time.Second

// A progress tells the client how far a long piece of work is. A nil one tells
// nobody.
type progress struct {
	ctx      context.Context // outlives the work: that it was cancelled is told, too
	client   protocol.Client
	token    protocol.ProgressToken
	forget   func()
	total    int
	done     int
	reported uint32
}

// progress begins to show work that the server does by itself, where the client
// can. The context that it gives ends, too, when the user cancels the work.
func (v *view) progress(ctx context.Context, title string, total int) (context.Context, *progress) {
	if !v.client.progress {
		return ctx, nil
	}
	working, cancel := context.WithCancel(ctx)
	token, forget := v.session.works.enter(cancel)
	waiting, done := context.WithTimeout(ctx, answerTime)
	defer done()
	if v.session.client.WorkDoneProgressCreate(waiting, &protocol.WorkDoneProgressCreateParams{Token: token}) != nil {
		forget()
		return ctx, nil
	}
	cancellable := true
	p := beginProgress(ctx, v.session.client, token, title, &cancellable)
	p.forget, p.total = forget, total
	return working, p
}

// requested begins to show the work of a request under the token that it came
// with; without one it shows nothing.
func (v *view) requested(ctx context.Context, token protocol.ProgressToken, title string, total int) *progress {
	if token == nil {
		return nil
	}
	p := beginProgress(ctx, v.session.client, token, title, nil)
	p.total = total
	return p
}

func beginProgress(ctx context.Context, client protocol.Client, token protocol.ProgressToken, title string, cancellable *bool) *progress {
	p := &progress{ctx: context.WithoutCancel(ctx), client: client, token: token, forget: func() {}}
	p.send(&protocol.WorkDoneProgressBegin{Kind: "begin", Title: title, Cancellable: cancellable, Percentage: new(uint32)})
	return p
}

// step tells of one more file, where that makes a percent.
func (p *progress) step() {
	if p == nil {
		return
	}
	p.done++
	percent := uint32(min(100, 100*p.done/max(p.total, 1)))
	if percent == p.reported {
		return
	}
	p.reported = percent
	message := fmt.Sprintf("%d of %d files", min(p.done, p.total), p.total)
	p.send(&protocol.WorkDoneProgressReport{Kind: "report", Percentage: &percent, Message: &message})
}

func (p *progress) end() {
	if p != nil {
		p.forget()
		p.send(&protocol.WorkDoneProgressEnd{Kind: "end"})
	}
}

func (p *progress) send(value any) {
	if encoded, err := protocol.Marshal(value); err == nil {
		_ = p.client.Progress(p.ctx, &protocol.ProgressParams{Token: p.token, Value: encoded})
	}
}

// Works are the pieces of work that the server shows and the user may cancel.
type works struct {
	mu      sync.Mutex
	begun   int
	cancels map[protocol.ProgressToken]context.CancelFunc
}

func newWorks() *works { return &works{cancels: map[protocol.ProgressToken]context.CancelFunc{}} }

// enter names a piece of work, and gives what takes it out again.
func (w *works) enter(cancel context.CancelFunc) (token protocol.ProgressToken, forget func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.begun++
	token = protocol.String(fmt.Sprintf("fraccheck/%d", w.begun))
	w.cancels[token] = cancel
	return token, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		cancel()
		delete(w.cancels, token)
	}
}

// cancelProgress handles `window/workDoneProgress/cancel`.
func cancelProgress(s *server, p *protocol.WorkDoneProgressCancelParams) error {
	w := s.view.Load().session.works
	w.mu.Lock()
	defer w.mu.Unlock()
	if cancel := w.cancels[p.Token]; cancel != nil {
		cancel()
	}
	return nil
}
