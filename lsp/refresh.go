package lsp

import (
	"context"
	"sync"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/lsp/request"
)

// refreshTimeout is how long a request waits for a client's answer that can be
// done without.
const refreshTimeout = 2 * time.Second

// A refresher coalesces: any number of calls while it waits for the client are one request of
// each kind more. It never asks twice at once, since clients answer a refresh by asking for
// everything that is on the screen.
//
// A refresher has the client ask again, on a goroutine of its own: each
// time it waits for the client. What is asked for meanwhile is one time more.
type refresher struct {
	wake chan struct{}

	mu       sync.Mutex
	answers  bool             // all answers are to be asked for again
	results  bool             // what shows the results of runs
	tests    bool             // what shows those of tests: diagnostics, too
	contents map[uri.URI]bool // documents of the server are to be read again
}

func newRefresher() *refresher {
	return &refresher{wake: make(chan struct{}, 1), contents: map[uri.URI]bool{}}
}

// ask has all answers asked for again.
func (r *refresher) ask() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.answers = true
	signal(r.wake)
}

// show has what shows the results of runs asked for again.
func (r *refresher) show() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.results = true
	signal(r.wake)
}

// tested has what shows the results of tests asked for again.
func (r *refresher) tested() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.results, r.tests = true, true
	signal(r.wake)
}

// reread has a document of the server read again.
func (r *refresher) reread(u uri.URI) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.contents[u] = true
	signal(r.wake)
}

func (r *refresher) run(ctx context.Context, client protocol.Client, can func() request.Client) {
	for {
		select {
		case <-r.wake:
		case <-ctx.Done():
			return
		}
		asked := r.take()
		for _, u := range asked.contents {
			_ = reread(ctx, client, u)
		}
		if asked.answers || asked.results {
			refresh(ctx, client, can(), asked.answers, asked.answers || asked.tests)
		}
	}
}

// Refreshed is what is to be asked for again.
type refreshed struct {
	answers, results, tests bool
	contents                []uri.URI
}

func (r *refresher) take() refreshed {
	r.mu.Lock()
	defer r.mu.Unlock()
	asked := refreshed{r.answers, r.results, r.tests, sortedKeys(r.contents)}
	r.answers, r.results, r.tests = false, false, false
	clear(r.contents)
	return asked
}

func reread(ctx context.Context, client protocol.Client, u uri.URI) error {
	ctx, cancel := context.WithTimeout(ctx, refreshTimeout)
	defer cancel()
	return client.TextDocumentContentRefresh(ctx, &protocol.TextDocumentContentRefreshParams{URI: u})
}

// refresh sends the requests that a client understands, for all answers or for
// those that show results (diagnostics apart), and gives it some time to answer. One that fails is
// the client's own affair.
func refresh(ctx context.Context, client protocol.Client, can request.Client, all, diagnostics bool) {
	ctx, cancel := context.WithTimeout(ctx, refreshTimeout)
	defer cancel()
	var sent sync.WaitGroup
	defer sent.Wait()
	for _, r := range []struct {
		can  bool
		send func(context.Context) error
	}{
		{diagnostics && can.PullsDiagnostics && can.Refreshes.Diagnostics, client.DiagnosticRefresh},
		{can.Refreshes.Hints, client.InlayHintRefresh},
		{can.Refreshes.Lenses, client.CodeLensRefresh},
		{all && can.Refreshes.Tokens, client.SemanticTokensRefresh},
	} {
		if r.can {
			sent.Go(func() { _ = r.send(ctx) })
		}
	}
}
