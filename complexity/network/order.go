package network

// A schedule looks for an order of a plan's calls that needs little memory.
type schedule struct {
	*plan
	size, extra []int64 // by node
}

// least is the least memory that an order was found to need, and whether no other one
// needs less.
func (s *schedule) least() (most int64, exact bool) {
	most = s.needs(s.order)
	if !s.settled() {
		return most, false
	}
	return most, most == s.atLeast()
}

// settled tells that what functions and branches need meanwhile does not count: some of
// it may be of values that are read there for the last time.
func (s *schedule) settled() bool {
	for n := range s.nodes {
		if s.extra[n] > s.made(int32(n)) {
			return false
		}
	}
	return true
}

// made is the memory of what a node makes: a result with its parts.
func (s *schedule) made(n int32) int64 {
	sum := s.size[n]
	for _, m := range s.holds.of(n) {
		if s.nodes[m].kind == part {
			sum += s.size[m]
		}
	}
	return sum
}

// needs is the most memory at any time of an order.
func (s *schedule) needs(order []int32) (most int64) {
	live := int64(0)
	r := newRun(s.plan, func(n int32) { live += s.size[n] }, func(n int32) { live -= s.size[n] })
	r.begin(func() { most = live })
	for _, n := range order {
		most = max(most, live+s.extra[n])
		r.compute(n)
		most = max(most, live)
		r.release(n)
	}
	return most
}

// atLeast is what every order needs: all inputs, and for each call what it reads and
// makes.
func (s *schedule) atLeast() int64 {
	inputs, most := int64(0), int64(0)
	seen := make([]int32, len(s.nodes))
	for n := range s.nodes {
		if s.nodes[n].kind == input {
			inputs += s.size[n]
		}
		sum := max(s.extra[n], s.made(int32(n)))
		for _, m := range s.reads.of(int32(n)) {
			if seen[m] != int32(n)+1 {
				seen[m] = int32(n) + 1
				sum += s.size[m]
			}
		}
		most = max(most, sum)
	}
	return max(inputs, most)
}
