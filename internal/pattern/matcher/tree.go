package matcher

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/graph"
)

// A branch is a node of the discrimination tree of all rules (J. Christian,
// Flatterms, discrimination nets, and fast term rewriting, 1993): expressions are
// read in prefix order, head by head, and what no rule looks at is passed over as
// a whole.
type branch struct {
	heads map[head]*branch
	any   *branch // what is here is passed over
	rules []int   // which may match what was read so far
}

// A pending is what remains to be read: the operands of a value, then more.
type pending struct {
	in       *view
	value    graph.Value
	next, to int32
	rest     *pending
}

// first is what remains to be read of the operands of a value.
func (w *view) first(v graph.Value, arity int32, rest *pending) *pending {
	if arity <= 0 {
		return rest
	}
	from := int32(0)
	if w.graph.Kind(v) == graph.Call {
		from = 1
	}
	return &pending{w, v, from, from + arity, rest}
}

// find gives the rules that may match what remains to be read. The tree is as deep
// as skeletons are.
func (b *branch) find(c *constants, todo *pending, yield func(rules []int)) {
	if len(b.rules) > 0 {
		yield(b.rules)
	}
	if todo == nil {
		return
	}
	rest := todo.rest
	if todo.next+1 < todo.to {
		rest = &pending{todo.in, todo.value, todo.next + 1, todo.to, todo.rest}
	}
	if b.any != nil {
		b.any.find(c, rest, yield)
	}
	if len(b.heads) > 0 {
		if at := todo.in.operand(todo.value, int(todo.next)); at.value != graph.None {
			b.enter(c, at, rest, yield)
		}
	}
}

// candidates gives the rules that may match at a place where rules are tried.
func (b *branch) candidates(c *constants, at place, kind headKind, yield func(rules []int)) {
	if b.any != nil {
		b.any.find(c, nil, yield)
	}
	if kind == otherHead {
		b.enter(c, at, nil, yield)
	} else if to := b.heads[head{kind: kind}]; to != nil {
		to.find(c, nil, yield)
	}
}

// wants reports whether rules may match at places of a kind.
func (b *branch) wants(kind headKind) bool { return b.any != nil || b.heads[head{kind: kind}] != nil }

// enter goes on at a place with what its head leads to.
func (b *branch) enter(c *constants, at place, rest *pending, yield func(rules []int)) {
	h := head{}
	if !at.hides {
		h = at.in.head(at.value)
	}
	if to := b.heads[h]; to != nil {
		to.find(c, at.in.first(at.value, h.arity, rest), yield)
	}
	if h.kind == literalHead && len(b.heads) > 0 {
		for _, h.constant = range at.in.constants(c, at.value) {
			if to := b.heads[h]; to != nil {
				to.find(c, rest, yield)
			}
		}
		h.constant = 0
	}
	h.arity = anyArity
	if to := b.heads[h]; to != nil {
		to.find(c, rest, yield)
	}
}

// Bounds of what is compiled: how deep skeletons are, how many a pattern may have
// below a call and at its top, and how far a pattern is followed at one place.
const (
	depthOfTree = 4
	mostBelow   = 12
	mostAtTop   = 4096
	mostHere    = 4096
)

// plant puts a rule into the tree.
func (r *Rules) plant(of *rule) {
	s := &sketcher{left: mostHere, constants: &r.constants}
	skeletons := s.sketch(of.root, depthOfTree, true)
	if r.plantNeeds(of, !slices.Contains(skeletons, nil)) {
		return
	}
	for _, sk := range skeletons {
		if leaf := r.tree.plant(sk); len(leaf.rules) == 0 || leaf.rules[len(leaf.rules)-1] != of.index {
			leaf.rules = append(leaf.rules, of.index)
		}
	}
}

// plant returns the branch that a skeleton leads to.
func (b *branch) plant(sk *skeleton) *branch {
	at := b
	flat := []*skeleton{sk}
	for len(flat) > 0 {
		sk := flat[0]
		flat = flat[1:]
		at = at.next(sk)
		if sk != nil {
			flat = append(slices.Clone(sk.args), flat...)
		}
	}
	return at
}

// next is the branch after a head.
func (b *branch) next(sk *skeleton) *branch {
	if sk == nil {
		if b.any == nil {
			b.any = &branch{}
		}
		return b.any
	}
	if b.heads == nil {
		b.heads = map[head]*branch{}
	}
	if b.heads[sk.head] == nil {
		b.heads[sk.head] = &branch{}
	}
	return b.heads[sk.head]
}
