package resample

import (
	"fmt"
	"math"

	"github.com/fraccheck/fraccheck/internal/op"
)

// A placement gives the place in a dimension of `in` elements that position x
// of one of `out` elements corresponds to; a fraction is between two elements.
type placement func(x, in, out float64, roi [2]float64) float64

var placements = map[string]placement{
	"half_pixel":    func(x, in, out float64, _ [2]float64) float64 { return (x+0.5)*in/out - 0.5 },
	"asymmetric":    func(x, in, out float64, _ [2]float64) float64 { return x * in / out },
	"align_corners": alignCorners,
	"pytorch_half_pixel": func(x, in, out float64, _ [2]float64) float64 {
		if out <= 1 {
			return 0
		}
		return (x+0.5)*in/out - 0.5
	},
	"tf_half_pixel_for_nn": func(x, in, out float64, _ [2]float64) float64 { return (x + 0.5) * in / out },
	cropping: func(x, in, out float64, roi [2]float64) float64 {
		if out <= 1 {
			return 0.5 * (roi[0] + roi[1]) * (in - 1)
		}
		return roi[0]*(in-1) + x*(roi[1]-roi[0])*(in-1)/(out-1)
	},
}

// cropping takes the region of interest for the whole; only there are places
// outside, which are not extended by the elements on the edges.
const cropping = "tf_crop_and_resize"

func alignCorners(x, in, out float64, _ [2]float64) float64 {
	if out <= 1 {
		return 0
	}
	return x * (in - 1) / (out - 1)
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
}

// taps are those of dimension k.
func (h Sampling) taps(m op.Machine, k, in, out int) (Taps, error) {
	place, ok := placements[h.Coordinates]
	if !ok {
		return Taps{}, fmt.Errorf("there is no coordinate transformation %q", h.Coordinates)
	}
	add, err := h.interpolation()
	if err != nil {
		return Taps{}, err
	}
	t, err := newTaps(m, out, h.count())
	if err != nil {
		return t, err
	}
	return t, op.InTurn(m, out, 1, func(from, to int) error {
		for x := from; x < to; x++ {
			at := place(float64(x), float64(in), float64(out), h.roi(k))
			t.Outside[x] = h.Coordinates == cropping && (at < 0 || at > float64(in-1))
			add(h, &t, at, in)
		}
		return nil
	})
}

// newTaps allocates `out` positions of n elements each.
func newTaps(m op.Machine, out, n int) (t Taps, err error) {
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

// count is of how many elements a position is made.
func (h Sampling) count() int { return counts[h.Method] }

var counts = map[string]int{"nearest_neighbor": 1, "linear": 2, "cubic": 4}

func (h Sampling) roi(k int) [2]float64 {
	if k < len(h.Roi) {
		return h.Roi[k]
	}
	return [2]float64{0, 1}
}

func (h Sampling) interpolation() (interpolation, error) {
	if h.Method != "nearest_neighbor" {
		if add, ok := interpolations[h.Method]; ok {
			return add, nil
		}
		return nil, fmt.Errorf("there is no method %q", h.Method)
	}
	round, ok := roundings[h.rounding()]
	if !ok {
		return nil, fmt.Errorf("there is no rounding %q", h.Rounding)
	}
	return func(_ Sampling, t *Taps, place float64, n int) { t.add(int(round(place)), n, 1) }, nil
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
