package machine

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// A pool runs pieces of parallel work. Each worker has a deque of tasks: it
// takes its own from the end where it puts them, and when it has none, others'
// from the other end, where the largest lie (R. Blumofe and C. Leiserson,
// Scheduling Multithreaded Computations by Work Stealing, 1999). Workers but the
// first start with the first parallel work of a run.
//
// Invariants: the ranges of a job's tasks are disjoint and cover [0, n), and pending is the
// number of indices that no task has finished, so that the job is done at 0. A worker that
// waits for a job runs other tasks meanwhile, so that nested loops cannot block each other.
// Which worker runs a piece is left to chance; what it computes does not depend on it.
type pool struct {
	run     *run
	workers []*worker
	started bool
	closed  atomic.Bool
	idle    atomic.Int32
	mu      sync.Mutex
	wake    *sync.Cond
	done    sync.WaitGroup
}

type worker struct {
	pool    *pool
	machine *machine
	mu      sync.Mutex
	tasks   []task
}

// spinsBeforeSleep is how often a worker looks for work before it sleeps.
const spinsBeforeSleep = 32

// A task is a range of a job.
type task struct {
	job      *job
	from, to int
}

// A job is one parallel loop.
type job struct {
	grain   int
	body    func(m *machine, from, to int) error
	waiting *evaluation  // graph bindings that wait for the job
	pending atomic.Int64 // indices that are not done
	failed  atomic.Int64 // the lowest index from which a piece failed
	mu      sync.Mutex
	err     error
}

// newPool makes workers, which start with the first parallel work.
func newPool(r *run, threads int) *pool {
	p := &pool{run: r}
	p.wake = sync.NewCond(&p.mu)
	for range threads {
		p.workers = append(p.workers, &worker{pool: p})
	}
	return p
}

// start lets the other workers run.
func (p *pool) start() {
	if p.started {
		return
	}
	p.started = true
	for _, w := range p.workers[1:] {
		w.machine = &machine{run: p.run, worker: w, fuel: quantum}
		p.done.Add(1)
		go w.serve()
	}
}

// close ends the workers, which have nothing to do any more.
func (p *pool) close() {
	p.closed.Store(true)
	p.mu.Lock()
	p.wake.Broadcast()
	p.mu.Unlock()
	p.done.Wait()
}

// serve runs tasks until the run ends. A worker without work yields some times, then sleeps.
func (w *worker) serve() {
	defer w.pool.done.Done()
	for spins := 0; !w.pool.closed.Load(); {
		if t, ok := w.steal(); ok {
			w.run(t)
			spins = 0
			continue
		}
		if spins++; spins < spinsBeforeSleep {
			runtime.Gosched()
			continue
		}
		w.pool.sleep(nil)
		spins = 0
	}
	w.machine.countSteps()
}

// sleep waits until there may be work, or a job is done.
func (p *pool) sleep(j *job) {
	p.mu.Lock()
	p.idle.Add(1)
	if !p.closed.Load() && !p.hasWork() && (j == nil || j.pending.Load() > 0) {
		p.wake.Wait()
	}
	p.idle.Add(-1)
	p.mu.Unlock()
}

// hasWork reports whether a worker has a task.
func (p *pool) hasWork() bool {
	for _, w := range p.workers {
		w.mu.Lock()
		n := len(w.tasks)
		w.mu.Unlock()
		if n > 0 {
			return true
		}
	}
	return false
}

// push puts a task at the end, and wakes a worker that sleeps.
func (w *worker) push(t task) {
	w.mu.Lock()
	w.tasks = append(w.tasks, t)
	w.mu.Unlock()
	if p := w.pool; p.idle.Load() > 0 {
		p.mu.Lock()
		p.wake.Signal()
		p.mu.Unlock()
	}
}

// pop takes the task that was put last.
func (w *worker) pop() (task, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := len(w.tasks)
	if n == 0 {
		return task{}, false
	}
	t := w.tasks[n-1]
	w.tasks = w.tasks[:n-1]
	return t, true
}

// steal takes the oldest task of another worker.
func (w *worker) steal() (task, bool) {
	for _, victim := range w.pool.workers {
		if victim == w {
			continue
		}
		victim.mu.Lock()
		if len(victim.tasks) > 0 {
			t := victim.tasks[0]
			victim.tasks = victim.tasks[1:]
			victim.mu.Unlock()
			return t, true
		}
		victim.mu.Unlock()
	}
	return task{}, false
}

// run does a task: it leaves halves to others until what remains is a grain.
// What lies after a failure is left undone, as a whole.
func (w *worker) run(t task) {
	j := t.job
	for t.to-t.from > j.grain && int64(t.from) < j.failed.Load() {
		half := t.from + (t.to-t.from)/2
		w.push(task{j, half, t.to})
		t.to = half
	}
	if int64(t.from) < j.failed.Load() {
		if err := w.machine.piece(j, t.from, t.to); err != nil {
			j.fail(t.from, err)
		}
	}
	if j.pending.Add(int64(t.from-t.to)) == 0 && w.pool.idle.Load() > 0 {
		w.pool.mu.Lock()
		w.pool.wake.Broadcast() // the one that waits for the job may sleep
		w.pool.mu.Unlock()
	}
}

// fail notes a failure; the one of the lowest index counts, since that is the
// one that a sequential run meets first.
func (j *job) fail(at int, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if int64(at) < j.failed.Load() {
		j.failed.Store(int64(at))
		j.err = err
	}
}

// piece runs a part of a job apart from what the machine was doing: its frames begin above
// those that wait, and are dropped at the end, also after a panic.
func (m *machine) piece(j *job, from, to int) (err error) {
	fn, low, base, pc, nested, depth, waiting := m.fn, m.firstFrame, m.base, m.pc, m.nested, len(m.frames), m.evaluating
	top := m.top()
	defer func() {
		if r := recover(); r != nil {
			err = m.panicked(r)
		}
		m.fn, m.firstFrame, m.base, m.pc, m.nested = fn, low, base, pc, nested
		m.frames, m.evaluating = m.frames[:depth], waiting
	}()
	m.fn, m.firstFrame, m.base, m.evaluating = nil, depth, top, j.waiting
	return j.body(m, from, to)
}

// parallel runs body over [0, n) in pieces of about grain on all cores. It begins with the
// whole range as its own task (run halves it), and then helps until no index is pending. The
// fault of the lowest piece is given back, with the place where the machine is: pieces
// after a fault need not run, those before it do, so that the fault is that of a
// sequential run.
func (m *machine) parallel(n, grain int, body func(m *machine, from, to int) error) error {
	p := m.pool
	j := &job{grain: max(grain, 1), body: body, waiting: m.evaluating}
	j.pending.Store(int64(n))
	j.failed.Store(int64(n))
	if len(p.workers) > 1 && n > grain {
		p.start()
	} else {
		j.grain = n
	}
	w := m.worker
	w.run(task{j, 0, n})
	for spins := 0; j.pending.Load() > 0; {
		t, ok := w.pop()
		if !ok {
			t, ok = w.steal()
		}
		switch {
		case ok:
			w.run(t)
			spins = 0
		case spins < spinsBeforeSleep:
			runtime.Gosched()
			spins++
		default:
			p.sleep(j)
		}
	}
	if j.err != nil {
		return m.wrap(m.relocate(j.err))
	}
	return nil
}

// relocate adds the place where the machine is to a fault of a piece.
func (m *machine) relocate(err error) error {
	if f, ok := err.(*Fault); ok {
		m.locate(f)
	}
	return err
}
