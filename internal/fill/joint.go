package fill

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/value"
)

// A joint search goes through the candidates of all sites of a probe by their weight together.
type joint struct {
	probe  *probe
	banks  []*bank
	weight int // of what the text has besides
	// take gets the texts of holes with which the examples hold, and the weight of their candidates. It
	// reports whether they are enough.
	take  func(texts []string, weight int) bool
	fits  map[*term]bool // whether a candidate alone contradicts no example
	w     worker
	hits  int  // of holes, in the run at hand
	depth int  // of fillings that are being evaluated: a recursive one reaches its own hole
	weak  bool // the wanted values say less than the filling does
}

// newJoint makes the banks of a probe's sites.
func newJoint(ctx context.Context, p *probe, workers int, take func(texts []string, weight int) bool) *joint {
	j := &joint{probe: p, take: take, fits: map[*term]bool{}}
	all := make([]int, len(p.examples))
	for i := range all {
		all[i] = i
	}
	for _, at := range p.sites {
		j.banks = append(j.banks, newBank(p, at, p.valuations(ctx, at, all), max(workers, 1)))
	}
	return j
}

// tryLate tries what was deduced for a hole that is the only one and put off, the lightest first.
func (j *joint) tryLate(ctx context.Context) bool {
	if len(j.banks) != 1 {
		return false
	}
	b := j.banks[0]
	late := b.late
	slices.SortFunc(late, func(s, t *term) int {
		return cmp.Or(s.weight-t.weight+unusedWeight*(b.unused(s)-b.unused(t)), strings.Compare(s.String(), t.String()))
	})
	return slices.ContainsFunc(late, func(t *term) bool { return ctx.Err() == nil && j.try(ctx, []*term{t}) })
}

// combine tries the candidates of the sites from the i-th on, with those chosen of the sites before, which
// weigh sum together and most at most. Of several sites the heaviest counts half as much again: a pass
// over total needs the terms of one site up to two thirds of it, and of each weight there are three times
// as many as of the one below.
func (j *joint) combine(ctx context.Context, total, sum, most int, chosen []*term) bool {
	i := len(chosen)
	if i == len(j.banks) {
		return level(i, sum, most) == total && j.try(ctx, chosen)
	}
	rest := len(j.banks) - i - 1
	for w := 1; level(len(j.banks), sum+w+rest, max(most, w)) <= total && ctx.Err() == nil; w++ {
		// The last site takes what the pass has left; lighter sums were tried in passes before.
		if rest == 0 && level(i+1, sum+w, max(most, w)) < total {
			continue
		}
		for _, t := range j.banks[i].candidates(ctx, w) {
			if ctx.Err() != nil {
				return false
			}
			if len(j.banks) > 1 { // one run tests a candidate before it meets those of other sites
				ok, known := j.fits[t]
				if !known {
					ok = j.consistent(ctx, i, t)
					j.fits[t] = ok
				}
				if !ok {
					continue
				}
			}
			if j.combine(ctx, total, sum+w, max(most, w), append(chosen, t)) {
				return true
			}
		}
	}
	return false
}

// level is the pass in which the candidates of some sites are tried that weigh sum together and most at most.
func level(sites, sum, most int) int {
	if sites == 1 {
		return sum
	}
	return max(sum, (3*most+1)/2)
}

// consistent reports whether a candidate contradicts no example that reaches no other hole. It is asked
// once for each candidate, and prunes the product of the sites.
func (j *joint) consistent(ctx context.Context, i int, t *term) bool {
	for _, s := range j.probe.sites {
		if s.open {
			return true // what has no type does not run
		}
	}
	j.install(j.probe, i, t)
	defer j.probe.clear()
	return j.passes(ctx, j.probe)
}

// install makes a term the filling of a site.
func (j *joint) install(p *probe, i int, t *term) {
	p.sites[i].fill = func(env []value.Value) (value.Value, error) {
		if j.hits++; j.hits > mostHits || j.depth > 60 {
			return nil, errLimit
		}
		left := mostNodes
		for _, v := range env {
			if left = nodes(v, left); left < 0 {
				return nil, errLimit
			}
		}
		j.depth++
		defer func() { j.depth-- }()
		return t.run(&j.w, env)
	}
}

// mostNodes bounds the data and tuples in the variables of a hole, shared parts counted each time: a
// recursive call may be given `Node(%t, %t)`, and the next one twice as much.
const mostNodes = 5_000

// nodes is left without the data and tuples in a value, below 0 where there are more.
func nodes(v value.Value, left int) int {
	var parts []value.Value
	switch v := v.(type) {
	case *value.Data:
		parts = v.Fields
	case *value.Tuple:
		parts = v.Elems
	default:
		return left
	}
	left--
	for _, part := range parts {
		if left < 0 {
			break
		}
		left = nodes(part, left)
	}
	return left
}

// passes reports whether each example comes to its value, or to a hole that is open.
func (j *joint) passes(ctx context.Context, p *probe) bool {
	for i, e := range p.examples {
		if ctx.Err() != nil {
			return false
		}
		j.hits, j.depth = 0, 0
		v, err := p.run(ctx, i)
		if isUnknown(err) {
			continue
		}
		if err != nil || !closeTo(v, e.want, e.near) {
			return false
		}
	}
	return true
}

// try runs the probe with candidates, and judges the text with them.
func (j *joint) try(ctx context.Context, chosen []*term) bool {
	kinds := make([]*kind, len(chosen))
	for i, t := range chosen {
		kinds[i] = t.typ
	}
	p := j.probe.as(kinds)
	if p == nil {
		return false
	}
	for i, t := range chosen {
		j.install(p, i, t)
	}
	defer p.clear()
	if !j.passes(ctx, p) {
		return false
	}
	texts := slices.Clone(j.probe.texts)
	for i, at := range j.probe.sites {
		texts[at.index] = chosen[i].String()
		if at.header != "" {
			texts[at.index] = at.header + " { " + texts[at.index] + " }"
		}
	}
	weight := 0
	for _, t := range chosen {
		weight += t.weight
	}
	if b := j.banks[0]; len(j.banks) == 1 && b.information > 0 {
		j.weak = b.information < bitsOfWeight*float64(weight)
	}
	return j.take(texts, weight)
}
