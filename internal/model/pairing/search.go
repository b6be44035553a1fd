package pairing

import (
	"container/heap"
	"slices"
)

// A search pairs nodes beside those that are paired, the best candidates first.
type search struct {
	*Pairing
	mode
	queue candidates
	seen  map[[2]int]int // the best score that a candidate was queued with
}

// A candidate is two nodes that may be a pair.
type candidate struct{ score, a, b int }

// mostBeside bounds the readers of a value that are compared with each other.
const mostBeside = 64

// A mode says which nodes may be a pair.
type mode struct {
	other bool // those with different operators, at the same place
	open  bool // of these, those whose readers have no partner, too
}

func newSearch(p *Pairing, m mode) *search {
	return &search{Pairing: p, mode: m, seen: map[[2]int]int{}}
}

// run pairs candidates until none is left, and reports whether it found a pair.
func (s *search) run() (found bool) {
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
		found = true
	}
	return found
}

// atEnds queues the readers of inputs and the nodes that give outputs.
func (s *search) atEnds() {
	readers := func(g *Graph) [][]use {
		all := make([][]use, len(g.Inputs))
		for i := range g.Nodes {
			g.Nodes[i].read(func(k int, o *Operand) {
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

// beside queues the nodes in front of and behind a pair.
func (s *search) beside(i, k int) {
	a, b := &s.A.Nodes[i], &s.B.Nodes[k]
	s.readers(s.usesA[i], s.usesB[k])
	a.read(func(at int, o *Operand) {
		b.read(func(other int, q *Operand) {
			if role(a, at) == role(b, other) {
				s.sources(o, q)
			}
		})
	})
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

// score says how much two nodes agree in, and whether that makes them a candidate.
func (s *search) score(i, k int) (score int, ok bool) {
	a, b := &s.A.Nodes[i], &s.B.Nodes[k]
	if (a.Op == b.Op) == s.other {
		return 0, false
	}
	operands, of := s.operandsAgree(a, b)
	readers := s.readersAgree(i, k)
	if s.other && (operands < of || of == 0 || readers == 0 && !(s.open && s.openEnds(i, k)) || len(a.Inner)+len(b.Inner) > 0) {
		return 0, false
	}
	score = 3*operands + 3*readers
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
// larger number of such operands.
func (s *search) operandsAgree(a, b *Node) (agree, of int) {
	var left []*Operand
	computed := 0
	b.read(func(_ int, o *Operand) {
		if o.From != FromConstant && o.From != Omitted {
			left = append(left, o)
		}
	})
	of = len(left)
	a.read(func(at int, o *Operand) {
		if o.From == FromConstant || o.From == Omitted {
			return
		}
		computed++
		for n, q := range left {
			if q != nil && s.same(o, q) && (a.Commutes || b.Commutes || o.Role == q.Role || s.other && n == computed-1) {
				agree++
				left[n] = nil
				return
			}
		}
	})
	return agree, max(of, computed)
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
	case FromNode, FromOuter:
		return p.AtoB[a.At] == b.At && a.Out == b.Out
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
