package instance

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/prove/term"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A Truth is what is known of a condition.
type Truth int8

const (
	Maybe Truth = iota
	Yes
	No
)

func truthOf(b bool) Truth {
	if b {
		return Yes
	}
	return No
}

var unknownValue = op.Value{Kind: op.ExprValue}

// Holds reports whether the conditions of the rule hold, as far as types are chosen.
func (in *Instance) Holds() Truth {
	all := Yes
	for _, c := range in.Rule.Where {
		switch in.decide(c) {
		case No:
			return No
		case Maybe:
			all = Maybe
		}
	}
	for _, c := range in.Rule.Checks {
		switch in.check(c) {
		case No:
			return No
		case Maybe:
			all = Maybe
		}
	}
	return all
}

func (in *Instance) check(c term.Check) Truth {
	t, err := in.Type(c.Of)
	if err != nil {
		return Maybe
	}
	tensor, ok := t.(*types.Tensor)
	if !ok {
		return No
	}
	if c.Dtype != "" {
		return truthOf(tensor.Dtype.String() == c.Dtype || in.wide)
	}
	if c.Shape == nil {
		return Maybe
	}
	n := len(c.Shape.Extents)
	if len(tensor.Shape) < n || !c.Shape.Open && len(tensor.Shape) != n {
		return No
	}
	for i, e := range c.Shape.Extents {
		if e != pattern.AnyExtent && !tensor.Shape[i].IsConst(e) {
			return No
		}
	}
	return Yes
}

func (in *Instance) decide(c *pattern.Condition) Truth {
	switch c.Kind {
	case pattern.Both, pattern.Either:
		a, b := in.decide(c.Operands[0]), in.decide(c.Operands[1])
		decisive, other := No, Yes
		if c.Kind == pattern.Either {
			decisive, other = Yes, No
		}
		switch {
		case a == decisive || b == decisive:
			return decisive
		case a == other && b == other:
			return other
		}
		return Maybe
	case pattern.Not:
		return [...]Truth{Maybe: Maybe, Yes: No, No: Yes}[in.decide(c.Operands[0])]
	case pattern.Compare:
		return compare(c.Name, in.fact(c.Operands[0]), in.fact(c.Operands[1]))
	}
	if v := in.fact(c); v.Kind == op.BoolValue {
		return truthOf(v.Int != 0)
	}
	return Maybe
}

func (in *Instance) fact(c *pattern.Condition) op.Value {
	switch c.Kind {
	case pattern.Given:
		return c.Value
	case pattern.Ask:
		return in.ask(c)
	case pattern.Element:
		list, at := in.fact(c.Operands[0]), in.fact(c.Operands[1])
		if list.Kind != op.ListValue || at.Kind != op.IntValue {
			return unknownValue
		}
		i := at.Int
		if i < 0 {
			i += int64(len(list.List))
		}
		if i < 0 || i >= int64(len(list.List)) {
			return unknownValue
		}
		return list.List[i]
	case pattern.Array:
		v := op.Value{Kind: op.ListValue}
		for _, o := range c.Operands {
			v.List = append(v.List, in.fact(o))
		}
		return v
	case pattern.Compute:
		if len(c.Operands) == 1 {
			return compute("-", op.Int(0), in.fact(c.Operands[0]))
		}
		return compute(c.Name, in.fact(c.Operands[0]), in.fact(c.Operands[1]))
	}
	if t := in.decide(c); t != Maybe {
		return op.Boolean(t == Yes)
	}
	return unknownValue
}

func (in *Instance) ask(c *pattern.Condition) op.Value {
	of := in.Rule.Names[c.Operands[0].Name]
	if of == nil {
		return unknownValue
	}
	q := &term.Question{Word: c.Name, Of: of, Index: -1}
	switch c.Name {
	case "attr":
		q.Attr = c.Operands[1].Value.Str
	case "uses":
		return op.Int(1)
	case "is_pure":
		return op.Boolean(true)
	case "depth":
		t, err := in.Type(of)
		if err != nil {
			return unknownValue
		}
		depth, _ := types.Depth(t)
		return op.Int(int64(depth))
	}
	v, err := in.Answer(q)
	if err != nil {
		return unknownValue
	}
	if in.wide && c.Name == "dtype" {
		return unknownValue
	}
	return v
}

func isNumber(v op.Value) bool {
	return v.Kind == op.IntValue || v.Kind == op.FloatValue || v.Kind == op.BoolValue
}

func number(v op.Value) float64 {
	if v.Kind == op.FloatValue {
		return v.Float
	}
	return float64(v.Int)
}

func equal(a, b op.Value) Truth {
	switch {
	case a.Kind == op.ExprValue || b.Kind == op.ExprValue:
		return Maybe
	case isNumber(a) && isNumber(b):
		return truthOf(number(a) == number(b))
	case a.Kind != b.Kind:
		return No
	case a.Kind == op.StringValue:
		return truthOf(a.Str == b.Str)
	case a.Kind == op.ListValue:
		if len(a.List) != len(b.List) {
			return No
		}
		all := Yes
		for i := range a.List {
			switch equal(a.List[i], b.List[i]) {
			case No:
				return No
			case Maybe:
				all = Maybe
			}
		}
		return all
	}
	return truthOf(a.Kind == op.NoneValue)
}

func compare(sign string, a, b op.Value) Truth {
	switch sign {
	case "==":
		return equal(a, b)
	case "!=":
		return [...]Truth{Maybe: Maybe, Yes: No, No: Yes}[equal(a, b)]
	case "in":
		if b.Kind != op.ListValue {
			return Maybe
		}
		found := No
		for _, e := range b.List {
			switch equal(a, e) {
			case Yes:
				return Yes
			case Maybe:
				found = Maybe
			}
		}
		return found
	}
	if !isNumber(a) || !isNumber(b) {
		return Maybe
	}
	x, y := number(a), number(b)
	return truthOf(map[string]bool{"<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y}[sign])
}

func compute(sign string, a, b op.Value) op.Value {
	if !isNumber(a) || !isNumber(b) {
		return unknownValue
	}
	if a.Kind == op.FloatValue || b.Kind == op.FloatValue {
		x, y := number(a), number(b)
		switch sign {
		case "+":
			return op.Float(x + y)
		case "-":
			return op.Float(x - y)
		case "*":
			return op.Float(x * y)
		case "/":
			return op.Float(x / y)
		}
		return unknownValue
	}
	x, y := a.Int, b.Int
	switch {
	case sign == "+":
		return op.Int(x + y)
	case sign == "-":
		return op.Int(x - y)
	case sign == "*":
		return op.Int(x * y)
	case sign == "/" && y != 0:
		return op.Int(int64(math.Floor(float64(x) / float64(y))))
	case sign == "%" && y > 0:
		return op.Int(((x % y) + y) % y)
	}
	return unknownValue
}
