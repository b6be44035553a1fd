package exhaustive

import "math/rand/v2"

// A shortest search enumerates the missing cases of a matrix by their number
// of constructors, then in order of declaration. A case is a set of atoms such
// that every row differs from it in one; whatever the case leaves out is `_`.
// Cases are disjoint: each one found is a row from then on.
//
// It deepens iteratively: a pass finds all cases of one cost, walking the
// positions from left to right and trying each atom in order, then `_`. What
// remains of a walk depends only on the positions still to come and the rows
// not yet escaped, so failures are memoized under a hash of the two. A hash
// collision can make a case longer than it need be, but not wrong.
type shortest struct {
	m          *matrix
	rows       []rowState
	cells      [][]int32 // the rows' atoms
	at         [][]cell  // by position: the rows that name it
	order      [][]int32 // by position: its atoms in order of declaration
	agenda     []int32   // positions to come, the next one last
	path       []int32   // the atoms chosen
	pending    int       // rows not escaped
	state      uint64    // hash of agenda and pending rows
	limit      int       // the cost of this pass
	failed     map[uint64]int32
	decided    []int32      // by position: the atom chosen, wildDecision or none
	exact      *consistency // nil while the search goes well without
	stamps     []int32      // by position, for bound
	stamp      int32
	steps      int
	plainUntil int                     // the steps left at which consistency checks begin
	found      func(path []int32) bool // false ends the pass
	stopped    bool
	rowHash    []uint64
	posHash    []uint64
	randoms    *rand.PCG
	findings   int
}

// wildDecision is the choice of `_`.
const wildDecision int32 = -2

// plainSteps is how long the search goes on without consistency checks.
const plainSteps = 200_000

type rowState struct {
	escapes int32 // chosen atoms that differ from the row's
	open    int32 // its atoms at positions still to come
}

// A cell is a row's atom seen from its position.
type cell struct {
	row, atom int32
	under     int32 // the row's atoms here and further in
}

func newShortest(m *matrix, steps int) *shortest {
	s := &shortest{
		m: m, steps: steps, plainUntil: steps - plainSteps, failed: map[uint64]int32{},
		at:      make([][]cell, len(m.positions)),
		order:   make([][]int32, len(m.positions)),
		stamps:  make([]int32, len(m.positions)),
		decided: make([]int32, len(m.positions)),
		posHash: make([]uint64, len(m.positions)),
		randoms: rand.NewPCG(1, 2),
	}
	for i := range s.posHash {
		s.posHash[i] = s.randoms.Uint64()
		s.decided[i] = none
	}
	for r := range m.rows {
		if m.rows[r].unmatched == wild {
			s.add(m.cellsOf(r), false)
		}
	}
	s.push(m.roots)
	return s
}

// add makes atoms, outer before inner, a row. During a walk they are the path.
func (s *shortest) add(atoms []int32, onPath bool) {
	r := int32(len(s.rows))
	open := int32(len(atoms))
	if onPath {
		open = 0
	}
	s.rows = append(s.rows, rowState{open: open})
	s.cells = append(s.cells, atoms)
	s.rowHash = append(s.rowHash, s.randoms.Uint64())
	s.pending++
	s.state ^= s.rowHash[r]
	under := s.countUnder(atoms)
	for i, a := range atoms {
		pos := s.m.atoms[a].pos
		s.at[pos] = append(s.at[pos], cell{r, a, under[i]})
	}
}

// countUnder counts for each atom those that need it, itself included.
func (s *shortest) countUnder(atoms []int32) []int32 {
	under := make([]int32, len(atoms))
	place := make(map[int32]int, len(atoms))
	for i, a := range atoms {
		place[a] = i
	}
	for i := len(atoms) - 1; i >= 0; i-- {
		under[i]++
		if above := s.m.positions[s.m.atoms[atoms[i]].pos].above; above != none {
			under[place[above]] += under[i]
		}
	}
	return under
}

// pass finds the cases of one cost. It answers false if the steps ran out or
// found asked to stop.
func (s *shortest) pass(cost int, found func([]int32) bool) bool {
	s.limit, s.found, s.stopped = cost, found, false
	s.walk()
	return !s.stopped
}

func (s *shortest) walk() {
	if s.pending == 0 {
		s.findings++
		s.stopped = !s.found(s.path)
		return
	}
	left := s.limit - len(s.path)
	if len(s.agenda) == 0 || left == 0 || s.knownToFail(left) || s.bound(left) > left {
		return
	}
	before, state := s.findings, s.state
	s.branch()
	if s.findings == before && !s.stopped {
		s.failed[state] = int32(left)
	}
}

func (s *shortest) knownToFail(left int) bool {
	most, ok := s.failed[s.state]
	return ok && int(most) >= left
}

// branch tries everything at the next position.
func (s *shortest) branch() {
	top := len(s.agenda) - 1
	pos := s.agenda[top]
	s.agenda = s.agenda[:top]
	s.state ^= s.posHash[pos]
	for _, a := range s.ordered(pos) {
		if s.stopped {
			break
		}
		s.try(pos, a)
	}
	if !s.stopped {
		s.tryWild(pos)
	}
	s.agenda = append(s.agenda[:top], pos)
	s.state ^= s.posHash[pos]
}

func (s *shortest) try(pos, a int32) {
	s.path = append(s.path, a)
	s.decided[pos] = a
	viable := s.enter(pos, a)
	if viable {
		size := len(s.agenda)
		s.push(s.m.atoms[a].below)
		s.walk()
		for _, pos := range s.agenda[size:] {
			s.state ^= s.posHash[pos]
		}
		s.agenda = s.agenda[:size]
	}
	s.leave(pos, a)
	s.decided[pos] = none
	s.path = s.path[:len(s.path)-1]
}

// push puts positions on the agenda, the leftmost last.
func (s *shortest) push(below stretch) {
	for i := below.end - 1; i >= below.start; i-- {
		pos := s.m.below[i]
		s.agenda = append(s.agenda, pos)
		s.state ^= s.posHash[pos]
	}
}

// enter chooses an atom. It answers false if a row matches all of the path.
func (s *shortest) enter(pos, a int32) bool {
	viable := true
	for _, c := range s.at[pos] {
		r := &s.rows[c.row]
		if c.atom == a {
			r.open--
		} else if r.escapes++; r.escapes == 1 {
			s.pending--
			s.state ^= s.rowHash[c.row]
		}
		viable = viable && (r.open > 0 || r.escapes > 0)
	}
	s.spend(len(s.at[pos]))
	return viable
}

func (s *shortest) leave(pos, a int32) {
	for _, c := range s.at[pos] {
		r := &s.rows[c.row]
		if c.atom == a {
			r.open++
		} else if r.escapes--; r.escapes == 0 {
			s.pending++
			s.state ^= s.rowHash[c.row]
		}
	}
}

// tryWild leaves a position open to every value: rows can no longer be escaped
// here or further in.
func (s *shortest) tryWild(pos int32) {
	viable := true
	for _, c := range s.at[pos] {
		r := &s.rows[c.row]
		r.open -= c.under
		viable = viable && (r.open > 0 || r.escapes > 0)
	}
	s.spend(len(s.at[pos]))
	s.decided[pos] = wildDecision
	if viable {
		s.walk()
	}
	s.decided[pos] = none
	for _, c := range s.at[pos] {
		s.rows[c.row].open += c.under
	}
}

func (s *shortest) spend(steps int) {
	s.steps -= steps + 1
	s.m.meter.Spend(steps + 1)
	s.stopped = s.stopped || s.steps < 0
	if s.steps < s.plainUntil {
		s.plainUntil = 0
		s.exact = newConsistency(s)
	}
}

// ordered lists the atoms of a position in order of declaration; `other`
// stands where the first constructor that it represents would.
func (s *shortest) ordered(pos int32) []int32 {
	if s.order[pos] == nil {
		s.order[pos] = s.m.ordered(pos)
	}
	return s.order[pos]
}
