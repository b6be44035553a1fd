package exhaustive

// bound is a number of atoms that any case needs besides the path: rows that
// share no position need one each. It stops counting above enough.
func (s *shortest) bound(enough int) int {
	if s.exact != nil {
		return s.exact.bound(enough)
	}
	s.stamp++
	for _, a := range s.path {
		s.stamps[s.m.atoms[a].pos] = -s.stamp
	}
	return s.pack(enough)
}

// pack counts rows that share no position which is not stamped yet.
func (s *shortest) pack(enough int) int {
	count := 0
	for r := range s.rows {
		if s.rows[r].escapes == 0 && s.claim(s.cells[r]) {
			if count++; count > enough {
				break
			}
		}
	}
	s.spend(len(s.rows) / 8)
	return count
}

// claim stamps the undecided positions of a row unless one is stamped.
func (s *shortest) claim(atoms []int32) bool {
	for _, a := range atoms {
		if s.stamps[s.m.atoms[a].pos] == s.stamp {
			return false
		}
	}
	for _, a := range atoms {
		if pos := s.m.atoms[a].pos; s.stamps[pos] != -s.stamp {
			s.stamps[pos] = s.stamp
		}
	}
	s.spend(len(atoms))
	return true
}
