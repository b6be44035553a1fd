package image

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/op/nn/resample"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/value"
)

func resizeKernel(canonical string) op.Kernel {
	return op.Reads{Arrays: 1}.Kernel(func(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
		data := in.Arrays[0]
		return onCanonical(m, c, data, canonical, func(image *value.Array) (*value.Array, error) {
			return resample.Resize(m, image, numbers(c, "size"), samplingOf(c), buffer.OutDtype(c, data))
		})
	})
}

// onCanonical computes on the data in the canonical layout, and gives the
// result in the data's.
func onCanonical(m op.Machine, c *op.KernelCall, data *value.Array, canonical string, compute func(*value.Array) (*value.Array, error)) (value.Value, error) {
	l, _ := relate.ParseLayout(c.Attrs.Str("layout"))
	image, err := buffer.Canonical(m, data, l, canonical)
	if err != nil {
		return nil, fmt.Errorf("`%s`: %w", c.Op.Name, err)
	}
	out, err := compute(image)
	if err != nil {
		return nil, fmt.Errorf("`%s`: %w", c.Op.Name, err)
	}
	return buffer.Arranged(m, out, canonical, l)
}

// samplingOf reads how an image is resized.
func samplingOf(c *op.KernelCall) resample.Sampling {
	how := resample.Sampling{
		Method:      c.Attrs.Str("method"),
		Coordinates: c.Attrs.Str("coordinate_transformation_mode"),
		Rounding:    c.Attrs.Str("rounding_method"),
		Alpha:       buffer.Float(c, "cubic_alpha"),
		Exclude:     c.Attrs.Bool("cubic_exclude"),
		Fill:        buffer.Float(c, "extrapolation_value"),
	}
	roi := c.Attrs.Value("roi").List
	for i := range len(roi) / 2 {
		how.Roi = append(how.Roi, [2]float64{number(roi[i]), number(roi[i+len(roi)/2])})
	}
	return how
}

// number is an attribute's value that may be written as a float or an integer.
func number(v op.Value) float64 {
	if v.Kind == op.FloatValue {
		return v.Float
	}
	return float64(v.Int)
}

// numbers reads extents; fractions are cut off.
func numbers(c *op.KernelCall, attr string) []int {
	var ns []int
	for _, v := range c.Attrs.Value(attr).List {
		ns = append(ns, int(number(v)))
	}
	return ns
}
