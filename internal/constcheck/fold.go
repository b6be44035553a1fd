package constcheck

import (
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A constant is a scalar that is known, or not known.
type constant struct {
	scalar value.Scalar
	known  bool
}

func truth(b bool) constant { return constant{value.FromInt(value.Bool, int64(bit(b))), true} }

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// fold works out all values. Values are numbered after those that they are
// computed from, but for graph bindings that are used above their place, which
// count as not known there.
func (c *checker) fold() {
	c.folded = make([]constant, c.Len())
	for v := range graph.Value(c.Len()) {
		switch c.Kind(v) {
		case graph.Literal:
			c.folded[v] = c.literal(v)
		case graph.Operation:
			c.folded[v] = c.apply(v)
		}
	}
}

// literal reads a number or a truth value at the dtype of its type.
func (c *checker) literal(v graph.Value) constant {
	n := c.Node(v)
	text := strings.TrimPrefix(c.item.SourceText(n), "/") // of `%x/2`
	switch c.item.Kind(n) {
	case syntax.Bool:
		return truth(strings.EqualFold(text, "true"))
	case syntax.Int, syntax.Segment:
		return c.number(v, text)
	}
	return constant{}
}

// number reads an integer; that of a float, which may be rounded, is not known.
func (c *checker) number(v graph.Value, text string) constant {
	text = strings.Join(strings.Fields(text), "")
	d := value.Int32
	if t, ok := types.Head(c.Type(v)).(*types.Tensor); ok && c.item.Kind(c.Node(v)) == syntax.Int {
		if d, ok = value.ParseDtype(t.Dtype.String()); !ok || len(t.Shape) > 0 {
			return constant{}
		}
	}
	if end := strings.IndexAny(text, "iu"); end >= 0 {
		text = text[:end]
	}
	x, err := strconv.ParseInt(text, 10, 64)
	if err != nil || d == value.Bool || d.IsFloat() {
		return constant{}
	}
	return constant{value.FromInt(d, x), true}
}

// apply computes an operator of scalars that are known, by its entry.
func (c *checker) apply(v graph.Value) constant {
	a, ok := c.Info.Application(c.Node(v))
	if !ok || a.Op == nil {
		return constant{}
	}
	operands := c.Operands(v)
	if decided := c.decided(v, operands); decided.known {
		return decided
	}
	if a.Op.Map == nil || len(operands) != len(a.Op.Params) {
		return constant{}
	}
	in, xs := make([]value.Dtype, len(operands)), make([]value.Scalar, len(operands))
	for i, o := range operands {
		if o.Value == graph.None || !c.folded[o.Value].known {
			return constant{}
		}
		xs[i] = c.folded[o.Value].scalar
		in[i] = xs[i].Dtype
	}
	return computed(a.Op, a.Attrs, in, xs)
}

// computed is what an operator gives; not known where it fails.
func computed(o *op.Op, attrs op.Attrs, in []value.Dtype, xs []value.Scalar) constant {
	if len(in) == 2 && in[0] != in[1] {
		return constant{}
	}
	f := o.Map(attrs, in)
	if f == nil {
		return constant{}
	}
	s, err := f.Apply(xs...)
	return constant{s, err == nil}
}

// decided is the result of `&&` and `||` whose left operand is enough, and of the
// comparison of a value with itself; floats are not equal to themselves if they
// are no numbers.
func (c *checker) decided(v graph.Value, operands []graph.Operand) constant {
	n := c.Node(v)
	if c.item.Kind(n) != syntax.Operator || len(operands) != 2 || operands[0].Value == graph.None || !c.scalar(v) {
		return constant{}
	}
	left := c.folded[operands[0].Value]
	same := operands[0].Value == operands[1].Value && c.exact(operands[0].Value)
	switch syntax.TokenKind(c.item.Node(n).Data) {
	case syntax.TokAnd:
		if left.known && left.scalar.Bits == 0 {
			return truth(false)
		}
	case syntax.TokOr:
		if left.known && left.scalar.Bits != 0 {
			return truth(true)
		}
	case syntax.TokEq, syntax.TokLessEq, syntax.TokGreaterEq:
		if same {
			return truth(true)
		}
	case syntax.TokNotEq, syntax.TokLess, syntax.TokGreater:
		if same {
			return truth(false)
		}
	}
	return constant{}
}

// scalar reports whether v is a value without dimensions.
func (c *checker) scalar(v graph.Value) bool {
	t, ok := types.Head(c.Type(v)).(*types.Tensor)
	return ok && len(t.Shape) == 0
}

// exact reports whether v is a scalar that is no float.
func (c *checker) exact(v graph.Value) bool {
	t, ok := types.Head(c.Type(v)).(*types.Tensor)
	return ok && len(t.Shape) == 0 && !t.Dtype.IsFloat()
}
