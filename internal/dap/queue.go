package dap

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"sync"

	"github.com/fraccheck/fraccheck/lsp/frame"
)

// A queue has the requests that came and are not answered. Reading does not wait for an
// answer, so that one can be cancelled while it is worked out.
type queue struct {
	requests chan request
	failed   error // why reading ended before the client left; set before requests is closed
	admitted func()

	*cancelled
}

// cancelled are the requests that the client wants no answer to any more. A cancellation names a
// request by the client's number, and may come before that request is read, while it waits, while it
// is answered, or after that: the first three are one case, by seqs and now, and of the last one a
// number stays after, at most mostCancelled of them.
type cancelled struct {
	mu     sync.Mutex
	before int                // all that came before this one
	seqs   map[int]bool       // and these, by the client's numbers
	now    int                // the client's number of the one that is being answered
	stop   context.CancelFunc // of that one's context; nil while none is answered
}

// longestQueue is how many requests wait until reading waits, too. mostCancelled bounds what a client that
// cancels answered requests makes the queue keep.
const (
	longestQueue  = 1000
	mostCancelled = 1000
)

// newQueue is an empty queue; admitted is called when the client has introduced itself.
func newQueue(admitted func()) queue {
	return queue{admitted: admitted, requests: make(chan request, longestQueue), cancelled: &cancelled{seqs: map[int]bool{}}}
}

// fill reads until the client leaves.
func (q *queue) fill(in *frame.Reader) {
	defer close(q.requests)
	for number := 1; ; number++ {
		message, err := in.ReadFrame()
		if err != nil {
			q.leave(number)
			if !errors.Is(err, io.EOF) {
				q.failed = err
			}
			return
		}
		r := request{number: number}
		r.malformed = json.Unmarshal(message, &r)
		r.number = number
		q.expedite(r)
		q.requests <- r
		if r.malformed == nil && r.Type == "request" && r.Command == "disconnect" {
			return
		}
	}
}

// expedite does what must not wait for the requests before.
func (q *queue) expedite(r request) {
	switch r.Command {
	case "initialize":
		q.admitted()
	case "terminate", "disconnect":
		q.leave(r.number)
	case "cancel":
		var a struct{ RequestID int }
		if json.Unmarshal(r.Arguments, &a) == nil {
			q.cancel(a.RequestID)
		}
	}
}

// leave cancels all requests before one.
func (c *cancelled) leave(number int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.before = number
	if c.stop != nil {
		c.stop()
	}
}

// cancel ends a request, or has it ended when it begins.
func (c *cancelled) cancel(seq int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stop != nil && c.now == seq {
		c.stop()
		return
	}
	if len(c.seqs) < mostCancelled {
		c.seqs[seq] = true
	}
}

// begin gives the context of a request that is to be answered, and what is to be done
// after it.
func (c *cancelled) begin(r request) (context.Context, func()) {
	ctx, stop := context.WithCancel(context.Background())
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now, c.stop = r.Seq, stop
	if r.number < c.before || c.seqs[r.Seq] {
		delete(c.seqs, r.Seq)
		stop()
	}
	return ctx, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.stop = nil
		stop()
	}
}
