package page

import (
	"fmt"
	"strings"
)

// A Paint is what a mark of a chart is painted with, by what the mark is for.
type Paint string

// The paints of charts. Lines are stroked, all else is filled.
const (
	Ink    Paint = "ink"    // texts and points
	Faint  Paint = "faint"  // what matters less
	Accent Paint = "accent" // what is compared with the rest
	Second Paint = "second" // the other end of what is compared: lines are dashed
	Axis   Paint = "axis"   // lines of axes
	Grid   Paint = "grid"   // lines behind everything
)

// A Canvas is a chart that is being drawn: texts, lines and marks at places, in pixels
// from the upper left corner.
type Canvas struct{ writer }

// Anchor says which part of a text is at its place.
type Anchor string

const (
	Start  Anchor = "start"
	Middle Anchor = "middle"
	End    Anchor = "end"
)

// NewCanvas makes an empty chart for screens of a theme.
func NewCanvas(width, height float64, t Theme) *Canvas {
	c := &Canvas{}
	c.printf("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"%s\" width=\"%s\" height=\"%s\" viewBox=\"0 0 %[2]s %[3]s\">\n", chartScope(t), f(width), f(height))
	c.printf("<style>\n%s</style>\n<rect class=\"paper\" width=\"100%%\" height=\"100%%\"/>\n", chartSheet(t))
	return c
}

// SVG ends the chart.
func (c *Canvas) SVG() []byte { return []byte(c.String() + "</svg>\n") }

// TextWidth is about how wide a text is.
func TextWidth(text string, size float64) float64 { return width(text, size) }

// Text writes a line of text whose letters are on y.
func (c *Canvas) Text(p Paint, at Anchor, size, x, y float64, text string) {
	c.printf("<text class=\"%s\" x=\"%s\" y=\"%s\" font-size=\"%s\" text-anchor=\"%s\">%s</text>\n", p, f(x), f(y), f(size), at, escaped(text))
}

// Upward writes a text that is read from below, in the middle of which the place is.
func (c *Canvas) Upward(p Paint, size, x, y float64, text string) {
	c.printf("<text class=\"%s\" transform=\"translate(%s %s) rotate(-90)\" font-size=\"%s\" text-anchor=\"middle\">%s</text>\n", p, f(x), f(y), f(size), escaped(text))
}

// Dot marks a point.
func (c *Canvas) Dot(p Paint, x, y, radius float64) {
	c.printf("<circle class=\"%s\" cx=\"%s\" cy=\"%s\" r=\"%s\"/>\n", p, f(x), f(y), f(radius))
}

// Line joins points, two numbers each.
func (c *Canvas) Line(p Paint, points ...[2]float64) {
	var at []string
	for _, q := range points {
		at = append(at, f(q[0])+","+f(q[1]))
	}
	c.printf("<polyline class=\"%s line\" points=\"%s\"/>\n", p, strings.Join(at, " "))
}

// Bar is a rectangle.
func (c *Canvas) Bar(p Paint, x, y, width, height float64) {
	c.printf("<rect class=\"%s\" x=\"%s\" y=\"%s\" width=\"%s\" height=\"%s\"/>\n", p, f(x), f(y), f(width), f(height))
}

func chartScope(t Theme) string { return "fraccheck-chart-" + string(t) }

// chartSheet is the style sheet of charts of a theme.
func chartSheet(t Theme) string {
	return themed("."+chartScope(t), t, []string{
		"text{font-family:Helvetica,Arial,'Liberation Sans',sans-serif}", ".line{fill:none;stroke-linejoin:round}",
		".accent.line{stroke-width:1.6}", ".second.line{stroke-width:1.6;stroke-dasharray:5 3}", ".axis.line{stroke-width:0.8}", ".grid.line{stroke-width:0.6}", "circle.faint{fill-opacity:0.55}",
	}, scheme.chartRules)
}

func (c scheme) chartRules(within string) string {
	var b strings.Builder
	mark := c.classes[0].mark
	for _, text := range []string{
		".paper{fill:" + c.paper + "}", ".ink{fill:" + c.text + "}", ".faint{fill:" + c.wire + "}", ".accent{fill:" + mark + "}",
		".accent.line{fill:none;stroke:" + mark + "}", ".second.line{fill:none;stroke:" + mark + "}", ".axis.line{stroke:" + c.wire + "}", fmt.Sprintf(".grid.line{stroke:%s}", c.stripe),
	} {
		b.WriteString(rule(within, text))
	}
	return b.String()
}
