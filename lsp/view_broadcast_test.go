package lsp

import (
	"testing"
)

// TestBroadcastTickets lets requests that wait begin in another order than they came: the
// one that came last is the one that goes on waiting.
func TestBroadcastTickets(t *testing.T) {
	m := newViewBroadcast()
	last, leave := m.enter(2)
	first, _ := m.enter(1)
	if isClosed(last) || !isClosed(first) {
		t.Errorf("of a request that began late, the later one ended: %v, it itself: %v", isClosed(last), isClosed(first))
	}
	if next, _ := m.enter(3); !isClosed(last) || isClosed(next) {
		t.Errorf("after another request, the one before ended: %v, it itself: %v", isClosed(last), isClosed(next))
	}
	leave()
}

func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}
