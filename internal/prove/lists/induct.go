package lists

import (
	"fmt"
	"slices"
)

// A prover proves equations between expressions.
type prover struct {
	lists   []string // the variables that are lists
	exact   bool
	laws    map[string][]law
	steps   int
	counter int
}

// Limits of a proof.
const (
	mostSteps  = 60_000
	mostDepth  = 3 // inductions inside each other
	mostSplits = 6
)

// equal proves an equation; false where it finds no proof.
func (p *prover) equal(left, right *expr) (proved bool) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case tooLong:
			proved = false
		default:
			panic(r)
		}
	}()
	p.steps = mostSteps
	return p.prove(left, right, p.lists, nil, map[string]bool{}, 0)
}

// prove proves left = right: by normal forms, by both cases of a condition that is met, or by
// induction over one of the lists. more are the hypotheses, decided the conditions that are assumed.
func (p *prover) prove(left, right *expr, lists []string, more []law, decided map[string]bool, depth int) bool {
	n := &normalizer{laws: p.laws, more: more, steps: p.steps, exact: p.exact, decided: decided}
	l := n.normal(left)
	r := n.normal(right)
	p.steps = n.steps
	if l.kind == failure || l.key() == r.key() {
		return true // without a value on the left there is nothing to agree with
	}
	if c := condition(l, r); c != nil && len(decided) < mostSplits {
		for _, v := range []bool{true, false} {
			next := map[string]bool{c.key(): v}
			for k, known := range decided {
				next[k] = known
			}
			if !p.prove(left, right, lists, more, next, depth) {
				return false
			}
		}
		return true
	}
	if depth == mostDepth {
		return false
	}
	for _, x := range lists {
		if (l.mentions(x) || r.mentions(x)) && p.induct(l, r, x, lists, more, decided, depth) {
			return true
		}
	}
	return false
}

// induct proves l(x) = r(x) by
//
//	l(Nil) = r(Nil)    l(t) = r(t) ⊢ l(Cons(h, t)) = r(Cons(h, t))
//	————————————————————————————————————————————————————————————————
//	                        l(x) = r(x)
//
// The hypothesis is tried as a law in both directions, and rewrites only what mentions t. It holds for
// all values of other lists and of the state of a fold (general), unless conditions were assumed: these
// may mention them. A condition that mentions x itself is gone from l and r, which were normalized with
// it, so that what is proved holds without it.
func (p *prover) induct(l, r *expr, x string, lists []string, more []law, decided map[string]bool, depth int) bool {
	put := func(e, by *expr) *expr { return substitute(e, map[string]*expr{x: by}) }
	empty := newExpr(built, "Nil")
	if !p.prove(put(l, empty), put(r, empty), without(lists, x), p.restated(more, x, empty), decided, depth+1) {
		return false
	}
	p.counter++
	h, t := newExpr(variable, fmt.Sprintf("h%d", p.counter)), newExpr(variable, fmt.Sprintf("t%d", p.counter))
	next := newExpr(built, "Cons", h, t)
	others := lists
	if len(decided) > 0 {
		others = nil // what was assumed of other variables holds for these alone
	}
	hypothesis := law{left: general(put(l, t), t.name, others, len(decided) == 0), right: general(put(r, t), t.name, others, len(decided) == 0), keep: t.name}
	backward := law{left: hypothesis.right, right: hypothesis.left, keep: t.name}
	for _, ih := range []law{hypothesis, backward} {
		if ih.left.kind == variable {
			continue
		}
		// What follows may depend on whether t is empty.
		if p.prove(put(l, next), put(r, next), append(without(lists, x), t.name), append(p.restated(more, x, next), ih), decided, depth+1) {
			return true
		}
	}
	return false
}

// restated are hypotheses with an expression in the place of a variable.
func (p *prover) restated(more []law, x string, by *expr) []law {
	var all []law
	for _, l := range more {
		if l.left.mentions(x) || l.right.mentions(x) {
			n := &normalizer{laws: p.laws, steps: p.steps, exact: p.exact}
			put := map[string]*expr{x: by}
			l = law{left: n.normal(substitute(l.left, put)), right: n.normal(substitute(l.right, put))}
			if p.steps = n.steps; l.left.kind == variable {
				continue
			}
		}
		all = append(all, l)
	}
	return all
}

func without(list []string, x string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(y string) bool { return x == y })
}

// general makes a hypothesis one for all values of the variables that are no functions and
// not the list of the induction.
func general(e *expr, but string, lists []string, states bool) *expr {
	names := map[string]*expr{}
	var visit func(e *expr)
	visit = func(e *expr) {
		if e.kind == variable && e.name != but && (slices.Contains(lists, e.name) || states && isState(e.name)) {
			names[e.name] = newExpr(variable, "?"+e.name)
		}
		for _, a := range e.args {
			visit(a)
		}
	}
	visit(e)
	return substitute(e, names)
}

// isState reports whether a variable is a state: what a fold begins with.
func isState(name string) bool { return len(name) > 2 && name[:2] == "z:" }

// condition is a condition of a choice that decides more of the terms; nil for none. One that
// mentions a parameter of a function is none.
func condition(es ...*expr) *expr {
	for _, e := range es {
		if c := conditionIn(e, nil); c != nil {
			return c
		}
	}
	return nil
}

func conditionIn(e *expr, bound []string) *expr {
	if e.kind == choice && !slices.ContainsFunc(bound, e.args[0].mentions) {
		return e.args[0]
	}
	if e.kind == lambda {
		bound = append(slices.Clone(bound), e.params...)
	}
	for _, a := range e.args {
		if c := conditionIn(a, bound); c != nil {
			return c
		}
	}
	return nil
}
