package rulefile

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/pattern"
)

// A nameSet is a set of a rule's names, by their numbers.
type nameSet []uint64

func (s nameSet) has(i int) bool { return s[i/64]&(1<<(i%64)) != 0 }

func (s nameSet) add(i int) { s[i/64] |= 1 << (i % 64) }

func (s nameSet) join(t nameSet) {
	for i := range s {
		s[i] |= t[i]
	}
}

func (s nameSet) meet(t nameSet) {
	for i := range s {
		s[i] &= t[i]
	}
}

// joinBoth adds what two other sets have in common.
func (s nameSet) joinBoth(t, u nameSet) {
	for i := range s {
		s[i] |= t[i] & u[i]
	}
}

// bindings say how a pattern binds its names.
type bindings struct {
	number map[string]int
	always nameSet // whichever way it matches
	some   nameSet // in some way
	many   nameSet // more than once, by recursion or along the path of a dominator
}

// postorder lists a pattern's nodes, parts before what is made of them; what a
// recursive pattern leads back to follows the place that does.
func postorder(root *pattern.Pattern) []*pattern.Pattern {
	type frame struct {
		p    *pattern.Pattern
		next int
	}
	var order []*pattern.Pattern
	seen := map[*pattern.Pattern]bool{root: true}
	stack := []frame{{root, 0}}
	for len(stack) > 0 {
		f := &stack[len(stack)-1]
		if f.next == len(f.p.Parts) {
			order = append(order, f.p)
			stack = stack[:len(stack)-1]
			continue
		}
		q := f.p.Parts[f.next]
		f.next++
		if !seen[q] {
			seen[q] = true
			stack = append(stack, frame{q, 0})
		}
	}
	return order
}

// bindingsOf works out how the pattern that ends an order binds its names.
func bindingsOf(order []*pattern.Pattern) *bindings {
	b := &bindings{number: map[string]int{}}
	for _, p := range order {
		if p.Kind == pattern.Variable || p.Kind == pattern.Capture {
			if _, known := b.number[p.Name]; !known {
				b.number[p.Name] = len(b.number)
			}
		}
	}
	words := (len(b.number) + 63) / 64
	b.always = b.certain(order, words)
	b.some, b.many = b.possible(order, words)
	return b
}

// certain gives the names that are bound whichever way a pattern matches: the greatest
// solution of certain(p | q) = certain(p) ∩ certain(q), and of the union for other parts.
// It is the greatest because each match comes to an end that leads back to no recursive
// pattern. Sets shrink until going round once more removes nothing: of two patterns that
// mention each other, the one that is reached first is not known yet when the other one is
// looked at.
func (b *bindings) certain(order []*pattern.Pattern, words int) nameSet {
	sets := make(map[*pattern.Pattern]nameSet, len(order))
	for _, p := range order {
		sets[p] = full(words)
	}
	for changed := true; changed; {
		changed = false
		for _, p := range order {
			set := make(nameSet, words)
			for i, q := range p.Parts {
				switch {
				case p.Kind == pattern.Dominates && i == 1: // the path may be empty
				case p.Kind != pattern.Or || i == 0:
					set.join(sets[q])
				default:
					set.meet(sets[q])
				}
			}
			b.own(p, set)
			changed = changed || !slices.Equal(set, sets[p])
			sets[p] = set
		}
	}
	return sets[order[len(order)-1]]
}

func full(words int) nameSet {
	set := make(nameSet, words)
	for i := range set {
		set[i] = ^uint64(0)
	}
	return set
}

// own adds the name that a pattern itself binds.
func (b *bindings) own(p *pattern.Pattern, set nameSet) {
	if p.Kind == pattern.Variable || p.Kind == pattern.Capture {
		set.add(b.number[p.Name])
	}
}

// occurrences are the names that a pattern binds: here, where a recursive pattern leads
// back, and in both.
type occurrences struct{ here, back, many nameSet }

func newOccurrences(words int) *occurrences {
	return &occurrences{make(nameSet, words), make(nameSet, words), make(nameSet, words)}
}

// possible gives the names that a pattern may bind, and those that it may bind more
// than once: the sets grow until going round once more adds nothing.
func (b *bindings) possible(order []*pattern.Pattern, words int) (some, many nameSet) {
	sets := make(map[*pattern.Pattern]*occurrences, len(order))
	for _, p := range order {
		sets[p] = newOccurrences(words)
	}
	last := sets[order[len(order)-1]]
	for changed := true; changed; {
		changed = false
		done := make(map[*pattern.Pattern]bool, len(order))
		for _, p := range order {
			set := b.occur(p, sets, done, words)
			if p.Kind == pattern.Recursive && !set.equal(sets[p]) {
				changed = true
			}
			*sets[p] = *set
			done[p] = true
		}
	}
	some = slices.Clone(last.here)
	some.join(last.back)
	return some, last.many
}

func (o *occurrences) equal(p *occurrences) bool {
	return slices.Equal(o.here, p.here) && slices.Equal(o.back, p.back) && slices.Equal(o.many, p.many)
}

func (b *bindings) occur(p *pattern.Pattern, sets map[*pattern.Pattern]*occurrences, done map[*pattern.Pattern]bool, words int) *occurrences {
	set := newOccurrences(words)
	b.own(p, set.here)
	for i, q := range p.Parts {
		part := sets[q]
		if !done[q] { // it leads back
			back := newOccurrences(words)
			back.back.join(part.here)
			back.back.join(part.back)
			back.many.join(part.many)
			part = back
		}
		if p.Kind != pattern.Or {
			set.many.joinBoth(set.here, part.back)
			set.many.joinBoth(set.back, part.here)
			set.many.joinBoth(set.back, part.back)
		}
		if p.Kind == pattern.Dominates && i == 1 {
			set.many.join(part.here)
			set.many.join(part.back)
		}
		set.here.join(part.here)
		set.back.join(part.back)
		set.many.join(part.many)
	}
	return set
}
