package dap

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	protocol "github.com/google/go-dap"

	"github.com/fraccheck/fraccheck/internal/evaluate/inspect"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/interp/code"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A session is a program that is debugged. The run has a goroutine of its own; what requests change
// of it is guarded by mu. While stop is not nil the run waits, and a request may read its state; one that
// does holds inspecting, so that a run which is ended meanwhile does not free its frames.
type session struct {
	client     *server
	limits     interp.Options
	module     *typecheck.Module
	program    *interp.Program
	entries    []int
	files      []*file
	places     map[*syntax.Item]place
	ctx        context.Context
	cancel     context.CancelCauseFunc
	cache      map[evaluation]*interp.Program
	resume     chan struct{}
	clock      clock
	terminated sync.Once  // for the event that the session is over
	inspecting sync.Mutex // held while a request reads the state of the run that waits
	printed    int        // how many of the entries have printed their values
	seeking    bool       // a replay looks for the point to go back to; the run's alone

	// Of the run that is under way: a replay ends it, and begins another one.
	runContext context.Context
	cancelRun  context.CancelCauseFunc

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
	point       int64 // how many points the run has come to
	replay      *replay
	values      map[string]*inspect.Subject // that are shown as a whole, by their handles
	lastValue   int
}

// A step is how far the run goes before it stops again. With the depth at which it was asked for:
//
//	into   the next statement, or the return to a caller
//	over   the next statement at this depth, or the return to a caller
//	out    the return to a caller
//	element  the first statement of the function that works on an element of what a parallel
//	       function at this depth is given; over where that comes to its end without it
//
// A call in tail position takes the place of its caller: the depth stays, and what runs there is
// another function (leaving). Then over does not stop at this depth any more, or `next` on the last
// line of a function would go into what that line calls.
type step struct {
	mode    stepMode
	depth   int
	leaving bool // the frame was replaced by a call in tail position
	all     bool // each operation counts, and not statements alone
	entry   bool
	element int
	within  bool // it was asked for in the function of an element
}

type stepMode uint8

const (
	runOn stepMode = iota
	into
	over
	out
	element
)

// newSession is a session that is not started, by the arguments of a launch.
func newSession(s *server, a launchArguments) (*session, error) {
	d := &session{client: s, places: map[*syntax.Item]place{}, resume: make(chan struct{}), breakpoints: map[breakpointPlace][]*breakpoint{}, ofFile: map[*file][]*breakpoint{}, cache: map[evaluation]*interp.Program{}, onFault: true}
	if a.MaxSteps < 0 || a.MaxMemory < 0 {
		return nil, errors.New("`maxSteps` and `maxMemory` are not negative; without them, a run may take as many steps as it likes, and 4 GiB")
	}
	d.limits = interp.Options{MaxSteps: a.MaxSteps, MaxMemory: defaultMemory, Debugger: d}
	if a.MaxMemory > 0 {
		d.limits.MaxMemory = a.MaxMemory
	}
	if a.Timeout != "" {
		time, err := time.ParseDuration(a.Timeout)
		if err != nil || time <= 0 {
			return nil, fmt.Errorf("`timeout` is a time such as \"10s\" or \"2m\"; %.40q is none", a.Timeout)
		}
		d.clock.left = time
	}
	if a.StopOnEntry == nil || *a.StopOnEntry {
		d.step = step{mode: into, entry: true}
	}
	d.ctx, d.cancel = context.WithCancelCause(context.Background())
	d.runContext, d.cancelRun = context.WithCancelCause(d.ctx)
	return d, nil
}

// configured starts the run, once the response was sent.
func (d *session) configured(none) (any, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.started {
		return nil, errors.New("the program runs already")
	}
	d.started = true
	d.client.after = append(d.client.after, func() { go d.run() })
	return nil, nil
}

// run evaluates the entries, again for each step back, and reports the outcome to the client.
func (d *session) run() {
	d.clock.run(d.late)
	err := d.evaluateEntries()
	for d.again() {
		err = d.evaluateEntries()
	}
	status := 0
	if err != nil {
		d.client.print("stderr", d.explained(err)+"\n")
		status = 1
	}
	d.clock.halt()
	d.client.event("exited", protocol.ExitedEventBody{ExitCode: status})
	d.ended()
}

// evaluateEntries evaluates the entries, and prints the values that were not printed before: a replay
// prints none twice.
func (d *session) evaluateEntries() error {
	for i, item := range d.entries {
		v, _, err := d.program.Run(d.runContext, interp.Entry{Item: item}, nil, d.limits)
		if err != nil {
			return err
		}
		if i >= d.printed {
			d.client.print("stdout", value.Summary(v)+"\n")
			d.printed++
		}
	}
	return nil
}

// explained is why a run came to no value, and where it hit a limit, how that is raised.
func (d *session) explained(err error) string {
	if errors.Is(context.Cause(d.ctx), errLate) {
		return "The program ran longer than the launch argument `timeout` lets it."
	}
	var f *interp.Fault
	if errors.As(err, &f) && raising[f.Kind] != "" {
		return err.Error() + "\n" + raising[f.Kind]
	}
	return err.Error()
}

// raising says how limits are raised, by the fault that they lead to.
var raising = map[interp.FaultKind]string{
	interp.StepFault:   "The launch argument `maxSteps` sets how many steps the program may take.",
	interp.MemoryFault: "The launch argument `maxMemory` sets how many bytes the program may take.",
}

var errLate = errors.New("the time of the run is over")

func (d *session) late() { d.cancel(errLate) }

func (d *session) end() { d.cancel(nil) }

// ended reports to the client, once, that there is nothing to debug any more.
func (d *session) ended() {
	d.terminated.Do(func() { d.client.event("terminated", nil) })
}

// terminate does not wait for the run to notice.
func (d *session) terminate(none) (any, error) {
	d.end()
	d.client.after = append(d.client.after, d.ended)
	return nil, nil
}

// waits reports whether the run waits.
func (d *session) waits() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.stop != nil
}

// Reached decides whether the run stops at a point. It is called at each one, so that mu is held
// shortly; conditions of breakpoints are evaluated without it, since they may take long and
// requests such as `pause` must not wait for them.
func (d *session) Reached(s *interp.Stop) {
	if d.runContext.Err() != nil {
		return
	}
	d.mu.Lock()
	d.point++
	d.mu.Unlock()
	if d.replayed(s) {
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

// steppedTo reports whether a step ends at a point, by the depth of the stack, where depth is that of the
// step (see step). A return is seen as a smaller depth at the next point of the caller. It is called with
// mu held, at every point in order, since a function that is entered may change the step (leaving).
func (d *session) steppedTo(s *interp.Stop) bool {
	p, depth, t := s.Point, s.Depth(), &d.step
	if p.Kind == code.EntryPoint {
		if (t.mode == over || t.mode == element) && depth == t.depth {
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
	case element:
		inside := depth == t.depth+1 || t.within && depth == t.depth
		return depth < t.depth || here && (inside && s.Frame().Element == t.element || !t.within && depth == t.depth && !t.leaving)
	}
	return false
}

// Failed stops where the program fails.
func (d *session) Failed(s *interp.Stop, f *interp.Fault) {
	d.mu.Lock()
	wanted := d.onFault && d.runContext.Err() == nil && d.replay == nil
	if wanted || d.replay == nil {
		d.fault = f
	}
	d.mu.Unlock()
	if wanted {
		d.wait(s, protocol.StoppedEventBody{Reason: "exception", Description: "Stopped on a fault", Text: f.Message})
	}
}

// wait keeps the run at a point until a request releases it, or the session ends. The clock of the run
// stands still meanwhile. The event is sent after stop is set: a client that answers it at once finds the
// run waiting.
func (d *session) wait(s *interp.Stop, body protocol.StoppedEventBody) {
	d.mu.Lock()
	d.stop, d.pausing, d.step, d.handles = s, false, step{}, nil
	d.mu.Unlock()
	body.ThreadId, body.AllThreadsStopped = theThread, true
	d.clock.halt()
	d.client.event("stopped", body)
	select {
	case <-d.resume:
	case <-d.ctx.Done():
		d.inspecting.Lock()
		d.mu.Lock()
		d.stop = nil
		d.mu.Unlock()
		d.inspecting.Unlock()
	}
	if d.runContext.Err() == nil {
		d.clock.run(d.late)
	}
}

// theThread is the only one: a debugged program runs sequentially.
const theThread = 1

func (d *session) threads(none) (any, error) {
	return protocol.ThreadsResponseBody{Threads: []protocol.Thread{{Id: theThread, Name: "sequential run"}}}, nil
}

// pause stops the run at its next point.
func (d *session) pause(none) (any, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.pausing = d.stop == nil
	return nil, nil
}

// release ends the waiting, once the response was sent: the references to variables hold no more.
func (d *session) release(mode stepMode, g protocol.SteppingGranularity) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.step = step{mode: mode, depth: d.stop.Depth(), all: g == "instruction"}
	d.stop, d.fault, d.handles = nil, nil, nil
	d.goOnAfter()
}

// goOnAfter lets the run go on once the response was sent.
func (d *session) goOnAfter() {
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

type elementArguments struct {
	Element *int `json:"element"`
}

// stepIntoElement goes on to the function of an element of what a parallel function is given.
func (d *session) stepIntoElement(a elementArguments) (any, error) {
	if a.Element == nil || *a.Element < 0 {
		return nil, errors.New("`element` is the number of an element, from 0 on")
	}
	within := d.stop.Frame().Element >= 0
	d.release(element, "")
	d.mu.Lock()
	defer d.mu.Unlock()
	d.step.element, d.step.within = *a.Element, within
	return nil, nil
}

func (d *session) exceptionInfo(none) (any, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.fault == nil {
		return nil, errors.New("the program did not stop at a fault")
	}
	return protocol.ExceptionInfoResponseBody{ExceptionId: d.fault.Kind.String(), Description: d.fault.Message, BreakMode: "always"}, nil
}

// A clock bounds how long a run takes, without the time for which it waits for its user.
// The run alone uses it.
type clock struct {
	left  time.Duration // 0 without a bound
	since time.Time
	timer *time.Timer
}

// run lets the time go on; late is called when none is left.
func (c *clock) run(late func()) {
	if c.left > 0 {
		c.since, c.timer = time.Now(), time.AfterFunc(c.left, late)
	}
}

// halt stops the time.
func (c *clock) halt() {
	if c.timer != nil {
		c.timer.Stop()
		c.left = max(c.left-time.Since(c.since), 1)
		c.timer = nil
	}
}
