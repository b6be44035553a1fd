package typecheck

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/sequence"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// An itemTable keeps the states of a module's items. A module that is made from nothing fills
// a slice. A revision shares the states of the module before, but for those of the items that it
// declares or infers again: these are its own. settle makes a persistent sequence of both, so
// that a revision takes time with its own states and the logarithm of the number of items.
type itemTable struct {
	made    []itemState // while a module is made from nothing
	settled sequence.Seq[*itemState, itemTraits, itemMeasure]
	own     map[int]*itemState // while a module is made from another one
	changed span               // which of them took the place of others
}

// itemTraits are what some items of a run have.
type itemTraits uint8

const (
	openItem     itemTraits = 1 << iota // it is inferred
	reportedItem                        // its inference has diagnostics
	pointingItem                        // these, or its declaration, point to other items
)

type itemMeasure struct{}

func (itemMeasure) Of(s *itemState) itemTraits     { return s.traits() }
func (itemMeasure) Add(a, b itemTraits) itemTraits { return a | b }

func (s *itemState) traits() (t itemTraits) {
	if s.open() {
		t |= openItem
	}
	if !s.known() {
		return t
	}
	if len(s.inferred.result.Diagnostics) > 0 {
		t |= reportedItem
	}
	if len(s.found().again) > 0 || slices.ContainsFunc(s.inferred.result.Diagnostics, func(d syntax.Diagnostic) bool {
		return slices.ContainsFunc(d.Related, func(related syntax.Related) bool { return related.Place.Item != nil })
	}) {
		t |= pointingItem
	}
	return t
}

// newItemTable is a table of empty states.
func newItemTable(items int) itemTable { return itemTable{made: make([]itemState, items)} }

// revised is the table of a revision, in which some items take the place of others.
func (t *itemTable) revised(was, changed span) itemTable {
	next := itemTable{own: map[int]*itemState{}, changed: changed}
	states := make([]*itemState, changed.to-changed.from)
	for k := range states {
		states[k] = &itemState{}
		next.own[changed.from+k] = states[k]
	}
	next.settled = t.settled.Splice(was.from, was.to, states)
	return next
}

// settle ends the making of a module: from here on no state changes.
func (t *itemTable) settle() {
	if t.made != nil {
		states := make([]*itemState, len(t.made))
		for i := range t.made {
			states[i] = &t.made[i]
		}
		t.settled, t.made = sequence.Of[*itemState, itemTraits, itemMeasure](states), nil
		return
	}
	states := make([]*itemState, 0, t.changed.to-t.changed.from)
	for i := t.changed.from; i < t.changed.to; i++ {
		states = append(states, t.own[i])
		delete(t.own, i)
	}
	if len(states) > 0 {
		t.settled = t.settled.Splice(t.changed.from, t.changed.to, states)
	}
	for i, s := range t.own {
		t.settled = t.settled.Set(i, s)
	}
	t.own = nil
}

func (t *itemTable) len() int {
	if t.made != nil {
		return len(t.made)
	}
	return t.settled.Len()
}

// at is the state of item i, to be changed only where it is the module's own.
func (t *itemTable) at(i int) *itemState {
	if t.made != nil {
		return &t.made[i]
	}
	if s := t.own[i]; s != nil {
		return s
	}
	return t.settled.At(i)
}

// again are the items that a revision keeps and has states of its own for.
func (t *itemTable) again() (items []int) {
	for i := range t.own {
		if i < t.changed.from || i >= t.changed.to {
			items = append(items, i)
		}
	}
	return items
}

// open are the items that are inferred.
func (t *itemTable) open() (items []int) {
	for i := range t.made {
		if t.made[i].open() {
			items = append(items, i)
		}
	}
	for i := range t.settled.Where(func(traits itemTraits) bool { return traits&openItem != 0 }) {
		if t.own[i] == nil {
			items = append(items, i)
		}
	}
	for i, s := range t.own {
		if s.open() {
			items = append(items, i)
		}
	}
	slices.Sort(items)
	return items
}

// have reports whether one of the items that a revision shares has one of some traits.
func (t *itemTable) have(traits itemTraits) bool { return t.settled.Sum()&traits != 0 }
