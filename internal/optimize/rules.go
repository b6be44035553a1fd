package optimize

import (
	"context"
	"embed"
	"io/fs"
	"slices"
	"sync"

	"github.com/fraccheck/fraccheck/internal/egraph"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
)

//go:embed rules/*.fracrule
var shipped embed.FS

// Rules are the rules that come with the package, in the order of their files.
func Rules() []*pattern.Rule { return readRules() }

var readRules = sync.OnceValue(func() []*pattern.Rule {
	var all []*pattern.Rule
	paths, _ := fs.Glob(shipped, "rules/*.fracrule")
	for _, p := range paths {
		text, _ := shipped.ReadFile(p)
		all = append(all, rulefile.Parse(p, string(text)).Rules...)
	}
	return all
})

// A rule of the saturation: a rewrite rule of a file (fileRule), or a law that is computed (laws). The
// fields after apply are the state of the scheduler.
type rule struct {
	name  string
	roots []string // names of operators; nil for any node
	apply func(a *application, e egraph.Entry)
	// pause is the number of iterations for which it is not used, since it matched too often.
	pause int
	// most is how many matches in an iteration are too many; it doubles with each pause.
	most int
	// missed is set while it has not looked at all classes since it paused.
	missed bool
}

// An application is one use of a rule at a node. What it gives is equal to the node.
type application struct {
	*terms
	at     id   // the node
	found  []id // what is equal to it
	metric Metric
}

// equal records that a class is equal to the node. It refuses, so that rules need not check it:
//
//   - another type, as of a rule that holds for one shape of broadcasting only;
//   - a value that depends on a variable that the node does not depend on: a pattern has matched a part
//     of a function, with one of its variables in it, and its replacement is outside of the function.
func (a *application) equal(c id, ok bool) {
	if !ok || !a.sameType(c, a.at) {
		return
	}
	own := a.Data(a.at).free
	for _, b := range a.Data(c).free {
		if !slices.Contains(own, b) {
			return
		}
	}
	a.found = append(a.found, c)
}

// rules are those that are used, by the operators at their roots.
type rules struct {
	metric Metric
	byRoot map[string][]*rule
	any    []*rule
	all    []*rule
	// constant is the law that writes a tensor whose elements are one number.
	constant *rule
	exact    map[string]bool // by name: it holds to the bit
}

// newRules are the laws, the rules that come with the package, and more.
func newRules(metric Metric, more []*pattern.Rule) *rules {
	r := &rules{metric: metric, byRoot: map[string][]*rule{}, exact: map[string]bool{}}
	for _, l := range laws {
		own := l
		r.add(&own)
		if own.name == "constant" {
			r.constant = &own
		}
		r.exact[own.name] = exactLaws[own.name]
	}
	for _, p := range slices.Concat(Rules(), more) {
		if p.Kind == pattern.Rewrite && p.With != nil && supported(p.Match) {
			r.add(fileRule(p))
			r.exact[p.Name] = p.Exact
		}
	}
	return r
}

// onlyExact are those of the rules that hold to the bit.
func (r *rules) onlyExact() *rules {
	exact := &rules{metric: r.metric, byRoot: map[string][]*rule{}, exact: r.exact, constant: r.constant}
	for _, x := range r.all {
		if r.exact[x.name] {
			exact.add(x)
		}
	}
	return exact
}

// add adds a rule, by the operators at its root.
func (r *rules) add(x *rule) {
	x.most = mostMatches
	r.all = append(r.all, x)
	if x.roots == nil {
		r.any = append(r.any, x)
		return
	}
	for _, name := range x.roots {
		r.byRoot[name] = append(r.byRoot[name], x)
	}
}

// fileRule makes a rule of one that is written in a file: match, conditions, replacement. Steps of a match
// are limited, so that a pattern with many alternatives cannot take the whole time.
func fileRule(p *pattern.Rule) *rule {
	return &rule{name: p.Name, roots: rootsOf(p.Match), apply: func(a *application, e egraph.Entry) {
		m := &matching{terms: a.terms, left: 4000}
		h := m.head(e.Node)
		root := p.Match
		var captures []string
		for root.Kind == pattern.Capture {
			captures = append(captures, root.Name)
			root = root.Parts[0]
		}
		finish := func() {
			for _, c := range p.Where {
				if !m.holds(c) {
					return
				}
			}
			a.equal(m.instantiate(p))
		}
		for _, name := range captures {
			m.bound = append(m.bound, bound{name, m.Find(e.ID), e})
		}
		m.root(root, h, e, finish)
	}}
}

// root matches a pattern with one node, where class would match it with all nodes of the class.
func (m *matching) root(p *pattern.Pattern, h *head, e egraph.Entry, then func()) {
	switch p.Kind {
	case pattern.Capture:
		m.root(p.Parts[0], h, e, func() { m.bind(p.Name, e.ID, e, then) })
	case pattern.And:
		m.root(p.Parts[0], h, e, func() {
			if p.Parts[1].Kind == pattern.HasAttributes {
				if m.hasAttributes(p.Parts[1], e) {
					then()
				}
				return
			}
			m.class(p.Parts[1], e.ID, func(egraph.Entry) { then() })
		})
	case pattern.Or:
		m.root(p.Parts[0], h, e, then)
		m.root(p.Parts[1], h, e, then)
	default:
		m.node(p, h, e, then)
	}
}

// Limits of a saturation. Definitions of more than 4,000 nodes may grow to three times their size.
const (
	mostNodes      = 12_000
	mostIterations = 14
	mostMatches    = 1500 // of a rule in an iteration, before it pauses
)

// saturate applies the rules until nothing new comes of them, or a limit is reached: nodes, iterations,
// time. In each iteration all rules read the same classes, and what they found is united after it
// (reading and writing in turn, as egg does, so that the order of rules does not matter). After the first
// iteration rules read only classes that changed, or that have such classes as arguments down to the
// depth of patterns.
func (r *rules) saturate(ctx context.Context, t *terms, b *body) {
	s := &saturation{rules: r, terms: t, limit: max(mostNodes, 3*t.Len()), applied: map[equation]bool{}}
	for _, x := range r.all {
		x.pause, x.most, x.missed = 0, mostMatches+t.Len()/4, false
	}
	var changed map[id]bool // nil for all
	for range mostIterations {
		before, unions := t.Len(), t.Unions()
		s.found, s.count = nil, map[*rule]int{}
		done := s.read(ctx, changed)
		united := s.unite()
		r.entries(t, b)
		waiting := s.schedule()
		if t.Len() == before && t.Unions() == unions && !waiting || !done || t.Len() > s.limit || ctx.Err() != nil {
			return
		}
		changed = t.affected(before, united)
	}
}

// A saturation is the state of saturate.
type saturation struct {
	*rules
	*terms
	limit   int               // of nodes
	applied map[equation]bool // what rules found in all iterations
	found   []equation        // and in this one
	count   map[*rule]int     // how much of it, by rule
}

// read applies the rules to the nodes of all classes; done is false where a limit ended it.
func (s *saturation) read(ctx context.Context, changed map[id]bool) (done bool) {
	steps := 0
	done = true
	s.Classes(func(c id) {
		if steps++; !done || steps%64 == 0 && ctx.Err() != nil || s.Len() > s.limit {
			done = false
			return
		}
		fresh := changed == nil || changed[c]
		number := s.Data(c).value != nil
		for _, e := range s.Entries(c) {
			switch h := s.head(e.Node); {
			case number: // no other term of the class is of use than the one that writes the number
				s.try(s.constant, e, fresh)
				continue
			case h.partial:
				continue
			case h.kind == operation:
				for _, x := range s.byRoot[h.op.Canonical()] {
					s.try(x, e, fresh)
				}
				if h.op.Name != h.op.Canonical() {
					for _, x := range s.byRoot[h.op.Name] {
						s.try(x, e, fresh)
					}
				}
			}
			for _, x := range s.any {
				s.try(x, e, fresh)
			}
		}
	})
	return done
}

// try applies a rule at a node, and collects what it has not found before. fresh reports whether the class
// changed; a rule that missed some is applied to all.
func (s *saturation) try(x *rule, e egraph.Entry, fresh bool) {
	if x.pause > 0 || !fresh && !x.missed {
		return
	}
	a := &application{terms: s.terms, at: e.ID, metric: s.metric}
	x.apply(a, e)
	for _, c := range a.found {
		u := equation{x, e.ID, c}
		if !s.applied[u] {
			s.applied[u] = true
			s.found = append(s.found, u)
			s.count[x]++
		}
	}
	if s.count[x] > x.most {
		x.pause, x.most, x.missed = 2, 2*x.most, true
	}
}

// unite writes what was found: classes are united, and congruence is restored once.
func (s *saturation) unite() (united map[id]bool) {
	united = map[id]bool{}
	for _, u := range s.found {
		if s.Union(u.at, u.equal, s.reasonFor(u.rule.name)) {
			united[u.at] = true
		}
	}
	s.Rebuild()
	return united
}

// schedule counts down the pauses of rules that matched too often, two iterations each, with twice the limit
// after it (after the scheduler of egg): else associativity fills the graph before other rules had a turn.
// It reports whether a rule waits: then a graph that did not grow is not saturated.
func (s *saturation) schedule() (waiting bool) {
	for _, x := range s.all {
		switch {
		case x.pause > 0:
			x.pause--
			waiting = true
		case x.missed && s.count[x] <= x.most:
			x.missed = false
		}
	}
	return waiting
}

// An equation is what a rule found at a node.
type equation struct {
	rule      *rule
	at, equal id
}

// patternDepth is how deep patterns and laws look into the arguments of a node. A deeper one may find
// matches late or not at all, which loses a form and nothing else.
const patternDepth = 4

// affected are the classes of the nodes from a number on and of others that were united, and those that
// have them as arguments down to patternDepth.
func (t *terms) affected(from int, united map[id]bool) map[id]bool {
	all := map[id]bool{}
	var level []id
	add := func(c id) {
		if c = t.Find(c); !all[c] {
			all[c] = true
			level = append(level, c)
		}
	}
	for c := range united {
		add(c)
	}
	for c := from; c < t.Len(); c++ {
		add(id(c))
	}
	for range patternDepth {
		was := level
		level = nil
		for _, c := range was {
			for _, u := range t.Users(c) {
				add(u.ID)
			}
		}
	}
	return all
}
