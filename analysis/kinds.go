package analysis

import "github.com/fraccheck/fraccheck/internal/syntax"

// A kindSet is which kinds of nodes an item has.
type kindSet [4]uint64

// kindsOf are the kinds of an item's nodes.
func kindsOf(item *syntax.Item) (set kindSet) {
	for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
		kind := item.Kind(n)
		set[kind>>6] |= 1 << (kind & 63)
	}
	return set
}

// any reports whether one of some kinds is among them.
func (s *kindSet) any(kinds []syntax.Kind) bool {
	for _, kind := range kinds {
		if s[kind>>6]>>(kind&63)&1 != 0 {
			return true
		}
	}
	return false
}
