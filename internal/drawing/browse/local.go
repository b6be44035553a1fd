package browse

import (
	"github.com/fraccheck/fraccheck/internal/drawing"
	"github.com/fraccheck/fraccheck/internal/drawing/layered"
	"github.com/fraccheck/fraccheck/internal/steps"
)

// A tree is the boxes of a picture by their numbers, which are those of a walk from the top
// down: what lies in a box has the numbers after its own, up to its end.
type tree struct {
	boxes  []*drawing.Box
	parent []int32 // -1 of an item
	end    []int32 // of the numbers in a box, excluded
	item   []int32
}

func newTree(p *drawing.Picture) *tree {
	t := &tree{}
	var add func(b *drawing.Box, parent, item int32)
	add = func(b *drawing.Box, parent, item int32) {
		id := int32(len(t.boxes))
		t.boxes, t.parent, t.end, t.item = append(t.boxes, b), append(t.parent, parent), append(t.end, 0), append(t.item, item)
		for _, kid := range b.Kids {
			add(kid, id, item)
		}
		t.end[id] = int32(len(t.boxes))
	}
	for i, b := range p.Items {
		add(b, -1, int32(i))
	}
	return t
}

func (t *tree) holds(frame, box int32) bool { return frame <= box && box < t.end[frame] }

// A local is the graph of what lies in one frame: ports on its upper border for values that
// come from outside, its boxes, ports on its lower border for values that are needed outside.
// Nodes are numbered in this order.
type local struct {
	entries, exits []int32 // the ends that they are of
	edges          []localEdge
	order          *layered.Order
}

// A localEdge leads from a node of a frame to another one, for an end of some box.
type localEdge struct{ from, to, end int32 }

// An end is a value that a box gives.
type end struct{ box, out int32 }

// A lifter cuts each wire where it crosses the border of a frame. A wire between boxes in other
// frames leaves those around its beginning, leads from kid to kid in the frame that holds both,
// and enters those around its end: so the graph of a frame does not depend on which frames in it
// are open. The work is O(wires · depth).
type lifter struct {
	*tree
	meter   *steps.Meter
	ends    []end
	numbers map[end]int32
	locals  []*local // by frame
	index   []int32  // by box: which kid of its parent it is
	boxed   map[*drawing.Box]int32
	ports   map[port]int32
	known   map[lifted]bool
}

// A port is one of a frame, for an end; where negative numbers are entries. A lifted is an
// edge in a frame.
type (
	port struct {
		frame, end int32
		exit       bool
	}
	lifted struct {
		frame int32
		localEdge
	}
)

func (t *tree) lift(m *steps.Meter) *lifter {
	l := &lifter{
		tree: t, meter: m, numbers: map[end]int32{}, locals: make([]*local, len(t.boxes)), index: make([]int32, len(t.boxes)),
		boxed: make(map[*drawing.Box]int32, len(t.boxes)), ports: map[port]int32{}, known: map[lifted]bool{},
	}
	for i, b := range t.boxes {
		l.boxed[b] = int32(i)
		if b.Form.Holds() {
			l.locals[i] = &local{}
			next := int32(i) + 1
			for k := range b.Kids {
				l.index[next] = int32(k)
				next = t.end[next]
			}
		}
	}
	for i, b := range t.boxes {
		for _, w := range b.In {
			l.wire(end{l.boxed[w.From], int32(w.Out)}, int32(i))
		}
	}
	for i, frame := range l.locals {
		if frame != nil {
			frame.arrange(t.boxes[i], m)
		}
	}
	return l
}

// number is that of an end.
func (l *lifter) number(e end) int32 {
	n, ok := l.numbers[e]
	if !ok {
		n = int32(len(l.ends))
		l.ends = append(l.ends, e)
		l.numbers[e] = n
	}
	return n
}

// Of the nodes of a frame, kids are numbered from 0 on while wires are lifted; entries are
// -1, -2, … and exits follow the kids. arrange gives them their numbers.

// wire lifts the wire from an end to a box. A wire between a box and one that it lies in is in no
// frame's graph.
func (l *lifter) wire(from end, to int32) {
	n := l.number(from)
	at := from.box
	if l.holds(at, to) || l.holds(to, at) {
		return
	}
	for !l.holds(l.parent[at], to) {
		l.meter.Spend(1)
		frame := l.parent[at]
		l.edge(frame, localEdge{l.index[at], l.exit(frame, n), n})
		at = frame
	}
	outermost := l.parent[at]
	for kid := to; ; kid = l.parent[kid] {
		l.meter.Spend(1)
		frame := l.parent[kid]
		if frame == outermost {
			l.edge(frame, localEdge{l.index[at], l.index[kid], n})
			return
		}
		l.edge(frame, localEdge{l.entry(frame, n), l.index[kid], n})
	}
}

func (l *lifter) entry(frame, n int32) int32 {
	key := port{frame, n, false}
	at, ok := l.ports[key]
	if !ok {
		f := l.locals[frame]
		f.entries = append(f.entries, n)
		at = -int32(len(f.entries))
		l.ports[key] = at
	}
	return at
}

func (l *lifter) exit(frame, n int32) int32 {
	key := port{frame, n, true}
	at, ok := l.ports[key]
	if !ok {
		f := l.locals[frame]
		at = int32(len(l.boxes[frame].Kids) + len(f.exits))
		f.exits = append(f.exits, n)
		l.ports[key] = at
	}
	return at
}

func (l *lifter) edge(frame int32, e localEdge) {
	key := lifted{frame, e}
	if !l.known[key] {
		l.known[key] = true
		l.locals[frame].edges = append(l.locals[frame].edges, e)
	}
}

// nominal is the width of a node while layers are put in order; ends of a node are spread over it.
const nominal = 100.0

// arrange numbers the nodes and finds their layers.
func (f *local) arrange(frame *drawing.Box, m *steps.Meter) {
	g := &layered.Graph{Across: 1, Down: 1, Meter: m, Keep: frame.Head().Class == drawing.Control && len(frame.In) > 0}
	for range f.entries {
		g.Nodes = append(g.Nodes, layered.Node{Width: 1, Pin: layered.First})
	}
	for _, kid := range frame.Kids {
		n := layered.Node{Width: nominal}
		if kid.Form == drawing.Result {
			n.Pin = layered.Last
		}
		g.Nodes = append(g.Nodes, n)
	}
	for range f.exits {
		g.Nodes = append(g.Nodes, layered.Node{Width: 1, Pin: layered.Last})
	}
	outs := make([]map[int32]int, len(g.Nodes)) // by node: its ends, in the order of the edges
	first := int32(len(f.entries))
	for i := range f.edges {
		e := &f.edges[i]
		if e.from < 0 {
			e.from = -e.from - 1
		} else {
			e.from += first
		}
		e.to += first
		if outs[e.from] == nil {
			outs[e.from] = map[int32]int{}
		}
		if _, ok := outs[e.from][e.end]; !ok {
			outs[e.from][e.end] = len(outs[e.from])
		}
	}
	for _, e := range f.edges {
		spread := (float64(outs[e.from][e.end])+0.5)/float64(len(outs[e.from])) - 0.5
		g.Edges = append(g.Edges, layered.Edge{From: int(e.from), To: int(e.to), Out: spread * g.Nodes[e.from].Width})
	}
	f.order = g.Order()
}
