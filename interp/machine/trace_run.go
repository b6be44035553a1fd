package machine

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/code"
)

// A trace is run block by block: each of its functions is applied to a few thousand
// elements, whose results stay in the cache for the next one (P. Boncz, M. Zukowski and
// N. Nes, MonetDB/X100: Hyper-Pipelining Query Execution, 2005).

// blockLen is the number of elements that one function after the other is
// applied to.
const blockLen = 2048

// minTracedElements is below what number of elements a trace does not pay.
const minTracedElements = 48

// mapBlocks applies a function to a column block by block. ok is false where
// that cannot be done, or fails for some element. Where memory is short, calls may do with
// less, so that this is no fault yet.
func (m *machine) mapBlocks(f code.Slot, col value.Column, extra []code.Slot) (result code.Slot, ok bool, err error) {
	n := col.Len()
	if n == 0 || m.options.Sequential || !f.IsClosure() || m.total(col) < minTracedElements {
		return code.Slot{}, false, nil
	}
	t := &tracer{m: m, domains: []int{n}, budget: traceBudget, products: true}
	var out symbol
	if !traced(func() {
		args := []symbol{t.column(col, 0)}
		for _, e := range extra {
			args = append(args, t.known(e))
		}
		out = t.call(symbol{kind: knownSymbol, slot: f}, args)
	}) {
		return code.Slot{}, false, nil
	}
	if err = t.lay(); err == nil {
		result, ok, err = m.materialize(t, out, 0)
	}
	if ok && err == nil {
		ok, err = m.computeUnread(t)
	}
	if f, faulty := err.(*Fault); faulty && f.Kind == MemoryFault {
		return code.Slot{}, false, nil // one by one may do
	}
	if ok && err == nil {
		m.countFastPath(ElementsFused)
	}
	return result, ok, err
}

// computeUnread computes what may fail and no result is computed from, last ones first
// since they compute what they read. ok is false where it fails.
func (m *machine) computeUnread(t *tracer) (ok bool, err error) {
	for n := len(t.nodes) - 1; n >= 0; n-- {
		if n < len(t.done) && t.done[n] || !t.mayFail(n) {
			continue
		}
		if _, err := m.given(t, n); err != nil {
			if isZeroDivisor(err) {
				err = nil
			}
			return false, err
		}
	}
	return true, nil
}

// failsUnread reports whether something may fail that a node is not computed from.
func (t *tracer) failsUnread(n int) bool {
	t.note(n)
	for i := range t.nodes {
		if t.mayFail(i) && !(i < len(t.done) && t.done[i]) {
			return true
		}
	}
	return false
}

// mayFail reports whether a node is the quotient of integers by what may be 0. Such a node is
// computed even if no result reads it: the program would fail there.
func (t *tracer) mayFail(n int) bool {
	f, args := t.nodes[n].f, t.nodes[n].args
	if f == nil || !f.Divides {
		return false
	}
	by := &t.nodes[args[len(args)-1]]
	return by.f != nil || by.array != nil || by.product != nil || by.scalar.Bits == 0
}

// total is about how many leaves a column has.
func (m *machine) total(c value.Column) int {
	if rows, ok := c.(*value.Rows); ok && len(rows.Start) > 0 {
		return rows.End[len(rows.End)-1] - rows.Start[0]
	}
	if l, ok := c.(*value.Leaves); ok {
		return l.Count * max(1, value.Product(l.Array.Shape[1:]))
	}
	return c.Len()
}

// materialize computes a symbol for all elements of a domain, stacked.
func (m *machine) materialize(t *tracer, s symbol, domain int) (code.Slot, bool, error) {
	switch s.kind {
	case tupleSymbol:
		parts := make([]code.Slot, len(s.parts))
		for i, p := range s.parts {
			part, ok, err := m.materialize(t, p, domain)
			if !ok || err != nil {
				return code.Slot{}, ok, err
			}
			parts[i] = part
		}
		return m.arena.tuple(parts...), len(parts) > 0, nil
	case rowsSymbol:
		inner, ok, err := m.materialize(t, s.parts[0], 1)
		if !ok || err != nil {
			return code.Slot{}, ok, err
		}
		return m.regroup(inner, s.rows), true, nil
	case nodeSymbol, knownSymbol:
		var n int
		if !traced(func() { n = t.operand(s) }) {
			return code.Slot{}, false, nil
		}
		if d := t.nodes[n].domain; d != uniform && d != domain {
			return code.Slot{}, false, nil
		}
		a, err := m.compute(t, n, t.domains[domain])
		if isZeroDivisor(err) {
			return code.Slot{}, false, nil
		}
		if err != nil {
			return code.Slot{}, false, err
		}
		return code.FractalSlot(&value.Fractal{Elems: value.NewLeaves(a)}), true, nil
	}
	return code.Slot{}, false, nil
}

// A pass computes one node of a trace, block by block: all steps on one block, then on the
// next. A block of blockLen numbers for each step stays in the cache.
type pass struct {
	steps  []step
	inputs []*value.Array // broadcast to the shape of the result
	origin []int          // their nodes
	result *value.Array
	work   int // of the operators that one element of the domain takes, each on its own shape
}

// A step applies one function. Operands are slots of a pass: inputs first, then
// the results of steps, then numbers.
type step struct {
	f    *value.Map
	args []int
	into int
}

// compute gives a node for count elements, as one array. Ranges of its elements go to
// different cores; the work is charged range by range, so that its sum is that of the
// operators on their own shapes, however it is cut.
func (m *machine) compute(t *tracer, n, count int) (*value.Array, error) {
	shape := append([]int{count}, t.nodes[n].shape...)
	size, err := value.CheckedLen(shape)
	if err != nil {
		return nil, err
	}
	t.note(n)
	if err := m.computeProducts(t, n); err != nil {
		return nil, err
	}
	out := t.nodes[n]
	if err := m.Allocate(int64(size) * int64(out.dtype.Size())); err != nil {
		return nil, err
	}
	if out.f == nil {
		return t.broadcast(&out, shape), nil
	}
	b := t.plan(n, shape)
	for i, a := range b.inputs {
		if size >= op.LeastGathered && a.IsScattered() {
			k, err := m.paidKernels(0)
			if err != nil {
				return nil, err
			}
			if b.inputs[i], err = op.Compact(k, a); err != nil {
				return nil, err
			}
		}
	}
	b.result = value.Wrap(out.dtype, value.MakeUnset(out.dtype, size), shape)
	charge := share{whole: count * b.work, parts: size}
	work := func(m *machine, from, to int) error { return b.run(m, charge, from, to) }
	if m.options.Threads == 1 || size*len(b.steps) < minParallelTime {
		return b.result, work(m, 0, size)
	}
	grain := max(blockLen, min(minParallelTime/len(b.steps), size/(2*m.options.Threads)))
	return b.result, m.parallel(size, grain, work)
}

// A share divides work among the elements of a result, so that the parts of all add up
// to the whole: operators in a pass may be of smaller shapes than the result, to which
// they are repeated.
type share struct{ whole, parts int }

// of is what the elements from from to to take.
func (s share) of(from, to int) int64 { return int64(s.until(to) - s.until(from)) }

func (s share) until(n int) int { return s.whole/s.parts*n + s.whole%s.parts*n/s.parts }

// broadcast is what is given, as an array of a shape.
func (t *tracer) broadcast(n *node, shape []int) *value.Array {
	switch {
	case n.array == nil:
		return value.FromScalar(n.scalar).Broadcast(shape)
	case n.domain == uniform:
		return n.array.Broadcast(shape)
	}
	a := n.array
	if missing := len(shape) - len(a.Shape); missing > 0 {
		a = a.Insert(1, missing)
	}
	return a.Broadcast(shape)
}

// needs returns which nodes a node is computed from, itself among them: one pass from the last
// node to the first, since arguments have lower numbers.
func (t *tracer) needs(n int) []bool {
	needed := make([]bool, n+1)
	needed[n] = true
	for i := n; i >= 0; i-- {
		if needed[i] {
			for _, a := range t.nodes[i].args {
				needed[a] = true
			}
		}
	}
	return needed
}

// note marks what a node is computed from as done.
func (t *tracer) note(n int) {
	for i, needed := range t.needs(n) {
		if i == len(t.done) {
			t.done = append(t.done, false)
		}
		t.done[i] = t.done[i] || needed
	}
}

// plan finds the nodes that a result needs, and gives each a slot of the pass.
func (t *tracer) plan(n int, shape []int) *pass {
	needed := t.needs(n)
	p, at := &pass{}, make([]int, n+1)
	for i := range needed {
		if needed[i] && t.nodes[i].f == nil {
			at[i] = len(p.inputs)
			p.inputs = append(p.inputs, t.broadcast(&t.nodes[i], shape))
			p.origin = append(p.origin, i)
		}
	}
	for i := range needed {
		if !needed[i] || t.nodes[i].f == nil {
			continue
		}
		f, operands := t.nodes[i].f, t.nodes[i].args
		p.work += value.Product(t.nodes[i].shape)
		at[i] = len(p.inputs) + len(p.steps)
		args := make([]int, len(operands))
		for k, a := range operands {
			args[k] = at[a]
		}
		p.steps = append(p.steps, step{f, args, at[i]})
	}
	return p
}

// run computes the positions from to to. The last step writes into the result, the others
// into buffers of their own, since another core may run the same pass.
func (p *pass) run(m *machine, charge share, from, to int) error {
	readers := make([]*value.Reader, len(p.inputs))
	for i, a := range p.inputs {
		readers[i] = value.NewReader(a)
	}
	data := make([]any, len(p.inputs)+len(p.steps))
	buffers := p.buffers(min(blockLen, to-from))
	args := make([]any, 3)
	for from < to {
		n := min(blockLen, to-from)
		if err := m.Charge(charge.of(from, from+n)); err != nil {
			return err
		}
		for i, r := range readers {
			data[i] = r.Read(from, n)
		}
		for i, s := range p.steps {
			into := any(nil)
			if i == len(p.steps)-1 {
				into = value.Cut(p.result.Data, from, from+n)
			} else {
				into = value.Cut(buffers[i], 0, n)
			}
			for k, a := range s.args {
				args[k] = data[a]
			}
			if err := s.f.Block(into, args[:len(s.args)]); err != nil {
				return err
			}
			data[s.into] = into
		}
		from += n
	}
	return nil
}

// buffers gives each step but the last a place for a block; a place is used
// again when nothing reads it any more, so that long chains stay in the cache.
func (p *pass) buffers(n int) []any {
	last := make([]int, len(p.inputs)+len(p.steps))
	for i, s := range p.steps {
		for _, a := range s.args {
			last[a] = i
		}
	}
	out := make([]any, len(p.steps))
	free := map[value.Dtype][]any{}
	for i, s := range p.steps {
		d := s.f.Out
		if k := len(free[d]); k > 0 {
			out[i] = free[d][k-1]
			free[d] = free[d][:k-1]
		} else {
			out[i] = value.MakeData(d, n)
		}
		for k, a := range s.args {
			if a >= len(p.inputs) && last[a] == i && !slices.Contains(s.args[:k], a) {
				j := a - len(p.inputs)
				d := p.steps[j].f.Out
				free[d] = append(free[d], out[j])
			}
		}
	}
	return out
}
