package image

import (
	"fmt"
	"strings"

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

// cropKernel computes image.crop_and_resize: box i is cut out of image
// box_indices[i] and resized. Boxes are (top, left, bottom, right), as shares of
// the extents less one.
func cropKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	which, err := buffer.Read[int64](m, in.Arrays[2])
	if err != nil {
		return nil, err
	}
	boxes := in.Arrays[1]
	if boxes.Rank() != 2 || boxes.Shape[1] != 4 || len(which) != boxes.Shape[0] {
		return nil, fmt.Errorf("`%s`: boxes %s and %d indices do not fit", c.Op.Name, value.ShapeText(boxes.Shape), len(which))
	}
	corners, err := buffer.Read[float64](m, boxes)
	if err != nil {
		return nil, err
	}
	return onCanonical(m, c, in.Arrays[0], "NCHW", func(images *value.Array) (*value.Array, error) {
		return crops(m, c, images, corners, which)
	})
}

func crops(m op.Machine, c *op.KernelCall, images *value.Array, boxes []float64, which []int64) (*value.Array, error) {
	size := numbers(c, "crop_size")[:2] // the relation reads no more
	shape := []int{len(which), images.Shape[1], size[0], size[1]}
	out, err := op.NewResult(m, buffer.OutDtype(c, images), shape)
	if err != nil {
		return nil, err
	}
	for i, k := range which {
		if uint64(k) >= uint64(images.Shape[0]) {
			return nil, fmt.Errorf("box %d is of image %d, and there are %d", i, k, images.Shape[0])
		}
		box := boxes[4*i:]
		how := resample.Sampling{
			Method: strings.TrimPrefix(c.Attrs.Str("method"), "bi"), Coordinates: "tf_crop_and_resize", Rounding: "round",
			Fill: buffer.Float(c, "extrapolation_value"), Roi: [][2]float64{{box[0], box[2]}, {box[1], box[3]}},
		}
		part, err := resample.Resize(m, images.Index(int(k)).Insert(0, 1), size, how, out.Dtype)
		if err != nil {
			return nil, err
		}
		value.ConvertData(out.Dtype, value.Cut(out.Data, i*part.Len(), (i+1)*part.Len()), part.Dtype, part.Flat())
	}
	return out, nil
}
