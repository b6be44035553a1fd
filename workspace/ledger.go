package workspace

import (
	"slices"
	"sync"
	"sync/atomic"
	"weak"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A ledger keeps what is known of the items of a linked file: what was found in
// each, which is little, and the typed trees that were asked for last.
type ledger struct {
	checks []atomic.Pointer[itemCheck]

	mu      sync.Mutex
	results []weak.Pointer[typecheck.Result]
	recent  [64]*typecheck.Result // keeps them from being collected
	next    int
}

// open makes room for the items of a file.
func (m *ledger) open(items int) {
	m.checks = make([]atomic.Pointer[itemCheck], items)
	m.results = make([]weak.Pointer[typecheck.Result], items)
}

// outlives tells whether what was found in an item holds in a changed file in
// which the item stands: a message may propose a name that is gone, or point to
// an item that is.
func (c *itemCheck) outlives(e *entry) bool {
	if len(c.diagnostics) == 0 {
		return true
	}
	return len(c.crashes) == 0 && !e.module.Renamed() && !slices.ContainsFunc(c.diagnostics, func(d syntax.Diagnostic) bool {
		return slices.ContainsFunc(d.Related, func(r syntax.Related) bool { return r.Place.Item != nil })
	})
}

// result is the typed tree of an item.
func (e *entry) result(i int) *typecheck.Result {
	m := &e.ledger
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
	m.recent[m.next] = found
	m.next = (m.next + 1) % len(m.recent)
	return found
}

// checkedResult is the type checker's result for an item; where the checker
// panics, a typed tree without types.
func checkedResult(e *entry, i int) (result *typecheck.Result) {
	item := e.source.File.Items[i]
	c := itemCheck{}
	c.guard(item, func() { result = e.module.Check(i) })
	if result == nil {
		return emptyResult(item)
	}
	return result
}
