package lsp

import (
	"context"
	"sync"
)

// moments tell of the view that is the current one, to those who wait for another:
// clients that ask for the diagnostics of the workspace are answered when there are
// others, instead of asking again and again.
type moments struct {
	mu     sync.Mutex
	view   *view
	moved  chan struct{} // closed at the next change
	last   turn          // of the request that came last among those that waited
	waiter chan struct{} // closed when another one waits in its place; nil for nobody
}

func newMoments() *moments { return &moments{moved: make(chan struct{})} }

// show makes a view the current one.
func (m *moments) show(v *view) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.view = v
	m.stirred()
}

// stir tells that the same view may have other findings.
func (m *moments) stir() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.stirred()
}

func (m *moments) stirred() {
	close(m.moved)
	m.moved = make(chan struct{})
}

// now is the current view, and what is closed at the next change.
func (m *moments) now() (*view, <-chan struct{}) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.view, m.moved
}

// enter lets a request wait, and ends the waiting of those that came before it. It gives
// what is closed when that befalls this one: at once where a later request was here first.
func (m *moments) enter(t turn) (<-chan struct{}, func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	own := make(chan struct{})
	if t < m.last {
		close(own)
		return own, func() {}
	}
	if m.waiter != nil {
		close(m.waiter)
	}
	m.last, m.waiter = t, own
	return own, func() { m.leave(own) }
}

func (m *moments) leave(own chan struct{}) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.waiter == own {
		m.waiter = nil
	}
}

// another waits until something changed and then nothing did for a while. It is false
// where the context ends, or somebody else waits.
func (m *moments) another(ctx context.Context, moved, replaced <-chan struct{}) bool {
	for {
		select {
		case <-moved:
		case <-replaced:
			return false
		case <-ctx.Done():
			return false
		}
		_, moved = m.now()
		if !pause(ctx, quietTime) {
			return false
		}
		select {
		case <-moved:
		default:
			return true
		}
	}
}
