package image

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/op/nn/resample"
	"github.com/fraccheck/fraccheck/internal/value"
)

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
