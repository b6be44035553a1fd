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

// enter lets somebody wait, and ends the waiting of who does. It gives what is closed
// when that befalls the new one.
func (m *moments) enter() (<-chan struct{}, func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.waiter != nil {
		close(m.waiter)
	}
	own := make(chan struct{})
	m.waiter = own
	return own, func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		if m.waiter == own {
			m.waiter = nil
		}
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
