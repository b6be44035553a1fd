package chart

import (
	"bytes"
	"fmt"
	"image/color"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Most is how many panels a page has at most.
const Most = 12

// Sizes on the page.
const (
	panelWidth  = 5.6 * vg.Centimeter
	panelHeight = 4.7 * vg.Centimeter
	gap         = 0.45 * vg.Centimeter
	margin      = 0.5 * vg.Centimeter
	legend      = 0.95 * vg.Centimeter // with the caption, at the foot
	narrowest   = 2                    // columns: the legend has to fit
	resolution  = 200                  // of a PNG, in dots an inch
)

// A canvas is what both formats draw on.
type canvas interface {
	vg.CanvasSizer
	io.WriterTo
}

var canvases = map[string]func(width, height vg.Length) canvas{
	".svg": func(width, height vg.Length) canvas { return vgsvg.New(width, height) },
	".png": func(width, height vg.Length) canvas {
		return vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(resolution), vgimg.UseBackgroundColor(color.White))}
	},
}

// Draws tells whether there is a format for a file's ending, `.svg` or `.png`.
func Draws(ending string) bool { return canvases[ending] != nil }

// Draw draws at most Most panels in the format of a file's ending, with a caption of one
// line.
func Draw(ending string, panels []Panel, caption string) ([]byte, error) {
	if !Draws(ending) {
		return nil, fmt.Errorf("there is no format for files that end in %q", ending)
	}
	panels = panels[:min(len(panels), Most)]
	columns := columnsFor(len(panels))
	rows := (len(panels) + columns - 1) / columns
	wide := max(columns, narrowest)
	width := 2*margin + vg.Length(wide)*panelWidth + vg.Length(wide-1)*gap
	height := 2*margin + legend + vg.Length(rows)*(panelHeight+gap)
	c := canvases[ending](width, height)
	page := draw.New(c)
	page.SetColor(color.White)
	page.Fill(page.Rectangle.Path())
	for i, p := range panels {
		x := margin + vg.Length(i%columns)*(panelWidth+gap)
		y := height - margin - vg.Length(i/columns)*(panelHeight+gap)
		if err := p.draw(draw.Canvas{Canvas: page.Canvas, Rectangle: vg.Rectangle{Min: vg.Point{X: x, Y: y - panelHeight}, Max: vg.Point{X: x + panelWidth, Y: y}}}); err != nil {
			return nil, err
		}
	}
	drawLegend(page, caption)
	var out bytes.Buffer
	_, err := c.WriteTo(&out)
	return out.Bytes(), err
}

// columnsFor is how many panels stand side by side.
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

// drawLegend says what the marks are, above the caption.
func drawLegend(page draw.Canvas, caption string) {
	style := textStyle(7.5)
	style.YAlign = draw.YCenter
	x, y := page.Min.X+margin+2*vg.Millimeter, page.Min.Y+margin+legend-3*vg.Millimeter
	for _, entry := range []struct {
		text string
		mark func(at vg.Point)
	}{
		{"measured", func(at vg.Point) { page.DrawGlyph(dearest, at) }},
		{"on other arguments", func(at vg.Point) { page.DrawGlyph(others, at) }},
		{"bound", func(at vg.Point) {
			page.StrokeLine2(boundLine, at.X-2*vg.Millimeter, at.Y, at.X+2*vg.Millimeter, at.Y)
		}},
	} {
		entry.mark(vg.Point{X: x, Y: y})
		at := vg.Point{X: x + 3*vg.Millimeter, Y: y}
		page.FillText(style, at, entry.text)
		x = at.X + style.Width(entry.text) + 7*vg.Millimeter
	}
	page.FillText(style, vg.Point{X: page.Min.X + margin, Y: page.Min.Y + margin + 1.5*vg.Millimeter}, caption)
}

// Ink, Pale, Blue and White are the colours of a page as they stand in an SVG.
var Ink, Pale, Blue, White = inSVG(ink), inSVG(pale), inSVG(blue), inSVG(color.White)

func inSVG(c color.Color) string {
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02X%02X%02X", r>>8, g>>8, b>>8)
}

func textStyle(size vg.Length) draw.TextStyle {
	return draw.TextStyle{
		Color: ink, Font: font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}, Handler: plot.DefaultTextHandler,
	}
}
