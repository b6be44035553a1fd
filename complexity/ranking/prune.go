package ranking

import "github.com/fraccheck/fraccheck/internal/digraph"

// prune takes the measures out of changes that get smaller in no cycle: only those
// that come back to themselves, smaller, can be why recursion ends. What is left is
// often little, and compositions are as many as there are changes of it.
func prune(changes []change, all measures, order []function) {
	first := make([]int32, len(order)+1)
	for f, of := range order {
		first[f+1] = first[f] + int32(len(all[of]))
	}
	var edges []digraph.Edge
	for _, c := range changes {
		c.each(func(i, j int32, _ bool) {
			edges = append(edges, digraph.Edge{From: first[c.from] + i, To: first[c.to] + j})
		})
	}
	component, count := make([]int, first[len(order)]), 0
	digraph.New(len(component), edges).Components(func(nodes []int32) {
		for _, m := range nodes {
			component[m] = count
		}
		count++
	})
	shrinks := make([]bool, count)
	for _, c := range changes {
		c.each(func(i, j int32, strict bool) {
			if in := component[first[c.from]+i]; strict && in == component[first[c.to]+j] {
				shrinks[in] = true
			}
		})
	}
	for _, c := range changes {
		kept := change{c.from, c.to, make([]uint64, len(c.loose)), make([]uint64, len(c.loose))}
		c.each(func(i, j int32, strict bool) {
			if in := component[first[c.from]+i]; shrinks[in] && in == component[first[c.to]+j] {
				kept.loose[i] |= 1 << j
				if strict {
					kept.strict[i] |= 1 << j
				}
			}
		})
		copy(c.loose, kept.loose)
		copy(c.strict, kept.strict)
	}
}

// each visits the pairs of measures that a change relates.
func (c change) each(visit func(i, j int32, strict bool)) {
	for i, row := range c.loose {
		for j := range int32(maxMeasures) {
			if row&(1<<j) != 0 {
				visit(int32(i), j, c.strict[i]&(1<<j) != 0)
			}
		}
	}
}
