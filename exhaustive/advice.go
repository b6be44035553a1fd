package exhaustive

import (
	"slices"
	"sort"
)

// An adviser explains why a clause is unreachable and where it would not be.
type adviser struct {
	m      *matrix
	solver *solver // has just refuted the clause
	trial  *solver // asks about other sets of clauses
	live   []int   // the reachable clauses so far
	steps  int     // what is left of the budget
	choice []int32 // by position: the atom of the clause at hand, or none
}

// Limits on what is worth explaining in full.
const (
	maxCovers  = 24 // clauses among which a smallest cover is looked for
	maxCrossed = 50 // clauses that a moved one may pass
)

func (a *adviser) reset(m *matrix, s *solver) {
	a.m, a.solver, a.live, a.steps = m, s, a.live[:0], adviceSteps
}

func (a *adviser) explain(r int) deadRow {
	core := a.solver.core()
	a.place(r)
	d := deadRow{row: r, moveTo: -1}
	if one := a.subsumer(); one >= 0 {
		d.covers, d.subsume = []int{one}, true
	} else {
		d.covers = a.minimal(r, core)
	}
	if a.steps > 0 {
		d.moveTo = a.better(r)
	}
	a.unplace(r)
	return d
}

// place notes the atoms of a clause by position.
func (a *adviser) place(r int) {
	for len(a.choice) < len(a.m.positions) {
		a.choice = append(a.choice, none)
	}
	for _, atom := range a.m.cellsOf(r) {
		a.choice[a.m.atoms[atom].pos] = atom
	}
}

func (a *adviser) unplace(r int) {
	for _, atom := range a.m.cellsOf(r) {
		a.choice[a.m.atoms[atom].pos] = none
	}
}

// subsumer is the first live clause that matches all that the placed one does.
func (a *adviser) subsumer() int {
	for _, other := range a.live {
		if a.subsumes(other) {
			return other
		}
	}
	return -1
}

func (a *adviser) subsumes(other int) bool {
	leaves := a.m.leavesOf(other)
	a.steps -= len(leaves) + 1
	for _, atom := range leaves {
		if a.choice[a.m.atoms[atom].pos] != atom {
			return false
		}
	}
	return true
}

// overlaps reports whether a clause has a value in common with the placed one.
func (a *adviser) overlaps(other int) bool {
	for _, atom := range a.m.cellsOf(other) {
		placed := a.choice[a.m.atoms[atom].pos]
		if placed != none && placed != atom {
			return false
		}
	}
	return true
}

// minimal leaves out of a refutation's clauses what it does not need.
func (a *adviser) minimal(r int, core []int32) []int {
	var cover []int
	for _, other := range core {
		if a.overlaps(int(other)) {
			cover = append(cover, int(other))
		}
	}
	if len(cover) > maxCovers {
		return cover
	}
	for i := len(cover) - 1; i >= 0 && a.steps > 0; i-- {
		rest := append(append([]int{}, cover[:i]...), cover[i+1:]...)
		if a.covered(rest, r) {
			cover = rest
		}
	}
	return cover
}

// covered reports whether clauses match all that r does; false if unsure.
func (a *adviser) covered(clauses []int, r int) bool {
	s := a.fresh()
	defer a.spend(s)
	for _, other := range clauses {
		s.add(other)
	}
	return s.solve(a.m.cellsOf(r)) == useless
}

// fresh is a solver without clauses that may use all steps that are left.
func (a *adviser) fresh() *solver {
	if a.trial == nil {
		a.trial = &solver{}
	}
	a.trial.reset(a.m, max(a.steps, 1))
	return a.trial
}

// spend takes the steps that a fresh solver used.
func (a *adviser) spend(s *solver) { a.steps = min(a.steps, s.steps) - len(a.m.atoms) }

// both is the atoms of the placed clause and of one that overlaps with it.
func (a *adviser) both(placed, other int) []int32 {
	atoms := slices.Clone(a.m.cellsOf(placed))
	for _, atom := range a.m.cellsOf(other) {
		if a.choice[a.m.atoms[atom].pos] == none {
			atoms = append(atoms, atom)
		}
	}
	return atoms
}

// better is the last clause above which the placed one would be reachable
// without any other becoming unreachable, or -1 if there is none or the steps
// ran out before it was certain.
func (a *adviser) better(r int) int {
	var crossed []int
	for _, other := range a.live {
		if a.overlaps(other) {
			crossed = append(crossed, other)
		}
	}
	first := sort.Search(len(crossed), func(n int) bool { return a.covered(crossed[:n+1], r) })
	if a.steps <= 0 || first == len(crossed) || len(crossed)-first > maxCrossed {
		return -1
	}
	for _, other := range crossed[first:] {
		if a.steps <= 0 || a.covered(append(a.liveBefore(other), r), other) {
			return -1
		}
	}
	return crossed[first]
}

func (a *adviser) liveBefore(r int) []int {
	return append([]int{}, a.live[:sort.SearchInts(a.live, r)]...)
}
