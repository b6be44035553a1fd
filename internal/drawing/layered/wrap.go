package layered

import (
	"math"
	"slices"
)

// Wires that go from one column to the next run between the columns, side by side.
const (
	spacing = 7.0  // between two of them
	gutter  = 14.0 // between a column and the first of them
	most    = 6    // that a column may give to the next one
)

// Wrap cuts a tall layout into columns side by side, as a newspaper is, where few wires
// are cut; those go from the foot of a column to the head of the next one by straight
// lines. It gives the layout itself where that cannot be done. A column is then about as
// many times as high as all are wide as slope says: c columns of a layout W wide and H high are
// c·W wide and H/c high, and (H/c) / (c·W) = slope where c = √(H / (slope · W)).
func (l *Layout) Wrap(g *Graph, slope float64) *Layout {
	columns := int(math.Round(math.Sqrt(l.Height / (slope * max(l.Width, 1)))))
	if columns < 2 || l.Backs > 0 {
		return l
	}
	w := &wrapping{Layout: l, graph: g}
	w.cut(columns)
	if len(w.cuts) == 0 {
		return l
	}
	return w.wrapped()
}

// A wrapping is a layout while it is cut.
type wrapping struct {
	*Layout
	graph *Graph
	cuts  []int // layers that a new column begins with
	lanes []map[start]int
	left  []float64 // by column: what is added to x
	top   []float64
	foot  float64
	head  float64
	right []float64 // by column: where its lanes begin
}

// cut finds the layers at which columns begin: for each column one that is at most a quarter of a
// column away from where it would ideally begin, by the wires that are cut there and the way in
// quarters of columns. Where all of them cut too many wires there is one column less.
func (w *wrapping) cut(columns int) {
	from := 1
	for c := 1; c < columns; c++ {
		ideal, slack := w.Height*float64(c)/float64(columns), w.Height/float64(columns)/4
		best, least := 0, math.Inf(1)
		for r := from; r < len(w.Layers); r++ {
			w.graph.Meter.Spend(1)
			away := math.Abs(w.Layers[r].Top - ideal)
			if n := len(w.passing(r)); away < slack && n <= most && float64(n)+away/slack < least {
				best, least = r, float64(n)+away/slack
			}
		}
		if best > 0 {
			w.cuts = append(w.cuts, best)
			w.lanes = append(w.lanes, w.passing(best))
			from = best + 1
		}
	}
}

// passing are the starts of the wires that lead to a layer or further from above it, with
// a spacing for each.
func (w *wrapping) passing(r int) map[start]int {
	found := map[start]int{}
	for _, e := range w.graph.Edges {
		if w.Ranks[e.From] < r && w.Ranks[e.To] >= r {
			s := start{e.From, e.Out}
			if _, known := found[s]; !known {
				found[s] = len(found)
			}
		}
	}
	return found
}

// column is the column that a layer is in.
func (w *wrapping) column(layer int) int {
	at, found := slices.BinarySearch(w.cuts, layer)
	if found {
		at++
	}
	return at
}

// wrapped is the layout in columns.
func (w *wrapping) wrapped() *Layout {
	w.measure()
	out := &Layout{Nodes: make([]Point, len(w.Nodes)), Routes: make([][]Point, len(w.Routes)), Layers: w.Layers, Ranks: w.Ranks}
	for v, p := range w.Nodes {
		out.Nodes[v] = w.moved(p, w.Ranks[v])
		out.Width = max(out.Width, out.Nodes[v].X+w.graph.Nodes[v].Width)
	}
	for i := range w.Routes {
		out.Routes[i] = w.route(i)
		for _, p := range out.Routes[i] {
			out.Width = max(out.Width, p.X)
		}
	}
	out.Height = w.foot
	if n := w.widest(); n > 0 {
		out.Height += spacing*float64(n) + spacing
	}
	return out
}

// widest is the most wires that go from one column to the next.
func (w *wrapping) widest() (n int) {
	for _, lanes := range w.lanes {
		n = max(n, len(lanes))
	}
	return n
}

// measure finds where columns stand.
func (w *wrapping) measure() {
	columns := len(w.cuts) + 1
	lows, highs := make([]float64, columns), make([]float64, columns)
	for c := range columns {
		lows[c], highs[c] = math.Inf(1), math.Inf(-1)
	}
	note := func(layer int, from, to float64) {
		c := w.column(layer)
		lows[c], highs[c] = min(lows[c], from), max(highs[c], to)
	}
	for v, p := range w.Nodes {
		note(w.Ranks[v], p.X, p.X+w.graph.Nodes[v].Width)
	}
	for i, way := range w.Routes {
		for j, p := range way {
			note(w.layerOf(i, j), p.X, p.X)
		}
	}
	w.head = spacing * float64(w.widest()+1)
	x := 0.0
	for c := range columns {
		first, last := 0, len(w.Layers)-1
		if c > 0 {
			first = w.cuts[c-1]
		}
		if c < len(w.cuts) {
			last = w.cuts[c] - 1
		}
		w.left = append(w.left, x-lows[c])
		w.top = append(w.top, w.head-w.Layers[first].Top)
		w.foot = max(w.foot, w.Layers[last].Bottom-w.Layers[first].Top+w.head)
		x += highs[c] - lows[c] + gutter
		w.right = append(w.right, x)
		if c < len(w.lanes) {
			x += spacing*float64(len(w.lanes[c])-1) + gutter
		}
	}
}

// layerOf is the layer of a point of a route: the first one is at the node where it begins, the
// last one where it ends, and in between there are two for each layer (Layout).
func (w *wrapping) layerOf(i, j int) int {
	e := w.graph.Edges[i]
	switch j {
	case 0:
		return w.Ranks[e.From]
	case len(w.Routes[i]) - 1:
		return w.Ranks[e.To]
	}
	return w.Ranks[e.From] + 1 + (j-1)/2
}

// moved is where a point of a layer is in columns.
func (w *wrapping) moved(p Point, layer int) Point {
	c := w.column(layer)
	return Point{p.X + w.left[c], p.Y + w.top[c]}
}

// route is a route with its ways between columns.
func (w *wrapping) route(i int) (way []Point) {
	before := 0
	for j, p := range w.Routes[i] {
		layer := w.layerOf(i, j)
		p = w.moved(p, layer)
		if c := w.column(layer); j > 0 && c != before {
			e := w.graph.Edges[i]
			way = append(way, w.across(way[len(way)-1], p, before, start{e.From, e.Out})...)
		}
		way = append(way, p)
		before = w.column(layer)
	}
	return way
}

// across leads from the foot of a column to the head of the next one.
func (w *wrapping) across(from, to Point, column int, s start) []Point {
	by := spacing * float64(w.lanes[column][s])
	x, foot, head := w.right[column]+by, w.foot+spacing+by, w.head-spacing-by
	return []Point{{from.X, foot}, {x, foot}, {x, head}, {to.X, head}}
}
