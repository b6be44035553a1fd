package optimize

import (
	"context"
	"embed"
	"fmt"
	"io/fs"
	"slices"

	"github.com/fraccheck/fraccheck/internal/egraph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
)

//go:embed rules/*.fracrule
var shipped embed.FS

// Rules are the rules that come with the package, in the order of their files.
func Rules() []*pattern.Rule {
	var all []*pattern.Rule
	paths, _ := fs.Glob(shipped, "rules/*.fracrule")
	for _, p := range paths {
		text, _ := shipped.ReadFile(p)
		all = append(all, rulefile.Parse(p, string(text)).Rules...)
	}
	return all
}

// A rule of the saturation: a rewrite rule, or a law that is computed.
type rule struct {
	name  string
	roots []string // names of operators; nil for any node
	apply func(a *application, e egraph.Entry)
	pause int // iterations for which it is not used, since it matched too often
	most  int // matches in an iteration
}

// An application is one use of a rule at a node. What it gives is equal to the node.
type application struct {
	*terms
	at     id
	found  []id
	left   int
	metric Metric
}

// equal says that a class is equal to the node.
func (a *application) equal(c id, ok bool) {
	if ok && a.sameType(c, a.at) {
		a.found = append(a.found, c)
	}
}

// rules are those that are used, by the operators at their roots.
type rules struct {
	metric Metric
	byRoot map[string][]*rule
	any    []*rule
	all    []*rule
	exact  map[string]bool // by name: it holds to the bit
}

func newRules(_ op.Table, metric Metric, more []*pattern.Rule) *rules {
	r := &rules{metric: metric, byRoot: map[string][]*rule{}, exact: map[string]bool{}}
	for _, l := range laws {
		own := l
		r.add(&own)
		r.exact[own.name] = exactLaws[own.name]
	}
	for _, p := range slices.Concat(Rules(), more) {
		if p.Kind == pattern.Rewrite && p.With != nil && supported(p.Match) {
			r.add(written(p))
			r.exact[p.Name] = p.Exact
		}
	}
	return r
}

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

// written makes a rule of one that is written in a file.
func written(p *pattern.Rule) *rule {
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
			a.equal(m.fill(p))
		}
		for _, name := range captures {
			m.bound = append(m.bound, bound{name, m.Find(e.ID), e})
		}
		m.root(root, h, e, finish)
	}}
}

// root matches a pattern with one node.
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

// Limits of a saturation.
const (
	mostNodes      = 12_000
	mostIterations = 14
	mostMatches    = 1500
)

// saturate applies the rules until nothing new comes of them, or a limit is reached. A rule
// that matches very often pauses, for longer each time (the scheduler of egg).
func (r *rules) saturate(ctx context.Context, t *terms, b *body) {
	limit := max(mostNodes, 3*t.Len())
	for _, x := range r.all {
		x.pause, x.most = 0, mostMatches+t.Len()/4
	}
	applied := map[string]bool{}
	for range mostIterations {
		before, unions := t.Len(), t.Unions()
		type use struct {
			rule *rule
			e    egraph.Entry
		}
		var uses []use
		t.Classes(func(c id) {
			for _, e := range t.Entries(c) {
				h := t.head(e.Node)
				if h.partial {
					continue
				}
				if h.kind == operation {
					name := h.op.Canonical()
					for _, x := range r.byRoot[name] {
						uses = append(uses, use{x, e})
					}
					if h.op.Name != name {
						for _, x := range r.byRoot[h.op.Name] {
							uses = append(uses, use{x, e})
						}
					}
				}
				for _, x := range r.any {
					uses = append(uses, use{x, e})
				}
			}
		})
		count := map[*rule]int{}
		for i, u := range uses {
			if i%64 == 0 && ctx.Err() != nil || t.Len() > limit {
				break
			}
			if u.rule.pause > 0 {
				continue
			}
			a := &application{terms: t, at: u.e.ID, metric: r.metric}
			u.rule.apply(a, u.e)
			for _, c := range a.found {
				key := fmt.Sprint(u.rule.name, " ", u.e.ID, " ", c)
				if applied[key] {
					continue
				}
				applied[key] = true
				t.Union(u.e.ID, c, t.reasonFor(u.rule.name))
				count[u.rule]++
			}
			if count[u.rule] > u.rule.most {
				u.rule.pause, u.rule.most = 2, 2*u.rule.most
			}
		}
		t.Rebuild()
		r.entries(t, b)
		paused := false
		for _, x := range r.all {
			if x.pause > 0 {
				x.pause--
				paused = true
			}
		}
		if t.Len() == before && t.Unions() == unions && !paused || t.Len() > limit || ctx.Err() != nil {
			return
		}
	}
}
