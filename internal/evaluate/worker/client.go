package worker

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"sync"
	"time"
)

// ErrDied is what a run ends with whose process did.
var ErrDied = errors.New("the worker died")

// errStuck is why a process is killed that goes on with a run which nobody
// waits for.
var errStuck = errors.New("it did not stop when it was asked to")

// grace is how long a process that is asked to end a run may take before it is
// killed.
const grace = 300 * time.Millisecond

// A Worker is the parent's side: a process that evaluates. It may be used from
// several goroutines. After a process died, the next call starts another one.
type Worker struct {
	start Starter

	mu      sync.Mutex
	process *process
	closed  bool
}

// New is a worker that is started, when it is first needed, by a command such
// as `fraccheck worker`.
func New(command ...string) *Worker { return NewOf(Command(command...)) }

// NewOf is a worker whose processes are started by a function.
func NewOf(start Starter) *Worker { return &Worker{start: start} }

// Run evaluates. When the context ends, Run ends at once; the process is asked
// to stop, and killed where it does not.
func (w *Worker) Run(ctx context.Context, r Run) (Response, error) {
	return w.call(ctx, Request{Method: methodRun, Run: &r})
}

// Check makes the checks that run the program's own code over a file, or one
// item of it. The answer's error tells why they were not made.
func (w *Worker) Check(ctx context.Context, r Run) (Response, error) {
	return w.call(ctx, Request{Method: methodCheck, Run: &r})
}

// Example tries a rule on one of its examples.
func (w *Worker) Example(ctx context.Context, r Run) (Response, error) {
	return w.call(ctx, Request{Method: methodExample, Run: &r})
}

// Fill searches expressions for the holes of a file.
func (w *Worker) Fill(ctx context.Context, r Run) (Response, error) {
	return w.call(ctx, Request{Method: methodFill, Run: &r})
}

// Reduce searches a form of the definition in an item that does less work.
func (w *Worker) Reduce(ctx context.Context, r Run) (Response, error) {
	return w.call(ctx, Request{Method: methodReduce, Run: &r})
}

// Steps writes how the definitions of a file become forms that do less work.
func (w *Worker) Steps(ctx context.Context, r Run) (Response, error) {
	return w.call(ctx, Request{Method: methodSteps, Run: &r})
}

// Prove searches for a proof of a rewrite rule, or for a program that refutes it.
func (w *Worker) Prove(ctx context.Context, r Run) (Response, error) {
	return w.call(ctx, Request{Method: methodProve, Run: &r})
}

// Part shows a part of a value that a run kept.
func (w *Worker) Part(ctx context.Context, p Part) (Response, error) {
	return w.call(ctx, Request{Method: methodPart, Part: &p})
}

// Compare evaluates what is expected of a value that a run kept. The comparison is kept as well.
func (w *Worker) Compare(ctx context.Context, p Part) (Response, error) {
	return w.call(ctx, Request{Method: methodCompare, Part: &p})
}

// Save writes a tensor of a value that a run kept to a file.
func (w *Worker) Save(ctx context.Context, p Part) (Response, error) {
	return w.call(ctx, Request{Method: methodSave, Part: &p})
}

// Ping reports whether the process answers; it starts one where there is none.
func (w *Worker) Ping(ctx context.Context) error {
	_, err := w.call(ctx, Request{Method: methodPing})
	return err
}

// Close ends the process and all runs.
func (w *Worker) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.closed = true
	if w.process != nil {
		w.process.kill(errors.New("the worker is closed"))
		<-w.process.gone
	}
	return nil
}

// call asks a process, and another one where that was killed for what someone else asked. It ends:
// each time around, another caller has given up.
func (w *Worker) call(ctx context.Context, r Request) (Response, error) {
	for {
		response, err := w.ask(ctx, r)
		if !errors.Is(err, errStuck) || ctx.Err() != nil {
			return response, err
		}
	}
}

func (w *Worker) ask(ctx context.Context, r Request) (Response, error) {
	if err := ctx.Err(); err != nil {
		return Response{}, err
	}
	p, err := w.alive()
	if err != nil {
		return Response{}, err
	}
	id, answer := p.send(r)
	select {
	case response := <-answer:
		return response, nil
	case <-p.gone:
		return p.lastWord(answer)
	case <-ctx.Done():
		go p.abandon(id, answer)
		return Response{}, ctx.Err()
	}
}

// alive is the running process, or a new one.
func (w *Worker) alive() (*process, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closed {
		return nil, errors.New("the worker is closed")
	}
	if w.process == nil || w.process.over() {
		child, err := w.start()
		if err != nil {
			return nil, fmt.Errorf("starting a worker: %w", err)
		}
		w.process = attend(child)
	}
	return w.process, nil
}

// A process is one child, from its start to its end.
type process struct {
	child Child
	gone  chan struct{} // closed when it has ended
	wake  chan struct{} // signalled when the queue is not empty

	mu      sync.Mutex
	next    int64
	queue   []Request         // not yet written, in order
	texts   map[string]string // that the last request mentions
	waiting map[int64]chan Response
	reason  error // why it was killed
	err     error // how it ended
}

// attend begins to write requests to a child and to read its answers.
func attend(child Child) *process {
	p := &process{
		child: child, gone: make(chan struct{}), wake: make(chan struct{}, 1),
		texts: map[string]string{}, waiting: map[int64]chan Response{},
	}
	go p.listen()
	go p.write()
	return p
}

// listen hands answers to those who wait, until the pipe ends or holds what is
// no answer.
func (p *process) listen() {
	reader := bufio.NewReader(p.child)
	for {
		var r Response
		if err := readFrame(reader, &r); err != nil {
			if err != io.EOF {
				p.kill(err)
			}
			break
		}
		p.deliver(r)
	}
	p.kill(nil)
	err := p.child.Wait()
	p.mu.Lock()
	p.err = p.verdict(err)
	p.mu.Unlock()
	close(p.gone)
}

// verdict returns how the process ended.
func (p *process) verdict(err error) error {
	if p.reason != nil {
		err = p.reason
	}
	return fmt.Errorf("%w: %w", ErrDied, err)
}

// deliver hands an answer to who waits for it; nobody may.
func (p *process) deliver(r Response) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if c := p.waiting[r.ID]; c != nil {
		c <- r // it has room for the one answer
		delete(p.waiting, r.ID)
	}
}

// send hands a request to the writer, without waiting for a process that does
// not read.
func (p *process) send(r Request) (id int64, answer chan Response) {
	answer = make(chan Response, 1)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.next++
	r.ID = p.next
	p.waiting[r.ID] = answer
	if r.Run != nil {
		r.Texts, r.Closed = changes(p.texts, r.Run.Texts)
		p.texts = r.Run.Texts
	}
	p.enqueue(r)
	return r.ID, answer
}

// enqueue adds a request for the writer. The lock is held.
func (p *process) enqueue(r Request) {
	p.queue = append(p.queue, r)
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// changes are the texts that are not those from before, and those that are no longer there. The
// requests of a process are sent in the order in which this was worked out (send holds the lock),
// so that before is what the child has.
func changes(before, now map[string]string) (changed map[string]string, closed []string) {
	changed = maps.Clone(now)
	maps.DeleteFunc(changed, func(path, text string) bool { old, open := before[path]; return open && old == text })
	for path := range before {
		if _, open := now[path]; !open {
			closed = append(closed, path)
		}
	}
	return changed, closed
}

// write writes requests in their order, until the process is gone.
func (p *process) write() {
	for {
		select {
		case <-p.wake:
		case <-p.gone:
			return
		}
		for _, r := range p.take() {
			if err := writeFrame(p.child, r); err != nil {
				p.kill(nil)
				return
			}
		}
	}
}

// take empties the queue.
func (p *process) take() []Request {
	p.mu.Lock()
	defer p.mu.Unlock()
	queue := p.queue
	p.queue = nil
	return queue
}

// lastWord is the answer that came before the end, or how the process ended.
func (p *process) lastWord(answer chan Response) (Response, error) {
	select {
	case r := <-answer:
		return r, nil
	default:
		p.mu.Lock()
		defer p.mu.Unlock()
		return Response{}, p.err
	}
}

// abandon asks for the end of a run that nobody waits for, and kills the
// process where it goes on.
func (p *process) abandon(id int64, answer chan Response) {
	p.mu.Lock()
	p.enqueue(Request{Method: methodCancel, Of: id})
	p.mu.Unlock()
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-answer:
	case <-p.gone:
	case <-timer.C:
		p.kill(errStuck)
	}
}

// kill ends the process; the first reason is the one that is reported.
func (p *process) kill(reason error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.reason == nil {
		p.reason = reason
	}
	p.child.Kill()
}

// over reports whether the process has ended.
func (p *process) over() bool {
	select {
	case <-p.gone:
		return true
	default:
		return false
	}
}
