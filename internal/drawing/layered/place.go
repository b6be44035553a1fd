package layered

import (
	"cmp"
	"slices"
)

// passes is how often the rows are placed, by the row above and the row below in turn.
const passes = 12

// place finds where in its layer each element stands: as near as can be to what it is linked to.
// Lines that pass are kept straight above all (the priorities of Sugiyama et al., as weights).
//
// All rows at once would be a linear program (Gansner et al., 1993). Row after row, each by the
// one above and then by the one below, settles in a few passes; the last one takes both.
func (l *layout) place() {
	for r := range l.layers {
		l.pack(r)
	}
	for pass := range passes {
		for i := range l.layers {
			l.Meter.Spend(1 + len(l.layers[i]))
			if pass%2 == 0 {
				l.settle(i, l.above)
			} else {
				l.settle(len(l.layers)-1-i, l.below)
			}
		}
	}
	for r := range l.layers {
		l.settle(r, l.above, l.below)
	}
}

// pack puts the elements of a layer side by side.
func (l *layout) pack(r int) {
	x := 0.0
	for i, e := range l.layers[r] {
		if i > 0 {
			x += l.apart(l.layers[r][i-1], e)
		}
		l.elements[e].x = x
	}
}

// apart is the least distance between the centres of neighbours. Lines may run closer
// to each other than boxes stand.
func (l *layout) apart(left, right int) float64 {
	gap := l.Across
	if l.elements[left].node < 0 && l.elements[right].node < 0 {
		gap /= 2
	}
	return l.elements[left].width/2 + gap + l.elements[right].width/2
}

// A run is neighbours that touch: they are moved together. Its place, less the offsets of its
// elements, is the weighted mean of where they want to be.
type run struct {
	first       int     // in the layer
	sum, weight float64 // of wanted places by weights, and of weights
}

func (r run) mean() float64 { return r.sum / r.weight }

// settle moves the elements of a layer to where they want to be, in their order. With wanted
// places p and weights w, and d(i) the least distance of element i from the one before, it finds
// the x that minimize
//
//	Σ w(i) · (x(i) − p(i))²  where  x(i) − x(i−1) ≥ d(i)
//
// With y(i) = x(i) − d(1) − … − d(i) the condition is y(i−1) ≤ y(i): this is isotonic regression,
// which pooling adjacent violators solves exactly in O(n) (Barlow et al., Statistical inference
// under order restrictions, 1972). Invariant: the means of runs increase from left to right.
func (l *layout) settle(r int, sides ...[][]link) {
	layer := l.layers[r]
	var runs []run
	offset := make([]float64, len(layer)) // of each element from the first one, were all packed
	for i, e := range layer {
		if i > 0 {
			offset[i] = offset[i-1] + l.apart(layer[i-1], e)
		}
		x, weight := l.wanted(e, sides)
		runs = append(runs, run{i, (x - offset[i]) * weight, weight})
		for n := len(runs); n > 1 && runs[n-2].mean() >= runs[n-1].mean(); n = len(runs) {
			runs[n-2].sum += runs[n-1].sum
			runs[n-2].weight += runs[n-1].weight
			runs = runs[:n-1]
		}
	}
	for i, one := range runs {
		end := len(layer)
		if i+1 < len(runs) {
			end = runs[i+1].first
		}
		for j := one.first; j < end; j++ {
			l.elements[layer[j]].x = one.mean() + offset[j]
		}
	}
}

// wanted is where an element would be best, and how much that matters: the weighted median of
// the places at which each of its links would be straight. A median, and not a mean, leaves
// most of the lines straight and bends the few that lead far away. Of the two medians of an even
// number it is the middle. Links between two elements where edges pass weigh most, as a bend in a
// long line is seen first.
func (l *layout) wanted(e int, sides [][][]link) (x, weight float64) {
	type pull struct{ x, weight float64 }
	var pulls []pull
	for side, links := range sides {
		for _, k := range links[e] {
			w := 1.0
			if side == 0 {
				w = 1.01 // rather straight below something than half between two
			}
			switch {
			case l.elements[e].node < 0 && l.elements[k.to].node < 0:
				w *= 8
			case len(links[e]) == 1:
				w *= 2
			}
			pulls = append(pulls, pull{l.elements[k.to].x + k.there - k.here, w})
			weight += w
		}
	}
	if len(pulls) == 0 {
		return l.elements[e].x, 0.1
	}
	slices.SortFunc(pulls, func(a, b pull) int { return cmp.Compare(a.x, b.x) })
	half := 0.0
	for i, p := range pulls {
		half += p.weight
		if half == weight/2 {
			return (p.x + pulls[i+1].x) / 2, weight
		}
		if half > weight/2 {
			return p.x, weight
		}
	}
	return pulls[len(pulls)-1].x, weight
}
