package chart

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/drawing/page"
)

// A Group is bars under one title.
type Group struct {
	Title string
	Bars  []Bar
}

// A Bar is a number of at least 0 with what is written before it and after it.
type Bar struct {
	Label, Text string
	Value       float64
}

// Sizes of a page of bars, in pixels.
const (
	barHeight   = 13.0
	rowHeight   = 20.0
	titleHeight = 26.0
	longestBar  = 290.0
	spacing     = 7.0 // between a bar and its texts
)

// Bars draws groups of horizontal bars as an SVG, at most Most groups, each on a scale of
// its own, with a caption of one line.
func Bars(groups []Group, caption string) []byte {
	groups = groups[:min(len(groups), Most)]
	labels, texts, heads, height := 0.0, 0.0, page.TextWidth(caption, textSize), 2*margin+legend/2
	for _, g := range groups {
		heads = max(heads, page.TextWidth(g.Title, titleSize))
		height += titleHeight + float64(len(g.Bars))*rowHeight
		for _, b := range g.Bars {
			labels, texts = max(labels, page.TextWidth(b.Label, textSize)), max(texts, page.TextWidth(b.Text, textSize))
		}
	}
	c := page.NewCanvas(2*margin+max(heads, labels+longestBar+texts+2*spacing), height, page.Auto)
	y := margin
	for _, g := range groups {
		y = g.draw(c, margin+labels+spacing, y)
	}
	c.Text(page.Ink, page.Start, textSize, margin, height-margin, caption)
	return c.SVG()
}

// draw draws a group below y, its bars to the right of x, and gives where it ends.
func (g Group) draw(c *page.Canvas, x, y float64) float64 {
	c.Text(page.Ink, page.Start, titleSize, margin, y+titleSize, g.Title)
	y += titleHeight
	most := 0.0
	for _, b := range g.Bars {
		most = math.Max(most, b.Value)
	}
	for _, b := range g.Bars {
		length := 0.0
		if most > 0 {
			length = longestBar * math.Max(b.Value, 0) / most
		}
		letters := y + barHeight/2 + textSize/3
		c.Bar(page.Accent, x, y, length, barHeight)
		c.Text(page.Ink, page.End, textSize, x-spacing, letters, b.Label)
		c.Text(page.Ink, page.Start, textSize, x+length+spacing, letters, b.Text)
		y += rowHeight
	}
	return y
}
