package matcher

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
)

// A truth is what is known of a condition.
type truth int8

const (
	maybe truth = iota
	yes
	no
)

func (t truth) not() truth { return [...]truth{maybe: maybe, yes: no, no: yes}[t] }

func truthOf(b bool) truth {
	if b {
		return yes
	}
	return no
}

// notKnown is what is not known of an expression.
var notKnown = op.Value{Kind: op.ExprValue}

// conditions is the last goal: all conditions of the rule hold.
func conditions(s *search, _ *goal) bool {
	for _, c := range s.rule.asks {
		if !s.holdsFor(c) {
			return false
		}
	}
	return true
}

// An asking is a condition with the names in it that may have been bound several
// times: it must hold for each of what they matched.
type asking struct {
	*pattern.Condition
	many []int
}

// mostWays bounds in how many combinations the names of a condition stand for something.
const mostWays = 10_000

func (s *search) holdsFor(c asking) bool {
	if len(c.many) == 0 {
		return s.decide(c.Condition) == yes
	}
	found := newCollector(false)
	found.collect(s.log)
	combinations := 1
	places := make([][]place, len(c.many))
	for _, e := range found.bound {
		if i := slices.Index(c.many, e.slot); i >= 0 {
			places[i] = append(places[i], e.at)
		}
	}
	for _, at := range places {
		combinations *= len(at)
		if combinations == 0 || combinations > mostWays || s.spend(combinations) {
			return false
		}
	}
	return s.holdsForAll(c, places, combinations)
}

func (s *search) holdsForAll(c asking, places [][]place, combinations int) bool {
	trail := len(s.trail)
	defer s.undo(trail)
	for combination := range combinations {
		for i, slot := range c.many {
			s.set(slot, places[i][combination%len(places[i])])
			combination /= len(places[i])
		}
		if s.decide(c.Condition) != yes {
			return false
		}
	}
	return true
}

// decide reports whether a condition holds. Conditions are as deep as the reader of
// rules lets them.
func (s *search) decide(c *pattern.Condition) truth {
	switch c.Kind {
	case pattern.Both:
		a, b := s.decide(c.Operands[0]), s.decide(c.Operands[1])
		switch {
		case a == no || b == no:
			return no
		case a == yes && b == yes:
			return yes
		}
		return maybe
	case pattern.Either:
		a, b := s.decide(c.Operands[0]), s.decide(c.Operands[1])
		switch {
		case a == yes || b == yes:
			return yes
		case a == no && b == no:
			return no
		}
		return maybe
	case pattern.Not:
		return s.decide(c.Operands[0]).not()
	case pattern.Compare:
		return compare(c.Name, s.fact(c.Operands[0]), s.fact(c.Operands[1]))
	}
	if v := s.fact(c); v.Kind == op.BoolValue {
		return truthOf(v.Int != 0)
	}
	return maybe
}

// fact is the value of a part of a condition.
func (s *search) fact(c *pattern.Condition) op.Value {
	switch c.Kind {
	case pattern.Given:
		return c.Value
	case pattern.Ask:
		return s.ask(c)
	case pattern.Element:
		return element(s.fact(c.Operands[0]), s.fact(c.Operands[1]))
	case pattern.Array:
		v := op.Value{Kind: op.ListValue}
		for _, o := range c.Operands {
			v.List = append(v.List, s.fact(o))
		}
		return v
	case pattern.Compute:
		if len(c.Operands) == 1 {
			return compute(c.Name, op.Int(0), s.fact(c.Operands[0]))
		}
		return compute(c.Name, s.fact(c.Operands[0]), s.fact(c.Operands[1]))
	}
	if t := s.decide(c); t != maybe {
		return op.Boolean(t == yes)
	}
	return notKnown
}

func element(list, at op.Value) op.Value {
	if list.Kind != op.ListValue || at.Kind != op.IntValue {
		return notKnown
	}
	i := at.Int
	if i < 0 {
		i += int64(len(list.List))
	}
	if i < 0 || i >= int64(len(list.List)) {
		return notKnown
	}
	return list.List[i]
}

// questions are answered by these.
var questions = map[string]func(*search, place, *pattern.Condition) op.Value{
	"attr": func(_ *search, p place, c *pattern.Condition) op.Value {
		if k, ok := p.kind(); ok && (k == graph.Operation || k == graph.Call || k == graph.Construct) {
			if v, ok := p.attribute(c.Operands[1].Value.Str); ok {
				return v
			}
		}
		return notKnown
	},
	"dtype":   func(_ *search, p place, _ *pattern.Condition) op.Value { return dtypeOf(p.typ()) },
	"shape":   func(s *search, p place, _ *pattern.Condition) op.Value { return s.shapeOf(p.typ()) },
	"rank":    func(_ *search, p place, _ *pattern.Condition) op.Value { return rankOf(p.typ()) },
	"size":    func(s *search, p place, _ *pattern.Condition) op.Value { return s.sizeOf(p.typ()) },
	"depth":   func(_ *search, p place, _ *pattern.Condition) op.Value { return depthOf(p.typ()) },
	"value":   func(_ *search, p place, _ *pattern.Condition) op.Value { return valueOf(p) },
	"uses":    func(_ *search, p place, _ *pattern.Condition) op.Value { return usesOf(p) },
	"is_pure": func(_ *search, p place, _ *pattern.Condition) op.Value { return op.Boolean(p.isPure()) },
}

func (s *search) ask(c *pattern.Condition) op.Value {
	answer := questions[c.Name]
	if answer == nil || len(c.Operands) == 0 {
		return notKnown
	}
	slot, ok := s.rule.slot[c.Operands[0].Name]
	if !ok || s.bound[slot].in == nil {
		return notKnown
	}
	return answer(s, s.bound[slot], c)
}
