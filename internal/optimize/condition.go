package optimize

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/condition"
	"github.com/fraccheck/fraccheck/internal/types"
)

// holds reports whether a condition is true whatever extents without a number are. A condition that is
// undecided does not hold.
func (m *matching) holds(c *pattern.Condition) bool {
	return condition.Decide(c, m.ask) == condition.Yes
}

// ask answers a question of a condition.
func (m *matching) ask(c *pattern.Condition) op.Value {
	text := ""
	if len(c.Operands) > 1 {
		text = c.Operands[1].Value.Str
	}
	return m.question(c.Name, c.Operands[0].Name, text)
}

// question answers a question about what a name matched; text is the name of an attribute. Unknown is
// always a right answer. is_pure is true of everything, since no rule sees what is not.
func (m *matching) question(question, name, text string) op.Value {
	b, known := m.lookup(name)
	if !known {
		return condition.Unknown
	}
	switch question {
	case "attr":
		if b.node.ID < 0 {
			return condition.Unknown
		}
		h := m.head(b.node.Node)
		if h.kind != operation || h.op.Attr(text) < 0 {
			return condition.Unknown
		}
		return h.attrs.Value(text)
	case "value":
		v := m.Data(b.class).value
		switch {
		case v == nil:
			return condition.Unknown
		case v.dtype == types.Bool:
			return op.Boolean(v.i != 0)
		case v.whole:
			return op.Int(v.i)
		}
		return op.Float(v.f)
	case "is_pure":
		return op.Boolean(true)
	case "depth":
		return condition.Depth(m.typeOf(b.class))
	}
	t := m.tensor(b.class)
	if t == nil {
		return condition.Unknown
	}
	switch question {
	case "dtype":
		return op.Text(t.Dtype.String())
	case "shape":
		shape := op.Value{Kind: op.ListValue}
		for _, d := range t.Shape {
			shape.List = append(shape.List, condition.Extent(d))
		}
		return shape
	case "rank":
		return op.Int(int64(len(t.Shape)))
	case "size":
		return condition.Extent(types.Product(t.Shape))
	}
	return condition.Unknown
}
