package chart

import (
	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/complexity/trial"
)

// Of is the panel of a trial's series: what was measured, and what the bound says, and the one from
// below; least is nil where that is not known.
func Of(s trial.Series, m complexity.Metric, least func(sizes []int64) float64, title, x, y string) Panel {
	p := Panel{Title: title, X: x, Y: y}
	point := func(r trial.Point, y float64) Point { return Point{X: float64(r.Sizes[s.Size]), Y: y} }
	for _, r := range s.Others {
		p.Others = append(p.Others, point(r, float64(r.Measured[m])))
	}
	for _, r := range s.Dearest {
		p.Measured = append(p.Measured, point(r, float64(r.Measured[m])))
		p.Bound = append(p.Bound, point(r, r.Bounds[m]))
		if least != nil {
			p.Least = append(p.Least, point(r, least(r.Sizes)))
		}
	}
	return p
}
