package complexity

import "slices"

// Calls that share data which the path has taken apart already do there what is
// known: of a list whose first element is the pivot, the elements below the pivot are
// those of the rest. So its body is gone through on the path; where that is possible in
// one way only, what this way gives is what the call gave. The calls on the way cost
// nothing more: they are part of what the call costs.

// maxLooks is how many calls of a path are looked into.
const maxLooks = 8

// lookInto notes what calls on a path gave that are passed data which has been taken
// apart.
func (a *Analysis) lookInto(p *path) {
	looks := 0
	for i := 0; i < len(p.calls) && looks < maxLooks; i++ {
		c := p.calls[i]
		if c.as == nil || !c.callee.ends || !c.callee.loops || !a.shares(p, c) {
			continue
		}
		with := passed{c.asked().literal, originals(c.asked().args)}
		if slices.ContainsFunc(passedData(with.args), p.isParted) {
			looks++
			a.lookAt(p, c, with)
		}
	}
}

// shares tells of a call that another one is passed the same data.
func (a *Analysis) shares(p *path, c call) bool {
	return slices.ContainsFunc(a.sharers(p), func(group []call) bool {
		return len(group) > 1 && slices.ContainsFunc(group, func(o call) bool { return o.as == c.as })
	})
}

// isParted tells of data that has been taken apart on a path.
func (p *path) isParted(v value) bool {
	return slices.ContainsFunc(p.parted, func(known parts) bool { return value(known.of) == v })
}

// lookAt notes what a call gave, where its body can be gone through in one way only.
func (a *Analysis) lookAt(p *path, c call, with passed) {
	body := a.scratch(p.of.most)
	body.joint = []call{c}
	w := &walk{Analysis: a, in: body}
	q := p.fork()
	under := len(a.stack)
	done := w.unfold(q, a.newInstance(instance{object: c.asked().object, literal: c.asked().literal, args: with.args, chosen: c.asked().chosen}), with)
	if !a.unwind(under) || body.loss != nil || len(done) != 1 || !done[0].gives(c, ownerOf(c.callee)) || done[0].loss != p.loss {
		return
	}
	found := done[0].path
	for i := len(p.calls); i < len(found.calls); i++ {
		found.calls[i].free = true
	}
	known := *p
	*p = *found
	p.costs, p.exprs, p.works, p.charged = known.costs, known.exprs, known.works, known.charged
	p.moments, p.ready, p.start, p.effect = known.moments, known.ready, known.start, known.effect
}

// unwind drops instances that wait for what is being bounded; false where there are some.
func (a *Analysis) unwind(under int) bool {
	left := a.stack[under:]
	for _, in := range left {
		delete(a.instances, in.key)
		a.forms[in.source()]--
	}
	a.stack = a.stack[:under]
	return len(left) == 0
}
