package drawing

import (
	"cmp"
	"slices"

	"github.com/fraccheck/fraccheck/internal/steps"
)

// Gather puts the boxes of a frame that have one origin into a frame of their own: the
// operators that a node of a model consists of. An origin is a number, below 0 for none; the
// boxes in a frame of some origin are gathered by other origins only. step says what the frame
// of an origin is.
func (p *Picture) Gather(origin func(*Box) int, step func(origin int, boxes []*Box) Step) {
	for _, item := range p.Items {
		p.gather(item, -1, origin, step)
	}
	p.number()
}

func (p *Picture) gather(frame *Box, around int, origin func(*Box) int, step func(int, []*Box) Step) {
	p.Meter.Spend(1 + len(frame.Kids))
	origins := make([]int, len(frame.Kids))
	count, last := map[int]int{}, map[int]int{}
	for i, kid := range frame.Kids {
		origins[i] = -1
		if kid.Form == Pill || kid.Form == Result {
			continue
		}
		if at := origin(kid); at >= 0 && at != around {
			origins[i] = at
			count[at]++
			last[at] = i
		}
	}
	members := map[int][]*Box{}
	var kids []*Box
	for i, kid := range frame.Kids {
		at := origins[i]
		if kid.Form.Holds() {
			inner := around
			if of := origin(kid); of >= 0 {
				inner = of
			}
			p.gather(kid, inner, origin, step)
		}
		switch {
		case count[at] < 2:
			kids = append(kids, kid)
			continue
		case i < last[at]:
			members[at] = append(members[at], kid)
			continue
		}
		all := append(members[at], kid)
		kids = append(kids, &Box{Form: Frame, Steps: []Step{step(at, all)}, Kids: all, value: all[0].value})
	}
	frame.Kids = kids
}

// Nest puts copies that follow each other into frames: one for all (Copies), and in it one for
// each copy, where that has several boxes. Unlike Shorten it leaves every box as it is, so that a
// reader can open each copy.
func (p *Picture) Nest() {
	for _, item := range p.Items {
		nest(p.Meter, item)
	}
	p.number()
}

func nest(m *steps.Meter, frame *Box) {
	for _, kid := range frame.Kids {
		if kid.Form.Holds() {
			nest(m, kid)
		}
	}
	var given, rest []*Box
	for _, kid := range frame.Kids {
		if kid.Form == Pill || kid.Form == Result {
			given = append(given, kid)
		} else {
			rest = append(rest, kid)
		}
	}
	if len(rest) < fewest {
		return
	}
	f := newFolding(m, rest, nil)
	f.nesting, f.left = true, visits*len(rest)
	kids := append(given, f.nested(0, len(rest))...)
	slices.SortStableFunc(kids, func(a, b *Box) int { return cmp.Compare(places[a.Form], places[b.Form]) })
	frame.Kids = kids
}

// visits bounds how often each kid of a frame is looked at while copies are sought in it: what is
// between two rows of copies is looked at anew, so that many short rows would take quadratic
// time.
const visits = 400

// nested is within for Nest: what is to be shown of the kids from one up to another one.
func (f *folding) nested(from, to int) []*Box {
	r, ok := row{}, false
	if f.left > 0 {
		r, ok = f.best(from, to)
	}
	if !ok {
		return slices.Clone(f.kids[from:to])
	}
	shown := f.nested(from, r.from)
	copies := &Box{Form: Copies, Times: r.copies, value: f.kids[r.from].value, Steps: []Step{{Class: Several, Name: "copies"}}}
	for c := range r.copies {
		at := r.from + c*r.period
		kids := f.nested(at, at+r.period)
		if r.period > 1 {
			kids = []*Box{{Form: Frame, Kids: kids, value: f.kids[at].value, Steps: []Step{{
				Class: Several, Name: number(c+1) + " of " + number(r.copies),
			}}}}
		}
		copies.Kids = append(copies.Kids, kids...)
	}
	return append(append(shown, copies), f.nested(r.end(), to)...)
}
