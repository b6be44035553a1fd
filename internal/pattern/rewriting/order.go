package rewriting

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// What would change the order of effects, or copy or lose one, is not rewritten. The
// expressions that a match leaves as they are, its leaves, are evaluated in some
// order, and those of them that the template names are evaluated in its order
// afterwards. What the pattern itself covers must do nothing but give values.

// A leafUse is a leaf as evaluation comes by.
type leafUse struct {
	hole        *hole // nil for what the template does not name
	node        syntax.NodeID
	impure      bool
	partial     bool // fails or does not end
	conditional bool // it is evaluated in another block
}

// ordered reports whether effects stay what they are.
func (p *planner) ordered() bool {
	leaves, ok := p.leaves()
	if !ok {
		return false
	}
	impure := slices.ContainsFunc(leaves, func(l leafUse) bool { return l.impure })
	for _, l := range leaves {
		if l.impure && (l.hole == nil || l.conditional || !l.hole.used.certain || l.hole.used.repeated) {
			return false
		}
		if l.partial && l.conditional && l.hole != nil && l.hole.used.certain {
			return false // it would be evaluated where it was not
		}
	}
	return !impure || p.sameOrder(leaves)
}

// sameOrder reports whether all leaves that do more than to give a value come in the
// order of the template.
func (p *planner) sameOrder(leaves []leafUse) bool {
	rank := map[*hole]int{}
	for i, name := range p.order {
		rank[p.holes[name]] = i
	}
	last := -1
	for _, l := range leaves {
		if l.hole == nil || !l.impure && !l.partial {
			continue
		}
		r := rank[l.hole]
		if r <= last || !l.hole.used.certain {
			return false
		}
		last = r
	}
	return true
}

// leaves follows evaluation through what the match covers; false where that has an
// effect of its own.
func (p *planner) leaves() ([]leafUse, bool) {
	holes := map[graph.Value]*hole{}
	for _, name := range p.order {
		if h := p.holes[name]; h.site.Value != graph.None {
			holes[h.site.Value] = h
		}
	}
	if h := holes[p.root]; h != nil {
		return []leafUse{p.leafOf(h, p.at, p.graph.Block(p.root))}, true
	}
	if !p.effects.Own(p.graph.Node(p.root)).Pure() {
		return nil, false
	}
	var found []leafUse
	rest := reversed(p.graph.Operands(p.root))
	for len(rest) > 0 {
		o := rest[len(rest)-1]
		rest = rest[:len(rest)-1]
		switch h := holes[o.Value]; {
		case o.Value == graph.None:
		case h != nil && p.stays(h, o.Node):
			found = append(found, p.leafOf(h, o.Node, o.Block))
		case h != nil:
			found = append(found, p.leafOf(nil, o.Node, o.Block))
		case !p.covered[o.Value]:
			found = append(found, p.leafOf(nil, o.Node, o.Block))
		case p.reference(o.Node) || p.stated(o.Node):
			// All of it is evaluated elsewhere, or together with statements.
			if !p.behavior(o.Node).Pure() {
				return nil, false
			}
			rest = append(rest, reversed(p.graph.Operands(o.Value))...)
		case !p.effects.Own(p.graph.Node(o.Value)).Pure():
			return nil, false
		default:
			rest = append(rest, reversed(p.graph.Operands(o.Value))...)
		}
	}
	return found, true
}

// stays reports whether what evaluates an operand is there after the change: the name of
// a variable is read, or the expression itself was moved. One value may be written in
// several ways, of which others do more: `{ ref_write(%r, 1); %x }`.
func (p *planner) stays(h *hole, operand syntax.NodeID) bool {
	return p.reference(operand) || h.name == "" && p.core(h.node) == p.core(operand)
}

func reversed(operands []graph.Operand) []graph.Operand {
	operands = slices.Clone(operands)
	slices.Reverse(operands)
	return operands
}

// reference reports whether n is an operand that is written as the name of a variable.
func (p *planner) reference(n syntax.NodeID) bool { return p.variable(p.core(n)) != nil }

// stated reports whether n is an operand in braces with statements.
func (p *planner) stated(n syntax.NodeID) bool {
	n = p.core(n)
	return p.item.Kind(n) == syntax.Block && len(p.item.Kids(n)) > 1
}

func (p *planner) leafOf(h *hole, n syntax.NodeID, block graph.Block) leafUse {
	does := p.behavior(n)
	return leafUse{
		hole: h, node: n, impure: !does.Pure(), partial: !does.Total(),
		conditional: p.within(block, p.graph.Block(p.root)),
	}
}

// within reports whether block b lies inside another one.
func (s *subject) within(b, outer graph.Block) bool {
	blocks := s.graph.Blocks()
	inner := b
	for inner > outer {
		inner = blocks[inner].Around
	}
	return inner == outer && b != outer
}

// descending are values, the largest first.
func descending(set map[graph.Value]bool) []graph.Value {
	all := make([]graph.Value, 0, len(set))
	for v := range set {
		all = append(all, v)
	}
	slices.Sort(all)
	slices.Reverse(all)
	return all
}
