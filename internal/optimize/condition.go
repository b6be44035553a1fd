package optimize

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A truth is the value of a condition.
type truth uint8

const (
	unknown truth = iota
	no
	yes
)

func truthOf(b bool) truth {
	if b {
		return yes
	}
	return no
}

// holds reports whether a condition is true whatever extents without a number are.
func (m *matching) holds(c *pattern.Condition) bool { return m.truth(c) == yes }

func (m *matching) truth(c *pattern.Condition) truth {
	switch c.Kind {
	case pattern.Both, pattern.Either:
		a, b := m.truth(c.Operands[0]), m.truth(c.Operands[1])
		stops := no
		if c.Kind == pattern.Either {
			stops = yes
		}
		switch {
		case a == stops || b == stops:
			return stops
		case a == unknown || b == unknown:
			return unknown
		}
		return a
	case pattern.Not:
		switch m.truth(c.Operands[0]) {
		case yes:
			return no
		case no:
			return yes
		}
		return unknown
	case pattern.Compare:
		a, ok := m.valueOf(c.Operands[0])
		b, both := m.valueOf(c.Operands[1])
		if !ok || !both {
			return unknown
		}
		return compare(c.Name, a, b)
	}
	v, ok := m.valueOf(c)
	if !ok || v.Kind != op.BoolValue {
		return unknown
	}
	return truthOf(v.Int != 0)
}

// compare compares two values of conditions.
func compare(name string, a, b op.Value) truth {
	switch name {
	case "==":
		return equal(a, b)
	case "!=":
		switch equal(a, b) {
		case yes:
			return no
		case no:
			return yes
		}
		return unknown
	case "in":
		found := no
		for _, x := range b.List {
			switch equal(a, x) {
			case yes:
				return yes
			case unknown:
				found = unknown
			}
		}
		return found
	}
	x, ok := asNumber(a)
	y, both := asNumber(b)
	if !ok || !both {
		return ordered(name, a, b)
	}
	switch name {
	case "<":
		return truthOf(x < y)
	case "<=":
		return truthOf(x <= y)
	case ">":
		return truthOf(x > y)
	case ">=":
		return truthOf(x >= y)
	}
	return unknown
}

// ordered compares extents over size variables.
func ordered(name string, a, b op.Value) truth {
	x, ok := a.AsDim()
	y, both := b.AsDim()
	if !ok || !both || x.Loose() || y.Loose() {
		return unknown
	}
	difference := x.Expr().Sub(y.Expr())
	if name == "<=" || name == "<" {
		difference = difference.Neg()
	}
	if (name == ">=" || name == "<=") && difference.Nonnegative() {
		return yes
	}
	return unknown
}

func asNumber(v op.Value) (float64, bool) {
	switch v.Kind {
	case op.IntValue, op.BoolValue:
		return float64(v.Int), true
	case op.FloatValue:
		return v.Float, true
	case op.DimValue:
		n, ok := v.Dim.Const()
		return float64(n), ok
	}
	return 0, false
}

func equal(a, b op.Value) truth {
	x, ok := asNumber(a)
	y, both := asNumber(b)
	switch {
	case ok && both:
		return truthOf(x == y)
	case a.Kind == op.ListValue && b.Kind == op.ListValue:
		if len(a.List) != len(b.List) {
			return no
		}
		all := yes
		for i := range a.List {
			switch equal(a.List[i], b.List[i]) {
			case no:
				return no
			case unknown:
				all = unknown
			}
		}
		return all
	case a.Kind == op.DimValue || b.Kind == op.DimValue:
		d, isDim := a.AsDim()
		e, bothDims := b.AsDim()
		if isDim && bothDims && !d.Loose() && d.Equal(e) {
			return yes
		}
		return unknown
	case a.Kind != b.Kind:
		return no
	}
	return truthOf(a.String() == b.String())
}

// valueOf is the value of an operand of a condition; false where it is not known.
func (m *matching) valueOf(c *pattern.Condition) (v op.Value, ok bool) {
	switch c.Kind {
	case pattern.Given:
		return c.Value, true
	case pattern.Array:
		v.Kind = op.ListValue
		for _, x := range c.Operands {
			e, ok := m.valueOf(x)
			if !ok {
				return v, false
			}
			v.List = append(v.List, e)
		}
		return v, true
	case pattern.Element:
		list, ok := m.valueOf(c.Operands[0])
		i, both := m.valueOf(c.Operands[1])
		if !ok || !both || i.Kind != op.IntValue || list.Kind != op.ListValue {
			return v, false
		}
		at := int(i.Int)
		if at < 0 {
			at += len(list.List)
		}
		if at < 0 || at >= len(list.List) {
			return v, false
		}
		return list.List[at], true
	case pattern.Compute:
		return m.computed(c)
	case pattern.Ask:
		return m.ask(c)
	case pattern.Compare, pattern.Both, pattern.Either, pattern.Not:
		switch m.truth(c) {
		case yes:
			return op.Boolean(true), true
		case no:
			return op.Boolean(false), true
		}
	}
	return v, false
}

func (m *matching) computed(c *pattern.Condition) (op.Value, bool) {
	var xs []op.Value
	for _, o := range c.Operands {
		v, ok := m.valueOf(o)
		if !ok {
			return v, false
		}
		xs = append(xs, v)
	}
	if len(xs) == 1 {
		x, ok := asNumber(xs[0])
		if xs[0].Kind == op.IntValue {
			return op.Int(-xs[0].Int), true
		}
		return op.Float(-x), ok
	}
	if xs[0].Kind == op.DimValue || xs[1].Kind == op.DimValue {
		a, ok := xs[0].AsDim()
		b, both := xs[1].AsDim()
		if !ok || !both {
			return op.Value{}, false
		}
		var d types.Dim
		switch c.Name {
		case "+":
			d = a.Add(b)
		case "-":
			d = a.Sub(b)
		case "*":
			d = a.Mul(b)
		default:
			return op.Value{}, false
		}
		return dimValue(d), true
	}
	x, ok := asNumber(xs[0])
	y, both := asNumber(xs[1])
	if !ok || !both {
		return op.Value{}, false
	}
	whole := xs[0].Kind != op.FloatValue && xs[1].Kind != op.FloatValue
	var r float64
	switch c.Name {
	case "+":
		r = x + y
	case "-":
		r = x - y
	case "*":
		r = x * y
	case "/":
		if y == 0 {
			return op.Value{}, false
		}
		r = x / y
		whole = whole && r == math.Trunc(r)
	case "%":
		if y == 0 {
			return op.Value{}, false
		}
		r = math.Mod(x, y)
		if r < 0 {
			r += math.Abs(y)
		}
	}
	if whole {
		return op.Int(int64(r)), true
	}
	return op.Float(r), true
}

func dimValue(d types.Dim) op.Value {
	if n, ok := d.Const(); ok {
		return op.Int(n)
	}
	return op.Value{Kind: op.DimValue, Dim: d}
}

func dimsValue(shape []types.Dim) op.Value {
	v := op.Value{Kind: op.ListValue}
	for _, d := range shape {
		v.List = append(v.List, dimValue(d))
	}
	return v
}

// ask answers a question about what was matched.
func (m *matching) ask(c *pattern.Condition) (op.Value, bool) {
	text := ""
	if len(c.Operands) > 1 {
		text = c.Operands[1].Value.Str
	}
	return m.question(c.Name, c.Operands[0].Name, text)
}

func (m *matching) question(question, name, text string) (op.Value, bool) {
	b, known := m.lookup(name)
	if !known {
		return op.Value{}, false
	}
	switch question {
	case "attr":
		if b.node.ID < 0 {
			return op.Value{}, false
		}
		h := m.head(b.node.Node)
		if h.kind != operation || h.op.Attr(text) < 0 {
			return op.Value{}, false
		}
		return h.attrs.Value(text), true
	case "value":
		v := m.Data(b.class).value
		switch {
		case v == nil:
			return op.Value{}, false
		case v.dtype == types.Bool:
			return op.Boolean(v.i != 0), true
		case v.whole:
			return op.Int(v.i), true
		}
		return op.Float(v.f), true
	case "is_pure":
		return op.Boolean(true), true
	case "depth":
		n, _ := types.Depth(m.typeOf(b.class))
		return op.Int(int64(n)), true
	}
	t := m.tensor(b.class)
	if t == nil {
		return op.Value{}, false
	}
	switch question {
	case "dtype":
		return op.Text(t.Dtype.String()), true
	case "shape":
		return dimsValue(t.Shape), true
	case "rank":
		return op.Int(int64(len(t.Shape))), true
	case "size":
		return dimValue(types.Product(t.Shape)), true
	}
	return op.Value{}, false
}
