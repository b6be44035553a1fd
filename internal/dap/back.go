package dap

import (
	"context"
	"errors"

	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/interp/code"
	protocol "github.com/google/go-dap"
)

// A replay is a step back, or a run back to a breakpoint. A run is deterministic, so that its points have
// the same numbers each time: it is run again from its beginning, once up to where it waited
// (seeking), to find the point to go back to, and once more up to that point. No state is recorded: a
// run takes no memory for what it may be asked later, and a step back takes twice the time of the run so
// far.
//
// While a run is replayed it prints nothing, stops at no breakpoint and counts none.
type replay struct {
	from     int64 // the number of the point at which the run waited
	to       int64 // that of the point to go back to, 0 while it is not known
	found    int64 // the last one so far that may be it
	depth    int   // of the run when it waited
	all      bool  // each operation counts, and not statements alone
	toBreaks bool  // back to a breakpoint, and not by one step
	first    int64 // the first statement of the run, to which it goes back where there is no other point
}

var errReplayed = errors.New("the run is replayed from its beginning")

// goBack replays the run, once the response was sent.
func (d *session) goBack(r replay) {
	d.mu.Lock()
	defer d.mu.Unlock()
	r.from, r.depth = d.point, d.stop.Depth()
	if d.fault != nil {
		r.from++ // the run waits after its last point
	}
	d.replay = &r
	d.stop, d.fault, d.handles, d.step = nil, nil, nil, step{}
	d.cancelRun(errReplayed)
	d.goOnAfter()
}

func (d *session) stepBack(a protocol.StepBackArguments) (any, error) {
	d.goBack(replay{all: a.Granularity == "instruction"})
	return nil, nil
}

func (d *session) reverseContinue(none) (any, error) {
	d.goBack(replay{toBreaks: true})
	return nil, nil
}

// replayed follows a run that is replayed, and reports whether it is: then nothing else is done at the
// point. A pause ends the replay where it is. The first of the two runs ends at the number from, by an error
// of its context, and run begins the second (again).
func (d *session) replayed(s *interp.Stop) bool {
	d.mu.Lock()
	r := d.replay
	if r == nil {
		d.mu.Unlock()
		return false
	}
	pausing := d.pausing
	at := d.point
	arrived := r.to > 0 && at == r.to
	if arrived || pausing {
		d.replay, d.seeking = nil, false
	} else if r.to == 0 && at >= r.from {
		d.cancelRun(errReplayed) // all is known that is needed
	}
	d.mu.Unlock()
	switch {
	case pausing:
		d.wait(s, protocol.StoppedEventBody{Reason: "pause"})
	case arrived && r.toBreaks && r.found > 0:
		d.wait(s, protocol.StoppedEventBody{Reason: "breakpoint"})
	case arrived && r.found > 0:
		d.wait(s, protocol.StoppedEventBody{Reason: "step"})
	case arrived:
		d.wait(s, protocol.StoppedEventBody{Reason: "entry"})
	case r.to == 0 && at < r.from:
		d.consider(r, s, at)
	}
	return true
}

// consider notes a point that the run may go back to. A step back is a step over backwards: to the
// statement before at this depth, or to the one in a caller.
func (d *session) consider(r *replay, s *interp.Stop, at int64) {
	if s.Point.Kind != code.BeforePoint || !s.Point.Statement && !r.all && !r.toBreaks {
		return
	}
	if r.first == 0 {
		r.first = at
	}
	if !r.toBreaks {
		if s.Depth() <= r.depth {
			r.found = at
		}
		return
	}
	d.mu.Lock()
	reached := d.breakpoints[breakpointPlace{s.Frame().Function().Item, s.Point.Node}]
	d.mu.Unlock()
	for _, b := range reached {
		if b.LogMessage != "" {
			continue
		}
		if holds, err := b.holds(d, s); holds || err != nil {
			r.found = at
		}
	}
}

// again reports whether the run that has ended is to be run again for a replay.
func (d *session) again() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	r := d.replay
	if r == nil || d.ctx.Err() != nil {
		return false
	}
	if d.seeking { // it has come to where it waited
		r.to = r.found
		if r.found == 0 {
			r.to = r.first
		}
		if r.to == 0 { // nothing is before it
			d.replay = nil
			d.step = step{mode: into, entry: true}
		}
	}
	d.seeking = d.replay != nil && !d.seeking
	d.point = 0
	d.runContext, d.cancelRun = context.WithCancelCause(d.ctx)
	return true
}
