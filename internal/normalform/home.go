package normalform

import (
	"github.com/fraccheck/fraccheck/internal/digraph"
	"github.com/fraccheck/fraccheck/internal/graph"
)

// A placement finds what is live and where it is computed: ordered ops where evaluation
// has them, the others in the innermost frame that encloses their uses. Users come
// before what they use.
type placement struct {
	*program
	tree  *digraph.Tree // frames, each below the home of its opener
	spots []frameID     // by op: what encloses the uses that were met
}

// place finds homes. Where everything is kept, what nothing uses is live too.
func (p *program) place(keepAll bool) {
	h := &placement{p, digraph.EmptyTree(len(p.frames)), make([]frameID, len(p.ops))}
	h.forget()
	for o := range h.spots {
		h.spots[o] = noFrame
	}
	h.tree.Add(int32(whole), digraph.None)
	p.frames[whole].live = true
	h.use(p.frames[whole].result.op, whole)
	for o := opID(len(p.ops) - 1); o >= 0; o-- {
		h.settle(o, keepAll)
	}
}

// forget takes back what an earlier call found.
func (h *placement) forget() {
	for o := range h.ops {
		h.ops[o].live, h.ops[o].uses = false, 0
	}
	for f := range h.frames {
		h.frames[f].live = false
	}
}

// settle gives an op its home; those that use it have theirs.
func (h *placement) settle(o opID, keepAll bool) {
	op := &h.ops[o]
	op.live = op.live || h.wanted(op, keepAll)
	op.home = op.frame
	if !op.live {
		return
	}
	if !op.ordered && h.spots[o] != noFrame && op.kind != binder {
		op.home = h.within(h.spots[o], op.origin)
	}
	for _, r := range h.operands(o) {
		if r.inner == noFrame {
			h.use(r.op, op.home)
			continue
		}
		h.frames[r.inner].live = true
		h.frames[r.inner].parent = op.home
		h.tree.Add(int32(r.inner), int32(op.home))
		h.use(r.op, r.inner)
	}
}

// wanted reports whether an op stays though nothing uses it.
func (h *placement) wanted(op *op, keepAll bool) bool {
	if !h.frames[op.frame].live || op.kind == binder || op.kind == atom && !keepAll {
		return false
	}
	switch op.kind {
	case kept:
		return op.forced || keepAll
	case touch:
		return true // it may fail
	case lazy:
		return false
	case atom:
		return op.let != 0
	}
	return op.acts || keepAll && (op.let != 0 || op.forced)
}

// use notes that an op is used in a frame.
func (h *placement) use(o opID, f frameID) {
	op := &h.ops[o]
	op.live = true
	op.uses++
	if op.owner != none {
		h.ops[op.owner].live = true
	}
	if h.spots[o] == noFrame {
		h.spots[o] = f
		return
	}
	h.spots[o] = frameID(h.tree.Common(int32(h.spots[o]), int32(f)))
}

// within takes a frame out of the functions inside of the one where an op is
// written, if that one is computed at all.
func (h *placement) within(f, origin frameID) frameID {
	own := h.function(origin)
	if !h.frames[own].live || !h.tree.Encloses(int32(own), int32(f)) {
		return f
	}
	for h.function(f) != own {
		f = h.frames[h.function(f)].parent
	}
	return f
}

// function is the frame of the function around a frame.
func (h *placement) function(f frameID) frameID {
	for f != whole && !h.isFunction(f) {
		f = h.frames[f].parent
	}
	return f
}

func (h *placement) isFunction(f frameID) bool {
	kind := h.graph.Blocks()[h.frames[f].block].Kind
	return (kind == graph.Lambda || kind == graph.Parallel) && h.frames[f].node == h.graph.Blocks()[h.frames[f].block].Node
}
