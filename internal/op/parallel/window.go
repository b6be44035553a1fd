package parallel

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

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

// windowScheme has the element that fills behind the FractalTensor.
func windowScheme(c *op.Call) op.Instance {
	a := c.FreshLeaf()
	xs := fractal(a)
	return op.Instance{In: []types.Type{xs, a}, Out: fractal(xs), More: literals(c)}
}
