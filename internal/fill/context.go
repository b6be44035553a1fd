package fill

import (
	"context"
	"math/rand/v2"

	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A valuation gives the variables of a site their values at a time when the site was reached (TF-Coder
// calls it an example). Two terms with equal values in all valuations of a site are interchangeable there,
// as far as the program's evaluation comments show: observational equivalence.
type valuation struct {
	env  []value.Value
	want value.Value // of the hole; nil where it is not known
	near value.Tolerance
	// invented valuations tell terms apart; no run is known to reach them.
	invented bool
}

// mostValuations bounds the valuations of a site, each of which every term is evaluated in.
const mostValuations = 6

// valuations are those of a site. Each example gives the one in which it reaches a hole first: nothing
// that is evaluated before depends on a filling. Later ones depend on the values that holes have; they
// come of runs in which the hole has the value of a variable of its type, or a small number, so they may
// never occur in a run with the right filling. That makes them no less fit to distinguish terms: terms
// that are equal in more valuations are equal in fewer.
func (p *probe) valuations(ctx context.Context, s *site, examples []int) []valuation {
	var found []valuation
	seen := map[uint64]bool{}
	add := func(r valuation) {
		h := newHash()
		for _, v := range r.env {
			h.value(v)
		}
		if len(found) < mostValuations && !seen[h.sum] {
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
			if len(found) == mostValuations || ctx.Err() != nil {
				break
			}
			p.collect(ctx, s, guess, i, add)
		}
	}
	if !s.direct {
		return invented(s, found)
	}
	return found
}

// first is the first site that an example reaches, with its valuation. The run ends there, by the fault
// errUnknown. Where the site's value is the value of the run (site.direct), that is what is wanted of it.
func (p *probe) first(ctx context.Context, i int) (at *site, r valuation, ok bool) {
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

// clear leaves all sites without a filler: a run that reaches one ends with errUnknown.
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

// collect adds the valuations of a run in which a site has a guessed value.
func (p *probe) collect(ctx context.Context, s *site, guess filler, i int, add func(valuation)) {
	hits := 0
	s.fill = func(env []value.Value) (value.Value, error) {
		if hits++; hits > mostHits {
			return nil, errUnknown
		}
		add(valuation{env: append([]value.Value(nil), env...)})
		return guess(env)
	}
	defer p.clear()
	_, _ = p.run(ctx, i)
}

// inventedValuations is how many valuations are made up for a site of which no value is known.
const inventedValuations = 4

// invented adds valuations with other numbers: what runs happened to reach may not distinguish terms that
// differ when the hole has its right value. Scalars get numbers from -9 to 9, and other values stay. The
// random numbers are the same in each search, so that a search can be repeated.
func invented(s *site, found []valuation) []valuation {
	if len(found) == 0 {
		return found
	}
	random := rand.New(rand.NewPCG(1, 2))
	for k := range inventedValuations {
		from := found[k%len(found)].env
		env := make([]value.Value, len(from))
		for i, v := range from {
			if env[i] = v; i < len(s.ins) {
				if scalar, ok := v.(value.Scalar); ok && scalar.Dtype != value.Bool {
					env[i] = value.FromInt(scalar.Dtype, int64(random.IntN(19)-9))
				}
			}
		}
		found = append(found, valuation{env: env, invented: true})
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
