package network

import "container/heap"

// better is, segment by segment, the lesser of what the order of the text needs and of
// what a greedy one needs, which makes next what leaves the least memory live.
func (s *schedule) better(text []int64, parts []segment) []int64 {
	greedy := s.follow(s.greedyOrder(), parts)
	best := make([]int64, len(text))
	for i := range best {
		best[i] = min(text[i], greedy[i])
	}
	return best
}

// A greedyRun chooses calls among those that are ready.
type greedyRun struct {
	*memory
	waits []int32 // by call: how many calls it waits for
	done  []bool
	ready growths
	order []int32 // nodes
}

// A growth is by how much a call makes more memory live, as it was when it was noted.
type growth struct {
	by   int64
	call int32
}

type growths []growth

func (g growths) Len() int { return len(g) }
func (g growths) Less(i, j int) bool {
	return g[i].by < g[j].by || g[i].by == g[j].by && g[i].call < g[j].call
}
func (g growths) Swap(i, j int) { g[i], g[j] = g[j], g[i] }
func (g *growths) Push(x any)   { *g = append(*g, x.(growth)) }
func (g *growths) Pop() any {
	last := (*g)[len(*g)-1]
	*g = (*g)[:len(*g)-1]
	return last
}

func (s *schedule) greedyOrder() []int32 {
	m, _ := s.begin()
	r := &greedyRun{memory: m, waits: make([]int32, len(s.calls)), done: make([]bool, len(s.calls))}
	for c := range s.calls {
		for _, n := range s.uses[c] {
			if s.maker[n] != noNode {
				r.waits[c]++
			}
		}
		r.note(int32(c))
	}
	for r.ready.Len() > 0 {
		g := heap.Pop(&r.ready).(growth)
		if !r.done[g.call] && g.by == r.growth(g.call) {
			r.make(g.call)
		}
	}
	return r.order
}

// note puts a call that is ready among those to choose from, at its growth now.
func (r *greedyRun) note(c int32) {
	if r.waits[c] == 0 && !r.done[c] {
		heap.Push(&r.ready, growth{r.growth(c), c})
	}
}

func (r *greedyRun) growth(c int32) int64 {
	by := r.made[c] - r.unread(c)
	for _, n := range r.uses[c] {
		if r.left[n] == 1 {
			by -= r.size[n]
		}
	}
	return by
}

func (r *greedyRun) make(c int32) {
	r.done[c] = true
	r.order = append(r.order, r.calls[c])
	r.call(c)
	r.eachReader(c, func(reader int32) {
		r.waits[reader]--
		r.note(reader)
	})
	for _, n := range r.uses[c] {
		if r.left[n] == 1 && !r.kept[n] {
			r.noteLast(n)
		}
	}
}

// noteLast notes the last user of a tensor, which frees it.
func (r *greedyRun) noteLast(n int32) {
	for _, c := range r.users[n] {
		if !r.done[c] {
			r.note(c)
			return
		}
	}
}
