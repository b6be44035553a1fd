package lower

import (
	"context"
	"strings"

	"github.com/fraccheck/fraccheck/complexity/constraint"
	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/treewalk"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// An analysis derives the bounds of one family of arguments.
type analysis struct {
	ctx      context.Context
	program  *treewalk.Program
	info     func(*syntax.Item) *typecheck.Info
	wanted   [metrics]bool
	problems map[string]*problem
	shapes   map[string][]*tuple
	stack    []*problem
	steps    int
	digits   bool // bounds may have numbers of digits
	// What is known from attempts before: parts of arguments that are given up, and problems
	// whose results could not be proved.
	widened map[string]widening
	failed  map[string]bool
	guesses map[string][]result // by problem; those of other families too
	*readings
}

// readings are what was read in bodies, whatever their arguments are.
type readings struct {
	named     map[body]map[string]bool
	functions map[*syntax.Item]*function
	calls     map[*treewalk.Program]*callGraph // a program knows its own items alone
}

func newReadings() *readings {
	return &readings{named: map[body]map[string]bool{}, functions: map[*syntax.Item]*function{}, calls: map[*treewalk.Program]*callGraph{}}
}

// A body is an expression of an item.
type body struct {
	item *syntax.Item
	node syntax.NodeID
}

func (a *analysis) typeOf(item *syntax.Item, n syntax.NodeID) types.Type {
	info := a.info(item)
	if info == nil {
		panic(unknown)
	}
	return info.Types[n]
}

// definitionOf is a definition as a value.
func (r *readings) definitionOf(item *syntax.Item) *function {
	f := r.functions[item]
	if f == nil {
		d := item.Def(item.Root)
		f = &function{item: item, params: paramsOf(item, d.Params), body: d.Body, definition: true}
		r.functions[item] = f
	}
	return f
}

// mentions are the names of variables in an expression, bound in it or not.
func (r *readings) mentions(item *syntax.Item, n syntax.NodeID) map[string]bool {
	at := body{item, n}
	if known := r.named[at]; known != nil {
		return known
	}
	found := map[string]bool{}
	item.Walk(n, func(n syntax.NodeID) bool {
		switch item.Kind(n) {
		case syntax.Local:
			for _, name := range treewalk.Locals(item, n) {
				found[name] = true
			}
		case syntax.Name:
			found[item.SourceText(n)] = true
		}
		return true
	})
	r.named[at] = found
	return found
}

// machineOf is a machine for a path of a problem.
func (a *analysis) machineOf(count int, choices []int) *machine {
	m := &machine{analysis: a, choices: choices, set: constraint.New(nil)}
	m.set.With(1 + count)
	return m
}

// explore follows all paths of a problem, and bounds its group once that is complete: the
// strongly connected components of Tarjan (1972).
func (a *analysis) explore(q *problem, key string) {
	q.low, q.open = q.number, true
	a.stack = append(a.stack, q)
	a.eachPath(q.count, func(m *machine) {
		m.caller = q
		v := m.enter(q.function, q.args)
		a.prove(q, m, v, key)
		if len(q.paths) >= maxPaths {
			panic(unknown)
		}
		q.paths = append(q.paths, path{m.set, m.cost, m.uses})
	})
	if q.low < q.number {
		return
	}
	var group []*problem
	for q.open {
		last := a.stack[len(a.stack)-1]
		a.stack = a.stack[:len(a.stack)-1]
		last.open = false
		group = append(group, last)
	}
	a.bound(group)
}

// eachPath evaluates something on all paths that are possible.
func (a *analysis) eachPath(count int, visit func(*machine)) {
	for choices := []int{}; choices != nil; {
		if a.ctx.Err() != nil {
			panic(unknown)
		}
		m := a.machineOf(count, choices)
		possible(func() { visit(m) })
		choices = m.next()
	}
}

// possible does something, and reports whether the path was possible.
func possible(do func()) (ok bool) {
	defer func() {
		if why := recover(); why != nil {
			if why != impossible {
				panic(why)
			}
			ok = false
		}
	}()
	do()
	return true
}

// prove holds what a path gives to what the problem is taken to give. Where it is something
// else the analysis begins again without that.
func (a *analysis) prove(q *problem, m *machine, v value, key string) {
	for _, r := range q.results {
		fork := *m
		fork.set = m.set.Fork()
		if fork.within(r.where) && !fork.gives(q, r, v) {
			a.failed[key] = true
			panic(again)
		}
	}
}

// gives reports whether a value is known to be that of a result. Of a parameter that is halved the
// path has to say whether it is even.
func (m *machine) gives(q *problem, r result, v value) bool {
	params := q.params()
	if r.halved > 0 {
		half, rest := m.set.Divide(m.set.Now(params[r.halved-1]), 2)
		params = append(params, half, rest)
	}
	return m.same(mapped(r.value, func(a linear.Form) linear.Form { return replaced(a, params) }), v)
}

// within assumes that forms are at least 0; false where that cannot be.
func (m *machine) within(where []linear.Form) bool {
	for _, w := range where {
		if !m.set.AtLeast(w, linear.Form{}) {
			return false
		}
		if w.IsZero() || len(w.Terms) == 1 && w.Const == 0 && w.Terms[0].Coef < 0 {
			if !m.set.Equate(linear.Variable(w.Terms[0].Of), linear.Form{}) {
				return false
			}
		}
	}
	return true
}

// keyOf names a value.
func keyOf(v value) string {
	var b strings.Builder
	write(&b, v)
	return b.String()
}
