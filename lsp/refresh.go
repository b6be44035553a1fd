package lsp

import (
	"context"
	"sync"

	"go.lsp.dev/protocol"
)

// Refreshes are the answers that a client can be told to ask for again.
type refreshes struct {
	hints, lenses, tokens, diagnostics bool
}

func readRefreshes(w *protocol.WorkspaceClientCapabilities) (r refreshes) {
	r.hints = w.InlayHint != nil && yes(w.InlayHint.RefreshSupport)
	r.lenses = w.CodeLens != nil && yes(w.CodeLens.RefreshSupport)
	r.tokens = w.SemanticTokens != nil && yes(w.SemanticTokens.RefreshSupport)
	r.diagnostics = w.Diagnostics != nil && yes(w.Diagnostics.RefreshSupport)
	return r
}

// A refresher tells the client to ask again, on a goroutine of its own: each
// time it waits for the client. What is asked for meanwhile is one time more.
type refresher struct{ wake chan struct{} }

func newRefresher() *refresher { return &refresher{make(chan struct{}, 1)} }

// ask has everything asked for again.
func (r *refresher) ask() { signal(r.wake) }

func (r *refresher) run(ctx context.Context, client protocol.Client, can func() abilities) {
	for {
		select {
		case <-r.wake:
			refresh(ctx, client, can())
		case <-ctx.Done():
			return
		}
	}
}

// refresh sends the requests that a client understands, and gives it some time
// to answer. One that fails is the client's own affair.
func refresh(ctx context.Context, client protocol.Client, can abilities) {
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	var sent sync.WaitGroup
	defer sent.Wait()
	for _, r := range []struct {
		can  bool
		send func(context.Context) error
	}{
		{can.pulls && can.refreshes.diagnostics, client.DiagnosticRefresh},
		{can.refreshes.hints, client.InlayHintRefresh},
		{can.refreshes.lenses, client.CodeLensRefresh},
		{can.refreshes.tokens, client.SemanticTokensRefresh},
	} {
		if r.can {
			sent.Go(func() { _ = r.send(ctx) })
		}
	}
}
