package chart

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/drawing/page"
)

// A Point has positive coordinates; others cannot be drawn on logarithmic axes and are
// left out.
type Point struct{ X, Y float64 }

// A Panel is one definition.
type Panel struct {
	Title    string
	X, Y     string // what the axes show
	Measured []Point
	Others   []Point // measured too, of less interest
	Bound    []Point // joined by lines, in their order
	Least    []Point // the bound from below, likewise; none where it is not known
}

// Radii of points.
const (
	dearest = 2.2
	others  = 1.5
)

// Sizes in a panel.
const (
	tickSize   = 9.5
	tickLength = 4.0
	head       = 24.0 // for the title
	foot       = 36.0 // for the labels below
	beforeAxis = 17.0 // for the label of the axis that goes up
	behind     = 8.0
)

// A scale puts numbers on a logarithmic axis.
type scale struct {
	low, high float64 // the numbers at the ends
	from, to  float64 // where these are
}

func (s scale) at(x float64) float64 {
	return s.from + (s.to-s.from)*math.Log(x/s.low)/math.Log(s.high/s.low)
}

// draw draws the panel, whose width and upper left corner are given.
func (p Panel) draw(c *page.Canvas, width, left, top float64) {
	x := p.scale(func(q Point) float64 { return q.X })
	y := p.scale(func(q Point) float64 { return q.Y })
	marksX, marksY := ticks(x.low, x.high), ticks(y.low, y.high)
	widest := 0.0
	for _, m := range marksY {
		widest = max(widest, page.TextWidth(m.label, tickSize))
	}
	x.from, x.to = left+beforeAxis+widest+tickLength+4, left+width-behind
	y.from, y.to = top+panelHeight-foot, top+head
	for _, m := range marksX {
		if at := x.at(m.value); m.label != "" {
			c.Line(page.Grid, [2]float64{at, y.from}, [2]float64{at, y.to})
			c.Text(page.Ink, page.Middle, tickSize, at, y.from+tickLength+tickSize+1, m.label)
		}
	}
	for _, m := range marksY {
		if at := y.at(m.value); m.label != "" {
			c.Line(page.Grid, [2]float64{x.from, at}, [2]float64{x.to, at})
			c.Text(page.Ink, page.End, tickSize, x.from-tickLength-3, at+tickSize/3, m.label)
		}
	}
	c.Line(page.Axis, [2]float64{x.from, y.to}, [2]float64{x.from, y.from}, [2]float64{x.to, y.from})
	for _, m := range marksX {
		c.Line(page.Axis, [2]float64{x.at(m.value), y.from}, [2]float64{x.at(m.value), y.from + m.length()})
	}
	for _, m := range marksY {
		c.Line(page.Axis, [2]float64{x.from - m.length(), y.at(m.value)}, [2]float64{x.from, y.at(m.value)})
	}
	c.Text(page.Ink, page.Middle, titleSize, (x.from+x.to)/2, top+titleSize, p.Title)
	c.Text(page.Ink, page.Middle, textSize, (x.from+x.to)/2, top+panelHeight-3, p.X)
	c.Upward(page.Ink, textSize, left+textSize, (y.from+y.to)/2, p.Y)
	for _, q := range positive(p.Others) {
		c.Dot(page.Faint, x.at(q.X), y.at(q.Y), others)
	}
	curve := func(paint page.Paint, points []Point) {
		var line [][2]float64
		for _, q := range positive(points) {
			line = append(line, [2]float64{x.at(q.X), y.at(q.Y)})
		}
		if len(line) > 0 {
			c.Line(paint, line...)
		}
	}
	curve(page.Accent, p.Bound)
	curve(page.Second, p.Least)
	for _, q := range positive(p.Measured) {
		c.Dot(page.Ink, x.at(q.X), y.at(q.Y), dearest)
	}
}

// scale gives an axis its range, which begins and ends a little beyond the points.
func (p Panel) scale(of func(Point) float64) scale {
	low, high := math.Inf(1), 0.0
	for _, points := range [][]Point{p.Measured, p.Others, p.Bound, p.Least} {
		for _, q := range positive(points) {
			low, high = min(low, of(q)), max(high, of(q))
		}
	}
	if high == 0 {
		low, high = 1, 10
	}
	return scale{low: low / 1.25, high: high * 1.25}
}

func positive(points []Point) (found []Point) {
	for _, q := range points {
		if q.X > 0 && q.Y > 0 && !math.IsInf(q.X, 1) && !math.IsInf(q.Y, 1) {
			found = append(found, q)
		}
	}
	return found
}
