package machine

import (
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/code"
)

// A wavefront runs a scan or fold over layers, each of which is a scan over the
// sequence that the layer before gives (a stacked recurrent net), along the
// diagonals of the grid of layers and stretches of time: layer k is at stretch j
// while layer k+1 is at stretch j-1 (L. Lamport, The Parallel Execution of DO
// Loops, 1974). Cells see the same operands in the same order as in plain
// evaluation. Where a layer has another form, or anything fails, the layers are
// evaluated plainly, which finds what fails first.
type wavefront struct {
	m       *machine
	call    *formCall
	layers  []layer
	first   *value.Fractal
	steps   int // of time
	stretch int // of them between two diagonals
}

// A layer is the state of one layer of a wavefront.
type layer struct {
	plan   layerPlan
	state  code.Slot   // of the last step done; not set before the first where the scan has no initial state
	states []code.Slot // of each step done
}

// minSteps is how many steps of time a wavefront needs to overlap layers.
const minSteps = 4

// overlapLayers tries to run a fold whose states are sequences as a wavefront, and
// gives the state behind each layer. ok is false where the fold has another form, is
// too short, or fails.
func (m *machine) overlapLayers(c *formCall, right bool) (sequences []code.Slot, ok bool, err error) {
	if right || m.options.Threads == 1 || m.options.Sequential || len(c.args) < 3 || c.args[2].Kind() != code.FractalKind || m.mustBeOrdered(c.args[0]) {
		return nil, false, nil
	}
	first, n := c.args[2].Fractal(), c.fractal(1).Len()
	if n < 2 || first.Len() < minSteps {
		return nil, false, nil
	}
	w := &wavefront{m: m, call: c, layers: make([]layer, n), first: first, steps: first.Len()}
	if !m.planLayer(w, 0) || !m.chooseStretch(w) {
		return nil, false, nil
	}
	if err := m.Allocate(int64(n*w.steps) * int64(code.SlotSize)); err != nil {
		return nil, false, nil
	}
	if ok, err = m.speculate(func() (bool, error) { return m.runDiagonals(w) }); !ok || err != nil {
		return nil, false, err
	}
	for i := range w.layers {
		s, ok := w.sequence(i)
		if !ok {
			return nil, false, nil
		}
		sequences = append(sequences, s)
	}
	m.countFastPath(LayersOverlapped)
	return sequences, true, nil
}

// chooseStretch chooses the stretch: long enough to be worth a task, by the numbers that a
// cell has at hand, and short enough for layers to overlap. It tells whether
// there is one, and whether cells surely end.
func (m *machine) chooseStretch(w *wavefront) bool {
	cell := w.layers[0].plan.cell
	fn := m.funcs[cell.High()]
	work := numbersIn(w.layers[0].plan.init, 4)
	for i := range fn.Captures {
		work += numbersIn(cell.At(i), 4)
	}
	w.stretch = max(w.steps/(2*max(len(w.layers), m.options.Threads)), minParallelTime/4/work, 1)
	return w.steps >= minSteps*w.stretch && m.ends(fn, map[*code.Function]bool{})
}

// numbersIn counts the numbers in a value, down to a depth.
func numbersIn(s code.Slot, depth int) int {
	switch s.Kind() {
	case code.ArrayKind:
		return s.Array().Len()
	case code.TupleKind:
		n := 0
		for i := range s.High() {
			if depth > 0 {
				n += numbersIn(s.Field(i), depth-1)
			}
		}
		return n
	}
	return 1
}

// ends tells whether a function surely ends: it calls known functions only, and
// none that calls itself. seen holds the functions that were looked at before: true
// for those that end, false for those whose callees are being looked at.
func (m *machine) ends(fn *code.Function, seen map[*code.Function]bool) bool {
	if ends, known := seen[fn]; known {
		return ends
	}
	if fn.CallsUnknown || len(seen) >= maxCallees {
		return false
	}
	seen[fn] = false
	for _, g := range fn.Calls {
		if !m.ends(m.funcs[g], seen) {
			return false
		}
	}
	seen[fn] = true
	return true
}

// maxCallees is how many functions a cell may call, directly or not.
const maxCallees = 1000

// runDiagonals passes over the diagonals.
func (m *machine) runDiagonals(w *wavefront) (ok bool, err error) {
	stretches := (w.steps + w.stretch - 1) / w.stretch
	for diagonal := range stretches + len(w.layers) - 1 {
		low, high := max(0, diagonal-stretches+1), min(diagonal, len(w.layers)-1)
		if high == diagonal && high > 0 && !m.planLayer(w, high) {
			return false, nil // the layer that begins now has another form
		}
		err := m.parallel(high-low+1, 1, func(m *machine, from, to int) error {
			for i := from; i < to; i++ {
				if err := w.run(m, low+i, diagonal-low-i); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return false, err
		}
	}
	return true, nil
}

// run runs the cells of one layer over one stretch.
func (w *wavefront) run(m *machine, k, stretch int) error {
	l := &w.layers[k]
	a, err := m.apply(l.plan.cell)
	if err != nil {
		return err
	}
	defer a.end()
	for t := stretch * w.stretch; t < min((stretch+1)*w.stretch, w.steps); t++ {
		x := w.element(m, l.plan.input, k, t)
		if l.state.IsSet() {
			if x, err = a.call2(l.state, x, nil); err != nil {
				return err
			}
		}
		l.state, l.states[t] = x, x
	}
	return nil
}

// element is what the cell of layer k reads at a step.
func (w *wavefront) element(m *machine, in layerInput, k, t int) code.Slot {
	switch in.kind {
	case knownInput:
		return m.element(in.slot.Fractal().Elems, t)
	case previousLayer:
		if k == 0 {
			return m.element(w.first.Elems, t)
		}
		return w.layers[k-1].given(t)
	}
	parts := make([]code.Slot, len(in.parts))
	for i, p := range in.parts {
		parts[i] = w.element(m, p, k, t)
	}
	return m.arena.tuple(parts...)
}

// given is what a layer gives to the next one at a step.
func (l *layer) given(t int) code.Slot {
	s := l.states[t]
	for _, i := range l.plan.path {
		s = s.Field(i)
	}
	return s
}

// sequence is the result of a layer; false where it is none.
func (w *wavefront) sequence(k int) (code.Slot, bool) {
	m, l := w.m, &w.layers[k]
	s, err := m.stackResults(l.states, l.plan.out)
	if err != nil {
		return code.Slot{}, false
	}
	for _, c := range l.plan.checks {
		if m.check(projected(s, c.path), c.declared, c.with) != nil {
			return code.Slot{}, false
		}
	}
	s = projected(s, l.plan.path)
	return s, s.Kind() == code.FractalKind
}

func projected(s code.Slot, path []int) code.Slot {
	for _, i := range path {
		if s.Kind() != code.TupleKind || i >= s.High() {
			return code.Slot{}
		}
		s = s.Field(i)
	}
	return s
}
