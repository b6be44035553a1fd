package ranking

import "github.com/fraccheck/fraccheck/complexity/linear"

// A thing is what is known of a value: how it lies below the places of parameters,
// as an integer what sum it is, as a tuple its components. The zero thing is one of
// which nothing is known.
type thing struct {
	parts []*thing     // of a tuple that is taken apart
	below []below      // by place
	num   *linear.Form // of an integer, modulo its width
	// least tells of a value of size 0.
	least bool
	// never tells of a value that no run comes to.
	never bool
}

// below says that a value is not larger than the one at a place, or smaller.
type below struct {
	place  int32
	strict bool
}

// Limits of the tuples that are taken apart.
const (
	maxLeaves = 16
	maxTuples = 5 // how deep they may be nested
)

// leaves counts the components of a tuple, those of components too; more than
// maxLeaves where it is nested too deeply.
func (t *thing) leaves(depth int) int {
	if depth > maxTuples {
		return maxLeaves + 1
	}
	sum := 1
	for _, p := range t.parts {
		if sum += p.leaves(depth + 1); sum > maxLeaves {
			break
		}
	}
	return sum
}

// tuple is a tuple of things, without its components where there are too many.
func tuple(parts []*thing) *thing {
	t := &thing{parts: parts}
	if t.leaves(0) > maxLeaves {
		return &thing{}
	}
	return t
}

// strictly is a part of a thing in a constructor.
func strictly(all []below) []below {
	parts := make([]below, len(all))
	for i, b := range all {
		parts[i] = below{b.place, true}
	}
	return parts
}

// either is what is known of a value that is one of two. Things are no deeper than
// tuples are.
func either(a, b *thing) *thing {
	switch {
	case a.never:
		return b
	case b.never:
		return a
	}
	t := &thing{least: a.least && b.least}
	if len(a.parts) == len(b.parts) {
		for i, p := range a.parts {
			t.parts = append(t.parts, either(p, b.parts[i]))
		}
	}
	if a.num != nil && b.num != nil && a.num.Equal(*b.num) {
		t.num = a.num
	}
	t.below = common(a, b)
	return t
}

// common is what both lie below.
func common(a, b *thing) []below {
	switch {
	case a.least && b.least:
		return nil
	case a.least:
		return loosely(b.below)
	case b.least:
		return loosely(a.below)
	}
	var both []below
	i, j := 0, 0
	for i < len(a.below) && j < len(b.below) {
		p, q := a.below[i], b.below[j]
		switch {
		case p.place < q.place:
			i++
		case q.place < p.place:
			j++
		default:
			both = append(both, below{p.place, p.strict && q.strict})
			i, j = i+1, j+1
		}
	}
	return both
}

func loosely(all []below) []below {
	loose := make([]below, len(all))
	for i, b := range all {
		loose[i] = below{b.place, false}
	}
	return loose
}
