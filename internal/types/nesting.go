package types

import "slices"

// NestedWithin reports whether no part of a type lies deeper than most.
func NestedWithin(t Type, most int) bool { return AllNestedWithin([]Type{t}, most) }

// AllNestedWithin is NestedWithin of several types, which may be nil.
func AllNestedWithin(ts []Type, most int) bool {
	n := nesting{known: map[Type]int{}}
	return !slices.ContainsFunc(ts, func(t Type) bool { return t != nil && n.height(t, most) > most })
}

// A nesting knows how high parts of a type are.
type nesting struct{ known map[Type]int }

// height is that of the tree of a type, 1 where it has no parts; where it is more than
// most, some number above it.
func (n *nesting) height(t Type, most int) int {
	t = Head(t)
	if most <= 0 {
		return 1
	}
	if h, ok := n.known[t]; ok {
		return h
	}
	highest := 0
	for _, part := range partsOf(nil, t) {
		if highest = max(highest, n.height(part, most-1)); highest >= most {
			break
		}
	}
	n.known[t] = highest + 1
	return highest + 1
}
