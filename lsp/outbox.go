package lsp

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"runtime/debug"
	"sync"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/lsp/card"
)

// An outbox decouples the work from the connection: a client that does not read must not
// delay an edit. Its size is bounded by coalescing (one set of diagnostics a document) and by
// dropping (maxLogs messages).
//
// An outbox sends notifications to the client. Putting one in never waits. Of
// diagnostics that wait to be sent, the newest of each document counts.
type outbox struct {
	mu          sync.Mutex
	diagnostics map[uri.URI]*protocol.PublishDiagnosticsParams
	order       []uri.URI
	logs        []*protocol.LogMessageParams
	shown       []*protocol.ShowMessageParams
	wake        chan struct{}
}

// maxLogs is how many messages wait for a client that does not read.
const maxLogs = 100

func newOutbox() *outbox {
	return &outbox{diagnostics: map[uri.URI]*protocol.PublishDiagnosticsParams{}, wake: make(chan struct{}, 1)}
}

// publish sends the diagnostics of a document.
func (o *outbox) publish(p *protocol.PublishDiagnosticsParams) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.diagnostics[p.URI] == nil {
		o.order = append(o.order, p.URI)
	}
	o.diagnostics[p.URI] = p
	signal(o.wake)
}

// logf sends a line for the client's log.
func (o *outbox) logf(kind protocol.MessageType, format string, args ...any) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.logs) < maxLogs {
		o.logs = append(o.logs, &protocol.LogMessageParams{Type: kind, Message: fmt.Sprintf(format, args...)})
	}
	signal(o.wake)
}

// show sends a line that the user is to see.
func (o *outbox) show(kind protocol.MessageType, message string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.shown) < maxLogs {
		o.shown = append(o.shown, &protocol.ShowMessageParams{Type: kind, Message: card.Unlinked(message)})
	}
	signal(o.wake)
}

// run sends until the context ends or the client is gone.
func (o *outbox) run(ctx context.Context, client protocol.Client) {
	for ctx.Err() == nil {
		select {
		case <-o.wake:
		case <-ctx.Done():
		}
		diagnostics, logs, shown := o.take()
		for _, p := range shown {
			_ = client.ShowMessage(ctx, p) // without a client nobody misses it
		}
		for _, p := range logs {
			_ = client.LogMessage(ctx, p)
		}
		for _, p := range diagnostics {
			_ = client.PublishDiagnostics(ctx, p)
		}
	}
}

// take empties the box. Diagnostics come in the order in which their documents were first put in, so
// that no document waits after one that changes all the time.
func (o *outbox) take() (diagnostics []*protocol.PublishDiagnosticsParams, logs []*protocol.LogMessageParams, shown []*protocol.ShowMessageParams) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, u := range o.order {
		diagnostics = append(diagnostics, o.diagnostics[u])
	}
	clear(o.diagnostics)
	logs, shown = o.logs, o.shown
	o.logs, o.shown, o.order = nil, nil, nil
	return diagnostics, logs, shown
}

// signal wakes a goroutine that waits, or will.
func signal(wake chan struct{}) {
	select {
	case wake <- struct{}{}:
	default:
	}
}

// faulted reports a panic once: the stack to the log, a short token to the
// client that finds it there. It gives the answer to the request that met it.
func (s *server) faulted(doing string, value any) error {
	token := faultToken(doing, value)
	answer := jsonrpc2.Errorf(jsonrpc2.InternalError, "fraccheck failed (token %s); see its log", token)
	if _, again := s.faults.LoadOrStore(token, true); again {
		return answer
	}
	fmt.Fprintf(s.log, "fraccheck: fault %s in %s: %v\n%s\n", token, doing, value, debug.Stack())
	s.outbox.logf(protocol.MessageTypeError, "fraccheck failed in %s (token %s): %v", doing, token, value)
	return answer
}

// faultToken is the same for the same fault.
func faultToken(doing string, value any) string {
	sum := sha256.Sum256(fmt.Append([]byte(doing), 0, value))
	return hex.EncodeToString(sum[:4])
}
