package facts

import (
	"fmt"
	"runtime/debug"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// maxRuns is how often a definition is looked at until the facts of its
// component must have come to rest.
const maxRuns = 200

// What all definitions of a component may be looked at together: facts of hundreds of
// definitions that call each other grow by each other for very long.
const (
	maxLooks  = 2000
	looksEach = 8
)

// A fixpoint finds the facts of definitions that call each other: each begins
// with the least one, and is looked at again when one that it names has grown.
type fixpoint struct {
	*table
	members []member
	place   map[int32]int         // of an item among the members; nil where there is one
	within  map[*syntax.Item]bool // the items; nil where nothing is recursive
	noted   map[noted]bool
}

// A member is one of the definitions.
type member struct {
	item    int32
	callers []int // those of the members that name it, by place
	fact    analysis.Fact
	found   *memo
	runs    int
}

// A noted read is one that is in a memo: later runs over the same item may
// ask for less, and what they find rests on what was asked before.
type noted struct {
	item     int32
	analyzer *analysis.Analyzer
	name     string
}

func newFixpoint(t *table, items []int32) *fixpoint {
	f := &fixpoint{table: t, members: make([]member, len(items))}
	if len(items) > 1 {
		f.place = make(map[int32]int, len(items))
	}
	component := &component{size: len(items)}
	for at, i := range items {
		f.members[at] = member{item: i, fact: t.analyzer.Facts.Least, found: &memo{component: component}}
		if f.place != nil {
			f.place[i] = at
		}
	}
	if f.connect() {
		f.within = make(map[*syntax.Item]bool, len(items))
		for _, i := range items {
			f.within[t.store.module.File().Item(int(i))] = true
		}
	}
	return f
}

// connect finds who names whom, and reports whether anybody names one of the members.
func (f *fixpoint) connect() (recursive bool) {
	for at := range f.members {
		for _, j := range f.store.calls.callees(f.members[at].item) {
			if callee := f.member(j); callee != nil {
				callee.callers, recursive = append(callee.callers, at), true
			}
		}
	}
	return recursive
}

// member is that of an item; nil for none.
func (f *fixpoint) member(i int32) *member {
	at, ok := 0, f.members[0].item == i
	if f.place != nil {
		at, ok = f.place[i]
	}
	if !ok {
		return nil
	}
	return &f.members[at]
}

// solve works with a queue of the definitions that are to be looked at.
func (f *fixpoint) solve() {
	queue, queued, looks := make([]int, len(f.members)), make([]bool, len(f.members)), 0
	for at := range queue {
		queue[at] = at
	}
	for len(queue) > 0 {
		m := &f.members[queue[0]]
		queued[queue[0]], queue = false, queue[1:]
		before := m.fact
		if f.look(m); f.ctx.Err() != nil {
			return
		}
		if looks++; m.runs > maxRuns || looks > maxLooks+looksEach*len(f.members) {
			f.giveUp()
			break
		}
		if m.fact.Equal(before) {
			continue
		}
		for _, caller := range m.callers {
			if !queued[caller] {
				queue, queued[caller] = append(queue, caller), true
			}
		}
	}
	f.keep()
}

// look runs the analyzer over one definition, but for those whose analysis has
// failed: their fact is Unknown, which cannot grow.
func (f *fixpoint) look(m *member) {
	if m.found.panic != nil {
		return
	}
	m.runs++
	if f.store.module.File().Item(int(m.item)).Body() == syntax.NoNode {
		m.fact = f.analyzer.Facts.Unknown
		return
	}
	f.run(m)
}

func (f *fixpoint) run(m *member) {
	defer func() {
		if r := recover(); r != nil {
			m.found.panic = &Panic{f.analyzer.Name, fmt.Sprint(r), string(debug.Stack())}
			m.fact = f.analyzer.Facts.Unknown
		}
	}()
	i := int(m.item)
	if f.store.observe != nil {
		done, ok := f.store.observe(i)
		if !ok {
			m.fact = f.analyzer.Facts.Unknown
			return
		}
		defer done()
	}
	unit := f.store.Unit(f.ctx, i, f.store.results(i))
	unit.Reader = inside{f.table, f}
	unit.Component = f.within
	m.fact = unit.Fact(f.analyzer)
	for _, r := range ReadsOf(unit) {
		f.note(m, r)
	}
}

// note has a memo rest on what was read for it, once, unless that is a fact of the
// component.
func (f *fixpoint) note(m *member, r read) {
	n := noted{m.item, r.analyzer, r.name}
	if f.noted[n] || f.ownFact(int(m.item), r) {
		return
	}
	if f.noted == nil {
		f.noted = map[noted]bool{}
	}
	f.noted[n] = true
	m.found.reads = append(m.found.reads, r)
}

// ownFact reports whether what was read is a fact of the component.
func (f *fixpoint) ownFact(i int, r read) bool {
	of := f.store.module.Value(r.name, f.store.module.BlockOf(i))
	if of == nil || r.analyzer != f.analyzer {
		return false
	}
	j, own := f.store.calls.index(of.Item)
	return own && f.member(int32(j)) != nil
}

// giveUp is for facts that do not come to rest.
func (f *fixpoint) giveUp() {
	for at := range f.members {
		f.members[at].fact = f.analyzer.Facts.Unknown
	}
}

// keep puts what was found where it is read without waiting.
func (f *fixpoint) keep() {
	for at := range f.members {
		m := &f.members[at]
		m.found.fact = m.fact
		if m.found.panic != nil {
			f.store.notePanic(m.item, m.found.panic)
		}
		f.put(int(m.item), m.found)
	}
}
