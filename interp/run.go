package interp

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/fraccheck/fraccheck/types"
	"github.com/fraccheck/fraccheck/value"
)

// Options bound a run. Zero values are no bounds.
type Options struct {
	Threads    int  // below 1: one for each processor
	Sequential bool // plainly: one thread, each call by itself and in the order in which it is written
	MaxSteps   int64
	MaxMemory  int64 // bytes in use
	MaxDepth   int   // calls that wait for another one
	Profile    bool
}

// Stats are what a run took.
type Stats struct {
	Steps     int64 // calls, and operations of kernels
	Allocated int64 // bytes, in all
	Elapsed   time.Duration
	Profile   []Cost // by definition, dearest first, where Options asked for it
}

// A run is what the machines of one run share.
type run struct {
	program *Program
	funcs   []*function
	cons    []constructor
	effects bool
	options Options
	ctx     context.Context
	start   time.Time
	pool    *pool
	profile *profile

	steps     atomic.Int64
	allocated atomic.Int64
	measured  atomic.Int64 // what was allocated when memory was last looked at
	idle      uint64       // bytes in use before the run
}

// maxNested bounds the calls of Go code by Go code: each takes some of Go's own
// stack.
const maxNested = 100_000

// quantum is the number of steps between two looks at limits.
const quantum = 1000

// Run evaluates an entry: a top-level expression without arguments, or a
// definition with them.
func (p *Program) Run(ctx context.Context, e Entry, args []value.Value, o Options) (v value.Value, stats Stats, err error) {
	fn, err := p.prepare(e)
	if err != nil {
		return nil, Stats{}, err
	}
	r := p.newRun(ctx, o)
	defer r.close()
	m := r.machine()
	result, err := m.protect(func() (slot, error) { return m.begin(fn, args) })
	if err == nil {
		v = m.toValue(result)
	}
	m.settle()
	stats = Stats{Steps: r.steps.Load(), Allocated: r.allocated.Load(), Elapsed: time.Since(r.start), Profile: r.profile.list()}
	return v, stats, err
}

// Type is the declared or inferred type of an entry's result.
func (p *Program) Type(e Entry) types.Type {
	fn, err := p.prepare(e)
	if err != nil {
		return nil
	}
	return p.funcs[fn].result
}

func (p *Program) newRun(ctx context.Context, o Options) *run {
	if o.Threads < 1 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	if o.Sequential {
		o.Threads = 1
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	r := &run{program: p, funcs: p.funcs, cons: p.cons, effects: p.effects, options: o, ctx: ctx, start: time.Now(), idle: min(alive(), inUse())}
	if o.Profile {
		r.profile = newProfile()
	}
	r.pool = newPool(r, o.Threads)
	return r
}

func (r *run) close() { r.pool.close() }

func (r *run) machine() *machine {
	m := &machine{run: r, fuel: quantum}
	m.worker = r.pool.workers[0]
	m.worker.machine = m
	return m
}

// begin calls a function with arguments from outside.
func (m *machine) begin(fn int, args []value.Value) (slot, error) {
	f := m.funcs[fn]
	if len(args) != f.arity {
		return slot{}, fmt.Errorf("`%s` takes %d arguments, and %d are given", f.name, f.arity, len(args))
	}
	if err := m.refuel(); err != nil {
		return slot{}, err
	}
	slots := make([]slot, len(args))
	for i, arg := range args {
		slots[i] = m.fromValue(arg)
	}
	m.cons = m.program.cons // arguments may have brought new ones
	if n := f.inRegisters(); n < len(slots) {
		slots = append(slots[:n:n], m.arena.tuple(slots[n:]...))
	}
	m.fuel++ // the entry itself is no step
	return m.invoke(closureOf(fn), slots...)
}

// invoke calls a function value from Go code.
func (m *machine) invoke(f slot, args ...slot) (slot, error) {
	if kind(f.w) == foreignKind {
		return m.foreign(f, args)
	}
	a, err := m.apply(f)
	if err != nil {
		return slot{}, err
	}
	defer a.end()
	m.stack[a.base] = f
	copy(m.stack[a.base+1:], args)
	return m.enter(f.high(), a.base)
}

// top is a base above the registers of the function that runs now.
func (m *machine) top() int {
	if m.fn == nil {
		return m.base
	}
	return m.base + m.fn.registers + 1
}

// protect turns a panic of a kernel into a fault.
func (m *machine) protect(do func() (slot, error)) (s slot, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = m.panicked(r)
		}
	}()
	return do()
}

func (m *machine) panicked(r any) error {
	f := &Fault{Kind: InternalFault, Message: fmt.Sprintf("internal error: %v", r)}
	if m.options.Profile {
		f.Message += "\n" + string(debug.Stack())
	}
	return m.locate(f)
}

// refuel counts the steps done and looks whether the run may go on.
func (m *machine) refuel() error {
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

// settle counts what was done since the last look.
func (m *machine) settle() {
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

// Allocate counts bytes; it fails where more are in use than may be.
func (m *machine) Allocate(bytes int64) error {
	if err := m.run.allocate(bytes); err != nil {
		return m.locate(err)
	}
	return nil
}

func (r *run) charge(steps int64) *Fault {
	total := r.steps.Add(steps)
	if limit := r.options.MaxSteps; limit > 0 && total > limit {
		return &Fault{Kind: StepFault, Message: fmt.Sprintf("more than %d steps", limit)}
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

func (r *run) allocate(bytes int64) *Fault {
	if bytes == 0 {
		return nil
	}
	total := r.allocated.Add(bytes)
	limit := r.options.MaxMemory
	switch {
	case limit <= 0:
		return nil
	case bytes > limit:
		return &Fault{Kind: MemoryFault, Message: fmt.Sprintf("out of memory: %d bytes are asked for at once, and %d may be in use", bytes, limit)}
	case total-r.measured.Load() < limit/8:
		return nil
	}
	r.measured.Store(total)
	if r.used()+bytes <= limit {
		return nil
	}
	runtime.GC()
	if used := r.used() + bytes; used > limit {
		return &Fault{Kind: MemoryFault, Message: fmt.Sprintf("out of memory: %d bytes are in use, and %d may be", used, limit)}
	}
	return nil
}

// used is how many bytes more are in use than before the run.
func (r *run) used() int64 { return int64(inUse()) - int64(r.idle) }
