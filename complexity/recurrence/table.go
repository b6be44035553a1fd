package recurrence

import "math"

// table gives upper bounds of T(n) for n < size, in the meaning of Recurrence:
// the greatest value for arguments up to n. They are exact where they are floats
// and all costs are.
func (p *problem) table(g *group, size int64) []float64 {
	w := make([]float64, size)
	for n := range size {
		if n > 0 {
			w[n] = w[n-1]
		}
		for i := range p.cases {
			if s := &p.cases[i]; s.applies(n) {
				w[n] = math.Max(w[n], s.value(g.costs[i], w, n))
			}
		}
	}
	return w
}

func (s *shape) value(c cost, w []float64, n int64) float64 {
	v := c.at(n)
	for _, k := range s.fixed {
		v = addUp(v, w[k])
	}
	if s.sum != nil {
		return addUp(v, s.greatestSplit(w, n))
	}
	for _, a := range s.calls {
		v = addUp(v, w[a.At(n)])
	}
	return v
}

// greatestSplit is the most that the calls cost together, by dynamic programming
// over the calls and what is left of the sum.
func (s *shape) greatestSplit(w []float64, n int64) float64 {
	total := int64(0)
	for _, a := range s.calls {
		total += a.At(n)
	}
	total = min(total, s.sum.At(n))
	best := make([]float64, total+1)
	for _, a := range s.calls {
		most := a.At(n)
		next := make([]float64, total+1)
		for left := range next {
			for k := int64(0); k <= min(most, int64(left)); k++ {
				next[left] = math.Max(next[left], addUp(w[k], best[int64(left)-k]))
			}
		}
		best = next
	}
	return best[total]
}
