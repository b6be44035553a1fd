package facts

import (
	"context"
	"slices"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// Most edits change no fact. Facts solve a system of equations, one for each definition,
// whose right sides read the facts of the definitions that it names. An edit replaces the
// equations of some definitions. Where the new right sides give what the old ones gave, when
// they read the old facts, the old facts solve the new system too; and where none of the
// replaced definitions is in a call cycle, with others, before or after, there is no
// other solution. So after an edit it is enough to compute the facts of the replaced
// definitions: what thousands of others rest on needs no look at it (the early cutoff of
// build systems, pushed instead of pulled). Where a fact does come out different, each fact
// is verified when it is asked for (table.reuse).

// The states of a store.
const (
	unknown   = iota // facts of the text before are taken for true until that is decided
	holds            // all facts that were taken over hold
	disturbed        // some may not
)

// An identity represents one store to those who must not keep it.
type identity struct{ _ byte }

// An edit is what distinguishes a module from the one that it was made from.
type edit struct {
	of       *identity // the store before
	version  int64     // its version, when facts were taken over
	replaced []replaced
	seen     []*identity // the stores of the imports before
}

// A replaced definition is one whose item or whose types changed.
type replaced struct {
	item, was int32
	opened    bool           // it has a body, and had none: its facts were Unknown and are not kept
	facts     []replacedFact // that were known before
	named     []string       // what it named
}

type replacedFact struct {
	analyzer *analysis.Analyzer
	memo     *memo
}

func editOf(s, before *Store) edit {
	e := edit{of: before.identity}
	for _, seen := range before.seen {
		e.seen = append(e.seen, seen.identity)
	}
	for _, i := range s.module.Edit().Items() {
		o := s.module.Object(i)
		if o == nil {
			continue
		}
		// Where nothing had the name, nothing read a fact of it.
		if was := before.module.Declared(o.Name, 0); was != nil {
			if j, ok := before.calls.index(was.Item); ok {
				opened := was.Item.Body() == syntax.NoNode && o.Item.Body() != syntax.NoNode
				e.replaced = append(e.replaced, replaced{item: int32(i), was: int32(j), opened: opened, named: before.calls.named(int32(j))})
			}
		}
	}
	return e
}

// deciding marks the context of the work that decides whether a store's facts hold: it
// alone reads them before.
type deciding struct{ store *Store }

// Undisturbed reports whether all facts that items of the module's Before could read are what
// they were: what rests on facts that held there holds here, without looking at it. It decides
// that once, and is false where the context ends first.
func (s *Store) Undisturbed(ctx context.Context) bool {
	if state := s.state.Load(); state != unknown {
		return state == holds
	}
	if ctx.Value(deciding{s}) != nil {
		return true
	}
	select {
	case s.turn <- struct{}{}:
		defer func() { <-s.turn }()
	case <-ctx.Done():
		return false
	}
	if state := s.state.Load(); state != unknown {
		return state == holds
	}
	held := s.leavesFacts(context.WithValue(ctx, deciding{s}, true))
	if ctx.Err() != nil {
		return false
	}
	s.edit.replaced = nil
	if held {
		s.state.Store(holds)
		return true
	}
	for _, t := range s.asked() {
		for i := range t.memos.Found.All() { // they may rest on facts that do not hold
			t.memos.Found.Store(i, nil)
		}
		t.restart()
	}
	s.state.Store(disturbed) // from here on others read the tables
	return false
}

// leavesFacts reports whether the edit changes no fact that was known, and closes or
// opens no call cycle.
func (s *Store) leavesFacts(ctx context.Context) bool {
	if len(s.seen) != len(s.edit.seen) {
		return false
	}
	for k, seen := range s.seen {
		if seen.identity != s.edit.seen[k] && (seen.edit.of != s.edit.seen[k] || !seen.Undisturbed(ctx)) {
			return false
		}
	}
	for _, r := range s.edit.replaced {
		if r.opened || s.closesCycle(r) {
			return false
		}
		for _, was := range r.facts {
			if was.memo.panic != nil {
				return false
			}
			now, err := s.table(was.analyzer).memo(ctx, int(r.item))
			if err != nil || now.panic != nil || now.component.size != 1 || was.memo.component.size != 1 || !now.fact.Equal(was.memo.fact) {
				return false
			}
		}
	}
	return true
}

// closesCycle reports whether a replaced definition may be in a call cycle with others
// that it was not in. It takes time with what the definition calls where it names
// something new, and none otherwise.
func (s *Store) closesCycle(r replaced) bool {
	isNew := func(name string) bool { return !slices.Contains(r.named, name) }
	if !s.module.NamesChanged() && !slices.ContainsFunc(s.calls.named(r.item), isNew) {
		return false
	}
	met := map[int32]bool{r.item: true}
	queue := []int32{r.item}
	for len(queue) > 0 {
		at := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		for _, j := range s.calls.callees(at) {
			if j == r.item && at != r.item {
				return true
			}
			if !met[j] {
				met[j] = true
				queue = append(queue, j)
			}
		}
	}
	return false
}
