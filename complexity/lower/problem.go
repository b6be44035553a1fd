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
	numerals []numeral // whose digits its bounds may have, as symbols behind the parameters
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
// over the parameters and, behind these, half of the parameter halved, rounded down, and what the
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

// An abstraction puts parameters in the place of the numbers of some arguments.
type abstraction struct {
	*machine
	name  string
	forms []linear.Form // of the parameters
	// whole are the numbers that were met, and own how these are written over the parameters.
	whole, own []linear.Form
	raw        []linear.Form // the parameters as the path has computed them
}

// abstract is a value over parameters; at is where it stands in the arguments.
func (a *abstraction) abstract(v value, at string) value {
	w := a.widened[a.name+at]
	if w == asUnknown {
		return nil
	}
	switch v := v.(type) {
	case num:
		return a.number(v.Form, w)
	case *tuple:
		return &tuple{a.all(v.elems, at)}
	case *data:
		if w == asChain && len(v.fields) > 0 {
			c := a.folded(v)
			if c == nil {
				return nil
			}
			return a.chain(c, at)
		}
		if c := a.absorbed(v); c != nil {
			return a.chain(c, at)
		}
		return &data{v.name, a.all(v.fields, at), v.size}
	case *chain:
		return a.chain(v, at)
	case *function:
		g := *v
		g.around = a.scope(v.around, at)
		return &g
	}
	return v
}

func (a *abstraction) all(vs []value, at string) []value {
	all := make([]value, len(vs))
	for i, v := range vs {
		all[i] = a.abstract(v, fmt.Sprintf("%s.%d", at, i))
	}
	return all
}

func (a *abstraction) scope(s *scope, at string) *scope {
	if s == nil {
		return nil
	}
	return &scope{s.name, a.abstract(s.value, at+"%"+s.name), a.scope(s.outer, at)}
}

func (a *abstraction) chain(c *chain, at string) value {
	n := a.abstract(num{c.n}, at+".n")
	if n == nil {
		return nil
	}
	d := &chain{name: c.name, spine: c.spine, fields: a.all(c.fields, at), n: n.(num).Form, end: a.abstract(c.end, at+".end")}
	if d.n.IsZero() {
		return d.end
	}
	return d
}

// number is a number over parameters: a constant, the sum of a parameter that is there and a
// constant, or a new one.
func (a *abstraction) number(f linear.Form, w widening) value {
	own := linear.Form{}.Plus(f.Of(index), linear.Variable(index))
	raw := f.Without(index)
	f = a.set.Now(raw)
	if f.IsNumber() && w < asPositive {
		return num{f.Plus(1, own)}
	}
	for i, known := range a.forms {
		if w >= asOwn {
			break
		}
		if d := f.Minus(a.whole[i]); d.IsNumber() && !known.IsNumber() {
			return num{a.own[i].Plus(1, d).Plus(1, own)}
		}
	}
	if one := linear.Number(1); w == asPositive && a.set.Natural(f.Minus(one)) {
		return num{a.parameter(raw.Minus(one), f, linear.Variable(len(a.forms)+1).Plus(1, one)).Plus(1, own)}
	}
	if !a.atLeast(f, linear.Form{}) { // it is -1 - p for a natural p
		return num{a.parameter(linear.Number(-1).Minus(raw), f, linear.Number(-1).Minus(linear.Variable(len(a.forms)+1))).Plus(1, own)}
	}
	return num{a.parameter(raw, f, linear.Variable(len(a.forms)+1)).Plus(1, own)}
}

// parameter makes a new one, for a form that is written in another way over parameters.
func (a *abstraction) parameter(is, whole, written linear.Form) linear.Form {
	a.forms = append(a.forms, a.set.Now(is))
	a.raw = append(a.raw, is)
	a.whole = append(a.whole, a.set.Now(whole))
	a.own = append(a.own, written)
	return written
}

// order makes parameters of those numbers in a value of which one is known to be no less than
// another: of the lesser one, and of the difference.
func (a *abstraction) order(v value) {
	var forms []linear.Form
	seen := map[string]bool{}
	raw := map[string]linear.Form{}
	mapped(v, func(f linear.Form) linear.Form {
		was := f.Without(index)
		f = a.set.Now(was)
		if k := keyOf(num{f}); !f.IsNumber() && !seen[k] && a.set.Natural(f) {
			seen[k] = true
			raw[k] = was
			forms = append(forms, f)
		}
		return f
	})
	for i, less := range forms {
		for j, more := range forms {
			d := a.set.Now(more.Minus(less))
			if i == j || d.IsNumber() || !a.set.Natural(d) || len(a.forms) > 0 {
				continue
			}
			low, high := raw[keyOf(num{less})], raw[keyOf(num{more})]
			first := a.parameter(low, less, linear.Variable(1))
			a.parameter(high.Minus(low), more, first.Plus(1, linear.Variable(2)))
		}
	}
}

// pruned leaves out the parameters that do not occur.
func (a *abstraction) pruned(whole *tuple) *tuple {
	used := make([]bool, len(a.forms)+1)
	mapped(whole, func(f linear.Form) linear.Form {
		for _, t := range f.Terms {
			used[t.Of] = true
		}
		return f
	})
	var forms, raw, now []linear.Form
	for i := range a.forms {
		now = append(now, linear.Variable(len(forms)+1))
		if used[i+1] {
			forms, raw = append(forms, a.forms[i]), append(raw, a.raw[i])
		}
	}
	a.forms, a.raw = forms, raw
	return mapped(whole, func(f linear.Form) linear.Form { return replaced(f, now) }).(*tuple)
}

// absorbed is a chain with the constructor in front of it, if that is like the others; nil where
// it is not.
func (m *machine) absorbed(d *data) *chain {
	for i, f := range d.fields {
		c, ok := f.(*chain)
		if !ok || c.name != d.name || c.spine != i {
			continue
		}
		longer := *c
		longer.n = c.n.Plus(1, linear.Number(1))
		first := longer.first()
		for k := range d.fields {
			if k != i && !m.same(first.fields[k], d.fields[k]) {
				return nil
			}
		}
		return &longer
	}
	return nil
}

// folded is data as a chain, with unknown fields where they differ; nil where it is none.
func (m *machine) folded(d *data) *chain {
	if len(d.fields) == 0 {
		return nil
	}
	if c := m.absorbed(d); c != nil {
		return c
	}
	for i := len(d.fields) - 1; i >= 0; i-- {
		var rest *chain
		switch f := d.fields[i].(type) {
		case *chain:
			rest = f
		case *data:
			if len(f.fields) == 0 {
				fields := make([]value, len(d.fields))
				copy(fields, d.fields)
				fields[i] = nil
				return &chain{d.name, i, fields, linear.Number(1), f}
			}
			rest = m.folded(f)
		}
		if rest == nil || rest.name != d.name || rest.spine != i {
			continue
		}
		longer := *rest
		longer.n = rest.n.Plus(1, linear.Number(1))
		longer.fields = make([]value, len(d.fields))
		for k := range d.fields {
			if k != i {
				longer.fields[k] = m.fitted(rest, k, d.fields[k])
			}
		}
		return &longer
	}
	return nil
}

// fitted is field k of a chain with one more constructor in front; unknown where there is no
// form for all.
func (m *machine) fitted(rest *chain, k int, v value) value {
	at := rest.n.Plus(1, linear.Number(1))
	if m.same(element(rest.fields[k], at), v) {
		return rest.fields[k]
	}
	if !rest.n.Equal(linear.Number(1)) {
		return nil
	}
	return m.line(element(rest.fields[k], linear.Number(1)), v)
}

// line is the value that is x for index 1 and y for 2.
func (m *machine) line(x, y value) value {
	switch x := x.(type) {
	case num:
		if y, ok := y.(num); ok {
			if d := m.set.Now(y.Form.Minus(x.Form)); d.IsNumber() {
				return num{x.Form.Minus(d).Plus(d.Const, linear.Variable(index))}
			}
		}
	case *tuple:
		if y, ok := y.(*tuple); ok && len(x.elems) == len(y.elems) {
			all := make([]value, len(x.elems))
			for i := range all {
				all[i] = m.line(x.elems[i], y.elems[i])
			}
			return &tuple{all}
		}
	}
	if x != nil && m.same(x, y) {
		return x
	}
	return nil
}

// same reports whether two values are known to be the same on the path. What is unknown is the
// same as everything in x alone.
func (m *machine) same(x, y value) bool {
	switch x := x.(type) {
	case nil:
		return true
	case num:
		y, ok := y.(num)
		return ok && m.set.Now(x.Form.Minus(y.Form)).IsZero()
	case truth:
		return x == y
	case *tuple:
		y, ok := y.(*tuple)
		return ok && m.sameAll(x.elems, y.elems)
	case *data:
		switch y := y.(type) {
		case *data:
			return x.name == y.name && m.sameAll(x.fields, y.fields)
		case *chain:
			if n := m.set.Now(y.n); n.IsZero() {
				return m.same(x, y.end)
			} else if m.set.Natural(n.Minus(linear.Number(1))) {
				return m.same(x, y.first())
			}
		}
		return false
	case *chain:
		return m.sameChain(x, y)
	}
	return false
}

func (m *machine) sameAll(xs, ys []value) bool {
	for i := range xs {
		if i >= len(ys) || !m.same(xs[i], ys[i]) {
			return false
		}
	}
	return len(xs) == len(ys)
}

// maxUnfolded is how long chains are that are compared element by element.
const maxUnfolded = 16

func (m *machine) sameChain(x *chain, y value) bool {
	n := m.set.Now(x.n)
	if n.IsZero() {
		return m.same(x.end, y)
	}
	switch y := y.(type) {
	case *chain:
		if d := n.Minus(m.set.Now(y.n)); d.IsZero() {
			if x.name != y.name || x.spine != y.spine {
				return false
			}
			if m.sameAll(x.fields, y.fields) && m.same(x.end, y.end) {
				return true
			}
			return n.IsNumber() && n.Const < maxUnfolded && m.same(x.first(), y.first())
		}
	case *data:
		if m.set.Natural(n.Minus(linear.Number(1))) && y.name == x.name {
			return m.same(x.first(), y)
		}
	}
	return false
}
