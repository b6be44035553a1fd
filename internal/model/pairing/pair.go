package pairing

import "slices"

// none is the partner of a node that has none.
const none = -1

// A Pairing says which nodes, inputs and outputs of two graphs belong together.
type Pairing struct {
	A, B *Graph
	// By index in one graph, the index in the other; -1 for none.
	AtoB, BtoA       []int
	InputsAtoB       []int
	InputsBtoA       []int
	OutputsAtoB      []int
	usesA, usesB     [][]use
	outerA, outerB   [][]use
	plainA, plainB   []label // of operators with attributes alone
	weightA, weightB []label // of the constants that nodes read
	downA, downB     []label // of all that nodes are computed from
}

// Pair finds the nodes of two graphs that do the same work.
func Pair(a, b *Graph) *Pairing {
	p := &Pairing{
		A: a, B: b, AtoB: filled(len(a.Nodes)), BtoA: filled(len(b.Nodes)),
	}
	p.usesA, p.outerA = a.uses()
	p.usesB, p.outerB = b.uses()
	p.pairInputs()
	p.pairOutputs()
	p.plainA, p.weightA = ownLabels(a)
	p.plainB, p.weightB = ownLabels(b)
	p.byLabels(allContents)
	p.byWeights()
	p.byLabels(shapeContents)
	p.byLabels(noContents)
	newSearch(p, false).run()
	for range mostRounds {
		if !p.byNeighbours() {
			break
		}
		newSearch(p, false).run()
	}
	newSearch(p, true).run()
	p.byNames()
	return p
}

// byNames exchanges the partner of a node for a neighbour of the partner that has none, and the
// node's name and all that the node is by itself: of two equal nodes in a row, one of which is
// new, that one is which has the new name.
func (p *Pairing) byNames() {
	beside := func(g *Graph, free, taken int) bool {
		reads := func(i, k int) (yes bool) {
			g.Nodes[i].Read(func(_ int, o *Operand) { yes = yes || o.From == FromNode && o.At == k })
			return yes
		}
		return reads(free, taken) || reads(taken, free)
	}
	alike := func(i, k int) bool {
		return p.A.Nodes[i].Name == p.B.Nodes[k].Name && p.plainA[i] == p.plainB[k] && p.weightA[i] == p.weightB[k]
	}
	namesA, namesB := p.A.byName(), p.B.byName()
	for i, k := range p.AtoB {
		if k == none || p.A.Nodes[i].Name == p.B.Nodes[k].Name {
			continue
		}
		if other, ok := namesB[p.A.Nodes[i].Name]; ok && p.BtoA[other] == none && alike(i, other) && beside(p.B, other, k) {
			p.BtoA[k] = none
			p.join(i, other)
		} else if other, ok := namesA[p.B.Nodes[k].Name]; ok && p.AtoB[other] == none && alike(other, k) && beside(p.A, other, i) {
			p.AtoB[i] = none
			p.join(other, k)
		}
	}
}

// byName are the nodes by their names.
func (g *Graph) byName() map[string]int {
	all := make(map[string]int, len(g.Nodes))
	for i := range g.Nodes {
		all[g.Nodes[i].Name] = i
	}
	return all
}

// mostRounds bounds how often the labels of neighbourhoods are made.
const mostRounds = 16

// byNeighbours pairs nodes that are left and alone have the label of their neighbourhood, from
// large ones to small ones, and reports whether there are any. That finds stretches of nodes
// with a change at either end.
func (p *Pairing) byNeighbours() (found bool) {
	if !slices.Contains(p.AtoB, none) || !slices.Contains(p.BtoA, none) {
		return false
	}
	for _, with := range []contents{allContents, shapeContents} {
		for _, radius := range []int{6, 3, 1} {
			la, lb := &labeler{Graph: p.A, with: with}, &labeler{Graph: p.B, with: with}
			a, b := la.neighbours(p.AtoB, p.usesA, radius, false), lb.neighbours(p.BtoA, p.usesB, radius, true)
			found = p.equal(a, b, false) || found
		}
	}
	return p.byWeights() || found
}

// byWeights pairs nodes that alone have their operator, attributes and constants, and reports
// whether there are any.
func (p *Pairing) byWeights() bool {
	return p.equal(ownWeights(p.plainA, p.weightA), ownWeights(p.plainB, p.weightB), false)
}

// ownWeights are the labels of nodes by themselves where they have constants; each other node
// has a label that no node of the other graph has.
func ownWeights(plain, weight []label) []label {
	all := make([]label, len(plain))
	for i := range all {
		if all[i] = mix(plain[i], weight[i]); weight[i] == 0 {
			all[i] = noLabel
		}
	}
	return all
}

func filled(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = none
	}
	return list
}

// ownLabels are the labels of nodes by themselves: operators with attributes, and constants.
func ownLabels(g *Graph) (plain, weight []label) {
	l := &labeler{Graph: g, with: allContents}
	plain, weight = make([]label, len(g.Nodes)), make([]label, len(g.Nodes))
	for i := range g.Nodes {
		n := &g.Nodes[i]
		plain[i] = l.node(n)
		n.Read(func(k int, o *Operand) {
			if o.From == FromConstant {
				weight[i] = mix(weight[i], l.constant(o.At), textLabel(role(n, k)))
			}
		})
	}
	return plain, weight
}

// pairInputs pairs the inputs by their names, and those that are left by their order if their
// types are equal, whatever their extents are called.
func (p *Pairing) pairInputs() {
	p.InputsAtoB, p.InputsBtoA = filled(len(p.A.Inputs)), filled(len(p.B.Inputs))
	byName := map[string]int{}
	for i := range p.B.Inputs {
		byName[p.B.Inputs[i].Name] = i
	}
	join := func(i, k int) { p.InputsAtoB[i], p.InputsBtoA[k] = k, i }
	for i := range p.A.Inputs {
		if k, ok := byName[p.A.Inputs[i].Name]; ok && p.InputsBtoA[k] == none {
			join(i, k)
		}
	}
	alone := func(g *Graph, i int) string { return (&Graph{Inputs: g.Inputs[i : i+1]}).inputTypes()[0] }
	for i := range p.A.Inputs {
		if p.InputsAtoB[i] != none {
			continue
		}
		for k := range p.B.Inputs {
			if p.InputsBtoA[k] == none && alone(p.A, i) == alone(p.B, k) {
				join(i, k)
				break
			}
		}
	}
}

// pairOutputs pairs the outputs by their names, and those that are left by their order.
func (p *Pairing) pairOutputs() {
	p.OutputsAtoB = filled(len(p.A.Outputs))
	taken := make([]bool, len(p.B.Outputs))
	for i := range p.A.Outputs {
		k := slices.IndexFunc(p.B.Outputs, func(o Output) bool { return o.Name == p.A.Outputs[i].Name })
		if k >= 0 && !taken[k] {
			p.OutputsAtoB[i], taken[k] = k, true
		}
	}
	for i := range p.A.Outputs {
		if k := slices.Index(taken, false); p.OutputsAtoB[i] == none && k >= 0 {
			p.OutputsAtoB[i], taken[k] = k, true
		}
	}
}

// byLabels pairs nodes whose labels agree from both ends, then those that agree from one end
// and are the only ones of their label.
func (p *Pairing) byLabels(with contents) {
	la, lb := &labeler{Graph: p.A, with: with}, &labeler{Graph: p.B, with: with}
	la.inputs, lb.inputs = portLabels(len(p.A.Inputs), len(p.B.Inputs), p.InputsAtoB)
	la.outputs, lb.outputs = portLabels(len(p.A.Outputs), len(p.B.Outputs), p.OutputsAtoB)
	downA, downB := la.fromInputs(), lb.fromInputs()
	if with == allContents {
		p.downA, p.downB = downA, downB
	}
	upA, upB := la.fromOutputs(p.usesA), lb.fromOutputs(p.usesB)
	both := func(down, up []label) []label {
		all := make([]label, len(down))
		for i := range all {
			all[i] = mix(down[i], up[i])
		}
		return all
	}
	p.equal(both(downA, upA), both(downB, upB), true)
	p.equal(downA, downB, false)
	p.equal(upA, upB, false)
}

// portLabels gives inputs, or outputs, that are a pair one label, and each other one its own.
func portLabels(a, b int, pairs []int) (la, lb []label) {
	la, lb = make([]label, a), make([]label, b)
	for k := range lb {
		lb[k] = label(2*k + 1)
	}
	for i := range la {
		la[i] = label(2*i + 2)
		if k := pairs[i]; k != none {
			lb[k] = la[i]
		}
	}
	return la, lb
}

// equal pairs nodes that have no partner yet and one label. Where several nodes share a label,
// they are paired only if wanted, and if both graphs have as many: by their names, then in
// their order. It reports whether there are any.
func (p *Pairing) equal(a, b []label, several bool) (found bool) {
	type group struct{ a, b []int }
	groups := map[label]*group{}
	for i, l := range a {
		if p.AtoB[i] == none && l != noLabel {
			if groups[l] == nil {
				groups[l] = &group{}
			}
			groups[l].a = append(groups[l].a, i)
		}
	}
	for k, l := range b {
		if g := groups[l]; g != nil && p.BtoA[k] == none {
			g.b = append(g.b, k)
		}
	}
	for i, l := range a {
		g := groups[l]
		if g == nil || g.a[0] != i || len(g.a) != len(g.b) || len(g.a) > 1 && !several {
			continue
		}
		p.joinAlike(g.a, g.b)
		found = true
	}
	return found
}

// joinAlike pairs as many nodes as there are others, all of them alike.
func (p *Pairing) joinAlike(a, b []int) {
	names := map[string]int{}
	for _, k := range b {
		names[p.B.Nodes[k].Name] = k
	}
	for _, i := range a {
		if k, ok := names[p.A.Nodes[i].Name]; ok && p.BtoA[k] == none {
			p.join(i, k)
		}
	}
	next := 0
	for _, i := range a {
		if p.AtoB[i] != none {
			continue
		}
		for p.BtoA[b[next]] != none {
			next++
		}
		p.join(i, b[next])
	}
}

func (p *Pairing) join(i, k int) { p.AtoB[i], p.BtoA[k] = k, i }
