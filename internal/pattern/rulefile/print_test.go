package rulefile

import (
	"fmt"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A maker makes random patterns that the reader has nothing to say against.
type maker struct {
	t     *rapid.T
	selfs []*pattern.Pattern // the recursive patterns around, which may be mentioned
	names int
}

func pick[T any](t *rapid.T, label string, from ...T) T {
	return rapid.SampledFrom(from).Draw(t, label)
}

func fragmentOf(text string) *pattern.Fragment { return &pattern.Fragment{Text: text} }

func (m *maker) leaf() *pattern.Pattern {
	switch pick(m.t, "leaf", 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14) {
	case 0:
		return pattern.Var(pick(m.t, "var", "u", "v", "mean"))
	case 1:
		return pattern.IsValue(op.Int(rapid.Int64().Draw(m.t, "int")), pick(m.t, "dtype", "", "int64", "uint8"))
	case 2:
		return pattern.IsValue(op.Float(rapid.Float64().Draw(m.t, "float")), pick(m.t, "dtype", "", "float16", "float64"))
	case 3:
		return pattern.IsValue(op.Boolean(rapid.Bool().Draw(m.t, "bool")), "")
	case 4:
		return pattern.IsExpr(fragmentOf(pick(m.t, "text", "add(%x, 1)", "Constant(1, (2, 2), float32)", "(%x, @f(%y))")))
	case 5:
		return pattern.IsVar(pick(m.t, "local", "", "x"))
	case 6:
		return pattern.IsConstant()
	case 7:
		return pattern.IsOp(pick(m.t, "op", "nn.relu", "mean", "ref_read", "add"))
	case 8:
		return pattern.IsGlobal("main")
	case 9:
		return pattern.IsConstructor(pick(m.t, "constructor", "Cons", "Mine"))
	case 10:
		return pattern.TypeIs(fragmentOf(pick(m.t, "type", "Tensor[(2, ?), float32]", "fn(int32) -> Mine[bool]")))
	case 11:
		return pattern.DtypeIs("float32")
	case 12:
		return pattern.ShapeIs(pattern.Shape{
			Extents: rapid.SliceOfN(rapid.Int64Range(-1, 9), 0, 3).Draw(m.t, "shape"), Open: rapid.Bool().Draw(m.t, "open"),
		})
	case 13:
		return pattern.AttributesAre(pattern.Attribute{Name: "Composite", Value: op.Text("a\"\n")}, pattern.Attribute{Name: "k", Value: m.value()})
	}
	if n := len(m.selfs); n > 0 {
		return m.selfs[n-1]
	}
	return pattern.Any()
}

func (m *maker) value() op.Value {
	return pick(m.t, "value", op.Int(-3), op.Float(0.5), op.Boolean(true), op.Value{}, op.Ints(1, 2), op.Text("x"))
}

// pattern makes one that may be depth deep.
func (m *maker) pattern(depth int) *pattern.Pattern {
	if depth == 0 {
		return m.leaf()
	}
	one := func() *pattern.Pattern { return m.pattern(depth - 1) }
	switch rapid.IntRange(0, 23).Draw(m.t, "kind") {
	case 0, 1:
		m.names++
		return one().As(pick(m.t, "name", fmt.Sprintf("n%d", m.names), "axis", "mean", "data"))
	case 2, 3:
		return pattern.IsOp(pick(m.t, "binary", "add", "less", "divide", "power", "logical_and", "nn.bias_add", "equal")).Call(one(), one())
	case 4:
		return pattern.IsOp(pick(m.t, "unary", "negative", "nn.relu", "logical_not", "mean")).Call(one())
	case 5:
		return pattern.IsOp("nn.conv2d").Call(one(), one()).HasAttr(pattern.Attribute{Name: "kernel_size", Value: op.Ints(3, 3)})
	case 6:
		return pattern.IsOp(element).Call(one(), one())
	case 7:
		return one().CallAny()
	case 8:
		return pattern.Var(pick(m.t, "called", "u", "mean")).Call(one())
	case 9:
		return pattern.IsConstructor(pick(m.t, "constructor", "Cons", "Mine")).Call(one(), one())
	case 10:
		return pattern.IsTuple(m.several(depth)...)
	case 11:
		return pick(m.t, "any", pattern.IsTupleAny(), pattern.IsOfKind(op.Broadcast).CallAny(), pattern.IsOfKind(op.Opaque))
	case 12:
		return pattern.IsList(m.several(depth)...)
	case 13:
		return pattern.IsTupleGetItem(one(), pick(m.t, "index", pattern.AnyIndex, 0, 7))
	case 14:
		return pick(m.t, "function", pattern.IsFunctionAny(one()), pattern.IsFunction(m.several(depth), one()))
	case 15:
		return pattern.IsIf(one(), one(), one())
	case 16:
		return pattern.IsLet(one(), one(), one())
	case 17:
		return pick(m.t, "match", pattern.IsMatchAny(one()),
			pattern.IsMatch(one(), []*pattern.Fragment{fragmentOf("Cons(%x, _)"), fragmentOf("Nil")}, one(), one()))
	case 18:
		return one().Or(one())
	case 19:
		return one().And(one())
	case 20:
		return pattern.Dominate(one(), one(), one())
	case 21:
		return pattern.Contains(one())
	case 22:
		return pick(m.t, "asks", one().HasDtype("bool"), one().HasShape(pattern.Shape{Open: true}), one().HasType(fragmentOf("int32")))
	}
	return pattern.Recursion("chain", func(self *pattern.Pattern) *pattern.Pattern {
		m.selfs = append(m.selfs, self)
		defer func() { m.selfs = m.selfs[:len(m.selfs)-1] }()
		return pattern.IsOp("nn.relu").Call(self).Or(pattern.IsOp("tanh").Call(one()))
	})
}

func (m *maker) several(depth int) []*pattern.Pattern {
	var parts []*pattern.Pattern
	for range rapid.IntRange(0, 3).Draw(m.t, "count") {
		parts = append(parts, m.pattern(depth-1))
	}
	return parts
}

func (m *maker) condition(depth int) *pattern.Condition {
	if depth == 0 {
		return pick(m.t, "fact",
			&pattern.Condition{Kind: pattern.Given, Value: m.value()},
			&pattern.Condition{Kind: pattern.Ask, Name: "value", Operands: []*pattern.Condition{{Kind: pattern.Named, Name: "root"}}},
			&pattern.Condition{Kind: pattern.Ask, Name: "attr", Operands: []*pattern.Condition{{Kind: pattern.Named, Name: "root"}, {Kind: pattern.Given, Value: op.Text("axis")}}},
		)
	}
	kind := pick(m.t, "condition", pattern.Element, pattern.Compare, pattern.Compute, pattern.Both, pattern.Either, pattern.Not)
	c := &pattern.Condition{Kind: kind, Operands: []*pattern.Condition{m.condition(depth - 1), m.condition(depth - 1)}}
	switch kind {
	case pattern.Compare:
		c.Name = pick(m.t, "compare", "==", "!=", "<", "<=", ">", ">=", "in")
	case pattern.Compute:
		c.Name = pick(m.t, "compute", "+", "-", "*", "/", "%")
		if c.Name == "-" && rapid.Bool().Draw(m.t, "sign") {
			c.Operands = c.Operands[:1]
		}
	case pattern.Not:
		c.Operands = c.Operands[:1]
	}
	return c
}

// TestPrintedPatternsAreReadBack holds that the text of a rule is read as that rule.
func TestPrintedPatternsAreReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := &maker{t: t}
		// After `_ &`, it is not known which operator is asked for its attribute.
		p := pattern.Any().And(m.pattern(rapid.IntRange(0, 4).Draw(t, "depth"))).As("root")
		rule := &pattern.Rule{
			Kind: pattern.Find, Name: "random", Doc: "A \"pattern\".", Variables: []string{"u", "v", "mean"}, Match: p,
			Where: []*pattern.Condition{m.condition(rapid.IntRange(0, 3).Draw(t, "conditions"))},
		}
		text := rule.String()
		f := Parse("", text)
		for _, d := range f.Diagnostics {
			if d.Severity == 0 {
				t.Fatalf("%s\n%v %s", text, d.Span, d.Message)
			}
		}
		if got := f.Rules[0].String(); got != text {
			t.Fatalf("printed\n%s\nthen\n%s", text, got)
		}
		same := comparison{paired: map[*pattern.Pattern]*pattern.Pattern{}}
		if !same.patterns(p, f.Rules[0].Match) {
			t.Fatalf("%s is read as another pattern:\n%s\n%s", text, same.left, same.right)
		}
		if !sameConditions(rule.Where[0], f.Rules[0].Where[0]) {
			t.Fatalf("%s is read as another condition", text)
		}
	})
}

// A comparison compares patterns but for their places and the names of recursive ones.
type comparison struct {
	paired      map[*pattern.Pattern]*pattern.Pattern
	left, right *pattern.Pattern // where they differ
}

func (c *comparison) patterns(p, q *pattern.Pattern) bool {
	if p.Kind == pattern.Recursive {
		if c.paired[p] != nil {
			return c.paired[p] == q
		}
		c.paired[p] = q
	}
	a, b := *p, *q
	for _, x := range []*pattern.Pattern{&a, &b} {
		x.Parts, x.Text, x.Clauses, x.Attributes, x.Span = nil, nil, nil, nil, syntax.Span{}
		if x.Kind == pattern.Recursive {
			x.Name = ""
		}
		if len(x.Shape.Extents) == 0 {
			x.Shape.Extents = nil
		}
	}
	same := reflect.DeepEqual(a, b) && len(p.Parts) == len(q.Parts) && texts(p) == texts(q) && attributes(p) == attributes(q)
	if !same {
		c.left, c.right = p, q
		return false
	}
	for i := range p.Parts {
		if !c.patterns(p.Parts[i], q.Parts[i]) {
			return false
		}
	}
	return true
}

func texts(p *pattern.Pattern) string {
	all := ""
	for _, f := range append([]*pattern.Fragment{p.Text}, p.Clauses...) {
		if f != nil {
			all += f.Text + "\n"
		}
	}
	return all
}

func attributes(p *pattern.Pattern) string {
	all := ""
	for _, a := range p.Attributes {
		all += fmt.Sprintf("%s %+v\n", a.Name, a.Value)
	}
	return all
}

func sameConditions(a, b *pattern.Condition) bool {
	if a.Kind != b.Kind || a.Name != b.Name || !reflect.DeepEqual(a.Value, b.Value) || len(a.Operands) != len(b.Operands) {
		return false
	}
	for i := range a.Operands {
		if !sameConditions(a.Operands[i], b.Operands[i]) {
			return false
		}
	}
	return true
}
