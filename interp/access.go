package interp

import (
	"github.com/fraccheck/fraccheck/types"
	"github.com/fraccheck/fraccheck/value"
)

func fractalOf(c value.Column) (slot, error) { return fractalSlot(&value.Fractal{Elems: c}), nil }

func lengthForm(_ *machine, c *formCall) (slot, error) { return intSlot(c.fractal(0).Len()), nil }

func depthForm(_ *machine, c *formCall) (slot, error) {
	if c.args[0].kind() != fractalKind {
		return intSlot(0), nil
	}
	return intSlot(c.fractal(0).Depth()), nil
}

func firstForm(m *machine, c *formCall) (slot, error) { return m.end(c, 0) }

func lastForm(m *machine, c *formCall) (slot, error) { return m.end(c, c.fractal(0).Len()-1) }

func (m *machine) end(c *formCall, i int) (slot, error) {
	if c.fractal(0).Len() == 0 {
		return slot{}, m.fail(RangeFault, "`%s` of an empty FractalTensor", c.op.Name)
	}
	return m.element(c.fractal(0).Elems, i), nil
}

func sliceForm(m *machine, c *formCall) (slot, error) {
	xs := c.fractal(0)
	n := xs.Len()
	from := min(max(c.number(1, "start", 0), 0), n)
	to := min(max(c.number(2, "end", n), from), n)
	step := c.number(3, "stride", 1)
	if step < 1 {
		return slot{}, m.fail(RangeFault, "the stride of `slice` is %d, and must be 1 or more", step)
	}
	return fractalOf(xs.Elems.Slice(from, (to-from+step-1)/step, step))
}

func gatherForm(m *machine, c *formCall) (slot, error) {
	xs := c.fractal(0)
	is, ok := m.ints(c.args[1])
	if !ok {
		return slot{}, m.fail(ProgramFault, "the indices of `gather` are no integers")
	}
	outside := -1
	err := m.sweep(len(is), func(from, to int) {
		for k := from; k < to && outside < 0; k++ {
			if is[k] < 0 || is[k] >= xs.Len() {
				outside = k
			}
		}
	})
	switch {
	case err != nil:
		return slot{}, err
	case outside >= 0:
		return slot{}, m.outOfRange(int64(is[outside]), xs.Len(), "a FractalTensor")
	}
	return fractalOf(value.Pick(xs.Elems, is))
}

// ints are the numbers in a FractalTensor of integers or a tensor.
func (m *machine) ints(s slot) ([]int, bool) {
	var a *value.Array
	switch s.kind() {
	case arrayKind:
		a = s.array()
	case fractalKind:
		leaves, ok := value.LeavesOf(s.fractal().Elems)
		if !ok {
			return nil, false
		}
		a = leaves
	default:
		return nil, false
	}
	wide := value.Elems[int64](a.Convert(value.Int64))
	out := make([]int, len(wide))
	for i, n := range wide {
		out[i] = int(n)
	}
	return out, len(a.Shape) == 1
}

func joinForm(m *machine, c *formCall) (slot, error) {
	joined, err := value.Concat(c.fractal(0).Elems, c.fractal(1).Elems)
	if err != nil {
		return slot{}, err
	}
	if err := m.count(joined); err != nil {
		return slot{}, err
	}
	return fractalOf(joined)
}

func repeatForm(m *machine, c *formCall) (slot, error) {
	k := c.number(1, "k", 0)
	if k < 0 {
		return slot{}, m.fail(RangeFault, "`repeat` cannot make %d copies", k)
	}
	if err := m.Allocate(16 * int64(k)); err != nil {
		return slot{}, err
	}
	xs := c.fractal(0)
	start, end := make([]int, k), make([]int, k)
	for i := range end {
		end[i] = xs.Len()
	}
	return fractalOf(&value.Rows{Start: start, End: end, Step: 1, Of: xs.Elems})
}

func arangeForm(m *machine, c *formCall) (slot, error) {
	n := max(c.number(0, "n", 0), 0)
	if err := m.Allocate(4 * int64(n)); err != nil {
		return slot{}, err
	}
	data := make([]int32, n)
	err := m.sweep(n, func(from, to int) {
		for i := from; i < to; i++ {
			data[i] = int32(i)
		}
	})
	if err != nil {
		return slot{}, err
	}
	return fractalOf(value.NewLeaves(value.Of(data, n)))
}

func splitForm(m *machine, c *formCall) (slot, error) {
	xs, k := c.fractal(0), c.number(1, "k", 1)
	if t, ok := types.Head(c.site.out).(*types.Tuple); ok {
		k = len(t.Elems)
	}
	if k < 1 {
		return slot{}, m.fail(RangeFault, "`split` cannot cut into %d parts", k)
	}
	parts, size := make([]slot, k), xs.Len()/k
	for i := range parts {
		n := size
		if i == k-1 {
			n = xs.Len() - i*size
		}
		parts[i] = fractalSlot(xs.Slice(i*size, n, 1))
	}
	return m.arena.tuple(parts...), nil
}

// productForm pairs each element with each: row j of both results has an entry
// for each element of xs, and the second one holds element j of ys.
func productForm(m *machine, c *formCall) (slot, error) {
	xs, ys := c.fractal(0), c.fractal(1)
	n, rows := xs.Len(), ys.Len()
	if err := m.Allocate(8 * (int64(n)*int64(rows) + 3*int64(rows))); err != nil {
		return slot{}, err
	}
	start, end, index := make([]int, rows), make([]int, rows), make([]int, n*rows)
	offsets := make([]int, rows+1)
	for j := range rows {
		end[j], offsets[j+1] = n, (j+1)*n
	}
	err := m.sweep(len(index), func(from, to int) {
		for i := from; i < to; i++ {
			index[i] = i / n
		}
	})
	if err != nil {
		return slot{}, err
	}
	left := fractalSlot(&value.Fractal{Elems: &value.Rows{Start: start, End: end, Step: 1, Of: xs.Elems}})
	right := fractalSlot(&value.Fractal{Elems: value.NewRows(offsets, value.Pick(ys.Elems, index))})
	return m.arena.tuple(left, right), nil
}

func enumerateForm(m *machine, c *formCall) (slot, error) {
	xs := c.fractal(0)
	numbers, err := arangeForm(m, &formCall{site: c.site, args: []slot{intSlot(xs.Len())}})
	if err != nil {
		return slot{}, err
	}
	return fractalOf(&value.Columns{Of: []value.Column{numbers.fractal().Elems, xs.Elems}, Count: xs.Len()})
}
