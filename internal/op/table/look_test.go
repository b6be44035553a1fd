package table

import (
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/optest"
)

const (
	mostLooks = 12
	// A kernel looks at the limits after so many steps at the latest, a few milliseconds'.
	mostUnseen = 1 << 20
	// Pieces that run side by side are stopped one by one.
	mostLate = 4
)

// TestKernelsLook runs kernels on vast views with a machine that stops them after some
// looks at the limits: they look as often as their steps are many, and end when they
// are stopped.
func TestKernelsLook(t *testing.T) {
	seeds, operators := readRecorded(t), Default()
	for _, name := range slices.Sorted(maps.Keys(operators)) {
		o := operators[name]
		if o.Kernel == nil || o.Relation == nil || *hostileOp != "" && name != *hostileOp {
			continue
		}
		h := &survival{T: t, thrower: &thrower{rand.New(rand.NewPCG(*hostileSeed, 9))}, op: o, views: true, seen: map[string]bool{}}
		for range 24 {
			if c, ok := h.call(seedsOf(seeds, name)); ok {
				h.look(c)
			}
		}
	}
}

func (h *survival) look(c *op.KernelCall) {
	m := &optest.Impatient{Bounded: optest.Bounded{Bytes: 1 << 26}, Most: mostLooks}
	_, err := h.op.Kernel(m, c)
	switch {
	case m.Late > mostLate, m.Late > 0 && err == nil:
		h.problem(c, "goes on after it was stopped")
	case err == nil && m.Counted > int64(m.Looks+1)*mostUnseen:
		h.problem(c, "looks too seldom at the limits")
	case m.Late > 0 && !errors.Is(err, optest.ErrBound):
		h.problem(c, "hides why it stopped")
	}
}

func (h *survival) problem(c *op.KernelCall, what string) {
	if !h.seen[what] {
		h.seen[what] = true
		h.Errorf("%s%s of %v: %s", h.op.Name, c.Attrs, argTexts(c), what)
	}
}
