package typecheck

import "maps"

// A version stands for one module without keeping it.
type version struct{ _ byte }

// A history is how a module came to be: its own version, and how it differs
// from those before, as far as that is known.
type history struct {
	self    *version
	steps   []step
	origin  []int32 // by item: which item of Before gives the same findings; -1: none
	renamed bool    // names came or went since Before
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

// UnchangedFrom reports which item of the module's Before has the same tree and sees the
// same: checking it gave what checking item i would give. Where names came or
// went, that does not hold for errors, which may propose such a name.
func (m *Module) UnchangedFrom(i int) (was int, ok bool) {
	if m.history.origin == nil || m.history.origin[i] < 0 {
		return 0, false
	}
	return int(m.history.origin[i]), true
}

// NamesChanged reports whether globals came or went since the module's Before.
func (m *Module) NamesChanged() bool { return m.history.renamed }

// IsRevision reports whether the module was made from its Before.
func (m *Module) IsRevision() bool { return m.history.origin != nil }
