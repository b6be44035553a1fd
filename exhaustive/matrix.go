package exhaustive

import "github.com/fraccheck/fraccheck/internal/steps"

// The matrix of Maranget (2007), stored by what its rows ask for: wildcards are
// left out, so that a row of many columns costs no more than its constructors.

// A matrix is one match as the search sees it: the positions that its clauses
// look at, the atoms at each, and the clauses as rows of atoms.
type matrix struct {
	arena     arena
	positions []position
	atoms     []atom
	index     map[atomKey]int32 // atoms of positions that have many
	rows      []row
	cells     []int32 // the rows' atoms, outer before inner
	leaves    []int32 // those of them that imply the others
	below     []int32 // the lists that roots and atom.below cut out of it
	roots     stretch // decisive positions that every value has
	meter     *steps.Meter
}

// A position is a place in the scrutinee. It is decisive if a row asks what
// is there; tuples never are, their elements may be.
type position struct {
	space *space
	above int32 // the atom that must be true for it to exist; none for roots
	first int32 // its atoms, in order of appearance, linked by atom.next
	last  int32
	count int32
	other int32 // the atom for all that no row names; none where rows name all
	kids  int32 // tuples: the position of the first element; none if unneeded
}

// An atom says what is at a position.
type atom struct {
	pos    int32
	next   int32
	kids   int32   // the position of its first argument; none without arguments
	below  stretch // decisive positions that exist once it is true, left to right
	con    int64
	weight uint64 // how many constructors it stands for; of integers, one for all
	uses   int32  // rows that name it
}

// A stretch is a piece of a list.
type stretch struct{ start, end int32 }

// A row is one clause: the runs of its cells and leaves.
type row struct {
	cells, leaves stretch
	unsure        bool // holds a pattern in error
	unmatched     pat  // the part that no value matches, wild if there is none
}

type atomKey struct {
	pos int32
	con int64
}

const none int32 = -1

// manyAtoms is how many atoms of a position are looked through before an
// index is made.
const manyAtoms = 12

func (m *matrix) reset() {
	m.arena.reset()
	m.clearRows()
}

// clearRows forgets what load made of the patterns.
func (m *matrix) clearRows() {
	m.positions = m.positions[:0]
	m.atoms = m.atoms[:0]
	m.rows = m.rows[:0]
	m.cells, m.leaves, m.below = m.cells[:0], m.leaves[:0], m.below[:0]
	clear(m.index)
}

// load turns patterns over a space into rows.
func (m *matrix) load(root *space, patterns []pat) {
	m.addPositions(none, root)
	for _, p := range patterns {
		m.meter.Spend(1)
		r := row{cells: stretch{start: int32(len(m.cells))}, leaves: stretch{start: int32(len(m.leaves))}}
		m.flatten(&r, 0, p)
		r.cells.end, r.leaves.end = int32(len(m.cells)), int32(len(m.leaves))
		m.rows = append(m.rows, r)
	}
	m.finish()
}

func (m *matrix) addPositions(above int32, spaces ...*space) int32 {
	for _, s := range spaces {
		m.positions = append(m.positions, position{s, above, none, none, 0, none, none})
	}
	return int32(len(m.positions) - len(spaces))
}

// intern finds or makes the atom of a constructor or literal at a position.
func (m *matrix) intern(pos int32, con int64) int32 {
	m.meter.Spend(1)
	a := m.find(pos, con)
	if a == none {
		a = m.addAtom(pos, con, 1)
	}
	m.atoms[a].uses++
	return a
}

func (m *matrix) find(pos int32, con int64) int32 {
	if m.positions[pos].count > manyAtoms {
		if a, ok := m.index[atomKey{pos, con}]; ok {
			return a
		}
		return none
	}
	a := m.positions[pos].first
	for a != none && m.atoms[a].con != con {
		a = m.atoms[a].next
	}
	return a
}

func (m *matrix) addAtom(pos int32, con int64, weight uint64) int32 {
	a := int32(len(m.atoms))
	m.atoms = append(m.atoms, atom{pos: pos, next: none, kids: none, con: con, weight: weight})
	p := &m.positions[pos]
	if p.first == none {
		p.first = a
	} else {
		m.atoms[p.last].next = a
	}
	p.last = a
	p.count++
	m.remember(p, a)
	return a
}

// remember keeps the index of a position that has come to have many atoms.
func (m *matrix) remember(p *position, a int32) {
	if p.count <= manyAtoms {
		return
	}
	if m.index == nil {
		m.index = map[atomKey]int32{}
	}
	if p.count == manyAtoms+1 {
		a = p.first
	}
	for ; a != none; a = m.atoms[a].next {
		m.index[atomKey{m.atoms[a].pos, m.atoms[a].con}] = a
	}
}

// otherCon is the constructor of an `other` atom.
const otherCon = -1 << 63

// finish adds what the rows leave unnamed and links positions to the atoms
// that bring them about.
func (m *matrix) finish() {
	for i := range m.positions {
		p := &m.positions[i]
		p.other = none
		if size := p.space.sizeBeyond(p.count); p.first != none && size > 0 {
			p.other = m.addAtom(int32(i), otherCon, size)
		}
	}
	m.roots = m.collect(0, 1)
	for i := range m.atoms {
		if a := &m.atoms[i]; a.kids != none {
			arity := len(m.positions[a.pos].space.parts(a.con))
			a.below = m.collect(a.kids, arity)
		}
	}
}

// sizeBeyond is the weight of what count named values leave of s.
func (s *space) sizeBeyond(count int32) uint64 {
	if count == 0 {
		return 0
	}
	size := s.size() - uint64(count)
	if s.kind == integerSpace {
		return min(size, 1)
	}
	return size
}

func (m *matrix) collect(first int32, count int) stretch {
	r := stretch{start: int32(len(m.below))}
	m.collectEach(first, count)
	r.end = int32(len(m.below))
	return r
}

func (m *matrix) collectEach(first int32, count int) {
	for pos := first; pos < first+int32(count); pos++ {
		p := &m.positions[pos]
		if p.first != none {
			m.below = append(m.below, pos)
		}
		if p.kids != none {
			m.collectEach(p.kids, len(p.space.elems))
		}
	}
}

// cellsOf are all atoms of a row, leavesOf those that imply the rest.
func (m *matrix) cellsOf(r int) []int32 {
	return m.cells[m.rows[r].cells.start:m.rows[r].cells.end]
}

func (m *matrix) leavesOf(r int) []int32 {
	return m.leaves[m.rows[r].leaves.start:m.rows[r].leaves.end]
}
