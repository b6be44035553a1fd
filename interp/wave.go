package interp

import (
	"unsafe"

	"github.com/fraccheck/fraccheck/types"
	"github.com/fraccheck/fraccheck/value"
)

// A wave runs a scan or fold over layers, each of which is a scan over the
// sequence that the layer before gives (a stacked recurrent net), along the
// diagonals of the grid of layers and stretches of time: layer k is at stretch j
// while layer k+1 is at stretch j-1 (L. Lamport, The Parallel Execution of DO
// Loops, 1974). Cells see the same operands in the same order as in plain
// evaluation. Where a layer has another form, or anything fails, the layers are
// evaluated plainly, which finds what fails first.
type wave struct {
	m       *machine
	call    *formCall
	layers  []layer
	first   *value.Fractal
	steps   int // of time
	stretch int // of them between two diagonals
}

// A layer is what there is of one while the wave runs.
type layer struct {
	weave  weave
	state  slot
	states []slot
}

// fewSteps is how many steps of time a wave needs.
const fewSteps = 4

// wave tries to run a fold whose states are sequences; each gives them, by layer.
func (m *machine) wave(c *formCall, right bool) (sequences []slot, ok bool, err error) {
	if right || m.options.Threads == 1 || m.options.Sequential || len(c.args) < 3 || c.args[2].kind() != fractalKind || m.ordered(c.args[0]) {
		return nil, false, nil
	}
	first, n := c.args[2].fractal(), c.fractal(1).Len()
	if n < 2 || first.Len() < fewSteps {
		return nil, false, nil
	}
	w := &wave{m: m, call: c, layers: make([]layer, n), first: first, steps: first.Len()}
	if !m.weave(w, 0) || !m.pays(w) {
		return nil, false, nil
	}
	if err := m.Allocate(int64(n*w.steps) * int64(slotSize)); err != nil {
		return nil, false, nil
	}
	if ok, err = m.speculate(func() (bool, error) { return m.runWave(w) }); !ok || err != nil {
		return nil, false, err
	}
	for i := range w.layers {
		s, ok := w.sequence(i)
		if !ok {
			return nil, false, nil
		}
		sequences = append(sequences, s)
	}
	m.took(layersWaved)
	return sequences, true, nil
}

// pays chooses the stretch: long enough to be worth a task, by the numbers that a
// cell has at hand, and short enough for layers to overlap. It tells whether
// there is one, and whether cells surely end.
func (m *machine) pays(w *wave) bool {
	cell := w.layers[0].weave.cell
	fn := m.funcs[cell.high()]
	work := numbersIn(w.layers[0].weave.init, 4)
	for i := range fn.captures {
		work += numbersIn(cell.field(i), 4)
	}
	w.stretch = max(w.steps/(2*max(len(w.layers), m.options.Threads)), worthwhile/4/work, 1)
	return w.steps >= fewSteps*w.stretch && m.ends(fn, map[*function]bool{})
}

// numbersIn counts the numbers in a value, down to a depth.
func numbersIn(s slot, depth int) int {
	switch s.kind() {
	case arrayKind:
		return s.array().Len()
	case tupleKind:
		n := 0
		for i := range s.high() {
			if depth > 0 {
				n += numbersIn(s.field(i), depth-1)
			}
		}
		return n
	}
	return 1
}

// ends tells of a function that surely ends: it calls known functions only, and
// none that calls itself. within are those that are called now.
func (m *machine) ends(fn *function, within map[*function]bool) bool {
	if within[fn] || fn.unknown || len(within) > 64 {
		return false
	}
	within[fn] = true
	for _, g := range fn.calls {
		if !m.ends(m.funcs[g], within) {
			return false
		}
	}
	delete(within, fn)
	return true
}

// runWave passes over the diagonals.
func (m *machine) runWave(w *wave) (ok bool, err error) {
	stretches := (w.steps + w.stretch - 1) / w.stretch
	for diagonal := range stretches + len(w.layers) - 1 {
		low, high := max(0, diagonal-stretches+1), min(diagonal, len(w.layers)-1)
		if high == diagonal && high > 0 && !m.weave(w, high) {
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
func (w *wave) run(m *machine, k, stretch int) error {
	l := &w.layers[k]
	a, err := m.apply(l.weave.cell)
	if err != nil {
		return err
	}
	defer a.end()
	for t := stretch * w.stretch; t < min((stretch+1)*w.stretch, w.steps); t++ {
		x := w.element(m, l.weave.input, k, t)
		if l.state.isSet() {
			if x, err = a.call2(l.state, x, nil); err != nil {
				return err
			}
		}
		l.state, l.states[t] = x, x
	}
	return nil
}

// element is what the cell of layer k reads at a step.
func (w *wave) element(m *machine, in thread, k, t int) slot {
	switch in.kind {
	case knownThread:
		return m.element(in.slot.fractal().Elems, t)
	case streamThread:
		if k == 0 {
			return m.element(w.first.Elems, t)
		}
		return w.layers[k-1].given(t)
	}
	parts := make([]slot, len(in.parts))
	for i, p := range in.parts {
		parts[i] = w.element(m, p, k, t)
	}
	return m.arena.tuple(parts...)
}

// given is what a layer gives to the next one at a step.
func (l *layer) given(t int) slot {
	s := l.states[t]
	for _, i := range l.weave.path {
		s = s.field(i)
	}
	return s
}

// sequence is the result of a layer; false where it is none.
func (w *wave) sequence(k int) (slot, bool) {
	m, l := w.m, &w.layers[k]
	s, err := m.stacked(l.states, l.weave.out)
	if err != nil {
		return slot{}, false
	}
	for _, c := range l.weave.checks {
		if m.check(along(s, c.path), c.declared, c.extents) != nil {
			return slot{}, false
		}
	}
	s = along(s, l.weave.path)
	return s, s.kind() == fractalKind
}

func along(s slot, path []int) slot {
	for _, i := range path {
		if s.kind() != tupleKind || i >= s.high() {
			return slot{}
		}
		s = s.field(i)
	}
	return s
}

// A weave is what a layer consists of: the cell, its initial state, what it
// reads, and which part of the results is the sequence for the next layer.
type weave struct {
	cell, init slot
	input      thread
	path       []int
	out        types.Type
	checks     []laterCheck
}

// A laterCheck is of a result against an annotated type.
type laterCheck struct {
	path     []int
	declared types.Type
	extents  *extents
}

// A thread is a value in the code of a layer: known, the sequence that comes
// from the layer before, FractalTensors side by side, or what the scan gives.
type thread struct {
	kind  threadKind
	slot  slot
	parts []thread
	path  []int // of scanThread
}

type threadKind uint8

const (
	knownThread threadKind = iota
	streamThread
	zipThread
	scanThread
)

// A weaver reads the code of a layer's function.
type weaver struct {
	m      *machine
	steps  int
	sample slot // a sequence with the elements' shape
	weave  weave
	budget int
	depth  int
}

// weave reads layer k's function; false where it is no scan over the sequence.
func (m *machine) weave(w *wave, k int) bool {
	sample := w.call.args[2]
	if k > 0 {
		one, err := m.stacked(w.layers[k-1].states[:1], w.layers[k-1].weave.out)
		if err != nil {
			return false
		}
		sample = along(one, w.layers[k-1].weave.path)
	}
	r := &weaver{m: m, steps: w.steps, sample: sample, budget: traceBudget}
	f := w.call.args[0]
	if kind(f.w) != closureKind || sample.kind() != fractalKind {
		return false
	}
	args := []thread{{slot: f}, {kind: streamThread}, {slot: m.element(w.call.fractal(1).Elems, k)}}
	for _, e := range w.call.extra {
		args = append(args, thread{slot: e})
	}
	out, ok := r.call(f.high(), args)
	if !ok || out.kind != scanThread {
		return false
	}
	r.weave.path = out.path
	w.layers[k] = layer{weave: r.weave, state: r.weave.init, states: make([]slot, w.steps)}
	return true
}

func (r *weaver) call(fn int, args []thread) (thread, bool) {
	if r.depth++; r.depth > 8 || len(args) > window {
		return thread{}, false
	}
	defer func() { r.depth-- }()
	regs := make([]thread, window)
	copy(regs, args)
	return r.run(r.m.funcs[fn], regs)
}

func (r *weaver) run(fn *function, regs []thread) (thread, bool) {
	for pc := 0; ; {
		if r.budget--; r.budget < 0 {
			return thread{}, false
		}
		w := fn.code[pc]
		pc++
		a, b, c := int(uint8(w>>8)), int(uint8(w>>16)), int(uint8(w>>24))
		ok := true
		switch opcode(w) {
		case opMove:
			regs[a] = regs[b]
		case opConst:
			regs[a] = thread{slot: fn.consts[w>>16]}
		case opInt:
			regs[a] = thread{slot: intSlot(int(int16(w >> 16)))}
		case opFree:
			regs[a], ok = part(regs[0], int(w>>16))
		case opField:
			regs[a], ok = part(regs[b], c)
		case opFields:
			of := regs[b]
			for i := 0; i < c && ok; i++ {
				regs[a+i], ok = part(of, i)
			}
		case opTuple:
			parts := make([]thread, c)
			for i := range c {
				parts[i] = regs[uint8(fn.code[pc+i/4]>>(8*(i%4)))]
			}
			pc += max(1, (c+3)/4)
			p, known := r.fields(parts)
			regs[a], ok = thread{slot: slot{tupleWord(c), p}}, known
		case opClosure:
			target := r.m.funcs[w>>16]
			p, known := r.fields(regs[a+1 : a+1+target.captures])
			regs[a], ok = thread{slot: slot{uint64(closureKind) | uint64(target.index)<<32, p}}, known
		case opExtents:
			regs[a] = thread{slot: r.m.newExtents(regs[a].slot)}
		case opCheck:
			ok = r.check(regs[a], fn.types[fn.code[pc]], extentsOf(regs[b].slot))
			pc++
		case opOperator:
			regs[a], ok = r.operator(fn.sites[w>>16], regs[a+1:])
		case opCallGlobal:
			n := r.m.funcs[w>>16].params
			regs[a], ok = r.call(int(w>>16), append([]thread{{}}, regs[a+1:a+1+n]...))
		case opTailGlobal:
			n := r.m.funcs[w>>16].params
			return r.call(int(w>>16), append([]thread{{}}, regs[a+1:a+1+n]...))
		case opReturn:
			return regs[a], true
		default:
			return thread{}, false
		}
		if !ok {
			return thread{}, false
		}
	}
}

// part is field i of a thread.
func part(of thread, i int) (thread, bool) {
	switch of.kind {
	case scanThread:
		return thread{kind: scanThread, path: append(append([]int{}, of.path...), i)}, true
	case knownThread:
		switch of.slot.kind() {
		case tupleKind, dataKind, closureKind:
			return thread{slot: of.slot.field(i)}, true
		}
	}
	return thread{}, false
}

// fields puts values side by side, if all of them are known.
func (r *weaver) fields(of []thread) (*slot, bool) {
	p := r.m.arena.fields(len(of))
	for i, t := range of {
		if t.kind != knownThread {
			return nil, false
		}
		unsafe.Slice(p, len(of))[i] = t.slot
	}
	return p, true
}

// check holds what is known now to an annotated type, and what the scan gives
// when it is there.
func (r *weaver) check(t thread, declared types.Type, e *extents) bool {
	switch t.kind {
	case knownThread:
		return r.m.check(t.slot, declared, e) == nil
	case streamThread:
		return r.m.check(r.sample, declared, e) == nil
	case scanThread:
		r.weave.checks = append(r.weave.checks, laterCheck{t.path, declared, e})
		return true
	}
	return false
}

// operator reads a zip or the scan of the layer.
func (r *weaver) operator(s *site, args []thread) (thread, bool) {
	if s.op == nil || s.extra > 0 || len(s.exprs) > 0 {
		return thread{}, false
	}
	args = args[:s.args]
	switch s.op.Name {
	case "zip":
		for _, arg := range args {
			if !r.sequence(arg) {
				return thread{}, false
			}
		}
		return thread{kind: zipThread, parts: append([]thread{}, args...)}, true
	case "scan", "scanl":
		return r.scan(s, args)
	}
	return thread{}, false
}

// sequence tells of a thread that has an element for each step.
func (r *weaver) sequence(t thread) bool {
	switch t.kind {
	case streamThread, zipThread:
		return true
	case knownThread:
		return t.slot.kind() == fractalKind && t.slot.fractal().Len() == r.steps
	}
	return false
}

func (r *weaver) scan(s *site, args []thread) (thread, bool) {
	cell, input := args[0], args[1]
	if r.weave.cell.isSet() || cell.kind != knownThread || kind(cell.slot.w) != closureKind || !r.sequence(input) || r.m.ordered(cell.slot) {
		return thread{}, false
	}
	r.weave.cell, r.weave.input, r.weave.out = cell.slot, input, s.out
	if len(args) > 2 {
		if args[2].kind != knownThread {
			return thread{}, false
		}
		r.weave.init = args[2].slot
	}
	return thread{kind: scanThread}, true
}
