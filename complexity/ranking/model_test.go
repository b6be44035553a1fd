package ranking_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// A model is a random program of definitions on int8 and on lists, of which nothing
// matters but which calls are made: all of its states can be looked at.
type model struct {
	defs []modelDef
	// failing runs go on for ever, for those who ask for values.
	failing bool
}

type modelDef struct {
	ints, lists int
	body        *modelBody
}

// A modelBody is a tree of decisions with calls at its leaves.
type modelBody struct {
	op         string // a comparison of a and b; "match" of list number list; "" for a leaf
	a, b       modelInt
	list       int
	then, rest *modelBody // of a match: of Nil, of Cons
	calls      []modelCall
}

type modelCall struct {
	to    int
	ints  []modelInt
	lists []modelList
}

// A modelInt is an integer: variable a, then op with b or k.
type modelInt struct {
	op   string // "", "k", "+", "-", "v+", "v-", "/", "mod"
	a, b int
	k    int8
}

// A modelList is a list: a variable, with some elements in front, or Nil.
type modelList struct {
	v     int // -1 for Nil
	front int
}

// A state is a definition with its arguments; lists are their lengths.
type state struct {
	def   int
	ints  [2]int8
	lists [2]int8
}

func newModel(r *rand.Rand) *model {
	m := &model{}
	for range 1 + r.IntN(3) {
		d := modelDef{ints: r.IntN(3), lists: r.IntN(3)}
		if d.ints+d.lists == 0 {
			d.ints = 1
		}
		m.defs = append(m.defs, d)
	}
	for i := range m.defs {
		d := &m.defs[i]
		d.body = m.randomBody(r, d.ints, d.lists, 2+r.IntN(2))
	}
	return m
}

func (m *model) randomBody(r *rand.Rand, ints, lists, depth int) *modelBody {
	switch {
	case depth == 0 || r.IntN(6) == 0:
		b := &modelBody{}
		for range r.IntN(3) {
			b.calls = append(b.calls, m.randomCall(r, ints, lists))
		}
		return b
	case lists > 0 && (ints == 0 || r.IntN(2) == 0):
		b := &modelBody{op: "match", list: r.IntN(lists)}
		b.then, b.rest = m.randomBody(r, ints, lists, depth-1-r.IntN(depth)), m.randomBody(r, ints, lists+1, depth-1)
		return b
	}
	b := &modelBody{op: []string{"==", "!=", "<", "<=", ">", ">="}[r.IntN(6)], a: modelInt{a: r.IntN(ints)}}
	b.b = modelInt{op: "k", k: int8(r.IntN(5) - 1)}
	if r.IntN(2) == 0 {
		b.b = modelInt{a: r.IntN(ints)}
	}
	b.then, b.rest = m.randomBody(r, ints, lists, depth-1), m.randomBody(r, ints, lists, depth-1)
	if r.IntN(2) == 0 {
		b.then = &modelBody{}
	}
	return b
}

func (m *model) randomCall(r *rand.Rand, ints, lists int) modelCall {
	c := modelCall{to: r.IntN(len(m.defs))}
	for range m.defs[c.to].ints {
		e := modelInt{op: "k", k: int8(r.IntN(7) - 2)}
		if ints > 0 && r.IntN(8) > 0 {
			e = modelInt{op: []string{"", "", "+", "-", "-", "-", "v+", "v-", "/", "mod"}[r.IntN(10)], a: r.IntN(ints), b: r.IntN(ints), k: int8(1 + r.IntN(5)/4)}
		}
		c.ints = append(c.ints, e)
	}
	for range m.defs[c.to].lists {
		l := modelList{v: -1}
		if lists > 0 && r.IntN(10) > 0 {
			l = modelList{r.IntN(lists), r.IntN(5) / 4}
			if r.IntN(2) == 0 {
				l.v = lists - 1
			}
		}
		c.lists = append(c.lists, l)
	}
	return c
}

// text writes the program.
func (m *model) text() string {
	var b strings.Builder
	for i, d := range m.defs {
		var params []string
		for j := range d.ints {
			params = append(params, fmt.Sprintf("%%n%d: int8", j))
		}
		for j := range d.lists {
			params = append(params, fmt.Sprintf("%%l%d: List[int32]", j))
		}
		fmt.Fprintf(&b, "def @m%d(%s) -> int8 { %s }\n", i, strings.Join(params, ", "), m.bodyText(d.body, d.lists))
	}
	return b.String()
}

func (m *model) bodyText(b *modelBody, lists int) string {
	switch b.op {
	case "":
		parts := []string{"1i8"}
		for _, c := range b.calls {
			parts = append(parts, m.callText(c))
		}
		return strings.Join(parts, " + ")
	case "match":
		return fmt.Sprintf("match (%%l%d) { Nil => %s, Cons(_, %%l%d) => %s }", b.list, m.bodyText(b.then, lists), lists, m.bodyText(b.rest, lists+1))
	}
	return fmt.Sprintf("if (%s %s %s) { %s } else { %s }", b.a.text(), b.op, b.b.text(), m.bodyText(b.then, lists), m.bodyText(b.rest, lists))
}

func (m *model) callText(c modelCall) string {
	var args []string
	for _, e := range c.ints {
		args = append(args, e.text())
	}
	for _, l := range c.lists {
		text := "Nil"
		if l.v >= 0 {
			text = fmt.Sprintf("%%l%d", l.v)
		}
		for range l.front {
			text = "Cons(1, " + text + ")"
		}
		args = append(args, text)
	}
	return fmt.Sprintf("@m%d(%s)", c.to, strings.Join(args, ", "))
}

func (e modelInt) text() string {
	switch e.op {
	case "k":
		return fmt.Sprintf("%di8", e.k)
	case "+", "-":
		return fmt.Sprintf("%%n%d %s %di8", e.a, e.op, e.k)
	case "v+", "v-":
		return fmt.Sprintf("%%n%d %s %%n%d", e.a, e.op[1:], e.b)
	case "/":
		return fmt.Sprintf("%%n%d / 2i8", e.a)
	case "mod":
		return fmt.Sprintf("mod(%%n%d, %%n%d)", e.a, e.b)
	}
	return fmt.Sprintf("%%n%d", e.a)
}

// value works an integer out; false where it fails.
func (e modelInt) value(ints []int8) (int8, bool) {
	switch e.op {
	case "k":
		return e.k, true
	case "+":
		return ints[e.a] + e.k, true
	case "-":
		return ints[e.a] - e.k, true
	case "v+":
		return ints[e.a] + ints[e.b], true
	case "v-":
		return ints[e.a] - ints[e.b], true
	case "/":
		return ints[e.a] / 2, true
	case "mod":
		if ints[e.b] == 0 {
			return 0, false
		}
		return int8(int(ints[e.a]) % int(ints[e.b])), true
	}
	return ints[e.a], true
}

func holdsBetween(op string, a, b int8) bool {
	return map[string]bool{"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]
}

// calls are the states that a state leads to, with the number of the call among
// those of its leaf; those after a failure are left out.
func (m *model) calls(s state) (next []state, leaf *modelBody) {
	d := m.defs[s.def]
	ints, lists := s.ints[:d.ints], append([]int8{}, s.lists[:d.lists]...)
	b := d.body
	for b.op != "" {
		if b.op == "match" {
			if lists[b.list] == 0 {
				b = b.then
			} else {
				lists = append(lists, lists[b.list]-1)
				b = b.rest
			}
			continue
		}
		x, _ := b.a.value(ints)
		y, _ := b.b.value(ints)
		if holdsBetween(b.op, x, y) {
			b = b.then
		} else {
			b = b.rest
		}
	}
	for _, c := range b.calls {
		t := state{def: c.to}
		for i, e := range c.ints {
			k, ok := e.value(ints)
			if !ok && m.failing {
				return append(next, s), b
			}
			if !ok {
				return next, b
			}
			t.ints[i] = k
		}
		for i, l := range c.lists {
			if l.v >= 0 {
				t.lists[i] = lists[l.v]
			}
			t.lists[i] += int8(l.front)
		}
		next = append(next, t)
	}
	return next, b
}

// How a run comes out: whether it ends, or that this was not found out.
const (
	runEnds = iota
	runsOn
	runUnclear
)

const longest = 30

// runs reports whether a run from a state ends: it does unless it comes to a state
// again that it is in, or to lists that are very long. known is what is known from
// other runs.
func (m *model) runs(start state, known map[state]int) int {
	type frame struct {
		at   state
		next []state
	}
	open := map[state]bool{}
	enter := func(s state) frame {
		open[s] = true
		next, _ := m.calls(s)
		return frame{s, next}
	}
	stack := []frame{enter(start)}
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if len(f.next) == 0 {
			known[f.at] = runEnds
			delete(open, f.at)
			stack = stack[:len(stack)-1]
			continue
		}
		s := f.next[0]
		f.next = f.next[1:]
		result, have := known[s]
		switch {
		case have && result == runEnds:
			continue
		case open[s]:
			result = runsOn
		case s.lists[0] > longest || s.lists[1] > longest || len(known) > 200_000:
			result = runUnclear
		case !have:
			stack = append(stack, enter(s))
			continue
		}
		for at := range open {
			known[at] = result
		}
		return result
	}
	return runEnds
}

// starts are states to begin with.
func (m *model) starts(r *rand.Rand, def, count int) []state {
	var all []state
	for i := range count {
		s := state{def: def}
		for j := range m.defs[def].ints {
			s.ints[j] = int8(r.IntN(256))
			if i%2 == 0 {
				s.ints[j] = []int8{-128, -127, -2, -1, 0, 1, 2, 3, 5, 126, 127}[r.IntN(11)]
			}
		}
		for j := range m.defs[def].lists {
			s.lists[j] = int8(r.IntN(5))
		}
		all = append(all, s)
	}
	return all
}
