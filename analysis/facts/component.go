package facts

import (
	"fmt"
	"runtime/debug"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/syntax"
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
	items   []int32
	within  map[*syntax.Item]bool // the same; none where nothing is recursive
	callers map[int32][]int32     // within the component
	facts   map[int32]analysis.Fact
	found   map[int32]*memo
	runs    map[int32]int
	noted   map[noted]bool
}

// A noted read is one that stands in a memo: later runs over the same item may
// ask for less, and what they find rests on what was asked before.
type noted struct {
	item     int32
	analyzer *analysis.Analyzer
	name     string
}

func newFixpoint(t *table, items []int32) *fixpoint {
	f := &fixpoint{
		table: t, items: items, callers: map[int32][]int32{}, facts: map[int32]analysis.Fact{},
		found: map[int32]*memo{}, runs: map[int32]int{}, noted: map[noted]bool{},
	}
	component := &component{size: len(items)}
	for _, i := range items {
		f.facts[i] = t.analyzer.Facts.Least
		f.found[i] = &memo{component: component}
	}
	for _, i := range items {
		for _, j := range t.store.calls.callees(i) {
			if _, ok := f.facts[j]; ok {
				f.callers[j] = append(f.callers[j], i)
			}
		}
	}
	if len(f.callers) > 0 {
		f.within = map[*syntax.Item]bool{}
		for _, i := range items {
			f.within[t.store.module.File().Items[i]] = true
		}
	}
	return f
}

// solve works with a queue of the definitions that are to be looked at.
func (f *fixpoint) solve() {
	queue, queued, looks := append([]int32{}, f.items...), map[int32]bool{}, 0
	for len(queue) > 0 {
		i := queue[0]
		queue, queued[i] = queue[1:], false
		before := f.facts[i]
		if f.look(i); f.ctx.Err() != nil {
			return
		}
		if looks++; f.runs[i] > maxRuns || looks > maxLooks+looksEach*len(f.items) {
			f.giveUp()
			break
		}
		if f.facts[i].Equal(before) {
			continue
		}
		for _, caller := range f.callers[i] {
			if !queued[caller] {
				queue, queued[caller] = append(queue, caller), true
			}
		}
	}
	f.keep()
}

// look runs the analyzer over one definition, but for those whose analysis has
// failed: their fact is Unknown, which cannot grow.
func (f *fixpoint) look(i int32) {
	m := f.found[i]
	if m.panic != nil {
		return
	}
	f.runs[i]++
	if f.store.module.File().Items[i].Body() == syntax.NoNode {
		f.facts[i] = f.analyzer.Facts.Unknown
		return
	}
	f.run(i, m)
}

func (f *fixpoint) run(i int32, m *memo) {
	defer func() {
		if r := recover(); r != nil {
			m.panic = &Panic{f.analyzer.Name, fmt.Sprint(r), string(debug.Stack())}
			f.facts[i] = f.analyzer.Facts.Unknown
		}
	}()
	if f.store.looking != nil {
		done, ok := f.store.looking(int(i))
		if !ok {
			f.facts[i] = f.analyzer.Facts.Unknown
			return
		}
		defer done()
	}
	unit := f.store.Unit(f.ctx, int(i), f.store.results(int(i)))
	unit.Reader = inside{f.table, f.facts}
	unit.Component = f.within
	f.facts[i] = unit.Fact(f.analyzer)
	for _, r := range ReadsOf(unit) {
		if n := (noted{i, r.analyzer, r.name}); !f.noted[n] && !f.ownFact(int(i), r) {
			f.noted[n] = true
			m.reads = append(m.reads, r)
		}
	}
}

// ownFact tells whether what was read is a fact of the component.
func (f *fixpoint) ownFact(i int, r read) bool {
	of := f.store.module.Value(r.name, f.store.module.BlockOf(i))
	if of == nil || r.analyzer != f.analyzer {
		return false
	}
	j, own := f.store.calls.index(of.Item)
	_, ok := f.facts[int32(j)]
	return own && ok
}

// giveUp is for facts that do not come to rest.
func (f *fixpoint) giveUp() {
	for _, i := range f.items {
		f.facts[i] = f.analyzer.Facts.Unknown
	}
}

// keep puts what was found where it is read without waiting.
func (f *fixpoint) keep() {
	for _, i := range f.items {
		f.found[i].fact = f.facts[i]
		if f.found[i].panic != nil {
			f.store.notePanic(i, f.found[i].panic)
		}
		f.memos[i].Store(f.found[i])
	}
}
