package dap

import (
	"context"
	"fmt"
	"sync"

	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/interp/code"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/value"
	protocol "github.com/google/go-dap"
)

// A session is a program that is debugged. The run has a goroutine of its own; what
// requests change of it is guarded by mu.
type session struct {
	client  *server
	limits  interp.Options
	module  *typecheck.Module
	program *interp.Program
	entries []int
	files   []*file
	places  map[*syntax.Item]place
	ctx     context.Context
	cancel  context.CancelFunc
	resume  chan struct{}

	mu          sync.Mutex
	started     bool
	stop        *interp.Stop // while the run waits
	fault       *interp.Fault
	breakpoints map[breakpointPlace][]*breakpoint
	ofFile      map[*file][]*breakpoint
	nextID      int
	onFault     bool
	shape       *shapePattern
	pausing     bool
	step        step
	handles     []container
}

// A step is how far the run goes before it stops again.
type step struct {
	mode    stepMode
	depth   int
	leaving bool // the frame was replaced by a call in tail position
	all     bool // each operation counts, and not statements alone
	entry   bool
}

type stepMode uint8

const (
	runOn stepMode = iota
	into
	over
	out
)

func newSession(s *server, a launchArguments) *session {
	d := &session{client: s, places: map[*syntax.Item]place{}, resume: make(chan struct{}), breakpoints: map[breakpointPlace][]*breakpoint{}, ofFile: map[*file][]*breakpoint{}, onFault: true}
	d.limits = interp.Options{MaxSteps: max(a.MaxSteps, 0), MaxMemory: defaultMemory, Debugger: d}
	if a.MaxMemory > 0 {
		d.limits.MaxMemory = a.MaxMemory
	}
	if a.StopOnEntry == nil || *a.StopOnEntry {
		d.step = step{mode: into, entry: true}
	}
	d.ctx, d.cancel = context.WithCancel(context.Background())
	return d
}

func (d *session) configured(none) (any, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.started {
		return nil, fmt.Errorf("the program runs already")
	}
	d.started = true
	d.client.after = append(d.client.after, func() { go d.run() })
	return nil, nil
}

// run evaluates what was asked for, and tells the client what came of it.
func (d *session) run() {
	status := 0
	for _, item := range d.entries {
		v, _, err := d.program.Run(d.ctx, interp.Entry{Item: item}, nil, d.limits)
		if err != nil {
			d.client.print("stderr", err.Error()+"\n")
			status = 1
			break
		}
		d.client.print("stdout", value.Summary(v)+"\n")
	}
	d.client.event("exited", protocol.ExitedEventBody{ExitCode: status})
	d.client.event("terminated", nil)
}

func (d *session) end() { d.cancel() }

func (d *session) terminate(none) (any, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.end()
	if !d.started {
		d.client.after = append(d.client.after, func() { d.client.event("terminated", nil) })
	}
	return nil, nil
}

func (d *session) waits() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.stop != nil
}

// Reached decides whether the run stops at a point.
func (d *session) Reached(s *interp.Stop) {
	if d.ctx.Err() != nil {
		return
	}
	d.mu.Lock()
	reason, entry, pausing := "", d.step.entry, d.pausing
	if d.steppedTo(s) {
		reason = "step"
		if entry {
			reason = "entry"
		}
	}
	if pausing && s.Point.Kind != code.EntryPoint {
		reason = "pause"
	}
	shape := d.shape
	var reached []*breakpoint
	if s.Point.Kind == code.BeforePoint {
		reached = d.breakpoints[breakpointPlace{s.Frame().Function().Item, s.Point.Node}]
	}
	d.mu.Unlock()

	text := ""
	var ids []int
	for _, b := range reached {
		if b.hit(d, s) {
			reason, ids = "breakpoint", append(ids, b.id)
		}
	}
	if shape != nil && s.Point.Kind == code.AfterPoint && shape.fits(s.Value()) {
		reason, text = "exception", "a value of the shape "+shape.text
	}
	if reason != "" {
		d.wait(s, protocol.StoppedEventBody{Reason: reason, Text: text, HitBreakpointIds: ids})
	}
}

// steppedTo tells whether a step ends at a point.
func (d *session) steppedTo(s *interp.Stop) bool {
	p, depth, t := s.Point, s.Depth(), &d.step
	if p.Kind == code.EntryPoint {
		if t.mode == over && depth == t.depth {
			t.leaving = !s.Fresh // a call in tail position, or the next element of a parallel function
		}
		return false
	}
	here := p.Kind == code.BeforePoint && (p.Statement || t.all)
	switch t.mode {
	case into:
		return here || depth < t.depth
	case over:
		return depth < t.depth || here && depth == t.depth && !t.leaving
	case out:
		return depth < t.depth
	}
	return false
}

// Failed stops where the program fails.
func (d *session) Failed(s *interp.Stop, f *interp.Fault) {
	d.mu.Lock()
	wanted := d.onFault && d.ctx.Err() == nil
	d.fault = f
	d.mu.Unlock()
	if wanted {
		d.wait(s, protocol.StoppedEventBody{Reason: "exception", Description: "Stopped on a fault", Text: f.Message})
	}
}

// wait lets the run wait until a request lets it go on.
func (d *session) wait(s *interp.Stop, body protocol.StoppedEventBody) {
	d.mu.Lock()
	d.stop, d.pausing, d.step, d.handles = s, false, step{}, nil
	d.mu.Unlock()
	body.ThreadId, body.AllThreadsStopped = theThread, true
	d.client.event("stopped", body)
	select {
	case <-d.resume:
	case <-d.ctx.Done():
		d.mu.Lock()
		d.stop = nil
		d.mu.Unlock()
	}
}

// theThread is the only one: a debugged program runs sequentially.
const theThread = 1

func (d *session) threads(none) (any, error) {
	return protocol.ThreadsResponseBody{Threads: []protocol.Thread{{Id: theThread, Name: "sequential run"}}}, nil
}

func (d *session) pause(none) (any, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.pausing = d.stop == nil
	return nil, nil
}

// release lets the run go on, once the response was sent.
func (d *session) release(mode stepMode, g protocol.SteppingGranularity) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.step = step{mode: mode, depth: d.stop.Depth(), all: g == "instruction"}
	d.stop, d.fault, d.handles = nil, nil, nil
	d.client.after = append(d.client.after, func() {
		select {
		case d.resume <- struct{}{}:
		case <-d.ctx.Done():
		}
	})
}

func (d *session) goOn(none) (any, error) {
	d.release(runOn, "")
	return protocol.ContinueResponseBody{AllThreadsContinued: true}, nil
}

func (d *session) next(a protocol.NextArguments) (any, error) {
	d.release(over, a.Granularity)
	return nil, nil
}

func (d *session) stepIn(a protocol.StepInArguments) (any, error) {
	d.release(into, a.Granularity)
	return nil, nil
}

func (d *session) stepOut(a protocol.StepOutArguments) (any, error) {
	d.release(out, a.Granularity)
	return nil, nil
}

func (d *session) exceptionInfo(none) (any, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.fault == nil {
		return nil, fmt.Errorf("the program did not stop at a fault")
	}
	return protocol.ExceptionInfoResponseBody{ExceptionId: d.fault.Kind.String(), Description: d.fault.Message, BreakMode: "always"}, nil
}
