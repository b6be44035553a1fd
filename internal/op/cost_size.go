package op

import "github.com/fraccheck/fraccheck/internal/types"

// Elements is the number of elements of a tensor, or of all tensors in a tuple;
// Unknown of anything else.
func Elements(t types.Type) types.Dim {
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		return types.Product(t.Shape)
	case *types.Tuple:
		sum := types.Const(0)
		for _, e := range t.Elems {
			sum = sum.Add(Elements(e))
		}
		return sum
	}
	return types.Unknown
}

// Size is the number of elements of argument i; 0 of one that is not given.
func (c *Call) Size(i int) types.Dim {
	if i >= len(c.Args) || c.Args[i] == nil {
		return types.Const(0)
	}
	return Elements(c.Args[i])
}

// Results is the number of elements of the result.
func (c *Call) Results() types.Dim {
	if c.Out == nil {
		return types.Unknown
	}
	return Elements(c.Out)
}

// Extent is an extent of argument i, counted from the end where k is negative;
// Unknown where it has none.
func (c *Call) Extent(i, k int) types.Dim {
	if i >= len(c.Args) || c.Args[i] == nil {
		return types.Unknown
	}
	t, ok := c.Arg(i).(*types.Tensor)
	if k < 0 && ok {
		k += len(t.Shape)
	}
	if !ok || k < 0 || k >= len(t.Shape) {
		return types.Unknown
	}
	return t.Shape[k]
}
