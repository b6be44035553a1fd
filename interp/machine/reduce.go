package machine

import (
	"errors"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/code"
)

// reduceBlocks folds the chunks of a column of numbers side by side: column k of a block is
// chunk k, so that each step of the function runs on a block of columns, one operation
// each. The brackets are the same as when chunks are folded one by one, and each column's
// operations keep their order, so that results are the same bit for bit. The rest of the
// length, less than a chunk, is folded by calls.
func (m *machine) reduceBlocks(f code.Slot, col value.Column, extra []code.Slot) (parts []code.Slot, ok bool, err error) {
	n := col.Len()
	l, scalars := col.(*value.Leaves)
	if n < 4*chunk || m.options.Sequential || !scalars || len(l.Array.Shape) != 1 || !f.IsClosure() {
		return nil, false, nil
	}
	full := n / chunk
	a := l.Dense()
	if !a.IsContiguous() {
		if m.reserve(n, a.Dtype.Size()) != nil {
			return nil, false, nil // one by one may do
		}
		a = a.Contiguous()
	}
	t := &tracer{m: m, domains: []int{full}, budget: traceBudget}
	column := value.NewArray(a.Dtype, []int{1})
	given := node{array: column, dtype: a.Dtype, domain: 0}
	var out symbol
	if !traced(func() {
		args := []symbol{t.add(given), t.add(given)}
		for _, e := range extra {
			args = append(args, t.known(e))
		}
		out = t.call(symbol{kind: knownSymbol, slot: f}, args)
	}) || out.kind != nodeSymbol || t.nodes[out.node].dtype != a.Dtype || len(t.nodes[out.node].shape) > 0 {
		return nil, false, nil
	}
	if t.failsUnread(out.node) {
		return nil, false, nil
	}
	if m.reserve(full, a.Dtype.Size()+int(code.SlotSize)) != nil {
		return nil, false, nil
	}
	results := value.NewArray(a.Dtype, []int{full})
	body := t.reducer(out.node, a, results)
	if body == nil {
		return nil, false, nil
	}
	if m.options.Threads == 1 {
		err = body(m, 0, full)
	} else {
		err = m.parallel(full, max(lanes, full/(2*m.options.Threads)), body)
	}
	if err != nil {
		if isZeroDivisor(err) {
			err = nil
		}
		return nil, false, err
	}
	m.countFastPath(ChunksFused)
	parts = make([]code.Slot, full, full+1)
	for i := range parts {
		parts[i] = code.ScalarSlot(value.Load(a.Dtype, results.Data, i))
	}
	if n%chunk == 0 {
		return parts, true, nil
	}
	rest, err := m.reduceChunks(f, col.Slice(full*chunk, n-full*chunk, 1), extra)
	if err != nil {
		return nil, false, err
	}
	return append(parts, rest...), true, nil
}

// lanes is how many chunks are folded side by side, and strip how many elements
// of each are brought next to each other at a time: lanes·strip elements stay in the
// first cache.
const (
	lanes = 64
	strip = 16
)

// reducer chooses the loop for a traced function: one of its own for the commonest functions
// of the two operands, else a pass over blocks. nil where the trace reads tensors.
func (t *tracer) reducer(out int, a, results *value.Array) func(m *machine, from, to int) error {
	n := &t.nodes[out]
	if n.f != nil && len(n.args) == 2 && n.args[0] == 0 && n.args[1] == 1 {
		if fold := foldKernel(n.f.Name, a, results); fold != nil {
			return func(m *machine, from, to int) error {
				for from < to {
					next := min(from+lanes, to)
					if err := m.Charge(int64(next-from) * chunk); err != nil {
						return err
					}
					fold(from, next)
					from = next
				}
				return nil
			}
		}
	}
	if n.f == nil || !t.scalarInputs(out) {
		return nil
	}
	p := t.plan(out, []int{1})
	return func(m *machine, from, to int) error {
		for from < to {
			next := min(from+lanes, to)
			if err := p.reduce(m, t, a, results, from, next); err != nil {
				return err
			}
			from = next
		}
		return nil
	}
}

// reduce folds the chunks from to to, at most lanes of them: a strip of the chunks is
// transposed, and then each row of that is combined with the accumulators.
func (p *pass) reduce(m *machine, t *tracer, a, results *value.Array, from, to int) error {
	n := to - from
	if err := m.Charge(int64(n*chunk) * int64(max(1, p.work))); err != nil {
		return err
	}
	data, accumulator, element := p.lanes(t, n)
	buffers := p.buffers(n)
	acc := value.MakeData(a.Dtype, n)
	turned := value.MakeData(a.Dtype, n*strip)
	args := make([]any, 3)
	for j := 0; j < chunk; j += strip {
		transpose(turned, a, from, n, j)
		for k := range strip {
			x := value.Cut(turned, k*n, (k+1)*n)
			if j+k == 0 {
				value.CopyData(acc, x)
				continue
			}
			for _, i := range accumulator {
				data[i] = acc
			}
			for _, i := range element {
				data[i] = x
			}
			for i, s := range p.steps {
				into := buffers[i]
				if i == len(p.steps)-1 {
					into = acc
				}
				for q, arg := range s.args {
					args[q] = data[arg]
				}
				if err := s.f.Block(into, args[:len(s.args)]); err != nil {
					return err
				}
				data[s.into] = into
			}
		}
	}
	value.CopyData(value.Cut(results.Data, from, to), acc)
	return nil
}

// lanes prepares the operands of steps for n lanes: numbers are repeated, and
// the places of the state and of the element are given back.
func (p *pass) lanes(t *tracer, n int) (data []any, accumulator, element []int) {
	data = make([]any, len(p.inputs)+len(p.steps))
	for at, n0 := range p.origin {
		switch {
		case n0 == 0:
			accumulator = append(accumulator, at)
		case n0 == 1:
			element = append(element, at)
		default:
			data[at] = value.Full(t.nodes[n0].scalar, []int{n}).Data
		}
	}
	return data, accumulator, element
}

// scalarInputs reports whether all that is given to a trace is a number.
func (t *tracer) scalarInputs(n int) bool {
	for i := range n {
		if t.nodes[i].f == nil && len(t.nodes[i].shape) > 0 {
			return false
		}
	}
	return true
}

// isZeroDivisor reports whether an error is a division by zero, which a fast path leaves to
// the plain way to find.
func isZeroDivisor(err error) bool {
	var f *Fault
	if errors.As(err, &f) {
		return f.Kind == ZeroFault
	}
	return errors.Is(err, value.ErrZeroDivisor)
}

// foldKernel is a loop of its own for the commonest functions; nil for others.
func foldKernel(name string, a, results *value.Array) func(from, to int) {
	switch data := a.Data.(type) {
	case []int32:
		return foldsOf(name, data[a.Offset:], results.Data.([]int32))
	case []int64:
		return foldsOf(name, data[a.Offset:], results.Data.([]int64))
	case []float32:
		return foldsOf(name, data[a.Offset:], results.Data.([]float32))
	case []float64:
		return foldsOf(name, data[a.Offset:], results.Data.([]float64))
	}
	return nil
}

// foldsOf is the loop for an operator.
func foldsOf[T value.Number](name string, data, results []T) func(from, to int) {
	switch name {
	case op.Add:
		return foldFour(data, results)
	case op.Multiply:
		return foldOne(data, results, func(x, y T) T { return x * y })
	case op.Maximum:
		return foldOne(data, results, func(x, y T) T { return max(x, y) })
	case op.Minimum:
		return foldOne(data, results, func(x, y T) T { return min(x, y) })
	}
	return nil
}

// foldOne folds chunks one after the other.
func foldOne[T value.Number](data, results []T, f func(x, y T) T) func(from, to int) {
	return func(from, to int) {
		for ; from < to; from++ {
			x := data[from*chunk : (from+1)*chunk]
			acc := x[0]
			for _, y := range x[1:] {
				acc = f(acc, y)
			}
			results[from] = acc
		}
	}
}

// foldFour adds up four chunks at a time, so that no addition waits for the one before it: a
// processor begins several additions before the first is done.
func foldFour[T value.Number](data, results []T) func(from, to int) {
	one := foldOne(data, results, func(x, y T) T { return x + y })
	return func(from, to int) {
		for ; from+4 <= to; from += 4 {
			x := data[from*chunk : (from+4)*chunk]
			var s [4]T
			for k := range s {
				s[k] = x[k*chunk]
			}
			sums(x, &s)
			copy(results[from:], s[:])
		}
		one(from, to)
	}
}

// sums adds the elements of four chunks, but for the first of each, which s
// holds.
func sums[T value.Number](x []T, s *[4]T) {
	a, b, c, d := x[:chunk], x[chunk:2*chunk], x[2*chunk:3*chunk], x[3*chunk:4*chunk]
	s0, s1, s2, s3 := s[0], s[1], s[2], s[3]
	for j := 1; j < chunk; j++ {
		s0 += a[j]
		s1 += b[j]
		s2 += c[j]
		s3 += d[j]
	}
	s[0], s[1], s[2], s[3] = s0, s1, s2, s3
}

// transpose brings elements j to j+strip of n chunks next to each other.
func transpose(dst any, a *value.Array, from, n, j int) {
	switch data := a.Data.(type) {
	case []int32:
		transposeInto(dst.([]int32), data[a.Offset:], from, n, j)
	case []int64:
		transposeInto(dst.([]int64), data[a.Offset:], from, n, j)
	case []float32:
		transposeInto(dst.([]float32), data[a.Offset:], from, n, j)
	case []float64:
		transposeInto(dst.([]float64), data[a.Offset:], from, n, j)
	case []int8:
		transposeInto(dst.([]int8), data[a.Offset:], from, n, j)
	case []int16:
		transposeInto(dst.([]int16), data[a.Offset:], from, n, j)
	case []uint8:
		transposeInto(dst.([]uint8), data[a.Offset:], from, n, j)
	case []uint16:
		transposeInto(dst.([]uint16), data[a.Offset:], from, n, j)
	case []uint32:
		transposeInto(dst.([]uint32), data[a.Offset:], from, n, j)
	case []uint64:
		transposeInto(dst.([]uint64), data[a.Offset:], from, n, j)
	case []bool:
		transposeInto(dst.([]bool), data[a.Offset:], from, n, j)
	}
}

// transposeInto writes element i of chunk k to place i·n + k.
func transposeInto[T any](dst, data []T, from, n, j int) {
	for k := range n {
		row := data[(from+k)*chunk+j:][:strip]
		for i, x := range row {
			dst[i*n+k] = x
		}
	}
}
