package lsp

import (
	"context"
	"time"

	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/workspace"
)

// serializedTime is how long a server that was started after a crash works in serialized
// mode: what crashed the one before is asked for again soon.
const serializedTime = 5 * time.Minute

// serialized is the mode of a server that was started after a crash. It does one piece of
// work at a time and writes to the crash log what that is before it begins, so that after
// another crash the log names the work that caused it. A nil one lets all work run at once.
type serialized struct {
	log   workspace.Observer
	until time.Time
	token chan struct{} // held by the work that runs
}

// newSerialized is that of a server; nil for the first of a conversation.
func newSerialized(o Options) *serialized {
	if o.Restarts == 0 || o.CrashLog == nil {
		return nil
	}
	return &serialized{o.CrashLog, time.Now().Add(serializedTime), make(chan struct{}, 1)}
}

// serializedKey marks the context of work that holds the token, so that work within it does
// not wait for itself.
type serializedKey struct{}

// enter waits for the token, unless its caller holds it, and gives the context of the work
// and what ends it. It fails where the context ends first.
func (s *serialized) enter(ctx context.Context, task func() workspace.Task) (context.Context, func(), error) {
	if s == nil || ctx.Value(serializedKey{}) != nil || time.Now().After(s.until) {
		return ctx, func() {}, nil
	}
	select {
	case s.token <- struct{}{}:
	case <-ctx.Done():
		return ctx, nil, ctx.Err()
	}
	done, ok := s.log(task())
	return context.WithValue(ctx, serializedKey{}, true), func() {
		if ok {
			done()
		}
		<-s.token
	}, nil
}

// do does work while no other runs.
func (s *serialized) do(ctx context.Context, task func() workspace.Task, work func(context.Context) error) error {
	ctx, leave, err := s.enter(ctx, task)
	if err != nil {
		return err
	}
	defer leave()
	return work(ctx)
}

// jobs is how many threads check a file: one in this mode; 0 for as many as there are cores.
func (s *serialized) jobs() int {
	if s == nil {
		return 0
	}
	return 1
}

// RequestName names a request about a document, by its key, in the crash log.
func RequestName(method string, document uri.URI) string { return method + " " + string(document) }
