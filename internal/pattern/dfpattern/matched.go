package dfpattern

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/python"
)

// choices say which alternative of each `|` matched, where an evaluation on a match asks. The
// evaluation is repeated until all were tried (next), the last choice first: a depth-first search of
// the binary tree of choices. An evaluation is a function of the choices made, so that a repeated one
// asks the same questions up to the choice that was changed.
type choices struct {
	made  map[*pattern.Pattern]int // 0 or 1, the alternative of each pattern that was asked about
	trail []*pattern.Pattern       // in the order of the questions
}

const maxWays = 256 // of a match that a check is evaluated on

// next takes the second alternative of the last choice that has one left, and drops the choices after
// it. It reports whether there was one.
func (c *choices) next() bool {
	for n := len(c.trail); n > 0; n-- {
		p := c.trail[n-1]
		if c.made[p] == 0 {
			c.made[p] = 1
			return true
		}
		delete(c.made, p)
		c.trail = c.trail[:n-1]
	}
	return false
}

// resolve is the pattern of the expression itself, without what else is asked of it: of an alternative,
// the one that is chosen. An expression of `dominates` is the one that it ends in.
func (ev *evaluator) resolve(p *pattern.Pattern) *pattern.Pattern {
	for {
		switch p.Kind {
		case pattern.Or:
			i, known := ev.choices.made[p]
			if !known {
				ev.choices.made[p] = 0
				ev.choices.trail = append(ev.choices.trail, p)
			}
			p = p.Parts[i]
		case pattern.And, pattern.Capture, pattern.Recursive:
			p = p.Parts[0]
		case pattern.Dominates:
			p = p.Parts[2]
		default:
			return p
		}
	}
}

// mark is a text that represents the name of what a pattern matched, until names are given. Of an
// alternative that is chosen, it is the name of that one: the same expression may be another
// alternative's operand in the next way.
func (ev *evaluator) mark(p *pattern.Pattern) string {
	for p.Kind == pattern.And || p.Kind == pattern.Or {
		i, chosen := ev.choices.made[p]
		if p.Kind == pattern.Or && !chosen {
			break
		}
		p = p.Parts[i]
	}
	if ev.ids[p] == "" {
		ev.ids[p] = fmt.Sprintf("§%d§", len(ev.ids))
		ev.marked[ev.ids[p]] = p
	}
	return ev.ids[p]
}

// ask is a question of the rule language about what a pattern matches.
func (ev *evaluator) ask(p *pattern.Pattern, question string) *pattern.Condition {
	return &pattern.Condition{Kind: pattern.Ask, Name: question, Operands: []*pattern.Condition{{Kind: pattern.Named, Name: ev.mark(p)}}}
}

// operatorMark is before the name of an operator that the program asks TVM for.
const operatorMark = "op:"

// operatorName is the name of the operator that a callee matches.
func (ev *evaluator) operatorName(p *pattern.Pattern) (string, bool) {
	q := ev.resolve(p)
	return q.Name, q.Kind == pattern.Operator
}

// matchedAttribute evaluates an attribute of an expression that a pattern matches.
func (ev *evaluator) matchedAttribute(at python.Expr, p *pattern.Pattern, name string) value {
	switch name {
	case "checked_type", "type_annotation", "_checked_type_":
		return typeOf{p}
	case "attrs":
		return attrsOf{p}
	case "data":
		if ev.resolve(p).Kind == pattern.AnyConstant {
			return ev.ask(p, "value")
		}
	}
	q := ev.resolve(p)
	switch {
	case name == "op" && q.Kind == pattern.Call:
		return opOf{q.Parts[0]}
	case name == "args" && q.Kind == pattern.Call && !q.Open, name == "fields" && q.Kind == pattern.Tuple && !q.Open:
		l := &list{kind: python.ListKind, depth: ev.depth}
		for _, operand := range operands(q) {
			l.items = append(l.items, matched{operand})
		}
		return l
	case name == "type_args" && q.Kind == pattern.Call && !q.Open:
		l := &list{kind: python.ListKind, depth: ev.depth}
		for _, operand := range operands(q) {
			l.items = append(l.items, typeOf{operand})
		}
		return l
	case name == "tuple_value" && q.Kind == pattern.Projection:
		return matched{q.Parts[0]}
	case name == "index" && q.Kind == pattern.Projection && q.Index != pattern.AnyIndex:
		return int64(q.Index)
	}
	if lacks(q.Kind, name) {
		ev.raised = true
	}
	return ev.unknown(at, "the pattern does not say what `%s` is", ev.text(at))
}

// lacks reports whether expressions that a kind of pattern matches have no attribute of a name, so that
// Python raises an exception: `call.args` of a projection. Classes of other kinds of patterns are not
// known.
func lacks(kind pattern.Kind, name string) bool {
	switch kind {
	case pattern.Call:
		return name == "tuple_value" || name == "fields"
	case pattern.Projection:
		return name == "op" || name == "args" || name == "fields"
	case pattern.Tuple:
		return name == "op" || name == "args" || name == "tuple_value"
	case pattern.AnyConstant, pattern.Local:
		return name == "op" || name == "args" || name == "tuple_value" || name == "fields"
	}
	return false
}

// typeAttribute evaluates the shape or dtype of a type.
func (ev *evaluator) typeAttribute(at python.Expr, p *pattern.Pattern, name string) value {
	switch name {
	case "shape", "concrete_shape":
		return ev.ask(p, "shape")
	case "dtype":
		return ev.ask(p, "dtype")
	}
	return ev.unknown(at, "the pattern does not say what `%s` is", ev.text(at))
}

// operatorsOf are the operators that a matched call may be of; none where that is not known.
func (ev *evaluator) operatorsOf(p *pattern.Pattern) []*op.Op {
	q := ev.resolve(p)
	if q.Kind != pattern.Call {
		return nil
	}
	return pattern.Operators(ev.resolve(q.Parts[0]))
}

// attr asks for an attribute of a matched call. Operators of TVM that are not known here, and attributes
// that it does not have here, are unknown: no rule may ask for them.
func (ev *evaluator) attr(at python.Expr, p *pattern.Pattern, name string) value {
	operators := ev.operatorsOf(p)
	if len(operators) == 0 {
		return ev.unknown(at, "the pattern does not say of which operator `%s` is an attribute", name)
	}
	if o := operators[0]; o.Attr(name) < 0 {
		return ev.unknown(at, "`%s` has no attribute `%s`", o.Name, name)
	}
	q := ev.ask(p, "attr")
	q.Operands = append(q.Operands, given(op.Text(name)))
	return q
}

// hasAttribute decides whether calls have an attribute, where all operators that it may be agree.
func (ev *evaluator) hasAttribute(p *pattern.Pattern, name string) *pattern.Condition {
	operators := ev.operatorsOf(p)
	if len(operators) == 0 {
		return doubt
	}
	has := operators[0].Attr(name) >= 0
	if slices.ContainsFunc(operators, func(o *op.Op) bool { return has != (o.Attr(name) >= 0) }) {
		return doubt
	}
	return truthConstant(has)
}

// attributeType is the type of an attribute that a condition asks for; that of any value for another
// condition.
func (ev *evaluator) attributeType(c *pattern.Condition) op.AttrType {
	if c.Kind != pattern.Ask || c.Name != "attr" {
		return op.AnyAttr
	}
	for _, o := range ev.operatorsOf(ev.marked[c.Operands[0].Name]) {
		if i := o.Attr(c.Operands[1].Value.Str); i >= 0 {
			return o.Attrs[i].Type
		}
	}
	return op.AnyAttr
}

// attrsAttribute evaluates `attrs.strides`, `attrs.get_int("groups")` and `attrs.keys()`.
func (ev *evaluator) attrsAttribute(at python.Expr, p *pattern.Pattern, name string) value {
	switch name {
	case "get_int", "get_str", "get_int_tuple":
		return &builtin{name, nil, func(ev *evaluator, c *call) value {
			v, _ := c.arg(0, "key")
			if key, ok := v.(string); ok {
				return ev.attr(c.at, p, key)
			}
			return ev.notEvaluated(c)
		}}
	case "keys":
		return &builtin{name, nil, func(*evaluator, *call) value { return attrsOf{p} }}
	}
	return ev.attr(at, p, name)
}

// classKinds are the kinds of patterns whose matches are of a class of Relay.
var classKinds = map[string]pattern.Kind{
	"Call": pattern.Call, "Constant": pattern.AnyConstant, "TupleGetItem": pattern.Projection, "Tuple": pattern.Tuple,
	"Var": pattern.Local, "Function": pattern.Function, "If": pattern.If, "Let": pattern.Let,
	"Op": pattern.Operator,
}

// isInstance evaluates `isinstance(v, C)` and `isinstance(v, (C, D))`.
func (ev *evaluator) isInstance(c *call) value {
	if len(c.args) != 2 {
		return ev.notEvaluated(c)
	}
	classes := []value{c.args[1]}
	if l, ok := c.args[1].(*list); ok && l.unknown == nil {
		classes = l.items
	}
	result := truthConstant(false)
	for _, class := range classes {
		result = either(result, ev.isA(c.args[0], class))
	}
	if known, yes := decided(result); known {
		return yes
	}
	return result
}

// isA decides of a value whether it is of a class of Python or of Relay.
func (ev *evaluator) isA(v, class value) *pattern.Condition {
	b, isBuiltin := class.(*builtin)
	s, isSymbol := class.(symbol)
	switch v := v.(type) {
	case string:
		return truthConstant(isBuiltin && b.name == "str")
	case bool:
		return truthConstant(isBuiltin && (b.name == "bool" || b.name == "int"))
	case int64:
		return truthConstant(isBuiltin && b.name == "int")
	case float64:
		return truthConstant(isBuiltin && b.name == "float")
	case *list:
		return truthConstant(isBuiltin && (b.name == "list" && v.kind == python.ListKind || b.name == "tuple" && v.kind == python.TupleKind))
	case nil:
		return truthConstant(false)
	case opOf:
		if _, ok := ev.operatorName(v.p); ok && isSymbol {
			return truthConstant(lastComponent(string(s)) == "Op")
		}
	case matched:
		if isSymbol {
			return ev.isExpression(v.p, lastComponent(string(s)))
		}
	case *pattern.Condition:
		if isSymbol && lastComponent(string(s)) == "Any" && v.Kind == pattern.Element && v.Operands[0].Name == "shape" {
			return isAny(v)
		}
	}
	return doubt
}

// isExpression decides by its pattern of which class an expression is. A wildcard may be a
// constant, which is asked for.
func (ev *evaluator) isExpression(p *pattern.Pattern, class string) *pattern.Condition {
	kind, known := classKinds[class]
	q := ev.resolve(p)
	if !known {
		return doubt
	}
	own := q.Kind
	switch own {
	case pattern.Constant, pattern.Expression:
		own = pattern.AnyConstant
		if q.Kind == pattern.Expression {
			return doubt
		}
	case pattern.Wildcard:
		if kind == pattern.AnyConstant {
			return ev.ask(q, isConstantQuestion)
		}
		return doubt
	case pattern.Call, pattern.AnyConstant, pattern.Projection, pattern.Tuple, pattern.Local, pattern.Function, pattern.If, pattern.Let, pattern.Operator:
	default:
		return doubt
	}
	return truthConstant(own == kind)
}
