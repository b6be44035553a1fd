package worker

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"sync"
	"time"
)

// ErrDied is what a run ends with whose process did.
var ErrDied = errors.New("the worker died")

// grace is how long a process that is asked to end a run may take before it is
// killed.
const grace = 100 * time.Millisecond

// A Worker is the parent's side: a process that evaluates. It may be used from
// several goroutines. After a process died, the next call starts another one.
type Worker struct {
	command []string // the program that serves, with its arguments

	mu      sync.Mutex
	process *process
	closed  bool
}

// New is a worker that is started, when it is first needed, by a command such
// as `fraccheck worker`.
func New(command ...string) *Worker { return &Worker{command: command} }

// Run evaluates. When the context ends, Run ends at once; the process is asked
// to stop, and killed where it does not.
func (w *Worker) Run(ctx context.Context, r Run) (Response, error) {
	return w.call(ctx, Request{Method: methodRun, Run: &r})
}

// Ping tells whether the process answers; it starts one where there is none.
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

func (w *Worker) call(ctx context.Context, r Request) (Response, error) {
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
		p, err := start(w.command)
		if err != nil {
			return nil, fmt.Errorf("starting a worker: %w", err)
		}
		w.process = p
	}
	return w.process, nil
}

// A process is one child, from its start to its end.
type process struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	stderr tail
	gone   chan struct{} // closed when it has ended

	writing sync.Mutex

	mu      sync.Mutex
	next    int64
	waiting map[int64]chan Response
	reason  error // why it was killed
	err     error // how it ended
}

func start(command []string) (*process, error) {
	cmd := exec.Command(command[0], command[1:]...)
	p := &process{cmd: cmd, gone: make(chan struct{}), waiting: map[int64]chan Response{}}
	cmd.Stderr = &p.stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	p.in = in
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	go p.listen(out)
	return p, nil
}

// listen hands answers to those who wait, until the pipe ends or holds what is
// no answer.
func (p *process) listen(out io.Reader) {
	reader := bufio.NewReader(out)
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
	err := p.cmd.Wait()
	p.mu.Lock()
	p.err = p.verdict(err)
	p.mu.Unlock()
	close(p.gone)
}

// verdict tells how the process ended.
func (p *process) verdict(err error) error {
	switch {
	case p.reason != nil:
		return fmt.Errorf("%w: %w", ErrDied, p.reason)
	case p.stderr.Len() > 0:
		return fmt.Errorf("%w: %v: %s", ErrDied, err, p.stderr.firstLine())
	}
	return fmt.Errorf("%w: %v", ErrDied, err)
}

func (p *process) deliver(r Response) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if c := p.waiting[r.ID]; c != nil {
		c <- r // it has room for the one answer
		delete(p.waiting, r.ID)
	}
}

// send writes a request without waiting for a process that does not read.
func (p *process) send(r Request) (id int64, answer chan Response) {
	answer = make(chan Response, 1)
	p.mu.Lock()
	p.next++
	r.ID = p.next
	p.waiting[r.ID] = answer
	p.mu.Unlock()
	go p.write(r)
	return r.ID, answer
}

func (p *process) write(r Request) {
	p.writing.Lock()
	defer p.writing.Unlock()
	if err := writeFrame(p.in, r); err != nil {
		p.kill(nil)
	}
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
	go p.write(Request{Method: methodCancel, Of: id})
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-answer:
	case <-p.gone:
	case <-timer.C:
		p.kill(errors.New("it did not stop when it was asked to"))
	}
}

// kill ends the process; the first reason is the one that is told.
func (p *process) kill(reason error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.reason == nil {
		p.reason = reason
	}
	_ = p.cmd.Process.Kill()
	_ = p.in.Close()
}

func (p *process) over() bool {
	select {
	case <-p.gone:
		return true
	default:
		return false
	}
}

// A tail keeps the beginning of what a process complains about.
type tail struct {
	mu sync.Mutex
	bytes.Buffer
}

// keptOutput is how much of it is kept.
const keptOutput = 1 << 12

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.Buffer.Write(b[:min(len(b), max(0, keptOutput-t.Buffer.Len()))])
	return len(b), nil
}

func (t *tail) firstLine() string {
	line, _, _ := bytes.Cut(bytes.TrimSpace(t.Bytes()), []byte("\n"))
	return string(line)
}
