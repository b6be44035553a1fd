package matcher

import (
	"context"
	"slices"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A search tries one rule at places. It keeps what remains to be done as a list of
// goals, and on a stack where else it may go on; neither the depth of a pattern
// nor that of a program costs more than memory.
type search struct {
	*session
	rule    *rule
	budget  *budget
	blind   bool // names match anything: what fails so fails
	goals   *goal
	choices []choice
	bound   []place // by name; in is nil where it is not bound
	trail   []change
	log     []entry
}

// A budget is what may be spent on a rule: so many steps.
type budget struct{ spent, limit int }

// A goal is one thing that must hold; all after it must too.
type goal struct {
	do   func(*search, *goal) bool
	node *node
	at   place
	n    int
	from graph.Value
	kept []place
	next *goal
}

// A choice is another way to go on, or where something ends whose outcome is kept.
type choice struct {
	goals      *goal
	trail, log int
	about      *verdict // nil for an alternative
	passed     bool
	loops      int
}

// A change is a name that was bound, with what it was before.
type change struct {
	slot   int
	before place
}

// An entry is what a search found out on its path: it belongs to the match.
type entry struct {
	kind entryKind
	at   place
	slot int
	by   *pattern.Pattern
	of   *verdict
	path *dominatorPath
}

type entryKind uint8

const (
	binds    entryKind = iota // slot: a name was bound to the place
	covers                    // by matched the place
	variable                  // the place was taken as a variable
	proved                    // of: what was found before
	led                       // path: a dominator's path
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
	node  int32
	blind bool
	at    place
}

type pathwayKey struct {
	node  *node
	view  *view
	blind bool
}

// A session is what searches of one Match share.
type session struct {
	ctx      context.Context
	views    map[*Subject]*view
	known    map[key]*verdict
	pathways map[pathwayKey]*pathway
	reaches  *reaches                      // in the view of the subject
	shapes   map[*types.Tensor][]types.Dim // of tensors with open extents
	budget   budget                        // of all rules together
	canceled bool
	loops    int // how often something came back to where it was being found out
}

func (s *search) push(do func(*search, *goal) bool, n *node, at place) {
	s.goals = &goal{do: do, node: n, at: at, next: s.goals}
}

// or keeps the goals that are left as another path, with one more in front.
func (s *search) or(do func(*search, *goal) bool, n *node, at place, kept ...place) {
	s.choose(&goal{do: do, node: n, at: at, kept: kept, next: s.goals})
}

// choose keeps goals as another path.
func (s *search) choose(goals *goal) {
	s.choices = append(s.choices, choice{goals: goals, trail: len(s.trail), log: len(s.log)})
}

// match is the goal that a pattern matches at a place.
func match(s *search, g *goal) bool { return s.match(g.node, g.at) }

// run tries a rule at a place; it reports whether it matches.
func (s *search) run(at place) bool {
	s.goals, s.choices, s.trail, s.log = nil, s.choices[:0], s.trail[:0], s.log[:0]
	clear(s.bound)
	s.push(conditions, nil, at)
	s.push(match, s.rule.root, at)
	return s.solve()
}

// solve does what remains, as often another path as it must; false where there is
// no path.
func (s *search) solve() bool {
	for s.goals != nil {
		if s.spend(1) {
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

// spend takes steps off the budgets; it reports whether the search must end.
func (s *search) spend(steps int) bool {
	s.budget.spent += steps
	s.session.budget.spent += steps
	if s.session.budget.spent&1023 < steps && s.ctx.Err() != nil {
		s.canceled = true
	}
	return s.halted()
}

func (s *search) halted() bool {
	return s.canceled || s.budget.spent > s.budget.limit || s.session.budget.spent > s.session.budget.limit
}

// prove finds out in a search of its own whether a pattern without free names
// matches at a place.
func (s *search) prove(n *node, at place) *verdict {
	v := s.verdict(n, at)
	if v.state == unknown {
		inner := &search{session: s.session, rule: s.rule, budget: s.budget, blind: s.blind, bound: make([]place, len(s.bound))}
		v.state = running
		inner.push(match0, n, at)
		if inner.solve() {
			v.keep(inner.log)
		} else if v.state = fails; s.halted() {
			v.state = unknown
		}
	}
	return v
}

// match0 is the goal that a pattern matches at a place, whatever was found before.
func match0(s *search, g *goal) bool { return tries[g.node.Kind](s, g.node, g.at) }

// mayMatch reports whether a pattern matches at a place, were it not for the names
// that are free in it.
func (s *search) mayMatch(n *node, at place) bool {
	if len(n.free) == 0 || s.blind {
		return s.prove(n, at).state == holds
	}
	s.blind = true
	v := s.prove(n, at)
	s.blind = false
	return v.state == holds
}

// abandon forgets what was being found out.
func (s *search) abandon() {
	for _, c := range s.choices {
		if c.about != nil && c.about.state == running {
			c.about.state = unknown
		}
	}
}

// back goes on with the latest other path; false where there is none.
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

// outermost reports that nothing is being found out any more.
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
	if at.role == virtual {
		return inVirtual[n.Kind] && tries[n.Kind](s, n, at)
	}
	if !n.cached {
		return tries[n.Kind](s, n, at)
	}
	if len(n.free) > 0 && !s.blind {
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

// inVirtual are the patterns that match what another grouping has: it is no
// expression of the program that could be named, typed or contained.
var inVirtual = map[pattern.Kind]bool{pattern.Call: true, pattern.Or: true, pattern.Recursive: true}

// commit keeps that a pattern without names matches: another path to match it
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
	for _, slot := range n.free {
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
	k := n.key(at, s.blind)
	v := s.known[k]
	if v == nil {
		v = &verdict{at: at}
		s.known[k] = v
		s.spend(stepsToKeep)
	}
	return v
}

// stepsToKeep is what a verdict costs, which takes memory.
const stepsToKeep = 4

// key is under which the verdict of a pattern at a place is kept: without how the
// place is written, where that makes no difference.
func (n *node) key(at place, blind bool) key {
	k := key{n.id, blind, at}
	if !n.written && at.value >= 0 && at.role == whole {
		k.at.node, k.at.ref = 0, 0
	}
	return k
}
