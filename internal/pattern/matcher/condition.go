package matcher

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/condition"
)

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

// mostWays bounds in how many combinations the names of a condition denote something.
const mostWays = 10_000

func (s *search) holdsFor(c asking) bool {
	if len(c.many) == 0 {
		return s.decide(c.Condition) == condition.Yes
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
		if s.decide(c.Condition) != condition.Yes {
			return false
		}
	}
	return true
}

// decide reports whether a condition holds.
func (s *search) decide(c *pattern.Condition) condition.Truth { return condition.Decide(c, s.ask) }

// questions are answered by these.
var questions = map[string]func(*search, place, *pattern.Condition) op.Value{
	"attr": func(_ *search, p place, c *pattern.Condition) op.Value {
		if k, ok := p.kind(); ok && (k == graph.Operation || k == graph.Call || k == graph.Construct) {
			if v, ok := p.attribute(c.Operands[1].Value.Str); ok {
				return v
			}
		}
		return condition.Unknown
	},
	"dtype":   func(_ *search, p place, _ *pattern.Condition) op.Value { return dtypeOf(p.typ()) },
	"shape":   func(s *search, p place, _ *pattern.Condition) op.Value { return s.shapeOf(p.typ()) },
	"rank":    func(_ *search, p place, _ *pattern.Condition) op.Value { return rankOf(p.typ()) },
	"size":    func(s *search, p place, _ *pattern.Condition) op.Value { return s.sizeOf(p.typ()) },
	"depth":   func(_ *search, p place, _ *pattern.Condition) op.Value { return condition.Depth(p.typ()) },
	"value":   func(_ *search, p place, _ *pattern.Condition) op.Value { return valueOf(p) },
	"uses":    func(_ *search, p place, _ *pattern.Condition) op.Value { return usesOf(p) },
	"is_pure": func(_ *search, p place, _ *pattern.Condition) op.Value { return op.Boolean(p.isPure()) },
}

func (s *search) ask(c *pattern.Condition) op.Value {
	answer := questions[c.Name]
	if answer == nil || len(c.Operands) == 0 {
		return condition.Unknown
	}
	slot, ok := s.rule.slot[c.Operands[0].Name]
	if !ok || s.bound[slot].in == nil {
		return condition.Unknown
	}
	return answer(s, s.bound[slot], c)
}
