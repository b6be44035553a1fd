package matcher

import (
	"cmp"
	"context"
	"slices"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// Rules are rules that were compiled. They never change.
type Rules struct {
	rules     []*rule
	nodes     int
	tree      branch
	constants constants
	needs     needs
}

// Compile compiles rules, to be tried together.
func Compile(rules []*pattern.Rule) *Rules {
	r := &Rules{constants: constants{number: map[constantKey]int32{}}, needs: needs{alike: map[*branch]int{}}}
	for _, p := range rules {
		compiled := r.compile(p)
		r.rules = append(r.rules, compiled)
		r.plant(compiled)
	}
	return r
}

// A Found is what was found in a subject.
type Found struct {
	Matches []*Match
	// TooMany are the places at which a rule has too many ways to match: it was not
	// looked for from there on.
	TooMany []TooMany
}

// A TooMany is a rule that was given up at a place.
type TooMany struct {
	Rule *pattern.Rule // nil for all rules
	At   Site
}

// Message says what happened, for whoever reports it.
func (t TooMany) Message() string {
	if t.Rule == nil {
		return "the rules together match in too many ways; none is looked for from here on"
	}
	return "there are too many ways in which rule `" + t.Rule.Name + "` could match; it is not looked for from here on"
}

// Match finds where the rules match in a subject, in the order of the text, of one
// place in that of the rules. Where the context ends, the rest is left out.
func (r *Rules) Match(ctx context.Context, s *Subject) []*Match { return r.Find(ctx, s).Matches }

// Find is Match, and also returns what was given up.
func (r *Rules) Find(ctx context.Context, s *Subject) Found {
	m := r.Matcher(ctx, s)
	f := &finder{Matcher: m, marked: make([]bool, len(r.rules))}
	m.home.eachSite(f.wants, func(at place, kind headKind) {
		if !m.canceled {
			f.look(at, kind)
		}
	})
	slices.SortFunc(f.matches, compareMatches)
	found := Found{TooMany: f.tooMany}
	for _, p := range f.matches {
		found.Matches = append(found.Matches, p.match)
	}
	return found
}

// A finder gathers the matches of all rules.
type finder struct {
	*Matcher
	marked  []bool // by rule: it is among the candidates
	likely  []int
	matches []placed
	tooMany []TooMany

	exhausted bool // the budget of all rules is spent
}

// A placed is a match with what its order depends on.
type placed struct {
	match *Match
	span  syntax.Span
	role  role
	rule  int
}

// compareMatches puts matches in the order of the text, the outer one of two that
// begin at one place first, and those at one place in the order of the rules.
func compareMatches(a, b placed) int {
	return cmp.Or(
		cmp.Compare(a.span.Start, b.span.Start), cmp.Compare(b.span.End, a.span.End),
		cmp.Compare(b.role, a.role), cmp.Compare(a.rule, b.rule),
	)
}

// wants reports whether rules may match at places of a kind.
func (f *finder) wants(kind headKind) bool {
	return f.set.tree.wants(kind) || slices.ContainsFunc(f.reaches.found, func(need int) bool { return len(f.set.needs.rules[need]) > 0 })
}

// look tries at a place the rules that the tree, or what they need beneath it, leads to.
func (f *finder) look(at place, kind headKind) {
	if f.exhausted {
		return
	}
	f.likely = f.likely[:0]
	f.set.tree.candidates(&f.set.constants, at, kind, f.take)
	for _, need := range f.reaches.found {
		if rules := f.set.needs.rules[need]; len(rules) > 0 && f.reaches.has(need, at) {
			f.take(rules)
		}
	}
	slices.Sort(f.likely)
	for _, i := range f.likely {
		f.marked[i] = false
		if f.exhausted || f.given[i] || !f.mayTry(f.set.rules[i], at) {
			continue
		}
		if match := f.try(i, at); match != nil {
			f.matches = append(f.matches, placed{match, f.home.span(at), at.role, i})
			f.session.budget.spent += stepsForMatch
		}
		if f.session.budget.spent > f.session.budget.limit && !f.canceled {
			f.exhausted = true
			f.tooMany = append(f.tooMany, TooMany{nil, siteOf(at, false)})
		} else if f.given[i] && !f.canceled {
			f.tooMany = append(f.tooMany, TooMany{f.set.rules[i].Rule, siteOf(at, false)})
		}
	}
}

func (f *finder) take(rules []int) {
	for _, i := range rules {
		if !f.marked[i] {
			f.marked[i] = true
			f.likely = append(f.likely, i)
		}
	}
}

// A Matcher tries rules at the places of a subject. What it finds out about one
// place helps at the next ones. It is not safe for concurrent use.
type Matcher struct {
	*session
	set      *Rules
	home     *view
	searches []*search
	given    []bool // by rule: it was given up
}

// A rule is looked for with so many steps, and so many more for each value of the
// subject; all together, with as many as some rules.
const (
	stepsForRule  = 3_000_000
	stepsForValue = 100
	rulesInFull   = 5
	stepsForMatch = 300 // what a match costs all together: it is kept, sorted and reported
)

// Matcher makes a Matcher for a subject.
func (r *Rules) Matcher(ctx context.Context, s *Subject) *Matcher {
	session := &session{
		ctx: ctx, views: map[*Subject]*view{}, known: map[key]*verdict{}, pathways: map[pathwayKey]*pathway{},
		shapes: map[*types.Tensor][]types.Dim{},
	}
	home := newView(s)
	session.views[s] = home
	session.budget.limit = rulesInFull * session.stepsFor(home)
	session.reaches = r.reaches(home)
	return &Matcher{session, r, home, make([]*search, len(r.rules)), make([]bool, len(r.rules))}
}

func (s *session) stepsFor(w *view) int { return stepsForRule + stepsForValue*w.graph.Len() }

// At tries one rule, by its number among those that were compiled, at a value; nil
// where it does not match there.
func (m *Matcher) At(rule int, v graph.Value) *Match {
	at := m.home.self(v)
	if m.given[rule] || !m.mayTry(m.set.rules[rule], at) {
		return nil
	}
	return m.try(rule, at)
}

// GivenUp reports whether a rule was given up, since it has too many ways to match.
func (m *Matcher) GivenUp(rule int) bool { return m.given[rule] }

// Values gives the matches of one rule with what is given for the whole.
func (m *Matcher) try(i int, at place) *Match {
	s := m.searches[i]
	if s == nil {
		s = &search{
			session: m.session, rule: m.set.rules[i], bound: make([]place, len(m.set.rules[i].names)),
			budget: &budget{limit: m.stepsFor(m.home)},
		}
		m.searches[i] = s
	}
	if m.indirect(at) && !s.rule.root.written || at.role == letting && !s.rule.root.written {
		return nil
	}
	matches := s.run(at)
	m.given[i] = s.halted()
	if !matches || m.indirect(at) && !s.took(at) {
		return nil
	}
	return m.match(s, at)
}

// indirect reports whether at is a reference to a `let`: what is there besides its value is the
// variable.
func (m *Matcher) indirect(at place) bool { return at.role == whole && at.ref != syntax.NoNode }

// took reports whether a match took a place as a variable.
func (s *search) took(at place) bool {
	return slices.ContainsFunc(s.log, func(e entry) bool { return e.at == at && (e.kind == variable || e.kind == proved && e.of.named) })
}

// match makes the Match of a search that succeeded.
func (m *Matcher) match(s *search, at place) *Match {
	c := newCollector(false)
	c.collect(s.log)
	found := &Match{
		Rule: s.rule.Rule, At: siteOf(at, c.variables[at]), Root: m.isRoot(at), log: slices.Clone(s.log),
	}
	for slot, name := range s.rule.names {
		b := Binding{Name: name}
		for _, e := range c.bound {
			if e.slot == slot {
				b.Sites = append(b.Sites, siteOf(e.at, c.variables[e.at]))
			}
		}
		if len(b.Sites) > 0 {
			found.Bindings = append(found.Bindings, b)
		}
	}
	return found
}

// A collector gathers what a search found, each thing once.
type collector struct {
	all       bool // what was covered as well
	seen      map[*verdict]bool
	variables map[place]bool
	known     map[boundKey]bool
	bound     []entry
	covers    []entry
	covered   map[coverKey]bool
}

type coverKey struct {
	at place
	by *pattern.Pattern
}

type boundKey struct {
	slot int
	at   place
}

// identity is a place without how it is written.
func (p place) identity() place {
	if p.value != graph.None {
		p.node = syntax.NoNode
	}
	p.ref, p.group = syntax.NoNode, nil
	return p
}

func newCollector(all bool) *collector {
	return &collector{all: all, seen: map[*verdict]bool{}, variables: map[place]bool{}, known: map[boundKey]bool{}, covered: map[coverKey]bool{}}
}

// collect goes through what was found, and what that rests on, in order.
func (c *collector) collect(log []entry) {
	rest := [][]entry{log}
	for len(rest) > 0 {
		log := rest[len(rest)-1]
		rest = rest[:len(rest)-1]
		for i, e := range log {
			if e.kind == led && c.all {
				rest = append(rest, log[i+1:], e.path.proofs())
				break
			}
			if e.kind == proved && c.enters(e) {
				rest = append(rest, log[i+1:], e.of.log)
				break
			}
			c.take(e)
		}
	}
}

// enters reports whether what was proved before matters, and was not seen.
func (c *collector) enters(e entry) bool {
	if c.seen[e.of] || !c.all && !e.of.binds {
		return false
	}
	c.seen[e.of] = true
	return true
}

func (c *collector) take(e entry) {
	switch e.kind {
	case binds:
		if k := (boundKey{e.slot, e.at.identity()}); !c.known[k] {
			c.known[k] = true
			c.bound = append(c.bound, e)
		}
	case variable:
		c.variables[e.at] = true
	case proved:
		c.variables[e.at] = c.variables[e.at] || e.of.named
	case covers:
		c.cover(e)
	}
}

func (c *collector) cover(e entry) {
	k := coverKey{e.at.identity(), e.by}
	if c.all && !c.covered[k] {
		c.covered[k] = true
		c.covers = append(c.covers, e)
	}
}

// siteOf is a place as others see it.
func siteOf(p place, asVariable bool) Site {
	s := Site{Value: p.value, Node: p.node, In: p.in.Subject}
	switch {
	case p.role == operator || p.role == letting:
		s.Value = graph.None
	case p.ref != syntax.NoNode && (asVariable || p.hides):
		s.Node = p.ref
	case p.value == graph.None:
	case !p.in.variableItself(p.value) || p.role != whole:
		s.Node = p.in.graph.Node(p.value)
	case p.in.item.Kind(p.node) != syntax.Segment:
		s.Node = p.in.end(p.node).last
	}
	return s
}

// isRoot reports whether at is the result of the item, and of the `let` that it begins with.
func (m *Matcher) isRoot(at place) bool {
	body := m.home.item.Body()
	if body == syntax.NoNode {
		return false
	}
	result := m.home.placeOf(m.home.graph.At(body), body)
	if at.role == letting {
		l, ok := result.let()
		return ok && l == at.node
	}
	if at.role != whole || at.value != result.value {
		return false
	}
	return result.hides == at.hides
}

// eachSite gives the places where rules are tried: those of values, and of other
// kinds as far as they are wanted.
func (w *view) eachSite(wants func(headKind) bool, yield func(place, headKind)) {
	applied := wants(appliedSite)
	for v := range graph.Value(w.graph.Len()) {
		if w.variableItself(v) {
			continue
		}
		p := w.self(v)
		if k := w.graph.Kind(v); applied && (k == graph.Operation || k == graph.Construct) {
			yield(p.callee(), appliedSite)
		}
		yield(p, otherHead)
	}
	if wants(variableSite) {
		for _, p := range w.variables() {
			yield(p, variableSite)
		}
	}
	for n := syntax.NodeID(1); wants(letSite) && int(n) < w.item.Len(); n++ {
		if w.item.Kind(n) == syntax.Let {
			yield(place{in: w, value: graph.None, node: n, role: letting}, letSite)
		}
	}
}

// variables are the variables of the item, each where it is first named.
func (w *view) variables() []place {
	first := map[*typecheck.Object]place{}
	var order []*typecheck.Object
	w.eachNamed(func(p place) {
		o := p.object()
		if o == nil || !p.isVariable() {
			return
		}
		old, met := first[o]
		if !met {
			order = append(order, o)
		}
		if !met || w.span(p).Start < w.span(old).Start {
			first[o] = p
		}
	})
	var found []place
	for _, o := range order {
		found = append(found, first[o])
	}
	return found
}

// eachNamed gives the places of operands, of what is bound, and of the result.
func (w *view) eachNamed(yield func(place)) {
	for v := range graph.Value(w.graph.Len()) {
		for i := range w.graph.Operands(v) {
			if p := w.operand(v, i); p.value != graph.None {
				yield(p)
			}
		}
		for _, u := range w.graph.Uses(v) {
			if u.User == graph.None {
				yield(w.placeOf(v, u.Node))
			}
		}
	}
	for n := syntax.NodeID(1); int(n) < w.item.Len(); n++ {
		bound := syntax.NoNode
		switch w.item.Kind(n) {
		case syntax.Let:
			bound = w.item.Let(n).Value
		case syntax.Graph:
			bound = w.item.Graph(n).Value
		}
		if bound != syntax.NoNode && w.graph.At(bound) != graph.None {
			yield(w.placeOf(w.graph.At(bound), bound))
		}
	}
}

// span is where an expression stands.
func (w *view) span(p place) syntax.Span {
	n := p.node
	if p.ref != syntax.NoNode {
		n = p.ref
	}
	if p.role == operator || p.role == letting {
		return spanOf(w.Info, graph.None, n)
	}
	return spanOf(w.Info, p.value, n)
}
