package matcher

import (
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/condition"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/value"
)

// kindAttribute is the attribute of operators that contains their kind.
const kindAttribute = "TOpPattern"

// kindNumbers are the kinds as TVM numbers them.
var kindNumbers = map[int64]op.Kind{
	0: op.Elementwise, 1: op.Broadcast, 2: op.Injective, 3: op.CommReduce, 4: op.OutFusable, 7: op.TupleKind, 8: op.Opaque,
}

// hasAttributes reports whether a call, function or operator has the attributes of a pattern.
func (s *search) hasAttributes(n *node, at place) bool {
	if o := at.operator(); o != nil {
		return all(n.Attributes, func(a pattern.Attribute) bool { return isKind(o, a) })
	}
	if f, ok := s.body(at); ok {
		given := f.in.functionAttributes(f.node)
		return all(n.Attributes, func(a pattern.Attribute) bool {
			v, ok := given[a.Name]
			return ok && condition.EqualValues(v, a.Value)
		})
	}
	k, ok := at.kind()
	if !ok || k != graph.Operation && k != graph.Call && k != graph.Construct {
		return false
	}
	return all(n.Attributes, func(a pattern.Attribute) bool {
		v, ok := at.attribute(a.Name)
		return ok && (condition.EqualValues(v, a.Value) || at.equalBound(a))
	})
}

func all(attributes []pattern.Attribute, has func(pattern.Attribute) bool) bool {
	for _, a := range attributes {
		if !has(a) {
			return false
		}
	}
	return true
}

func isKind(o *op.Op, a pattern.Attribute) bool {
	if a.Name != kindAttribute {
		return false
	}
	if a.Value.Kind == op.IntValue {
		k, ok := kindNumbers[a.Value.Int]
		return ok && k == o.Kind
	}
	return a.Value.Kind == op.StringValue && a.Value.Str == o.Kind.String()
}

// attribute is the value of an attribute of a call; false where it has none of
// the name.
func (p place) attribute(name string) (op.Value, bool) {
	n := p.in.graph.Node(p.value)
	if a, ok := p.in.Info.Application(n); ok {
		return a.Attrs.Value(name), a.Op.Attr(name) >= 0
	}
	if p.in.item.Kind(n) != syntax.Call {
		return op.Value{}, false
	}
	v, ok := p.in.namedValues(p.in.item.Call(n).Args)[name]
	return v, ok
}

// equalBound compares an attribute with a value as a call would write it.
func (p place) equalBound(a pattern.Attribute) bool {
	call, ok := p.in.Info.Application(p.in.graph.Node(p.value))
	if !ok {
		return false
	}
	bound, problems := op.Bind(call.Op, []op.Named{{Name: a.Name, Value: a.Value}})
	for _, e := range problems {
		if e.Attr == a.Name {
			return false
		}
	}
	return condition.EqualValues(bound.Value(a.Name), call.Attrs.Value(a.Name))
}

// functionAttributes are those that stand among the parameters of a function.
func (w *view) functionAttributes(f syntax.NodeID) map[string]op.Value {
	params := syntax.NoNode
	if w.item.Kind(f) == syntax.Fn {
		params = w.item.Fn(f).Params
	} else if w.item.Kind(f) == syntax.ItemDef {
		params = w.item.Def(f).Params
	}
	if params == syntax.NoNode {
		return nil
	}
	return w.namedValues(w.item.Kids(params))
}

// namedValues are the literals that follow names in a list.
func (w *view) namedValues(list []syntax.NodeID) map[string]op.Value {
	values := map[string]op.Value{}
	for _, n := range list {
		if w.item.Kind(n) == syntax.NamedArg {
			named := w.item.NamedArg(n)
			values[w.item.SourceText(named.Name)] = attributeValue(w.item, named.Value)
		}
	}
	return values
}

// attributeValue reads a literal; lists are nested as deep as the parser lets them.
func attributeValue(item *syntax.Item, n syntax.NodeID) op.Value {
	text := item.NumberText(n)
	switch item.Kind(n) {
	case syntax.Paren:
		return attributeValue(item, item.Inner(n))
	case syntax.Int:
		if s, ok := readScalar(text, int64Type); ok {
			return op.Int(s.whole)
		}
	case syntax.Float:
		if x, err := value.ParseFloat(value.Float64, withoutSuffix(text)); err == nil {
			return op.Float(x.Float())
		}
	case syntax.Bool:
		return op.Boolean(strings.EqualFold(text, "true"))
	case syntax.String:
		if s, err := strconv.Unquote(text); err == nil {
			return op.Text(s)
		}
	case syntax.List, syntax.Tuple:
		v := op.Value{Kind: op.ListValue}
		for _, kid := range item.Kids(n) {
			v.List = append(v.List, attributeValue(item, kid))
		}
		return v
	case syntax.Name:
		if text == "None" {
			return op.Value{}
		}
	}
	return op.Value{Kind: op.ExprValue}
}
