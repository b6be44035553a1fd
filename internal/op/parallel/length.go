package parallel

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// anyLength is a length that only a run can tell.
const anyLength = -1

// The functions below are lengths of results that follow from those of the
// arguments, or from attributes.

// first and second are the length of that argument.
func first(args []int64, _ op.Attrs) int64  { return lengthAt(args, 0) }
func second(args []int64, _ op.Attrs) int64 { return lengthAt(args, 1) }

// lengthAt is the length of argument i.
func lengthAt(args []int64, i int) int64 {
	if i < len(args) {
		return args[i]
	}
	return anyLength
}

// common is the length that all arguments share; the call fails where they
// differ.
func common(args []int64, _ op.Attrs) int64 {
	for _, n := range args {
		if n != anyLength {
			return n
		}
	}
	return anyLength
}

// total is the sum of two lengths.
func total(args []int64, _ op.Attrs) int64 {
	if lengthAt(args, 0) < 0 || lengthAt(args, 1) < 0 {
		return anyLength
	}
	return args[0] + args[1]
}

// copies is the attribute k.
func copies(_ []int64, a op.Attrs) int64 {
	if k, ok := a.Int("k"); ok && k >= 0 {
		return k
	}
	return anyLength
}

// inside counts the windows of slide: max(0, ⌊(n − r(w−1) − 1)/s⌋ + 1).
func inside(args []int64, a op.Attrs) int64 {
	n := lengthAt(args, 0)
	w, known := a.Int("window")
	s, strided := a.Int("stride")
	r, dilated := a.Int("dilation")
	if n < 0 || !known || !strided || !dilated || s < 1 || w < 1 || r < 1 {
		return anyLength
	}
	slack := n - r*(w-1) - 1
	if slack < 0 {
		return 0
	}
	return slack/s + 1
}

const windowText = " : FractalTensor[A] → FractalTensor[FractalTensor[A]]; each element of the result is a window"

func windows() []*op.Op {
	width := relate.Required("window", op.IntAttr, "number of elements of a window")
	stride := relate.Int("stride", 1, "step from one window to the next")
	dilation := relate.Int("dilation", 1, "distance of the elements of a window")
	return []*op.Op{
		{
			Name: Slide, Doc: "Gives the windows that lie inside.", Rule: "slide" + windowText,
			Params: op.Args("xs"), Attrs: []op.Attr{width, stride, dilation}, Scheme: scheme(windowScheme),
			Traits: op.Traits{Fails: op.OnAttribute},
			Length: inside,
		},
		{
			Name: Window, Doc: "Gives a window around each element, filled up outside; without fill it wraps round.",
			Rule:   "window" + windowText + "; fill is an element",
			Params: optional(op.Args("xs"), "fill"), Attrs: []op.Attr{width, dilation}, Scheme: scheme(windowScheme),
			Traits: op.Traits{Fails: op.OnAttribute},
			Length: first,
		},
		{
			Name: ShiftedSlide, Doc: "Gives a window around each element; outside, it wraps round.",
			Rule: "shifted_slide" + windowText, Params: op.Args("xs"), Attrs: []op.Attr{width}, Scheme: scheme(windowScheme),
			Traits: op.Traits{Fails: op.OnAttribute},
			Length: first,
		},
	}
}

// windowScheme has the element that fills after the FractalTensor.
func windowScheme(c *op.Call) op.Instance {
	a := c.FreshLeaf()
	xs := fractal(a)
	return op.Instance{In: []types.Type{xs, a}, Out: fractal(xs), More: literals(c)}
}
