package nn

import (
	"fmt"
	"math"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/op/nn/sliding"
	"github.com/fraccheck/fraccheck/internal/value"
)

// correlationKernel computes nn.correlation (Dosovitskiy et al., FlowNet, 2015): for
// each displacement d, a multiple of stride2 up to max_displacement along both
// dimensions, and each stride1-th place p,
//
//	y[b, d, p] = 1/(C·k²) · Σ_c Σ_q a[b, c, p + q] · b[b, c, p + q + d]
//
// over a patch of k×k places q; |a - b| represents the product without is_multiply.
// Sums are in float64, channel by channel.
var correlationKernel = buffer.Typed(op.Reads{Arrays: 2, Shape: true}, buffer.Forms{F32: correlate[float32], F64: correlate[float64]})

// A correlator compares the patches of two images.
type correlator[T value.Float] struct {
	a, b                     []T
	channels, height, width  int
	size, reach, step, apart int
	top, left                int // padding
	multiply                 bool
}

func correlate[T value.Float](m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	arrays, shape := in.Arrays[:2], in.Shape
	top, _, err := sliding.Padding(c, 2)
	if err != nil {
		return nil, err
	}
	s := arrays[0].Shape
	a, err := buffer.Read[T](m, arrays[0])
	if err != nil {
		return nil, err
	}
	b, err := buffer.Read[T](m, arrays[1])
	if err != nil {
		return nil, err
	}
	k := correlator[T]{
		a: a, b: b, channels: s[1], height: s[2], width: s[3],
		size: buffer.Int(c, "kernel_size"), reach: buffer.Int(c, "max_displacement"),
		step: buffer.Int(c, "stride1"), apart: buffer.Int(c, "stride2"),
		top: top[0], left: top[1], multiply: c.Attrs.Bool("is_multiply"),
	}
	if err := k.fits(c, arrays); err != nil {
		return nil, err
	}
	out, err := buffer.Alloc[T](m, arrays[0].Dtype, shape)
	if err != nil {
		return nil, err
	}
	err = buffer.Each(m, len(out), k.channels*k.size*k.size, func(i int) {
		plane, at := i/(shape[2]*shape[3]), i%(shape[2]*shape[3])
		out[i] = T(k.patch(plane/shape[1], plane%shape[1], at/shape[3], at%shape[3]))
	})
	return buffer.Result(arrays[0].Dtype, shape, out), err
}

// fits checks that the images are of one shape, and that what slides moves forward.
func (k correlator[T]) fits(c *op.KernelCall, images []*value.Array) error {
	if !slices.Equal(images[0].Shape, images[1].Shape) {
		return fmt.Errorf("`%s`: images of shapes %s and %s do not fit", c.Op.Name, value.ShapeText(images[0].Shape), value.ShapeText(images[1].Shape))
	}
	if k.size < 1 || k.reach < 0 || k.step < 1 || k.apart < 1 {
		return fmt.Errorf("`%s`: patches of %d, displaced by %d at most, and steps of %d and %d cannot be compared", c.Op.Name, k.size, k.reach, k.step, k.apart)
	}
	return c.Moderate(k.height, k.width, k.size, k.reach, k.step, k.apart, k.top, k.left)
}

// patch is the mean over two patches.
func (k correlator[T]) patch(batch, displacement, i, j int) float64 {
	radius := k.reach / k.apart
	side := 2*radius + 1
	y, x := i*k.step+k.reach-k.top, j*k.step+k.reach-k.left
	dy, dx := (displacement/side-radius)*k.apart, (displacement%side-radius)*k.apart
	sum := 0.0
	for channel := range k.channels {
		plane := (batch*k.channels + channel) * k.height * k.width
		for h := range k.size {
			for w := range k.size {
				p, q := k.pixel(k.a, plane, y+h, x+w), k.pixel(k.b, plane, y+h+dy, x+w+dx)
				if k.multiply {
					sum += p * q
				} else {
					sum += math.Abs(p - q)
				}
			}
		}
	}
	return sum / float64(k.size*k.size*k.channels)
}

// pixel is an element of a plane; 0 outside.
func (k correlator[T]) pixel(image []T, plane, y, x int) float64 {
	if y < 0 || y >= k.height || x < 0 || x >= k.width {
		return 0
	}
	return float64(image[plane+y*k.width+x])
}
