package lower

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/complexity/constraint"
	"github.com/fraccheck/fraccheck/complexity/linear"
)

// A problem is the calls of a recursive function on values of one shape, over the parameters
// 1 to count, which are natural.
type problem struct {
	function *function
	args     []value
	count    int
	goal     []linear.Form // the parameters of the first call, over the symbols of its path
	paths    []path
	results  []result  // what it gives; none where nothing is known
	numerals []numeral // whose digits its bounds may have, as symbols after the parameters
	bounds   [metrics]polynomial
	known    bool // the bounds are final
	number   int  // in the order of discovery, from 1 on
	low      int  // the least number that is reached from it
	open     bool // it is on the stack
}

// A path is what one outcome of all conditions in a body costs.
type path struct {
	set  constraint.Set
	cost [metrics]int64
	uses []use
}

// A use is a call of a problem.
type use struct {
	*problem
	args []linear.Form
}

// A result is what a problem gives where forms over its parameters are at least 0. The value is
// over the parameters and, after these, half of the parameter halved, rounded down, and what the
// division leaves.
type result struct {
	where  []linear.Form
	value  value
	halved int // 0 where nothing is
}

// A widening is what becomes of a part of the arguments of a function, so that its calls are
// of few shapes.
type widening int

const (
	asPositive  widening = iota + 1 // a number, which is taken to be above 0 where it is known to be
	asParameter                     // a number
	asOwn                           // a number, whatever others are
	asChain                         // explicit constructors
	asUnknown
)

// Limits of an analysis.
const (
	maxProblems = 40
	maxShapes   = 4 // of the arguments of one function, before all that differs is given up
	maxCount    = 6 // parameters of a problem
	maxPaths    = 300
)

// use is a call of a recursive function.
func (m *machine) use(f *function, args []value) value {
	a := &abstraction{machine: m, name: fmt.Sprintf("%p/%d", f.item, f.body)}
	everything := &tuple{[]value{f, &tuple{args}}}
	a.order(everything)
	whole := a.pruned(a.abstract(everything, "").(*tuple))
	q := m.problemOf(a.name, whole, a.raw)
	m.uses = append(m.uses, use{q, a.forms})
	if q.open {
		m.caller.low = min(m.caller.low, q.low)
	}
	return m.outcome(q, a.forms)
}

// outcome is what a problem gives for some parameters.
func (m *machine) outcome(q *problem, args []linear.Form) value {
	if len(q.results) == 0 {
		return nil
	}
	at := 0
	if len(q.results) > 1 {
		at = -1
		for i, r := range q.results[:len(q.results)-1] {
			if m.chosen(r, args) {
				at = i
				break
			}
		}
		if at < 0 {
			at = len(q.results) - 1
		}
	}
	r := q.results[at]
	for _, w := range r.where {
		m.assume(replaced(w, args), linear.Form{})
	}
	v, ok := m.at(r, args)
	if !ok {
		return nil
	}
	return v
}

// at is the value of a result for some parameters. Whether one that is halved is even is decided.
func (m *machine) at(r result, args []linear.Form) (v value, ok bool) {
	if r.halved > 0 {
		of := m.set.Now(args[r.halved-1])
		if !m.set.Natural(of) {
			return nil, false
		}
		half, rest := m.set.Divide(of, 2)
		if m.atLeast(rest, linear.Number(1)) {
			rest = linear.Number(1)
		} else {
			rest = linear.Form{}
		}
		args = append(slices.Clone(args), half, rest)
	}
	return mapped(r.value, func(a linear.Form) linear.Form { return replaced(a, args) }), true
}

// chosen decides whether a result is the one for some parameters.
func (m *machine) chosen(r result, args []linear.Form) bool {
	for _, w := range r.where {
		if !m.atLeast(replaced(w, args), linear.Form{}) {
			return false
		}
	}
	return true
}

// replaced puts forms in the place of parameters.
func replaced(a linear.Form, args []linear.Form) linear.Form {
	sum := linear.Number(a.Const)
	for _, t := range a.Terms {
		if t.Of == index {
			sum = sum.Plus(t.Coef, linear.Variable(index))
		} else {
			sum = sum.Plus(t.Coef, args[t.Of-1])
		}
	}
	return sum
}

// problemOf finds or begins a problem.
func (a *analysis) problemOf(name string, whole *tuple, goal []linear.Form) *problem {
	var b strings.Builder
	fmt.Fprintf(&b, "%s/%d", name, len(goal))
	write(&b, whole)
	if q := a.problems[b.String()]; q != nil {
		return q
	}
	if len(a.problems) >= maxProblems || len(goal) > maxCount {
		panic(unknown)
	}
	a.widen(name, whole)
	q := &problem{function: whole.elems[0].(*function), args: whole.elems[1].(*tuple).elems, count: len(goal), goal: goal, number: len(a.problems) + 1}
	a.problems[b.String()] = q
	a.shapes[name] = append(a.shapes[name], whole)
	if !a.failed[b.String()] {
		q.results = a.guessOnce(q, b.String())
	}
	a.explore(q, b.String())
	return q
}

// widen gives up differences between the shapes of a function's arguments, and begins again
// where there are any to be given up.
func (a *analysis) widen(name string, whole *tuple) {
	shapes := a.shapes[name]
	for _, other := range shapes {
		if w := a.differing(name, other, whole, "", len(shapes) >= maxShapes); w {
			panic(again)
		}
	}
}

// differing notes what is to be given up for two values to be of one shape: numbers where
// nothing else differs, all where thorough.
func (a *analysis) differing(name string, x, y value, at string, thorough bool) bool {
	found := map[string]widening{}
	alike := compare(x, y, at, found)
	if !alike && !thorough || len(found) == 0 {
		return false
	}
	changed := false
	for at, w := range found {
		key := name + at
		if w == asOwn && a.widened[key] == asPositive {
			w = asParameter
		}
		if a.widened[key] < w {
			a.widened[key] = w
			changed = true
		}
	}
	return changed
}

// compare notes where two values differ; alike is false where not only numbers do.
func compare(x, y value, at string, found map[string]widening) (alike bool) {
	switch x := x.(type) {
	case num:
		if y, ok := y.(num); ok {
			if x.Of(index) != y.Of(index) {
				found[at] = max(found[at], asUnknown)
				return false
			}
			switch a, b := x.Form.Without(index), y.Form.Without(index); {
			case a.Equal(b):
			case a.IsNumber() || b.IsNumber():
				found[at] = max(found[at], asPositive)
			case a.Const != b.Const || len(a.Terms) != len(b.Terms):
				found[at] = max(found[at], asOwn)
			}
			return true
		}
	case *tuple:
		if y, ok := y.(*tuple); ok && len(x.elems) == len(y.elems) {
			return compareAll(x.elems, y.elems, at, found)
		}
	case *data:
		if y, ok := y.(*data); ok && x.name == y.name && len(x.fields) == len(y.fields) {
			return compareAll(x.fields, y.fields, at, found)
		}
		if isData(y) {
			found[at] = max(found[at], asChain)
			return false
		}
	case *chain:
		if y, ok := y.(*chain); ok && x.name == y.name && x.spine == y.spine {
			alike = compareAll(x.fields, y.fields, at, found)
			alike = compare(num{x.n}, num{y.n}, at+".n", found) && alike
			return compare(x.end, y.end, at+".end", found) && alike
		}
		if isData(y) {
			found[at] = max(found[at], asChain)
			return false
		}
	case *function:
		if y, ok := y.(*function); ok && x.item == y.item && x.body == y.body && x.constructor == y.constructor {
			return compareScopes(x.around, y.around, at, found)
		}
	case truth:
		if y, ok := y.(truth); ok && x == y {
			return true
		}
	case nil:
		if y == nil {
			return true
		}
	case *opaque:
		if _, ok := y.(*opaque); ok {
			return true
		}
	}
	found[at] = max(found[at], asUnknown)
	return false
}

func isData(v value) bool {
	switch v.(type) {
	case *data, *chain:
		return true
	}
	return false
}

func compareAll(xs, ys []value, at string, found map[string]widening) bool {
	alike := true
	for i := range xs {
		alike = compare(xs[i], ys[i], fmt.Sprintf("%s.%d", at, i), found) && alike
	}
	return alike
}

func compareScopes(x, y *scope, at string, found map[string]widening) bool {
	alike := true
	for ; x != nil && y != nil; x, y = x.outer, y.outer {
		alike = compare(x.value, y.value, at+"%"+x.name, found) && alike
	}
	return alike
}
