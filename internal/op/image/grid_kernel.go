package image

import (
	"fmt"
	"math"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/value"
)

// affineKernel computes image.affine_grid: with the matrix A (2×3) of a batch element, the
// place (x, y) of a grid from -1 to 1 becomes A·(x, y, 1).
var affineKernel = buffer.Typed(op.Reads{Arrays: 1}, buffer.Forms{F32: affine[float32], F64: affine[float64]})

// affine computes image.affine_grid: each place of a grid from -1 to 1, x
// before y, multiplied with the matrix of its batch.
func affine[T value.Float](m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	data := in.Arrays[0]
	size, err := c.Ints("target_shape")
	if err != nil {
		return nil, err
	}
	height, width := size[0], size[1]
	shape := []int{data.Shape[0], 2, height, width}
	out, err := buffer.Alloc[T](m, data.Dtype, shape)
	if err != nil {
		return nil, err
	}
	matrices, err := buffer.Read[T](m, data)
	if err != nil {
		return nil, err
	}
	err = buffer.Each(m, len(out), 4, func(i int) {
		row := matrices[i/(height*width)*3:]
		x, y := spread(i%width, width), spread(i/width%height, height)
		out[i] = T(float64(row[0])*x + float64(row[1])*y + float64(row[2]))
	})
	return buffer.Result(data.Dtype, shape, out), err
}

// spread is place i of n from -1 to 1.
func spread(i, n int) float64 {
	if n == 1 {
		return -1
	}
	return -1 + 2*float64(i)/float64(n-1)
}

// sampleKernel computes image.grid_sample. A place p from -1 to 1 along an extent n is element
//
//	(p + 1)·(n - 1)/2        with align_corners: -1 and 1 are the outermost elements
//	((p + 1)·n - 1)/2        without: they are the outer edges of these
//
// Places between elements are interpolated; outside there are zeros, the border, or what is
// mirrored there. Sums are in float64, and rounded once.
var sampleKernel = buffer.Typed(op.Reads{Arrays: 2}, buffer.Forms{F32: sample[float32], F64: sample[float64]})

// sample computes image.grid_sample: the grid (batch, dimensions, extents) has
// a place in the data for each element, from -1 to 1 along each dimension, the
// last dimension first.
func sample[T value.Float](m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	data, grid := in.Arrays[0], in.Arrays[1]
	return onCanonical(m, c, data, gridLayouts[data.Rank()], func(image *value.Array) (*value.Array, error) {
		n := image.Rank() - 2
		if grid.Rank() != n+2 || grid.Shape[0] != image.Shape[0] || grid.Shape[1] != n {
			return nil, fmt.Errorf("the grid %s does not fit", value.ShapeText(grid.Shape))
		}
		s := sampler[T]{extents: image.Shape[2:], corners: c.Attrs.Bool("align_corners"), mode: c.Attrs.Str("padding_mode")}
		read, ok := map[string]func(plane []T, at []float64) float64{
			"nearest": s.nearest, "bilinear": s.linear, "bicubic": s.cubic,
		}[c.Attrs.Str("method")]
		if !ok || c.Attrs.Str("method") == "bicubic" && n != 2 {
			return nil, fmt.Errorf("the method %q does not sample data of %d dimensions", c.Attrs.Str("method"), image.Rank())
		}
		return s.run(m, image, grid, read)
	})
}

// A sampler reads a plane, or a volume, at places between its elements.
type sampler[T value.Float] struct {
	extents []int
	corners bool   // whether -1 and 1 are the outermost elements, and not their outer edges
	mode    string // what is outside: zeros, border or reflection
}

// run reads a place for each element of the result, the last dimension's coordinate first.
func (s sampler[T]) run(m op.Machine, image, grid *value.Array, read func([]T, []float64) float64) (*value.Array, error) {
	shape := append([]int{image.Shape[0], image.Shape[1]}, grid.Shape[2:]...)
	out, err := buffer.Alloc[T](m, image.Dtype, shape)
	if err != nil {
		return nil, err
	}
	xs, err := buffer.Read[T](m, image)
	if err != nil {
		return nil, err
	}
	places, err := buffer.Read[float64](m, grid)
	if err != nil {
		return nil, err
	}
	size, results, n := value.Product(s.extents), value.Product(grid.Shape[2:]), len(s.extents)
	err = buffer.Spans(m, len(out), 8<<n, func(from, to int) {
		at := make([]float64, n)
		for i := from; i < to; i++ {
			plane, batch := i/results, i/results/image.Shape[1]
			for k := range at {
				at[k] = s.element(k, places[(batch*n+n-1-k)*results+i%results])
			}
			out[i] = T(read(xs[plane*size:][:size], at))
		}
	})
	return buffer.Result(image.Dtype, shape, out), err
}

// element is where a place from -1 to 1 lies among the elements.
func (s sampler[T]) element(k int, place float64) float64 {
	n := float64(s.extents[k])
	if s.corners {
		return (place + 1) * (n - 1) / 2
	}
	return ((place+1)*n - 1) / 2
}

// inside brings a place into the extents, but for zeros.
func (s sampler[T]) inside(k int, x float64) float64 {
	n := float64(s.extents[k])
	switch s.mode {
	case "border":
		return min(max(x, 0), n-1)
	case "reflection":
		low, high := 0.0, n-1
		if !s.corners {
			low, high = -0.5, n-0.5
		}
		return min(max(mirrored(x, low, high), 0), n-1)
	}
	return x
}

// mirrored reflects a place between two mirrors.
func mirrored(x, low, high float64) float64 {
	if high <= low {
		return low
	}
	span := high - low
	x = math.Mod(math.Abs(x-low), 2*span)
	return low + min(x, 2*span-x)
}

// pixel reads an element; 0 outside.
func (s sampler[T]) pixel(plane []T, at []int) float64 {
	i := 0
	for k, x := range at {
		if x < 0 || x >= s.extents[k] {
			return 0
		}
		i = i*s.extents[k] + x
	}
	return float64(plane[i])
}

// nearest is the element nearest to a place.
func (s sampler[T]) nearest(plane []T, at []float64) float64 {
	index := make([]int, len(at))
	for k, x := range at {
		index[k] = int(math.RoundToEven(s.inside(k, x)))
	}
	return s.pixel(plane, index)
}

// linear adds the elements around a place, each by its share.
func (s sampler[T]) linear(plane []T, at []float64) float64 {
	sum, index := 0.0, make([]int, len(at))
	for corner := range 1 << len(at) {
		share := 1.0
		for k, x := range at {
			x = s.inside(k, x)
			low := math.Floor(x)
			side := float64(corner >> k & 1)
			index[k] = int(low + side)
			share *= 1 - math.Abs(x-low-side)
		}
		if share != 0 {
			sum += share * s.pixel(plane, index)
		}
	}
	return sum
}

// cubic adds 4×4 elements by Keys' weights with the coefficient -0.75.
func (s sampler[T]) cubic(plane []T, at []float64) float64 {
	sum, index := 0.0, make([]int, 2)
	low := [2]float64{math.Floor(at[0]), math.Floor(at[1])}
	for i := -1; i <= 2; i++ {
		for j := -1; j <= 2; j++ {
			index[0] = int(s.inside(0, low[0]+float64(i)))
			index[1] = int(s.inside(1, low[1]+float64(j)))
			sum += keys(at[0]-low[0]-float64(i)) * keys(at[1]-low[1]-float64(j)) * s.pixel(plane, index)
		}
	}
	return sum
}

// keys is the weight of an element at a distance.
func keys(d float64) float64 {
	const a = -0.75
	d = math.Abs(d)
	switch {
	case d <= 1:
		return ((a+2)*d-(a+3))*d*d + 1
	case d < 2:
		return ((a*d-5*a)*d+8*a)*d - 4*a
	}
	return 0
}
