package machine

import (
	"unsafe"

	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/interp/code"
)

// A layerPlan is what a layer consists of: the cell, its initial state, what it
// reads, and which part of the results is the sequence for the next layer.
type layerPlan struct {
	cell, init code.Slot
	input      layerInput
	path       []int
	out        types.Type
	checks     []deferredCheck
}

// A deferredCheck is of a result against an annotated type.
type deferredCheck struct {
	path     []int
	declared types.Type
	with     checking
}

// A layerInput is a value in the code of a layer: known, the sequence that comes
// from the layer before, FractalTensors side by side, or what the scan gives.
type layerInput struct {
	kind  inputKind
	slot  code.Slot
	parts []layerInput
	path  []int // of scanResult
}

type inputKind uint8

const (
	knownInput    inputKind = iota // slot
	previousLayer                  // the sequence that the layer before gives
	zippedInputs                   // parts, side by side
	scanResult                     // what the layer's scan gives, or the part of it at path
)

// A planReader reads the code of a layer's function.
type planReader struct {
	m      *machine
	steps  int
	sample code.Slot // a sequence with the elements' shape
	plan   layerPlan
	budget int
	depth  int
}

// planLayer reads layer k's function; false where it is no scan over the sequence.
func (m *machine) planLayer(w *wavefront, k int) bool {
	sample := w.call.args[2]
	if k > 0 {
		one, err := m.stackResults(w.layers[k-1].states[:1], w.layers[k-1].plan.out)
		if err != nil {
			return false
		}
		sample = projected(one, w.layers[k-1].plan.path)
	}
	r := &planReader{m: m, steps: w.steps, sample: sample, budget: traceBudget}
	f := w.call.args[0]
	if !f.IsClosure() || sample.Kind() != code.FractalKind {
		return false
	}
	args := []layerInput{{slot: f}, {kind: previousLayer}, {slot: m.element(w.call.fractal(1).Elems, k)}}
	for _, e := range w.call.extra {
		args = append(args, layerInput{slot: e})
	}
	out, ok := r.call(f.High(), args)
	if !ok || out.kind != scanResult {
		return false
	}
	r.plan.path = out.path
	w.layers[k] = layer{plan: r.plan, state: r.plan.init, states: make([]code.Slot, w.steps)}
	return true
}

func (r *planReader) call(fn int, args []layerInput) (layerInput, bool) {
	if r.depth++; r.depth > 8 || len(args) > code.FrameRegisters {
		return layerInput{}, false
	}
	defer func() { r.depth-- }()
	regs := make([]layerInput, code.FrameRegisters)
	copy(regs, args)
	return r.run(r.m.funcs[fn], regs)
}

func (r *planReader) run(fn *code.Function, regs []layerInput) (layerInput, bool) {
	for pc := 0; ; {
		if r.budget--; r.budget < 0 {
			return layerInput{}, false
		}
		w := fn.Code[pc]
		pc++
		a, b, c := int(uint8(w>>8)), int(uint8(w>>16)), int(uint8(w>>24))
		ok := true
		switch code.Opcode(w) {
		case code.OpMove:
			regs[a] = regs[b]
		case code.OpConst:
			regs[a] = layerInput{slot: fn.Consts[w>>16]}
		case code.OpInt:
			regs[a] = layerInput{slot: code.IntSlot(int(int16(w >> 16)))}
		case code.OpFree:
			regs[a], ok = part(regs[0], int(w>>16))
		case code.OpField:
			regs[a], ok = part(regs[b], c)
		case code.OpFields:
			of := regs[b]
			for i := 0; i < c && ok; i++ {
				regs[a+i], ok = part(of, i)
			}
		case code.OpTuple:
			parts := make([]layerInput, c)
			for i := range c {
				parts[i] = regs[uint8(fn.Code[pc+i/4]>>(8*(i%4)))]
			}
			pc += code.ListWords(c)
			p, known := r.fields(parts)
			regs[a], ok = layerInput{slot: code.Slot{W: code.TupleWord(c), P: p}}, known
		case code.OpClosure:
			target := r.m.funcs[w>>16]
			p, known := r.fields(regs[a+1 : a+1+target.Captures])
			regs[a], ok = layerInput{slot: code.Slot{W: uint64(code.ClosureKind) | uint64(target.Index)<<32, P: p}}, known
		case code.OpExtents:
			regs[a] = layerInput{slot: r.m.newExtents(regs[a].slot, c > 0)}
		case code.OpCheck, code.OpBind:
			ok = r.check(regs[a], fn.Types[fn.Code[pc]], checkingOf(w, regs[b].slot))
			pc++
		case code.OpSolve:
			ok = r.m.solve(extentsOf(regs[a].slot)) == nil
		case code.OpOperator:
			regs[a], ok = r.operator(fn.Sites[w>>16], regs[a+1:])
		case code.OpCallGlobal:
			n := r.m.funcs[w>>16].Params
			regs[a], ok = r.call(int(w>>16), append([]layerInput{{}}, regs[a+1:a+1+n]...))
		case code.OpTailGlobal:
			n := r.m.funcs[w>>16].Params
			return r.call(int(w>>16), append([]layerInput{{}}, regs[a+1:a+1+n]...))
		case code.OpReturn:
			return regs[a], true
		default:
			return layerInput{}, false
		}
		if !ok {
			return layerInput{}, false
		}
	}
}

// part is field i of an input.
func part(of layerInput, i int) (layerInput, bool) {
	switch of.kind {
	case scanResult:
		return layerInput{kind: scanResult, path: append(append([]int{}, of.path...), i)}, true
	case knownInput:
		switch of.slot.Kind() {
		case code.TupleKind, code.DataKind:
			return layerInput{slot: of.slot.Field(i)}, true
		case code.ClosureKind:
			return layerInput{slot: of.slot.At(i)}, true
		}
	}
	return layerInput{}, false
}

// fields puts values side by side, if all of them are known.
func (r *planReader) fields(of []layerInput) (*code.Slot, bool) {
	p := r.m.arena.fields(len(of))
	for i, t := range of {
		if t.kind != knownInput {
			return nil, false
		}
		unsafe.Slice(p, len(of))[i] = t.slot
	}
	return p, true
}

// check holds what is known now to an annotated type, and what the scan gives
// when it is there.
func (r *planReader) check(t layerInput, declared types.Type, c checking) bool {
	switch {
	case t.kind == knownInput:
		return r.m.check(t.slot, declared, c) == nil
	case c.later:
		return false
	}
	switch t.kind {
	case previousLayer:
		return r.m.check(r.sample, declared, c) == nil
	case scanResult:
		r.plan.checks = append(r.plan.checks, deferredCheck{t.path, declared, c})
		return true
	}
	return false
}

// operator reads a zip or the scan of the layer.
func (r *planReader) operator(s *code.Site, args []layerInput) (layerInput, bool) {
	if s.Op == nil || s.Extra > 0 || len(s.Computed) > 0 {
		return layerInput{}, false
	}
	args = args[:s.Args]
	switch s.Op.Canonical() {
	case parallel.Zip:
		for _, arg := range args {
			if !r.sequence(arg) {
				return layerInput{}, false
			}
		}
		return layerInput{kind: zippedInputs, parts: append([]layerInput{}, args...)}, true
	case parallel.ScanLeft:
		return r.scan(s, args)
	}
	return layerInput{}, false
}

// sequence tells whether an input has an element for each step.
func (r *planReader) sequence(t layerInput) bool {
	switch t.kind {
	case previousLayer, zippedInputs:
		return true
	case knownInput:
		return t.slot.Kind() == code.FractalKind && t.slot.Fractal().Len() == r.steps
	}
	return false
}

func (r *planReader) scan(s *code.Site, args []layerInput) (layerInput, bool) {
	cell, input := args[0], args[1]
	if r.plan.cell.IsSet() || cell.kind != knownInput || code.Kind(cell.slot.W) != code.ClosureKind || !r.sequence(input) || r.m.mustBeOrdered(cell.slot) {
		return layerInput{}, false
	}
	r.plan.cell, r.plan.input, r.plan.out = cell.slot, input, s.Out
	if len(args) > 2 {
		if args[2].kind != knownInput {
			return layerInput{}, false
		}
		r.plan.init = args[2].slot
	}
	return layerInput{kind: scanResult}, true
}
