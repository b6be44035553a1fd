package op

import (
	"fmt"

	"github.com/fraccheck/fraccheck/value"
)

func castLikeKernel(m Machine, c *KernelCall) (value.Value, error) {
	arrays, err := c.Arrays()
	if err != nil {
		return nil, err
	}
	r, err := Converted(m, arrays[0], arrays[1].Dtype)
	if err != nil {
		return nil, err
	}
	return value.Simplest(r), nil
}

// reinterpretKernel keeps the bits of elements of the same width.
func reinterpretKernel(m Machine, c *KernelCall) (value.Value, error) {
	a, err := c.Array(0)
	if err != nil {
		return nil, err
	}
	d, err := c.AttrDtype("dtype", a.Dtype)
	if err != nil {
		return nil, err
	}
	if d.Size() != a.Dtype.Size() {
		return nil, fmt.Errorf("`reinterpret` cannot read %s as %s, which has another width", a.Dtype, d)
	}
	r, err := NewResult(m, d, a.Shape)
	if err != nil {
		return nil, err
	}
	err = Sweep(m, r.Len(), 1, func(from, to int) error {
		part := value.MakeData(a.Dtype, to-from)
		value.CopyRange(part, a, from, to)
		value.Reinterpret(value.Cut(r.Data, from, to), part)
		return nil
	})
	return value.Simplest(r), err
}
