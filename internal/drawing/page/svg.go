package page

import (
	"encoding/xml"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/drawing"
	"github.com/fraccheck/fraccheck/internal/drawing/layered"
	"github.com/fraccheck/fraccheck/internal/steps"
)

// SVG draws a picture, while its meter lets it; an error says that it is too large.
func SVG(p *drawing.Picture, t Theme) ([]byte, error) {
	if n := p.Boxes(); n > mostBoxes {
		return nil, fmt.Errorf("%d boxes are too many for one picture; %d is the most", n, mostBoxes)
	}
	l := newLayouter(p)
	var shapes []*shape
	for _, item := range p.Items {
		shapes = append(shapes, l.shape(item))
	}
	size := pack(shapes)
	w := &writer{}
	legend := w.legend(p, size)
	out := &writer{meter: p.Meter}
	out.begin(layered.Point{X: max(size.X, legend.X), Y: legend.Y}, t)
	for _, s := range shapes {
		out.shape(s, layered.Point{}, 0)
	}
	out.WriteString(w.String())
	out.WriteString("</svg>\n")
	return []byte(out.String()), nil
}

// mostBoxes is how many boxes are laid out.
const mostBoxes = 6000

// outer is the space around all, and between items.
const outer = 16.0

// pack puts items beside and below each other.
func pack(shapes []*shape) (size layered.Point) {
	area, widest := 0.0, 0.0
	for _, s := range shapes {
		area += (s.width + outer) * (s.height + outer)
		widest = max(widest, s.width)
	}
	limit := max(widest, 1.25*math.Sqrt(area))
	x, y, row := outer, outer, 0.0
	for _, s := range shapes {
		if x > outer && x+s.width > limit+outer {
			x, y, row = outer, y+row+outer, 0
		}
		s.at = layered.Point{X: x, Y: y}
		x += s.width + outer
		row = max(row, s.height)
		size.X, size.Y = max(size.X, x), max(size.Y, y+row+outer)
	}
	return size
}

// A writer writes a file.
type writer struct {
	strings.Builder
	meter *steps.Meter
}

func (w *writer) printf(format string, args ...any) { fmt.Fprintf(w, format, args...) }

// f is a length in a file.
func f(x float64) string { return strconv.FormatFloat(math.Round(x*10)/10, 'f', -1, 64) }

func escaped(text string) string {
	var b strings.Builder
	xml.EscapeText(&b, []byte(text))
	return b.String()
}

// begin writes the head of a picture.
func (w *writer) begin(size layered.Point, t Theme) {
	w.printf("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"%s\" width=\"%s\" height=\"%s\" viewBox=\"0 0 %[2]s %[3]s\">\n", scope(t), f(size.X), f(size.Y))
	w.printf("<style>\n%s</style>\n<rect class=\"paper\" width=\"100%%\" height=\"100%%\"/>\n", themed("."+scope(t), t, form, scheme.rules))
}

// text writes a line of text as wide as it was laid out, whatever font the reader has.
func (w *writer) text(class string, x, y float64, text string) {
	fit := ""
	if wide := widthIn(class, text); wide > 0 {
		fit = fmt.Sprintf(" textLength=\"%s\" lengthAdjust=\"spacingAndGlyphs\"", f(wide))
	}
	w.printf("<text class=\"%s\" x=\"%s\" y=\"%s\"%s>%s</text>\n", class, f(x), f(y), fit, escaped(text))
}

func (w *writer) rect(class string, x, y, width, height, round float64) {
	w.printf("<rect class=\"%s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\" rx=\"%s\"/>\n", class, f(x), f(y), f(width), f(height), f(round))
}

// shape draws a box, and what lies in it, in a frame whose corner is given.
func (w *writer) shape(s *shape, frame layered.Point, depth int) {
	w.meter.Spend(1 + len(s.routes))
	at := layered.Point{X: frame.X + s.at.X, Y: frame.Y + s.at.Y}
	w.open(s.Box, -1)
	w.tip(s)
	w.stubs(s, at)
	switch {
	case s.Box.Form.Holds():
		w.frame(s, at, depth)
	case s.Box.Form == drawing.Result && s.Head().Name == "":
		w.printf("<circle class=\"port\" cx=\"%s\" cy=\"%s\" r=\"3.5\"/>\n", f(at.X+s.body.X/2), f(at.Y))
	default:
		w.rows(s, at)
	}
	w.WriteString("</g>\n")
}

// open begins what belongs to a box, or to one step of it.
func (w *writer) open(b *drawing.Box, step int) {
	if id := nodeID(b, step); id != "" {
		w.printf("<g data-node=\"%s\">", id)
	} else {
		w.WriteString("<g>")
	}
}

// tip says more about a box to who points at it.
func (w *writer) tip(s *shape) {
	var lines []string
	for i, step := range s.Steps {
		if i == 8 {
			lines = append(lines, "…")
			break
		}
		line := step.Tip
		if step.Type != "" {
			line += " : " + step.Type
		}
		if step.Place != "" {
			line += "  (" + step.Place + ")"
		}
		if strings.TrimSpace(line) != "" {
			lines = append(lines, line)
		}
	}
	if len(lines) > 0 {
		w.printf("<title>%s</title>\n", escaped(strings.Join(lines, "\n")))
	}
}

// ground is the class of the paper in a frame at some depth: the two take turns.
func ground(depth int) string {
	if depth%2 == 0 {
		return "frame"
	}
	return "inner"
}

func (w *writer) frame(s *shape, at layered.Point, depth int) {
	if s.Form == drawing.Repeat {
		for _, by := range []float64{6, 3} {
			w.rect("behind", at.X+by, at.Y+by, s.body.X, s.body.Y, 7)
		}
	}
	w.rect(ground(depth), at.X, at.Y, s.body.X, s.body.Y, 7)
	w.WriteString("<g>")
	for _, r := range s.routes {
		w.wire(r, at)
	}
	w.WriteString("</g>\n")
	w.head(s, at)
	for _, kid := range s.inner {
		w.shape(kid, at, depth+1)
	}
	for _, p := range s.entries {
		w.printf("<circle class=\"port\" cx=\"%s\" cy=\"%s\" r=\"2.2\"/>\n", f(at.X+s.body.X/2+p.x), f(at.Y))
	}
	w.headTexts(s, at)
}

// head is the coloured strip of a frame.
func (w *writer) head(s *shape, at layered.Point) {
	w.printf("<path class=\"%s line\" d=\"%s\"/>\n", css(s.Head().Class), rounded(at.X, at.Y, s.body.X, headSize, 7, 0))
}

func (w *writer) headTexts(s *shape, at layered.Point) {
	name, rest := headText(s.Box)
	x := at.X + margin
	w.text("caption", x, at.Y+16.5, name)
	if rest != "" {
		w.text("arg faint", x+width(name, nameSize)*bold+8, at.Y+16.5, rest)
	}
}

// rows draws a box without others in it.
func (w *writer) rows(s *shape, at layered.Point) {
	round := 5.0
	if s.Form == drawing.Pill || s.Form == drawing.Result {
		round = rowHeight / 2
	}
	for i := range s.Steps {
		w.row(s, i, at, round)
	}
}

// row draws a step. The first one has round corners above, the last one below.
func (w *writer) row(s *shape, i int, at layered.Point, round float64) {
	step := &s.Steps[i]
	if id := nodeID(s.Box, i); id != "" {
		w.printf("<g data-node=\"%s\">", id)
		defer w.WriteString("</g>\n")
	}
	y := at.Y + rowHeight*float64(i)
	above, below := 0.0, 0.0
	if i == 0 {
		above = round
	}
	if i == len(s.Steps)-1 {
		below = round
	}
	w.printf("<path class=\"%s line\" d=\"%s\"/>\n", css(step.Class), rounded(at.X, y, s.body.X, rowHeight, above, below))
	x := at.X + padding + 2
	if s.Form == drawing.Pill {
		x = at.X + (s.body.X-s.rowWidth(i))/2 + padding + 2
	}
	class := "name"
	if step.Class == drawing.Outcome {
		class += " gives"
	}
	w.text(class, x, y+15, s.rowName(i))
	if text := args(step); text != "" {
		w.text("arg faint", x+width(s.rowName(i), nameSize)+7, y+15, text)
	}
}

// rounded is the outline of a box by the radii of its corners.
func rounded(x, y, width, height, above, below float64) string {
	return fmt.Sprintf("M%s %sv%sa%s %[4]s 0 0 1 %[4]s -%[4]sh%[5]sa%[4]s %[4]s 0 0 1 %[4]s %[4]sv%[6]sa%[7]s %[7]s 0 0 1 -%[7]s %[7]sh-%[8]sa%[7]s %[7]s 0 0 1 -%[7]s -%[7]sz",
		f(x), f(y+height-below), "-"+f(height-above-below), f(above), f(width-2*above), f(height-above-below), f(below), f(width-2*below))
}

// stubs draws what leaves a box, each with its type.
func (w *writer) stubs(s *shape, at layered.Point) {
	if len(s.Outs) == 0 {
		return
	}
	w.WriteString("<g>")
	defer w.WriteString("</g>\n")
	middle := at.X + s.body.X/2
	for i, o := range s.Outs {
		x := middle + s.outs[i]
		top, bottom := at.Y+s.body.Y, at.Y+s.height
		text := label(o)
		if text == "" {
			w.printf("<path class=\"wire\" d=\"M%s %sV%s\"/>\n", f(x), f(top), f(bottom))
			continue
		}
		w.printf("<path class=\"wire\" d=\"M%s %sv4M%[1]s %[3]sV%s\"/>\n", f(x), f(top), f(top+16.5), f(bottom))
		w.text("type", x-width(text, typeSize)/2, top+13, text)
	}
}

// wire draws a route in a frame whose corner is given.
func (w *writer) wire(r route, at layered.Point) {
	if r.hidden || len(r.points) == 0 {
		return
	}
	class := "wire"
	if r.loop {
		class += " carried"
	}
	w.printf("<path class=\"%s\" d=\"%s\"/>\n", class, wayOf(r.points, at))
	if last := r.points[len(r.points)-1]; r.arrow {
		x, y := at.X+last.X, at.Y+last.Y
		w.printf("<path class=\"arrow\" d=\"M%s %sl-3.4 -6.5h6.8z\"/>\n", f(x), f(y))
	}
}

// wayOf is a way of straight pieces within layers and bows between them.
func wayOf(points []layered.Point, at layered.Point) string {
	var b strings.Builder
	last := layered.Point{X: at.X + points[0].X, Y: at.Y + points[0].Y}
	fmt.Fprintf(&b, "M%s %s", f(last.X), f(last.Y))
	for _, p := range points[1:] {
		p = layered.Point{X: at.X + p.X, Y: at.Y + p.Y}
		if math.Abs(p.Y-last.Y) < 0.5 {
			fmt.Fprintf(&b, "H%s", f(p.X))
		} else if math.Abs(p.X-last.X) < 0.5 {
			fmt.Fprintf(&b, "V%s", f(p.Y))
			p.X = last.X
		} else {
			middle := (last.Y + p.Y) / 2
			fmt.Fprintf(&b, "C%s %s %s %[2]s %[3]s %s", f(last.X), f(middle), f(p.X), f(p.Y))
		}
		last = p
	}
	return b.String()
}

// legend says below the picture what the colours and lines are, and how large the page is
// then.
func (w *writer) legend(p *drawing.Picture, size layered.Point) layered.Point {
	l := &legend{writer: w, x: outer, y: size.Y, right: size.X, limit: max(size.X, 420)}
	used, carried := inPicture(p)
	for i, is := range used {
		if class := drawing.Class(i); is && !evident[class] {
			l.entry(class.String(), func(x, y float64) { w.rect(css(class)+" line", x, y, 10, 10, 2) })
		}
	}
	if carried {
		l.entry("to the next copy", func(x, y float64) {
			w.printf("<path class=\"wire carried\" d=\"M%s %sh11\"/>\n", f(x-1), f(y+5))
		})
	}
	return layered.Point{X: l.right, Y: l.y + 10 + outer}
}

// evident are the classes that no legend has.
var evident = map[drawing.Class]bool{drawing.Outcome: true, drawing.Several: true, drawing.Parameter: true, drawing.Constant: true}

// inPicture returns which classes a picture has, and whether there are wires between
// copies.
func inPicture(p *drawing.Picture) (used [drawing.Classes]bool, carried bool) {
	p.Walk(func(b *drawing.Box) {
		for _, s := range b.Steps {
			used[s.Class] = true
		}
		for _, wire := range b.In {
			carried = carried || wire.Carried()
		}
	})
	return used, carried
}

// A legend is one while it is written: where its next entry goes.
type legend struct {
	*writer
	x, y, right, limit float64
}

func (l *legend) entry(text string, mark func(x, y float64)) {
	need := 14 + width(text, typeSize) + 14
	if l.x > outer && l.x+need > l.limit {
		l.x, l.y = outer, l.y+18
	}
	mark(l.x, l.y)
	l.text("type", l.x+14, l.y+9, text)
	l.x += need
	l.right = max(l.right, l.x)
}
