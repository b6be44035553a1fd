package rewriting

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/matcher"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A group is a match that becomes a function of its own.
type group struct {
	*subject
	match    *matcher.Match
	root     graph.Value
	inner    map[graph.Value]bool // what the function computes, root among it
	embedded map[graph.Value]bool // constants that stay inside
	order    []graph.Value        // inner, as it is evaluated
	inputs   []graph.Operand      // what that is computed from, likewise; function literals alone have more
}

// groupOf is the group of a match, and how many expressions that covers. why is what is said of
// a match that makes none; "" where nothing is: what lies inside is needed outside, too.
func (s *subject) groupOf(m *matcher.Match) (g *group, covered int, why string) {
	root := m.At.Value
	switch {
	case root == graph.None:
		return nil, 0, "a `let` as a whole is no value that a function could give"
	case s.graph.Kind(root) == graph.Function:
		return nil, 0, "the match is nothing but a function literal, which needs no function around it"
	case s.isPattern(m.At.Node):
		return nil, 0, "" // a part that a tuple pattern takes out; its names are matches, too
	case s.given(root):
		return nil, 0, "the match is nothing but a name or a constant"
	}
	g = &group{subject: s, match: m, root: root, inner: map[graph.Value]bool{root: true}, embedded: map[graph.Value]bool{}}
	covers := m.Covered()
	for _, c := range covers {
		if c.In == s.seen && c.Value != graph.None {
			g.cover(c)
		}
	}
	if g.made() || g.neededOutside() {
		return nil, len(covers), ""
	}
	g.sort()
	if !g.pure() {
		return nil, len(covers), "an effect would move into a function"
	}
	return g, len(covers), ""
}

// embedding are the patterns whose constants stay inside.
var embedding = map[pattern.Kind]bool{pattern.AnyConstant: true, pattern.Constant: true, pattern.Expression: true}

func (g *group) cover(c matcher.Cover) {
	switch {
	case g.graph.Kind(c.Value) == graph.Literal:
		if embedding[c.By.Kind] {
			g.embedded[c.Value] = true
		}
	case !g.given(c.Value):
		g.inner[c.Value] = true
	}
}

// given reports whether v is no computation, or is one of a match as a whole: what a
// clause takes out of a constructor.
func (s *subject) given(v graph.Value) bool { return s.leaf(v) || s.graph.Kind(v) == graph.Field }

// made reports whether g is a group that is a part of a function which was made for a group before,
// or that holds or calls one.
func (g *group) made() bool {
	for v := range g.inner {
		if g.isMade(v) || g.graph.Kind(v) == graph.Call && g.isMade(g.graph.Operands(v)[0].Value) {
			return true
		}
		blocks := g.graph.Blocks()
		for b := g.graph.Block(v); b != graph.Body; b = blocks[b].Around {
			if g.isMade(blocks[b].Opener) {
				return true
			}
		}
	}
	return false
}

// partitioned is the attribute of functions that were made for a group.
const partitioned = "PartitionedFromPattern"

func (g *group) isMade(v graph.Value) bool {
	return v != graph.None && g.graph.Kind(v) == graph.Function && g.madeAt(g.graph.Node(v))
}

// madeAt reports whether fn is a function literal that was made for a group.
func (s *subject) madeAt(fn syntax.NodeID) bool {
	if s.item.Kind(fn) != syntax.Fn {
		return false
	}
	return slices.ContainsFunc(s.item.Kids(s.item.Fn(fn).Params), func(n syntax.NodeID) bool {
		return s.item.Kind(n) == syntax.NamedArg && s.item.SourceText(s.item.NameOf(n)) == partitioned
	})
}

// declares reports whether name is a name that a variable of the item has, other than the
// parameters of functions that were made: these stay whole.
func (s *subject) declares(name string) bool {
	return slices.ContainsFunc(s.named(name), func(binder syntax.NodeID) bool {
		n := s.parent(binder)
		for n != syntax.NoNode && s.item.Kind(n) != syntax.Fn && s.item.Kind(n) != syntax.Block {
			n = s.parent(n)
		}
		return !s.madeAt(n)
	})
}

// neededOutside reports whether g is a value inside that something else needs, other than on its
// way to the root.
func (g *group) neededOutside() bool {
	for v := range g.inner {
		if v == g.root {
			continue
		}
		for _, use := range g.graph.Uses(v) {
			if use.User == graph.None || !g.holds(use.User) && !g.graph.PostDominates(g.root, use.User) {
				return true
			}
		}
	}
	return false
}

// holds reports whether v is a value inside, or in a function literal inside.
func (g *group) holds(v graph.Value) bool {
	if g.inner[v] {
		return true
	}
	blocks := g.graph.Blocks()
	for b := g.graph.Block(v); b != graph.Body; b = blocks[b].Around {
		if o := blocks[b].Opener; o != graph.None && g.inner[o] && g.graph.Kind(o) == graph.Function {
			return true
		}
	}
	return false
}

// sort follows evaluation through what is inside.
func (g *group) sort() {
	type visit struct {
		of   graph.Operand
		done bool
	}
	seen := map[graph.Value]bool{}
	rest := []visit{{of: graph.Operand{Value: g.root}}}
	for len(rest) > 0 {
		at := rest[len(rest)-1]
		rest = rest[:len(rest)-1]
		v := at.of.Value
		switch {
		case at.done:
			g.order = append(g.order, v)
		case v == graph.None || seen[v]:
		case !g.inner[v]:
			g.inputs = append(g.inputs, at.of)
		default:
			seen[v] = true
			rest = append(rest, visit{at.of, true})
			if g.graph.Kind(v) != graph.Function {
				for _, o := range reversed(g.graph.Operands(v)) {
					rest = append(rest, visit{of: o})
				}
			}
		}
	}
}

// pure reports whether all that is inside has no effect. Function literals do nothing
// before they are called, and then what the call does.
func (g *group) pure() bool {
	return !slices.ContainsFunc(g.order, func(v graph.Value) bool {
		return g.graph.Kind(v) != graph.Function && !g.effects.Own(g.graph.Node(v)).Pure()
	})
}

// title is the value of PartitionedFromPattern: what is inside, as it is evaluated.
func (g *group) title() string {
	var title strings.Builder
	for _, v := range g.order {
		if g.graph.Kind(v) != graph.Function {
			title.WriteString(g.titleOf(v) + "_")
			continue
		}
		for w := range graph.Value(g.graph.Len()) {
			if g.graph.Kind(w) == graph.Operation && g.holdsIn(v, w) {
				title.WriteString(g.titleOf(w) + "_")
			}
		}
	}
	return title.String()
}

// holdsIn reports whether function is a value in the block of a function literal, or in one inside of it.
func (g *group) holdsIn(function, v graph.Value) bool {
	blocks := g.graph.Blocks()
	for b := g.graph.Block(v); b != graph.Body; b = blocks[b].Around {
		if blocks[b].Opener == function {
			return true
		}
	}
	return false
}

// titles are the names of what is no operator.
var titles = map[graph.Kind]string{
	graph.Tuple: "Tuple", graph.List: "List", graph.If: "If", graph.Match: "Match", graph.Construct: "Call",
}

func (g *group) titleOf(v graph.Value) string {
	switch kind := g.graph.Kind(v); kind {
	case graph.Operation:
		if a, ok := g.nav.Application(g.graph.Node(v)); ok {
			return a.Op.Canonical()
		}
		return "Call"
	case graph.Project:
		return "TupleGetItem" + op.Int(int64(g.graph.Index(v))).String()
	case graph.Call:
		if callee := g.graph.Operands(v)[0].Value; callee != graph.None && g.graph.Kind(callee) == graph.Function {
			return "FunctionCall"
		}
		return "Call"
	default:
		return titles[kind]
	}
}

// outer is the variable outside of a node that the node names; nil for none.
func (g *group) outer(n, root syntax.NodeID) *typecheck.Object {
	if kind := g.item.Kind(n); kind != syntax.Local && kind != syntax.Name {
		return nil
	}
	o := g.nav.ObjectAt(n)
	if o == nil || o.Kind != typecheck.LocalObject || o.Item != g.item || g.nav.Within(o.Node, root) {
		return nil
	}
	return o
}
