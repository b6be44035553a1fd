package resample

import (
	"fmt"
	"math"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A placement gives the place in the dimension of the data that position x of the
// result's corresponds to; a fraction is between two elements.
type placement func(x float64, g geometry) float64

// A geometry is one dimension: the extents of data and result, the extent that the result
// would have were fractions of elements possible, which is `out` but where a scale is given,
// and the region of interest.
type geometry struct {
	in, out, length float64
	roi             [2]float64
}

var placements = map[string]placement{
	"half_pixel":    halfPixel,
	"asymmetric":    func(x float64, g geometry) float64 { return x * g.in / g.length },
	"align_corners": alignCorners,
	"pytorch_half_pixel": func(x float64, g geometry) float64 {
		if g.out <= 1 {
			return 0
		}
		return halfPixel(x, g)
	},
	"tf_half_pixel_for_nn": func(x float64, g geometry) float64 { return (x + 0.5) * g.in / g.length },
	cropping: func(x float64, g geometry) float64 {
		if g.out <= 1 {
			return 0.5 * (g.roi[0] + g.roi[1]) * (g.in - 1)
		}
		return g.roi[0]*(g.in-1) + x*(g.roi[1]-g.roi[0])*(g.in-1)/(g.length-1)
	},
	symmetric: func(x float64, g geometry) float64 {
		return g.in/2*(1-g.out/g.length) + halfPixel(x, g)
	},
}

// cropping takes the region of interest for the whole; only there are places
// outside, which are not extended by the elements on the edges.
const cropping = "tf_crop_and_resize"

// symmetric moves what half_pixel has so that the centres of data and result correspond
// where a scale gives no whole number of elements. Relay's operators do not have it.
const symmetric = "half_pixel_symmetric"

func halfPixel(x float64, g geometry) float64 { return (x+0.5)*g.in/g.length - 0.5 }

func alignCorners(x float64, g geometry) float64 {
	if g.out <= 1 {
		return 0
	}
	return x * (g.in - 1) / (g.length - 1)
}

// roundings find the nearest element. The small numbers keep a place that was
// computed a little off an element at it.
var roundings = map[string]func(float64) float64{
	"round":              math.Round,
	"round_prefer_floor": func(x float64) float64 { return math.Ceil(x - 0.5) },
	"round_prefer_ceil":  func(x float64) float64 { return math.Floor(x + 0.5) },
	"floor":              func(x float64) float64 { return math.Floor(x + 1e-5) },
	"ceil":               func(x float64) float64 { return math.Ceil(x - 1e-5) },
}

// exactRoundings are in place of those that take a place near an element for the element.
var exactRoundings = map[string]func(float64) float64{"floor": math.Floor, "ceil": math.Ceil}

// Taps tell for each position of a result's dimension which elements of the
// data's it is made of, and the weight of each.
type Taps struct {
	Count   int // of a position
	At      []int
	Weights []float64
	Outside []bool // positions that lie outside the data
}

// An interpolation appends the elements around a place and their weights.
type interpolation func(h Sampling, t *Taps, place float64, n int)

var interpolations = map[string]interpolation{"linear": linear, "cubic": cubic}

func linear(_ Sampling, t *Taps, place float64, n int) {
	low := math.Floor(place)
	t.add(int(low), n, 1-(place-low))
	t.add(int(low)+1, n, place-low)
}

// cubic is Keys' convolution (Cubic convolution interpolation for digital image
// processing, 1981).
func cubic(h Sampling, t *Taps, place float64, n int) {
	low := math.Floor(place)
	x, a := place-low, h.Alpha
	weights := [4]float64{
		a * (x*x*x - 2*x*x + x),
		(a+2)*x*x*x - (a+3)*x*x + 1,
		-(a+2)*x*x*x + (2*a+3)*x*x - a*x,
		a * (x*x - x*x*x),
	}
	sum := 1.0
	if h.Exclude {
		sum = 0
		for i := range weights {
			if at := int(low) + i - 1; at < 0 || at >= n {
				weights[i] = 0
			}
			sum += weights[i]
		}
	}
	if sum == 0 {
		sum = 1
	}
	for i, w := range weights {
		t.add(int(low)+i-1, n, w/sum)
	}
}

// add appends an element; one that is outside is that on the edge.
func (t *Taps) add(at, n int, weight float64) {
	t.At = append(t.At, min(max(at, 0), n-1))
	t.Weights = append(t.Weights, weight)
}

// A Sampling is how an array is resized.
type Sampling struct {
	Method      string // nearest_neighbor, linear or cubic
	Coordinates string // how places of result and data correspond
	Rounding    string // how the nearest element is found
	Alpha       float64
	Exclude     bool         // leave elements outside out of cubic weights
	Fill        float64      // element outside
	Roi         [][2]float64 // for each dimension
	Scales      []float64    // for each dimension, in place of the quotient of extents; nil for none
	Antialias   bool         // where a dimension shrinks, weigh all elements that a position covers
	Exact       bool         // round places as they are computed, and integers to the nearest
}

// taps are those of dimension k.
func (h Sampling) taps(m op.Machine, k, in, out int) (Taps, error) {
	place, ok := placements[h.Coordinates]
	if !ok {
		return Taps{}, fmt.Errorf("there is no coordinate transformation %q", h.Coordinates)
	}
	g := geometry{in: float64(in), out: float64(out), length: float64(out), roi: h.roi(k)}
	if k < len(h.Scales) {
		g.length = h.Scales[k] * g.in
	}
	add, count, err := h.interpolation(g.length / g.in)
	if err != nil {
		return Taps{}, err
	}
	t, err := newTaps(m, out, count)
	if err != nil {
		return t, err
	}
	return t, op.InTurn(m, out, count, func(from, to int) error {
		for x := from; x < to; x++ {
			at := place(float64(x), g)
			t.Outside[x] = h.Coordinates == cropping && (at < 0 || at > float64(in-1))
			add(h, &t, clampPlace(at, in), in)
		}
		return nil
	})
}

// clampPlace keeps places so near the data that they can be counted; what is farther away
// than any filter reaches is the edge in any case.
func clampPlace(at float64, n int) float64 {
	if at != at {
		return 0
	}
	return min(max(at, -farAway), float64(n)+farAway)
}

const farAway = 1 << 40

// newTaps allocates `out` positions of n elements each.
func newTaps(m op.Machine, out, n int) (t Taps, err error) {
	if out > 0 && n > math.MaxInt32/out {
		return t, fmt.Errorf("%w: each of %d positions is made of %d elements", value.ErrTooLarge, out, n)
	}
	t.Count = n
	if t.Outside, err = op.Make[bool](m, out); err != nil {
		return t, err
	}
	if t.At, err = op.Make[int](m, out*n); err != nil {
		return t, err
	}
	t.Weights, err = op.Make[float64](m, out*n)
	t.At, t.Weights = t.At[:0], t.Weights[:0]
	return t, err
}

// counts are of how many elements a position is made; radii how far the filters reach.
var (
	counts = map[string]int{"nearest_neighbor": 1, "linear": 2, "cubic": 4}
	radii  = map[string]float64{"linear": 1, "cubic": 2}
)

// Count is of how many elements a position is made along a dimension whose elements become
// `scale` times as many; false where there is no such method.
func (h Sampling) Count(scale float64) (int, bool) {
	n, ok := counts[h.Method]
	if reach := radii[h.Method]; ok && h.widens(scale) {
		n = 2 * int(min(math.Ceil(reach/scale), math.MaxInt32/4))
	}
	return n, ok
}

// widens reports whether filters are stretched along a dimension.
func (h Sampling) widens(scale float64) bool { return h.Antialias && scale < 1 && radii[h.Method] > 0 }

func (h Sampling) roi(k int) [2]float64 {
	if k < len(h.Roi) {
		return h.Roi[k]
	}
	return [2]float64{0, 1}
}

// interpolation is how a position is made along a dimension, and of how many elements.
func (h Sampling) interpolation(scale float64) (interpolation, int, error) {
	count, ok := h.Count(scale)
	if !ok {
		return nil, 0, fmt.Errorf("there is no method %q", h.Method)
	}
	if h.widens(scale) {
		return func(h Sampling, t *Taps, place float64, n int) { h.widened(t, place, scale, count, n) }, count, nil
	}
	if h.Method != "nearest_neighbor" {
		return interpolations[h.Method], count, nil
	}
	round, ok := roundings[h.rounding()]
	if exact := exactRoundings[h.rounding()]; h.Exact && exact != nil {
		round = exact
	}
	if !ok {
		return nil, 0, fmt.Errorf("there is no rounding %q", h.Rounding)
	}
	return func(_ Sampling, t *Taps, place float64, n int) { t.add(int(round(place)), n, 1) }, count, nil
}

// widened adds the elements that a filter stretched by 1/scale reaches: the weight of the
// element at distance d is that of the filter at d·scale, and all are divided by their sum.
func (h Sampling) widened(t *Taps, place, scale float64, count, n int) {
	low, begin := math.Floor(place), len(t.Weights)
	sum := 0.0
	for i := 1 - count/2; i <= count/2; i++ {
		at := int(low) + i
		w := h.filter((low + float64(i) - place) * scale)
		if h.Exclude && (at < 0 || at >= n) {
			w = 0
		}
		t.add(at, n, w)
		sum += w
	}
	if sum == 0 {
		return
	}
	for i := range t.Weights[begin:] {
		t.Weights[begin+i] /= sum
	}
}

// filter is the weight at a distance: the triangle, or Keys' convolution.
func (h Sampling) filter(d float64) float64 {
	d, a := math.Abs(d), h.Alpha
	switch {
	case h.Method == "linear":
		return max(0, 1-d)
	case d <= 1:
		return ((a+2)*d-(a+3))*d*d + 1
	case d < 2:
		return ((a*d-5*a)*d+8*a)*d - 4*a
	}
	return 0
}

// rounding is floor where none is given, and round where the corners align.
func (h Sampling) rounding() string {
	switch {
	case h.Rounding != "":
		return h.Rounding
	case h.Coordinates == "align_corners":
		return "round"
	}
	return "floor"
}
