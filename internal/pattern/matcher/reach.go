package matcher

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/pattern"
)

// What a pattern needs beneath the place that it matches.
//
// any_depth(p) matches at a place if p matches there or at something that the place is
// computed from. To try the rule at each place costs the product of rules and places. Instead:
//
//  1. A rule is compiled to needs: patterns of which each must match somewhere in the
//     expression. They are the patterns under any_depth, and constants that stand too deep for
//     the discrimination tree. Equal needs of several rules are one.
//  2. The skeletons of all needs are planted in a discrimination tree of their own. One pass
//     over the values of a subject finds the seeds of each need: the values at which it may
//     match.
//  3. The reach of a need is what is computed from its seeds: found once, when a rule first
//     asks, in time linear in the graph. Outside of it the rules that have the need are not
//     tried, and any_depth does not descend there.
//
// Skeletons admit all that a pattern matches, and so do reaches: nothing is missed.

// A need is a pattern that must match somewhere in an expression.
type need struct {
	skeletons []*skeleton
	node      *node // the AnyDepth that it is of; nil for others
}

// needs are those of a set of rules.
type needs struct {
	tree  branch          // leads to the numbers of needs
	alike map[*branch]int // the need that a branch alone leads to
	rules [][]int         // by need: the rules without a head that are tried in its reach
	count int
}

// plantNeeds compiles what a rule needs. It reports whether the rule is tried only in the
// reach of a need, because nothing is known of its head.
func (r *Rules) plantNeeds(of *rule, headed bool) bool {
	s := &sketcher{left: mostHere, constants: &r.constants}
	for _, n := range s.needs(of.root, depthOfTree, map[*node]bool{}) {
		i := r.needs.plant(n.skeletons)
		if n.node != nil {
			n.node.need = i
		}
		if !slices.Contains(of.needs, i) {
			of.needs = append(of.needs, i)
		}
	}
	if headed || len(of.needs) == 0 {
		return false
	}
	last := of.needs[len(of.needs)-1]
	r.needs.rules[last] = append(r.needs.rules[last], of.index)
	return true
}

// plant returns the number of a need, from 1.
func (n *needs) plant(skeletons []*skeleton) int {
	var leaf *branch
	for _, sk := range skeletons {
		leaf = n.tree.plant(sk)
	}
	if known := n.alike[leaf]; known > 0 && len(skeletons) == 1 {
		return known
	}
	n.count++
	n.rules = append(n.rules, make([][]int, n.count+1-len(n.rules))...)
	for _, sk := range skeletons {
		leaf = n.tree.plant(sk)
		leaf.rules = append(leaf.rules, n.count)
	}
	if len(skeletons) == 1 {
		n.alike[leaf] = n.count
	}
	return n.count
}

// needs returns what must match somewhere in whatever a pattern matches. Of functions and
// paths, which may lead elsewhere, nothing is said.
func (s *sketcher) needs(n *node, depth int, met map[*node]bool) []need {
	if s.left--; s.left < 0 || met[n] {
		return nil
	}
	met[n] = true
	switch n.Kind {
	case pattern.Constant:
		if depth <= 0 {
			return needOf(s.leaves(n, false), nil)
		}
	case pattern.AnyDepth:
		body := n.parts[0]
		return append(needOf(s.sketch(body, depthOfTree, true), n), s.needs(body, depthOfTree, met)...)
	case pattern.Or:
		a, b := s.needs(n.parts[0], depth, met), s.needs(n.parts[1], depth, met)
		if len(a) > 0 && len(b) > 0 {
			return needOf(union(mostAtTop, a[0].skeletons, b[0].skeletons), nil)
		}
	case pattern.Capture, pattern.Recursive, pattern.And:
		return s.needsOf(n.parts, depth, met)
	case pattern.Dominates:
		return s.needs(n.parts[2], depth, met)
	case pattern.Call, pattern.Tuple, pattern.List, pattern.Projection, pattern.If:
		return s.needsOf(n.parts, depth-1, met)
	}
	return nil
}

func (s *sketcher) needsOf(parts []*node, depth int, met map[*node]bool) (all []need) {
	for _, p := range parts {
		all = append(all, s.needs(p, depth, met)...)
	}
	return all
}

// needOf is a need, if its skeletons say of which values it may match: variables and `let`s
// are not found by value.
func needOf(skeletons []*skeleton, of *node) []need {
	for _, sk := range skeletons {
		if sk == nil || sk.head.kind == variableSite || sk.head.kind == letSite {
			return nil
		}
	}
	return []need{{skeletons, of}}
}

// reaches are those of the needs of a set of rules in a view.
type reaches struct {
	*view
	seeds [][]graph.Value // by need
	found []int           // the needs that have seeds
	known [][]bool        // by need, once asked for: which values it reaches
	users [][]graph.Value // by value: what is computed from it
}

// reaches finds the seeds of all needs of a set of rules.
func (r *Rules) reaches(w *view) *reaches {
	n := r.needs.count + 1
	found := &reaches{view: w, seeds: make([][]graph.Value, n), known: make([][]bool, n)}
	if r.needs.count == 0 {
		return found
	}
	found.users = make([][]graph.Value, w.graph.Len())
	for v := range graph.Value(w.graph.Len()) {
		seed := func(numbers []int) {
			for _, i := range numbers {
				switch at := found.seeds[i]; {
				case len(at) == 0:
					found.found = append(found.found, i)
					fallthrough
				case at[len(at)-1] != v:
					found.seeds[i] = append(at, v)
				}
			}
		}
		r.needs.tree.candidates(&r.constants, w.self(v), otherHead, seed)
		if k := w.graph.Kind(v); k == graph.Operation || k == graph.Construct {
			r.needs.tree.candidates(&r.constants, w.self(v), appliedSite, seed)
		}
		for _, o := range w.graph.Operands(v) {
			if o.Value != graph.None {
				found.users[o.Value] = append(found.users[o.Value], v)
			}
		}
	}
	return found
}

// has reports whether something that a place is computed from may match a need.
func (r *reaches) has(need int, at place) bool {
	if len(r.seeds[need]) == 0 {
		return false
	}
	if at.role == letting {
		at = at.in.behind(at.node)
	}
	if at.value == graph.None {
		return true
	}
	if r.known[need] == nil {
		r.known[need] = r.from(r.seeds[need])
	}
	return r.known[need][at.value]
}

// from marks what is computed from some values, and those.
func (r *reaches) from(seeds []graph.Value) []bool {
	marked := make([]bool, r.graph.Len())
	rest := slices.Clone(seeds)
	for len(rest) > 0 {
		v := rest[len(rest)-1]
		rest = rest[:len(rest)-1]
		if !marked[v] {
			marked[v] = true
			rest = append(rest, r.users[v]...)
		}
	}
	return marked
}

// mayTry reports whether all that a rule needs may match somewhere in what a place of the
// subject is computed from.
func (m *Matcher) mayTry(r *rule, at place) bool {
	for _, need := range r.needs {
		if !m.reaches.has(need, at) {
			return false
		}
	}
	return true
}
