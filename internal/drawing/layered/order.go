package layered

import (
	"cmp"
	"slices"
)

// rounds is how often the layers are gone through, up and down in turn.
const rounds = 16

// order finds an order of each layer with few crossings. The fewest are NP-hard to find, for two
// layers already (Eades and Wormald, 1994); sorting each layer by the barycentres of what its
// elements are linked to in the one before, down and up in turn, comes near. A sweep can make
// it worse, so the best orders that were met are kept.
func (l *layout) order() {
	best, least := l.snapshot(), l.crossings()
	for round := 0; round < rounds && least > 0; round++ {
		l.sweep(round%2 == 0)
		if n := l.crossings(); n < least {
			best, least = l.snapshot(), n
		}
	}
	for r, layer := range best {
		l.arrange(r, layer)
	}
}

// snapshot is a copy of the orders as they are.
func (l *layout) snapshot() [][]int {
	copied := make([][]int, len(l.layers))
	for r, layer := range l.layers {
		copied[r] = slices.Clone(layer)
	}
	return copied
}

// arrange gives a layer an order.
func (l *layout) arrange(r int, layer []int) {
	l.layers[r] = layer
	for i, e := range layer {
		l.elements[e].at = i
	}
}

// sweep sorts each layer by where its elements are linked to in the one before.
func (l *layout) sweep(down bool) {
	wanted := make([]float64, len(l.elements))
	for i := range l.layers {
		r, links := i, l.above
		if !down {
			r, links = len(l.layers)-1-i, l.below
		}
		l.Meter.Spend(1 + len(l.layers[r]))
		if l.kept(r) {
			continue
		}
		layer := slices.Clone(l.layers[r])
		for at, e := range layer {
			wanted[e] = l.middle(links[e], float64(at))
		}
		slices.SortStableFunc(layer, func(a, b int) int { return cmp.Compare(wanted[a], wanted[b]) })
		l.arrange(r, layer)
	}
}

// kept reports whether the order of a layer is not to be changed.
func (l *layout) kept(r int) bool {
	return l.Keep && slices.ContainsFunc(l.layers[r], func(e int) bool {
		v := l.elements[e].node
		return v >= 0 && l.Nodes[v].Pin == Loose
	})
}

// middle is the mean place of what an element is linked to, its barycentre; where it is linked
// to nothing it stays.
func (l *layout) middle(links []link, stay float64) float64 {
	if len(links) == 0 {
		return stay
	}
	sum := 0.0
	for _, k := range links {
		sum += l.position(k.to, k.there)
	}
	return sum / float64(len(links))
}

// position is a place on the border of an element, in elements from the left. Two edges that
// reach a box at different points are distinguished by it, without which they would count as not
// crossing; 0.9 keeps the points of a box on their side of those of its neighbours.
func (l *layout) position(e int, offset float64) float64 {
	at := float64(l.elements[e].at)
	if w := l.elements[e].width; w > 0 {
		at += 0.9 * offset / w
	}
	return at
}

// crossings counts the pairs of links that cross: links (u, v) and (u', v') do where u < u' and
// v > v'. These are the inversions of the lower ends in the order of the upper ones, which a
// tree of prefix sums counts in O(E log E) (Barth, Jünger and Mutzel, Simple and efficient
// bilayer cross counting, 2002; the tree is Fenwick's, 1994).
func (l *layout) crossings() (count int) {
	for r := 0; r+1 < len(l.layers); r++ {
		count += l.crossingsBelow(l.layers[r])
	}
	return count
}

// crossingsBelow counts them between a layer and the next one.
func (l *layout) crossingsBelow(layer []int) (count int) {
	type pair struct{ upper, lower float64 }
	var pairs []pair
	for _, e := range layer {
		for _, k := range l.below[e] {
			pairs = append(pairs, pair{l.position(e, k.here), l.position(k.to, k.there)})
		}
	}
	slices.SortFunc(pairs, func(a, b pair) int {
		return cmp.Or(cmp.Compare(a.upper, b.upper), cmp.Compare(a.lower, b.lower))
	})
	var lowers []float64
	for _, p := range pairs {
		lowers = append(lowers, p.lower)
	}
	slices.Sort(lowers)
	lowers = slices.Compact(lowers)
	tree := make([]int, len(lowers)+1)
	l.Meter.Spend(len(pairs))
	for i, p := range pairs {
		at, _ := slices.BinarySearch(lowers, p.lower)
		upTo := 0
		for j := at + 1; j > 0; j -= j & -j {
			upTo += tree[j]
		}
		count += i - upTo
		for j := at + 1; j < len(tree); j += j & -j {
			tree[j]++
		}
	}
	return count
}
