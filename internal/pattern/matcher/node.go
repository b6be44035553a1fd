package matcher

import (
	"slices"
	"sync"

	"github.com/fraccheck/fraccheck/internal/digraph"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/pattern"
)

// A node is a pattern that was compiled, for one rule.
type node struct {
	*pattern.Pattern
	id       int32 // among those of all rules
	parts    []*node
	slot     int   // Variable, Capture: which name
	free     []int // the names in it that it does not own, or that a condition asks about
	written  bool  // whether it matches depends on how a place is written: is_var, is_let
	cached   bool  // what was found out about a place is kept
	operator string
	need     int  // AnyDepth: which of the set's needs its part is; 0 for none
	regroups bool // Call: it may match another grouping of a product and a quotient
	// owned are the names that are nowhere but in it: it binds them anew each
	// time it is entered. Of Dominates, those of its path.
	owned []int
}

// inner are the names that are nowhere but in a recursive pattern.
func (n *node) inner() []int {
	if n.Kind == pattern.Recursive {
		return n.owned
	}
	return nil
}

// A rule is a pattern.Rule that was compiled.
type rule struct {
	*pattern.Rule
	index int
	root  *node
	names []string
	slot  map[string]int
	asks  []asking
	needs []int // what must match somewhere in an expression that the rule matches
}

// A compiler makes the nodes of a rule.
type compiler struct {
	rule  *rule
	nodes []*node
	of    map[*pattern.Pattern]int
}

func (r *Rules) compile(p *pattern.Rule) *rule {
	c := &compiler{rule: &rule{Rule: p, index: len(r.rules), names: p.Names(), slot: map[string]int{}}, of: map[*pattern.Pattern]int{}}
	for i, name := range c.rule.names {
		c.rule.slot[name] = i
	}
	pattern.Walk(p.Match, func(p *pattern.Pattern) {
		c.of[p] = len(c.nodes)
		c.nodes = append(c.nodes, &node{Pattern: p, id: int32(r.nodes + len(c.nodes)), slot: -1})
	})
	r.nodes += len(c.nodes)
	for _, n := range c.nodes {
		c.connect(n)
	}
	c.findOwned()
	c.findFree()
	c.findAsks()
	c.findWritten()
	c.findCached()
	for _, n := range c.nodes {
		n.regroups = n.mayRegroup()
	}
	c.rule.root = c.nodes[0]
	return c.rule
}

func (c *compiler) connect(n *node) {
	n.parts = make([]*node, len(n.Parts))
	for i, p := range n.Parts {
		n.parts[i] = c.nodes[c.of[p]]
	}
	switch n.Kind {
	case pattern.Variable, pattern.Capture:
		n.slot = c.rule.slot[n.Name]
	case pattern.Operator:
		n.operator = canonical(n.Pattern.Name)
	}
}

// operators are those whose names a pattern may write.
var operators = sync.OnceValue(table.Default)

// canonical is the one name of an operator with several.
func canonical(name string) string {
	if o := operators()[name]; o != nil {
		return o.Canonical()
	}
	return name
}

// spread hands something on from parts to what they are parts of, until nothing
// changes: take reports whether it took something.
func (c *compiler) spread(take func(whole, part *node) bool) {
	above := make([][]*node, len(c.nodes))
	rest := make([]*node, len(c.nodes))
	for i, n := range c.nodes {
		rest[len(rest)-1-i] = n
		for _, p := range n.Parts {
			above[c.of[p]] = append(above[c.of[p]], n)
		}
	}
	for len(rest) > 0 {
		part := rest[0]
		rest = rest[1:]
		for _, whole := range above[c.of[part.Pattern]] {
			if take(whole, part) {
				rest = append(rest, whole)
			}
		}
	}
}

// findFree finds the names in each pattern on which it depends what else matches.
func (c *compiler) findFree() {
	sets := make([]map[int]bool, len(c.nodes))
	for i, n := range c.nodes {
		sets[i] = map[int]bool{}
		if n.slot >= 0 {
			sets[i][n.slot] = true
		}
	}
	asked := c.rule.asked()
	c.spread(func(whole, part *node) bool {
		to := sets[c.of[whole.Pattern]]
		before := len(to)
		for slot := range sets[c.of[part.Pattern]] {
			if asked[slot] || !slices.Contains(part.inner(), slot) && !(whole.Kind == pattern.Dominates && slices.Contains(whole.owned, slot)) {
				to[slot] = true
			}
		}
		return len(to) > before
	})
	for i, n := range c.nodes {
		for slot := range c.rule.names {
			if sets[i][slot] && (asked[slot] || !slices.Contains(n.inner(), slot)) {
				n.free = append(n.free, slot)
			}
		}
	}
}

// asked are the names that conditions ask about.
func (r *rule) asked() map[int]bool {
	asked := map[int]bool{}
	for _, c := range r.Where {
		for _, slot := range r.slotsOf(c) {
			asked[slot] = true
		}
	}
	return asked
}

// slotsOf are the names that a condition asks about.
func (r *rule) slotsOf(c *pattern.Condition) []int {
	var slots []int
	rest := []*pattern.Condition{c}
	for len(rest) > 0 {
		c := rest[len(rest)-1]
		rest = append(rest[:len(rest)-1], c.Operands...)
		if slot, ok := r.slot[c.Name]; ok && c.Kind == pattern.Named && !slices.Contains(slots, slot) {
			slots = append(slots, slot)
		}
	}
	return slots
}

// findAsks finds the names in conditions that are bound anew from time to time.
func (c *compiler) findAsks() {
	owned := map[int]bool{}
	for _, n := range c.nodes {
		for _, slot := range n.owned {
			owned[slot] = true
		}
	}
	for _, where := range c.rule.Where {
		a := asking{Condition: where}
		for _, slot := range c.rule.slotsOf(where) {
			if owned[slot] {
				a.many = append(a.many, slot)
			}
		}
		c.rule.asks = append(c.rule.asks, a)
	}
}

// here are the patterns whose parts are tried at the same place.
var here = map[pattern.Kind]bool{
	pattern.Capture: true, pattern.Or: true, pattern.And: true, pattern.Recursive: true, pattern.AnyDepth: true, pattern.Dominates: true,
}

func (c *compiler) findWritten() {
	for _, n := range c.nodes {
		n.written = n.Kind == pattern.Local || n.Kind == pattern.Let || n.Kind == pattern.Expression || n.Kind == pattern.AnyDepth
	}
	c.spread(func(whole, part *node) bool {
		took := here[whole.Kind] && part.written && !whole.written
		whole.written = whole.written || took
		return took
	})
}

// findOwned finds for each name the innermost recursive pattern, or path of a
// dominator, outside of which it does not stand: in the graph of the patterns,
// that dominates all nodes of the name.
func (c *compiler) findOwned() {
	n := int32(len(c.nodes))
	var edges []digraph.Edge
	paths := map[int32]*node{} // nodes that represent the paths of dominators
	for i, from := range c.nodes {
		for k, p := range from.Parts {
			at := int32(i)
			if from.Kind == pattern.Dominates && k == 1 {
				at = n + int32(len(paths))
				paths[at] = from
				edges = append(edges, digraph.Edge{From: int32(i), To: at})
			}
			edges = append(edges, digraph.Edge{From: at, To: int32(c.of[p])})
		}
	}
	tree := digraph.NewTree(digraph.New(int(n)+len(paths), edges).Dominators(0))
	common := make([]int32, len(c.rule.names))
	for i, from := range c.nodes {
		if from.slot < 0 {
			continue
		}
		if common[from.slot] == 0 {
			common[from.slot] = int32(i) + 1
			continue
		}
		common[from.slot] = tree.Common(common[from.slot]-1, int32(i)) + 1
	}
	for slot, at := range common {
		for at--; at > 0; at = tree.Parent(at) {
			owner := paths[at]
			if at < n && c.nodes[at].Kind == pattern.Recursive {
				owner = c.nodes[at]
			}
			if owner != nil {
				owner.owned = append(owner.owned, slot)
				break
			}
		}
	}
	if len(c.nodes) > 0 && c.nodes[0].Kind == pattern.Recursive {
		c.ownRest(common)
	}
}

// ownRest gives a recursive pattern that is the whole the names that nothing in it
// owns.
func (c *compiler) ownRest(common []int32) {
	owned := map[int]bool{}
	for _, n := range c.nodes {
		for _, slot := range n.owned {
			owned[slot] = true
		}
	}
	for slot := range common {
		if !owned[slot] {
			c.nodes[0].owned = append(c.nodes[0].owned, slot)
		}
	}
}

// findCached finds the patterns that may come by a place often: recursive ones,
// and those with several ways below several ways.
func (c *compiler) findCached() {
	deep := make([]int, len(c.nodes))
	c.spread(func(whole, part *node) bool {
		d := deep[c.of[part.Pattern]]
		if branches(whole) {
			d++
		}
		at := &deep[c.of[whole.Pattern]]
		if d <= *at || *at > 2 {
			return false
		}
		*at = min(d, 3)
		return true
	})
	for i, n := range c.nodes {
		n.cached = n.Kind == pattern.Recursive || n.Kind == pattern.AnyDepth || n.Kind == pattern.Dominates || deep[i] > 2 && branches(n)
	}
}

func branches(n *node) bool {
	return n.Kind == pattern.Or || n.Kind == pattern.Call && len(n.Parts) == 3 || n.Kind == pattern.AnyDepth
}
