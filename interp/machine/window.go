package machine

import (
	"math"
	"math/bits"

	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/code"
)

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
	if err := m.room(n, 16); err != nil {
		return code.Slot{}, err
	}
	return fractalOf(windows(xs.Elems, n, w, s, r))
}

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
	if err := m.room(n, 24); err != nil {
		return 0, err
	}
	if high, low := bits.Mul64(uint64(w-1), uint64(r)); high != 0 || low > math.MaxInt64/16 {
		return 0, m.room(math.MaxInt, 1)
	}
	return (w - 1) * r, m.room((w-1)*r, 8)
}
