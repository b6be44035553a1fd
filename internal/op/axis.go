package op

import "fmt"

// Int reads an attribute that must be a number.
func (c *Call) Int(attr string) (int64, Answer, bool) {
	if n, ok := c.Attrs.Int(attr); ok {
		return n, Answer{}, true
	}
	return 0, FailAttr(attr, "attribute-value", fmt.Sprintf("`%s` of `%s` must be a number", attr, c.Op.Name)), false
}

// Ints reads an attribute that must be a list of numbers.
func (c *Call) Ints(attr string) ([]int64, Answer, bool) {
	if ns, ok := c.Attrs.Ints(attr); ok {
		return ns, Answer{}, true
	}
	return nil, FailAttr(attr, "attribute-value", fmt.Sprintf("`%s` of `%s` must be a list of numbers", attr, c.Op.Name)), false
}

// Axis reads an attribute as an axis of a tensor of rank dimensions; negative
// ones count from the end.
func (c *Call) Axis(attr string, rank int) (int, Answer, bool) {
	n, answer, ok := c.Int(attr)
	if !ok {
		return 0, answer, false
	}
	return c.axisOf(attr, n, rank)
}

func (c *Call) axisOf(attr string, n int64, rank int) (int, Answer, bool) {
	if axis, ok := NormalAxis(n, rank); ok {
		return axis, Answer{}, true
	}
	return 0, NoSuchAxis(c, attr, n, rank), false
}

// Axes reads an attribute as a list of axes, in the order written.
func (c *Call) Axes(attr string, rank int) ([]int, Answer, bool) {
	ns, answer, ok := c.Ints(attr)
	if !ok {
		return nil, answer, false
	}
	axes := make([]int, len(ns))
	for i, n := range ns {
		if axes[i], answer, ok = c.axisOf(attr, n, rank); !ok {
			return nil, answer, false
		}
	}
	return axes, Answer{}, true
}

// NormalAxis counts an axis from the front; false where there is no such axis.
func NormalAxis(n int64, rank int) (int, bool) {
	r := int64(rank)
	if n < -r || n >= r {
		return 0, false
	}
	if n < 0 {
		n += r
	}
	return int(n), true
}

func NoSuchAxis(c *Call, attr string, n int64, rank int) Answer {
	message := fmt.Sprintf("`%s` of `%s` is %d, and a tensor of %s has no such axis", attr, c.Op.Name, n, Dimensions(rank))
	if rank == 0 {
		return FailAttr(attr, "attribute-value", message, "a scalar has no axes")
	}
	return FailAttr(attr, "attribute-value", message, fmt.Sprintf("its axes are 0 to %d, or -%d to -1 counted from the end", rank-1, rank))
}

// Dimensions spells a rank: "1 dimension".
func Dimensions(rank int) string {
	if rank == 1 {
		return "1 dimension"
	}
	return fmt.Sprintf("%d dimensions", rank)
}

// Entries spells the length of a list that an attribute is: "1 entry".
func Entries(n int) string {
	if n == 1 {
		return "1 entry"
	}
	return fmt.Sprintf("%d entries", n)
}

// LooseAxis warns of an axis, or of the first of several, that nothing checks before the
// program runs.
func LooseAxis(c *Call, attr string, rank int) []Warning {
	axes, _ := c.Attrs.Ints(attr)
	if n, ok := c.Attrs.Int(attr); ok {
		axes = []int64{n}
	}
	for _, n := range axes {
		if _, fits := NormalAxis(n, rank); !fits {
			failure := NoSuchAxis(c, attr, n, rank).Err
			failure.Code = "suspect-attribute"
			return []Warning{*failure}
		}
	}
	return nil
}

// Suspect is a warning at an attribute.
func Suspect(attr, code, message string, notes ...string) Warning {
	return Warning{Code: code, Arg: -1, Attr: attr, Message: message, Notes: notes}
}
