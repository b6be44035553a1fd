package complexity

import (
	"slices"

	"github.com/fraccheck/fraccheck/complexity/solving"
)

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
	for i := 0; i < len(p.Calls) && looks < maxLooks; i++ {
		c := p.Calls[i]
		if c.As == nil || !c.Callee.Ends || !c.Callee.Loops || !a.shares(p, c) {
			continue
		}
		with := passed{asked(c).literal, originals(asked(c).args)}
		if slices.ContainsFunc(passedData(with.args), p.isParted) {
			looks++
			a.lookAt(p, c, with)
		}
	}
}

// shares tells of a call that another one is passed the same data.
func (a *Analysis) shares(p *path, c solving.Call) bool {
	return slices.ContainsFunc(a.sharers(p), func(group []solving.Call) bool {
		return len(group) > 1 && slices.ContainsFunc(group, func(o solving.Call) bool { return o.As == c.As })
	})
}

// isParted tells of data that has been taken apart on a path.
func (p *path) isParted(v value) bool {
	return slices.ContainsFunc(p.parted, func(known parts) bool { return value(known.of) == v })
}

// lookAt notes what a call gave, where its body can be gone through in one way only.
func (a *Analysis) lookAt(p *path, c solving.Call, with passed) {
	body := a.scratch(p.Of.Most)
	body.joint = []solving.Call{c}
	w := &walk{Analysis: a, in: body}
	q := p.fork()
	under := len(a.stack)
	done := w.unfold(q, a.newInstance(instance{object: asked(c).object, literal: asked(c).literal, args: with.args, chosen: asked(c).chosen}), with)
	if !a.unwind(under) || body.Loss != nil || len(done) != 1 || !done[0].gives(c, ownerOf(c.Callee)) || done[0].Loss != p.Loss {
		return
	}
	found := done[0].path
	for i := len(p.Calls); i < len(found.Calls); i++ {
		found.Calls[i].Free = true
	}
	known := *p
	*p = *found
	p.Costs, p.Exprs, p.Works, p.Charged = known.Costs, known.Exprs, known.Works, known.Charged
	p.Moments, p.ready, p.Start, p.effect = known.Moments, known.ready, known.Start, known.effect
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
