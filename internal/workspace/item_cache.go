package workspace

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"
	"weak"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace/ruleset"
	"github.com/fraccheck/fraccheck/typecheck"
)

// An itemCache keeps what is known of the items of a linked file: the findings of
// each, which are small, and the typed trees that were asked for last, which are
// many times their text.
type itemCache struct {
	checks []atomic.Pointer[itemCheck]
	// unverified are findings of the file's earlier text that hold if the facts
	// that they rest on come out as they were; nil where no findings rest on any.
	unverified []*itemCheck
	// doubtful are those that were unverified in the earlier text too, where facts
	// changed; nil: all held there.
	doubtful []bool

	costs        []atomic.Pointer[itemCost]
	earlierCosts []*itemCost // as unverified findings are; nil where there are none

	memo Memo

	mu      sync.Mutex
	results []weak.Pointer[typecheck.Result]
	recent  []*typecheck.Result // keeps mostRecent of them from being collected
	next    int
}

const mostRecent = 64

// open makes room for the items of a file.
func (c *itemCache) open(items int) {
	c.checks = make([]atomic.Pointer[itemCheck], items)
	c.costs = make([]atomic.Pointer[itemCost], items)
	c.results = make([]weak.Pointer[typecheck.Result], items)
	c.memo.items = items
}

// inherit takes over what was found in an item of an earlier text.
func (c *itemCache) inherit(i int, found *itemCheck, doubtful bool) {
	if len(found.reads) == 0 {
		c.checks[i].Store(found)
		return
	}
	if c.unverified == nil {
		c.unverified = make([]*itemCheck, len(c.checks))
	}
	c.unverified[i] = found
	if doubtful {
		if c.doubtful == nil {
			c.doubtful = make([]bool, len(c.checks))
		}
		c.doubtful[i] = true
	}
}

// doubts reports whether unverified findings of an item may not have held in the earlier
// text.
func (c *itemCache) doubts(i int) bool { return c.doubtful != nil && c.doubtful[i] }

// latest is what was found in an item, verified or not.
func (c *itemCache) latest(i int) *itemCheck {
	if found := c.checks[i].Load(); found != nil || c.unverified == nil {
		return found
	}
	return c.unverified[i]
}

// known is what was found in an item and holds; nil where it must be checked. Diagnostics that
// were taken over from an earlier text hold where the edit changed no fact. Otherwise they are
// verified here, once: they hold if each fact that they rest on is equal to what it was.
func (e *entry) known(ctx context.Context, i int, rules *ruleset.Set) *itemCheck {
	found := e.cache.latest(i)
	if found == nil || found.rules != rules {
		return nil
	}
	if len(found.reads) == 0 || e.cache.checks[i].Load() != nil {
		return found
	}
	if unchanged := !e.cache.doubts(i) && e.facts.Undisturbed(ctx); !unchanged && !e.facts.Hold(ctx, i, found.reads) {
		return nil
	}
	e.cache.checks[i].Store(found)
	return found
}

// takeOver takes the findings of the earlier text for true where the edit changed no fact.
func (e *entry) takeOver(ctx context.Context) {
	if e.cache.unverified == nil || !e.facts.Undisturbed(ctx) {
		return
	}
	for i, found := range e.cache.unverified {
		if found != nil && !e.cache.doubts(i) {
			e.cache.checks[i].CompareAndSwap(nil, found)
		}
	}
}

// outlives reports whether what was found in an item holds in a changed file in
// which the item stands: a message may propose a name that is gone, or point to
// an item that is.
func (c *itemCheck) outlives(e *entry) bool {
	if !standing(e.module, c.bodies) {
		return false
	}
	if len(c.diagnostics) == 0 {
		return true
	}
	return len(c.crashes) == 0 && !e.module.NamesChanged() && !slices.ContainsFunc(c.diagnostics, func(d syntax.Diagnostic) bool {
		return slices.ContainsFunc(d.Related, func(r syntax.Related) bool { return r.Place.Item != nil })
	})
}

// result is the typed tree of an item. Trees take many times their text, so that the cache holds
// on to the latest 64 only; to others it has weak pointers, and whoever still uses a tree shares
// it with whoever asks next.
func (e *entry) result(i int) *typecheck.Result {
	m := &e.cache
	m.mu.Lock()
	found := m.results[i].Value()
	m.mu.Unlock()
	if found != nil {
		return found
	}
	found = checkedResult(e, i)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.results[i] = weak.Make(found)
	if len(m.recent) < mostRecent {
		m.recent = append(m.recent, found)
		return found
	}
	m.recent[m.next] = found
	m.next = (m.next + 1) % mostRecent
	return found
}

// glance takes a typed tree that was worked out anyway, for those who ask soon: facts of
// the items that call this one, which only definitions have. It keeps it no longer than
// somebody else does.
func (m *itemCache) glance(i int, found *typecheck.Result) {
	if found.Item.Kind(found.Item.Root) != syntax.ItemDef {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.results[i].Value() == nil {
		m.results[i] = weak.Make(found)
	}
}

// checkedResult is the type checker's result for an item; where the checker
// panics, a typed tree without types.
func checkedResult(e *entry, i int) (result *typecheck.Result) {
	item := e.source.File.Item(i)
	c := itemCheck{}
	done, ok := e.observe.item(e, i)
	if !ok {
		return emptyResult(item)
	}
	defer done()
	c.guard(item, func() { result = e.module.Check(i) })
	if result == nil {
		return emptyResult(item)
	}
	return result
}

// A Stamp distinguishes states of knowledge of an item: as long as it is the same,
// nothing that the item's findings and types depend on has changed. The zero
// Stamp, of an item that was not checked yet, means nothing.
type Stamp struct{ of *itemCheck }

// Known reports whether the item was checked.
func (s Stamp) Known() bool { return s.of != nil }

// Stamps gives the stamps of a file's items by their number.
func (s *Snapshot) Stamps(path string) (func(i int) Stamp, error) {
	e, err := s.linked(path)
	if err != nil {
		return nil, err
	}
	rules, err := s.Rules(path)
	if err != nil {
		return nil, err
	}
	return func(i int) Stamp {
		if c := e.cache.checks[i].Load(); c != nil && c.rules == rules {
			return Stamp{c}
		}
		return Stamp{}
	}, nil
}

// standing reports whether items are still those of files that a module sees.
func standing(m *typecheck.Module, items []*syntax.Item) bool {
	if len(items) == 0 {
		return true
	}
	seen := map[*typecheck.Module]bool{}
	for queue := []*typecheck.Module{m}; len(queue) > 0; {
		at := queue[0]
		queue = queue[1:]
		if at == nil || seen[at] {
			continue
		}
		seen[at] = true
		items = slices.DeleteFunc(slices.Clone(items), func(item *syntax.Item) bool {
			_, there := at.File().Index(item)
			return there
		})
		if len(items) == 0 {
			return true
		}
		queue = append(append(queue, at.Imports()...), at.Prelude())
	}
	return false
}
