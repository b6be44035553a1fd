package resample

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// tapCounts are how many elements one is made of, along one dimension.
var tapCounts = map[string]int64{"linear": 2, "cubic": 4}

// Cost is the cost of resizing argument 0 along the dimensions after the first two of a
// canonical layout, one after the other from the last one: each tap is a product and a
// sum. The call has the attributes layout and method.
func Cost(canonical string) op.Cost {
	return op.Cost{Work: work(canonical), Span: span(canonical), Memory: op.ResultBytes}
}

func taps(c *op.Call) (n int64, known bool) {
	method := c.Attrs.Str("method")
	for _, prefix := range []string{"bi", "tri"} {
		method = strings.TrimPrefix(method, prefix)
	}
	n, known = tapCounts[method]
	return n, known
}

func work(canonical string) op.Figure {
	return func(c *op.Call) types.Dim {
		n, interpolated := taps(c)
		if !interpolated {
			return c.Results()
		}
		data, ok := relate.Canonical(c.Args[0], c.Attrs.Str("layout"), canonical)
		if !ok || c.Out == nil {
			return types.Unknown
		}
		out, ok := relate.Canonical(c.Out, c.Attrs.Str("layout"), canonical)
		if !ok {
			return types.Unknown
		}
		shape := append([]types.Dim{out[0]}, data[1:]...)
		sum := types.Const(0)
		for k := len(shape) - 1; k >= 2; k-- {
			shape[k] = out[k]
			sum = sum.Add(types.Product(shape))
		}
		return sum.Mul(types.Const(2 * n))
	}
}

func span(canonical string) op.Figure {
	return func(c *op.Call) types.Dim {
		n, interpolated := taps(c)
		if !interpolated {
			return types.Const(1)
		}
		return op.Rounds(types.Const(n)).Add(types.Const(1)).Mul(types.Const(int64(len(canonical) - 2)))
	}
}
