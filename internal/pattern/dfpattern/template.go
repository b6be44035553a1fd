package dfpattern

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/python"
)

// The levels of a program's text say how tight its outermost sign binds: an operand of a tighter sign is
// in parentheses. A call, a name and a projection are of the level levelTail.
const (
	levelAdd = iota + 1
	levelMultiply
	levelUnary
	levelTail
)

var programLevels = map[string]int{"+": levelAdd, "-": levelAdd, "*": levelMultiply, "/": levelMultiply}

// at is the text in a place that binds as tight as level.
func (p program) at(level int) string {
	if p.level < level {
		return "(" + p.text + ")"
	}
	return p.text
}

// programOf is an expression of a callback as text of the rule language: what was built of operators, or
// what a part of the pattern matched, by its mark.
func (ev *evaluator) programOf(v value) (program, bool) {
	switch v := v.(type) {
	case program:
		return v, true
	case matched:
		return program{ev.mark(v.p), levelTail}, ev.callback
	case *list:
		if v.unknown == nil {
			return ev.tupleOf(v)
		}
	}
	return program{}, false
}

// tupleOf is a list of expressions, which Relay's functions take for a tuple.
func (ev *evaluator) tupleOf(l *list) (program, bool) {
	texts := make([]string, len(l.items))
	for i, item := range l.items {
		p, ok := ev.programOf(item)
		if !ok {
			return program{}, false
		}
		texts[i] = p.text
	}
	text := strings.Join(texts, ", ")
	if len(texts) == 1 {
		text += ","
	}
	return program{"(" + text + ")", levelTail}, len(texts) > 0
}

// positional is how many attributes of an operator may be given by position: as many as have the
// order of TVM's function in Python; of others, one.
var positional = map[string]int{"clip": 2, "expand_dims": 2, "strided_slice": 3, "nn.conv2d": 6, "nn.dense": 2, "nn.batch_norm": 4}

// templateCall evaluates a call of a function of Relay, `relay.op.nn.conv2d(x, w, strides=[1, 1])`.
// It returns nil where the call is no expression.
func (ev *evaluator) templateCall(path string, c *call) value {
	switch name := lastComponent(path); name {
	case "Tuple":
		if len(c.args) == 1 {
			if p, ok := ev.programOf(c.args[0]); ok {
				return p
			}
		}
		return nil
	case "TupleGetItem":
		if len(c.args) == 2 {
			p, ok := ev.programOf(c.args[0])
			if i, known := display(c.args[1]); ok && known {
				return program{p.at(levelTail) + "." + i, levelTail}
			}
		}
		return nil
	case "Call":
		return ev.callNode(c)
	}
	o := operatorOf(path)
	if o == nil {
		return nil
	}
	return ev.operatorCall(o, c.args, c.named)
}

// callNode evaluates `relay.Call(op, args, attrs)`.
func (ev *evaluator) callNode(c *call) value {
	if len(c.args) < 2 {
		return nil
	}
	args, ok := itemsOf(c.args[1])
	named := map[string]value{}
	if len(c.args) > 2 && c.args[2] != nil {
		a, isAttrs := c.args[2].(attrsOf)
		ok = ok && isAttrs
		named[allAttributes] = a
	}
	name := ""
	switch f := c.args[0].(type) {
	case string:
		name = strings.TrimPrefix(f, operatorMark)
	case opOf:
		name, _ = ev.operatorName(f.p)
	}
	o := pattern.Ops()[name]
	if !ok || o == nil {
		return nil
	}
	return ev.operatorCall(o, args, named)
}

// operatorOf finds the operator that a path of Python's names: `relay.qnn.op.dense` is `qnn.dense`.
func operatorOf(path string) *op.Op {
	parts := strings.Split(path, ".")
	kept := parts[:0]
	for _, part := range parts {
		switch part {
		case "tvm", "relay", "op", "_op", "":
		default:
			kept = append(kept, part)
		}
	}
	return pattern.Ops()[strings.Join(kept, ".")]
}

// operatorCall writes a call of an operator with its operands, attributes by position and attributes by
// name; nil where one of them cannot be written, or the operator has none of that name.
func (ev *evaluator) operatorCall(o *op.Op, args []value, named map[string]value) value {
	var texts []string
	_, most := o.Arity()
	for i, a := range args {
		if most >= 0 && i >= most {
			at := i - most
			if at >= max(1, positional[o.Name]) || at >= len(o.Attrs) {
				return nil
			}
			text, ok := attributeText(a)
			if !ok {
				return nil
			}
			texts = append(texts, o.Attrs[at].Name+"="+text)
			continue
		}
		p, ok := ev.programOf(a)
		if !ok {
			return nil
		}
		texts = append(texts, p.text)
	}
	for _, name := range sortedKeys(named) {
		text, ok := attributeText(named[name])
		if a, all := named[name].(attrsOf); all {
			texts = append(texts, "attrs("+ev.mark(a.p)+")")
			continue
		}
		switch {
		case o.Param(name) >= 0:
			var p program
			p, ok = ev.programOf(named[name])
			text = p.text
		case o.Attr(name) < 0:
			return nil
		}
		if !ok {
			return nil
		}
		texts = append(texts, name+"="+text)
	}
	return program{o.Name + "(" + strings.Join(texts, ", ") + ")", levelTail}
}

// attributeText is the value of an attribute in a template: a constant, or a question about the match,
// such as attr(conv, "strides") or an extent of a shape. A whole shape is no attribute of the rule
// language.
func attributeText(v value) (string, bool) {
	if c, ok := constantOf(v); ok {
		return c.String(), true
	}
	c, ok := v.(*pattern.Condition)
	if !ok {
		return "", false
	}
	asked := c
	if c.Kind == pattern.Element && c.Operands[1].Kind == pattern.Given {
		asked = c.Operands[0]
	}
	return c.String(), asked.Kind == pattern.Ask && asked.Name != isConstantQuestion && (asked.Name != "shape" || asked != c)
}

// A way is one result of a callback, and the conditions under which it is that.
type way struct {
	where []*pattern.Condition
	with  string
}

// callbackWays evaluates a callback on a match. The ways that leave the match as it is are left
// out.
func (ev *evaluator) callbackWays(o *instance, p *pattern.Pattern) ([]way, *unknown) {
	f, ok := o.class.find("callback").(*closure)
	if !ok {
		return nil, &unknown{span: o.span, why: "the class has no callback"}
	}
	ev.callback = true
	defer func() { ev.callback = false }()
	at := &python.Name{Span: f.span, ID: "callback"}
	v := ev.invoke(at, bound(f, o), &call{at: at, args: []value{matched{p}, matched{p}, nodeMap{}}})
	return ev.ways(v, p, f.span, truthConstant(true))
}

// ways are the results of a callback: those of a branch have its condition, or the opposite one. A way
// whose conditions cannot all be asked makes the callback unknown, since a rewrite rule without one
// would replace what the callback leaves.
func (ev *evaluator) ways(v value, root *pattern.Pattern, at python.Span, test *pattern.Condition) ([]way, *unknown) {
	switch v := v.(type) {
	case branch:
		yes, u := ev.ways(v.then, root, at, both(test, v.test))
		if u != nil {
			return nil, u
		}
		no, u := ev.ways(v.other, root, at, both(test, not(v.test)))
		return append(yes, no...), u
	case matched:
		if v.p == root {
			return nil, nil
		}
	case *unknown:
		return nil, v
	}
	p, ok := ev.programOf(v)
	if !ok {
		return nil, &unknown{span: at, why: "the callback gives " + describe(v)}
	}
	where, whole := conjuncts(test)
	for _, c := range where {
		whole = whole && c.Name != isConstantQuestion
	}
	if !whole {
		return nil, &unknown{span: at, why: "a condition of the callback cannot be read"}
	}
	return []way{{where, p.text}}, nil
}
