package network

import "github.com/fraccheck/fraccheck/internal/types"

// countTimes counts how often units are evaluated, callers before callees. Branches
// that are not the dearest count as not evaluated; where that is undecided, all count.
func (a *analysis) countTimes(m Metric, root int32) {
	a.units[root].times[m] = types.Const(1)
	for i := len(a.order) - 1; i >= 0; i-- {
		u := &a.units[a.order[i]]
		if u.times[m].IsConst(0) {
			continue
		}
		for _, v := range u.in.compound[u.block] {
			var branches []int32
			a.eachInner(u.in, v, func(inner int32, r role) {
				switch {
				case inner == noUnit || r == repeated:
				case r == branched:
					branches = append(branches, inner)
				default:
					a.evaluate(m, inner, u, u.oneOf[m])
				}
			})
			a.countBranches(m, u, branches)
		}
	}
}

func (a *analysis) evaluate(m Metric, inner int32, by *unit, oneOf bool) {
	next := &a.units[inner]
	next.times[m] = next.times[m].Add(by.times[m])
	next.oneOf[m] = next.oneOf[m] || oneOf
}

func (a *analysis) countBranches(m Metric, u *unit, branches []int32) {
	if len(branches) == 0 {
		return
	}
	dearest := branches[0]
	decided := true
	for _, b := range branches {
		switch f, g := a.units[dearest].totals[m], a.units[b].totals[m]; {
		case f.Why != nil || g.Why != nil:
			decided = false
		case greater(f.Size, g.Size) == second:
			dearest = b
		}
	}
	for _, b := range branches {
		decided = decided && greater(a.units[dearest].totals[m].Size, a.units[b].totals[m].Size) == first
	}
	for _, b := range branches {
		if !decided || b == dearest {
			a.evaluate(m, b, u, u.oneOf[m] || !decided)
		}
	}
}
