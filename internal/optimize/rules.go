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
// fields behind apply are the state of the scheduler.
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

// equal says that a class is equal to the node. It refuses, so that rules need not look for it:
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
// time. In each iteration all rules look at the same classes, and what they found is united after it
// (reading and writing in turn, as egg does, so that the order of rules does not matter). A rule that
// matches very often pauses, for longer each time (the scheduler of egg): else associativity fills the
// graph before other rules had a turn. After the first iteration rules look only at classes that
// changed, or that have such classes as arguments down to the depth of patterns; a rule that paused
// looks at all classes once more (missed).
//
// A class whose elements are one number is finished: only the law that writes the number is applied.
func (r *rules) saturate(ctx context.Context, t *terms, b *body) {
	limit := max(mostNodes, 3*t.Len())
	for _, x := range r.all {
		x.pause, x.most, x.missed = 0, mostMatches+t.Len()/4, false
	}
	applied := map[equation]bool{}
	var changed map[id]bool // nil for all
	for range mostIterations {
		before, unions := t.Len(), t.Unions()
		var found []equation
		touched := map[id]bool{}
		count := map[*rule]int{}
		steps := 0
		// try applies a rule at a node, and collects what it finds and has not found before.
		try := func(x *rule, e egraph.Entry, fresh bool) {
			if x.pause > 0 || !fresh && !x.missed {
				return
			}
			a := &application{terms: t, at: e.ID, metric: r.metric}
			x.apply(a, e)
			for _, c := range a.found {
				u := equation{x, e.ID, c}
				if !applied[u] {
					applied[u] = true
					found = append(found, u)
					count[x]++
				}
			}
			if count[x] > x.most {
				x.pause, x.most, x.missed = 2, 2*x.most, true
			}
		}
		stop := false
		t.Classes(func(c id) {
			if stop {
				return
			}
			if steps++; steps%64 == 0 && ctx.Err() != nil || t.Len() > limit {
				stop = true
				return
			}
			fresh := changed == nil || changed[c]
			if t.Data(c).value != nil {
				// It is a number: no other term is of use.
				for _, e := range t.Entries(c) {
					try(r.constant, e, fresh)
				}
				return
			}
			for _, e := range t.Entries(c) {
				h := t.head(e.Node)
				if h.partial {
					continue
				}
				if h.kind == operation {
					for _, x := range r.byRoot[h.op.Canonical()] {
						try(x, e, fresh)
					}
					if h.op.Name != h.op.Canonical() {
						for _, x := range r.byRoot[h.op.Name] {
							try(x, e, fresh)
						}
					}
				}
				for _, x := range r.any {
					try(x, e, fresh)
				}
			}
		})
		// Reading is over: now classes are united, and congruence is restored once.
		for _, u := range found {
			if t.Union(u.at, u.equal, t.reasonFor(u.rule.name)) {
				touched[u.at] = true
			}
		}
		t.Rebuild()
		r.entries(t, b)
		// A graph that does not grow is saturated, unless a rule that paused has matches left.
		waiting := false
		for _, x := range r.all {
			switch {
			case x.pause > 0:
				x.pause--
				waiting = true
			case x.missed && count[x] <= x.most:
				x.missed = false
			}
		}
		if t.Len() == before && t.Unions() == unions && !waiting || stop || t.Len() > limit || ctx.Err() != nil {
			return
		}
		changed = t.affected(before, touched)
	}
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
