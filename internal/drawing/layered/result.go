package layered

// result gives the places of all nodes and edges.
func (l *layout) result() *Layout {
	out := &Layout{Nodes: make([]Point, len(l.Nodes)), Routes: make([][]Point, len(l.Edges)), Ranks: l.ranks}
	left := l.shift(out)
	l.stack(out)
	source := l.sources()
	for v, n := range l.Nodes {
		band := out.Layers[l.ranks[v]]
		y := band.Top
		if source[v] {
			y = band.Bottom - n.Height // near to what it is needed for
		}
		out.Nodes[v] = Point{l.elements[v].x - n.Width/2 - left, y}
	}
	for i := range l.Edges {
		out.Routes[i] = l.route(i, out, left)
	}
	return out
}

// sources are the nodes that lead somewhere, and to which nothing leads.
func (l *layout) sources() []bool {
	source := make([]bool, len(l.Nodes))
	for _, e := range l.Edges {
		source[e.From] = true
	}
	for _, e := range l.Edges {
		source[e.To] = false
	}
	return source
}

// shift finds the left border and the width.
func (l *layout) shift(out *Layout) (left float64) {
	right := 0.0
	for i, e := range l.elements {
		if i == 0 || e.x-e.width/2 < left {
			left = e.x - e.width/2
		}
		if i == 0 || e.x+e.width/2 > right {
			right = e.x + e.width/2
		}
	}
	out.Width = right - left
	return left
}

// stack puts the layers one below the other.
func (l *layout) stack(out *Layout) {
	out.Layers = make([]Band, len(l.layers))
	for v, n := range l.Nodes {
		r := l.ranks[v]
		out.Layers[r].Bottom = max(out.Layers[r].Bottom, n.Height)
	}
	y := 0.0
	for _, back := range l.back {
		if back {
			y += apart // above the first layer, where they may end
		}
	}
	for r := range out.Layers {
		height := out.Layers[r].Bottom
		out.Layers[r] = Band{y, y + height}
		out.Height = y + height
		y += height + l.Down
	}
}

// route is the way of an edge.
func (l *layout) route(i int, out *Layout, left float64) []Point {
	e := l.Edges[i]
	begin := Point{l.elements[e.From].x + e.Out - left, out.Nodes[e.From].Y + l.Nodes[e.From].Height}
	end := Point{l.elements[e.To].x + e.In - left, out.Nodes[e.To].Y}
	if l.back[i] {
		return l.around(begin, end, out, e)
	}
	way := []Point{begin}
	for _, e := range l.tracks[i] {
		band, x := out.Layers[l.elements[e].rank], l.elements[e].x-left
		way = append(way, Point{x, band.Top}, Point{x, band.Bottom})
	}
	return append(way, end)
}

// apart is between edges that lead back side by side.
const apart = 3.0

// around leads back up, between the layers and beside all nodes. Each such edge makes
// the layout wider.
func (l *layout) around(begin, end Point, out *Layout, e Edge) []Point {
	out.Backs++
	out.Width += spacing
	below := out.Layers[l.ranks[e.From]].Bottom + l.Down/3 + apart*float64(out.Backs%3)
	above := out.Layers[l.ranks[e.To]].Top - l.Down/3
	if l.ranks[e.To] == 0 {
		above -= apart * float64(out.Backs-1)
	}
	return []Point{begin, {begin.X, below}, {out.Width, below}, {out.Width, above}, {end.X, above}, end}
}
