package dfpattern

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
)

// Conditions of checks are those of the rule language (pattern.Condition), with a value more: a doubt,
// of which nothing is known. The rule language has three values, too: it holds a condition on an
// unknown extent for neither true nor false, and a rule only applies where its conditions are true.
// Python has two; a comparison with an extent that is unknown (tir.Any) is false, or an exception.

// doubt is a condition of which nothing is known, for no reason that is given.
var doubt = doubtOf("")

// doubtOf is a condition of which nothing is known, and why.
func doubtOf(why string) *pattern.Condition {
	return &pattern.Condition{Kind: pattern.Given, Name: doubtName + why}
}

const doubtName = "unknown: "

func isDoubt(c *pattern.Condition) bool { return c.Kind == pattern.Given && c.Name != "" }

// isAny asks whether an extent is unknown until a program runs. The rule language can ask the opposite:
// it holds a comparison of such an extent for false, so that a known one is at least 0.
func isAny(extent *pattern.Condition) *pattern.Condition {
	known := &pattern.Condition{Kind: pattern.Compare, Name: ">=", Operands: []*pattern.Condition{extent, given(op.Int(0))}}
	return &pattern.Condition{Kind: pattern.Not, Name: anyName, Operands: []*pattern.Condition{known}}
}

const anyName = "Any"

// reason is why the first part of a condition is not known that has a reason.
func reason(c *pattern.Condition) string {
	if isDoubt(c) {
		return strings.TrimPrefix(c.Name, doubtName)
	}
	for _, o := range c.Operands {
		if why := reason(o); why != "" {
			return why
		}
	}
	return ""
}

// isConstantQuestion asks whether an expression is a constant. The rule language has no such
// question: it becomes `is_constant()` in place of a wildcard.
const isConstantQuestion = "is_constant"

// truthConstant is True or False as a condition.
func truthConstant(b bool) *pattern.Condition {
	return &pattern.Condition{Kind: pattern.Given, Value: op.Boolean(b)}
}

// decided reports whether the value of a condition is known, and what it is.
func decided(c *pattern.Condition) (known, yes bool) {
	if isDoubt(c) || c.Kind != pattern.Given {
		return false, false
	}
	return true, c.Value.Int != 0
}

func both(a, b *pattern.Condition) *pattern.Condition { return connect(pattern.Both, true, a, b) }

func either(a, b *pattern.Condition) *pattern.Condition {
	return connect(pattern.Either, false, a, b)
}

// connect joins two conditions by `and`, of which True is the neutral operand, or `or`, of which False
// is. A known operand is left out if it is neutral, and is the result if it is not.
func connect(kind pattern.ConditionKind, neutral bool, a, b *pattern.Condition) *pattern.Condition {
	for _, operands := range [][2]*pattern.Condition{{a, b}, {b, a}} {
		if known, yes := decided(operands[0]); known {
			if yes == neutral {
				return operands[1]
			}
			return operands[0]
		}
	}
	return &pattern.Condition{Kind: kind, Operands: []*pattern.Condition{a, b}}
}

var opposite = map[string]string{"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}

// not negates a condition, down to its comparisons (De Morgan). The rule language holds a condition on an
// unknown extent for false, and its negation too, so that `not (n > 8)` and `n <= 8` are the same.
// The negation of a doubt is a doubt.
func not(c *pattern.Condition) *pattern.Condition {
	if known, yes := decided(c); known {
		return truthConstant(!yes)
	}
	switch {
	case isDoubt(c):
		return c
	case c.Kind == pattern.Both:
		return either(not(c.Operands[0]), not(c.Operands[1]))
	case c.Kind == pattern.Either:
		return both(not(c.Operands[0]), not(c.Operands[1]))
	case c.Kind == pattern.Not:
		return c.Operands[0]
	case c.Kind == pattern.Compare && opposite[c.Name] != "":
		return &pattern.Condition{Kind: pattern.Compare, Name: opposite[c.Name], Operands: c.Operands}
	}
	return &pattern.Condition{Kind: pattern.Not, Operands: []*pattern.Condition{c}}
}

// truthOf is a value as a condition, nil for one that is no truth value.
func truthOf(v value) *pattern.Condition {
	switch v := v.(type) {
	case bool:
		return truthConstant(v)
	case nil:
		return truthConstant(false)
	case *pattern.Condition:
		if isTruth(v) {
			return v
		}
	case *unknown:
		return doubtOf(v.why)
	case raised:
		return truthConstant(false)
	case truthOnly:
		return v.truth
	}
	return nil
}

// isTruth reports whether a condition is a truth value, and not a number or a text.
func isTruth(c *pattern.Condition) bool {
	switch c.Kind {
	case pattern.Both, pattern.Either, pattern.Not, pattern.Compare:
		return true
	case pattern.Ask:
		return c.Name == isConstantQuestion
	}
	return c.Kind == pattern.Given && (isDoubt(c) || c.Value.Kind == op.BoolValue)
}

// element is the index i of a shape or a list of the match.
func element(c *pattern.Condition, i int64) *pattern.Condition {
	return &pattern.Condition{Kind: pattern.Element, Operands: []*pattern.Condition{c, given(op.Int(i))}}
}

func given(v op.Value) *pattern.Condition { return &pattern.Condition{Kind: pattern.Given, Value: v} }

// conditionOf is a value as an operand of a comparison, nil for one that cannot be one.
func conditionOf(v value) *pattern.Condition {
	if c, ok := v.(*pattern.Condition); ok {
		if isTruth(c) {
			return nil
		}
		return c
	}
	if c, ok := constantOf(v); ok {
		return given(c)
	}
	if l, ok := v.(*list); ok && l.unknown == nil {
		all := &pattern.Condition{Kind: pattern.Array}
		for _, item := range l.items {
			c := conditionOf(item)
			if c == nil {
				return nil
			}
			all.Operands = append(all.Operands, c)
		}
		return all
	}
	return nil
}

// conjuncts are conditions that all hold where c holds:
//
//	c ⇒ ∧ all,   and c ⇔ ∧ all where whole
//
// A doubtful part is weakened, and what is left of it is not whole.
func conjuncts(c *pattern.Condition) (all []*pattern.Condition, whole bool) {
	if known, yes := decided(c); known && yes {
		return nil, true
	}
	switch {
	case c.Kind == pattern.Both:
		a, first := conjuncts(c.Operands[0])
		b, second := conjuncts(c.Operands[1])
		return append(a, b...), first && second
	case doubtful(c):
		all, _ = conjuncts(weakened(c))
		return all, false
	}
	return []*pattern.Condition{c}, true
}

// maxWeakened bounds the parts of a disjunction that is left of a condition of which a part is not known.
const maxWeakened = 100

// weakened is a condition without parts that are not known, or that cannot be asked there. It holds
// wherever c does: such a part counts as true, and a condition is monotone in its parts, because not
// moves negations down to them. With w for weakened, and S the conjuncts of both sides of a disjunction,
//
//	w(a and b) = w(a) and w(b)
//	w(a or b)  = S and (w(a) - S or w(b) - S)
//
// so that S is kept where the rest is doubtful, or has more than maxWeakened parts. A check with n early
// returns is a disjunction of n ways that all ask what was asked before them.
func weakened(c *pattern.Condition) *pattern.Condition {
	switch {
	case c.Kind == pattern.Both:
		return both(weakened(c.Operands[0]), weakened(c.Operands[1]))
	case c.Kind != pattern.Either && doubtful(c):
		return truthConstant(true)
	case c.Kind != pattern.Either:
		return c
	}
	first, _ := conjuncts(weakened(c.Operands[0]))
	second, _ := conjuncts(weakened(c.Operands[1]))
	asked := map[string]bool{}
	for _, o := range second {
		asked[o.String()] = true
	}
	shared, a, b := truthConstant(true), truthConstant(true), truthConstant(true)
	common := map[string]bool{}
	for _, o := range first {
		if text := o.String(); asked[text] {
			common[text] = true
			shared = both(shared, o)
		} else {
			a = both(a, o)
		}
	}
	for _, o := range second {
		if !common[o.String()] {
			b = both(b, o)
		}
	}
	if rest := either(a, b); !doubtful(rest) && parts(rest) <= maxWeakened {
		return both(shared, rest)
	}
	return shared
}

func parts(c *pattern.Condition) int {
	n := 1
	for _, o := range c.Operands {
		n += parts(o)
	}
	return n
}

// doubtful reports whether something in a condition is not known, or cannot be asked there.
func doubtful(c *pattern.Condition) bool {
	switch {
	case isDoubt(c), c.Kind == pattern.Not && c.Name == anyName:
		return true
	case c.Kind == pattern.Ask:
		return false
	}
	for _, o := range c.Operands {
		if doubtful(o) || o.Kind == pattern.Ask && o.Name == isConstantQuestion {
			return true
		}
	}
	return false
}
