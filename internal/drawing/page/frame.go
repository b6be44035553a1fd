package page

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/drawing"
	"github.com/fraccheck/fraccheck/internal/drawing/layered"
	"github.com/fraccheck/fraccheck/internal/steps"
)

// Sizes in pixels.
const (
	nameSize  = 12.0
	argSize   = 10.5
	typeSize  = 10.0
	rowHeight = 22.0
	headSize  = 24.0 // of frames
	padding   = 9.0  // around texts
	margin    = 14.0 // within frames
	stub      = 20.0 // below boxes, with the type
	across    = 18.0
	down      = 22.0
	portWidth = 10.0
	tall      = 1150.0 // of what is cut into columns
	slope     = 1.1    // how many times as high as wide it is then
)

// A shape is a box with its size, and what lies in it with places.
type shape struct {
	*drawing.Box
	width, height float64       // with the stubs below
	body          layered.Point // the size of the box itself
	at            layered.Point // in the frame around
	in            []float64     // by wire of the box itself: where on the upper border, from the middle
	outs          []float64     // by Out: where on the lower border
	entries       []port        // of wires to what lies in it
	exits         []port        // of wires from what lies in it
	inner         []*shape
	routes        []route // in the frame
}

// An end is an end of a box that wires leave from.
type end struct {
	from *drawing.Box
	out  int
}

// A port is where a wire passes the border of a frame.
type port struct {
	end
	x float64 // from the middle
}

// A route is a wire within a frame, between boxes, ports and results.
type route struct {
	points []layered.Point
	arrow  bool // it ends at a box
	loop   bool // it leads to the next copy
	hidden bool // it is not drawn
}

// A layouter lays out a picture from the inside out.
type layouter struct {
	meter  *steps.Meter
	around map[*drawing.Box]*drawing.Box
	depth  map[*drawing.Box]int
}

func newLayouter(p *drawing.Picture) *layouter {
	l := &layouter{p.Meter, map[*drawing.Box]*drawing.Box{}, map[*drawing.Box]int{}}
	for _, item := range p.Items {
		l.enter(item, 1)
	}
	return l
}

func (l *layouter) enter(b *drawing.Box, depth int) {
	l.depth[b] = depth
	for _, kid := range b.Kids {
		l.around[kid] = b
		l.enter(kid, depth+1)
	}
}

// kidOf is the box in a frame that a box is or lies in; nil where it lies outside.
func (l *layouter) kidOf(b, frame *drawing.Box) *drawing.Box {
	for l.depth[b] > l.depth[frame]+1 {
		b = l.around[b]
	}
	if l.around[b] != frame {
		return nil
	}
	return b
}

// shape gives a box its size.
func (l *layouter) shape(b *drawing.Box) *shape {
	s := &shape{Box: b}
	if b.Form.Holds() {
		l.frame(s)
	} else {
		s.leaf()
	}
	s.stubs()
	return s
}

// leaf is a box that nothing lies in.
func (s *shape) leaf() {
	for i := range s.Steps {
		s.body.X = max(s.body.X, s.rowWidth(i))
	}
	if len(s.Outs) > 1 {
		s.body.X = max(s.body.X, s.outWidth()) // each begins at the border
	}
	s.body.Y = rowHeight * float64(len(s.Steps))
	if s.Form == drawing.Result && s.Head().Name == "" {
		s.body = layered.Point{X: portWidth}
	}
	n := len(s.In)
	for i := range s.In {
		s.in = append(s.in, s.body.X*(float64(i+1)/float64(n+1)-0.5))
	}
}

// stubs puts what a box gives below it, each with its type.
func (s *shape) stubs() {
	s.width, s.height = s.body.X, s.body.Y
	if len(s.Outs) == 0 {
		return
	}
	s.height += stub
	total := s.outWidth()
	x := s.middle(total) - total/2
	for _, o := range s.Outs {
		w := width(label(o), typeSize)
		s.outs = append(s.outs, x+w/2)
		x += w + across/2
	}
	s.width = max(s.width, total)
}

// outWidth is how wide the stubs are.
func (s *shape) outWidth() float64 {
	total := -across / 2
	for _, o := range s.Outs {
		total += width(label(o), typeSize) + across/2
	}
	return total
}

// middle is where the stubs are below a box: below its result, as far as there is space
// for them.
func (s *shape) middle(total float64) float64 {
	at, ok := s.resultAt()
	if space := (s.body.X - total) / 2; ok && space > 0 && len(s.Outs) == 1 {
		return min(max(at, -space), space)
	}
	return 0
}

// resultAt is where the one result of a frame stands, from the middle.
func (s *shape) resultAt() (float64, bool) {
	for _, kid := range s.inner {
		if kid.Form == drawing.Result {
			return kid.at.X + kid.body.X/2 - s.body.X/2, true
		}
	}
	return 0, false
}

// label is the text at an end.
func label(o drawing.Out) string {
	text := o.Type
	if o.Label != "" {
		text = o.Label + " : " + o.Type
	}
	if o.Each {
		text = "each " + text
	}
	return text
}

// frame lays out what lies in a frame.
func (l *layouter) frame(s *shape) {
	for _, kid := range s.Kids {
		s.inner = append(s.inner, l.shape(kid))
	}
	f := &flow{layouter: l, shape: s, index: map[*drawing.Box]int{}}
	f.collect()
	f.place()
}

// A flow is the graph of what lies in a frame. Its nodes are the ports on the upper
// border, the boxes, and the ports on the lower border.
type flow struct {
	*layouter
	*shape
	index map[*drawing.Box]int // by box in the frame, its node
	graph layered.Graph
	edges []route // what is known of them
	own   int     // the nodes of the frame's own wires come first
}

func (f *flow) collect() {
	f.graph.Across, f.graph.Down, f.graph.Meter = across, down, f.meter
	f.graph.Keep = f.Head().Class == drawing.Control && f.Form == drawing.Frame && len(f.In) > 0 // branches and clauses
	f.own = len(f.In)
	for range f.In {
		f.node(layered.Node{Width: portWidth, Pin: layered.First})
	}
	for _, kid := range f.inner {
		f.eachWire(kid, func(w drawing.Wire, _ *drawing.Box, _ int) {
			if f.kidOf(w.From, f.Box) == nil {
				f.entry(end{w.From, w.Out})
			}
		})
	}
	for range f.entries {
		f.node(layered.Node{Width: portWidth, Pin: layered.First})
	}
	for _, kid := range f.inner {
		f.index[kid.Box] = len(f.graph.Nodes)
		n := layered.Node{Width: kid.width, Height: kid.height}
		if kid.Form == drawing.Result {
			n.Pin = layered.Last
		}
		f.node(n)
	}
	f.leave()
	for _, kid := range f.inner {
		f.wires(kid)
	}
	f.attract()
	f.loops()
}

// loops lead from what a copy gives back to the port where the next one takes it.
func (f *flow) loops() {
	known := map[layered.Edge]bool{}
	for _, kid := range f.inner {
		f.eachWire(kid, func(w drawing.Wire, _ *drawing.Box, _ int) {
			if f.kidOf(w.From, f.Box) != nil {
				return
			}
			for _, e := range w.Again {
				if e.Of != f.Box {
					continue
				}
				edge := layered.Edge{To: f.own + f.entry(end{w.From, w.Out})}
				f.from(&edge, end{e.Box, e.Out})
				if !known[edge] {
					known[edge] = true
					f.graph.Edges, f.edges = append(f.graph.Edges, edge), append(f.edges, route{loop: true, arrow: true})
				}
			}
		})
	}
}

// attract lets the ports of the frame's own wires are above what these are for: the
// parameters of an operator's function, the branches.
func (f *flow) attract() {
	for i := range f.In {
		f.meter.Spend(1 + len(f.inner))
		for _, kid := range f.inner {
			if kid.Form == drawing.Frame && f.Head().Class == drawing.Control || kid.Form == drawing.Pill && kid.Head().Class == drawing.Parameter {
				f.graph.Edges = append(f.graph.Edges, layered.Edge{From: i, To: f.index[kid.Box]})
				f.edges = append(f.edges, route{hidden: true})
			}
		}
	}
}

func (f *flow) node(n layered.Node) { f.graph.Nodes = append(f.graph.Nodes, n) }

// eachWire visits the wires to a kid and to what lies in it from outside of it.
func (f *flow) eachWire(kid *shape, visit func(w drawing.Wire, to *drawing.Box, i int)) {
	kid.Walk(func(b *drawing.Box) {
		f.meter.Spend(1 + len(b.In))
		for i, w := range b.In {
			if f.kidOf(w.From, f.Box) != kid.Box {
				visit(w, b, i)
			}
		}
	})
}

// entry is the number of the port for an end outside the frame.
func (f *flow) entry(e end) int {
	f.meter.Spend(len(f.entries))
	at := slices.IndexFunc(f.entries, func(p port) bool { return p.end == e })
	if at < 0 {
		at = len(f.entries)
		f.entries = append(f.entries, port{end: e})
	}
	return at
}

// leave makes the ports for what is needed outside the frame.
func (f *flow) leave() {
	f.layouter.outside(f.Box, func(e end) {
		f.meter.Spend(1 + len(f.exits))
		if !slices.ContainsFunc(f.exits, func(p port) bool { return p.end == e }) {
			f.exits = append(f.exits, port{end: e})
			f.node(layered.Node{Width: portWidth, Pin: layered.Last})
		}
	})
}

// outside visits the wires that lead out of a frame, also those to the next copy of a
// Repeat around it.
func (l *layouter) outside(frame *drawing.Box, visit func(end)) {
	top := frame
	for l.around[top] != nil {
		top = l.around[top]
	}
	top.Walk(func(b *drawing.Box) {
		l.meter.Spend(1 + len(b.In))
		within := b == frame || l.inside(b, frame)
		for _, w := range b.In {
			if !within && l.inside(w.From, frame) {
				visit(end{w.From, w.Out})
			}
			for _, c := range w.Again {
				if l.inside(c.Box, frame) && l.inside(frame, c.Of) {
					visit(end{c.Box, c.Out})
				}
			}
		}
	})
}

// inside reports whether a box lies in a frame.
func (l *layouter) inside(b, frame *drawing.Box) bool {
	for l.depth[b] > l.depth[frame] {
		b = l.around[b]
		if b == frame {
			return true
		}
	}
	return false
}

// wires makes the edges that lead to a kid, and those from it to the frame's exits.
func (f *flow) wires(kid *shape) {
	entered := map[end]bool{}
	f.eachWire(kid, func(w drawing.Wire, to *drawing.Box, i int) {
		e := end{w.From, w.Out}
		edge := layered.Edge{To: f.index[kid.Box]}
		how := route{arrow: kid.Form != drawing.Result || kid.Head().Name != ""}
		if to == kid.Box {
			edge.In = kid.in[i]
		} else {
			if entered[e] {
				return
			}
			entered[e] = true
			edge.In, how.arrow = portAt(kid.entries, e), false
		}
		f.from(&edge, e)
		f.graph.Edges, f.edges = append(f.graph.Edges, edge), append(f.edges, how)
	})
	f.meter.Spend(1 + len(f.exits))
	for i, p := range f.exits {
		if f.kidOf(p.from, f.Box) == kid.Box {
			edge := layered.Edge{To: len(f.graph.Nodes) - len(f.exits) + i}
			f.from(&edge, p.end)
			f.graph.Edges, f.edges = append(f.graph.Edges, edge), append(f.edges, route{})
		}
	}
}

// from finds where an edge begins.
func (f *flow) from(edge *layered.Edge, e end) {
	source := f.kidOf(e.from, f.Box)
	if source == nil {
		edge.From = f.own + f.entry(e)
		return
	}
	edge.From = f.index[source]
	kid := f.inner[edge.From-f.own-len(f.entries)]
	if source == e.from {
		edge.Out = kid.outs[e.out]
	} else {
		edge.Out = portAt(kid.exits, e)
	}
}

func portAt(ports []port, e end) float64 {
	for _, p := range ports {
		if p.end == e {
			return p.x
		}
	}
	return 0
}

// place lays the graph out and takes over the places.
func (f *flow) place() {
	out := f.graph.Layout()
	if f.around[f.Box] == nil && out.Height > tall {
		out = out.Wrap(&f.graph, slope)
	}
	top := headSize + margin
	if f.own+len(f.entries) > 0 {
		top = headSize // the layer of ports is room enough
	}
	if out.Backs > 0 {
		top += f.graph.Down / 2
	}
	f.body.X = max(out.Width+2*margin, f.headWidth())
	left := (f.body.X - out.Width) / 2
	f.body.Y = top + out.Height + margin
	if last := f.inner[max(0, len(f.inner)-1):]; len(f.exits) > 0 || len(last) > 0 && last[0].Form == drawing.Result && last[0].body.Y == 0 {
		f.body.Y -= margin
	}
	for i := range f.In {
		f.in = append(f.in, f.portX(out, i, left))
	}
	for i := range f.entries {
		f.entries[i].x = f.portX(out, f.own+i, left)
	}
	for i, kid := range f.inner {
		p := out.Nodes[f.own+len(f.entries)+i]
		kid.at = layered.Point{X: p.X + left + (kid.width-kid.body.X)/2, Y: p.Y + top}
	}
	for i := range f.exits {
		f.exits[i].x = f.portX(out, len(f.graph.Nodes)-len(f.exits)+i, left)
	}
	for i, way := range out.Routes {
		f.edges[i].points = f.moved(way, f.graph.Edges[i], left, top)
	}
	f.routes = f.edges
}

func (f *flow) portX(out *layered.Layout, node int, left float64) float64 {
	return out.Nodes[node].X + portWidth/2 + left - f.body.X/2
}

// moved is a route in the frame, led on to the borders where its ends are ports.
func (f *flow) moved(way []layered.Point, e layered.Edge, left, top float64) []layered.Point {
	var points []layered.Point
	for _, p := range way {
		points = append(points, layered.Point{X: p.X + left, Y: p.Y + top})
	}
	if e.From < f.own+len(f.entries) {
		points = slices.Insert(points, 0, layered.Point{X: points[0].X, Y: 0})
	}
	if e.To >= len(f.graph.Nodes)-len(f.exits) {
		points = append(points, layered.Point{X: points[len(points)-1].X, Y: f.body.Y})
	}
	return points
}
