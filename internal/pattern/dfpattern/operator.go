package dfpattern

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/python"
)

// logical evaluates `and` and `or`, which give one of their operands. Which one it is is not known where
// the left one is not decided; it is a condition if both are truth values, and otherwise a truthOnly.
// An exception in the right operand refuses where the left one does not decide: `a or raise` is a.
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
	second := ev.eval(x.Y, e)
	right := ev.truth(x.Y, second)
	ev.depth--
	if ev.raised { // where the left operand does not decide
		right, ev.raised = truthConstant(false), false
		if x.Op == "or" {
			return test
		}
	}
	result := both(test, right)
	if x.Op == "or" {
		result = either(test, right)
	}
	if !isBool(left) || !isBool(second) {
		return truthOnly{result}
	}
	return result
}

// isBool reports whether a value is True or False, which of the two may depend on the match.
func isBool(v value) bool {
	if _, ok := v.(bool); ok {
		return true
	}
	c, ok := v.(*pattern.Condition)
	return ok && isTruth(c)
}

// truth is the value of an expression as a condition, as `if` and `bool` take it. A doubt gets the text of
// the expression as its reason.
func (ev *evaluator) truth(at python.Expr, v value) *pattern.Condition {
	c := ev.truthValue(v)
	if c == doubt {
		return doubtOf(fmt.Sprintf("`%s` is not evaluated", ev.text(at)))
	}
	return c
}

// truthValue is the condition under which Python takes a value for true: zero, None and what is empty are
// false, and other objects true. Of an attribute that is a number or a text it is not known here.
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
		if v.unknown != nil {
			return doubt
		}
		return truthConstant(len(v.keys) > 0)
	case branch:
		return either(both(v.test, ev.truthValue(v.then)), both(not(v.test), ev.truthValue(v.other)))
	case *pattern.Condition:
		if ev.attributeType(v) == op.BoolAttr {
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
	case int64, float64:
		if n, ok := python.Negate(v); ok && x.Op == "-" {
			return n
		}
		if x.Op == "+" {
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

// binary evaluates a sign: on patterns it makes a pattern, on known values it computes, on values of the
// match it makes a condition, and on expressions of a callback text of the rule language.
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

// bitwise joins truth values by `&` and `|`, which evaluate both operands.
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

// arithmetic computes with known values: numbers as package python does, strings and lists by `+` and
// `*` up to a size, and truth values by `&` and `|`.
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
