// Package condition decides the conditions of rules, from answers to the questions in them.
//
// What is not known stays so: an answer may be an expression over extents (op.DimValue), which decides a
// comparison where it does for all values that extents may have, or Unknown. Package matcher asks what
// a pattern matched in a program, package optimize the classes of an e-graph, and package instance the
// chosen types of a rule's variables.
package condition

import (
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A Truth is what is known of a condition.
type Truth int8

const (
	Maybe Truth = iota
	Yes
	No
)

// Not is the truth of the opposite.
func (t Truth) Not() Truth { return [...]Truth{Maybe: Maybe, Yes: No, No: Yes}[t] }

// TruthOf is Yes or No.
func TruthOf(b bool) Truth {
	if b {
		return Yes
	}
	return No
}

// Unknown is a value of which nothing is known.
var Unknown = op.Value{Kind: op.ExprValue}

// An Asker answers a question, a condition of kind pattern.Ask.
type Asker func(question *pattern.Condition) op.Value

// Decide reports whether a condition holds. Conditions are as deep as the reader of rules lets
// them.
func Decide(c *pattern.Condition, ask Asker) Truth {
	switch c.Kind {
	case pattern.Both, pattern.Either:
		decisive := No
		if c.Kind == pattern.Either {
			decisive = Yes
		}
		a, b := Decide(c.Operands[0], ask), Decide(c.Operands[1], ask)
		switch {
		case a == decisive || b == decisive:
			return decisive
		case a == Maybe || b == Maybe:
			return Maybe
		}
		return decisive.Not()
	case pattern.Not:
		return Decide(c.Operands[0], ask).Not()
	case pattern.Compare:
		return compare(c.Name, Value(c.Operands[0], ask), Value(c.Operands[1], ask))
	}
	if v := Value(c, ask); v.Kind == op.BoolValue {
		return TruthOf(v.Int != 0)
	}
	return Maybe
}

// Value is the value of a part of a condition.
func Value(c *pattern.Condition, ask Asker) op.Value {
	switch c.Kind {
	case pattern.Given:
		return c.Value
	case pattern.Ask:
		return ask(c)
	case pattern.Element:
		return element(Value(c.Operands[0], ask), Value(c.Operands[1], ask))
	case pattern.Array:
		v := op.Value{Kind: op.ListValue}
		for _, o := range c.Operands {
			v.List = append(v.List, Value(o, ask))
		}
		return v
	case pattern.Compute:
		if len(c.Operands) == 1 {
			return compute(c.Name, op.Int(0), Value(c.Operands[0], ask))
		}
		return compute(c.Name, Value(c.Operands[0], ask), Value(c.Operands[1], ask))
	}
	if t := Decide(c, ask); t != Maybe {
		return op.Boolean(t == Yes)
	}
	return Unknown
}

// Extent is an extent as a value: a number, an expression, or Unknown.
func Extent(d types.Dim) op.Value {
	if n, ok := d.Const(); ok {
		return op.Int(n)
	}
	if d.Loose() {
		return Unknown
	}
	return op.Value{Kind: op.DimValue, Dim: d}
}

// Depth is the depth of a FractalTensor, 0 of what is none. It is unknown where a type
// parameter is the leaf, which may stand for a FractalTensor, and where t is nil.
func Depth(t types.Type) op.Value {
	if t == nil {
		return Unknown
	}
	depth, leaf := types.Depth(t)
	if _, open := leaf.(*types.Var); open {
		return Unknown
	}
	return op.Int(int64(depth))
}

func element(list, at op.Value) op.Value {
	if list.Kind != op.ListValue || at.Kind != op.IntValue {
		return Unknown
	}
	i := at.Int
	if i < 0 {
		i += int64(len(list.List))
	}
	if i < 0 || i >= int64(len(list.List)) {
		return Unknown
	}
	return list.List[i]
}
