// Package rearrange owns the operators that give the elements of tensors another
// order or shape: reshaping, transposing, joining, cutting, slicing, repeating and
// sliding windows; and running sums and products along an axis.
//
// An array is memory with an offset, and a stride for each dimension: the element
// at index (i₀, …, iₙ) is at offset + Σ iₖ·strideₖ. So most of these operators move
// nothing. They give a view of the memory, with other extents and strides:
//
//	transpose       permutes dimensions, extents and strides alike
//	expand_dims     inserts an extent 1, whose stride does not count
//	reverse, slice  move the offset, and multiply strides
//	split           one offset for each part
//	broadcast       a stride 0
//	sliding_window  the strides of the data twice: from window to window, and inside
//
// Elements are never written in place, so that views may share memory. Reshaping
// is a view where the strides allow it, else a copy. Joining, repeating, padding
// and scans copy; the costs of entries say which.
//
// No element is computed with here but by scans, so that NaN, infinities and the
// sign of 0 are kept, and there is nothing to round.
//
// A file lists the entries of a family with their relations, NAME_kernel.go has its
// kernels. Relations agree with TVM, also where it accepts what cannot be meant;
// then there is a warning. Read reshape.go first, which holds Relay's codes for
// extents (0, -1 to -4), then slice.go.
package rearrange

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/interval"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// Ops are the operators of this package, in the order of the manual.
func Ops() []*op.Op {
	return op.Ranged(slices.Concat(reshapes, rearrangements, joins, splits, slicing, scans), ranges)
}

// scanCost: a tree of partial sums is built and read (Blelloch, Prefix sums and their
// applications, 1990).
var scanCost = func() op.Cost {
	row := op.AlongAxis("axis")
	cost := op.MovedCost(op.SizeOf(0).Times(2))
	cost.Span = func(c *op.Call) types.Dim { return op.Rounds(row(c)).Mul(types.Const(2)).Add(types.Const(1)) }
	return cost
}()

// maskCost: a comparison for each place of each sequence, and a choice for each element.
var maskCost = op.EachCost(1).And(func(c *op.Call) types.Dim { return c.Extent(0, 0).Mul(c.Extent(0, 1)) }, op.Steady(1))

// setCost: a copy of the data, and as many elements written as the box has, all at most.
var setCost = op.EachCost(2).AtMost()

// ranges are the bounds of results, by the name of the operator: most move elements.
var ranges = func() map[string]op.Range {
	table := op.MovesAll("transpose", "expand_dims", "squeeze", "reverse", "reverse_sequence", "concatenate", "stack", "meshgrid",
		"reshape", "reshape_like", "contrib_reverse_reshape", "repeat", "tile", "sliding_window", "strided_slice", "slice_like", "split")
	table["strided_set"] = op.MovesOr(false, 0, 1)
	table["sequence_mask"] = masked
	table["cumsum"] = func(c *op.RangeCall) interval.Set {
		_, n := c.Elements(0)
		return interval.RunningSum(interval.Convert(c.Set(0), c.DtypeOf(0), c.Dtype), n, c.Dtype)
	}
	table["cumprod"] = func(c *op.RangeCall) interval.Set {
		return interval.Product(interval.Convert(c.Set(0), c.DtypeOf(0), c.Dtype), c.Dtype)
	}
	return table
}()

// masked is the range of the data, and of what the places of the mask have.
func masked(c *op.RangeCall) interval.Set {
	mask, ok := c.Attrs.Float("mask_value")
	if !ok {
		return interval.All(c.Dtype)
	}
	return c.Set(0).Join(interval.Convert(interval.Of(mask), value.Float64, c.Dtype))
}
