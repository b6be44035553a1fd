package nn

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/value"
)

// leaky scales what is not positive; alpha is cut off for integers.
func leaky(attrs op.Attrs, in []value.Dtype) *value.Map {
	alpha, _ := attrs.Float("alpha")
	return value.LeakyMap(in[0], alpha)
}

// dropout is the identity, as it is when a network is not trained, and a mask
// of ones.
func dropout(_ op.Machine, c *op.KernelCall) (value.Value, error) {
	data, err := c.Array(0)
	if err != nil {
		return nil, err
	}
	ones := value.FromScalar(value.FromInt(data.Dtype, 1)).Broadcast(data.Shape)
	return &value.Tuple{Elems: []value.Value{data, ones}}, nil
}
