package exhaustive

import "slices"

// Conflict analysis of a SAT solver (Marques-Silva and Sakallah 1999) with the
// first unique implication point (Moskewicz et al., Chaff, 2001): a failed search
// is turned into one new nogood, and the search goes back to where that would have
// made a difference.

// learn turns the conflict into a nogood with one atom of the current level
// (the first unique implication point), goes back to the level at which that
// atom is the only one left, and forbids it there.
func (s *solver) learn() {
	s.learned, s.used = s.learned[:0], s.used[:0]
	open := s.seeConflict()
	i := len(s.trail)
	for {
		i--
		a := s.trail[i]
		if !s.seen[a] || !s.isTrue(a) {
			continue
		}
		k := &s.marks[s.m.atoms[a].pos]
		if k.level == s.level() && open == 1 {
			s.seen[a] = false
			s.learned = append(s.learned, a)
			break
		}
		open += s.expand(a) - 1
	}
	s.finishLesson()
}

// finishLesson stores the learned nogood, its asserted atom first, and acts on
// it at the highest level of the others.
func (s *solver) finishLesson() {
	asserted := s.learned[len(s.learned)-1]
	lower := s.learned[:len(s.learned)-1]
	back := int32(0)
	for _, a := range lower {
		s.seen[a] = false
		back = max(back, s.marks[s.m.atoms[a].pos].level)
	}
	slices.Reverse(s.learned)
	s.raiseHighest(back)
	n := s.store(s.learned, none)
	s.nogoods[n].from = s.storeUsed()
	s.undo(back)
	s.bump *= 1.05
	s.rescale()
	if len(s.learned) > 1 {
		s.watch(s.learned[0], n)
		s.watch(s.learned[1], n)
	}
	s.forbid(asserted, n)
}

// raiseHighest puts an atom of the level gone back to second, so that the
// watched atoms are the ones freed first.
func (s *solver) raiseHighest(back int32) {
	for i := 1; i < len(s.learned); i++ {
		if s.marks[s.m.atoms[s.learned[i]].pos].level == back {
			s.learned[1], s.learned[i] = s.learned[i], s.learned[1]
			return
		}
	}
}

func (s *solver) storeUsed() stretch {
	start := int32(len(s.list))
	s.list = append(s.list, s.used...)
	return stretch{start, int32(len(s.list))}
}

// maxBump is where activities are scaled down, far below overflow.
const maxBump = 1e100

func (s *solver) rescale() {
	if s.bump < maxBump {
		return
	}
	for i := range s.marks {
		s.marks[i].activity /= maxBump
	}
	s.bump /= maxBump
}

// seeConflict marks the true atoms that the conflict rests on and counts those
// of the current level.
func (s *solver) seeConflict() int {
	if s.conflict.nogood != none {
		return s.seeNogood(s.conflict.nogood, none)
	}
	return s.seeWipe(s.conflict.pos, none)
}

// expand replaces an implied atom by what implied it.
func (s *solver) expand(a int32) int {
	s.seen[a] = false
	return s.seeWipe(s.m.atoms[a].pos, a)
}

// seeWipe marks why a position exists and why all its atoms but one are
// forbidden.
func (s *solver) seeWipe(pos, spared int32) int {
	open := 0
	if above := s.m.positions[pos].above; above != none {
		open += s.see(above)
	}
	for a := s.m.positions[pos].first; a != none; a = s.m.atoms[a].next {
		if a != spared {
			open += s.seeNogood(s.facts[a].forbidden, a)
		}
	}
	return open
}

func (s *solver) seeNogood(n, spared int32) int {
	s.used = append(s.used, n)
	open := 0
	for _, a := range s.atomsOf(n) {
		if a != spared {
			open += s.see(a)
		}
	}
	s.steps -= len(s.atomsOf(n))
	return open
}

// see marks a true atom. It answers 1 if the atom is of the current level and
// was not marked; lower ones become part of the lesson.
func (s *solver) see(a int32) int {
	if s.seen[a] {
		return 0
	}
	s.seen[a] = true
	k := &s.marks[s.m.atoms[a].pos]
	k.activity += s.bump
	if k.level == s.level() {
		return 1
	}
	s.learned = append(s.learned, a)
	return 0
}

// core lists the rows after the last useless answer, by resolving everything
// that is implied.
func (s *solver) core() []int32 {
	s.learned, s.used = s.learned[:0], s.used[:0]
	if s.refuted {
		s.conflict = s.clash
	}
	if s.barrier != none {
		s.seeForbidden(s.barrier)
	} else {
		s.seeConflict()
	}
	for i := len(s.trail) - 1; i >= 0; i-- {
		a := s.trail[i]
		if !s.seen[a] || !s.isTrue(a) {
			continue
		}
		s.seen[a] = false
		if s.marks[s.m.atoms[a].pos].implied {
			s.expand(a)
		}
	}
	return s.givenRows()
}

// seeForbidden marks the true atoms of a nogood that forbids one which does
// not hold.
func (s *solver) seeForbidden(n int32) {
	s.used = append(s.used, n)
	for _, a := range s.atomsOf(n) {
		if s.isTrue(a) {
			s.see(a)
		}
	}
}

// givenRows follows learned nogoods to the clauses that they came from.
func (s *solver) givenRows() []int32 {
	visited := make([]bool, len(s.nogoods))
	var rows []int32
	work := append([]int32{}, s.used...)
	for len(work) > 0 {
		n := work[len(work)-1]
		work = work[:len(work)-1]
		if visited[n] {
			continue
		}
		visited[n] = true
		if row := s.nogoods[n].row; row != none {
			rows = append(rows, row)
		}
		from := s.nogoods[n].from
		work = append(work, s.list[from.start:from.end]...)
	}
	slices.Sort(rows)
	return slices.Compact(rows)
}
