package reduction

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A folding is a reduction by a function of two numbers, which is associative but for
// rounding, and the result of no elements; not every function has one.
type folding struct {
	function string // Relay's name of the function
	neutral  func(d value.Dtype) (value.Scalar, bool)
}

var foldings = map[string]folding{
	"sum":  {"add", number(0)},
	"prod": {"multiply", number(1)},
	"max":  {"maximum", nothing},
	"min":  {"minimum", nothing},
	"all":  {"logical_and", number(1)},
	"any":  {"logical_or", number(0)},
}

// number is a neutral element that every dtype has, nothing none.
func number(n int64) func(value.Dtype) (value.Scalar, bool) {
	return func(d value.Dtype) (value.Scalar, bool) { return value.FromInt(d, n), true }
}

func nothing(value.Dtype) (value.Scalar, bool) { return value.Scalar{}, false }

// reduceKernel is the kernel of the folding with a name, or of mean.
func reduceKernel(name string) op.Kernel {
	if name == "mean" {
		return meanKernel
	}
	return func(m op.Machine, c *op.KernelCall) (value.Value, error) {
		a, axes, err := reduced(c)
		if err != nil {
			return nil, err
		}
		r, err := Reduce(m, name, a, axes)
		if err != nil {
			return nil, err
		}
		return keepdims(c, r, a.Shape, axes), nil
	}
}

// Reduce folds the elements of a along the axes that are true, by sum, prod,
// max, min, all or any. The result has the other dimensions.
//
// The fold is cut into tasks by the shape; each folds one chunk for some results,
// into a place of its own in parts, and Finish joins the chunks in order.
func Reduce(m op.Machine, name string, a *value.Array, axes []bool) (*value.Array, error) {
	if a.Dtype.IsHalf() {
		return reduceHalf(m, name, a, axes)
	}
	fold := foldings[name]
	f := value.BinaryMap(fold.function, a.Dtype)
	if f == nil {
		return nil, fmt.Errorf("`%s` cannot be computed of %s", name, a.Dtype)
	}
	if name == "all" || name == "any" {
		// The function gives 0 and 1, but not of a single element.
		var err error
		if a, err = truths(m, a); err != nil {
			return nil, err
		}
	}
	shape := keptShape(a.Shape, axes)
	r := value.NewFold(f, a, axes)
	if r.Length == 0 || r.Results == 0 {
		return reduceNothing(m, name, a.Dtype, shape)
	}
	if err := m.Allocate(int64(r.Chunks*r.Results) * int64(a.Dtype.Size())); err != nil {
		return nil, err
	}
	parts := r.Parts()
	err := op.Sweep(m, r.Tasks(), r.Work(), func(from, to int) error {
		r.Run(parts, from, to)
		return nil
	})
	if err != nil {
		return nil, err
	}
	return value.Wrap(a.Dtype, r.Finish(parts), shape), nil
}

// reduceHalf folds in float32 and rounds once: each addition in float16 would lose what is
// less than 1/2048 of the sum.
func reduceHalf(m op.Machine, name string, a *value.Array, axes []bool) (*value.Array, error) {
	wide, err := op.Converted(m, a, value.Float32)
	if err != nil {
		return nil, err
	}
	r, err := Reduce(m, name, wide, axes)
	if err != nil {
		return nil, err
	}
	return op.Converted(m, r, a.Dtype)
}

// truths are 1 where elements are not 0, in their dtype.
func truths(m op.Machine, a *value.Array) (*value.Array, error) {
	b, err := op.Converted(m, a, value.Bool)
	if err != nil {
		return nil, err
	}
	return op.Converted(m, b, a.Dtype)
}

// reduceNothing is the result where no elements are folded: neutral elements, as many as
// the shape has.
func reduceNothing(m op.Machine, name string, d value.Dtype, shape []int) (*value.Array, error) {
	r, err := op.NewResult(m, d, shape)
	if err != nil || r.Len() == 0 {
		return r, err
	}
	neutral, ok := foldings[name].neutral(d)
	if !ok {
		return nil, fmt.Errorf("`%s` of no elements has no value", name)
	}
	value.Fill(r.Data, neutral)
	return r, nil
}

// reduced gives the first argument, and of each axis whether it is reduced (reducedAxes).
func reduced(c *op.KernelCall) (*value.Array, []bool, error) {
	a, err := c.Array(0)
	if err != nil {
		return nil, nil, err
	}
	var axes []int
	if c.Attrs.Has("axis") {
		if axes, err = c.Axes("axis", a.Rank()); err != nil {
			return nil, nil, err
		}
	}
	reduced := make([]bool, a.Rank())
	for _, axis := range axes {
		reduced[axis] = true
	}
	flip := len(axes) == 0 || c.Attrs.Bool("exclude")
	for i := range reduced {
		reduced[i] = reduced[i] != flip
	}
	return a, reduced, nil
}

// keptShape are the extents of the axes that are kept.
func keptShape(shape []int, reduced []bool) []int {
	kept := []int{}
	for i, n := range shape {
		if !reduced[i] {
			kept = append(kept, n)
		}
	}
	return kept
}

// keepdims puts extents 1 in the place of the reduced axes where the attribute
// asks for it.
func keepdims(c *op.KernelCall, r *value.Array, shape []int, reduced []bool) value.Value {
	if c.Attrs.Bool("keepdims") {
		r = withOnes(r, shape, reduced)
	}
	return value.Simplest(r)
}

// withOnes is a result with extents 1 in the place of the reduced axes.
func withOnes(r *value.Array, shape []int, reduced []bool) *value.Array {
	ones := slices.Clone(shape)
	for i := range ones {
		if reduced[i] {
			ones[i] = 1
		}
	}
	return r.ReshapeView(ones)
}

// meanKernel divides the sum by the number of elements, in the dtype of the
// data; integers are summed in 64 bits and the quotient is rounded towards
// zero.
func meanKernel(m op.Machine, c *op.KernelCall) (value.Value, error) {
	a, axes, err := reduced(c)
	if err != nil {
		return nil, err
	}
	r, err := mean(m, a, axes)
	if err != nil {
		return nil, err
	}
	return keepdims(c, r, a.Shape, axes), nil
}

// mean is Σx / n over the axes. Of no elements it is NaN for floats, and a fault for
// integers.
func mean(m op.Machine, a *value.Array, axes []bool) (*value.Array, error) {
	r, err := wideSum(m, a, axes)
	if err != nil {
		return nil, err
	}
	return divided(m, r, countReduced(a.Shape, axes), a.Dtype)
}

// wideSum sums in a dtype whose rounding or wrapping a mean does not show.
func wideSum(m op.Machine, a *value.Array, axes []bool) (*value.Array, error) {
	wide := a.Dtype
	switch {
	case wide.IsHalf():
		wide = value.Float32
	case wide.IsSigned() || wide == value.Bool:
		wide = value.Int64
	case wide.IsInteger():
		wide = value.Uint64
	}
	b, err := op.Converted(m, a, wide)
	if err != nil {
		return nil, err
	}
	return Reduce(m, "sum", b, axes)
}

// divided divides by a number and converts to a dtype.
func divided(m op.Machine, a *value.Array, n int, d value.Dtype) (*value.Array, error) {
	count := value.FromScalar(value.FromInt(a.Dtype, int64(n)))
	r, err := op.MapOver(m, value.BinaryMap("divide", a.Dtype), a, count)
	if err != nil {
		return nil, err
	}
	return op.Converted(m, r, d)
}

// countReduced is the number of elements that are folded to one.
func countReduced(shape []int, reduced []bool) int {
	n := 1
	for i, extent := range shape {
		if reduced[i] {
			n *= extent
		}
	}
	return n
}

// varianceKernel averages the squared differences from the given mean: Σ(x - mean)² / n, or
// / (n - 1) with unbiased. The mean is an argument, so that the definition with two passes
// is kept; Σx²/n - mean² would cancel.
func varianceKernel(m op.Machine, c *op.KernelCall) (value.Value, error) {
	a, axes, err := reduced(c)
	if err != nil {
		return nil, err
	}
	center, err := c.Array(1)
	if err != nil {
		return nil, err
	}
	squares, err := squaredDifferences(m, a, center)
	if err != nil {
		return nil, err
	}
	r, err := wideSum(m, squares, axes)
	if err != nil {
		return nil, err
	}
	n := countReduced(a.Shape, axes)
	if c.Attrs.Bool("unbiased") {
		n--
	}
	if r, err = divided(m, r, n, a.Dtype); err != nil {
		return nil, err
	}
	return keepdims(c, r, a.Shape, axes), nil
}

// squaredDifferences is (x - center)², rounded after each operation in the data's dtype.
func squaredDifferences(m op.Machine, a, center *value.Array) (*value.Array, error) {
	if a.Dtype != center.Dtype {
		return nil, fmt.Errorf("data of %s and a mean of %s", a.Dtype, center.Dtype)
	}
	if center.Broadcast(a.Shape) == nil {
		return nil, fmt.Errorf("a mean of shape %s does not fit data of shape %s", value.ShapeText(center.Shape), value.ShapeText(a.Shape))
	}
	difference, err := op.MapOver(m, value.BinaryMap("subtract", a.Dtype), a, center)
	if err != nil {
		return nil, err
	}
	return op.MapOver(m, value.BinaryMap("multiply", a.Dtype), difference, difference)
}
