package exhaustive

import (
	"math"
	"slices"
)

// Missing cases as patterns, built from the atoms of a path (Maranget 2007,
// section 5): what a path leaves open is `_`.

// A witness is one missing case, a pattern without variables.
type witness struct {
	space *space
	any   bool // `_`: every value here is missing
	other bool // an integer that represents all that no clause names
	con   int64
	args  []witness
}

// shown is how many missing cases a message lists.
const shown = 5

// witnesses spells out the missing cases, at most limit of them: fewest
// constructors first, then in order of declaration.
func (m *matrix) witnesses(w *missing, limit int) []witness {
	var all []witness
	paths := slices.Clone(w.paths)
	slices.SortStableFunc(paths, func(a, b []int32) int { return len(a) - len(b) })
	for i, path := range paths {
		if len(all) >= limit && len(path) > len(paths[i-1]) {
			break
		}
		all = append(all, m.expandPath(path, limit)...)
	}
	slices.SortStableFunc(all, compareWitnesses)
	return all[:min(limit, len(all))]
}

// expandPath gives the cases that a path stands for: one for each constructor
// that `other` covers.
func (m *matrix) expandPath(path []int32, limit int) []witness {
	choice := map[int32]int32{}
	for _, a := range path {
		choice[m.atoms[a].pos] = a
	}
	alternatives := m.build(choice, 0, limit)
	return alternatives[:min(limit, len(alternatives))]
}

// build lists what the chosen atoms make of a position.
func (m *matrix) build(choice map[int32]int32, pos int32, limit int) []witness {
	m.meter.Spend(1)
	p := &m.positions[pos]
	anything := witness{space: p.space, any: true}
	if a, ok := choice[pos]; ok {
		return m.buildAtom(choice, a, limit)
	}
	if p.kids == none {
		return []witness{anything}
	}
	tuples := m.buildArgs(choice, witness{space: p.space}, p.kids, p.space.elems, limit)
	if len(tuples) == 1 && allWild(tuples[0].args) {
		return []witness{anything}
	}
	return tuples
}

func (m *matrix) buildAtom(choice map[int32]int32, a int32, limit int) []witness {
	atom := &m.atoms[a]
	p := &m.positions[atom.pos]
	if p.other == a {
		return m.unnamed(atom.pos, limit)
	}
	w := witness{space: p.space, con: atom.con}
	return m.buildArgs(choice, w, atom.kids, p.space.parts(atom.con), limit)
}

// buildArgs combines the alternatives of the arguments, the last one changing
// fastest.
func (m *matrix) buildArgs(choice map[int32]int32, w witness, kids int32, spaces []*space, limit int) []witness {
	if kids == none {
		w.args = wildArgs(spaces)
		return []witness{w}
	}
	lists := [][]witness{nil}
	for i := range spaces {
		alternatives := m.build(choice, kids+int32(i), limit)
		lists = product(lists, alternatives, limit)
	}
	built := make([]witness, len(lists))
	for i, args := range lists {
		built[i] = w
		built[i].args = args
	}
	return built
}

func product(lists [][]witness, alternatives []witness, limit int) [][]witness {
	if len(lists) == 1 && len(alternatives) == 1 {
		lists[0] = append(lists[0], alternatives[0])
		return lists
	}
	var combined [][]witness
	for _, list := range lists {
		for _, w := range alternatives {
			if len(combined) < limit {
				combined = append(combined, append(slices.Clone(list), w))
			}
		}
	}
	return combined
}

// unnamed lists the constructors of a position that no row names; of integers
// the one nearest to zero.
func (m *matrix) unnamed(pos int32, limit int) []witness {
	p := &m.positions[pos]
	if p.space.kind != adtSpace {
		w := witness{space: p.space, con: m.freeLiteral(pos), other: p.space.kind == integerSpace}
		return []witness{w}
	}
	named := m.namedAt(pos)
	var found []witness
	for con := range p.space.cons {
		if len(found) < limit && !named[int64(con)] && !p.space.barren(con) {
			found = append(found, witness{space: p.space, con: int64(con), args: wildArgs(p.space.fields(con))})
		}
	}
	return found
}

func (m *matrix) namedAt(pos int32) map[int64]bool {
	named := map[int64]bool{}
	for a := m.positions[pos].first; a != none; a = m.atoms[a].next {
		if a != m.positions[pos].other {
			named[m.atoms[a].con] = true
		}
	}
	return named
}

// freeLiteral is the least literal from 0 up that no row names, or else the
// greatest below.
func (m *matrix) freeLiteral(pos int32) int64 {
	named := m.namedAt(pos)
	s := m.positions[pos].space
	for n := int64(0); n < math.MaxInt64 && s.holds(n); n++ {
		if !named[n] {
			return n
		}
	}
	n := int64(-1)
	for named[n] {
		n--
	}
	return n
}

// ordered lists the atoms of a position in order of declaration.
func (m *matrix) ordered(pos int32) []int32 {
	p := &m.positions[pos]
	var atoms []int32
	for a := p.first; a != none; a = m.atoms[a].next {
		atoms = append(atoms, a)
	}
	rank := func(a int32) int64 { return m.atoms[a].con }
	if p.other != none {
		first := m.unnamed(pos, 1)[0].con
		rank = func(a int32) int64 {
			if a == p.other {
				return first
			}
			return m.atoms[a].con
		}
	}
	slices.SortFunc(atoms, func(a, b int32) int { return p.space.compare(rank(a), rank(b)) })
	return atoms
}

func (s *space) compare(a, b int64) int {
	switch {
	case a == b:
		return 0
	case s.before(a, b):
		return -1
	}
	return 1
}

func wildArgs(spaces []*space) []witness {
	args := make([]witness, len(spaces))
	for i, s := range spaces {
		args[i] = witness{space: s, any: true}
	}
	return args
}

func allWild(ws []witness) bool {
	for i := range ws {
		if !ws[i].any {
			return false
		}
	}
	return true
}

func compareWitnesses(a, b witness) int {
	if c := a.cost() - b.cost(); c != 0 {
		return c
	}
	return compareShapes(a, b)
}

// cost is the number of constructors and literals.
func (w *witness) cost() int {
	n := 0
	if !w.any && w.space.kind != tupleSpace {
		n = 1
	}
	for i := range w.args {
		n += w.args[i].cost()
	}
	return n
}

// compareShapes compares from left to right, `_` behind everything.
func compareShapes(a, b witness) int {
	switch {
	case a.any && b.any:
		return 0
	case a.any:
		return 1
	case b.any:
		return -1
	}
	if c := a.space.compare(a.con, b.con); c != 0 {
		return c
	}
	for i := range a.args {
		if c := compareShapes(a.args[i], b.args[i]); c != 0 {
			return c
		}
	}
	return 0
}

// others counts the integers that represent all others, named the rest of the
// constructors and literals.
func (w *witness) others() int {
	n := 0
	if w.other {
		n = 1
	}
	for i := range w.args {
		n += w.args[i].others()
	}
	return n
}

func (w *witness) named() int { return w.cost() - w.others() }
