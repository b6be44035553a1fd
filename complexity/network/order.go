package network

// A schedule looks for an order of a plan's calls that needs little memory. Values
// without memory of their own are left out: a call uses the tensors after them.
type schedule struct {
	*plan
	size, extra []int64 // by node

	calls    []int32   // nodes, in the order of the text
	uses     [][]int32 // by call: the tensors that it reads, by node
	made     []int64   // by call: the memory of what it makes
	needs    []int64   // by call: what it needs besides what is there
	maker    []int32   // by node: the call that makes it, noNode for inputs
	users    [][]int32 // by node: the calls that read it
	kept     []bool    // by node: whether it is part of the result
	complete bool      // whether all uses are known
}

// least is the least memory that an order was found to need, and whether no order needs
// less.
func (s *schedule) least() (most int64, exact bool) {
	s.link()
	lower := s.atLeast()
	parts := s.segments()
	text := s.follow(s.calls, parts)
	most = greatest(text)
	if most > lower && s.complete {
		most, lower = s.improve(parts, text, lower)
	}
	return most, most == lower && s.complete && s.settled()
}

// link finds what calls use.
func (s *schedule) link() {
	n := len(s.nodes)
	s.maker, s.users, s.kept, s.complete = make([]int32, n), make([][]int32, n), make([]bool, n), true
	for i := range s.maker {
		s.maker[i] = noNode
	}
	e := expansion{schedule: s, seen: make([]int32, n), left: 8*n + 1000}
	for _, node := range s.order {
		if s.nodes[node].kind == result {
			s.call(node, &e)
		}
	}
	if n > 0 && s.nodes[n-1].kind == alias { // what holds the result
		for _, m := range e.of(s.holds.of(int32(n - 1))) {
			s.kept[m] = true
		}
	}
	s.complete = e.left > 0
}

func (s *schedule) call(node int32, e *expansion) {
	c := int32(len(s.calls))
	made := s.size[node]
	s.maker[node] = c
	for _, m := range s.holds.of(node) {
		if s.nodes[m].kind == part {
			s.maker[m] = c
			made += s.size[m]
		}
	}
	used := e.of(s.reads.of(node))
	for _, m := range used {
		s.users[m] = append(s.users[m], c)
	}
	s.calls = append(s.calls, node)
	s.uses = append(s.uses, used)
	s.made = append(s.made, made)
	s.needs = append(s.needs, max(made, s.extra[node]))
}

// An expansion finds the tensors after nodes, with a budget: tuples in tuples may
// share theirs.
type expansion struct {
	*schedule
	seen  []int32
	round int32
	left  int
	todo  []int32
}

func (e *expansion) of(nodes []int32) []int32 {
	e.round++
	var found []int32
	e.todo = append(e.todo[:0], nodes...)
	for len(e.todo) > 0 && e.left > 0 {
		n := e.todo[len(e.todo)-1]
		e.todo = e.todo[:len(e.todo)-1]
		e.left--
		if e.seen[n] == e.round {
			continue
		}
		e.seen[n] = e.round
		if e.nodes[n].kind != alias {
			found = append(found, n)
		}
		e.todo = append(e.todo, e.holds.of(n)...)
	}
	return found
}

// settled is set where what functions and branches need meanwhile does not count: some of
// it may be of values that are read there for the last time.
func (s *schedule) settled() bool {
	for c, n := range s.calls {
		if s.extra[n] > s.made[c] {
			return false
		}
	}
	return true
}

// atLeast is what every order needs: all inputs, and for each call what it uses and
// makes.
func (s *schedule) atLeast() int64 {
	inputs, most := int64(0), int64(0)
	for n := range s.nodes {
		if s.nodes[n].kind == input {
			inputs += s.size[n]
		}
	}
	for c := range s.calls {
		sum := s.needs[c]
		for _, n := range s.uses[c] {
			sum += s.size[n]
		}
		most = max(most, sum)
	}
	return max(inputs, most)
}

// A memory follows what is live while calls are made.
type memory struct {
	*schedule
	live int64
	left []int32 // by node: users that were not called
}

// begin is the memory before the first call, and that of all inputs.
func (s *schedule) begin() (m *memory, inputs int64) {
	m = &memory{schedule: s, left: make([]int32, len(s.nodes))}
	for n := range s.nodes {
		m.left[n] = int32(len(s.users[n]))
		if s.kept[n] {
			m.left[n]++
		}
		if s.nodes[n].kind == input {
			inputs += s.size[n]
			if m.left[n] > 0 {
				m.live += s.size[n]
			}
		}
	}
	return m, inputs
}

// call makes a call and gives what it needed with all that was live.
func (m *memory) call(c int32) (needed int64) {
	needed = m.live + m.needs[c]
	m.live += m.made[c] - m.unread(c)
	for _, n := range m.uses[c] {
		if m.left[n]--; m.left[n] == 0 {
			m.live -= m.size[n]
		}
	}
	return needed
}

// unread is what of a call's own results nothing reads.
func (s *schedule) unread(c int32) (sum int64) {
	node := s.calls[c]
	free := func(n int32) {
		if len(s.users[n]) == 0 && !s.kept[n] {
			sum += s.size[n]
		}
	}
	free(node)
	for _, n := range s.holds.of(node) {
		if s.nodes[n].kind == part {
			free(n)
		}
	}
	return sum
}

// follow gives the most memory of each segment in an order of calls.
func (s *schedule) follow(order []int32, parts []segment) []int64 {
	m, inputs := s.begin()
	most := make([]int64, len(parts)+1)
	most[len(parts)] = inputs // before the first call
	at := 0
	for i, node := range order {
		for at < len(parts) && i >= int(parts[at].to) {
			at++
		}
		most[at] = max(most[at], m.call(s.maker[node]))
	}
	return most
}

func greatest(all []int64) (most int64) {
	for _, n := range all {
		most = max(most, n)
	}
	return most
}
