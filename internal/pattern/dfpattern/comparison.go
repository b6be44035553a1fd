package dfpattern

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/python"
)

// comparison evaluates a chain: `a < b < c` is a < b and b < c.
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

// compare is a comparison of two values as a condition: known values give True or False, a value of the
// match a comparison of the rule language, and an unknown one a doubt. `is` is taken for `==`, since
// code that builds patterns uses it with None and True.
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
	if order, ok := python.Order(a, b); ok {
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
	case *unknown, symbol, raised, branch, truthOnly:
		return true
	case *list:
		return v.unknown != nil
	case *dict:
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

// compareConditions compares values of which one depends on the match. Two lists are equal if they have
// as many items, which are equal; a truth value may be compared with True and False.
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

// contains is `a in b` as a condition: of a list of known values as `in` of the rule language, of
// another list as a disjunction of comparisons.
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
