package exhaustive

// forbid makes an atom false because the others of nogood n hold.
func (s *solver) forbid(a, n int32) {
	if s.isFalse(a) {
		return
	}
	s.facts[a].forbidden = n
	s.trail = append(s.trail, a)
	pos := s.m.atoms[a].pos
	s.marks[pos].left--
	s.narrow(pos)
}

// narrow draws the consequence of an active position having one atom left, or
// none.
func (s *solver) narrow(pos int32) {
	k := &s.marks[pos]
	if !k.active || k.value != none {
		return
	}
	switch k.left {
	case 0:
		s.conflict = clash{none, pos}
	case 1:
		s.assign(s.lastLeft(pos), true)
	}
}

func (s *solver) lastLeft(pos int32) int32 {
	a := s.m.positions[pos].first
	for s.facts[a].forbidden != none {
		s.steps--
		a = s.m.atoms[a].next
	}
	return a
}

func (s *solver) assign(a int32, implied bool) {
	k := &s.marks[s.m.atoms[a].pos]
	k.value, k.level, k.implied = a, s.level(), implied
	s.trail = append(s.trail, a)
}

func (s *solver) activate(below stretch) {
	for _, pos := range s.m.below[below.start:below.end] {
		s.marks[pos].active = true
		s.actives = append(s.actives, pos)
		if s.conflict == noClash {
			s.narrow(pos)
		}
	}
}

// undo takes the trail back to the start of a level.
func (s *solver) undo(level int32) {
	s.conflict = noClash
	if s.level() <= level {
		return
	}
	s.assumed, s.chosen = 0, 0
	mark := s.levels[level]
	for i := len(s.trail) - 1; i >= mark; i-- {
		s.retract(s.trail[i], i < s.next)
	}
	s.trail = s.trail[:mark]
	s.levels = s.levels[:level]
	s.next = mark
}

func (s *solver) retract(a int32, propagated bool) {
	atom := &s.m.atoms[a]
	k := &s.marks[atom.pos]
	if k.value != a {
		s.facts[a].forbidden = none
		k.left++
		return
	}
	k.value = none
	if propagated {
		below := s.m.below[atom.below.start:atom.below.end]
		for _, pos := range below {
			s.marks[pos].active = false
		}
		s.actives = s.actives[:len(s.actives)-len(below)]
	}
}
