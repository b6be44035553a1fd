package matcher

import (
	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op/metadata"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Subject is an item whose expressions are matched.
type Subject struct {
	Info    *typecheck.Info
	Effects *effect.Info
	// Definition gives the definition that a global stands for; nil where there is
	// none with a body.
	Definition func(*typecheck.Object) *Subject
	// Constants are the values of `meta[…][…]`; nil where they are not known.
	Constants *metadata.Constants
}

// A Match is a place at which a rule's pattern and conditions hold.
type Match struct {
	Rule *pattern.Rule
	At   Site
	Root bool // the result of its item
	// Bindings are the names that were bound, in the order of Rule.Names.
	Bindings []Binding
	log      []entry
}

// Covered are the expressions that parts of the pattern matched, At's among them,
// each with that part; those under wildcards are not. They are gathered when
// somebody asks, since there may be many: all of a chain, at each of its links.
func (m *Match) Covered() []Cover {
	c := newCollector(true)
	c.collect(m.log)
	covers := make([]Cover, len(c.covers))
	for i, e := range c.covers {
		covers[i] = Cover{siteOf(e.at, e.by.Kind == pattern.Local), e.by}
	}
	return covers
}

// A Binding is what a name matched: one site, or several where a recursive
// pattern or the path of a dominator came by more than once.
type Binding struct {
	Name  string
	Sites []Site
}

// A Site is an expression of a subject.
type Site struct {
	Value graph.Value // None for what is no value: a `let` as a whole
	// Node is where it is written: of a value after a reference its own place.
	Node syntax.NodeID
	// In is the item of Node; another one than the match's where a global led to it.
	In *Subject
}

// A Cover is an expression with the part of a pattern that matched it.
type Cover struct {
	Site
	By *pattern.Pattern
}
