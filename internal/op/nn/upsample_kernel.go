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

// upsampleKernel computes nn.upsampling and nn.upsampling3d: a resizing from
// corner to corner, or with places that start at 0.
func upsampleKernel(canonical string, scales ...string) op.Kernel {
	return func(m op.Machine, c *op.KernelCall) (value.Value, error) {
		data, err := c.Array(0)
		if err != nil {
			return nil, err
		}
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
		out, err := resample.Resize(m, image, outs, upsampleWay(c), data.Dtype)
		if err != nil {
			return nil, fmt.Errorf("`%s`: %w", c.Op.Name, err)
		}
		return buffer.Arranged(m, out, canonical, l)
	}
}

func upsampleWay(c *op.KernelCall) resample.Way {
	method := c.Attrs.Str("method")
	for _, prefix := range []string{"bi", "tri"} {
		method = strings.TrimPrefix(method, prefix)
	}
	way := resample.Way{Method: method, Coordinates: "asymmetric", Alpha: -0.5}
	if mode := c.Attrs.Str("coordinate_transformation_mode"); mode != "" {
		way.Coordinates = mode
	}
	if c.Attrs.Bool("align_corners") {
		way.Coordinates = "align_corners"
	}
	return way
}
