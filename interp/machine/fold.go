package machine

import (
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/code"
)

// chunk is the number of elements that reduce folds from the left; the results
// of chunks are joined pairwise:
//
//	((x₀ f x₁) f … x₁₀₂₃)  f  ((x₁₀₂₄ f …) …)   then pairs of these, pairs of pairs
//
// The bracketing depends on the length alone, so that it is the same on any number of
// cores. It is the meaning of reduce: where f is not associative, the result shows it.
const chunk = 1024

// reduceForm is reduce(f, xs, init). An initial value is combined last, from the left.
func reduceForm(m *machine, c *formCall) (code.Slot, error) {
	f, col := c.args[0], c.fractal(1).Elems
	n := col.Len()
	var init code.Slot
	if len(c.args) > 2 {
		init = c.args[2]
	}
	if n == 0 {
		return m.emptyFold(c, init)
	}
	extra := append([]code.Slot{}, c.extra...)
	parts, ok, err := m.reduceBlocks(f, col, extra)
	if !ok && err == nil {
		parts, err = m.reduceChunks(f, col, extra)
	}
	if err != nil {
		return code.Slot{}, err
	}
	a, err := m.apply(f)
	if err != nil {
		return code.Slot{}, err
	}
	defer a.end()
	for len(parts) > 1 {
		half := (len(parts) + 1) / 2
		for i := range half {
			if 2*i+1 == len(parts) {
				parts[i] = parts[2*i]
			} else if parts[i], err = a.call2(parts[2*i], parts[2*i+1], extra); err != nil {
				return code.Slot{}, err
			}
		}
		parts = parts[:half]
	}
	if init.IsSet() {
		return a.call2(init, parts[0], extra)
	}
	return parts[0], nil
}

// reduceChunks folds each chunk from the left, chunks on all cores.
func (m *machine) reduceChunks(f code.Slot, col value.Column, extra []code.Slot) ([]code.Slot, error) {
	n := col.Len()
	if err := m.reserve(n/chunk+1, int(code.SlotSize)); err != nil {
		return nil, err
	}
	parts := make([]code.Slot, (n+chunk-1)/chunk)
	body := func(m *machine, from, to int) error {
		a, err := m.apply(f)
		if err != nil {
			return err
		}
		defer a.end()
		for k := from; k < to; k++ {
			acc := m.element(col, k*chunk)
			for i := k*chunk + 1; i < min((k+1)*chunk, n); i++ {
				m.turn = i
				if acc, err = a.call2(acc, m.element(col, i), extra); err != nil {
					return err
				}
			}
			parts[k] = acc
		}
		return nil
	}
	if len(parts) == 1 || m.mustBeOrdered(f) {
		return parts, body(m, 0, len(parts))
	}
	return parts, m.parallel(len(parts), 1, body)
}

// emptyFold is the fold of no elements: the initial value, or a fault.
func (m *machine) emptyFold(c *formCall, init code.Slot) (code.Slot, error) {
	if init.IsSet() {
		return init, nil
	}
	return code.Slot{}, m.fail(RangeFault, "`%s` of an empty FractalTensor needs an initial value", c.op.Name)
}

// fold carries a state along a column, from the left or the right, and hands each to see
// with the place of its element. Without an initial state the first element is the state.
func (m *machine) fold(c *formCall, right bool, see func(i int, s code.Slot)) (code.Slot, error) {
	col := c.fractal(1).Elems
	n := col.Len()
	var state code.Slot
	if len(c.args) > 2 {
		state = c.args[2]
	}
	if n == 0 {
		if see != nil && state.IsSet() {
			return state, nil
		}
		return m.emptyFold(c, state)
	}
	place := func(i int) int {
		if right {
			return n - 1 - i
		}
		return i
	}
	from := 0
	if !state.IsSet() {
		state, from = m.element(col, place(0)), 1
		if see != nil {
			see(place(0), state)
		}
	}
	extra := append([]code.Slot{}, c.extra...)
	a, err := m.apply(c.args[0])
	if err != nil {
		return code.Slot{}, err
	}
	defer a.end()
	for i := from; i < n; i++ {
		k := place(i)
		m.turn = k
		if state, err = a.call2(state, m.element(col, k), extra); err != nil {
			return code.Slot{}, err
		}
		if see != nil {
			see(k, state)
		}
	}
	return state, nil
}

// foldForm is foldl and foldr: the last state. It is sequential by its meaning.
func foldForm(right bool) form {
	return func(m *machine, c *formCall) (code.Slot, error) { return m.fold(c, right, nil) }
}

// scanForm is scanl and scanr: all states, each at the place of its element. An initial state
// is not among them.
func scanForm(right bool) form {
	return func(m *machine, c *formCall) (code.Slot, error) {
		n := c.fractal(1).Len()
		if err := m.reserve(n, int(code.SlotSize)); err != nil {
			return code.Slot{}, err
		}
		states := make([]code.Slot, n)
		if _, err := m.fold(c, right, func(i int, s code.Slot) { states[i] = s }); err != nil {
			return code.Slot{}, err
		}
		return m.stackResults(states, c.site.Out)
	}
}
