package optimize

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// determined reports whether a call that its relation accepts cannot fail, of operators whose entries say
// nothing of that: convolutions whose attributes are in range, and normalizations, of floats
// whose extents are numbers.
func determined(o *op.Op, attrs op.Attrs, in []types.Type, out types.Type) bool {
	switch o.Canonical() {
	case "nn.conv1d", "nn.conv2d", "nn.conv3d":
		for _, name := range []string{"strides", "dilation", "padding"} {
			least := int64(1)
			if name == "padding" {
				least = 0
			}
			xs, ok := attrs.Ints(name)
			rank := int(o.Name[len(o.Name)-2] - '0')
			if !ok || len(xs) != rank && (name != "padding" || len(xs) != 2*rank) {
				return false
			}
			for _, x := range xs {
				if x < least {
					return false
				}
			}
		}
		if groups, ok := attrs.Int("groups"); !ok || groups < 1 || strings.ContainsAny(attrs.Str("data_layout")+attrs.Str("kernel_layout")+attrs.Str("out_layout"), "0123456789") {
			return false
		}
	case "nn.batch_norm":
	default:
		return false
	}
	for _, t := range append(in[:len(in):len(in)], out) {
		if tup, ok := types.Head(t).(*types.Tuple); ok && len(tup.Elems) > 0 {
			t = tup.Elems[0]
		}
		tensor, ok := types.Head(t).(*types.Tensor)
		if !ok || !tensor.Dtype.IsFloat() || tensor.Dtype.Bits < 32 {
			return false
		}
		shape, known := constantShape(tensor.Shape)
		for _, n := range shape {
			if n < 1 {
				return false
			}
		}
		if !known {
			return false
		}
	}
	return true
}
