package chart

import (
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg/draw"
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
}

// Few colours that stay apart in print.
var (
	ink  = color.Gray{0x22}
	pale = color.Gray{0xb8}
	blue = color.RGBA{0x1f, 0x5f, 0xa8, 0xff}

	boundLine = draw.LineStyle{Color: blue, Width: 0.9}
	dearest   = draw.GlyphStyle{Color: ink, Radius: 1.5, Shape: draw.CircleGlyph{}}
	others    = draw.GlyphStyle{Color: pale, Radius: 0.9, Shape: draw.CircleGlyph{}}
	thin      = draw.LineStyle{Color: ink, Width: 0.4}
)

func (p Panel) draw(c draw.Canvas) error {
	out := plot.New()
	out.BackgroundColor = color.White
	out.Title.Text, out.Title.TextStyle = p.Title, textStyle(8)
	out.Title.TextStyle.XAlign, out.Title.TextStyle.YAlign = draw.XCenter, draw.YTop
	out.Title.Padding = 2
	p.axis(&out.X, p.X, func(q Point) float64 { return q.X })
	p.axis(&out.Y, p.Y, func(q Point) float64 { return q.Y })
	out.Y.Tick.Label.XAlign, out.Y.Tick.Label.YAlign = draw.XRight, draw.YCenter
	out.X.Tick.Label.XAlign, out.X.Tick.Label.YAlign = draw.XCenter, draw.YTop
	for _, add := range []func(*plot.Plot) error{p.addOthers, p.addBound, p.addMeasured} {
		if err := add(out); err != nil {
			return err
		}
	}
	out.Draw(c)
	return nil
}

// axis gives an axis its range, which begins and ends a little beyond the points.
func (p Panel) axis(a *plot.Axis, label string, of func(Point) float64) {
	low, high := math.Inf(1), 0.0
	for _, points := range [][]Point{p.Measured, p.Others, p.Bound} {
		for _, q := range positive(points) {
			low, high = min(low, of(q)), max(high, of(q))
		}
	}
	if high == 0 {
		low, high = 1, 10
	}
	a.Min, a.Max = low/1.25, high*1.25
	a.Scale = plot.LogScale{}
	a.Tick.Marker = ticks{}
	a.Padding = 0
	a.LineStyle, a.Tick.LineStyle = thin, thin
	a.Tick.Length = 2.5
	a.Label.Text, a.Label.TextStyle = label, textStyle(7)
	a.Label.TextStyle.XAlign, a.Label.TextStyle.YAlign = draw.XCenter, draw.YBottom
	a.Label.Padding = 1.5
	a.Tick.Label = textStyle(6.5)
}

func positive(points []Point) (found []Point) {
	for _, q := range points {
		if q.X > 0 && q.Y > 0 && !math.IsInf(q.X, 1) && !math.IsInf(q.Y, 1) {
			found = append(found, q)
		}
	}
	return found
}

func coordinates(points []Point) plotter.XYs {
	var all plotter.XYs
	for _, q := range positive(points) {
		all = append(all, plotter.XY(q))
	}
	return all
}

func (p Panel) addOthers(out *plot.Plot) error   { return scatter(out, p.Others, others) }
func (p Panel) addMeasured(out *plot.Plot) error { return scatter(out, p.Measured, dearest) }

func scatter(out *plot.Plot, points []Point, style draw.GlyphStyle) error {
	at := coordinates(points)
	if len(at) == 0 {
		return nil
	}
	s, err := plotter.NewScatter(at)
	if err != nil {
		return err
	}
	s.GlyphStyle = style
	keepRange(out, func() { out.Add(s) })
	return nil
}

func (p Panel) addBound(out *plot.Plot) error {
	at := coordinates(p.Bound)
	if len(at) == 0 {
		return nil
	}
	l, err := plotter.NewLine(at)
	if err != nil {
		return err
	}
	l.LineStyle = boundLine
	keepRange(out, func() { out.Add(l) })
	return nil
}

// keepRange keeps the axes as they are: Add fits them to what it adds.
func keepRange(out *plot.Plot, add func()) {
	x, y := [2]float64{out.X.Min, out.X.Max}, [2]float64{out.Y.Min, out.Y.Max}
	add()
	out.X.Min, out.X.Max, out.Y.Min, out.Y.Max = x[0], x[1], y[0], y[1]
}
