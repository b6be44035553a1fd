package machine

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"time"

	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/code"
)

// Options bound a run. Zero values are no bounds.
type Options struct {
	Threads    int  // below 1: one for each processor
	Sequential bool // plainly: one thread, each call by itself and in the order in which it is written
	MaxSteps   int64
	MaxMemory  int64 // bytes in use
	MaxDepth   int   // calls that wait for another one
	Profile    bool
	Debugger   Debugger // follows the run, which is sequential then; nil for none
}

// Stats are what a run took.
type Stats struct {
	Steps     int64 // calls, and operations of kernels
	Allocated int64 // bytes, in all
	Elapsed   time.Duration
	// What was taken, where Options asked for it.
	Profile   []Cost         // by definition, dearest first
	Operators []OperatorCost // by operator, in no order
}

// A run is what the machines of one run share. Counters are atomic; machines add to them
// once in a quantum.
type run struct {
	engine  *Engine
	funcs   []*code.Function
	cons    []code.Constructor
	effects bool
	options Options
	ctx     context.Context
	start   time.Time
	pool    *pool
	profile *profile

	undecided        atomic.Bool // something undecided was made
	steps            atomic.Int64
	allocated        atomic.Int64
	allocatedAtCheck atomic.Int64 // what was allocated when memory was last looked at
	usedUp           atomic.Int64 // the bytes that were in use when that was too much, 0 before
	heapBefore       uint64       // bytes in use before the run
}

// mostBytes is more than any machine has: what a run without a limit may ask for at once.
const mostBytes = 1 << 46

// maxNested bounds the calls of Go code by Go code: each takes some of Go's own
// stack.
const maxNested = 100_000

// quantum is the number of steps between two looks at limits.
const quantum = 1000

// An Engine runs the functions of a program. It may be used from several
// goroutines.
type Engine struct {
	program *code.Program
	forms   map[string]form // of functions on FractalTensors, by name
	taken   tally
}

// New gives an engine for a program, which may still grow.
func New(p *code.Program) *Engine { return &Engine{program: p, forms: formTable()} }

// Run calls a function with arguments. It fails with a *Fault where the program
// does, a limit of the options is passed or the context ends.
func (e *Engine) Run(ctx context.Context, fn int, args []value.Value, o Options) (v value.Value, stats Stats, err error) {
	r := e.newRun(ctx, o)
	m := r.machine()
	defer m.release()
	defer r.close()
	result, err := m.protect(func() (code.Slot, error) { return m.begin(fn, args) })
	if err == nil {
		v = m.settle(m.toValue(result), m.funcs[fn].Result)
	}
	m.countSteps()
	stats = Stats{Steps: r.steps.Load(), Allocated: r.allocated.Load(), Elapsed: time.Since(r.start), Profile: r.profile.list(e.program.Snapshot()), Operators: r.profile.operatorList()}
	return v, stats, err
}

// maxThreads is the most that a run has: more than any machine has processors for.
const maxThreads = 1024

// newRun prepares a run. What is live before it is not charged to it: the lesser of what the
// collector found, and of what is in use.
func (e *Engine) newRun(ctx context.Context, o Options) *run {
	o.Threads = min(o.Threads, maxThreads)
	if o.Threads < 1 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	if o.Debugger != nil {
		o.Sequential = true
	}
	if o.Sequential {
		o.Threads = 1
	}
	program := e.program.Snapshot()
	r := &run{
		engine: e, funcs: program.Functions, cons: program.Constructors, effects: program.Effects,
		options: o, ctx: ctx, start: time.Now(), heapBefore: min(liveBytes(), bytesInUse()),
	}
	if o.Profile {
		r.profile = &profile{costs: map[string]*sampled{}, operators: map[string]*OperatorCost{}}
	}
	r.pool = newPool(r, o.Threads)
	return r
}

func (r *run) close() { r.pool.close() }

// machine makes the machine of the worker that begins the run.
func (r *run) machine() *machine {
	m := &machine{run: r, fuel: quantum, turn: -1}
	if r.options.Debugger != nil {
		m.debugging = &debugging{}
	}
	m.worker = r.pool.workers[0]
	m.worker.machine = m
	return m
}

// begin calls a function with arguments from outside.
func (m *machine) begin(fn int, args []value.Value) (code.Slot, error) {
	f := m.funcs[fn]
	if len(args) != f.Arity {
		return code.Slot{}, fmt.Errorf("`%s` takes %d arguments, and %d are given", f.Name, f.Arity, len(args))
	}
	if err := m.checkLimits(); err != nil {
		return code.Slot{}, err
	}
	slots := make([]code.Slot, len(args))
	for i, arg := range args {
		slots[i] = m.fromValue(arg)
	}
	m.cons = m.engine.program.Snapshot().Constructors // arguments may have brought new ones
	if n := f.InRegisters(); n < len(slots) {
		slots = append(slots[:n:n], m.arena.tuple(slots[n:]...))
	}
	m.fuel++ // the entry itself is no step
	return m.invoke(code.FunctionSlot(fn), slots...)
}

// invoke calls a function value from Go code.
func (m *machine) invoke(f code.Slot, args ...code.Slot) (code.Slot, error) {
	if !f.IsClosure() {
		return m.foreign(f, args)
	}
	if m.funcs[f.High()].Params != len(args) {
		return code.Slot{}, m.confused()
	}
	a, err := m.apply(f)
	if err != nil {
		return code.Slot{}, err
	}
	defer a.end()
	m.stack[a.base] = f
	copy(m.stack[a.base+1:], args)
	return m.enter(f.High(), a.base)
}

// top is a base above the registers of the function that runs now.
func (m *machine) top() int {
	if m.fn == nil {
		return m.base
	}
	return m.base + m.fn.Registers + 1
}

// protect turns a panic of a kernel into a fault.
func (m *machine) protect(do func() (code.Slot, error)) (s code.Slot, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = m.panicked(r)
		}
	}()
	return do()
}

// panicked is the fault of a panic, which is a mistake of a kernel or of the machine.
func (m *machine) panicked(r any) error {
	f := &Fault{Kind: InternalFault, Message: fmt.Sprintf("internal error: %v", r)}
	if m.options.Profile {
		f.Message += "\n" + string(debug.Stack())
	}
	return m.locate(f)
}

// checkLimits counts the steps done and looks whether the run may go on.
func (m *machine) checkLimits() error {
	spent := int64(quantum - max(m.fuel, 0))
	m.fuel = quantum
	if m.profile != nil {
		m.profile.sample(m, spent)
	}
	if m.options.MaxDepth > 0 && len(m.frames) > m.options.MaxDepth {
		return m.fail(DepthFault, "more than %d calls wait for another one", m.options.MaxDepth)
	}
	return m.Charge(spent)
}

// countSteps counts what was done since the last look.
func (m *machine) countSteps() {
	spent := int64(quantum - max(m.fuel, 0))
	m.steps.Add(spent)
	if m.profile != nil {
		m.profile.sample(m, spent)
	}
	m.fuel = quantum
	m.allocated.Add(m.arena.bytes)
	m.arena.bytes = 0
}

// Charge counts steps; it fails where a limit is passed or the run was stopped.
func (m *machine) Charge(steps int64) error {
	err := m.run.charge(steps)
	if err == nil {
		bytes := m.arena.bytes
		m.arena.bytes = 0
		err = m.run.allocate(bytes)
	}
	if err != nil {
		return m.locate(err)
	}
	return nil
}

// Allocate counts bytes; it fails where more are in use than may be. Memory is not given
// back: the collector finds what is dead, and allocate measures what is in use.
func (m *machine) Allocate(bytes int64) error {
	if err := m.run.allocate(bytes); err != nil {
		return m.locate(err)
	}
	return nil
}

// charge counts steps for all machines, and looks whether the run may go on: at the steps,
// at memory that another machine found exhausted, and at the context.
func (r *run) charge(steps int64) *Fault {
	total := r.steps.Add(steps)
	if limit := r.options.MaxSteps; limit > 0 && total > limit {
		return &Fault{Kind: StepFault, Message: fmt.Sprintf("more than %d steps", limit)}
	}
	if f := r.exhausted(); f != nil {
		return f
	}
	err := r.ctx.Err()
	switch err {
	case nil:
		return nil
	case context.DeadlineExceeded:
		return &Fault{Kind: StopFault, Message: "the run took longer than it may", cause: err}
	}
	return &Fault{Kind: StopFault, Message: "the run was cancelled", cause: err}
}

// allocate counts bytes. Measuring what is in use stops the world for a moment, so it is done
// each time that an eighth of the limit was allocated; a collection follows where it seems
// too much. A request above the limit fails at once, before it is made.
func (r *run) allocate(bytes int64) *Fault {
	if bytes == 0 {
		return nil
	}
	limit := r.options.MaxMemory
	if limit <= 0 {
		limit = mostBytes
	}
	if bytes > limit {
		return &Fault{Kind: MemoryFault, Message: fmt.Sprintf("out of memory: %d bytes are asked for at once, and %d may be in use", bytes, limit)}
	}
	total := r.allocated.Add(bytes)
	switch {
	case r.options.MaxMemory <= 0:
		return nil
	case total-r.allocatedAtCheck.Load() < limit/8:
		return nil
	}
	r.allocatedAtCheck.Store(total)
	if r.used()+bytes <= limit {
		return nil
	}
	runtime.GC()
	if used := r.used() + bytes; used > limit {
		r.usedUp.CompareAndSwap(0, used)
		return r.exhausted()
	}
	return nil
}

// exhausted is the fault of a run that has taken more memory than it may. All that still
// runs besides what found that out ends with it: each part may otherwise take as much
// again before it looks.
func (r *run) exhausted() *Fault {
	used := r.usedUp.Load()
	if used == 0 {
		return nil
	}
	return &Fault{Kind: MemoryFault, Message: fmt.Sprintf("out of memory: %d bytes are in use, and %d may be", used, r.options.MaxMemory)}
}

// used is how many bytes more are in use than before the run.
func (r *run) used() int64 { return int64(bytesInUse()) - int64(r.heapBefore) }

// liveBytes is how many bytes the collector found in use when it last ran: what is
// dead since must not count as in use before a run.
func liveBytes() uint64 { return metric("/gc/heap/live:bytes") }

// bytesInUse is how many bytes objects take that were not yet found to be dead.
func bytesInUse() uint64 { return metric("/memory/classes/heap/objects:bytes") }

// metric reads a number from the runtime; 0 where a version of Go does not have it.
func metric(name string) uint64 {
	sample := []metrics.Sample{{Name: name}}
	metrics.Read(sample)
	if sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return sample[0].Value.Uint64()
}
