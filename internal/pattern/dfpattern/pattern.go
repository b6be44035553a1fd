package dfpattern

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/python"
)

// made records where a pattern is written.
func (ev *evaluator) made(at python.Expr, p *pattern.Pattern) *pattern.Pattern {
	if _, known := ev.places[p]; !known {
		ev.places[p] = at.Range()
	}
	return p
}

// patternCall evaluates `p(q, …)`; `p(None)` is a call with any arguments.
func (ev *evaluator) patternCall(at python.Expr, p *pattern.Pattern, c *call) value {
	if len(c.args) == 1 && c.args[0] == nil {
		return ev.made(at, p.CallAny())
	}
	args, u := ev.patterns(at, c.args)
	if u != nil {
		return u
	}
	return ev.made(at, p.Call(args...))
}

// patterns are values that are all patterns, or an unknown that names the first one that is not.
func (ev *evaluator) patterns(at python.Expr, values []value) ([]*pattern.Pattern, *unknown) {
	all := make([]*pattern.Pattern, len(values))
	for i, v := range values {
		p, ok := v.(*pattern.Pattern)
		if !ok {
			u := ev.unknown(at, "`%s` takes patterns, and argument %d is not one: %s", ev.text(at), i+1, describe(v))
			u.pattern = true
			return nil, u
		}
		all[i] = p
	}
	return all, nil
}

// patternMakers are the functions and classes of tvm.relay.dataflow_pattern, by name: files import them
// one by one or with `*`, so that a name is all that is known of them.
var patternMakers map[string]func(ev *evaluator, c *call) value

func init() {
	patternMakers = map[string]func(*evaluator, *call) value{
		"wildcard": func(ev *evaluator, c *call) value { return ev.made(c.at, pattern.Any()) },
		"is_constant": func(ev *evaluator, c *call) value {
			return ev.made(c.at, pattern.IsConstant())
		},
		"is_op": isOp, "is_var": isVar, "is_expr": isExpr, "is_tuple": isTuple, "is_tuple_get_item": isTupleGetItem,
		"is_if": threeParts(pattern.IsIf), "is_let": threeParts(pattern.IsLet), "dominates": threeParts(pattern.Dominate),
		"has_type": asked("has_type"), "has_dtype": asked("has_dtype"), "has_shape": asked("has_shape"), "has_attr": asked("has_attr"),
		"FunctionPattern": isFunction, "CallPattern": callPattern, "AltPattern": alternatives,
	}
	for class, maker := range map[string]string{
		"WildcardPattern": "wildcard", "ConstantPattern": "is_constant", "VarPattern": "is_var", "ExprPattern": "is_expr",
		"TuplePattern": "is_tuple", "TupleGetItemPattern": "is_tuple_get_item", "IfPattern": "is_if", "LetPattern": "is_let",
		"DominatorPattern": "dominates",
	} {
		patternMakers[class] = patternMakers[maker]
	}
}

func isOp(ev *evaluator, c *call) value {
	v, _ := c.arg(0, "op_name")
	name, ok := v.(string)
	if !ok {
		return ev.unknown(c.at, "the name of the operator in `%s` is not known", ev.text(c.at))
	}
	return ev.made(c.at, pattern.IsOp(name))
}

func isVar(ev *evaluator, c *call) value {
	v, _ := c.arg(0, "name")
	name, ok := v.(string)
	if !ok && v != nil {
		return ev.notEvaluated(c)
	}
	return ev.made(c.at, pattern.IsVar(name))
}

func isExpr(ev *evaluator, c *call) value {
	v, _ := c.arg(0, "expr")
	p, ok := v.(program)
	if !ok {
		return ev.unknown(c.at, "the expression of `%s` is not known", ev.text(c.at))
	}
	return ev.made(c.at, pattern.IsExpr(&pattern.Fragment{Text: p.text}))
}

func isTuple(ev *evaluator, c *call) value {
	v, _ := c.arg(0, "fields")
	if v == nil {
		return ev.made(c.at, pattern.IsTupleAny())
	}
	fields, ok := itemsOf(v)
	if !ok {
		return ev.notEvaluated(c)
	}
	parts, u := ev.patterns(c.at, fields)
	if u != nil {
		return u
	}
	return ev.made(c.at, pattern.IsTuple(parts...))
}

func isTupleGetItem(ev *evaluator, c *call) value {
	v, _ := c.arg(0, "tuple_value")
	p, ok := v.(*pattern.Pattern)
	index := pattern.AnyIndex
	if i, given := c.arg(1, "index"); given && i != nil {
		n, known := i.(int64)
		ok = ok && known && n >= 0 && n < 1<<16
		index = int(n)
	}
	if !ok {
		return ev.notEvaluated(c)
	}
	return ev.made(c.at, pattern.IsTupleGetItem(p, index))
}

// threeParts evaluates a function of three patterns.
func threeParts(maker func(a, b, c *pattern.Pattern) *pattern.Pattern) func(*evaluator, *call) value {
	return func(ev *evaluator, c *call) value {
		parts, u := ev.patterns(c.at, c.args)
		if u != nil {
			return u
		}
		if len(parts) != 3 {
			return ev.notEvaluated(c)
		}
		return ev.made(c.at, maker(parts[0], parts[1], parts[2]))
	}
}

func isFunction(ev *evaluator, c *call) value {
	params, _ := c.arg(0, "params")
	v, _ := c.arg(1, "body")
	body, ok := v.(*pattern.Pattern)
	if !ok {
		return ev.notEvaluated(c)
	}
	if params == nil {
		return ev.made(c.at, pattern.IsFunctionAny(body))
	}
	items, ok := itemsOf(params)
	if !ok {
		return ev.notEvaluated(c)
	}
	parts, u := ev.patterns(c.at, items)
	if u != nil {
		return u
	}
	return ev.made(c.at, pattern.IsFunction(parts, body))
}

func callPattern(ev *evaluator, c *call) value {
	f, _ := c.arg(0, "op")
	args, _ := c.arg(1, "args")
	p, ok := f.(*pattern.Pattern)
	if !ok {
		return ev.notEvaluated(c)
	}
	if args == nil {
		return ev.made(c.at, p.CallAny())
	}
	items, ok := itemsOf(args)
	if !ok {
		return ev.notEvaluated(c)
	}
	return ev.patternCall(c.at, p, &call{at: c.at, args: items})
}

func alternatives(ev *evaluator, c *call) value {
	parts, u := ev.patterns(c.at, c.args)
	if u != nil {
		return u
	}
	if len(parts) != 2 {
		return ev.notEvaluated(c)
	}
	return ev.made(c.at, parts[0].Or(parts[1]))
}

// asked evaluates `has_dtype("float32", p)`: a question about p, or about anything.
func asked(question string) func(*evaluator, *call) value {
	return func(ev *evaluator, c *call) value {
		p := pattern.Any()
		if v, given := c.arg(1, "pattern"); given && v != nil {
			other, ok := v.(*pattern.Pattern)
			if !ok {
				return ev.notEvaluated(c)
			}
			p = other
		}
		return ev.question(p, question, c)
	}
}

// patternAttribute evaluates `p.name`: what may be asked of a pattern, what it is used for, and
// what it is made of.
func (ev *evaluator) patternAttribute(at python.Expr, p *pattern.Pattern, name string) value {
	switch name {
	case "has_attr", "has_type", "has_dtype", "has_shape":
		return &builtin{name, nil, func(ev *evaluator, c *call) value { return ev.question(p, name, c) }}
	case "optional":
		return &builtin{name, nil, func(ev *evaluator, c *call) value {
			f, _ := c.arg(0, "option_constructor")
			v := ev.apply(c.at, f, &call{at: c.at, args: []value{p}, env: c.env})
			q, ok := v.(*pattern.Pattern)
			if !ok {
				return ev.unknown(c.at, "the option of `%s` is no pattern: %s", ev.text(c.at), describe(v))
			}
			return ev.made(c.at, p.Or(q))
		}}
	case "dominates":
		return &builtin{name, nil, func(ev *evaluator, c *call) value {
			parts, u := ev.patterns(c.at, c.args)
			if u != nil || len(parts) != 2 {
				return ev.notEvaluated(c)
			}
			return ev.made(c.at, pattern.Dominate(parts[0], parts[1], p))
		}}
	case "match":
		return &builtin{name, nil, func(ev *evaluator, c *call) value {
			ev.rec.find(ev, p, c.at.Range())
			return ev.unknown(c.at, "whether a pattern matches is not evaluated")
		}}
	case "partition":
		return &builtin{name, nil, func(ev *evaluator, c *call) value {
			attrs, _ := c.arg(1, "attrs")
			check, _ := c.arg(2, "check")
			ev.rec.partition(ev, p, attrs, check, c.at.Range())
			return ev.unknown(c.at, "the result of a partition is not evaluated")
		}}
	case "args", "fields":
		if (p.Kind == pattern.Call && name == "args" || p.Kind == pattern.Tuple && name == "fields") && !p.Open {
			l := &list{kind: python.ListKind, depth: ev.depth}
			for _, q := range p.Parts[len(p.Parts)-len(operands(p)):] {
				l.items = append(l.items, q)
			}
			return l
		}
	}
	return ev.unknown(at, "`%s` is not evaluated", ev.text(at))
}

// operands are the arguments of a call, and the fields of a tuple.
func operands(p *pattern.Pattern) []*pattern.Pattern {
	if p.Kind == pattern.Call {
		return p.Parts[1:]
	}
	return p.Parts
}

// question makes a pattern that asks more of what p matches.
func (ev *evaluator) question(p *pattern.Pattern, name string, c *call) value {
	v, _ := c.arg(0, "")
	var result *pattern.Pattern
	switch name {
	case "has_dtype":
		if dtype, ok := v.(string); ok {
			result = p.HasDtype(dtype)
		}
	case "has_shape":
		if s, ok := shapeOf(v); ok {
			result = p.HasShape(s)
		}
	case "has_type":
		if t, ok := v.(typeText); ok {
			result = p.HasType(&pattern.Fragment{Text: string(t)})
		}
	case "has_attr":
		result = ev.hasAttr(p, v)
		ev.warnOfOperator(c, p, v)
	}
	if result == nil {
		return ev.unknown(c.at, "what `%s` asks for is not known", ev.text(c.at))
	}
	return ev.made(c.at, result)
}

// warnOfOperator says that an attribute of calls is asked of the operator itself, which has none:
// TVM never matches that, and neither does the rule.
func (ev *evaluator) warnOfOperator(c *call, p *pattern.Pattern, v value) {
	d, ok := v.(*dict)
	if o := pattern.Ops()[p.Name]; ok && o != nil && p.Kind == pattern.Operator {
		for _, key := range d.keys {
			if name, isName := key.(string); isName && o.Attr(name) >= 0 {
				ev.rec.problem(c.at.Range(), false, fmt.Sprintf("`%s` is an attribute of calls of `%s`, and is asked of the operator itself, which never matches, as in TVM; `has_attr` follows the call", name, p.Name))
				return
			}
		}
	}
}

// shapeOf is a list of numbers as a shape; what is no number is any extent.
func shapeOf(v value) (pattern.Shape, bool) {
	all, ok := itemsOf(v)
	s := pattern.Shape{}
	for _, item := range all {
		switch n := item.(type) {
		case int64:
			s.Extents = append(s.Extents, n)
		case symbol, *unknown:
			if text, known := n.(symbol); !known || lastComponent(string(text)) != "Any()" {
				return s, false
			}
			s.Extents = append(s.Extents, pattern.AnyExtent)
		default:
			return s, false
		}
	}
	_, isText := v.(string)
	return s, ok && !isText
}

// patternKinds are TVM's numbers of the kinds of operators (include/tvm/relay/op_attr_types.h).
var patternKinds = map[int64]op.Kind{
	0: op.Elementwise, 1: op.Broadcast, 2: op.Injective, 3: op.CommReduce, 4: op.OutFusable, 7: op.TupleKind, 8: op.Opaque,
}

// hasAttr asks for attributes. `TOpPattern` is the kind of an operator.
func (ev *evaluator) hasAttr(p *pattern.Pattern, v value) *pattern.Pattern {
	d, ok := v.(*dict)
	if !ok {
		return nil
	}
	var attributes []pattern.Attribute
	for i, key := range d.keys {
		name, isName := key.(string)
		if n, isNumber := d.values[i].(int64); isName && isNumber && name == "TOpPattern" {
			kind, known := patternKinds[n]
			switch {
			case !known:
				return nil
			case p.Kind == pattern.Wildcard:
				p = pattern.IsOfKind(kind)
			default:
				p = p.And(pattern.IsOfKind(kind))
			}
			continue
		}
		c, known := constantOf(d.values[i])
		if !isName || !known {
			return nil
		}
		attributes = append(attributes, pattern.Attribute{Name: name, Value: c})
	}
	if len(attributes) == 0 && len(d.keys) > 0 {
		return p
	}
	return p.HasAttr(attributes...)
}
