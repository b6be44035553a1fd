package lower

import (
	"github.com/fraccheck/fraccheck/complexity/constraint"
	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/treewalk"
)

// The reasons for which an evaluation ends early.
type stop int

const (
	impossible stop = iota // no arguments take this path
	unknown                // the machine does not know what the program does, or it may fault
	undecided              // a run with numbers comes to a condition that they do not decide
	again                  // what is assumed of a problem has changed
)

// The metrics, as treewalk.Cost counts them.
const (
	work = iota
	tick
	memory
	metrics
)

// A machine evaluates one path through a body, with linear forms in the place of numbers. The
// rules by which it counts are those of treewalk.Cost.
//
// The invariant: let ρ be naturals for the symbols that satisfy set, and let each unknown value be
// any value of its type. If the run on these takes the outcomes in choices, its values are those of the
// machine at ρ, and it has cost cost and what the calls in uses cost. All outcomes of a condition that
// the forms do not decide are followed, and a bound must hold on all of them: so a path that no
// run takes makes a bound lower at most, and only what is proved impossible is left out.
type machine struct {
	*analysis
	item    *syntax.Item // whose tree is walked
	set     constraint.Set
	choices []int // which outcome each open condition has
	options []int // how many each of these has
	cost    [metrics]int64
	uses    []use
	depth   int
	numbers bool // it runs with numbers alone, and evaluates calls of problems, too
	caller  *problem
}

// choose is the outcome of an open condition of so many.
func (m *machine) choose(options int) int {
	if m.numbers {
		panic(undecided)
	}
	at := len(m.options)
	if m.options = append(m.options, options); at == len(m.choices) {
		m.choices = append(m.choices, 0)
	}
	return m.choices[at]
}

// next are the choices of the next path; nil after the last.
func (m *machine) next() []int {
	choices := m.choices[:len(m.options)]
	for i := len(choices) - 1; i >= 0; i-- {
		if choices[i]+1 < m.options[i] {
			choices[i]++
			return choices[:i+1]
		}
	}
	return nil
}

// atLeast decides whether a ≥ b on the path.
func (m *machine) atLeast(a, b linear.Form) bool {
	d := m.set.Now(a.Minus(b))
	switch {
	case m.set.Natural(d):
		return true
	case m.set.Natural(linear.Number(-1).Minus(d)):
		return false
	case m.choose(2) == 0:
		m.assume(a, b)
		return true
	}
	m.assume(b, a.Plus(1, linear.Number(1)))
	return false
}

// assume notes that a ≥ b.
func (m *machine) assume(a, b linear.Form) {
	if !m.set.AtLeast(a, b) {
		panic(impossible)
	}
}

// equal decides whether a = b on the path.
func (m *machine) equal(a, b linear.Form) bool {
	if !m.atLeast(a, b) || !m.atLeast(b, a) {
		return false
	}
	if !m.set.Equate(a, b) {
		panic(impossible)
	}
	return true
}

// compare is the value of a comparison; nil where it is not known.
func (m *machine) compare(operator string, x, y value) value {
	a, okA := x.(num)
	b, okB := y.(num)
	if !okA || !okB {
		return m.compareTruths(operator, x, y)
	}
	switch operator {
	case "<":
		return truth(!m.atLeast(a.Form, b.Form))
	case "<=":
		return truth(m.atLeast(b.Form, a.Form))
	case ">":
		return truth(!m.atLeast(b.Form, a.Form))
	case ">=":
		return truth(m.atLeast(a.Form, b.Form))
	case "==":
		return truth(m.equal(a.Form, b.Form))
	}
	return truth(!m.equal(a.Form, b.Form))
}

func (m *machine) compareTruths(operator string, x, y value) value {
	a, okA := x.(truth)
	b, okB := y.(truth)
	switch {
	case okA && okB && operator == "==":
		return truth(a == b)
	case okA && okB && operator == "!=":
		return truth(a != b)
	}
	return nil
}

// holds decides a truth value; one that is not known may be both.
func (m *machine) holds(v value) bool {
	if t, ok := v.(truth); ok {
		return bool(t)
	}
	return m.choose(2) == 0
}

// step counts what is evaluated, and ends what takes too long.
func (m *machine) step() {
	if m.spend(1); m.depth > maxDepth {
		panic(unknown)
	}
}

// spend counts steps, and ends what takes too many.
func (a *analysis) spend(steps int) {
	if a.steps -= steps; a.steps < 0 {
		panic(unknown)
	}
}

// maxDepth is how deep expressions and calls are nested.
const maxDepth = 2000

// call applies a function.
func (m *machine) call(f value, args []value) value {
	switch f := f.(type) {
	case *opaque:
		m.cost[work]++
		return f.result
	case *function:
		if f.constructor != "" {
			return m.construct(f.constructor, args)
		}
		m.cost[work]++
		if len(args) != len(f.params) {
			panic(unknown)
		}
		if !m.numbers && m.recursive(m.program, f) {
			return m.use(f, args)
		}
		return m.enter(f, args)
	}
	m.cost[work]++
	return nil
}

// enter evaluates the body of a function.
func (m *machine) enter(f *function, args []value) value {
	m.depth++
	m.step()
	item := m.item
	m.item = f.item
	if f.definition {
		m.cost[tick]++
	}
	s := f.around
	if f.self != "" {
		s = &scope{f.self, f, s}
	}
	for i, p := range f.params {
		inner, fits := m.bind(m.item.Param(p).Pattern, args[i], s)
		if !fits {
			panic(unknown)
		}
		s = inner
	}
	v := m.expr(f.body, s)
	m.item = item
	m.depth--
	return v
}

// word is the size of a pointer.
const word = 8

func (m *machine) construct(name string, fields []value) value {
	m.cost[work]++
	if len(fields) > 0 {
		m.cost[memory] += word * int64(len(fields)+1)
	}
	return bounded(&data{name, fields, sizeOfAll(fields)})
}

// bind holds a value to a pattern; fits is decided.
func (m *machine) bind(n syntax.NodeID, v value, s *scope) (inner *scope, fits bool) {
	t := m.item
	switch t.Kind(n) {
	case syntax.PatWild:
		return s, true
	case syntax.PatVar:
		return &scope{bare(t.SourceText(n)), v, s}, true
	case syntax.PatName:
		name := t.SourceText(n)
		if _, ok := m.program.Constructor(t, name); !ok {
			return &scope{name, v, s}, true
		}
		_, fits = m.opened(v, name, 0)
		return s, fits
	case syntax.PatParen:
		return m.bind(t.Inner(n), v, s)
	case syntax.PatTyped:
		return m.bind(t.PatTyped(n).Pattern, v, s)
	case syntax.PatTuple:
		kids := t.Kids(n)
		parts := make([]value, len(kids))
		if w, ok := v.(*tuple); ok {
			parts = w.elems
		}
		return m.bindAll(kids, parts, s)
	case syntax.PatCons:
		p := t.PatCons(n)
		fields, fits := m.opened(v, t.SourceText(p.Name), len(p.Args))
		if !fits {
			return s, false
		}
		return m.bindAll(p.Args, fields, s)
	case syntax.PatLit:
		return s, m.literal(t.Inner(n), v)
	}
	panic(unknown)
}

func (m *machine) bindAll(ns []syntax.NodeID, parts []value, s *scope) (*scope, bool) {
	for i, n := range ns {
		if i >= len(parts) {
			panic(unknown)
		}
		inner, fits := m.bind(n, parts[i], s)
		if !fits {
			return s, false
		}
		s = inner
	}
	return s, true
}

// opened are the fields of a value if its outermost constructor has a name, which is decided. A chain
// with n ≥ 1 is its constructor around a chain with n - 1, and with n = 0 its end.
func (m *machine) opened(v value, name string, fields int) ([]value, bool) {
	switch v := v.(type) {
	case *data:
		return v.fields, v.name == name
	case *chain:
		if !m.atLeast(v.n, linear.Number(1)) {
			m.set.Equate(v.n, linear.Form{})
			return m.opened(v.end, name, fields)
		}
		return v.first().fields, v.name == name
	case nil:
		return make([]value, fields), m.choose(2) == 0
	}
	panic(unknown)
}

// literal decides whether a value is that of a literal.
func (m *machine) literal(n syntax.NodeID, v value) bool {
	text := m.item.SourceText(n)
	if m.item.Kind(n) == syntax.Bool {
		want := text == "True" || text == "true"
		if b, ok := v.(truth); ok {
			return bool(b) == want
		}
		return m.choose(2) == 0
	}
	want, ok := treewalk.Integer(m.item.NumberText(n))
	if !ok {
		panic(unknown)
	}
	if x, ok := v.(num); ok {
		return m.equal(x.Form, linear.Number(want.I))
	}
	return m.choose(2) == 0
}
