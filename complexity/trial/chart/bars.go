package chart

import (
	"bytes"
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// A Group is bars under one title.
type Group struct {
	Title string
	Bars  []Bar
}

// A Bar is a number of at least 0 with what stands in front of it and behind it.
type Bar struct {
	Label, Text string
	Value       float64
}

// Sizes of a page of bars.
const (
	barHeight   = 0.33 * vg.Centimeter
	rowHeight   = 0.5 * vg.Centimeter
	titleHeight = 0.8 * vg.Centimeter
	longestBar  = 7 * vg.Centimeter
	foot        = 0.5 * vg.Centimeter // for the caption
	beside      = 1.5 * vg.Millimeter // between a bar and its texts
)

// Bars draws groups of horizontal bars, at most Most groups, each on a scale of its own,
// with a caption of one line.
func Bars(ending string, groups []Group, caption string) ([]byte, error) {
	if !Draws(ending) {
		return nil, fmt.Errorf("there is no format for files that end in %q", ending)
	}
	groups = groups[:min(len(groups), Most)]
	style := textStyle(7)
	labels, texts, heads, height := vg.Length(0), vg.Length(0), style.Width(caption), 2*margin+foot
	for _, g := range groups {
		heads = max(heads, textStyle(8).Width(g.Title))
		height += titleHeight + vg.Length(len(g.Bars))*rowHeight
		for _, b := range g.Bars {
			labels, texts = max(labels, style.Width(b.Label)), max(texts, style.Width(b.Text))
		}
	}
	c := canvases[ending](2*margin+max(heads, labels+longestBar+texts+2*beside), height)
	page := draw.New(c)
	page.SetColor(color.White)
	page.Fill(page.Rectangle.Path())
	y := page.Max.Y - margin
	for _, g := range groups {
		y = g.draw(page, page.Min.X+margin+labels+beside, y)
	}
	page.FillText(style, vg.Point{X: page.Min.X + margin, Y: page.Min.Y + margin}, caption)
	var out bytes.Buffer
	_, err := c.WriteTo(&out)
	return out.Bytes(), err
}

// draw draws a group below y, its bars to the right of x, and gives where it ends.
func (g Group) draw(page draw.Canvas, x, y vg.Length) vg.Length {
	head := textStyle(8)
	head.YAlign = draw.YTop
	page.FillText(head, vg.Point{X: page.Min.X + margin, Y: y}, g.Title)
	y -= titleHeight
	most := 0.0
	for _, b := range g.Bars {
		most = math.Max(most, b.Value)
	}
	for _, b := range g.Bars {
		length := vg.Length(0)
		if most > 0 {
			length = longestBar * vg.Length(math.Max(b.Value, 0)/most)
		}
		b.draw(page, vg.Point{X: x, Y: y}, length)
		y -= rowHeight
	}
	return y
}

func (b Bar) draw(page draw.Canvas, at vg.Point, length vg.Length) {
	page.SetColor(blue)
	bar := vg.Rectangle{Min: vg.Point{X: at.X, Y: at.Y - barHeight/2}, Max: vg.Point{X: at.X + length, Y: at.Y + barHeight/2}}
	page.Fill(bar.Path())
	left, right := textStyle(7), textStyle(7)
	left.XAlign, left.YAlign, right.YAlign = draw.XRight, draw.YCenter, draw.YCenter
	page.FillText(left, vg.Point{X: at.X - beside, Y: at.Y}, b.Label)
	page.FillText(right, vg.Point{X: at.X + length + beside, Y: at.Y}, b.Text)
}
