package dfpattern

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/python"
)

// eval evaluates an expression.
func (ev *evaluator) eval(x python.Expr, e *env) value {
	if !ev.step() {
		return ev.unknown(x, "the evaluation takes too many steps")
	}
	switch x := x.(type) {
	case *python.Name:
		return ev.variable(x, e)
	case *python.Number:
		return ev.number(x)
	case *python.String:
		return ev.bounded(x, ev.string(x, e))
	case *python.Sequence:
		return ev.bounded(x, ev.sequence(x, e))
	case *python.Dict:
		return ev.bounded(x, ev.dict(x, e))
	case *python.Attribute:
		return ev.attribute(x, ev.eval(x.X, e), x.Name)
	case *python.Subscript:
		return ev.subscript(x, ev.eval(x.X, e), e)
	case *python.Call:
		return ev.bounded(x, ev.call(x, e))
	case *python.Unary:
		return ev.unary(x, ev.eval(x.X, e))
	case *python.Binary:
		if x.Op == "and" || x.Op == "or" {
			return ev.logical(x, e)
		}
		return ev.bounded(x, ev.binary(x, x.Op, ev.eval(x.X, e), ev.eval(x.Y, e)))
	case *python.Compare:
		return ev.comparison(x, e)
	case *python.Conditional:
		test := ev.truth(x.Test, ev.eval(x.Test, e))
		if known, yes := decided(test); known {
			if yes {
				return ev.eval(x.Then, e)
			}
			return ev.eval(x.Else, e)
		}
		ev.depth++
		yes := ev.way(x.Then, e)
		no := ev.way(x.Else, e)
		ev.depth--
		return ev.merge(x.Test, test, yes, no)
	case *python.Lambda:
		return &closure{name: "lambda", span: x.Span, params: x.Params, defaults: ev.defaults(x.Params, e), x: x.Body, env: e}
	case *python.Comprehension:
		return ev.bounded(x, ev.comprehension(x, e))
	case *python.NamedExpr:
		v := ev.eval(x.Value, e)
		ev.assign(x.Target, v, e)
		return v
	case *python.Starred:
		return ev.eval(x.X, e)
	}
	return ev.unknown(x, "`%s` is not evaluated", ev.text(x))
}

// way evaluates one of two expressions of which it is not known which is evaluated.
func (ev *evaluator) way(x python.Expr, e *env) value {
	v := ev.eval(x, e)
	if ev.raised {
		v, ev.raised = raised{x.Range()}, false
	}
	return v
}

func (ev *evaluator) variable(x *python.Name, e *env) value {
	switch x.ID {
	case "True":
		return true
	case "False":
		return false
	case "None":
		return nil
	}
	if v, ok := e.lookup(x.ID); ok {
		return v
	}
	if b, ok := builtins[x.ID]; ok {
		return &builtin{x.ID, nil, b}
	}
	return symbol(x.ID)
}

func (ev *evaluator) number(x *python.Number) value {
	text := strings.ReplaceAll(x.Text, "_", "")
	if n, err := strconv.ParseInt(text, 0, 64); err == nil {
		return n
	}
	if f, err := strconv.ParseFloat(text, 64); err == nil {
		return f
	}
	return ev.unknown(x, "`%s` is not evaluated", excerptOf(x.Text))
}

func (ev *evaluator) string(x *python.String, e *env) value {
	if x.Parts == nil {
		return x.Value
	}
	var b strings.Builder
	for _, p := range x.Parts {
		if p.X == nil {
			b.WriteString(p.Text)
			continue
		}
		text, ok := display(ev.eval(p.X, e))
		if !ok || p.Format != "" {
			return ev.unknown(x, "the text of `%s` is not known", ev.text(x))
		}
		b.WriteString(text)
	}
	return b.String()
}

func (ev *evaluator) sequence(x *python.Sequence, e *env) value {
	l := &list{kind: x.Kind, depth: ev.depth}
	for _, item := range x.Items {
		v := ev.eval(item, e)
		if _, starred := item.(*python.Starred); !starred {
			l.items = append(l.items, v)
			continue
		}
		items, ok := itemsOf(v)
		if !ok {
			return ev.unknown(item, "what `%s` is is not known", ev.text(item))
		}
		l.items = append(l.items, items...)
	}
	return l
}

func (ev *evaluator) dict(x *python.Dict, e *env) value {
	d := &dict{}
	for i, key := range x.Keys {
		v := ev.eval(x.Values[i], e)
		if key != nil {
			d.set(ev.eval(key, e), v)
			continue
		}
		other, ok := v.(*dict)
		if !ok {
			return ev.unknown(x, "what `%s` is is not known", ev.text(x.Values[i]))
		}
		for j, k := range other.keys {
			d.set(k, other.values[j])
		}
	}
	return d
}

// comprehension evaluates the clauses from the left. The result is unknown where an iterable or a
// condition is.
func (ev *evaluator) comprehension(x *python.Comprehension, e *env) value {
	inner := &env{map[string]value{}, e}
	l, d := &list{kind: x.Kind, depth: ev.depth}, &dict{}
	if x.Kind == python.TupleKind {
		l.kind = python.ListKind
	}
	var clause func(i int) *unknown
	clause = func(i int) *unknown {
		if i == len(x.Clauses) {
			v := ev.eval(x.Item, inner)
			if x.Key != nil {
				d.set(ev.eval(x.Key, inner), v)
			}
			l.items = append(l.items, v)
			return nil
		}
		items, ok := itemsOf(ev.eval(x.Clauses[i].Iter, inner))
		if !ok {
			return ev.unknown(x.Clauses[i].Iter, "what `%s` is is not known", ev.text(x.Clauses[i].Iter))
		}
		for _, item := range items {
			ev.assign(x.Clauses[i].Target, item, inner)
			keep := truthConstant(true)
			for _, test := range x.Clauses[i].Tests {
				keep = both(keep, ev.truth(test, ev.eval(test, inner)))
			}
			known, yes := decided(keep)
			if !known {
				return ev.unknown(x, "which items `%s` has is not known", ev.text(x))
			}
			if yes {
				if u := clause(i + 1); u != nil {
					return u
				}
			}
		}
		return nil
	}
	if u := clause(0); u != nil {
		return u
	}
	if x.Kind == python.DictKind {
		return d
	}
	return l
}

// logical evaluates `and` and `or`, which give one of their operands.
func (ev *evaluator) logical(x *python.Binary, e *env) value {
	left := ev.eval(x.X, e)
	test := ev.truth(x.X, left)
	if known, yes := decided(test); known {
		if yes == (x.Op == "or") {
			return left
		}
		return ev.eval(x.Y, e)
	}
	ev.depth++
	right := ev.truth(x.Y, ev.eval(x.Y, e))
	ev.depth--
	if ev.raised { // where the left operand does not decide
		right, ev.raised = truthConstant(false), false
		if x.Op == "or" {
			return test
		}
	}
	if x.Op == "or" {
		return either(test, right)
	}
	return both(test, right)
}

// truth is the value of an expression as a condition.
func (ev *evaluator) truth(at python.Expr, v value) *pattern.Condition {
	c := ev.truthValue(v)
	if c == doubt {
		return doubtOf(fmt.Sprintf("`%s` is not evaluated", ev.text(at)))
	}
	return c
}

func (ev *evaluator) truthValue(v value) *pattern.Condition {
	if c := truthOf(v); c != nil {
		return c
	}
	switch v := v.(type) {
	case int64:
		return truthConstant(v != 0)
	case float64:
		return truthConstant(v != 0)
	case string:
		return truthConstant(v != "")
	case *list:
		if v.unknown != nil {
			return doubt
		}
		return truthConstant(len(v.items) > 0)
	case *dict:
		return truthConstant(len(v.keys) > 0)
	case *pattern.Condition:
		if v.Kind == pattern.Ask && v.Name == "attr" && ev.attributeType(v) == op.BoolAttr {
			return &pattern.Condition{Kind: pattern.Compare, Name: "==", Operands: []*pattern.Condition{v, truthConstant(true)}}
		}
		return doubt
	case symbol:
		return doubt
	}
	return truthConstant(true)
}

func (ev *evaluator) unary(x *python.Unary, v value) value {
	if x.Op == "not" {
		c := not(ev.truth(x.X, v))
		if known, yes := decided(c); known {
			return yes
		}
		return c
	}
	switch v := v.(type) {
	case int64:
		switch x.Op {
		case "-":
			return -v
		case "+":
			return v
		}
	case float64:
		switch x.Op {
		case "-":
			return -v
		case "+":
			return v
		}
	case *pattern.Condition:
		if x.Op == "-" && !isTruth(v) {
			return &pattern.Condition{Kind: pattern.Compute, Name: "-", Operands: []*pattern.Condition{v}}
		}
	case program, matched:
		if p, ok := ev.programOf(v); ok && x.Op == "-" {
			return program{"-" + p.at(levelUnary), levelUnary}
		}
	}
	return ev.unknown(x, "`%s` is not evaluated", ev.text(x))
}

// or is `p | q`. A call of a commutative operator matches in both orders, so that the same call with
// its arguments swapped adds nothing.
func or(p, q *pattern.Pattern) *pattern.Pattern {
	if p.Kind == pattern.Call && q.Kind == pattern.Call && len(p.Parts) == 3 && len(q.Parts) == 3 && p.Parts[1] == q.Parts[2] && p.Parts[2] == q.Parts[1] {
		f, g := p.Parts[0], q.Parts[0]
		if f.Kind == pattern.Operator && g.Kind == pattern.Operator && f.Name == g.Name {
			if o := pattern.Ops()[f.Name]; o != nil && o.Laws.Commutative != (op.Law{}) {
				return p
			}
		}
	}
	return p.Or(q)
}

// patternOperators are those of the operators on patterns, programOperators on expressions.
var patternOperators = map[string]string{"+": "add", "-": "subtract", "*": "multiply", "/": "divide"}

func (ev *evaluator) binary(at python.Expr, sign string, a, b value) value {
	p, first := a.(*pattern.Pattern)
	q, second := b.(*pattern.Pattern)
	switch {
	case first && second && sign == "|":
		return ev.made(at, or(p, q))
	case first && second && patternOperators[sign] != "":
		return ev.made(at, pattern.IsOp(patternOperators[sign]).Call(p, q))
	}
	if v, ok := arithmetic(sign, a, b); ok {
		return v
	}
	if x, ok := a.(*pattern.Condition); ok || isCondition(b) {
		if ok && isTruth(x) || truthOf(b) != nil && isTruth(truthOf(b)) {
			return ev.bitwise(at, sign, a, b)
		}
		x, y := conditionOf(a), conditionOf(b)
		if x != nil && y != nil && strings.Contains("+-*/%", sign) {
			return &pattern.Condition{Kind: pattern.Compute, Name: sign, Operands: []*pattern.Condition{x, y}}
		}
	}
	if x, ok := ev.programOf(a); ok && programLevels[sign] > 0 {
		if y, ok := ev.programOf(b); ok {
			level := programLevels[sign]
			return program{x.at(level) + " " + sign + " " + y.at(level+1), level}
		}
	}
	return ev.unknown(at, "`%s` is not evaluated", ev.text(at))
}

// bitwise joins truth values by `&` and `|`.
func (ev *evaluator) bitwise(at python.Expr, sign string, a, b value) value {
	x, y := truthOf(a), truthOf(b)
	switch {
	case x != nil && y != nil && sign == "&":
		return both(x, y)
	case x != nil && y != nil && sign == "|":
		return either(x, y)
	}
	return ev.unknown(at, "`%s` is not evaluated", ev.text(at))
}

// arithmetic computes with known values.
func arithmetic(sign string, a, b value) (value, bool) {
	switch x := a.(type) {
	case bool:
		if y, ok := b.(bool); ok {
			switch sign {
			case "&":
				return x && y, true
			case "|":
				return x || y, true
			}
		}
	case string:
		switch y := b.(type) {
		case string:
			return x + y, sign == "+"
		case int64:
			if sign == "*" && y >= 0 && y < 1<<16 && int64(len(x))*y < 1<<16 {
				return strings.Repeat(x, int(y)), true
			}
		}
		return nil, false
	case *list:
		return listArithmetic(sign, x, b)
	}
	return python.Arithmetic(sign, a, b)
}

func listArithmetic(sign string, x *list, b value) (value, bool) {
	switch y := b.(type) {
	case *list:
		if sign == "+" && x.unknown == nil && y.unknown == nil && x.kind == y.kind {
			return &list{items: append(append([]value{}, x.items...), y.items...), kind: x.kind, depth: max(x.depth, y.depth)}, true
		}
	case int64:
		if sign == "*" && x.unknown == nil && y >= 0 && y < 1<<12 && int64(len(x.items))*y < 1<<12 {
			all := &list{kind: x.kind, depth: x.depth}
			for range y {
				all.items = append(all.items, x.items...)
			}
			return all, true
		}
	}
	return nil, false
}

// comparison evaluates a chain.
func (ev *evaluator) comparison(x *python.Compare, e *env) value {
	result := truthConstant(true)
	left := ev.eval(x.First, e)
	for i, sign := range x.Ops {
		right := ev.eval(x.Rest[i], e)
		result = both(result, ev.compare(sign, left, right))
		left = right
	}
	if known, yes := decided(result); known {
		return yes
	}
	return result
}

// compare is a comparison of two values as a condition.
func (ev *evaluator) compare(sign string, a, b value) *pattern.Condition {
	switch sign {
	case "is":
		sign = "=="
	case "is not":
		return not(ev.compare("==", a, b))
	case "!=":
		return not(ev.compare("==", a, b))
	case "not in":
		return not(ev.compare("in", a, b))
	}
	if sign == "in" {
		return ev.contains(a, b)
	}
	if isUnknown(a) || isUnknown(b) {
		return doubt
	}
	if isCondition(a) || isCondition(b) || sign == "==" && hasConditions(a, b) {
		return ev.compareConditions(sign, a, b)
	}
	if sign == "==" {
		return ev.equal(a, b)
	}
	x, first := a.(string)
	y, second := b.(string)
	if first && second {
		return truthConstant(ordered(sign, strings.Compare(x, y)))
	}
	m, first := numberOf(a)
	n, second := numberOf(b)
	if first && second {
		order := 0
		if m < n {
			order = -1
		} else if m > n {
			order = 1
		}
		return truthConstant(ordered(sign, order))
	}
	return doubt
}

func ordered(sign string, order int) bool {
	switch sign {
	case "<":
		return order < 0
	case "<=":
		return order <= 0
	case ">":
		return order > 0
	}
	return order >= 0
}

func isUnknown(v value) bool {
	switch v := v.(type) {
	case *unknown, symbol, raised, branch:
		return true
	case *list:
		return v.unknown != nil
	}
	return false
}

func hasConditions(values ...value) bool {
	for _, v := range values {
		if l, ok := v.(*list); ok {
			for _, item := range l.items {
				if isCondition(item) || hasConditions(item) {
					return true
				}
			}
		}
	}
	return false
}

// equal compares values that do not depend on the match. Two expressions that patterns match are
// the same if the patterns are; otherwise they may still be.
func (ev *evaluator) equal(a, b value) *pattern.Condition {
	x, first := a.(matched)
	y, second := b.(matched)
	if first && second {
		if ev.resolve(x.p) == ev.resolve(y.p) {
			return truthConstant(true)
		}
		return doubt
	}
	o, first := a.(opOf)
	if name, ok := b.(string); ok && first {
		if own, ok := ev.operatorName(o.p); ok {
			return truthConstant(own == strings.TrimPrefix(name, operatorMark))
		}
		return doubt
	}
	if (first || second) && b != nil {
		return doubt
	}
	return truthConstant(same(a, b))
}

func (ev *evaluator) compareConditions(sign string, a, b value) *pattern.Condition {
	x, first := a.(*list)
	y, second := b.(*list)
	if first && second && sign == "==" {
		if len(x.items) != len(y.items) {
			return truthConstant(false)
		}
		all := truthConstant(true)
		for i := range x.items {
			all = both(all, ev.compare("==", x.items[i], y.items[i]))
		}
		return all
	}
	if t := truthOf(a); t != nil && isTruth(t) {
		if yes, ok := b.(bool); ok && sign == "==" {
			if yes {
				return t
			}
			return not(t)
		}
		return doubt
	}
	p, q := conditionOf(a), conditionOf(b)
	if p == nil || q == nil {
		return doubt
	}
	return &pattern.Condition{Kind: pattern.Compare, Name: sign, Operands: []*pattern.Condition{p, q}}
}

// contains is `a in b` as a condition.
func (ev *evaluator) contains(a, b value) *pattern.Condition {
	if isUnknown(a) || isUnknown(b) {
		return doubt
	}
	switch b := b.(type) {
	case string:
		if x, ok := a.(string); ok {
			return truthConstant(strings.Contains(b, x))
		}
	case attrsOf:
		if name, ok := a.(string); ok {
			return ev.hasAttribute(b.p, name)
		}
	case *dict:
		if !isCondition(a) {
			return truthConstant(b.find(a) >= 0)
		}
	case *list:
		if c, ok := a.(*pattern.Condition); ok && !hasConditions(b) {
			if all := conditionOf(b); all != nil && all.Kind == pattern.Given {
				return &pattern.Condition{Kind: pattern.Compare, Name: "in", Operands: []*pattern.Condition{c, all}}
			}
			return doubt
		}
		some := truthConstant(false)
		for _, item := range b.items {
			some = either(some, ev.compare("==", a, item))
		}
		return some
	}
	return doubt
}

// subscript evaluates `v[index]`.
func (ev *evaluator) subscript(x *python.Subscript, v value, e *env) value {
	if s, ok := x.Index.(*python.Slice); ok {
		return ev.slice(x, s, v, e)
	}
	index := ev.eval(x.Index, e)
	switch v := v.(type) {
	case *list:
		if i, ok := index.(int64); ok && v.unknown == nil {
			if i < 0 {
				i += int64(len(v.items))
			}
			if i >= 0 && i < int64(len(v.items)) {
				return v.items[i]
			}
			return ev.unknown(x, "`%s` is beyond the end of the list", ev.text(x))
		}
	case string:
		if i, ok := index.(int64); ok {
			if i < 0 {
				i += int64(len(v))
			}
			if i >= 0 && i < int64(len(v)) {
				return v[i : i+1]
			}
		}
	case *dict:
		if i := v.find(index); i >= 0 {
			return v.values[i]
		}
	case attrsOf:
		if name, ok := index.(string); ok {
			return ev.attr(x, v.p, name)
		}
	case *pattern.Condition:
		if i, ok := index.(int64); ok && !isTruth(v) {
			return ev.element(x, v, i)
		}
	case nodeMap:
		if p, ok := index.(*pattern.Pattern); ok {
			return tuple(matched{p})
		}
	case matched, program:
		if i, ok := index.(int64); ok && ev.callback {
			if p, ok := ev.programOf(v); ok {
				return program{p.at(levelTail) + "." + strconv.FormatInt(i, 10), levelTail}
			}
		}
	}
	return ev.unknown(x, "`%s` is not evaluated", ev.text(x))
}

// element is an index of a shape or a list. A negative one counts from the rank.
func (ev *evaluator) element(x python.Expr, c *pattern.Condition, i int64) value {
	if i >= 0 {
		return element(c, i)
	}
	if c.Kind != pattern.Ask || c.Name != "shape" {
		return ev.unknown(x, "the length of `%s` is not known", ev.text(x))
	}
	rank := &pattern.Condition{Kind: pattern.Ask, Name: "rank", Operands: c.Operands}
	at := &pattern.Condition{Kind: pattern.Compute, Name: "-", Operands: []*pattern.Condition{rank, given(op.Int(-i))}}
	return &pattern.Condition{Kind: pattern.Element, Operands: []*pattern.Condition{c, at}}
}

func (ev *evaluator) slice(x *python.Subscript, s *python.Slice, v value, e *env) value {
	length := 0
	switch v := v.(type) {
	case *list:
		length = len(v.items)
		if v.unknown != nil {
			return v.unknown
		}
	case string:
		length = len(v)
	default:
		return ev.unknown(x, "`%s` is not evaluated", ev.text(x))
	}
	low, first := ev.bound(s.Low, 0, length, e)
	high, second := ev.bound(s.High, length, length, e)
	if !first || !second || s.Step != nil {
		return ev.unknown(x, "`%s` is not evaluated", ev.text(x))
	}
	high = max(low, high)
	if text, ok := v.(string); ok {
		return text[low:high]
	}
	l := v.(*list)
	return &list{items: append([]value{}, l.items[low:high]...), kind: l.kind, depth: max(l.depth, ev.depth)}
}

func (ev *evaluator) bound(x python.Expr, otherwise, length int, e *env) (int, bool) {
	if x == nil {
		return otherwise, true
	}
	i, ok := ev.eval(x, e).(int64)
	if i < 0 {
		i += int64(length)
	}
	return int(min(max(i, 0), int64(length))), ok
}
