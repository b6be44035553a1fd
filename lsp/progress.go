package lsp

import (
	"context"
	"fmt"
	"time"

	"go.lsp.dev/protocol"
)

// manyFiles is from where on the check of closed files shows how far it is.
const manyFiles = 10

// answerTime is how long work waits for a client's answer that it can do
// without.
const answerTime = 2 * time.Second

// A progress tells the client how far a long piece of work is. A nil one tells
// nobody.
type progress struct {
	ctx      context.Context // of the conversation's: the end is told after the work is cancelled, too
	client   protocol.Client
	token    protocol.ProgressToken
	total    int
	done     int
	reported uint32
}

// newProgress begins to show a round of checks, where it is a long one and the
// client can.
func newProgress(ctx context.Context, v *view, round, total int) *progress {
	if !v.client.progress || total < manyFiles {
		return nil
	}
	token := protocol.String(fmt.Sprintf("fraccheck/survey/%d", round))
	waiting, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	if v.session.client.WorkDoneProgressCreate(waiting, &protocol.WorkDoneProgressCreateParams{Token: token}) != nil {
		return nil
	}
	cancellable := true
	return beginProgress(ctx, v.session.client, token, total, &cancellable)
}

// beginProgress shows work under a token that the client knows; under none, it
// shows nothing.
func beginProgress(ctx context.Context, client protocol.Client, token protocol.ProgressToken, total int, cancellable *bool) *progress {
	if token == nil {
		return nil
	}
	p := &progress{ctx: context.WithoutCancel(ctx), client: client, token: token, total: total}
	p.send(&protocol.WorkDoneProgressBegin{
		Kind: "begin", Title: "Checking the workspace", Cancellable: cancellable, Percentage: new(uint32),
	})
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
		p.send(&protocol.WorkDoneProgressEnd{Kind: "end"})
	}
}

func (p *progress) send(value any) {
	if encoded, err := protocol.Marshal(value); err == nil {
		_ = p.client.Progress(p.ctx, &protocol.ProgressParams{Token: p.token, Value: encoded})
	}
}
