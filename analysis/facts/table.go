package facts

import (
	"context"
	"slices"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/cells"
	"github.com/fraccheck/fraccheck/internal/digraph"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A table keeps the facts of one analyzer. One goroutine works facts out at a
// time; those that are there are read without waiting. Nobody waits for a table
// whose owner waits for another one: owners go on to the tables of imports and
// of required analyzers, and neither leads back.
type table struct {
	store    *Store
	analyzer *analysis.Analyzer
	memos    memoTable
	alone    *memo // of every definition by itself; nil where each is looked at
	turn     chan struct{}

	// Of whoever has the turn:
	ctx    context.Context
	search *digraph.Search
}

// A memoTable keeps the facts of definitions. Of a fact that was taken over it is not known yet
// whether it holds in this text; of a doubted one, whether it did in the text before.
type memoTable = cells.Table[memo, struct{}, cells.Unmeasured[memo]]

func newTable(s *Store, a *analysis.Analyzer) *table {
	t := &table{store: s, analyzer: a, turn: make(chan struct{}, 1)}
	t.memos.Make(s.module.Items())
	if f := a.Facts.NonRecursive; f != nil {
		t.alone = &memo{fact: f, component: &component{size: 1}}
	}
	t.restart()
	return t
}

// takeOver carries over what is known of the items that stand as they were. state is that of
// the store before: what was found while it was unknown rests on facts that may not hold.
func (t *table) takeOver(was *table, state int32) {
	edit := t.store.module.Edit()
	sound := was.soundComponents()
	t.memos.TakeOver(&was.memos, t.store.module.Items(), cells.Edit{From: edit.From, WasTo: edit.WasTo, To: edit.To}, state == holds, func(m *memo) cells.Fate {
		switch {
		case m.panic != nil: // is looked at again
			return cells.Dropped
		case state == unknown || !sound(m.component):
			return cells.Doubted
		}
		return cells.Trusted
	})
	for i := range edit.Unsettled {
		t.memos.Drop(i)
	}
}

// soundComponents reports of components of which facts were found in this text whether the
// facts of all members were, and none failed: the facts of a component are worked out together.
func (t *table) soundComponents() func(c *component) bool {
	found := map[*component]int{}
	for _, m := range t.memos.Found.All() {
		if m.component.size == 1 {
			continue
		}
		if found[m.component]++; m.panic != nil {
			found[m.component] -= m.component.size
		}
	}
	return func(c *component) bool { return c.size == 1 || found[c] == c.size }
}

// load is the fact of an item that is known: found in this text, or before an edit that
// leaves all facts as they were.
func (t *table) load(i int32) *memo {
	if m := t.memos.Found.Load(int(i)); m != nil || t.store.state.Load() == disturbed {
		return m
	}
	m, doubted := t.memos.Earlier(int(i))
	if doubted {
		return nil
	}
	return m
}

// put makes a fact known. The next store finds it in the table, or else a version that differs from
// the one that it noted (Store.Recheck).
func (t *table) put(i int, m *memo) {
	t.store.finding.RLock()
	defer t.store.finding.RUnlock()
	t.store.version.Add(1)
	t.memos.Found.Store(i, m)
}

// successors are the definitions that item i names whose facts are not known.
func (t *table) successors(i int32) []int32 {
	callees := t.store.calls.callees(i)
	if !t.memos.TookOver() || t.store.state.Load() == disturbed {
		return callees
	}
	open := make([]int32, 0, len(callees))
	for _, j := range callees {
		if t.load(j) == nil {
			open = append(open, j)
		}
	}
	return open
}

// restart forgets which components were visited.
func (t *table) restart() { t.search = digraph.NewSearch(t.successors, t.visit) }

// memo is the fact of item i, worked out if need be.
func (t *table) memo(ctx context.Context, i int) (*memo, error) {
	if m := t.load(int32(i)); m != nil {
		return m, nil
	}
	select {
	case t.turn <- struct{}{}:
		defer func() { <-t.turn }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	if t.alone != nil && t.memos.Found.Load(i) == nil && t.plain(int32(i)) {
		t.put(i, t.alone)
		return t.alone, nil
	}
	t.ctx = ctx
	if t.callsKnown(int32(i)) { // a search would visit i alone, with tables of all items before it
		t.visit([]int32{int32(i)})
	}
	for ctx.Err() == nil {
		if m := t.memos.Found.Load(i); m != nil {
			return m, nil
		}
		if t.search.From(int32(i)); t.memos.Found.Load(i) == nil {
			t.restart() // a search before was cut short
		}
	}
	t.restart()
	return nil, ctx.Err()
}

// plain reports whether i is a definition of which it is seen at once that none that it names calls
// it back: each names no other one, or has its fact, which those of a component get in one turn.
func (t *table) plain(i int32) bool {
	for _, j := range t.store.calls.callees(i) {
		if j != i && t.load(j) == nil && !t.leaf(j) {
			return false
		}
	}
	return true
}

// callsKnown reports whether the facts of all that i names are known, but for its own.
func (t *table) callsKnown(i int32) bool {
	return !slices.ContainsFunc(t.store.calls.callees(i), func(j int32) bool { return j != i && t.load(j) == nil })
}

// leaf reports whether i is a definition that names no other one of the file.
func (t *table) leaf(i int32) bool {
	callees := t.store.calls.callees(i)
	return len(callees) == 0 || len(callees) == 1 && callees[0] == i
}

// visit works out the facts of a component, after those that it calls.
func (t *table) visit(items []int32) {
	if t.ctx.Err() != nil || t.known(items) {
		return
	}
	if len(items) == 1 && t.alone != nil {
		t.put(int(items[0]), t.alone)
		return
	}
	if t.reuse(items) {
		return
	}
	newFixpoint(t, items).solve()
}

// known reports whether the component was visited by a search that was cut short
// later.
func (t *table) known(items []int32) bool {
	for _, i := range items {
		if t.memos.Found.Load(int(i)) == nil {
			return false
		}
	}
	return true
}

// reuse takes over what is known from an earlier text, where the same
// definitions call each other and all that was read is as it was.
func (t *table) reuse(items []int32) bool {
	earlier := make([]*memo, len(items))
	for k, i := range items {
		m, _ := t.memos.Earlier(int(i))
		if m == nil || m.component.size != len(items) || k > 0 && m.component != earlier[0].component {
			return false
		}
		earlier[k] = m
	}
	for k, i := range items {
		if !t.store.hold(t.ctx, int(i), earlier[k].reads, inside{t, nil}) {
			return false
		}
	}
	for k, i := range items {
		t.put(int(i), earlier[k])
	}
	return true
}

// inside answers while a table's facts are worked out: the facts of callees are
// there, those of the component are what they are so far.
type inside struct {
	*table
	current *fixpoint // nil where none are
}

func (in inside) Fact(ctx context.Context, a *analysis.Analyzer, of *typecheck.Object) (analysis.Fact, error) {
	i, own := in.store.calls.index(of.Item)
	if a != in.analyzer || !own {
		return in.store.Fact(ctx, a, of)
	}
	if in.current != nil {
		if m := in.current.member(int32(i)); m != nil {
			return m.fact, nil
		}
	}
	if m := in.load(int32(i)); m != nil {
		return m.fact, nil
	}
	return a.Facts.Unknown, nil // nothing that the item names
}
