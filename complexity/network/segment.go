package network

// A segment is a range of calls that every order makes one after the other, before all
// that follow it and after all that stand in front: it ends with a call that
// depends on all before it, and that all after it depend on.
type segment struct{ from, to int32 } // calls, to excluded

func (s *schedule) segments() []segment {
	n := len(s.calls)
	if n == 0 {
		return nil
	}
	last := s.lastOfAll()
	first := s.firstOfAll()
	var parts []segment
	from := int32(0)
	for c := range int32(n) {
		if c == int32(n)-1 || last[c] && first[c] {
			parts = append(parts, segment{from, c + 1})
			from = c + 1
		}
	}
	return parts
}

// lastOfAll is by call whether it depends on all before it: whether among these
// it alone makes what none of them reads.
func (s *schedule) lastOfAll() []bool {
	found, read := make([]bool, len(s.calls)), make([]bool, len(s.calls))
	ends := 0
	for c := range s.calls {
		ends++
		for _, n := range s.uses[c] {
			if by := s.maker[n]; by != noNode && !read[by] {
				read[by] = true
				ends--
			}
		}
		found[c] = ends == 1
	}
	return found
}

// firstOfAll is by call whether all after it depend on it: whether among these
// it alone reads nothing that one of them makes.
func (s *schedule) firstOfAll() []bool {
	found, reads := make([]bool, len(s.calls)), make([]bool, len(s.calls))
	starts := 0
	for c := len(s.calls) - 1; c >= 0; c-- {
		starts++
		s.eachReader(int32(c), func(reader int32) {
			if !reads[reader] {
				reads[reader] = true
				starts--
			}
		})
		found[c] = starts == 1
	}
	return found
}

// eachReader gives the calls that read what a call makes.
func (s *schedule) eachReader(c int32, do func(reader int32)) {
	node := s.calls[c]
	for _, reader := range s.users[node] {
		do(reader)
	}
	for _, n := range s.holds.of(node) {
		if s.nodes[n].kind != part {
			continue
		}
		for _, reader := range s.users[n] {
			do(reader)
		}
	}
}
