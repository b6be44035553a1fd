package lsp

import (
	"context"
	"sync"

	"github.com/fraccheck/fraccheck/lsp/request"
)

// A viewBroadcast implements the long poll of workspace/diagnostic. A request that has nothing
// new to say waits on the channel `changed`, which each change closes and replaces; a closed
// channel wakes any number of waiters and none of them can miss it, since a waiter takes the
// channel together with the view (now).
//
// A viewBroadcast holds the current view for requests that wait for another one: clients
// that ask for the diagnostics of the workspace are answered when there are others, instead
// of asking again and again. One request waits at a time, the one that came last.
type viewBroadcast struct {
	mu      sync.Mutex
	view    *request.View
	changed chan struct{} // closed at the next change
	last    ticket        // of the request that came last among those that waited
	waiter  chan struct{} // closed when another request waits in its place; nil for none
}

func newViewBroadcast() *viewBroadcast { return &viewBroadcast{changed: make(chan struct{})} }

// show makes a view the current one.
func (b *viewBroadcast) show(v *request.View) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.view = v
	b.wake()
}

// notify says that the same view may have other diagnostics.
func (b *viewBroadcast) notify() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.wake()
}

func (b *viewBroadcast) wake() {
	close(b.changed)
	b.changed = make(chan struct{})
}

// now is the current view, and what is closed at the next change.
func (b *viewBroadcast) now() (*request.View, <-chan struct{}) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.view, b.changed
}

// enter lets a request wait, and ends the waiting of those that came before it. It gives
// what is closed when this one's waiting ends: at once where a later request was here first.
func (b *viewBroadcast) enter(t ticket) (<-chan struct{}, func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	own := make(chan struct{})
	if t < b.last {
		close(own)
		return own, func() {}
	}
	if b.waiter != nil {
		close(b.waiter)
	}
	b.last, b.waiter = t, own
	return own, func() { b.leave(own) }
}

func (b *viewBroadcast) leave(own chan struct{}) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.waiter == own {
		b.waiter = nil
	}
}

// next waits until something changed and then nothing did for a while. It is false where the
// context ends, or another request waits.
func (b *viewBroadcast) next(ctx context.Context, changed, replaced <-chan struct{}) bool {
	for {
		select {
		case <-changed:
		case <-replaced:
			return false
		case <-ctx.Done():
			return false
		}
		_, changed = b.now()
		if !pause(ctx, quietTime) {
			return false
		}
		select {
		case <-changed:
		default:
			return true
		}
	}
}
