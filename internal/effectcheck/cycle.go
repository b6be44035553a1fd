package effectcheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A hop is a call in a function, with what decides whether it is reached.
type hop struct {
	from, to *syntax.Item
	node     syntax.NodeID
	callee   string // as it is written
	args     []argument
	same     []choice // parameters that must stay as they are
	cases    []choice // parameters that must keep to some constructors
}

// An argument is a parameter of the function around, or -1, and the constructor
// that it has if that is written there.
type argument struct {
	param       int
	constructor string
	text        string
}

// A choice is a parameter that decides, by one of some constructors.
type choice struct {
	param        int
	name         string
	constructors []string
}

// hopsOf gives for each definition the hops by which definitions call each other,
// its own and theirs; those of definitions that call themselves are left out.
var hopsOf = &analysis.Analyzer{
	Name:     "hops",
	Doc:      "finds the calls by which definitions come back to themselves",
	Requires: []*analysis.Analyzer{effect.Analyzer},
	Facts:    &analysis.Facts{Least: hops{}, Unknown: hops{}, NonRecursive: hops{}},
	Run:      runHops,
}

// hops are the fact.
type hops struct {
	all []*hop
	at  map[hopKey][]*hop // the same, by where they are
}

type hopKey struct {
	from, to *syntax.Item
	node     syntax.NodeID
}

func (h *hop) key() hopKey { return hopKey{h.from, h.to, h.node} }

// add adds a hop that is not among them, while there is room.
func (h *hops) add(a *hop) {
	if len(h.all) >= maxHops || h.has(a) {
		return
	}
	if h.at == nil {
		h.at = map[hopKey][]*hop{}
	}
	h.all = append(h.all, a)
	h.at[a.key()] = append(h.at[a.key()], a)
}

// maxHops is how many hops of definitions that call each other are looked at.
const maxHops = 300

// Equal makes hops a fact.
func (h hops) Equal(f analysis.Fact) bool {
	other := f.(hops)
	return len(h.all) == len(other.all) && !slices.ContainsFunc(h.all, func(a *hop) bool { return !other.has(a) })
}

func (h hops) has(a *hop) bool {
	return slices.ContainsFunc(h.at[a.key()], func(b *hop) bool {
		return a == b || slices.Equal(a.args, b.args) &&
			slices.EqualFunc(a.same, b.same, choice.equal) && slices.EqualFunc(a.cases, b.cases, choice.equal)
	})
}

func (c choice) equal(d choice) bool {
	return c.param == d.param && c.name == d.name && slices.Equal(c.constructors, d.constructors)
}

func runHops(pass *analysis.Pass) any {
	pass.ExportFact(hops{})
	if pass.Item.Body() == syntax.NoNode || pass.Faulty || len(pass.Info.Objects) < pass.Item.Len() {
		return nil
	}
	var found hops
	recursive := false
	for _, o := range pass.Info.Objects {
		if o == nil || o.Kind != typecheck.DefObject || o.Item == pass.Item || !pass.Recursive(o) {
			continue
		}
		recursive = true
		for _, h := range pass.Fact(pass.Analyzer, o).(hops).all {
			found.add(h)
		}
	}
	if recursive {
		c := &checker{pass: pass, item: pass.Item, Graph: graph.Of(pass.Info)}
		for _, h := range c.hops() {
			found.add(h)
		}
	}
	pass.ExportFact(found)
	return nil
}

// hops are the calls of other definitions that call this one.
func (c *checker) hops() (found []*hop) {
	for v := range graph.Value(c.Len()) {
		if c.Kind(v) != graph.Call || len(c.Operands(v)) == 0 {
			continue
		}
		callee := c.Operands(v)[0].Value
		if callee == graph.None || c.Kind(callee) != graph.Name {
			continue
		}
		o := c.pass.Info.Object(c.Node(callee))
		if o == nil || o.Kind != typecheck.DefObject || !c.pass.Recursive(o) || o.Item == c.item {
			continue
		}
		if h, calls := c.hop(v, graph.Body, o.Item); h != nil && c.pure(calls) {
			found = append(found, h)
		}
	}
	return found
}

// Limits of the search for cycles.
const (
	maxCycle = 6
	maxTries = 500
)

// cycleOf finds an endless cycle that begins with a hop of an item. Of one in
// which nothing is decided, the definition with the first name has the finding.
func cycleOf(first *hop, item *syntax.Item, all []*hop) []*hop {
	if first.from != item {
		return nil
	}
	todo, tries := [][]*hop{{first}}, 0
	for len(todo) > 0 {
		path := todo[0]
		todo = todo[1:]
		last := path[len(path)-1]
		if last.to == item {
			if endless(path) && (decides(first) || !slices.ContainsFunc(path, func(h *hop) bool { return nameOf(h.from) < nameOf(item) })) {
				return path
			}
			continue
		}
		for _, h := range all {
			met := slices.ContainsFunc(path, func(w *hop) bool { return w.from == h.from })
			if h.from != last.to || met || len(path) == maxCycle {
				continue
			}
			if tries++; tries > maxTries {
				return nil
			}
			todo = append(todo, append(slices.Clip(path), h))
		}
	}
	return nil
}

func nameOf(item *syntax.Item) string { return item.SourceText(item.Declared()) }

func decides(h *hop) bool { return len(h.same)+len(h.cases) > 0 }

// endless reports whether a cycle whose first hop happens is gone round, and again in
// every round: what decides about the first hop is as it was, or has the constructor
// that it is asked for; about the others nothing decides but constructors that the
// calls before have passed in the same round.
func endless(cycle []*hop) bool {
	for k, h := range cycle {
		if k > 0 && len(h.same) > 0 || h.contradicts() {
			return false
		}
		for _, c := range append(slices.Clip(h.same), h.cases...) {
			if !comesBack(cycle, k, c) {
				return false
			}
		}
	}
	return true
}

// contradicts reports whether h is a call that is never reached: it follows two clauses for
// different constructors of one parameter.
func (h *hop) contradicts() bool {
	for i, c := range h.cases {
		for _, d := range h.cases[:i] {
			if c.param == d.param && !slices.ContainsFunc(c.constructors, func(name string) bool { return slices.Contains(d.constructors, name) }) {
				return true
			}
		}
	}
	return false
}

// comesBack follows a parameter of hop k back round the cycle, of others than the
// first one to the beginning of the round.
func comesBack(cycle []*hop, k int, c choice) bool {
	param, rounds := c.param, len(cycle)
	if k > 0 {
		rounds = k
	}
	for i := range rounds {
		before := cycle[(k-1-i+len(cycle))%len(cycle)]
		if param >= len(before.args) {
			return false
		}
		arg := before.args[param]
		if arg.constructor != "" {
			return slices.Contains(c.constructors, arg.constructor)
		}
		if param = arg.param; param < 0 {
			return false
		}
	}
	return k == 0 && param == c.param
}

// path names the definitions that a cycle goes through.
func path(cycle []*hop) string {
	var names []string
	for _, h := range cycle {
		names = append(names, fmt.Sprintf("`%s`", h.callee))
	}
	return strings.Join(names, ", ")
}

// notes say what decides and why it does so again, and what would end it.
func notes(cycle []*hop) []string {
	var found []string
	for k, h := range cycle {
		before := cycle[(k+len(cycle)-1)%len(cycle)]
		for _, c := range append(slices.Clip(h.same), h.cases...) {
			how := "is the same in the next round"
			if arg := before.args[c.param]; arg.constructor != "" {
				how = fmt.Sprintf("is `%s` in the next round, which comes to the same clause", arg.text)
			}
			if note := fmt.Sprintf("`%s` decides whether the call is reached, and %s.", c.name, how); !slices.Contains(found, note) {
				found = append(found, note)
			}
		}
	}
	if len(found) == 0 {
		return []string{"Nothing decides whether it is reached: a condition or a match before it could end it."}
	}
	return append(found, "A part of what was given would end it, or a number closer to where the recursion stops.")
}
