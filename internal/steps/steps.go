// Package steps bounds work that a text decides the amount of. Who works on a
// small text that may mean something very large counts steps with a Meter, and is
// stopped when they run out, or when the context ends. Steps
// are counted and not seconds, so that the same text gives the same answer on every
// machine.
//
// A stop unwinds the stack by a panic that Run turns into an error: what is stopped
// lies deep in recursion over types, which would otherwise hand an error up through
// hundreds of calls. Nothing that was half done may be used then.
package steps

import (
	"context"
	"errors"
)

// ErrExhausted says that the steps ran out: what was asked is too large to work out.
var ErrExhausted = errors.New("too large")

// A Meter counts steps. A nil Meter has no bound. It is for one goroutine.
type Meter struct {
	ctx   context.Context
	left  int
	look  int    // steps until the context is looked at
	whole *Meter // of which this one counts a part
}

// lookEvery is how many steps may pass before cancellation is heard; a step takes
// well under a microsecond.
const lookEvery = 1 << 12

// New makes a meter of so many steps, which also ends with a context.
func New(ctx context.Context, limit int) *Meter {
	m := &Meter{}
	m.Begin(ctx, limit)
	return m
}

// Begin has a meter count anew, as New makes one.
func (m *Meter) Begin(ctx context.Context, limit int) {
	*m = Meter{ctx: ctx, left: limit, look: lookEvery}
}

// Part makes a meter of so many steps for a part of the work that m counts: they are
// steps of the whole as well, which ends with the context.
func (m *Meter) Part(limit int) *Meter { return &Meter{left: limit, whole: m} }

// A stop is what unwinds the stack.
type stop struct{ err error }

// Spend counts n steps, and does not return where there are not as many left or the
// context has ended.
func (m *Meter) Spend(n int) {
	if m == nil {
		return
	}
	if m.left -= n; m.left < 0 {
		panic(stop{ErrExhausted})
	}
	if m.whole != nil {
		m.whole.Spend(n)
		return
	}
	if m.look -= n; m.look < 0 {
		m.look = lookEvery
		if err := m.ctx.Err(); err != nil {
			panic(stop{err})
		}
	}
}

// Ended reports whether the context has ended.
func (m *Meter) Ended() bool {
	for m != nil && m.whole != nil {
		m = m.whole
	}
	return m != nil && m.ctx.Err() != nil
}

// Stop goes on with an error that Run gave for a part of the work.
func Stop(err error) { panic(stop{err}) }

// Exhaust ends what Run runs as if the steps had run out: something else than their
// number showed that it is too large.
func Exhaust() { panic(stop{ErrExhausted}) }

// Run calls work. Where a meter stopped it, the error is ErrExhausted or that of the
// context.
func Run(work func()) (err error) {
	defer func() {
		if r := recover(); r != nil {
			s, ok := r.(stop)
			if !ok {
				panic(r)
			}
			err = s.err
		}
	}()
	work()
	return nil
}
