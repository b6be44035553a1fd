package machine

import (
	"math"
	"math/bits"

	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/code"
)

// fractalOf is a column as a FractalTensor.
func fractalOf(c value.Column) (code.Slot, error) {
	return code.FractalSlot(&value.Fractal{Elems: c}), nil
}

// countable gives a column as a FractalTensor, if an int32 can count its elements as
// `length` and `enumerate` do.
func (m *machine) countable(c value.Column) (code.Slot, error) {
	if c.Len() > math.MaxInt32 {
		return code.Slot{}, m.fail(RangeFault, "a FractalTensor of %d elements is too long: the length is an int32", c.Len())
	}
	return fractalOf(c)
}

// lengthForm is length(xs), depthForm depth(xs): 0 of a tensor.
func lengthForm(_ *machine, c *formCall) (code.Slot, error) {
	return code.IntSlot(c.fractal(0).Len()), nil
}

func depthForm(_ *machine, c *formCall) (code.Slot, error) {
	if c.args[0].Kind() != code.FractalKind {
		return code.IntSlot(0), nil
	}
	return code.IntSlot(c.fractal(0).Depth()), nil
}

// firstForm is first(xs), lastForm last(xs).
func firstForm(m *machine, c *formCall) (code.Slot, error) { return m.end(c, 0) }

func lastForm(m *machine, c *formCall) (code.Slot, error) { return m.end(c, c.fractal(0).Len()-1) }

func (m *machine) end(c *formCall, i int) (code.Slot, error) {
	if c.fractal(0).Len() == 0 {
		return code.Slot{}, m.fail(RangeFault, "`%s` of an empty FractalTensor", c.op.Name)
	}
	return m.element(c.fractal(0).Elems, i), nil
}

// sliceForm is slice(xs, start, end, stride): bounds are clamped to the sequence, so that no
// slice is a fault; a view.
func sliceForm(m *machine, c *formCall) (code.Slot, error) {
	xs := c.fractal(0)
	n := xs.Len()
	from := min(max(c.number(1, "start", 0), 0), n)
	to := min(max(c.number(2, "end", n), from), n)
	step := c.number(3, "stride", 1)
	if step < 1 {
		return code.Slot{}, m.fail(RangeFault, "the stride of `slice` is %d, and must be 1 or more", step)
	}
	n = (to - from + step - 1) / step
	if err := m.Allocate(int64(value.SliceBytes(xs.Elems, n, step))); err != nil {
		return code.Slot{}, err
	}
	return fractalOf(xs.Elems.Slice(from, n, step))
}

// gatherForm is gather(xs, is): [xs[i₀], xs[i₁], …]. Elements are read when they are used: the
// result is the indices and the column (value.Picked).
func gatherForm(m *machine, c *formCall) (code.Slot, error) {
	xs := c.fractal(0)
	is, ok, err := m.ints(c.args[1])
	if err != nil {
		return code.Slot{}, err
	}
	if !ok {
		return code.Slot{}, m.fail(ProgramFault, "the indices of `gather` are no integers")
	}
	outside := -1
	err = m.charged(len(is), func(from, to int) {
		for k := from; k < to && outside < 0; k++ {
			if is[k] < 0 || is[k] >= xs.Len() {
				outside = k
			}
		}
	})
	switch {
	case err != nil:
		return code.Slot{}, err
	case outside >= 0:
		return code.Slot{}, m.outOfRange(int64(is[outside]), xs.Len(), "a FractalTensor")
	}
	picked, err := value.Pick(m.ask, xs.Elems, is)
	if err != nil {
		return code.Slot{}, err
	}
	return fractalOf(picked)
}

// ints are the numbers in a FractalTensor of integers or a tensor.
func (m *machine) ints(s code.Slot) ([]int, bool, error) {
	var a *value.Array
	switch s.Kind() {
	case code.ArrayKind:
		a = s.Array()
	case code.FractalKind:
		leaves, ok, err := value.LeavesOf(m.ask, s.Fractal().Elems)
		if err != nil || !ok {
			return nil, false, err
		}
		a = leaves
	default:
		return nil, false, nil
	}
	if err := m.reserve(value.Product(a.Shape), 24); err != nil {
		return nil, false, err
	}
	wide := value.Elems[int64](a.Convert(value.Int64))
	out := make([]int, len(wide))
	for i, n := range wide {
		out[i] = int(n)
	}
	return out, len(a.Shape) == 1, nil
}

// joinForm is join(xs, ys): one sequence after the other, copied.
func joinForm(m *machine, c *formCall) (code.Slot, error) {
	if err := m.Charge(int64(c.fractal(0).Len() + c.fractal(1).Len())); err != nil {
		return code.Slot{}, err
	}
	joined, err := value.Concat(m.ask, c.fractal(0).Elems, c.fractal(1).Elems)
	if err != nil {
		return code.Slot{}, err
	}
	return m.countable(joined)
}

// repeatForm is repeat(xs, k): k rows that all are xs; a view.
func repeatForm(m *machine, c *formCall) (code.Slot, error) {
	k := c.number(1, "k", 0)
	if k < 0 {
		return code.Slot{}, m.fail(RangeFault, "`repeat` cannot make %d copies", k)
	}
	if err := m.reserve(k, 16); err != nil {
		return code.Slot{}, err
	}
	xs := c.fractal(0)
	start, end := make([]int, k), make([]int, k)
	for i := range end {
		end[i] = xs.Len()
	}
	return fractalOf(&value.Rows{Start: start, End: end, Step: 1, Of: xs.Elems})
}

// arangeForm is arange(n): [0, 1, …, n-1] of int32; of a negative n, nothing.
func arangeForm(m *machine, c *formCall) (code.Slot, error) {
	n := max(c.number(0, "n", 0), 0)
	if err := m.reserve(n, 4); err != nil {
		return code.Slot{}, err
	}
	data := make([]int32, n)
	err := m.charged(n, func(from, to int) {
		for i := from; i < to; i++ {
			data[i] = int32(i)
		}
	})
	if err != nil {
		return code.Slot{}, err
	}
	return fractalOf(value.NewLeaves(value.Of(data, n)))
}

// splitForm is split(xs, k): a tuple of k sequences of ⌊n/k⌋ elements, the last with the rest.
func splitForm(m *machine, c *formCall) (code.Slot, error) {
	xs, k := c.fractal(0), c.number(1, "k", 1)
	if t, ok := types.Head(c.site.Out).(*types.Tuple); ok {
		k = len(t.Elems)
	}
	if k < 1 {
		return code.Slot{}, m.fail(RangeFault, "`split` cannot cut into %d parts", k)
	}
	if err := m.reserve(k, int(code.SlotSize)); err != nil {
		return code.Slot{}, err
	}
	parts, size := make([]code.Slot, k), xs.Len()/k
	for i := range parts {
		n := size
		if i == k-1 {
			n = xs.Len() - i*size
		}
		parts[i] = code.FractalSlot(xs.Slice(i*size, n, 1))
	}
	return m.arena.tuple(parts...), nil
}

// productForm pairs each element with each: row j of both results has an entry
// for each element of xs, and the second one holds element j of ys.
func productForm(m *machine, c *formCall) (code.Slot, error) {
	xs, ys := c.fractal(0), c.fractal(1)
	n, rows := xs.Len(), ys.Len()
	if err := m.reserve(n, 8*rows); err != nil { // both are int32, so that the product is an int
		return code.Slot{}, err
	}
	if err := m.reserve(rows, 24); err != nil {
		return code.Slot{}, err
	}
	start, end, index := make([]int, rows), make([]int, rows), make([]int, n*rows)
	offsets := make([]int, rows+1)
	for j := range rows {
		end[j], offsets[j+1] = n, (j+1)*n
	}
	err := m.charged(len(index), func(from, to int) {
		for i := from; i < to; i++ {
			index[i] = i / n
		}
	})
	if err != nil {
		return code.Slot{}, err
	}
	left := code.FractalSlot(&value.Fractal{Elems: &value.Rows{Start: start, End: end, Step: 1, Of: xs.Elems}})
	picked, err := value.Pick(m.ask, ys.Elems, index)
	if err != nil {
		return code.Slot{}, err
	}
	right := code.FractalSlot(&value.Fractal{Elems: value.NewRows(offsets, picked)})
	return m.arena.tuple(left, right), nil
}

// enumerateForm is enumerate(xs): zip(arange(length(xs)), xs).
func enumerateForm(m *machine, c *formCall) (code.Slot, error) {
	xs := c.fractal(0)
	numbers, err := arangeForm(m, &formCall{site: c.site, args: []code.Slot{code.IntSlot(xs.Len())}})
	if err != nil {
		return code.Slot{}, err
	}
	return fractalOf(&value.Columns{Of: []value.Column{numbers.Fractal().Elems, xs.Elems}, Count: xs.Len()})
}

// slideForm gives the windows that lie inside: window i is xs[i·s + j·r], j < w.
// Windows are rows that overlap.
func slideForm(m *machine, c *formCall) (code.Slot, error) {
	xs := c.fractal(0)
	w, s, r := c.number(-1, "window", 1), c.number(-1, "stride", 1), c.number(-1, "dilation", 1)
	if w < 1 || s < 1 || r < 1 {
		return code.Slot{}, m.fail(RangeFault, "window, stride and dilation of `slide` are %d, %d and %d, and must be 1 or more", w, s, r)
	}
	n := 0
	if last := xs.Len() - 1; w == 1 || last/r >= w-1 { // in a form that does not overflow
		n = (last-r*(w-1))/s + 1
	}
	if xs.Len() == 0 {
		n = 0
	}
	if err := m.reserve(n, 16); err != nil {
		return code.Slot{}, err
	}
	return fractalOf(windows(xs.Elems, n, w, s, r))
}

// windows are n rows over a column that overlap: row i is elements i·s, i·s + r, …, w of them.
func windows(of value.Column, n, w, s, r int) *value.Rows {
	start, end := make([]int, n), make([]int, n)
	for i := range start {
		start[i], end[i] = i*s, i*s+r*(w-1)+1
	}
	return &value.Rows{Start: start, End: end, Step: r, Of: of}
}

// windowForm gives a window around each element: windows over the sequence with
// what lies outside put at its ends.
func windowForm(m *machine, c *formCall) (code.Slot, error) {
	xs := c.fractal(0)
	n, w, r := xs.Len(), c.number(-1, "window", 1), c.number(-1, "dilation", 1)
	if w < 1 || r < 1 {
		return code.Slot{}, m.fail(RangeFault, "window and dilation of `%s` are %d and %d, and must be 1 or more", c.op.Name, w, r)
	}
	if n == 0 {
		return fractalOf(value.NewRows([]int{0}, xs.Elems))
	}
	outer, err := m.surroundings(n, w, r)
	if err != nil {
		return code.Slot{}, err
	}
	of := xs.Elems
	outside := -1
	if len(c.args) > 1 && c.args[1].IsSet() {
		fill, err := m.collect(c.args[1:2], nil)
		if err != nil {
			return code.Slot{}, err
		}
		if of, err = value.Concat(m.ask, xs.Elems, fill); err != nil {
			return code.Slot{}, err
		}
		outside = n
	}
	before := w / 2 * r
	index := make([]int, n+outer)
	err = m.charged(len(index), func(from, to int) {
		for k := from; k < to; k++ {
			i := k - before
			switch {
			case i >= 0 && i < n:
			case outside >= 0:
				i = outside
			default:
				i = ((i % n) + n) % n
			}
			index[k] = i
		}
	})
	if err != nil {
		return code.Slot{}, err
	}
	picked, err := value.Pick(m.ask, of, index)
	if err != nil {
		return code.Slot{}, err
	}
	return fractalOf(windows(picked, n, w, 1, r))
}

// surroundings is how many elements stand outside of a sequence in the windows around
// its n elements; it asks for the memory of these windows.
func (m *machine) surroundings(n, w, r int) (int, error) {
	if err := m.reserve(n, 24); err != nil {
		return 0, err
	}
	if high, low := bits.Mul64(uint64(w-1), uint64(r)); high != 0 || low > math.MaxInt64/16 {
		return 0, m.reserve(math.MaxInt, 1)
	}
	return (w - 1) * r, m.reserve((w-1)*r, 8)
}
