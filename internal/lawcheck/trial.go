package lawcheck

import (
	"context"
	"math"
	"slices"

	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/interp/sample"
)

// How much is tried: trials of a law, and what each evaluation of the function
// may take. Memory is the process's, so the bound on it stands far above what
// fits into the steps: a verdict must not depend on what else is being checked.
const (
	trials    = 64
	maxSteps  = 10_000
	maxMemory = 256 << 20
	maxDepth  = 1000
	settings  = 4 // values of captured variables that trials are made with
)

// A refutation is a law seen to fail.
type refutation struct {
	captured    []value.Value
	args        []value.Value
	left, right value.Value // the sides of the law
	wraps       bool        // only integers show it that are so great that they may overflow
}

// associative looks for values of which (a ⊕ b) ⊕ c differs from a ⊕ (b ⊕ c),
// and reports how many trials came to an end. Where variables are captured, a
// program may owe the law to their values: it must then fail for every setting
// that is tried. Where great integers were needed, small ones are tried again, and
// those of which three may be multiplied: the rest may be overflow alone.
func (h *harness) associative() (*refutation, int) {
	found, tried := h.refute(h.values)
	if found == nil || !h.values.Edges || !found.great() {
		return found, tried
	}
	for _, moderate := range []bool{false, true} {
		d := h.values
		d.Edges, d.Moderate = false, moderate
		if other, _ := h.refute(d); other != nil {
			return other, tried
		}
	}
	found.wraps = true
	return found, tried
}

// refute looks for values from a domain.
func (h *harness) refute(d sample.Domain) (*refutation, int) {
	s := sample.New(h.seed, d, trials)
	if len(h.captured) == 0 {
		return h.search(s, nil, trials)
	}
	var found *refutation
	tried := 0
	for i := range settings {
		var captured []value.Value
		s.Resize(i, h.types()...)
		for _, k := range h.captured {
			s.Trial = trials / 4
			captured = append(captured, s.Value(k.typ))
		}
		seen, n := h.search(s, captured, trials/settings)
		tried += n
		switch {
		case n > 0 && seen == nil:
			return nil, tried
		case found == nil:
			found = seen
		}
	}
	return found, tried
}

// types are those of which values are drawn together.
func (h *harness) types() []types.Type {
	all := []types.Type{h.elem}
	for _, k := range h.captured {
		all = append(all, k.typ)
	}
	return all
}

func (h *harness) search(s *sample.Sampler, captured []value.Value, n int) (found *refutation, tried int) {
	step := trials / n
	for i := range n {
		s.Trial = i*step + i%step
		if len(h.captured) == 0 {
			s.Resize(i, h.elem)
		}
		a, b, c := s.Value(h.elem), s.Value(h.elem), s.Value(h.elem)
		ab, ok1 := h.run(captured, a, b)
		bc, ok2 := h.run(captured, b, c)
		if !ok1 || !ok2 {
			continue
		}
		left, ok1 := h.run(captured, ab, c)
		right, ok2 := h.run(captured, a, bc)
		if !ok1 || !ok2 {
			continue
		}
		tried++
		if h.differ(left, right) {
			return &refutation{captured: captured, args: []value.Value{a, b, c}, left: left, right: right}, tried
		}
	}
	return nil, tried
}

// maxSmall is the greatest magnitude of integers that count as small.
const maxSmall = 16

// great reports whether a value that was tried holds an integer that is not small.
func (r *refutation) great() bool {
	return slices.ContainsFunc(slices.Concat(r.captured, r.args), great)
}

func great(v value.Value) bool {
	switch v := v.(type) {
	case *value.Tuple:
		return slices.ContainsFunc(v.Elems, great)
	case *value.Fractal:
		for i := range v.Len() {
			if great(v.At(i)) {
				return true
			}
		}
		return false
	}
	a := value.Dense(v)
	if a == nil || a.Dtype.IsFloat() {
		return false
	}
	return slices.ContainsFunc(value.Elems[float64](a.Convert(value.Float64)), func(x float64) bool { return math.Abs(x) > maxSmall })
}

// identity looks for a value that the initial one changes.
func (h *harness) identity() *refutation {
	s := sample.New(h.seed, h.values, trials)
	for s.Trial = range trials {
		s.Resize(s.Trial, h.elem)
		x := s.Value(h.elem)
		if got, ok := h.run(nil, x); ok && h.differ(got, x) {
			return &refutation{args: []value.Value{x}, left: got, right: x}
		}
	}
	return nil
}

// run evaluates the function; it is false where that fails, and where floats
// leave the range in which they can be compared.
func (h *harness) run(captured []value.Value, args ...value.Value) (value.Value, bool) {
	v, _, err := h.program.Run(context.Background(), interp.Entry{Name: h.name},
		append(captured[:len(captured):len(captured)], args...),
		interp.Options{Sequential: true, MaxSteps: maxSteps, MaxMemory: maxMemory, MaxDepth: maxDepth})
	return v, err == nil && tame(v)
}

// maxFloat is the greatest float that is compared.
const maxFloat = 4096

// tame reports whether all floats of a value are finite and small.
func tame(v value.Value) bool {
	switch v := v.(type) {
	case *value.Tuple:
		for _, e := range v.Elems {
			if !tame(e) {
				return false
			}
		}
		return true
	case *value.Fractal:
		for i := range v.Len() {
			if !tame(v.At(i)) {
				return false
			}
		}
		return true
	}
	a := value.Dense(v)
	if a == nil {
		return false
	}
	if !a.Dtype.IsFloat() {
		return true
	}
	for _, x := range value.Elems[float64](a.Convert(value.Float64)) {
		if !(math.Abs(x) <= maxFloat) {
			return false
		}
	}
	return true
}

// differ reports whether two values are certainly not the same.
func (h *harness) differ(a, b value.Value) bool {
	within := value.Tolerance{Within: 0.05 * max(1, value.Magnitude(a), value.Magnitude(b))}
	return !value.Agree(a, b, within) && !value.Agree(b, a, within)
}
