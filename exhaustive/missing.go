package exhaustive

import "slices"

// Missing is what a match leaves out: disjoint cases that together are all of
// it, the first of them the shortest there are.
type missing struct {
	paths  [][]int32 // atoms, outer before inner
	count  int       // of the cases that the paths stand for, at most maxCases
	capped bool      // there may be more
}

// maxCases is as far as missing cases are counted.
const maxCases = 1000

// Budgets of steps (a step is some nanoseconds): for the shortest cases, for
// more of them once enough to show have been found, and for counting the rest.
const (
	shortestSteps = 4_000_000
	furtherSteps  = 400_000
	searchSteps   = 30_000_000
)

// findMissing lists what escapes all nogoods of s, which is on one such
// value.
func findMissing(s *solver) *missing {
	w := &missing{}
	short := newShortest(s.m, shortestSteps)
	if w.byCost(s, short) {
		return w
	}
	w.bySearch(s, short)
	return w
}

// everything is what a match without clauses leaves out: each constructor.
func (m *matrix) everything() *missing {
	w := &missing{}
	a := m.addAtom(0, otherCon, m.positions[0].space.size())
	m.positions[0].other = a
	w.take(m, []int32{a})
	return w
}

// byCost finds cases shortest first. It answers true if it found all, or as
// many as are counted.
func (w *missing) byCost(s *solver, short *shortest) bool {
	cost := short.bound(len(s.m.positions))
	for {
		start := len(w.paths)
		done := short.pass(cost, func(path []int32) bool {
			w.take(s.m, slices.Clone(path))
			short.add(w.paths[len(w.paths)-1], true)
			if w.count >= shown {
				short.steps = min(short.steps, furtherSteps)
			}
			return !w.capped
		})
		for _, path := range w.paths[start:] {
			s.addNogood(path, none)
		}
		switch {
		case w.capped:
			return true
		case !done:
			return false
		case s.solve(nil) == useless:
			return true
		}
		cost++
	}
}

// take adds a case with all that it stands for.
func (w *missing) take(m *matrix, path []int32) {
	w.paths = append(w.paths, path)
	weight := uint64(1)
	for _, a := range path {
		weight = min(weight*min(m.atoms[a].weight, maxCases), maxCases)
	}
	w.count = min(w.count+int(weight), maxCases)
	w.capped = w.count == maxCases
}

// bySearch goes on with whatever values the solver finds, each made as general
// as one look at its atoms allows.
func (w *missing) bySearch(s *solver, short *shortest) {
	s.steps = searchSteps
	for !w.capped {
		switch s.solve(nil) {
		case useless:
			return
		case unknown:
			w.capped = true
			return
		}
		path := short.generalize(s)
		w.take(s.m, path)
		short.add(path, false)
		s.addNogood(path, none)
	}
}

// generalize drops atoms of the value that the solver is on, inner before
// outer, while every row is still escaped.
func (s *shortest) generalize(from *solver) []int32 {
	escapes := s.countEscapes(from)
	from.steps -= len(s.m.positions) + len(s.rows)
	kept := make([]bool, len(s.m.positions))
	var path []int32
	for i := len(from.actives) - 1; i >= 0; i-- {
		pos := from.actives[i]
		a := from.marks[pos].value
		if !kept[pos] && s.dispensable(pos, a, escapes) {
			continue
		}
		path = append(path, a)
		if above := s.m.positions[pos].above; above != none {
			kept[s.m.atoms[above].pos] = true
		}
	}
	slices.Reverse(path)
	return path
}

func (s *shortest) countEscapes(from *solver) []int32 {
	escapes := make([]int32, len(s.rows))
	for _, pos := range from.actives {
		for _, c := range s.at[pos] {
			if c.atom != from.marks[pos].value {
				escapes[c.row]++
			}
		}
		from.steps -= len(s.at[pos])
	}
	return escapes
}

// dispensable drops an atom if no row is escaped by it alone.
func (s *shortest) dispensable(pos, a int32, escapes []int32) bool {
	for _, c := range s.at[pos] {
		if c.atom != a && escapes[c.row] == 1 {
			return false
		}
	}
	for _, c := range s.at[pos] {
		if c.atom != a {
			escapes[c.row]--
		}
	}
	return true
}
