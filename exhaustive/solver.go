package exhaustive

// The state of the search: which atoms hold or are forbidden, why, and since which
// decision. The algorithm is conflict-driven clause learning; see the package
// comment for how the question of usefulness becomes one about nogoods.

// A solver answers usefulness questions over a growing set of nogoods. Its
// state between questions is level 0: what follows from the nogoods alone.
type solver struct {
	m       *matrix
	nogoods []nogood
	list    []int32 // the nogoods' atoms, and the antecedents of learned ones
	marks   []mark  // by position
	facts   []fact  // by atom
	trail   []int32 // atoms, in the order in which they came true or were forbidden
	levels  []int   // the length of the trail where each level begins
	actives []int32 // active positions, in order of activation
	next    int     // the part of the trail that has been propagated
	refuted bool    // the nogoods match everything
	clash   clash   // of level 0, if refuted
	barrier int32   // of a useless question: the nogood that forbids a given atom
	steps   int     // what is left of the budget
	assumed int     // given atoms known to hold
	chosen  int     // active positions known to have values
	bump    float64 // what a conflict adds to activities

	conflict clash
	seen     []bool  // by atom: in the conflict under analysis
	used     []int32 // nogoods that the analysis went through
	learned  []int32
}

// A nogood is a set of atoms that must not all hold. The first two are
// watched: unless they are false, neither holds.
type nogood struct {
	atoms stretch
	from  stretch // learned: the nogoods that it follows from
	row   int32   // given: the clause
}

// A mark is the state of a position.
type mark struct {
	value    int32 // the true atom, or none
	left     int32 // atoms not forbidden
	level    int32 // at which value came true
	active   bool
	implied  bool // value is what was left, not a choice
	activity float64
}

// A fact is the state of an atom.
type fact struct {
	forbidden int32 // the nogood that forbids it, or none
	watchers  []int32
}

// A clash is a nogood whose atoms all hold, or a position at which nothing is
// left.
type clash struct{ nogood, pos int32 }

var noClash = clash{none, none}

func (s *solver) reset(m *matrix, steps int) {
	s.m, s.steps = m, steps
	s.nogoods, s.list = s.nogoods[:0], s.list[:0]
	s.trail, s.levels, s.actives = s.trail[:0], s.levels[:0], s.actives[:0]
	s.next, s.refuted, s.clash, s.bump = 0, false, noClash, 1
	s.assumed, s.chosen = 0, 0
	s.conflict = noClash
	s.resetMarks()
	s.activate(m.roots)
	s.settleRoot()
}

func (s *solver) resetMarks() {
	s.marks = resize(s.marks, len(s.m.positions))
	for i := range s.marks {
		p := &s.m.positions[i]
		s.marks[i] = mark{value: none, left: p.count}
	}
	s.facts = resize(s.facts, len(s.m.atoms))
	for i := range s.facts {
		s.facts[i] = fact{none, s.facts[i].watchers[:0]}
	}
	s.seen = resize(s.seen, len(s.m.atoms))
	clear(s.seen)
}

func resize[T any](s []T, n int) []T {
	for cap(s) < n {
		s = append(s[:cap(s)], *new(T))
	}
	return s[:n]
}

func (s *solver) level() int32 { return int32(len(s.levels)) }

func (s *solver) isTrue(a int32) bool { return s.marks[s.m.atoms[a].pos].value == a }

func (s *solver) isFalse(a int32) bool {
	value := s.marks[s.m.atoms[a].pos].value
	return s.facts[a].forbidden != none || value != none && value != a
}

func (s *solver) atomsOf(n int32) []int32 {
	return s.list[s.nogoods[n].atoms.start:s.nogoods[n].atoms.end]
}

// add makes a row a nogood.
func (s *solver) add(r int) { s.addNogood(s.m.leavesOf(r), int32(r)) }

func (s *solver) addNogood(atoms []int32, row int32) {
	s.undo(0)
	if s.refuted {
		return
	}
	n := s.store(atoms, row)
	s.attach(n)
	s.settleRoot()
}

func (s *solver) store(atoms []int32, row int32) int32 {
	start := int32(len(s.list))
	s.list = append(s.list, atoms...)
	s.nogoods = append(s.nogoods, nogood{atoms: stretch{start, int32(len(s.list))}, row: row})
	return int32(len(s.nogoods) - 1)
}

// attach watches two atoms of a nogood that do not hold, or acts on it if
// there are fewer.
func (s *solver) attach(n int32) {
	atoms := s.atomsOf(n)
	free := 0
	for i, a := range atoms {
		if free < 2 && !s.isTrue(a) {
			atoms[free], atoms[i] = atoms[i], atoms[free]
			free++
		}
	}
	s.steps -= len(atoms)
	switch free {
	case 0:
		s.conflict = clash{n, none}
	case 1:
		s.forbid(atoms[0], n)
	}
	if len(atoms) > 1 {
		s.watch(atoms[0], n)
		s.watch(atoms[1], n)
	}
}

func (s *solver) watch(a, n int32) {
	s.facts[a].watchers = append(s.facts[a].watchers, n)
}

// propagate draws all consequences of the trail. It answers false, with
// s.conflict set, where they contradict each other.
func (s *solver) propagate() bool {
	for s.conflict == noClash && s.next < len(s.trail) {
		a := s.trail[s.next]
		s.next++
		s.m.meter.Spend(1)
		if s.isTrue(a) {
			s.activate(s.m.atoms[a].below)
			s.visitWatchers(a)
		}
	}
	return s.conflict == noClash
}

// visitWatchers finds the nogoods that watch a, which came true, another atom
// to watch, or acts on them.
func (s *solver) visitWatchers(a int32) {
	if s.conflict != noClash {
		return
	}
	watchers := s.facts[a].watchers
	kept := 0
	for i, n := range watchers {
		s.steps--
		if s.rewatch(a, n) {
			continue
		}
		watchers[kept] = n
		kept++
		if s.conflict != noClash {
			kept += copy(watchers[kept:], watchers[i+1:])
			break
		}
	}
	s.facts[a].watchers = watchers[:kept]
}

// rewatch answers true if n now watches another atom than a.
func (s *solver) rewatch(a, n int32) bool {
	atoms := s.atomsOf(n)
	if atoms[0] == a {
		atoms[0], atoms[1] = atoms[1], atoms[0]
	}
	if s.isFalse(atoms[0]) {
		return false
	}
	for i := 2; i < len(atoms); i++ {
		if !s.isTrue(atoms[i]) {
			atoms[1], atoms[i] = atoms[i], atoms[1]
			s.watch(atoms[1], n)
			s.steps -= i
			return true
		}
	}
	s.steps -= len(atoms)
	if s.isTrue(atoms[0]) {
		s.conflict = clash{n, none}
	} else {
		s.forbid(atoms[0], n)
	}
	return false
}

// settleRoot propagates at level 0; a conflict there refutes everything.
func (s *solver) settleRoot() {
	if !s.propagate() {
		s.refuted, s.clash = true, s.conflict
	}
}
