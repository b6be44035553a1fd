// Package supervise keeps a language server alive: the process that the editor
// started holds the connection, and a subprocess of it does the work.
//
// What Go cannot recover from (a stack that is too deep, memory that is used up)
// ends a process. Where the subprocess ends unasked, another one is started and sent
// what the client said so far: the exchange of initialize, the settings and
// folders, and the open documents as they are now. Requests that were running are
// answered with an error of one sentence, progress that was shown is ended, and
// what the client sends meanwhile waits and is delivered in order.
//
// Messages pass as they are. Only their heads are looked at (head.go): the method
// and the id, which is renumbered for requests of the subprocess, since each subprocess
// counts anew. What is remembered is kept as it came (memory.go, document.go) and
// put together when a subprocess needs it.
//
// A subprocess that was started after a crash writes down what it works on before it
// begins (package isolation); so the next crash has a name, and the subprocess after
// that leaves it out.
//
// Read supervisor.go first, then restart.go.
package supervise

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"sync"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/isolation"
	"github.com/fraccheck/fraccheck/lsp"
	"github.com/fraccheck/fraccheck/lsp/frame"
)

// Options say how a conversation is kept up.
type Options struct {
	// Command makes the command of a subprocess, which is not started yet.
	Command func(Start) *exec.Cmd
	// Follow ends the conversation with the process that the client names.
	Follow bool
	// Admitted is called when the client has introduced itself; may be nil.
	Admitted func()
	Pace     Pace
}

// A Start is what the command line of a subprocess says.
type Start struct {
	Restarts int      // how many subprocesses there were before
	Record   string   // the file in which it writes down what it looks at; empty for none
	LeaveOut []string // keys of what it leaves out
}

// A supervisor is the conversation with one client.
//
// Its states, with the events between them:
//
//	launch ──► current ──crash──► none ──pause──► next ──replayed──► current
//	                               │
//	                               └─ too many crashes: resting, requests are refused
//
//	over (the client left) and shutdown (it asked for it): no other subprocess starts
//
// Invariant, under mu: current and next are never both set; while neither is and the supervisor
// does not rest, receive waits, so that no message is lost and none is delivered twice.
type supervisor struct {
	Options
	ctx      context.Context
	gone     func() // ends the conversation
	log      io.Writer
	client   *frame.Writer
	crashLog isolation.Log

	mu        sync.Mutex
	changed   sync.Cond   // of current, resting and over
	current   *subprocess // nil while there is none
	next      *subprocess // that learns what the one before knew
	resting   bool        // there is none for a while: it crashed too often
	over      bool        // no more subprocesses
	shutdown  bool        // the client asked for it
	followed  bool        // the process that the client named is watched
	memory    memory
	requests  requests
	asked     questions
	displayed display
	times     crashTimes
}

// grace is how long a subprocess may take to end.
const grace = 3 * time.Second

// Serve talks to one client until it leaves; see lsp.Serve for the error. What
// subprocesses complain about goes to the log.
func Serve(ctx context.Context, client io.ReadWriteCloser, log io.Writer, o Options) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	s := &supervisor{
		Options: o, ctx: ctx, gone: cancel, log: &lockedWriter{out: log}, client: frame.NewWriter(client),
		memory: newMemory(), requests: requests{running: map[string]clientRequest{}, refusals: map[string]refusal{}},
		asked:     questions{waiting: map[string]question{}, registered: map[string]bool{}},
		displayed: display{tasks: map[string]bool{}, found: map[uri.URI]string{}},
		times:     crashTimes{Pace: o.Pace.orDefault()},
	}
	s.changed.L = &s.mu
	defer s.crashLog.Close()
	defer s.end()
	defer client.Close()
	if err := s.launch(); err != nil {
		return err
	}
	heard := make(chan error, 1)
	go func() { heard <- s.listen(frame.NewReader(client)) }()
	select {
	case reason := <-heard:
		return s.farewell(reason)
	case <-ctx.Done(): // the reading may wait for ever
		return s.farewell(ctx.Err())
	}
}

// errExit ends the reading.
var errExit = errors.New("the client said exit")

// listen reads what the client says until it leaves.
func (s *supervisor) listen(in *frame.Reader) error {
	for {
		message, err := in.ReadFrame()
		if err != nil {
			return err
		}
		for _, part := range parts(message) {
			if err := s.receive(part); err != nil {
				return err
			}
		}
	}
}

// farewell is what was wrong with how a conversation ended.
func (s *supervisor) farewell(reason error) error {
	s.mu.Lock()
	shutdown := s.shutdown
	s.mu.Unlock()
	var wrong *frame.Error
	switch {
	case shutdown:
		return nil
	case errors.As(reason, &wrong):
		s.refuse(wrong)
		return fmt.Errorf("the client's message cannot be read: %w", wrong)
	}
	return lsp.ErrNoShutdown
}

// refuse answers a client's last bytes with what is wrong with them, where it still reads.
func (s *supervisor) refuse(wrong *frame.Error) {
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		s.send(failure("null", parseError, wrong.Error(), ""))
	}()
	select {
	case <-sent:
	case <-time.After(time.Second):
	}
}

// end has the subprocess end, and no other one start.
func (s *supervisor) end() {
	s.mu.Lock()
	left := []*subprocess{s.current, s.next}
	s.over = true
	s.changed.Broadcast()
	s.mu.Unlock()
	for _, c := range left {
		if c != nil {
			c.leave(grace)
		}
	}
}

// send writes to the client. One that is gone is noticed where it is read.
func (s *supervisor) send(message []byte) { _ = s.client.WriteFrame(message) }

// receive hands a message of the client on, and remembers what a later subprocess must
// know of it. The message is the reader's.
func (s *supervisor) receive(message []byte) error {
	h := headOf(message)
	s.mu.Lock()
	for s.current == nil && !s.resting && !s.over {
		s.changed.Wait()
	}
	c, answer := s.current, []byte(nil)
	switch {
	case h.isAnswer():
		message = s.asked.answered(h, message, c)
	case h.isRequest():
		message, answer = s.request(h, message, c)
	case s.memory.initialize != nil && notes[h.method] != nil:
		message = append([]byte(nil), message...)
		notes[h.method](&s.memory, message)
	}
	s.mu.Unlock()
	if answer != nil {
		s.send(answer)
	}
	if c != nil && message != nil {
		_ = c.writer.WriteFrame(message) // where it ended, its successor gets it
	}
	if h.method == protocol.MethodExit && h.id == nil {
		return errExit
	}
	return nil
}

// request notes a request and gives what is sent to the subprocess, or the answer where
// that is given here. The lock is held.
func (s *supervisor) request(h head, message []byte, c *subprocess) (toChild, answer []byte) {
	r := clientRequest{id: string(h.id), method: h.method, document: documentOf(message)}
	r.revision = s.memory.revision(r.document)
	switch h.method {
	case protocol.MethodInitialize:
		if s.memory.initialize == nil {
			s.memory.initialize = append([]byte(nil), message...)
			s.follow(at(message, "params", "processId"))
		}
	case protocol.MethodShutdown:
		s.shutdown = s.memory.answered
	}
	switch {
	case c == nil && s.shutdown && h.method == protocol.MethodShutdown:
		return nil, success(r.id)
	case c == nil:
		if !s.memory.answered {
			s.memory = newMemory()
		}
		return nil, r.failure("fraccheck stopped too often in a short time and rests; it tries again by itself")
	case s.requests.refused(r):
		return nil, r.failure("this request stopped fraccheck twice; it is refused until the document changes")
	}
	s.requests.add(r)
	return message, nil
}

// follow ends the conversation when a process is gone.
func (s *supervisor) follow(pid []byte) {
	id, err := strconv.Atoi(string(pid))
	if s.followed || !s.Follow || err != nil {
		return
	}
	s.followed = true
	lsp.Follow(s.ctx, id, s.gone)
}
