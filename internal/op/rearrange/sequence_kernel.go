package rearrange

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/indexing"
	"github.com/fraccheck/fraccheck/internal/value"
)

// reverseSequenceKernel turns the beginning of each sequence round: with length l of the
// sequence, element i along seq_axis is element l-1-i for i < l, and element i after.
func reverseSequenceKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	data := in.Arrays[0]
	lengths, err := c.IntsOf(m, 1)
	if err != nil {
		return nil, err
	}
	axis, err := c.Axis("seq_axis", data.Rank())
	if err != nil {
		return nil, err
	}
	batch, err := c.Axis("batch_axis", data.Rank())
	if err != nil {
		return nil, err
	}
	if len(lengths) != data.Shape[batch] {
		return nil, fmt.Errorf("`seq_lengths` has %d elements for %d slices along axis %d", len(lengths), data.Shape[batch], batch)
	}
	strides := value.RowMajor(data.Shape)
	return indexing.Picked(m, data, data.Shape, func(position int) (int, error) {
		index := position / strides[axis] % data.Shape[axis]
		length := min(lengths[position/strides[batch]%data.Shape[batch]], data.Shape[axis])
		if index < length {
			position += (length - 1 - 2*index) * strides[axis]
		}
		return position, nil
	})
}

// sequenceMaskKernel computes where(i < length[batch], x, mask_value), with i the index
// along the axis. A mask is a choice, so that NaN after the length is dropped.
func sequenceMaskKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	data, lengths := in.Arrays[0], in.Arrays[1]
	axis, err := c.Int("axis")
	if err != nil {
		return nil, err
	}
	if axis < 0 || axis > 1 || data.Rank() < 2 || lengths.Rank() != 1 || lengths.Shape[0] != data.Shape[1-axis] {
		return nil, fmt.Errorf("`sequence_mask` cannot mask %s by %d lengths on axis %d", value.ShapeText(data.Shape), lengths.Len(), axis)
	}
	fill, _ := c.Attrs.Float("mask_value")
	limits, err := op.Converted(m, lengths, value.Int64)
	if err != nil {
		return nil, err
	}
	places, err := op.Iota(m, data.Shape[axis])
	if err != nil {
		return nil, err
	}
	places = places.Insert(1-axis, 1)
	valid, err := op.MapOver(m, value.BinaryMap("less", value.Int64), places, limits.Insert(axis, 1))
	if err != nil {
		return nil, err
	}
	mask := value.FromScalar(value.FromFloat(data.Dtype, fill))
	return op.MapOver(m, value.WhereMap(value.Bool, data.Dtype), valid.Insert(2, data.Rank()-2), data, mask)
}
