package lsp

import (
	"context"
	"time"

	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/workspace"
)

// careTime is how long a server is careful that was started after a death: what
// killed the one before is asked for again soon.
const careTime = 5 * time.Minute

// A carefulness has one thing done at a time, and says what it is before it begins:
// so it is known what a process died of. A nil one lets all things run.
type carefulness struct {
	looking workspace.Looking
	until   time.Time
	turn    chan struct{}
}

// newCarefulness is that of a server; nil for the first of a conversation.
func newCarefulness(o Options) *carefulness {
	if o.Restarts == 0 || o.Looking == nil {
		return nil
	}
	return &carefulness{o.Looking, time.Now().Add(careTime), make(chan struct{}, 1)}
}

// held marks the context of who has the turn.
type held struct{}

// enter waits for the turn, unless its caller has it, and gives the context of who
// does and what ends it. It fails where the context ends while it waits.
func (c *carefulness) enter(ctx context.Context, s workspace.Subject) (context.Context, func(), error) {
	if c == nil || ctx.Value(held{}) != nil || time.Now().After(c.until) {
		return ctx, func() {}, nil
	}
	select {
	case c.turn <- struct{}{}:
	case <-ctx.Done():
		return ctx, nil, ctx.Err()
	}
	done, ok := c.looking(s)
	return context.WithValue(ctx, held{}, true), func() {
		if ok {
			done()
		}
		<-c.turn
	}, nil
}

// jobs is how many threads check a file: one while things are done one at a time.
func (c *carefulness) jobs() int {
	if c == nil {
		return 0
	}
	return 1
}

// RequestName names a request about a document, by its key, in a record of what is
// looked at.
func RequestName(method string, document uri.URI) string { return method + " " + string(document) }
