package page

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/drawing"
	"github.com/fraccheck/fraccheck/internal/drawing/layered"
	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/types"
)

// TreesSVG draws structure trees: what is known before a program runs after an S and in green, what
// depends on data after a D, above a dashed line and in red. The trees of one definition are in
// one frame.
func TreesSVG(trees []drawing.TypeTree, t Theme) []byte {
	var groups []*shape
	var grown [][]*twig
	for i := 0; i < len(trees); {
		end := i + 1
		for end < len(trees) && trees[end].Of == trees[i].Of {
			end++
		}
		s, twigs := grove(trees[i:end], i)
		groups, grown = append(groups, s), append(grown, twigs)
		i = end
	}
	size := pack(groups)
	out := &writer{}
	out.begin(layered.Point{X: max(size.X, 320), Y: size.Y + 10 + outer}, t)
	for i, s := range groups {
		out.rect("frame", s.at.X, s.at.Y, s.width, s.height, 7)
		out.head(s, s.at)
		out.headTexts(s, s.at)
		for _, twig := range grown[i] {
			out.twig(twig, s.at)
		}
	}
	out.rect("static-mark", outer, size.Y, 10, 10, 2)
	out.text("faint", outer+14, size.Y+9, "S: static")
	out.rect("dependent-mark", outer+84, size.Y, 10, 10, 2)
	out.text("faint", outer+98, size.Y+9, "D: data-dependent")
	out.WriteString("</svg>\n")
	return []byte(out.String())
}

// Sizes of trees.
const (
	twigHeight = 20.0
	twigDown   = 30.0 // from one generation to the next, with the role between them
	twigAcross = 14.0
	widestRow  = 1000.0 // of trees in a frame
)

// A twig is a node of a tree, or a part of one, with its place in the frame.
type twig struct {
	id                string // of a node; "" of what represents no place
	text, class, role string
	size              float64
	at                layered.Point // the middle of its upper border
	left, right       float64       // how far it reaches from there, with all below
	height            float64
	kids              []*twig
}

// grove puts the trees of a definition beside each other; first is the number of the first.
func grove(trees []drawing.TypeTree, first int) (*shape, []*twig) {
	s := &shape{Box: &drawing.Box{Form: drawing.Frame, Steps: []drawing.Step{{Class: drawing.Several, Name: trees[0].Of}}}}
	var twigs []*twig
	x, y, row := margin, headSize+margin, 0.0
	for i, t := range trees {
		g := grower{tree: first + i}
		root := g.grow(t.Root, "")
		if t.Name != "" {
			root = &twig{text: t.Title(), class: "caption", size: nameSize * bold, kids: []*twig{root}}
		}
		if t.Span.Len() > 0 {
			root.id = treeID(g.tree, 0)
		}
		root.measure()
		if x > margin && x+root.left+root.right > widestRow {
			x, y, row = margin, y+row+margin, 0
		}
		root.place(layered.Point{X: x + root.left, Y: y})
		row = max(row, root.height)
		x += root.left + root.right + 2*twigAcross
		s.width = max(s.width, x-2*twigAcross+margin)
		twigs = append(twigs, root)
	}
	s.body.X = max(s.width, s.headWidth())
	s.width = s.body.X
	s.height = y + row + margin
	s.body.Y = s.height
	return s, twigs
}

// A part is something that a node of a tree says of its type.
type part struct {
	says string
	data bool
}

func (p part) class() string {
	if p.data {
		return "dependent"
	}
	return "static"
}

// text is what a part says, after the letter of its kind.
func (p part) text() string {
	if p.data {
		return "D " + p.says
	}
	return "S " + p.says
}

func (p part) colour(c scheme) string {
	if p.data {
		return c.dependent
	}
	return c.static
}

// parts are what a node says, the static ones first.
func parts(n *types.Node) (all []part) {
	for _, text := range n.Static {
		all = append(all, part{text, false})
	}
	for _, text := range n.Data {
		all = append(all, part{text, true})
	}
	return all
}

// A grower makes the twigs of a tree; it counts the nodes.
type grower struct{ tree, nodes int }

// grow makes the twigs of a node. A name of a type without parts below it is known
// before the program runs.
func (g *grower) grow(n *types.Node, role string) *twig {
	g.nodes++
	t := &twig{text: excerpt.Of(n.Name, longestRow), class: "name", size: nameSize, role: role}
	if n.Decl != nil {
		t.id = treeID(g.tree, g.nodes)
	}
	for _, p := range parts(n) {
		t.kids = append(t.kids, &twig{text: excerpt.Of(p.text(), longestRow), class: p.class() + " arg", size: argSize})
	}
	for _, kid := range n.Kids {
		t.kids = append(t.kids, g.grow(kid, kid.Role))
	}
	return t
}

// own is how wide a twig is without those below.
func (t *twig) own() float64 { return max(width(t.text, t.size), width(t.role, typeSize)) }

// measure finds how much room a tree needs: its root is above the middle between its
// first and its last kid.
func (t *twig) measure() {
	t.left, t.right, t.height = t.own()/2, t.own()/2, twigHeight
	if len(t.kids) == 0 {
		return
	}
	x, deepest := 0.0, 0.0
	for _, kid := range t.kids {
		kid.measure()
		kid.at.X = x + kid.left
		x += kid.left + kid.right + twigAcross
		deepest = max(deepest, kid.height)
	}
	middle := (t.kids[0].at.X + t.kids[len(t.kids)-1].at.X) / 2
	t.left, t.right = max(t.left, middle), max(t.right, x-twigAcross-middle)
	t.height += twigDown + deepest
	for _, kid := range t.kids {
		kid.at.X -= middle
	}
}

// place puts a tree where it belongs.
func (t *twig) place(at layered.Point) {
	t.at = at
	for _, kid := range t.kids {
		kid.place(layered.Point{X: at.X + kid.at.X, Y: at.Y + twigHeight + twigDown})
	}
}

// twig draws a tree in a frame whose corner is given. Lines lead down to a bar and from
// that to each kid, the role between them.
func (w *writer) twig(t *twig, at layered.Point) {
	x, y := at.X+t.at.X, at.Y+t.at.Y
	bar := y + twigHeight + 5
	if n := len(t.kids); n > 0 {
		w.printf("<path class=\"tree\" d=\"M%s %sV%sM%s %[3]sH%[5]s\"/>\n", f(x), f(y+twigHeight-1), f(bar), f(at.X+t.kids[0].at.X), f(at.X+t.kids[n-1].at.X))
	}
	for _, kid := range t.kids {
		kx, ky := at.X+kid.at.X, at.Y+kid.at.Y
		if kid.role == "" {
			w.printf("<path class=\"tree\" d=\"M%s %sV%s\"/>\n", f(kx), f(bar), f(ky+2))
		} else {
			w.printf("<path class=\"tree\" d=\"M%s %sv5M%[1]s %[3]sV%s\"/>\n", f(kx), f(bar), f(ky-5), f(ky+2))
			w.text("type", kx-width(kid.role, typeSize)/2, ky-8, kid.role)
		}
		w.twig(kid, at)
	}
	if t.id == "" {
		w.text(t.class, x-width(t.text, t.size)/2, y+14, t.text)
		if strings.HasPrefix(t.class, "dependent ") {
			w.printf("<path class=\"dependent-line\" d=\"M%s %sh%s\"/>\n", f(x-width(t.text, t.size)/2), f(y+17), f(width(t.text, t.size)))
		}
		return
	}
	w.printf("<g data-node=\"%s\">", t.id)
	w.rect("ring", x-width(t.text, t.size)/2-4, y, width(t.text, t.size)+8, twigHeight-1, 4)
	w.text(t.class, x-width(t.text, t.size)/2, y+14, t.text)
	w.WriteString("</g>\n")
}
