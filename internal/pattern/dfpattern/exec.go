package dfpattern

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/python"
)

const (
	maxSteps = 5_000_000 // evaluated nodes of a file
	maxPart  = 300_000   // of one statement of the module, or one function that is called for its patterns
	maxCheck = 50_000    // evaluated nodes of one check
	maxCalls = 100       // calls inside of each other
)

// An evaluator evaluates one file. The fields from callback on belong to the evaluation of one check or
// callback; those of patterns are of the whole file.
type evaluator struct {
	source   string
	module   *env
	steps    int
	limit    int // of steps; 0 for maxSteps
	calls    int
	depth    int  // of undecided branches
	handlers int  // the `try` statements around with handlers
	raised   bool // an exception was raised outside of them
	rec      recorder
	pending  []func() // pattern tables

	callback bool // matched expressions are operands of templates
	choices  *choices
	ids      map[*pattern.Pattern]string      // the marks of patterns
	marked   map[string]*pattern.Pattern      // and the patterns of marks
	names    map[*pattern.Pattern]string      // the variables that patterns were first assigned to
	places   map[*pattern.Pattern]python.Span // where they were made
}

// A then is what follows a block, its continuation: the statements after it, and where `break` and
// `continue` lead, which are nil outside of loops. Statements are evaluated with what follows them, so
// that each way of an undecided branch goes on to the end of its function, and the two results are
// merged there. After a branch each variable would have two values, and what
// follows would not know the conditions of early returns, which checks consist of.
type then struct {
	next, breaks, continues func(*env) value
}

// raised is the result of a function that raises an exception. It passes through the functions that
// call it (evaluator.raised) up to the check, whose match is refused.
type raised struct{ span python.Span }

func (ev *evaluator) unknown(at python.Expr, why string, args ...any) *unknown {
	return &unknown{span: at.Range(), why: fmt.Sprintf(why, args...)}
}

// text is the source of a node, of one line.
func (ev *evaluator) text(n python.Expr) string {
	r := n.Range()
	return excerptOf(strings.Join(strings.Fields(ev.source[r.Start:r.End]), " "))
}

func (ev *evaluator) step() bool {
	ev.steps++
	return ev.steps <= min(ev.limit, maxSteps)
}

// begin gives what is evaluated next steps of its own, so that an endless loop leaves the rest.
func (ev *evaluator) begin() { ev.limit, ev.raised = ev.steps+maxPart, false }

// block evaluates statements, and then what follows, to the result of the function.
func (ev *evaluator) block(statements []python.Stmt, e *env, k then) value {
	for i, s := range statements {
		if !ev.step() {
			return ev.unknown(s, "the evaluation takes too many steps")
		}
		rest := statements[i+1:]
		after := then{func(e *env) value { return ev.block(rest, e, k) }, k.breaks, k.continues}
		switch s := s.(type) {
		case *python.Return:
			if s.X == nil {
				return nil
			}
			if v := ev.eval(s.X, e); !ev.raised {
				return v
			}
			return ev.exception(s.Span)
		case *python.If:
			return ev.branch(s, e, after)
		case *python.For:
			return ev.forLoop(s, e, after)
		case *python.While:
			return ev.whileLoop(s, e, after)
		case *python.With:
			for _, item := range s.Items {
				v := ev.eval(item.X, e)
				if item.Target != nil {
					ev.assign(item.Target, v, e)
				}
			}
			return ev.block(s.Body, e, after)
		case *python.Try:
			if len(s.Handlers) > 0 {
				ev.handlers++
				defer func() { ev.handlers-- }()
			}
			return ev.block(slices.Concat(s.Body, s.Else, s.Finally), e, after)
		case *python.Simple:
			switch {
			case s.Keyword == "raise":
				return ev.exception(s.Span)
			case s.Keyword == "break" && k.breaks != nil:
				return k.breaks(e)
			case s.Keyword == "continue" && k.continues != nil:
				return k.continues(e)
			case s.Keyword == "assert" && len(s.Operands) > 0:
				ev.eval(s.Operands[0], e)
			case s.Keyword == "del", s.Keyword == "global", s.Keyword == "nonlocal":
				for _, x := range s.Operands {
					ev.forget(x, e)
				}
			}
		default:
			ev.simple(s, e)
		}
		if ev.raised {
			return ev.exception(s.Range())
		}
	}
	return k.next(e)
}

// exception is the result of a function that raises an exception. What a handler does with it is not
// evaluated.
func (ev *evaluator) exception(at python.Span) value {
	if ev.handlers > 0 {
		ev.raised = false
		return &unknown{span: at, why: "an exception is raised that a handler may catch"}
	}
	return raised{at}
}

// simple evaluates a statement that has no block and always goes on.
func (ev *evaluator) simple(s python.Stmt, e *env) {
	switch s := s.(type) {
	case *python.ExprStmt:
		ev.eval(s.X, e)
	case *python.Assign:
		v := ev.eval(s.Value, e)
		for _, target := range s.Targets {
			ev.assign(target, v, e)
		}
	case *python.AnnAssign:
		if s.Value != nil {
			ev.assign(s.Target, ev.eval(s.Value, e), e)
		}
	case *python.AugAssign:
		ev.assign(s.Target, ev.bounded(s.Value, ev.binary(s, s.Op, ev.eval(s.Target, e), ev.eval(s.Value, e))), e)
	case *python.Func:
		ev.function(s, e)
	case *python.Class:
		c := &class{name: s.Name, env: &env{map[string]value{}, e}}
		for _, b := range s.Bases {
			if b.Name == "" {
				c.bases = append(c.bases, ev.eval(b.X, e))
			}
		}
		ev.block(s.Body, c.env, then{next: func(*env) value { return nil }})
		e.vars[s.Name] = ev.decorated(s.Decorators, c, e)
	case *python.Import:
		for _, n := range s.Names {
			path, name := n.Name, n.As
			if name == "" {
				name = firstComponent(n.Name)
				if s.From == "" {
					path = name
				}
			}
			if s.From != "" {
				path = s.From + "." + n.Name
			}
			e.vars[name] = symbol(path)
		}
	}
}

// function defines one. A method does not see the names of its class, but the same environment is
// used for both: a method that reads a name of the class without `self` is read, and fails in Python.
func (ev *evaluator) function(s *python.Func, e *env) {
	f := &closure{name: s.Name, span: s.Span, params: s.Params, body: s.Body, env: e}
	f.defaults = ev.defaults(s.Params, e)
	e.vars[s.Name] = ev.decorated(s.Decorators, f, e)
}

func (ev *evaluator) defaults(params []python.Param, e *env) []value {
	all := make([]value, len(params))
	for i, p := range params {
		if p.Default != nil {
			all[i] = ev.eval(p.Default, e)
		}
	}
	return all
}

func (ev *evaluator) decorated(decorators []python.Expr, v value, e *env) value {
	for i := len(decorators) - 1; i >= 0; i-- {
		d := ev.eval(decorators[i], e)
		if b, ok := d.(*builtin); ok {
			v = ev.apply(decorators[i], b, &call{at: decorators[i], args: []value{v}})
		}
	}
	return v
}

// branch evaluates an `if`; an undecided one both ways. An exception on one way is part of the result
// of that way.
func (ev *evaluator) branch(s *python.If, e *env, after then) value {
	test := ev.truth(s.Test, ev.eval(s.Test, e))
	if ev.raised {
		return ev.exception(s.Span)
	}
	if known, yes := decided(test); known {
		if yes {
			return ev.block(s.Then, e, after)
		}
		return ev.block(s.Else, e, after)
	}
	ev.depth++
	yes := ev.block(s.Then, e.clone(), after)
	ev.raised = false
	no := ev.block(s.Else, e.clone(), after)
	ev.raised = false
	ev.depth--
	return ev.merge(s.Test, test, yes, no)
}

// merge is the value of two ways: test and a, or not test and b. Where one of them is True or False the
// other is enough; `not test` is left out beside a that is True, since test or b is the same. A match
// for which a check raises an exception is not accepted: raised is false as a truth value.
func (ev *evaluator) merge(at python.Expr, test *pattern.Condition, yes, no value) value {
	a, b := truthOf(yes), truthOf(no)
	switch {
	case a != nil && b != nil:
		if known, yes := decided(a); known && yes {
			return either(test, b)
		}
		if known, yes := decided(b); known && yes {
			return either(not(test), a)
		}
		return either(both(test, a), both(not(test), b))
	case same(yes, no):
		return yes
	case ev.callback:
		return branch{test, yes, no}
	}
	return ev.unknown(at, "which way `%s` goes is not known", ev.text(at))
}

// forLoop evaluates the body for each item, unrolled: an undecided branch in it goes on to the next item
// on each way. `else` follows the last item, and `break` passes over it.
func (ev *evaluator) forLoop(s *python.For, e *env, after then) value {
	iter := ev.eval(s.Iter, e)
	items, ok := itemsOf(iter)
	if !ok {
		return ev.skipLoop(s.Iter, s.Body, s.Else, s.Target, e, after)
	}
	var loop func(i int, e *env) value
	loop = func(i int, e *env) value {
		if i == len(items) {
			return ev.block(s.Else, e, after)
		}
		ev.assign(s.Target, items[i], e)
		next := func(e *env) value { return loop(i+1, e) }
		return ev.block(s.Body, e, then{next, after.next, next})
	}
	return loop(0, e)
}

// whileLoop evaluates the body as often as its condition is known to hold. Steps end it.
func (ev *evaluator) whileLoop(s *python.While, e *env, after then) value {
	if !ev.step() {
		return ev.unknown(s.Test, "the loop takes too many steps")
	}
	known, yes := decided(ev.truth(s.Test, ev.eval(s.Test, e)))
	switch {
	case ev.raised:
		return ev.exception(s.Span)
	case !known:
		return ev.skipLoop(s.Test, s.Body, s.Else, nil, e, after)
	case !yes:
		return ev.block(s.Else, e, after)
	}
	next := func(e *env) value { return ev.whileLoop(s, e, after) }
	return ev.block(s.Body, e, then{next, after.next, next})
}

// skipLoop passes over a loop of which nothing is known: the variables that it assigns are unknown
// after it. Where it returns nothing but False, a function that returns True returns
// from after it, so that the conditions there are necessary:
//
//	for x in unknown: if bad(x): return False
//	return C
//
// accepts only what C accepts. With an `else`, which a `break` passes over, it is not so.
func (ev *evaluator) skipLoop(at python.Expr, body, otherwise []python.Stmt, target python.Expr, e *env, after then) value {
	skipped := ev.unknown(at, "the loop on `%s` is not evaluated", ev.text(at))
	l := loopBody{ev: ev, e: e, skipped: skipped, onlyFalse: otherwise == nil}
	if target != nil {
		ev.assign(target, skipped, e)
	}
	l.visit(body)
	if !l.onlyFalse {
		return skipped
	}
	rest := after.next(e)
	if t := truthOf(rest); t != nil {
		return both(doubtOf(skipped.why), t)
	}
	return skipped
}

// A loopBody finds what a loop that is not evaluated may do: what it assigns and changes, and whether
// it returns anything but False.
type loopBody struct {
	ev        *evaluator
	e         *env
	skipped   *unknown
	onlyFalse bool
}

func (l *loopBody) visit(body []python.Stmt) {
	for _, s := range body {
		switch s := s.(type) {
		case *python.Return:
			n, ok := s.X.(*python.Name)
			l.onlyFalse = l.onlyFalse && ok && n.ID == "False"
		case *python.Assign:
			for _, t := range s.Targets {
				l.ev.assign(t, l.skipped, l.e)
			}
		case *python.AugAssign:
			l.ev.assign(s.Target, l.skipped, l.e)
		case *python.If:
			l.visit(s.Then)
			l.visit(s.Else)
		case *python.For:
			l.ev.assign(s.Target, l.skipped, l.e)
			l.visit(s.Body)
			l.visit(s.Else)
		case *python.While:
			l.visit(s.Body)
			l.visit(s.Else)
		case *python.Simple:
		case *python.ExprStmt:
			l.changes(s.X)
		default:
			l.onlyFalse = false
		}
	}
}

// changes makes the object of a called method unknown.
func (l *loopBody) changes(x python.Expr) {
	if c, ok := x.(*python.Call); ok {
		if a, ok := c.F.(*python.Attribute); ok {
			spoil(l.ev.eval(a.X, l.e), l.skipped)
		}
	}
}

func isCondition(v value) bool {
	_, ok := v.(*pattern.Condition)
	return ok
}

// itemsOf are the items of something that a loop goes through.
func itemsOf(v value) ([]value, bool) {
	switch v := v.(type) {
	case *list:
		return v.items, v.unknown == nil
	case *dict:
		return v.keys, v.unknown == nil
	case string:
		var all []value
		for _, r := range v {
			all = append(all, string(r))
		}
		return all, true
	}
	return nil, false
}
