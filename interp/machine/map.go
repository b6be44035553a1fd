package machine

import (
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/code"
)

// The forms that apply a function to each element. They try whole blocks of elements
// (trace.go) first, then calls for each element, on several cores where calls need no
// order; results are put side by side as columns.

// mapForm is map(f, xs): [f(x₀), f(x₁), …].
func mapForm(m *machine, c *formCall) (code.Slot, error) {
	return m.mapColumn(c.args[0], c.fractal(1).Elems, c.extra, c.site.Out)
}

// mapColumn applies a function to the elements of a column; t is the type of
// the whole result.
func (m *machine) mapColumn(f code.Slot, col value.Column, extra []code.Slot, t types.Type) (code.Slot, error) {
	if result, ok, err := m.mapBlocks(f, col, extra); ok || err != nil {
		return result, err
	}
	results, err := m.results(f, col, extra)
	if err != nil {
		return code.Slot{}, err
	}
	return m.stackResults(results, t)
}

// results are those of a function on the elements of a column, each by a call. Places in the
// list are written by the core that has the element.
func (m *machine) results(f code.Slot, col value.Column, extra []code.Slot) ([]code.Slot, error) {
	if err := m.reserve(col.Len(), int(code.SlotSize)); err != nil {
		return nil, err
	}
	results := make([]code.Slot, col.Len())
	extra = append([]code.Slot{}, extra...)
	err := m.parallelCalls(len(results), f, func(m *machine, from, to int) error {
		a, err := m.apply(f)
		if err != nil {
			return err
		}
		defer a.end()
		for i := from; i < to; i++ {
			m.turn = i
			if results[i], err = a.call1(m.element(col, i), extra); err != nil {
				return err
			}
		}
		return nil
	})
	return results, err
}

// forallForm is forall(f, xs), at a level: f on each element of rows of rows, which are laid
// side by side for that, and made rows again.
func forallForm(m *machine, c *formCall) (code.Slot, error) {
	col, tables, err := m.descend(c.fractal(1).Elems, c.site.Level)
	if err != nil {
		return code.Slot{}, err
	}
	t := c.site.Out
	result, err := m.mapColumn(c.args[0], col, c.extra, innerType(t, len(tables)))
	if err != nil {
		return code.Slot{}, err
	}
	for i := len(tables) - 1; i >= 0; i-- {
		result = m.regroup(result, tables[i])
	}
	return result, nil
}

// innerType is the type that level FractalTensors around it are taken off of.
func innerType(t types.Type, level int) types.Type {
	for ; level > 0 && t != nil; level-- {
		switch head := types.Head(t).(type) {
		case *types.Fractal:
			t = head.Elem
		case *types.Tuple:
			inner := &types.Tuple{}
			for _, elem := range head.Elems {
				inner.Elems = append(inner.Elems, innerType(elem, 1))
			}
			t = inner
		default:
			return nil
		}
	}
	return t
}

// descend gives the elements at a level (1: the outermost) side by side, and the
// offset tables of the rows around them.
func (m *machine) descend(col value.Column, level int) (value.Column, [][]int, error) {
	var tables [][]int
	for ; level > 1; level-- {
		if col.Len() == 0 {
			if rows, ok, _ := value.RowsOf(nil, col); ok { // there are none to allocate for
				col = rows.Of.Slice(0, 0, 1)
			}
			tables = append(tables, []int{0})
			continue
		}
		rows, ok, err := value.RowsOf(m.ask, col)
		if err != nil {
			return nil, nil, err
		}
		if !ok {
			return nil, nil, m.fail(ProgramFault, "this FractalTensor is less deep than its type")
		}
		flat, offsets, err := rows.Flat(m.ask)
		if err != nil {
			return nil, nil, err
		}
		tables = append(tables, offsets)
		col = flat
	}
	return col, tables, nil
}

// regroup makes rows of the elements of a FractalTensor, or of each in a tuple.
func (m *machine) regroup(s code.Slot, offsets []int) code.Slot {
	if s.Kind() == code.TupleKind {
		parts := make([]code.Slot, s.High())
		for i := range parts {
			parts[i] = m.regroup(s.Field(i), offsets)
		}
		return m.arena.tuple(parts...)
	}
	return code.FractalSlot(&value.Fractal{Elems: value.NewRows(offsets, s.Fractal().Elems)})
}

// filterForm is filter(p, xs): the elements for which p holds, in order.
func filterForm(m *machine, c *formCall) (code.Slot, error) {
	col := c.fractal(1).Elems
	kept, err := m.keptPlaces(c.args[0], col, c.extra)
	if err != nil {
		return code.Slot{}, err
	}
	picked, err := value.Pick(m.ask, col, kept)
	if err != nil {
		return code.Slot{}, err
	}
	return fractalOf(picked)
}

// keptPlaces are the places of the elements that satisfy a predicate.
func (m *machine) keptPlaces(p code.Slot, col value.Column, extra []code.Slot) ([]int, error) {
	var truths []bool
	if result, ok, err := m.mapBlocks(p, col, extra); err != nil {
		return nil, err
	} else if ok {
		a, _, err := value.LeavesOf(m.ask, result.Fractal().Elems)
		if err != nil {
			return nil, err
		}
		truths = value.Elems[bool](a)
	} else {
		results, err := m.results(p, col, extra)
		if err != nil {
			return nil, err
		}
		if err := m.reserve(len(results), 1); err != nil {
			return nil, err
		}
		truths = make([]bool, len(results))
		for i, r := range results {
			truths[i] = r.W != 0
		}
	}
	count := 0
	for _, truth := range truths {
		if truth {
			count++
		}
	}
	if err := m.reserve(count, 8); err != nil {
		return nil, err
	}
	kept := make([]int, 0, count)
	err := m.charged(len(truths), func(from, to int) {
		for i := from; i < to; i++ {
			if truths[i] {
				kept = append(kept, i)
			}
		}
	})
	return kept, err
}

// filterallForm filters the elements of the rows at a level, and keeps the rows.
func filterallForm(m *machine, c *formCall) (code.Slot, error) {
	col, tables, err := m.descend(c.fractal(1).Elems, c.site.Level)
	if err != nil {
		return code.Slot{}, err
	}
	kept, err := m.keptPlaces(c.args[0], col, c.extra)
	if err != nil {
		return code.Slot{}, err
	}
	if col, err = value.Pick(m.ask, col, kept); err != nil {
		return code.Slot{}, err
	}
	if len(tables) > 0 {
		last := len(tables) - 1
		if err := m.reserve(len(tables[last]), 8); err != nil {
			return code.Slot{}, err
		}
		tables[last] = keptOffsets(tables[last], kept)
	}
	for i := len(tables) - 1; i >= 0; i-- {
		col = value.NewRows(tables[i], col)
	}
	return code.FractalSlot(&value.Fractal{Elems: col}), nil
}

// keptOffsets is the offset table of rows of which only some elements are kept.
func keptOffsets(offsets, kept []int) []int {
	out := make([]int, len(offsets))
	k := 0
	for i, end := range offsets {
		for k < len(kept) && kept[k] < end {
			k++
		}
		out[i] = k
	}
	return out
}

// dilatedForm is dilated_map(f, xs, dilation=r): f on each of the r subsequences x_k, x_{k+r},
// …, whose results are interleaved again. f must keep the length.
func dilatedForm(m *machine, c *formCall) (code.Slot, error) {
	xs, r := c.fractal(1), c.number(-1, "dilation", 1)
	n := xs.Len()
	if r < 1 {
		return code.Slot{}, m.fail(RangeFault, "the dilation is %d, and must be 1 or more", r)
	}
	r = min(r, max(n, 1))
	if err := m.reserve(r, 16); err != nil {
		return code.Slot{}, err
	}
	if err := m.Allocate(int64(value.SliceBytes(xs.Elems, n, r))); err != nil {
		return code.Slot{}, err
	}
	parts := make([]value.Column, r)
	f, extra := c.args[0], append([]code.Slot{}, c.extra...)
	err := m.parallelCalls(r, f, func(m *machine, from, to int) error {
		for k := from; k < to; k++ {
			count := (n - k + r - 1) / r
			m.turn = k
			part, err := m.invoke(f, append([]code.Slot{code.FractalSlot(xs.Slice(k, max(count, 0), r))}, extra...)...)
			if err != nil {
				return err
			}
			if got := part.Fractal().Len(); got != max(count, 0) {
				return m.fail(LengthFault, "the function of `dilated_map` must keep the length: it is given %d elements and gives %d", count, got)
			}
			parts[k] = part.Fractal().Elems
		}
		return nil
	})
	if err != nil {
		return code.Slot{}, err
	}
	all, err := value.Concat(m.ask, parts...)
	if err != nil {
		return code.Slot{}, err
	}
	if err := m.reserve(n, 8); err != nil {
		return code.Slot{}, err
	}
	index, at := make([]int, n), 0
	for k := range r {
		for i := k; i < n; i += r {
			index[i] = at
			at++
		}
	}
	picked, err := value.Pick(m.ask, all, index)
	if err != nil {
		return code.Slot{}, err
	}
	return fractalOf(picked)
}

// zipForm pairs sequences of one length. It copies nothing: tuples are columns side by side.
func zipForm(m *machine, c *formCall) (code.Slot, error) {
	n := c.fractal(0).Len()
	cols := &value.Columns{Count: n}
	for i, arg := range c.args {
		f := arg.Fractal()
		if f.Len() != n {
			return code.Slot{}, m.fail(LengthFault, "`zip` needs FractalTensors of one length: argument 1 has %d elements, and argument %d has %d", n, i+1, f.Len())
		}
		cols.Of = append(cols.Of, f.Elems)
	}
	return code.FractalSlot(&value.Fractal{Elems: cols}), nil
}
