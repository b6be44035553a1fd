package nn

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/op/nn/resample"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/value"
)

// flattenKernel computes nn.batch_flatten: (d₀, d₁·d₂·…).
func flattenKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	data := in.Arrays[0]
	return buffer.Reshaped(m, data, []int{data.Shape[0], value.Product(data.Shape[1:])})
}

// A regroup is what moves elements between channels and blocks of height and
// width: the extents into which an image (N, C, H, W) is split, the order of
// these dimensions in the result, and its extents.
type regroup func(image []int, block int, mode string) (split, order, shape []int)

// splitDepth has the channels as (block, block, rest), with CRD as (rest,
// block, block).
func splitDepth(s []int, b int, mode string) (split, order, shape []int) {
	shape = []int{s[0], s[1] / (b * b), s[2] * b, s[3] * b}
	if mode == "CRD" {
		return []int{s[0], shape[1], b, b, s[2], s[3]}, []int{0, 1, 4, 2, 5, 3}, shape
	}
	return []int{s[0], b, b, shape[1], s[2], s[3]}, []int{0, 3, 4, 1, 5, 2}, shape
}

// splitSpace has height and width as (rest, block).
func splitSpace(s []int, b int, mode string) (split, order, shape []int) {
	shape = []int{s[0], s[1] * b * b, s[2] / b, s[3] / b}
	split = []int{s[0], s[1], shape[2], b, shape[3], b}
	if mode == "CRD" {
		return split, []int{0, 1, 3, 5, 2, 4}, shape
	}
	return split, []int{0, 3, 5, 1, 2, 4}, shape
}

// maxBlock bounds the side of a block, so that its elements can be counted.
const maxBlock = 1 << 20

// blockKernel computes nn.depth_to_space and nn.space_to_depth: a reshape, a transpose and a
// reshape of the image in canonical layout.
func blockKernel(r regroup) op.Kernel {
	return op.Reads{Arrays: 1}.Kernel(func(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
		data := in.Arrays[0]
		l, _ := relate.ParseLayout(c.Attrs.Str("layout"))
		image, err := buffer.Canonical(m, data, l, "NCHW")
		if err != nil {
			return nil, fmt.Errorf("`%s`: %w", c.Op.Name, err)
		}
		size := buffer.Int(c, "block_size")
		if size < 1 || size > maxBlock {
			return nil, fmt.Errorf("`%s`: there are no blocks of %d", c.Op.Name, size)
		}
		split, order, shape := r(image.Shape, size, c.Attrs.Str("mode"))
		if value.Product(split) != image.Len() {
			return nil, fmt.Errorf("`%s`: %s does not fall into whole blocks", c.Op.Name, value.ShapeText(data.Shape))
		}
		out, err := regrouped(m, image, split, order, shape)
		if err != nil {
			return nil, err
		}
		return buffer.Arranged(m, out, "NCHW", l)
	})
}

// regrouped splits dimensions, brings the parts into an order and joins them to a
// shape. It counts a step an element.
func regrouped(m op.Machine, a *value.Array, split, order, shape []int) (*value.Array, error) {
	if err := m.Charge(int64(a.Len())); err != nil {
		return nil, err
	}
	parts, err := buffer.Reshaped(m, a, split)
	if err != nil {
		return nil, err
	}
	return buffer.Reshaped(m, parts.Transpose(order), shape)
}

// fifoKernel computes nn.fifo_buffer: the last elements, as many as the buffer
// has, of the buffer with the data after it.
func fifoKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	kept := in.Arrays[1]
	data, err := buffer.InDtype(m, in.Arrays[0], kept.Dtype)
	if err != nil {
		return nil, err
	}
	axis, err := c.Axis("axis", kept.Rank())
	if err != nil {
		return nil, err
	}
	for k, extent := range data.Shape {
		if k != axis && extent != kept.Shape[k] {
			return nil, fmt.Errorf("`%s`: data of shape %s does not fit after a buffer of %s", c.Op.Name, value.ShapeText(data.Shape), value.ShapeText(kept.Shape))
		}
	}
	out, err := op.NewResult(m, kept.Dtype, kept.Shape)
	if err != nil {
		return nil, err
	}
	n := kept.Shape[axis]
	fresh := min(n, data.Shape[axis])
	if err := op.Assign(m, out.Slice(axis, 0, n-fresh, 1), kept.Slice(axis, fresh, n-fresh, 1)); err != nil {
		return nil, err
	}
	return out, op.Assign(m, out.Slice(axis, n-fresh, fresh, 1), data.Slice(axis, data.Shape[axis]-fresh, fresh, 1))
}

// upsampleKernel computes nn.upsampling and nn.upsampling3d: a resizing from
// corner to corner, or with places that start at 0.
func upsampleKernel(canonical string, scales ...string) op.Kernel {
	return op.Reads{Arrays: 1}.Kernel(func(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
		data := in.Arrays[0]
		l, _ := relate.ParseLayout(c.Attrs.Str("layout"))
		image, err := buffer.Canonical(m, data, l, canonical)
		if err != nil {
			return nil, fmt.Errorf("`%s`: %w", c.Op.Name, err)
		}
		outs := make([]int, len(scales))
		for i, scale := range scales {
			extent, ok := enlargedBy(int64(image.Shape[2+i]), buffer.Float(c, scale))
			if !ok {
				return nil, fmt.Errorf("`%s`: `%s` is %g, which gives no extent", c.Op.Name, scale, buffer.Float(c, scale))
			}
			outs[i] = int(extent)
		}
		out, err := resample.Resize(m, image, outs, samplingOf(c), data.Dtype)
		if err != nil {
			return nil, fmt.Errorf("`%s`: %w", c.Op.Name, err)
		}
		return buffer.Arranged(m, out, canonical, l)
	})
}

// samplingOf reads how elements between those of the data are found.
func samplingOf(c *op.KernelCall) resample.Sampling {
	method := c.Attrs.Str("method")
	for _, prefix := range []string{"bi", "tri"} {
		method = strings.TrimPrefix(method, prefix)
	}
	how := resample.Sampling{Method: method, Coordinates: "asymmetric", Alpha: -0.5}
	if mode := c.Attrs.Str("coordinate_transformation_mode"); mode != "" {
		how.Coordinates = mode
	}
	if c.Attrs.Bool("align_corners") {
		how.Coordinates = "align_corners"
	}
	return how
}
