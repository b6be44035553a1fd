package workspace

import (
	"context"
	"slices"
	"sync"
	"weak"

	"github.com/fraccheck/fraccheck/internal/cells"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace/ruleset"
	"github.com/fraccheck/fraccheck/typecheck"
)

// An itemCache keeps what is known of the items of a linked file: the findings of
// each, which are small, and the typed trees that were asked for last, which are
// many times their text.
type itemCache struct {
	// checks are the findings. Those that were taken over from the file's earlier text and rest
	// on facts hold if these come out as they were.
	checks cells.Table[itemCheck, checkTraits, checkMeasure]
	costs  cells.Table[itemCost, struct{}, cells.Unmeasured[itemCost]]
	memo   Memo

	mu      sync.Mutex
	results map[int]weak.Pointer[typecheck.Result]
	recent  []*typecheck.Result // keeps mostRecent of them from being collected
	next    int
}

const mostRecent = 64

// open makes room for the items of a file.
func (c *itemCache) open(items int) {
	c.checks.Make(items)
	c.costs.Make(items)
	c.results = map[int]weak.Pointer[typecheck.Result]{}
	c.memo.items = items
}

// checkTraits are what some of the findings of a run of items have.
type checkTraits struct {
	missing bool         // there are none of an item
	rests   bool         // they rest on facts
	says    bool         // there is something to report
	reports bool         // they have diagnostics
	points  bool         // they depend on items beside their own (itemCheck.outlives)
	rules   *ruleset.Set // that were looked for
	mixed   bool         // there are several of them
}

type checkMeasure struct{}

func (checkMeasure) Of(c *itemCheck) checkTraits {
	if c == nil {
		return checkTraits{missing: true}
	}
	return checkTraits{rests: len(c.reads) > 0, says: c.says(), reports: len(c.diagnostics) > 0, points: c.points(), rules: c.rules}
}

func (checkMeasure) Add(a, b checkTraits) checkTraits {
	rules := a.rules
	if rules == nil {
		rules = b.rules
	}
	return checkTraits{
		missing: a.missing || b.missing, rests: a.rests || b.rests, says: a.says || b.says,
		reports: a.reports || b.reports, points: a.points || b.points,
		rules: rules, mixed: a.mixed || b.mixed || b.rules != nil && rules != b.rules,
	}
}

// says reports whether there is something to report.
func (c *itemCheck) says() bool {
	return len(c.diagnostics)+len(c.crashes) > 0 || c.agree+c.differ > 0
}

// points reports whether findings depend on items beside their own, or on a mistake of a check.
func (c *itemCheck) points() bool {
	return len(c.bodies)+len(c.crashes) > 0 || c.relates()
}

// relates reports whether a diagnostic points to an item.
func (c *itemCheck) relates() bool {
	return slices.ContainsFunc(c.diagnostics, func(d syntax.Diagnostic) bool {
		return slices.ContainsFunc(d.Related, func(r syntax.Related) bool { return r.Place.Item != nil })
	})
}

// verified is what was found in an item and is known to hold.
func (e *entry) verified(i int) *itemCheck {
	if found := e.cache.checks.Found.Load(i); found != nil {
		return found
	}
	found, doubted := e.cache.checks.Earlier(i)
	if found == nil || len(found.reads) > 0 && (doubted || !e.facts.Settled()) {
		return nil
	}
	return found
}

// known is what was found in an item and holds; nil where it must be checked. Diagnostics that
// were taken over from an earlier text hold where the edit changed no fact. Otherwise they are
// verified here, once: they hold if each fact that they rest on is equal to what it was.
func (e *entry) known(ctx context.Context, i int, rules *ruleset.Set) *itemCheck {
	found := e.cache.checks.Latest(i)
	if found == nil || found.rules != rules {
		return nil
	}
	if e.verified(i) != nil {
		return found
	}
	if _, doubted := e.cache.checks.Earlier(i); !doubted && e.facts.Undisturbed(ctx) {
		return found
	}
	if !e.facts.Hold(ctx, i, found.reads) {
		return nil
	}
	e.cache.checks.Found.Store(i, found)
	return found
}

// outlives reports whether what was found in an item holds in a changed file in
// which the item stands: a message may propose a name that is gone, or point to
// an item that is.
func (c *itemCheck) outlives(e *entry) bool {
	if !standing(e.module, c.bodies) {
		return false
	}
	return len(c.diagnostics) == 0 || len(c.crashes) == 0 && !e.module.NamesChanged() && !c.relates()
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
		if c := e.verified(i); c != nil && c.rules == rules {
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
