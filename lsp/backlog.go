package lsp

import (
	"context"
	"sync"
)

// What may wait for a client that does not read, or for answers: from there on its messages are
// not read either, and no answer is worked out.
const (
	mostUnsent = 16 << 20 // bytes of messages that are being written
	mostOpen   = 2000     // requests that are not answered
	// messageBytes is what a message takes besides its text while it waits to be written.
	messageBytes = 8 << 10
)

// A backlog bounds the memory that a client can make the server use by sending and not
// reading. It is flow control in one direction: the reading goroutine stops (mayRead) while
// more than mostUnsent bytes are unsent or more than mostOpen requests are open, the pipe
// fills up, and the client waits. Without it, a client that pipelines requests for large
// answers makes the server hold them all.
//
// A backlog is what waits in a conversation. The zero backlog has nothing.
type backlog struct {
	mu      sync.Mutex
	unsent  int // bytes
	open    int // requests
	changed chan struct{}
}

// write counts a message of some bytes until it is written.
func (b *backlog) write(bytes int) (written func()) {
	bytes += messageBytes
	b.add(bytes, 0)
	return func() { b.add(-bytes, 0) }
}

// ask counts a request until it is answered.
func (b *backlog) ask() (answered func()) {
	b.add(0, 1)
	return func() { b.add(0, -1) }
}

// add changes the counts, and wakes all who wait if one has become smaller.
func (b *backlog) add(bytes, requests int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.unsent, b.open = b.unsent+bytes, b.open+requests
	if b.changed != nil && (bytes < 0 || requests < 0) {
		close(b.changed)
		b.changed = nil
	}
}

// mayRead waits until another message may be read, or the context ends.
func (b *backlog) mayRead(ctx context.Context) {
	b.wait(ctx, func() bool { return b.unsent <= mostUnsent && b.open <= mostOpen })
}

// mayAnswer waits until another answer may be worked out, or the context ends.
func (b *backlog) mayAnswer(ctx context.Context) {
	b.wait(ctx, func() bool { return b.unsent <= mostUnsent })
}

// wait is a condition variable that ends with a context: who waits takes the channel under the lock
// that `add` holds when it closes it, so that no change between the test and the wait is lost.
func (b *backlog) wait(ctx context.Context, may func() bool) {
	for ctx.Err() == nil {
		b.mu.Lock()
		if may() {
			b.mu.Unlock()
			return
		}
		if b.changed == nil {
			b.changed = make(chan struct{})
		}
		changed := b.changed
		b.mu.Unlock()
		select {
		case <-changed:
		case <-ctx.Done():
		}
	}
}
