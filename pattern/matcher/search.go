package matcher

import (
	"context"
	"slices"

	"github.com/fraccheck/fraccheck/pattern"
)

// A search tries one rule at places. It keeps what remains to be done as a list of
// goals, and on a stack where else it may go on; neither the depth of a pattern
// nor that of a program costs more than memory.
type search struct {
	*session
	rule    *rule
	goals   *goal
	choices []choice
	bound   []place // by name; in is nil where it is not bound
	trail   []change
	log     []entry
	steps   int
}

// A goal is one thing that must hold; all behind it must too.
type goal struct {
	do   func(*search, *goal) bool
	node *node
	at   place
	n    int
	kept []place
	next *goal
}

// A choice is another way to go on, or where something ends whose outcome is kept.
type choice struct {
	goals      *goal
	trail, log int
	about      *verdict // nil for another way
	passed     bool
	loops      int
}

// A change is a name that was bound, with what it was before.
type change struct {
	slot   int
	before place
}

// An entry is what a search found out on its way: it belongs to the match.
type entry struct {
	kind entryKind
	at   place
	slot int
	by   *pattern.Pattern
	of   *verdict
}

type entryKind uint8

const (
	binds    entryKind = iota // slot: a name was bound to the place
	covers                    // by matched the place
	variable                  // the place was taken as a variable
	proved                    // of: what was found before
)

// A verdict is what was found out of a pattern without bound names at a place.
type verdict struct {
	state state
	at    place
	log   []entry // where it holds: how
	binds bool    // names were bound in it
	named bool    // it took the place itself as a variable
}

// keep keeps how a pattern matched.
func (v *verdict) keep(log []entry) {
	v.state, v.log = holds, slices.Clone(log)
	for _, e := range log {
		v.binds = v.binds || e.kind == binds || e.kind == proved && e.of.binds
		v.named = v.named || e.at == v.at && (e.kind == variable || e.kind == proved && e.of.named)
	}
}

type state uint8

const (
	unknown state = iota
	running
	holds
	fails
)

type key struct {
	node int32
	at   place
}

// A session is what searches of one Match share.
type session struct {
	ctx      context.Context
	views    map[*Subject]*view
	known    map[key]*verdict
	spent    int // steps
	limit    int
	canceled bool
	loops    int // how often something came back to where it was being found out
}

func (s *search) push(do func(*search, *goal) bool, n *node, at place) {
	s.goals = &goal{do: do, node: n, at: at, next: s.goals}
}

// or keeps the goals that are left as another way, with one more in front.
func (s *search) or(do func(*search, *goal) bool, n *node, at place, kept ...place) {
	s.choices = append(s.choices, choice{
		goals: &goal{do: do, node: n, at: at, kept: kept, next: s.goals}, trail: len(s.trail), log: len(s.log),
	})
}

// match is the goal that a pattern matches at a place.
func match(s *search, g *goal) bool { return s.match(g.node, g.at) }

// run tries a rule at a place; it tells whether it matches.
func (s *search) run(at place) bool {
	s.goals, s.choices, s.trail, s.log = nil, s.choices[:0], s.trail[:0], s.log[:0]
	clear(s.bound)
	s.push(conditions, nil, at)
	s.push(match, s.rule.root, at)
	for s.goals != nil {
		if s.exhausted() {
			s.abandon()
			return false
		}
		g := s.goals
		s.goals = g.next
		if !g.do(s, g) && !s.back() {
			return false
		}
	}
	return true
}

func (s *search) exhausted() bool {
	s.steps++
	s.spent++
	if s.spent&1023 == 0 && s.ctx.Err() != nil {
		s.canceled = true
	}
	return s.canceled || s.steps > s.limit
}

// abandon forgets what was being found out.
func (s *search) abandon() {
	for _, c := range s.choices {
		if c.about != nil && c.about.state == running {
			c.about.state = unknown
		}
	}
}

// back goes on with the latest other way; false where there is none.
func (s *search) back() bool {
	for len(s.choices) > 0 {
		c := s.choices[len(s.choices)-1]
		s.choices = s.choices[:len(s.choices)-1]
		s.undo(c.trail)
		s.log = s.log[:c.log]
		if c.about == nil {
			s.goals = c.goals
			return true
		}
		if c.about.state == running {
			c.about.state = unknown
		}
		if !c.passed && (c.loops == s.loops || s.outermost()) {
			c.about.state = fails
		}
	}
	return false
}

// outermost tells that nothing is being found out any more.
func (s *search) outermost() bool {
	for _, c := range s.choices {
		if c.about != nil {
			return false
		}
	}
	return true
}

func (s *search) undo(to int) {
	for len(s.trail) > to {
		c := s.trail[len(s.trail)-1]
		s.trail = s.trail[:len(s.trail)-1]
		s.bound[c.slot] = c.before
	}
}

func (s *search) set(slot int, p place) {
	s.trail = append(s.trail, change{slot, s.bound[slot]})
	s.bound[slot] = p
}

// match tries a pattern at a place, or remembers how that went.
func (s *search) match(n *node, at place) bool {
	if !n.cached || at.role == virtual {
		return tries[n.Kind](s, n, at)
	}
	if len(n.slots) > 0 {
		return s.matchNamed(n, at)
	}
	v := s.verdict(n, at)
	switch v.state {
	case holds:
		s.log = append(s.log, entry{kind: proved, at: v.at, of: v})
		return true
	case running:
		s.loops++
		return false
	case fails:
		return false
	}
	v.state = running
	s.choices = append(s.choices, choice{about: v, trail: len(s.trail), log: len(s.log), loops: s.loops})
	s.goals = &goal{do: commit, n: len(s.choices) - 1, next: s.goals}
	return tries[n.Kind](s, n, at)
}

// commit keeps that a pattern without names matches: another way to match it
// would change nothing.
func commit(s *search, g *goal) bool {
	c := s.choices[g.n]
	s.choices = s.choices[:g.n]
	c.about.keep(s.log[c.log:])
	s.log = append(s.log[:c.log], entry{kind: proved, at: c.about.at, of: c.about})
	return true
}

// matchNamed is match for a pattern with names. That it fails is kept where none
// of them is bound: what is bound only forbids more.
func (s *search) matchNamed(n *node, at place) bool {
	v := s.verdict(n, at)
	if v.state == fails {
		return false
	}
	for _, slot := range n.slots {
		if s.bound[slot].in != nil {
			return tries[n.Kind](s, n, at)
		}
	}
	s.choices = append(s.choices, choice{about: v, trail: len(s.trail), log: len(s.log), loops: s.loops})
	s.goals = &goal{do: pass, n: len(s.choices) - 1, next: s.goals}
	return tries[n.Kind](s, n, at)
}

func pass(s *search, g *goal) bool {
	s.choices[g.n].passed = true
	return true
}

func (s *search) verdict(n *node, at place) *verdict {
	k := key{n.id, at}
	if !n.written && at.value >= 0 && at.role == whole {
		k.at.node, k.at.ref = 0, 0
	}
	v := s.known[k]
	if v == nil {
		v = &verdict{at: at}
		s.known[k] = v
	}
	return v
}
