package network

import (
	"math/bits"
	"slices"
)

// The search for the order of a segment that needs the least memory goes through the
// sets of calls that may be made first (the ideals of their partial order), smaller ones
// first, and keeps for each the least memory by which it can be reached: what is live
// after a set depends on the set alone. Ahn et al., "Ordering chaos: memory-aware
// scheduling of irregularly wired neural networks for edge devices", MLSys 2020.
const (
	maxSegment = 64      // calls in a segment that is searched
	maxSets    = 1 << 14 // sets of one size, of one segment
	maxSearch  = 1 << 18 // sets of all segments
)

// improve looks for better orders of the segments that need the most, and gives the
// least memory of all together, and what no order comes below.
func (s *schedule) improve(parts []segment, text []int64, lower int64) (most, least int64) {
	best := s.better(text, parts)
	order := make([]int, len(parts))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return int(min(max(best[j]-best[i], -1), 1)) })
	live := s.liveBefore(parts)
	budget := maxSearch
	for _, i := range order {
		if best[i] <= lower {
			break
		}
		found, ok := s.search(parts[i], live[i], best[i], &budget)
		if ok {
			best[i] = found
			lower = max(lower, found)
		}
	}
	return greatest(best), lower
}

// liveBefore is what is live before the first call of each segment.
func (s *schedule) liveBefore(parts []segment) []int64 {
	m, _ := s.begin()
	live := make([]int64, len(parts))
	for i, p := range parts {
		live[i] = m.live
		for c := p.from; c < p.to; c++ {
			m.call(c)
		}
	}
	return live
}

// A span is a segment under search: calls are bits, the first one the lowest.
type span struct {
	before []uint64  // by call: those whose results it reads
	frees  [][]freed // by call: what may be free after it
	net    []int64   // by call: what it makes and something reads
	needs  []int64
}

// A freed tensor is one that is free when all its users were called.
type freed struct {
	users uint64
	size  int64
}

// search gives the least memory of a segment, at most what is known; not ok where it
// has too many orders.
func (s *schedule) search(p segment, live, known int64, budget *int) (least int64, ok bool) {
	n := int(p.to - p.from)
	if n == 1 {
		return known, true
	}
	if n > maxSegment {
		return 0, false
	}
	sp := s.span(p)
	type reached struct{ live, most int64 }
	sets := map[uint64]reached{0: {live: live}}
	for range n {
		next := map[uint64]reached{}
		for done, at := range sets {
			for c := range n {
				if done>>c&1 != 0 || sp.before[c]&^done != 0 {
					continue
				}
				most := max(at.most, at.live+sp.needs[c])
				if most >= known {
					continue
				}
				then := done | 1<<c
				if old, seen := next[then]; seen {
					next[then] = reached{old.live, min(old.most, most)}
					continue
				}
				next[then] = reached{at.live + sp.net[c] - sp.freed(c, then), most}
			}
		}
		if *budget -= len(next); *budget < 0 || len(next) > maxSets {
			return 0, false
		}
		sets = next
	}
	for _, at := range sets {
		known = at.most
	}
	return known, true
}

func (s *schedule) span(p segment) *span {
	n := p.to - p.from
	sp := &span{make([]uint64, n), make([][]freed, n), make([]int64, n), make([]int64, n)}
	for c := p.from; c < p.to; c++ {
		i := c - p.from
		sp.net[i], sp.needs[i] = s.made[c]-s.unread(c), s.needs[c]
		for _, node := range s.uses[c] {
			if by := s.maker[node]; by >= p.from {
				sp.before[i] |= 1 << (by - p.from)
			}
			if users, ends := s.usersIn(node, p); ends && s.size[node] > 0 {
				sp.frees[i] = append(sp.frees[i], freed{users, s.size[node]})
			}
		}
	}
	return sp
}

// usersIn are the users of a tensor in a segment; ends is set where it has none after it.
func (s *schedule) usersIn(node int32, p segment) (users uint64, ends bool) {
	ends = !s.kept[node]
	for i := len(s.users[node]) - 1; i >= 0 && s.users[node][i] >= p.from; i-- {
		c := s.users[node][i]
		if c >= p.to {
			return 0, false
		}
		users |= 1 << (c - p.from)
	}
	return users, ends && bits.OnesCount64(users) > 0
}

// freed is what a call frees that completes a set.
func (sp *span) freed(c int, done uint64) (sum int64) {
	for _, f := range sp.frees[c] {
		if f.users&^done == 0 {
			sum += f.size
		}
	}
	return sum
}
