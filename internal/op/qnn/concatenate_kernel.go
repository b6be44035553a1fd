package qnn

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/value"
)

// concatenateKernel brings each tensor to the result's code and joins them.
func concatenateKernel(m op.Machine, c *op.KernelCall) (value.Value, error) {
	var tuples [3][]*value.Array
	for i := range tuples {
		var err error
		if tuples[i], err = c.ArraysOf(i); err != nil {
			return nil, err
		}
	}
	if len(tuples[0]) != len(tuples[1]) || len(tuples[0]) != len(tuples[2]) {
		return nil, fmt.Errorf("`%s`: each tensor needs a scale and a zero point", c.Op.Name)
	}
	to, err := codeOf(m, c, 3, 4, 1)
	if err != nil {
		return nil, err
	}
	joined := &value.Tuple{}
	for i, a := range tuples[0] {
		part, err := recodedPart(m, a, tuples[1][i], tuples[2][i], to)
		if err != nil {
			return nil, err
		}
		joined.Elems = append(joined.Elems, part)
	}
	attrs, _ := op.Bind(plain, []op.Named{{Name: "axis", Value: c.Attrs.Value("axis")}})
	return plain.Kernel(m, &op.KernelCall{Op: plain, Args: []value.Value{joined}, Attrs: attrs, Out: c.Out})
}

// recodedPart is a tensor of the code of a scale and a zero point, in another code.
func recodedPart(m op.Machine, a, scale, zero *value.Array, to code) (value.Value, error) {
	from, err := codeFrom(m, scale, zero)
	if err != nil {
		return nil, err
	}
	qs, err := buffer.Read[int64](m, a)
	if err != nil {
		return nil, err
	}
	again := from.requantizer(to, upward, "")
	return integers(m, a.Dtype, a.Shape, 3, func(k int) int64 { return again(qs[k], 0) })
}
