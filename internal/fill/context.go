package fill

import (
	"context"
	"math/rand/v2"

	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A reach is a context: the values of the variables at a time when a hole was reached.
type reach struct {
	env  []value.Value
	want value.Value // of the hole; nil where it is not known
	near value.Tolerance
	// invented contexts tell terms apart; no run is known to reach them.
	invented bool
}

// mostReaches bounds the contexts of a site.
const mostReaches = 6

// reaches are the contexts of a site. Each example gives the one in which it reaches a hole
// first. Later ones depend on the values that holes have; they come of runs in which the hole has
// the value of a variable of its type, or of what was wanted of it.
func (p *probe) reaches(ctx context.Context, s *site, examples []int) []reach {
	var found []reach
	seen := map[uint64]bool{}
	add := func(r reach) {
		h := newHash()
		for _, v := range r.env {
			h.value(v)
		}
		if len(found) < mostReaches && !seen[h.sum] {
			seen[h.sum] = true
			found = append(found, r)
		}
	}
	for _, i := range examples {
		if first, r, ok := p.first(ctx, i); ok && first == s {
			add(r)
		}
	}
	for _, guess := range p.guesses(s) {
		for _, i := range examples {
			if len(found) == mostReaches || ctx.Err() != nil {
				break
			}
			p.under(ctx, s, guess, i, add)
		}
	}
	if !s.direct {
		return varied(s, found)
	}
	return found
}

// first is the first site that an example reaches, with its context.
func (p *probe) first(ctx context.Context, i int) (at *site, r reach, ok bool) {
	for _, s := range p.sites {
		s.fill = func(env []value.Value) (value.Value, error) {
			if at == nil {
				at, r.env = s, append([]value.Value(nil), env...)
			}
			return nil, errUnknown
		}
	}
	defer p.clear()
	_, _ = p.run(ctx, i)
	if at != nil && at.direct {
		r.want, r.near = p.examples[i].want, p.examples[i].near
	}
	return at, r, at != nil
}

func (p *probe) clear() {
	for _, s := range p.sites {
		s.fill = nil
	}
}

// guesses are fillers of a site: variables of its type, and small numbers.
func (p *probe) guesses(s *site) (guesses []filler) {
	key := types.Key(s.wanted)
	for i, in := range s.ins {
		if types.Key(in) == key {
			guesses = append(guesses, func(env []value.Value) (value.Value, error) { return env[i], nil })
		}
	}
	if t, ok := s.wanted.(*types.Tensor); ok && len(t.Shape) == 0 {
		for _, n := range []int64{0, 1, 2} {
			if v, ok := scalarOf(t.Dtype, n); ok {
				guesses = append(guesses, func([]value.Value) (value.Value, error) { return v, nil })
			}
		}
	}
	return guesses
}

// under collects the contexts of a run in which a site has a guessed value.
func (p *probe) under(ctx context.Context, s *site, guess filler, i int, add func(reach)) {
	hits := 0
	s.fill = func(env []value.Value) (value.Value, error) {
		if hits++; hits > mostHits {
			return nil, errUnknown
		}
		add(reach{env: append([]value.Value(nil), env...)})
		return guess(env)
	}
	defer p.clear()
	_, _ = p.run(ctx, i)
}

// variedReaches is how many contexts are invented for a site of which no value is known.
const variedReaches = 4

// varied adds contexts with other numbers: what runs happened to reach may not distinguish terms
// that differ when the hole has its right value. Terms that are the same in more contexts than
// there are in a run are the same in the run.
func varied(s *site, found []reach) []reach {
	if len(found) == 0 {
		return found
	}
	random := rand.New(rand.NewPCG(1, 2))
	for k := range variedReaches {
		from := found[k%len(found)].env
		env := make([]value.Value, len(from))
		for i, v := range from {
			if env[i] = v; i < len(s.ins) {
				if scalar, ok := v.(value.Scalar); ok && scalar.Dtype != value.Bool {
					env[i] = value.FromInt(scalar.Dtype, int64(random.IntN(19)-9))
				}
			}
		}
		found = append(found, reach{env: env, invented: true})
	}
	return found
}

// scalarOf is a small number of a dtype that literals have.
func scalarOf(d types.Dtype, n int64) (value.Value, bool) {
	switch d {
	case types.Int32:
		return value.FromInt(value.Int32, n), true
	case types.Int64:
		return value.FromInt(value.Int64, n), true
	case types.Float32:
		return value.FromInt(value.Float32, n), true
	case types.Bool:
		return value.Truth(n != 0), n < 2
	}
	return nil, false
}
