package exhaustive

// An answer is what the solver found out.
type answer uint8

const (
	unknown answer = iota // the budget ran out
	useful                // there is such a value; the solver is on it
	useless               // there is none; solver.core says why, until undo(0)
)

// solve asks whether a value in which the given atoms hold escapes all
// nogoods. Outer atoms come before inner ones. On useful the assignment stays
// for the caller to read, until undo(0).
func (s *solver) solve(given []int32) answer {
	s.undo(0)
	s.assumed, s.chosen, s.barrier = 0, 0, none
	if s.refuted {
		return useless
	}
	for s.steps > 0 {
		s.m.meter.Spend(16)
		if !s.propagate() {
			if s.resolve(given) {
				return useless
			}
			continue
		}
		switch s.assume(given) {
		case useless:
			return useless
		case unknown:
			continue
		}
		if !s.choose() {
			return useful
		}
	}
	return unknown
}

// assume makes the next given atom that does not hold yet a level of its own.
// It answers useful once all hold, unknown if there is more to propagate. Given
// atoms come before choices and no two are of one position, so one that is
// false is forbidden.
func (s *solver) assume(given []int32) answer {
	for ; s.assumed < len(given); s.assumed++ {
		a := given[s.assumed]
		if s.isTrue(a) {
			continue
		}
		if s.isFalse(a) {
			s.barrier = s.facts[a].forbidden
			return useless
		}
		s.levels = append(s.levels, len(s.trail))
		s.assign(a, false)
		return unknown
	}
	return useful
}

// choose assigns the active position that was in most conflicts lately, or the
// first. It answers false if every active position has its value.
func (s *solver) choose() bool {
	best := s.busiest()
	if best == none {
		return false
	}
	s.steps--
	s.levels = append(s.levels, len(s.trail))
	s.assign(s.rarest(best), false)
	return true
}

func (s *solver) busiest() int32 {
	for s.chosen < len(s.actives) && s.marks[s.actives[s.chosen]].value != none {
		s.chosen++
	}
	if s.chosen == len(s.actives) {
		return none
	}
	best := s.actives[s.chosen]
	if s.bump == 1 {
		return best
	}
	for _, pos := range s.actives[s.chosen:] {
		k := &s.marks[pos]
		if k.value == none && k.activity > s.marks[best].activity {
			best = pos
		}
	}
	s.steps -= (len(s.actives) - s.chosen) / 4
	return best
}

// rarest prefers what no row names, then what the fewest do: it lets the most
// rows escape.
func (s *solver) rarest(pos int32) int32 {
	p := &s.m.positions[pos]
	if p.other != none && s.facts[p.other].forbidden == none {
		return p.other
	}
	best := none
	for a := p.first; a != none; a = s.m.atoms[a].next {
		s.steps--
		if s.facts[a].forbidden == none && (best == none || s.m.atoms[a].uses < s.m.atoms[best].uses) {
			best = a
		}
	}
	return best
}

// resolve learns from a conflict and goes back to where the lesson applies. It
// answers true if the conflict rests on the given atoms alone.
func (s *solver) resolve(given []int32) bool {
	if s.level() == 0 {
		s.refuted, s.clash = true, s.conflict
		return true
	}
	if s.choices(given) == 0 {
		return true
	}
	s.learn()
	return false
}

// choices is the number of levels above the given atoms' own.
func (s *solver) choices(given []int32) int {
	assumed := 0
	for _, a := range given {
		k := &s.marks[s.m.atoms[a].pos]
		if k.value == a && !k.implied {
			assumed++
		}
	}
	return len(s.levels) - assumed
}
