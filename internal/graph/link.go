package graph

import "github.com/fraccheck/fraccheck/internal/syntax"

// link finds the values that references lead to, and from them the uses.
func (b *builder) link() {
	b.resolveAll()
	b.Graph.values, b.Graph.blocks = exact(b.buffers.values), exact(b.buffers.blocks)
	b.operands = make([]Operand, len(b.edges))
	for i, e := range b.edges {
		b.operands[i] = Operand{b.resolved(e.ref), e.node, e.block}
	}
	for _, r := range b.lets {
		if v := b.resolved(r); v != None {
			b.Graph.values[v].bound = true
		}
	}
	b.used = makeRows(b.Len(), b.eachUse)
}

// exact is a copy that takes no more than its buffers.
func exact[T any](s []T) []T { return append(make([]T, 0, len(s)), s...) }

func (b *builder) eachUse(yield func(int32, Use)) {
	for user := range Value(b.Len()) {
		for i, o := range b.Operands(user) {
			if o.Value != None {
				yield(int32(o.Value), Use{user, int32(i), o.Node, o.Block})
			}
		}
	}
	for _, u := range b.unused {
		if v := b.resolved(u.ref); v != None {
			yield(int32(v), Use{None, u.position, u.node, u.block})
		}
	}
}

// resolveAll follows the references from every node.
func (b *builder) resolveAll() {
	b.at = make([]Value, b.item.Len())
	for n := range b.refs {
		b.shorten(syntax.NodeID(n))
	}
	for n, r := range b.refs {
		b.at[n] = None
		if r < 0 {
			b.at[n] = Value(-r - 1)
		}
	}
}

// shorten lets all nodes on the path from a node refer to its end, so that each
// step is taken once. Graph bindings that only name each other lead to nothing.
func (b *builder) shorten(n syntax.NodeID) {
	path := b.path[:0]
	r := ref(n)
	for r > 0 {
		path = append(path, syntax.NodeID(r))
		next := b.refs[r]
		b.refs[r] = 0 // until the end is known: a path that comes back ends here
		r = next
	}
	for _, passed := range path {
		b.refs[passed] = r
	}
	b.path = path
}

func (b *builder) resolved(r ref) Value {
	if r > 0 {
		r = b.refs[r]
	}
	if r < 0 {
		return Value(-r - 1)
	}
	return None
}
