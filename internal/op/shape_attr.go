package op

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/types"
)

// ShapeAttr reads a shape attribute, with a warning of negative extents.
func ShapeAttr(c *Call, attr string) (shape []types.Dim, warn []Warning, answer Answer, ok bool) {
	shape, ok = c.Attrs.Dims(attr)
	if !ok {
		message := fmt.Sprintf("`%s` of `%s` must be a list of extents", attr, c.Op.Name)
		return nil, nil, FailAttr(attr, "attribute-value", message), false
	}
	return shape, NegativeExtents(c, attr, shape), Answer{}, true
}

// NegativeExtents warns of extents below zero.
func NegativeExtents(c *Call, attr string, shape []types.Dim) []Warning {
	for _, d := range shape {
		if n, ok := d.Const(); ok && n < 0 {
			return []Warning{Suspect(attr, "suspect-shape",
				fmt.Sprintf("`%s` gives shape %s, which has an extent below zero", c.Op.Name, ShapeText(shape)))}
		}
	}
	return nil
}

// ScalarArg refuses argument i that is no scalar.
func ScalarArg(c *Call, i int) (*types.Tensor, Answer, bool) {
	t, answer, ok := c.Tensor(i)
	if !ok {
		return nil, answer, false
	}
	if len(t.Shape) > 0 {
		message := fmt.Sprintf("%s must be a scalar, not %s", c.Operand(i), types.Text(t))
		return nil, FailArg(i, "shape-mismatch", message), false
	}
	return t, Answer{}, true
}
