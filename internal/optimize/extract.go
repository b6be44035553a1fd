package optimize

import (
	"container/heap"
	"math"
	"slices"

	"github.com/fraccheck/fraccheck/internal/egraph"
)

// A selection chooses a node of each class, such that no class is a part of itself.
type selection map[id]egraph.Entry

// extract chooses the node of each class whose term is the cheapest, by the least fixed point of
//
//	cost(c) = min over nodes f(k₁ … kₙ) of c:  own(f) + Σ cost(kᵢ) · calls(f, i)
//
// where calls is how often f calls its i-th argument, a function, and 1 for others. Each argument that
// is a function literal counts as its body: a lambda's own weight is what making it costs. With span,
// the sum is the maximum. It is Knuth's generalization of Dijkstra's algorithm (D. Knuth, A
// generalization of Dijkstra's algorithm, 1977): the cost of a node is at least that of each argument
// (tick makes it more), so classes get their costs in rising order and no choice is cyclic. It takes
// O(n log n) for n nodes.
//
// Where shared says by how many a class is shared, each of these bears its part of the cost. That breaks
// the monotonicity a little, which costs optimality and nothing else: a class is chosen after the
// arguments of its node in any case.
func (s *scale) extract(shared map[id]float64) selection {
	x := &extraction{s, shared, map[id]float64{}, selection{}, nil}
	return x.run()
}

// An extraction is the state of extract: costs and choices of the classes that are done, and the nodes
// whose arguments all are, in a queue by their cost.
type extraction struct {
	*scale
	shared map[id]float64
	cost   map[id]float64
	chosen selection
	queue  costQueue
}

// A queued node is a choice for a class at a cost, in a queue ordered by cost and, for equal ones, by age,
// so that the result does not depend on the order of maps.
type queued struct {
	cost  float64
	class id
	entry egraph.Entry
}

type costQueue []queued

func (q costQueue) Len() int { return len(q) }
func (q costQueue) Less(i, j int) bool {
	if q[i].cost != q[j].cost {
		return q[i].cost < q[j].cost
	}
	return q[i].entry.ID < q[j].entry.ID
}
func (q costQueue) Swap(i, j int) { q[i], q[j] = q[j], q[i] }
func (q *costQueue) Push(x any)   { *q = append(*q, x.(queued)) }
func (q *costQueue) Pop() any {
	old := *q
	x := old[len(old)-1]
	*q = old[:len(old)-1]
	return x
}

// run is Dijkstra's algorithm on a graph of nodes that wait for several arguments: missing counts those of
// each node without a cost yet.
func (x *extraction) run() selection {
	// Nodes wait for the costs of their distinct arguments; leaves are offered at once.
	users := map[id][]queued{} // by class: the nodes that have it as an argument
	missing := map[id]int{}    // by node: arguments without a cost
	x.Classes(func(c id) {
		for _, e := range x.choices(c) {
			kids := slices.Clone(e.Kids)
			slices.Sort(kids)
			kids = slices.Compact(kids)
			missing[e.ID] = len(kids)
			for _, k := range kids {
				users[k] = append(users[k], queued{class: c, entry: e})
			}
			if len(kids) == 0 {
				x.offer(c, e)
			}
		}
	})
	for len(x.queue) > 0 {
		q := heap.Pop(&x.queue).(queued)
		if _, done := x.chosen[q.class]; done {
			continue
		}
		x.chosen[q.class], x.cost[q.class] = q.entry, q.cost
		for _, u := range users[q.class] {
			if missing[u.entry.ID]--; missing[u.entry.ID] == 0 {
				if _, done := x.chosen[u.class]; !done {
					x.offer(u.class, u.entry)
				}
			}
		}
	}
	return x.chosen
}

// offer queues a node whose arguments have their costs.
func (x *extraction) offer(c id, e egraph.Entry) {
	heap.Push(&x.queue, queued{x.total(e), c, e})
}

// total is the cost of a node whose arguments have theirs.
func (x *extraction) total(e egraph.Entry) float64 {
	w := x.weigh(e)
	h := x.head(e.Node)
	sum, deepest := w.own, 0.0
	for _, k := range e.Kids {
		cost := x.cost[k]
		factor := 1.0
		if h.kind != lambda && x.isFunction(k) {
			factor = max(w.calls, 1)
		}
		deepest = max(deepest, cost*factor)
		if n := x.shared[k]; n > 1 { // each user bears a part
			cost /= n
		}
		sum += cost * factor
	}
	if x.metric == Span {
		return max(w.own+deepest, deepest) + tick*tick*sum
	}
	// What is infinite is no choice; arguments cost less than what they are arguments of.
	return math.Min(sum, math.MaxFloat64/1e6)
}

// isFunction reports whether a class has a function literal.
func (s *scale) isFunction(c id) bool {
	return s.head(s.NodeOf(s.Entries(c)[0].ID)).kind == lambda
}

// reach lists the classes that a selection needs for some roots, each before its arguments: the reverse
// of a depth-first postorder. It is false where the selection is cyclic or lacks a class.
func (s *scale) reach(chosen selection, roots []id) (order []id, ok bool) {
	const (
		open = 1
		done = 2
	)
	state := map[id]int{}
	type frame struct {
		class id
		next  int
	}
	for _, root := range roots {
		root = s.Find(root)
		if state[root] != 0 {
			continue
		}
		stack := []frame{{root, 0}}
		state[root] = open
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			e, known := chosen[f.class]
			if !known {
				return nil, false
			}
			if f.next == len(e.Kids) {
				state[f.class] = done
				order = append(order, f.class)
				stack = stack[:len(stack)-1]
				continue
			}
			k := s.Find(e.Kids[f.next])
			f.next++
			switch state[k] {
			case open:
				return nil, false
			case 0:
				state[k] = open
				stack = append(stack, frame{k, 0})
			}
		}
	}
	slices.Reverse(order)
	return order, true
}

// cost is what a selection costs where each class counts once: outside of a function that its value does
// not depend on, and inside as often as the function is called,
//
//	Σ own(c) · times(c),   times(c) = max over variables b of c: the calls of the function that binds b
//
// It is infinite where the selection is cyclic.
func (s *scale) cost(chosen selection, roots []id) float64 {
	order, ok := s.reach(chosen, roots)
	if !ok {
		return math.Inf(1)
	}
	if s.metric == Span {
		return s.depth(chosen, order, roots)
	}
	calls := map[int32]float64{} // by binder: how often its function is called
	sum := 0.0
	times := func(c id) float64 {
		n := 1.0
		for _, b := range s.Data(c).free {
			n = max(n, calls[b])
		}
		return n
	}
	for _, c := range order {
		e := chosen[c]
		w, n := s.weigh(e), times(c)
		sum += w.own * n
		for _, k := range e.Kids {
			f := chosen[s.Find(k)]
			if h := s.head(f.Node); h.kind == lambda {
				for _, b := range h.binders {
					calls[b.id] += n * max(w.calls, 1)
				}
			}
		}
		if h := s.head(e.Node); h.kind == choice {
			for _, cl := range h.clauses {
				for _, b := range cl.binders {
					calls[b.id] += n
				}
			}
		}
	}
	return sum
}

// depth is the span of a selection: the longest chain. The sum of all weights decides between selections
// of one span.
func (s *scale) depth(chosen selection, order, roots []id) float64 {
	deep := map[id]float64{}
	sum := 0.0
	for i := len(order) - 1; i >= 0; i-- {
		e := chosen[order[i]]
		w := s.weigh(e)
		most := 0.0
		for _, k := range e.Kids {
			k = s.Find(k)
			d := deep[k]
			if s.head(chosen[k].Node).kind == lambda {
				d *= max(1, w.calls)
			}
			most = max(most, d)
		}
		deep[order[i]] = w.own + most
		sum += w.own
	}
	most := 0.0
	for _, r := range roots {
		most = max(most, deep[s.Find(r)])
	}
	return most + tick*tick*sum
}

// choices are the nodes of a class that may be chosen: of an entry those that may fail or have an
// effect, of others all but these.
func (s *scale) choices(c id) []egraph.Entry {
	all := s.Entries(c)
	forced := s.forced[s.Find(c)]
	wrong := func(e egraph.Entry) bool { return s.head(e.Node).partial != forced }
	if slices.ContainsFunc(all, wrong) {
		all = slices.DeleteFunc(slices.Clone(all), wrong)
	}
	return all
}

// original is the selection of the nodes that the text has: the oldest of each class.
func (s *scale) original() selection {
	chosen := selection{}
	s.Classes(func(c id) {
		best := egraph.Entry{ID: -1}
		for _, e := range s.choices(c) {
			if best.ID < 0 || e.ID < best.ID {
				best = e
			}
		}
		if best.ID >= 0 {
			chosen[c] = best
		}
	})
	return chosen
}
