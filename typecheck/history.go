package typecheck

import (
	"maps"
	"slices"
)

// A version stands for one module without keeping it.
type version struct{ _ byte }

// A history is how a module came to be: its own version, and how it differs
// from those before, as far as that is known.
type history struct {
	self    *version
	steps   []step
	edit    *Edit // nil where the module is not made from another one
	renamed bool  // while it is made: see Edit
}

// An Edit is what distinguishes a module from its Before, the module that it was made from: the
// items from From up to To took the place of those up to WasTo. Those in front and after are
// the same.
type Edit struct {
	From, WasTo, To int
	Unsettled       map[int]bool // those of the same items that see something else, or were inferred again
	Renamed         bool         // globals came or went
}

// Origin is which item of Before has the same tree and sees the same as item i: checking it gave
// what checking item i would give. Where names came or went, that does not hold for errors, which
// may propose such a name.
func (e *Edit) Origin(i int) (was int, ok bool) {
	switch {
	case e == nil || i >= e.From && i < e.To || e.Unsettled[i]:
		return 0, false
	case i >= e.To:
		return i + e.WasTo - e.To, true
	}
	return i, true
}

// A step is what changed since a version: the globals that stand for something
// else, or for something of another type.
type step struct {
	from    *version
	changed map[string]bool
}

// A module can tell what changed some versions back, and of some names.
const (
	longestHistory = 16
	mostChanged    = 1000
)

func newHistory() history { return history{self: new(version)} }

// after is the history of a module made from another one.
func (l *history) after(changed map[string]bool) history {
	next := newHistory()
	if len(changed) > mostChanged {
		return next
	}
	next.steps = append(next.steps, step{l.self, changed})
	for _, s := range l.steps[:min(len(l.steps), longestHistory-1)] {
		all := changed
		if len(s.changed) > 0 {
			all = maps.Clone(s.changed)
			maps.Copy(all, changed)
		}
		next.steps = append(next.steps, step{s.from, all})
	}
	return next
}

// since are the globals that changed since a version; false where that is not
// known.
func (l *history) since(v *version) (changed map[string]bool, ok bool) {
	if l.self == v {
		return nil, true
	}
	for _, s := range l.steps {
		if s.from == v {
			return s.changed, true
		}
	}
	return nil, false
}

// Items are the items that have no Origin, in their order.
func (e *Edit) Items() []int {
	items := slices.Collect(maps.Keys(e.Unsettled))
	for i := e.From; i < e.To; i++ {
		items = append(items, i)
	}
	slices.Sort(items)
	return items
}

// Edit is how the module was made from its Before; nil where it was not.
func (m *Module) Edit() *Edit { return m.history.edit }

// UnchangedFrom reports which item of the module's Before gives what item i gives (Edit.Origin).
func (m *Module) UnchangedFrom(i int) (was int, ok bool) { return m.history.edit.Origin(i) }

// NamesChanged reports whether globals came or went since the module's Before.
func (m *Module) NamesChanged() bool { return m.history.edit != nil && m.history.edit.Renamed }

// IsRevision reports whether the module was made from its Before.
func (m *Module) IsRevision() bool { return m.history.edit != nil }
