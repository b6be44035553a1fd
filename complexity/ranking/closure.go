package ranking

import "slices"

// Limits of the closure: how many changes there may be, and how many compositions
// are tried.
const (
	maxChanges      = 3000
	maxCompositions = 20_000
)

// then is what two steps do one after the other.
func (c change) then(d change) change {
	e := change{c.from, d.to, make([]uint64, len(c.loose)), make([]uint64, len(c.loose))}
	for i, row := range c.loose {
		for k := range d.loose {
			if row&(1<<k) == 0 {
				continue
			}
			e.loose[i] |= d.loose[k]
			e.strict[i] |= d.strict[k]
			if c.strict[i]&(1<<k) != 0 {
				e.strict[i] |= d.loose[k]
			}
		}
	}
	return e
}

// within reports whether another change says all that this one does.
func (c change) within(d change) bool {
	for i := range c.loose {
		if c.loose[i]&^d.loose[i] != 0 || c.strict[i]&^d.strict[i] != 0 {
			return false
		}
	}
	return true
}

// idle reports whether a change of a function to itself may happen again and again
// without anything getting smaller: no measure comes back to itself smaller,
// however often.
func (c change) idle() bool {
	if c.from != c.to {
		return false
	}
	reach := slices.Clone(c.loose)
	for k := range reach {
		for i, row := range reach {
			if row&(1<<k) != 0 {
				reach[i] |= reach[k]
			}
		}
	}
	for i, row := range c.strict {
		for j := range reach {
			if row&(1<<j) != 0 && (i == j || reach[j]&(1<<i) != 0) {
				return false
			}
		}
	}
	return true
}

// An outcome is what the closure came to.
type outcome uint8

const (
	endless outcome = iota // some change is idle: nothing gets smaller for sure
	ending
	tooComplex
)

// close composes changes with those of single steps until nothing new comes out,
// and gives the first idle change that it meets with the steps that it is made of. A
// change is nothing new if one is there that says less: what is idle with it is idle
// with that one (Fogarty and Vardi, "Büchi complementation and size-change
// termination", 2009).
func closeChanges(single []change) (outcome, []int) {
	type made struct {
		change
		last, before int // the last step, and the change before it, -1 for none
	}
	var all []made
	met := map[[2]int32][]change{}
	leaving := map[int32][]int{}
	for i, c := range single {
		leaving[c.from] = append(leaving[c.from], i)
	}
	add := func(m made) bool {
		ends := [2]int32{m.from, m.to}
		if slices.ContainsFunc(met[ends], func(c change) bool { return c.within(m.change) }) {
			return false
		}
		met[ends] = append(met[ends], m.change)
		all = append(all, m)
		return m.idle()
	}
	way := func() []int {
		var steps []int
		for at := len(all) - 1; at >= 0; at = all[at].before {
			steps = append(steps, all[at].last)
		}
		slices.Reverse(steps)
		return steps
	}
	for i, c := range single {
		if add(made{c, i, -1}) {
			return endless, way()
		}
	}
	tries := 0
	for at := 0; at < len(all); at++ {
		for _, i := range leaving[all[at].to] {
			if tries++; tries > maxCompositions || len(all) > maxChanges {
				return tooComplex, nil
			}
			if add(made{all[at].then(single[i]), i, at}) {
				return endless, way()
			}
		}
	}
	return ending, nil
}
