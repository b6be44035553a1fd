package chart

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/drawing/page"
)

// Most is how many panels a page has at most.
const Most = 12

// Sizes on the page, in pixels.
const (
	panelWidth  = 250.0
	panelHeight = 205.0
	gap         = 22.0
	margin      = 18.0
	legend      = 40.0 // with the caption, at the foot
	narrowest   = 2    // columns: the legend has to fit
	titleSize   = 12.0
	textSize    = 10.5
)

// Draw draws at most Most panels as an SVG, with a caption of one line.
func Draw(panels []Panel, caption string) []byte {
	panels = panels[:min(len(panels), Most)]
	columns := columnsFor(len(panels))
	rows := (len(panels) + columns - 1) / columns
	wide := float64(max(columns, narrowest))
	width := 2*margin + wide*panelWidth + (wide-1)*gap
	height := 2*margin + legend + float64(rows)*(panelHeight+gap)
	c := page.NewCanvas(width, height, page.Auto)
	own := panelWidth
	if len(panels) == 1 {
		own = width - 2*margin // nothing stands beside it
	}
	for i, p := range panels {
		p.draw(c, own, margin+float64(i%columns)*(panelWidth+gap), margin+float64(i/columns)*(panelHeight+gap))
	}
	drawLegend(c, margin, height-margin-legend, slices.ContainsFunc(panels, func(p Panel) bool { return len(p.Least) > 0 }), caption)
	return c.SVG()
}

// columnsFor is how many panels are side by side.
func columnsFor(panels int) int {
	switch {
	case panels <= 2:
		return max(panels, 1)
	case panels <= 4:
		return 2
	case panels <= 9:
		return 3
	}
	return 4
}

// drawLegend says what the marks are, above the caption; below reports whether there are bounds
// from below.
func drawLegend(c *page.Canvas, x, y float64, below bool, caption string) {
	middle := y + 14
	at := x + 6
	line := func(paint page.Paint) { c.Line(paint, [2]float64{at - 6, middle}, [2]float64{at + 8, middle}); at += 8 }
	type entry struct {
		text string
		mark func()
	}
	entries := []entry{
		{"measured", func() { c.Dot(page.Ink, at, middle, dearest) }},
		{"on other arguments", func() { c.Dot(page.Faint, at, middle, others) }},
		{"bound", func() { line(page.Accent) }},
	}
	if below {
		entries = append(entries, entry{"bound from below", func() { line(page.Second) }})
	}
	for _, entry := range entries {
		entry.mark()
		c.Text(page.Ink, page.Start, textSize, at+8, middle+textSize/3, entry.text)
		at += 8 + page.TextWidth(entry.text, textSize) + 26
	}
	c.Text(page.Ink, page.Start, textSize, x, y+legend-4, caption)
}
