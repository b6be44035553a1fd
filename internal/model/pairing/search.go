package pairing

import (
	"container/heap"
	"slices"
)

// A search pairs nodes beside those that are paired, the best candidates first: those with the
// same operator before those with different ones at the same place, and these, if they are
// wanted, before those whose readers have no partners either.
type search struct {
	*Pairing
	open  bool // candidates need no reader that is a pair
	queue candidates
	seen  map[[2]int]int // the best score that a candidate was queued with
}

// A candidate is two nodes that may be a pair.
type candidate struct{ score, a, b int }

// mostBeside bounds the readers of a value that are compared with each other.
const mostBeside = 64

func newSearch(p *Pairing, open bool) *search {
	return &search{Pairing: p, open: open, seen: map[[2]int]int{}}
}

// run pairs candidates until none is left.
func (s *search) run() {
	for i, k := range s.AtoB {
		if k != none {
			s.beside(i, k)
		}
	}
	s.atEnds()
	for len(s.queue) > 0 {
		c := heap.Pop(&s.queue).(candidate)
		if s.AtoB[c.a] != none || s.BtoA[c.b] != none || c.score < s.seen[[2]int{c.a, c.b}] {
			continue
		}
		s.join(c.a, c.b)
		s.beside(c.a, c.b)
	}
}

// atEnds queues the readers of inputs and the nodes that give outputs.
func (s *search) atEnds() {
	readers := func(g *Graph) [][]use {
		all := make([][]use, len(g.Inputs))
		for i := range g.Nodes {
			g.Nodes[i].Read(func(k int, o *Operand) {
				if o.From == FromInput {
					all[o.At] = append(all[o.At], use{i, k, 0})
				}
			})
		}
		return all
	}
	a, b := readers(s.A), readers(s.B)
	for i, k := range s.InputsAtoB {
		if k != none {
			s.readers(a[i], b[k])
		}
	}
	for i, k := range s.OutputsAtoB {
		if k != none {
			s.sources(&s.A.Outputs[i].Operand, &s.B.Outputs[k].Operand)
		}
	}
}

// beside queues the nodes before and after a pair. Operands correspond by their places, or
// are one place further on where one of them was inserted.
func (s *search) beside(i, k int) {
	a, b := &s.A.Nodes[i], &s.B.Nodes[k]
	s.readers(s.usesA[i], s.usesB[k])
	s.readers(s.outerA[i], s.outerB[k])
	for _, lists := range [][2][]Operand{{a.Operands, b.Operands}, {a.Inner, b.Inner}} {
		old, now := lists[0], lists[1]
		for at := range old {
			for other := max(0, at-1); other < min(len(now), at+2); other++ {
				s.sources(&old[at], &now[other])
			}
		}
	}
}

// readers queues nodes that read the same value.
func (s *search) readers(a, b []use) {
	free := func(uses []use, partner []int) (list []use) {
		for _, u := range uses {
			if u.node >= 0 && partner[u.node] == none && len(list) < mostBeside {
				list = append(list, u)
			}
		}
		return list
	}
	b = free(b, s.BtoA)
	for _, u := range free(a, s.AtoB) {
		for _, v := range b {
			s.offer(u.node, v.node)
		}
	}
}

// sources queues the nodes that two operands come from.
func (s *search) sources(a, b *Operand) {
	if a.From == FromNode && b.From == FromNode {
		s.offer(a.At, b.At)
	}
}

// offer queues two nodes if they may be a pair.
func (s *search) offer(i, k int) {
	if s.AtoB[i] != none || s.BtoA[k] != none {
		return
	}
	score, ok := s.score(i, k)
	if before, queued := s.seen[[2]int{i, k}]; !ok || queued && before >= score {
		return
	}
	s.seen[[2]int{i, k}] = score
	heap.Push(&s.queue, candidate{score, i, k})
}

// The sorts of candidates are apart by more than any score.
const (
	sameOperator = 20000
	samePlace    = 10000
	mostCounted  = 1000 // neighbours that agree
)

// score says how much two nodes agree in, and whether that makes them a candidate.
func (s *search) score(i, k int) (score int, ok bool) {
	a, b := &s.A.Nodes[i], &s.B.Nodes[k]
	other := a.Op != b.Op
	operands, of := s.operandsAgree(a, b, other)
	readers := s.readersAgree(i, k)
	switch {
	case !other:
		score = sameOperator
	case operands < of || of == 0 || len(a.Inner)+len(b.Inner) > 0:
		return 0, false
	case readers > 0:
		score = samePlace
	case !s.open || !s.openEnds(i, k):
		return 0, false
	}
	score += 3*min(operands, mostCounted) + 3*min(readers, mostCounted)
	if s.plainA[i] == s.plainB[k] {
		score += 2
	}
	if s.weightA[i] == s.weightB[k] {
		score++
		if s.weightA[i] != 0 {
			score += 3
		}
	}
	if a.Name == b.Name {
		score++
	}
	if slices.Equal(a.Types, b.Types) {
		score++
	}
	return score, true
}

// openEnds reports whether both nodes have a reader without a partner, which may be the same
// one with another operator.
func (s *search) openEnds(i, k int) bool {
	open := func(uses []use, partner []int) bool {
		return slices.ContainsFunc(uses, func(u use) bool { return u.node >= 0 && partner[u.node] == none })
	}
	return open(s.usesA[i], s.AtoB) && open(s.usesB[k], s.BtoA)
}

// operandsAgree counts the operands of two nodes that are not constant and agree, of the
// larger number of such operands. Those of different operators may agree but for nodes in
// between that one model alone has, or be in another order.
func (s *search) operandsAgree(a, b *Node, other bool) (agree, of int) {
	old, now := a.computed(), b.computed()
	same := s.same
	if other && s.open {
		same = s.agree
	}
	for n, o := range old {
		if n < len(now) && same(o, now[n]) {
			agree++
		}
	}
	if (a.Commutes || b.Commutes) && len(old) == 2 && len(now) == 2 {
		crossed := 0
		for n, o := range old {
			if same(o, now[1-n]) {
				crossed++
			}
		}
		agree = max(agree, crossed)
	}
	return agree, max(len(old), len(now))
}

// computed are the operands that are neither constant nor left out.
func (n *Node) computed() (list []*Operand) {
	n.Read(func(_ int, o *Operand) {
		if o.From != FromConstant && o.From != Omitted {
			list = append(list, o)
		}
	})
	return list
}

// readersAgree counts the readers of two nodes that are pairs and read them in one role.
func (s *search) readersAgree(i, k int) (agree int) {
	for _, u := range s.usesA[i][:min(len(s.usesA[i]), mostBeside)] {
		for _, v := range s.usesB[k][:min(len(s.usesB[k]), mostBeside)] {
			if u.out != v.out {
				continue
			}
			if u.node < 0 && v.node < 0 && s.OutputsAtoB[-1-u.node] == -1-v.node ||
				u.node >= 0 && v.node >= 0 && s.AtoB[u.node] == v.node && role(&s.A.Nodes[u.node], u.operand) == role(&s.B.Nodes[v.node], v.operand) {
				agree++
				break
			}
		}
	}
	return agree
}

// same reports whether two operands are the same value, as far as it is known.
func (p *Pairing) same(a, b *Operand) bool {
	if a.From != b.From {
		return false
	}
	switch a.From {
	case FromInput:
		return p.InputsAtoB[a.At] == b.At
	case FromNode:
		// nodes that compute the same of the same are one value, whichever of them are pairs
		return a.Out == b.Out && (p.AtoB[a.At] == b.At || p.downA[a.At] == p.downB[b.At])
	case FromOuter:
		return p.AtoB[a.At] == b.At && a.Out == b.Out && a.Graph == b.Graph
	case FromConstant:
		return p.A.Constants[a.At].Hash == p.B.Constants[b.At].Hash
	}
	return true
}

// candidates are a heap, the best one first; of equal ones the first of the models.
type candidates []candidate

func (c candidates) Len() int { return len(c) }
func (c candidates) Less(i, k int) bool {
	x, y := c[i], c[k]
	if x.score != y.score {
		return x.score > y.score
	}
	if x.a != y.a {
		return x.a < y.a
	}
	return x.b < y.b
}
func (c candidates) Swap(i, k int) { c[i], c[k] = c[k], c[i] }
func (c *candidates) Push(x any)   { *c = append(*c, x.(candidate)) }
func (c *candidates) Pop() any {
	last := (*c)[len(*c)-1]
	*c = (*c)[:len(*c)-1]
	return last
}
