package ranking

import (
	"math/bits"
	"slices"

	"github.com/fraccheck/fraccheck/internal/digraph"
)

// A row has a measure for each function of a component: no step makes it larger,
// and some make it smaller.
type row map[int32]int

// rows finds rows of measures such that every step makes one of them smaller and
// none before it larger. Steps that a row makes smaller are left out, and what
// still forms cycles is looked at again (as in Ben-Amram and Codish, "A SAT-based
// approach to size change termination with global ranking functions", 2008). False
// where it finds none.
func rows(functions int, steps []change) ([]row, bool) {
	var found []row
	todo := [][]change{steps}
	for len(todo) > 0 {
		at := todo[0]
		todo = todo[1:]
		for _, cycle := range cycles(functions, at) {
			r := rowOf(cycle)
			if r == nil {
				return nil, false
			}
			found = append(found, r)
			todo = append(todo, slices.DeleteFunc(cycle, func(c change) bool { return c.strict[r[c.from]]&(1<<r[c.to]) != 0 }))
		}
	}
	return found, true
}

// cycles are the steps within each component.
func cycles(functions int, steps []change) [][]change {
	edges := make([]digraph.Edge, len(steps))
	for i, c := range steps {
		edges[i] = digraph.Edge{From: c.from, To: c.to}
	}
	component, count := make([]int, functions), 0
	digraph.New(functions, edges).Components(func(nodes []int32) {
		for _, f := range nodes {
			component[f] = count
		}
		count++
	})
	within := make([][]change, count)
	for _, c := range steps {
		if i := component[c.from]; i == component[c.to] {
			within[i] = append(within[i], c)
		}
	}
	return slices.DeleteFunc(within, func(cycle []change) bool { return len(cycle) == 0 })
}

// rowOf tries each measure of one function, and takes for the others what follows.
func rowOf(steps []change) row {
	first := steps[0]
	for m := range first.loose {
		if r := (row{first.from: m}); r.extend(steps) && r.fits(steps) {
			return r
		}
	}
	return nil
}

// extend gives every function the first measure that no step from functions that
// have one makes larger.
func (r row) extend(steps []change) bool {
	for grew := true; grew; {
		grew = false
		for _, c := range steps {
			if _, has := r[c.to]; has {
				continue
			}
			if _, has := r[c.from]; !has {
				continue
			}
			fitting := r.fitting(c.to, steps)
			if fitting == 0 {
				return false
			}
			r[c.to], grew = bits.TrailingZeros64(fitting), true
		}
	}
	return true
}

func (r row) fitting(to int32, steps []change) uint64 {
	fitting := ^uint64(0)
	for _, c := range steps {
		if m, has := r[c.from]; has && c.to == to {
			fitting &= c.loose[m]
		}
	}
	return fitting
}

// fits reports whether no step makes the row larger, and some step smaller.
func (r row) fits(steps []change) bool {
	shrinks := false
	for _, c := range steps {
		m, n := r[c.from], r[c.to]
		if c.loose[m]&(1<<n) == 0 {
			return false
		}
		shrinks = shrinks || c.strict[m]&(1<<n) != 0
	}
	return shrinks
}
