package facts

import (
	"context"
	"sync/atomic"

	"github.com/fraccheck/fraccheck/analysis"
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
	memos    []atomic.Pointer[memo] // by item
	earlier  []*memo                // by item: of the text before, not verified yet; nil for none
	doubtful []bool                 // by item: whether the earlier fact may not have held in the text before; nil: all held
	alone    *memo                  // of every definition by itself; nil where each is looked at
	turn     chan struct{}

	// Of whoever has the turn:
	ctx    context.Context
	search *digraph.Search
}

func newTable(s *Store, a *analysis.Analyzer) *table {
	items := s.module.Items()
	t := &table{
		store: s, analyzer: a, turn: make(chan struct{}, 1),
		memos: make([]atomic.Pointer[memo], items),
	}
	if f := a.Facts.NonRecursive; f != nil {
		t.alone = &memo{fact: f, component: &component{size: 1}}
	}
	t.restart()
	return t
}

// takeOver carries over what is known of the items that stand as they were. state is that of
// the store before: what was found while it was unknown rests on facts that may not hold.
func (t *table) takeOver(was *table, state int32) {
	t.earlier = make([]*memo, len(t.memos))
	doubted := map[*component]bool{}
	for i := range t.earlier {
		j, ok := t.store.module.UnchangedFrom(i)
		if !ok {
			continue
		}
		verified := state == holds || state == disturbed && was.memos[j].Load() != nil
		m := was.latest(j)
		switch {
		case m == nil:
		case m.panic != nil: // is looked at again
			doubted[m.component] = true
		default:
			t.earlier[i] = m
			if !verified || was.doubtful != nil && was.doubtful[j] {
				t.doubt(i)
				doubted[m.component] = true
			}
		}
	}
	if len(doubted) == 0 {
		return
	}
	for i, m := range t.earlier { // the facts of a component are worked out together
		if m != nil && doubted[m.component] {
			t.doubt(i)
		}
	}
}

// doubt notes that an earlier fact was never verified.
func (t *table) doubt(i int) {
	if t.doubtful == nil {
		t.doubtful = make([]bool, len(t.memos))
	}
	t.doubtful[i] = true
}

// load is the fact of an item that is known: found in this text, or before an edit that
// leaves all facts as they were.
func (t *table) load(i int32) *memo {
	if m := t.memos[i].Load(); m != nil || t.earlier == nil {
		return m
	}
	if t.store.state.Load() == disturbed || t.doubtful != nil && t.doubtful[i] {
		return nil
	}
	return t.earlier[i]
}

// successors are the definitions that item i names whose facts are not known.
func (t *table) successors(i int32) []int32 {
	callees := t.store.calls.callees(i)
	if t.earlier == nil || t.store.state.Load() == disturbed {
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

// latest is what is known of an item, verified or not.
func (t *table) latest(i int) *memo {
	m := t.memos[i].Load()
	if m == nil && t.earlier != nil {
		m = t.earlier[i]
	}
	return m
}

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
	if t.alone != nil && t.memos[i].Load() == nil && t.plain(int32(i)) {
		t.memos[i].Store(t.alone)
		return t.alone, nil
	}
	t.ctx = ctx
	for ctx.Err() == nil {
		t.search.From(int32(i))
		if m := t.memos[i].Load(); m != nil {
			return m, nil
		}
		t.restart() // a search before was cut short
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
		t.memos[items[0]].Store(t.alone)
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
		if t.memos[i].Load() == nil {
			return false
		}
	}
	return true
}

// reuse takes over what is known from an earlier text, where the same
// definitions call each other and all that was read is as it was.
func (t *table) reuse(items []int32) bool {
	if t.earlier == nil {
		return false
	}
	first := t.earlier[items[0]]
	if first == nil || first.component.size != len(items) {
		return false
	}
	for _, i := range items {
		if m := t.earlier[i]; m == nil || m.component != first.component {
			return false
		}
	}
	for _, i := range items {
		if !t.store.hold(t.ctx, int(i), t.earlier[i].reads, inside{t, nil}) {
			return false
		}
	}
	for _, i := range items {
		t.memos[i].Store(t.earlier[i])
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
