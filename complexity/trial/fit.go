package trial

import (
	"math"
	"slices"

	"github.com/fraccheck/fraccheck/complexity"
)

// A Fit is how measured costs and their bounds grow with the size of the arguments, as
// exponents of a power of it: slopes on logarithmic axes, by least squares.
type Fit struct {
	Style           string // of the runs
	From, To        int    // their sizes
	Measured, Bound float64
}

// leastFit is how many runs a fit is made of at least: of larger arguments than these
// only, since lower terms bend the line.
const (
	leastFit  = 4
	leastSize = 8
)

// Fit fits the runs of the style that costs most; ok is false where there are not enough of
// them.
func (t *Trial) Fit(m complexity.Metric) (f Fit, ok bool) {
	var sizes, measured, bounds []float64
	var before []int64
	for _, p := range t.Dearest(m) {
		if slices.Equal(p.Sizes, before) {
			continue // extents of tensors do not get larger than a certain one
		}
		f.Style, before = p.Style, p.Sizes
		if p.N < leastSize || p.Measured[m] <= 0 || p.Bounds[m] <= 0 || math.IsInf(p.Bounds[m], 1) {
			continue
		}
		if len(sizes) == 0 {
			f.From = p.N
		}
		f.To = p.N
		sizes = append(sizes, math.Log(float64(p.N)))
		measured = append(measured, math.Log(float64(p.Measured[m])))
		bounds = append(bounds, math.Log(p.Bounds[m]))
	}
	if len(sizes) < leastFit {
		return f, false
	}
	f.Measured, f.Bound = slope(sizes, measured), slope(sizes, bounds)
	return f, true
}

// slope returns that of the line through points (x, y) by least squares: the covariance of x
// and y over the variance of x. Gonum's package stat would add its matrices and LAPACK, 1.2 MB,
// to the binary.
func slope(x, y []float64) float64 {
	meanX, meanY := mean(x), mean(y)
	var covariance, variance float64
	for i := range x {
		covariance += (x[i] - meanX) * (y[i] - meanY)
		variance += (x[i] - meanX) * (x[i] - meanX)
	}
	return covariance / variance
}

func mean(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

// Dearest are the runs of the style that costs most, by growing size: for the largest
// arguments that no style was broken off on. Nil where nothing is known of the metric.
func (t *Trial) Dearest(m complexity.Metric) (dearest []Point) {
	series, common := map[string][]Point{}, math.MaxInt
	var styles []string
	for _, p := range t.Points {
		if p.shows(m) {
			if series[p.Style] == nil {
				styles = append(styles, p.Style)
			}
			series[p.Style] = append(series[p.Style], p)
		}
	}
	for _, points := range series {
		common = min(common, points[len(points)-1].N)
	}
	var most int64
	for _, style := range styles {
		for _, p := range series[style] {
			if p.N == common && (dearest == nil || p.Measured[m] > most) {
				dearest, most = series[style], p.Measured[m]
			}
		}
	}
	return dearest
}

// shows reports whether a run says how a metric grows.
func (p *Point) shows(m complexity.Metric) bool { return p.Known[m] && !p.Cut }

// Worst are the runs that cost most of those of one size, by growing size, without those
// that were broken off.
func (t *Trial) Worst(m complexity.Metric) (found []Point) {
	for _, p := range t.Points {
		last := len(found) - 1
		switch {
		case !p.shows(m):
		case last < 0 || found[last].N != p.N:
			found = append(found, p)
		case p.Measured[m] > found[last].Measured[m]:
			found[last] = p
		}
	}
	return found
}

// Closest is the run whose cost comes closest to its bound, the largest one of several;
// nil where there is none.
func (t *Trial) Closest(m complexity.Metric) (closest *Point, ratio float64) {
	for i := range t.Points {
		p := &t.Points[i]
		if r := p.ratio(m); p.Known[m] && (closest == nil || r >= ratio) {
			closest, ratio = p, r
		}
	}
	return closest, ratio
}

// ratio is the part of the bound that a run has cost; 1 where both are 0.
func (p *Point) ratio(m complexity.Metric) float64 {
	switch {
	case p.Bounds[m] == float64(p.Measured[m]):
		return 1
	case p.Bounds[m] <= 0:
		return math.Inf(1)
	}
	return float64(p.Measured[m]) / p.Bounds[m]
}
