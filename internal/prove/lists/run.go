package lists

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/types"
)

// A run evaluates an expression strictly, by the definitions alone, on lists whose elements
// are symbols. What functions that are symbols are called with is noted: such a call may
// fail.
type run struct {
	defined map[string][]law
	chosen  map[string]bool // conditions by their keys
	asked   []string        // conditions that are not chosen yet, in the order in which they were met
	called  map[string]bool
	steps   int
}

type (
	failed      struct{}
	unsupported struct{ what string }
)

func (r *run) eval(e *expr) *expr {
	if r.steps--; r.steps < 0 {
		panic(tooLong{})
	}
	switch e.kind {
	case variable, constant, lambda:
		return e
	case failure:
		panic(failed{})
	case choice:
		c := r.eval(e.args[0])
		if r.holds(c) {
			return r.eval(e.args[1])
		}
		return r.eval(e.args[2])
	}
	args := make([]*expr, len(e.args))
	for i, a := range e.args {
		args[i] = r.eval(a)
	}
	switch e.kind {
	case apply:
		return r.apply(args)
	case project:
		if args[0].kind == tuple {
			n := &normalizer{steps: 100}
			return n.made(project, e.name, args)
		}
	case call:
		return r.call(e.name, args)
	}
	return newExpr(e.kind, e.name, args...)
}

func (r *run) holds(c *expr) bool {
	if c.kind == constant {
		return c.name == "True"
	}
	v, known := r.chosen[c.key()]
	if !known {
		r.asked = append(r.asked, c.key())
		r.chosen[c.key()] = true
		v = true
	}
	return v
}

func (r *run) apply(args []*expr) *expr {
	f := args[0]
	if f.kind == lambda && len(f.params) == len(args)-1 {
		names := map[string]*expr{}
		for i, p := range f.params {
			names[p] = args[i+1]
		}
		return r.eval(substitute(f.args[0], names))
	}
	e := newExpr(apply, "", args...)
	r.called[e.key()] = true
	return e
}

func (r *run) call(name string, args []*expr) *expr {
	e := newExpr(call, name, args...)
	defined := r.defined[name]
	for _, l := range defined {
		bound := map[string]*expr{}
		if match(l.left, e, bound) {
			return r.eval(substitute(l.right, bound))
		}
	}
	if len(defined) > 0 {
		panic(unsupported{fmt.Sprintf("`%s` of a value whose form is not known", name)})
	}
	if functions[name] && name != "add" {
		panic(unsupported{fmt.Sprintf("`%s` has no definition here", name)})
	}
	if !total[name] {
		r.called[e.key()] = true
	}
	n := &normalizer{steps: 1000}
	return n.ordered(name, args)
}

// An outcome is what an evaluation came to.
type outcome struct {
	value  *expr // nil where it failed
	called map[string]bool
}

func (r *run) outcome(e *expr) (o outcome) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case failed:
			o = outcome{called: r.called}
		default:
			panic(p)
		}
	}()
	r.called = map[string]bool{}
	v := r.eval(e)
	return outcome{v, r.called}
}

// Limits of the runs on symbols.
const (
	mostLength = 2
	mostPaths  = 200
	runSteps   = 20_000
)

// keeps reports whether wherever the left side has a value, the right side has it too, on
// short lists of symbols: it calls no function of the rule with what the left side does
// not call it with. The answer is "" or why not.
func keeps(left, right *expr, vars map[string]types.Type, exact bool) (why string) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case unsupported:
			why = p.what
		case tooLong:
			why = "running the sides on symbols takes too long"
		default:
			panic(p)
		}
	}()
	names := []string{}
	for name := range vars {
		names = append(names, name)
	}
	slices.Sort(names)
	return eachShape(names, vars, map[string]*expr{}, func(values map[string]*expr) string {
		return onAllPaths(substitute(left, values), substitute(right, values), exact)
	})
}

// eachShape gives the list variables all lengths up to mostLength.
func eachShape(names []string, vars map[string]types.Type, values map[string]*expr, do func(map[string]*expr) string) string {
	if len(names) == 0 {
		return do(values)
	}
	name := names[0]
	for n := range mostLength + 1 {
		next := map[string]*expr{}
		for k, v := range values {
			next[k] = v
		}
		v, list := symbols(name, vars[name], n)
		next[name] = v
		if why := eachShape(names[1:], vars, next, do); why != "" {
			return why
		}
		if !list {
			break
		}
	}
	return ""
}

// symbols is a value of a type whose leaves are symbols; of a list, with n elements.
func symbols(name string, t types.Type, n int) (v *expr, list bool) {
	var elem types.Type
	switch t := types.Head(t).(type) {
	case *types.Fractal:
		elem = t.Elem
	case *types.ADT:
		switch t.Decl.Name {
		case "List":
			elem = t.Args[0]
		case "Tree":
			kids := newExpr(built, "Nil")
			for i := range n {
				x, _ := symbols(fmt.Sprintf("%s.%d", name, i), t.Args[0], n)
				kids = newExpr(built, "Cons", newExpr(built, "Rose", x, newExpr(built, "Nil")), kids)
			}
			x, _ := symbols(name+".", t.Args[0], n)
			return newExpr(built, "Rose", x, kids), true
		default:
			return newExpr(variable, name), false
		}
	case *types.Tuple:
		var parts []*expr
		for i, e := range t.Elems {
			part, _ := symbols(fmt.Sprintf("%s.%d", name, i), e, n)
			parts = append(parts, part)
		}
		return newExpr(tuple, "", parts...), false
	default:
		return newExpr(variable, name), false
	}
	v = newExpr(built, "Nil")
	for i := n; i > 0; i-- {
		e, _ := symbols(fmt.Sprintf("%s%d", name, i), elem, i%3)
		v = newExpr(built, "Cons", e, v)
	}
	return v, true
}

// onAllPaths runs both sides for all choices of the conditions that they meet, depth-first: a run
// takes the conditions that it meets as true, and each of them is tried as false afterwards, with those
// met before it as they were.
func onAllPaths(left, right *expr, exact bool) string {
	paths := []map[string]bool{{}}
	for tried := 0; len(paths) > 0; tried++ {
		if tried == mostPaths {
			return "the sides decide too much"
		}
		chosen := paths[len(paths)-1]
		paths = paths[:len(paths)-1]
		r := &run{defined: definedBy(), chosen: chosen, steps: runSteps}
		a := r.outcome(left)
		b := r.outcome(right)
		// Each condition that was met first and held may also not hold.
		for i, key := range r.asked {
			other := map[string]bool{}
			for k, v := range chosen {
				if !slices.Contains(r.asked[i:], k) {
					other[k] = v
				}
			}
			other[key] = false
			paths = append(paths, other)
		}
		if a.value == nil {
			continue
		}
		if b.value == nil {
			return "the right side may fail where the left side has a value"
		}
		for key := range b.called {
			if !a.called[key] {
				return "the right side calls a function with what the left side does not call it with, and the call may fail"
			}
		}
		n := &normalizer{laws: table(), steps: mostSteps, exact: exact, decided: chosen}
		if n.normal(a.value).key() != n.normal(b.value).key() {
			return "the sides differ on a short list"
		}
	}
	return ""
}

// definedBy are the definitions by their functions.
func definedBy() map[string][]law {
	laws := map[string][]law{}
	for _, l := range written(definitions) {
		laws[l.left.name] = append(laws[l.left.name], l)
	}
	return laws
}
