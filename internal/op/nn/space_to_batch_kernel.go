package nn

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/op/nn/sliding"
	"github.com/fraccheck/fraccheck/internal/value"
)

// blockShape reads block_shape and the pairs that go with it.
func blockShape(c *op.KernelCall, attr string) (block []int, pairs [][2]int, err error) {
	if block, err = c.Ints("block_shape"); err != nil {
		return nil, nil, err
	}
	pairs, err = pairsIn(c, attr, len(block))
	return block, pairs, err
}

// spaceToBatchKernel pads, splits each spatial dimension into (rest, block) and
// puts the blocks before the batch.
func spaceToBatchKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	data := in.Arrays[0]
	block, pairs, err := blockShape(c, "paddings")
	if err != nil {
		return nil, err
	}
	maps := make([]buffer.IndexMap, data.Rank())
	for k, n := range data.Shape {
		if k < 1 || k > len(block) {
			if maps[k], err = buffer.Along(m, n); err != nil {
				return nil, err
			}
		} else {
			if pairs[k-1][0] < 0 || pairs[k-1][1] < 0 {
				return nil, fmt.Errorf("`%s`: `paddings` cuts off elements of dimension %d", c.Op.Name, k)
			}
			if err := c.Moderate(n, pairs[k-1][0], pairs[k-1][1]); err != nil {
				return nil, err
			}
			if maps[k], err = buffer.Widened(m, n, pairs[k-1][0], pairs[k-1][1]); err != nil {
				return nil, err
			}
		}
	}
	wide, err := gathered(m, data, maps, value.FromFloat(data.Dtype, buffer.Float(c, "pad_value")))
	if err != nil {
		return nil, err
	}
	return batchBlocks(m, c, wide, block)
}

// batchBlocks views the padded data as (N, d₁/b₁, b₁, …), and moves the bᵢ in front.
func batchBlocks(m op.Machine, c *op.KernelCall, a *value.Array, block []int) (value.Value, error) {
	n := len(block)
	split, shape := []int{a.Shape[0]}, []int{a.Shape[0] * value.Product(block)}
	order, rest := []int{}, []int{0}
	for i, b := range block {
		if b < 1 || a.Shape[1+i]%b != 0 {
			return nil, fmt.Errorf("`%s`: extent %d does not fall into blocks of %d", c.Op.Name, a.Shape[1+i], b)
		}
		split, shape = append(split, a.Shape[1+i]/b, b), append(shape, a.Shape[1+i]/b)
		order, rest = append(order, 2+2*i), append(rest, 1+2*i)
	}
	for k := 1 + n; k < a.Rank(); k++ {
		split, shape, rest = append(split, a.Shape[k]), append(shape, a.Shape[k]), append(rest, len(split))
	}
	return regrouped(m, a, split, append(order, rest...), shape)
}

// batchToSpaceKernel takes the blocks from the front of the batch, puts them
// after their spatial dimensions, and crops.
func batchToSpaceKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	data := in.Arrays[0]
	block, crops, err := blockShape(c, "crops")
	if err != nil {
		return nil, err
	}
	n, area := len(block), value.Product(block)
	if area < 1 || data.Shape[0]%area != 0 {
		return nil, fmt.Errorf("`%s`: a batch of %d does not fall into blocks of %d", c.Op.Name, data.Shape[0], area)
	}
	split := slices.Concat(block, []int{data.Shape[0] / area}, data.Shape[1:])
	shape, order := []int{data.Shape[0] / area}, []int{n}
	for i, b := range block {
		shape, order = append(shape, data.Shape[1+i]*b), append(order, n+1+i, i)
	}
	for k := 1 + n; k < data.Rank(); k++ {
		shape, order = append(shape, data.Shape[k]), append(order, n+k)
	}
	out, err := regrouped(m, data, split, order, shape)
	if err != nil {
		return nil, err
	}
	return cropped(c, out, crops)
}

// cropped is a view without the elements that crops names.
func cropped(c *op.KernelCall, a *value.Array, crops [][2]int) (value.Value, error) {
	for i, crop := range crops {
		n := a.Shape[1+i] - crop[0] - crop[1]
		if n < 0 || crop[0] < 0 || crop[1] < 0 {
			return nil, fmt.Errorf("`%s`: `crops` cuts more than there is along dimension %d", c.Op.Name, 1+i)
		}
		a = a.Slice(1+i, crop[0], n, 1)
	}
	return a, nil
}

// dilateKernel puts elements apart.
func dilateKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	data := in.Arrays[0]
	strides, err := sliding.PerDimension(c, "strides", data.Rank())
	if err != nil {
		return nil, err
	}
	maps := make([]buffer.IndexMap, data.Rank())
	for k, n := range data.Shape {
		if maps[k], err = apart(m, c, n, strides[k]); err != nil {
			return nil, err
		}
	}
	return gathered(m, data, maps, value.FromFloat(data.Dtype, buffer.Float(c, "dilation_value")))
}

// apart is the way of n elements that stand a step apart.
func apart(m op.Machine, c *op.KernelCall, n, step int) (buffer.IndexMap, error) {
	if err := c.Moderate(n, step); err != nil {
		return nil, err
	}
	return buffer.NewIndexMap(m, max(0, (n-1)*step+1), func(i int) int {
		if i%step == 0 {
			return i / step
		}
		return buffer.Outside
	})
}
