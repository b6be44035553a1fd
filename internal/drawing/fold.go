package drawing

import (
	"cmp"
	"hash/fnv"
	"io"
	"slices"

	"github.com/fraccheck/fraccheck/internal/steps"
)

// A folding finds copies among the boxes of a frame. Copies are a row: boxes k(1) … k(c·p), in the
// order of the frame, that are c times the same p boxes. A frame's order is one in which the
// copies of a layer follow each other (arrange), so rows are stretches of it.
//
// It works in two steps. Boxes are compared by prints, hashes of what they do and of what lies in
// them, without sizes, names of parameters and literals: a stretch of prints with period p is a
// candidate (best), as in finding the repetitions of a string. A candidate is then cut where its
// wires are not alike (checked, in copies.go): only that makes the picture say the truth, and it
// also covers two boxes whose prints are equal by chance.
//
// Of all candidates the one that spares most boxes is taken, and what precedes it, within
// its first copy and after it is folded in turn (within). To try every period would be
// quadratic; at most `tried` of those are, at which equal prints are most often apart.
type folding struct {
	meter  *steps.Meter
	kids   []*Box
	prints []uint64
	at     map[*Box]place
	needs  [][]need
	users  [][]use       // by kid: what needs something of it
	cuts   []int         // by kid: how many before it are needed there or after it
	same   map[*Box]*Box // boxes of copies, to those that are shown

	nesting bool // all copies are shown, so that what leaves them need not be alike
	left    int  // of what Nest may look at
}

// A place is where a box is found: in which kid, as which of the boxes in that.
type place struct{ kid, inner int }

// A use is one wire out of a kid: to which kid (their number represents all else), as
// which of its needs, from which of the boxes in this one, from which end.
type use struct {
	user, need, inner int
	path              string
}

// A need is one wire from outside into a kid.
type need struct {
	from place // kid -1 where that is outside the frame
	box  *Box
	path string
	to   *Box // which has it as In[wire]
	wire int
}

// fold makes copies that follow each other one box, in a frame and in those within it.
func fold(m *steps.Meter, frame *Box) {
	for _, kid := range frame.Kids {
		if kid.Form.Holds() {
			fold(m, kid)
		}
	}
	needed := map[*Box]int{}
	frame.Walk(func(b *Box) {
		m.Spend(1 + len(b.In))
		for _, w := range b.In {
			needed[w.From]++
		}
	})
	var given, rest []*Box
	for _, kid := range frame.Kids {
		if kid.Form == Pill && needed[kid] != 1 || kid.Form == Result {
			given = append(given, kid) // what is needed once is a part of what needs it: a weight
		} else {
			rest = append(rest, kid)
		}
	}
	if len(rest) < fewest {
		return
	}
	f := newFolding(m, rest, given)
	shown := f.within(0, len(rest))
	if len(shown) == len(rest) {
		return
	}
	frame.Kids = append(given, shown...)
	slices.SortStableFunc(frame.Kids, func(a, b *Box) int { return cmp.Compare(places[a.Form], places[b.Form]) })
	for _, kid := range frame.Kids {
		kid.Walk(f.rewire)
	}
}

// places are where boxes of a form are in a frame.
var places = map[Form]int{Pill: -1, Result: 1}

// rewire lets the wires of a box come from boxes that are shown. Those that come from the same
// box of several copies are one, which takes something from each of them (Out.Each).
func (f *folding) rewire(b *Box) {
	var wires []Wire
	from := map[*Box]*Box{}
	for _, w := range b.In {
		f.meter.Spend(1 + len(wires))
		was, path := w.From, w.From.Outs[w.Out].path
		if w.From = f.shown(was); w.From != was {
			w.Out = w.From.out(Out{Label: was.Outs[w.Out].Label, Type: was.Outs[w.Out].Type, path: path})
		}
		for k, e := range w.Again {
			shown := f.shown(e.Box)
			o := e.Box.Outs[e.Out]
			w.Again[k].End = End{shown, shown.out(Out{Label: o.Label, Type: o.Type, path: o.path})}
		}
		i := slices.IndexFunc(wires, func(o Wire) bool { return o.From == w.From && w.From.Outs[o.Out].path == path })
		if i >= 0 && from[w.From] != was {
			each := w.From.Outs[w.Out]
			each.Each = true
			wires[i].Out = w.From.out(each)
			continue
		}
		from[w.From] = was
		wires = append(wires, w)
	}
	b.In = wires
}

// shown is the box that a box of a copy is shown as.
func (f *folding) shown(b *Box) *Box {
	for f.same[b] != nil {
		b = f.same[b]
	}
	return b
}

// fewest is how many boxes a frame has where copies are looked for.
const fewest = 10

// newFolding prepares the folding of some kids; what the rest of the frame needs of them counts.
func newFolding(m *steps.Meter, kids, rest []*Box) *folding {
	f := &folding{meter: m, kids: kids, at: map[*Box]place{}, same: map[*Box]*Box{}, users: make([][]use, len(kids))}
	for i, kid := range kids {
		inner := 0
		kid.Walk(func(b *Box) {
			f.at[b] = place{i, inner}
			inner++
		})
	}
	for i, kid := range kids {
		m.Spend(1)
		f.prints = append(f.prints, f.print(i))
		f.needs = append(f.needs, f.needsOf(kid, i))
		f.use(f.needs[i], i)
	}
	for _, other := range rest {
		f.use(f.needsOf(other, -1), len(kids))
	}
	f.cuts = f.countCuts()
	return f
}

// use notes what a kid needs.
func (f *folding) use(needs []need, user int) {
	for i, n := range needs {
		if n.from.kid >= 0 {
			f.users[n.from.kid] = append(f.users[n.from.kid], use{user, i, n.from.inner, n.path})
		}
	}
}

// countCuts counts, for each place between kids, those before it that are needed after it:
// by differences, in O(kids + uses). Between two layers that is one, the data; within a layer
// with a shortcut it is more. So copies begin where the fewest are.
func (f *folding) countCuts() []int {
	cuts := make([]int, len(f.kids)+2)
	for i, users := range f.users {
		last := i
		for _, u := range users {
			last = max(last, u.user)
		}
		if last > i {
			cuts[i+1]++
			cuts[last+1]--
		}
	}
	for at := 1; at < len(cuts); at++ {
		cuts[at] += cuts[at-1]
	}
	return cuts
}

// needsOf are the wires into a kid.
func (f *folding) needsOf(kid *Box, i int) (found []need) {
	kid.Walk(func(b *Box) {
		f.meter.Spend(1 + len(b.In))
		for k, w := range b.In {
			from, own := f.at[w.From]
			if own && from.kid == i {
				continue
			}
			if !own {
				from.kid = -1
			}
			found = append(found, need{from, w.From, w.From.Outs[w.Out].path, b, k})
		}
	})
	return found
}

// print is a number that is the same for copies.
func (f *folding) print(i int) uint64 {
	h := fnv.New64a()
	f.kids[i].Walk(func(b *Box) {
		io.WriteString(h, b.Form.String()+number(len(b.Kids))+" "+number(b.Times)+" "+number(b.Operators))
		for _, s := range b.Steps {
			if b.Form != Pill {
				io.WriteString(h, "\n"+s.Name)
			}
			io.WriteString(h, "("+s.Class.String()+s.loose)
			for _, a := range s.Args {
				io.WriteString(h, ","+a.loose)
			}
		}
		for _, w := range b.In {
			from, own := f.at[w.From]
			if !own || from.kid != i {
				from = place{-1, -1}
			}
			io.WriteString(h, "\n<"+number(from.inner))
		}
	})
	return h.Sum64()
}

// within folds the kids from one up to another one, those that are spared most first,
// and gives what is to be shown of them.
func (f *folding) within(from, to int) []*Box {
	r, ok := f.best(from, to)
	if !ok {
		return slices.Clone(f.kids[from:to])
	}
	shown := f.within(from, r.from)
	repeat := &Box{Form: Repeat, Times: r.copies, value: f.kids[r.from].value, Steps: []Step{{Class: Several}}}
	f.merge(r, repeat)
	repeat.Kids = f.within(r.from, r.from+r.period)
	shown = append(shown, repeat)
	return append(shown, f.within(r.from+r.period*r.copies, to)...)
}

// A row is copies that follow each other.
type row struct{ from, period, copies int }

func (r row) end() int    { return r.from + r.period*r.copies }
func (r row) spared() int { return r.period * (r.copies - 1) }

// worthwhile reports whether rows are easier to read as one box. Two copies are only worth
// it where they are layers: the second one takes something from the first.
func (f *folding) worthwhile(r row) bool {
	switch {
	case r.period == 1:
		return r.copies >= 4
	case r.period < 4 || r.copies == 2 && !f.layered(r):
		return r.copies >= 3
	}
	return r.copies >= 2
}

// layered reports whether something leads from copy to copy in rows.
func (f *folding) layered(r row) bool {
	for q := range r.period {
		if slices.ContainsFunc(f.needs[r.from+r.period+q], func(n need) bool { return f.inCopy(r, n, 0) }) {
			return true
		}
	}
	return false
}

// best is the row that spares most boxes.
func (f *folding) best(from, to int) (best row, ok bool) {
	for _, period := range f.periods(from, to) {
		f.meter.Spend(to - from)
		f.left -= to - from
		for start := from; start+period < to; {
			end := start
			for end+period < to && f.prints[end] == f.prints[end+period] {
				end++
			}
			if end+period-start >= 2*period {
				if r := f.aligned(start, end+period, period); f.worthwhile(r) && r.spared() > best.spared() {
					best, ok = r, true
				}
			}
			start = end + 1
		}
	}
	return best, ok
}

// How many distances are looked at for one box, and how many are tried.
const (
	distances = 6
	tried     = 48
)

// periods are the distances at which boxes with equal prints stand most often, most often first.
// Of each box only the last few equal ones are counted: a net of 1,000 equal layers has 500,000
// pairs, and the small distances are the ones that matter.
func (f *folding) periods(from, to int) []int {
	last := map[uint64][]int{}
	count := map[int]int{}
	for i := from; i < to; i++ {
		f.meter.Spend(1)
		earlier := last[f.prints[i]]
		for _, j := range earlier {
			count[i-j]++
		}
		if earlier = append(earlier, i); len(earlier) > distances {
			earlier = earlier[1:]
		}
		last[f.prints[i]] = earlier
	}
	var all []int
	for period, n := range count {
		if n >= period { // else not even two copies stand side by side
			all = append(all, period)
		}
	}
	slices.SortFunc(all, func(a, b int) int { return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b)) })
	return all[:min(len(all), tried)]
}

// aligned cuts a stretch that repeats itself into copies, where the fewest wires lead from one to
// the next: a stretch of c·p + r boxes can begin at r + 1 places, and only where it begins with a
// layer are its copies wired alike.
func (f *folding) aligned(start, end, period int) (best row) {
	copies := (end - start) / period
	var firsts []int
	for first := start; first+copies*period <= end; first++ {
		f.meter.Spend(1)
		firsts = append(firsts, first)
	}
	slices.SortStableFunc(firsts, func(a, b int) int { return cmp.Compare(f.cuts[a+period], f.cuts[b+period]) })
	for _, first := range firsts[:min(len(firsts), alignments)] {
		if r := (row{first, period, f.checked(first, period, copies)}); r.copies > best.copies {
			best = r
		}
	}
	return best
}

// alignments is how many cuts of one stretch are tried.
const alignments = 4

// stack makes one box of operators that only serve each other, in a frame and in those within it:
// a chain in which each gives its value to the next one alone, and that takes nothing else,
// becomes rows of one box, from the top down.
func stack(m *steps.Meter, frame *Box) {
	served := map[*Box]*Box{} // by box, the one that needs it; itself where there are several
	frame.Walk(func(b *Box) {
		m.Spend(1 + len(b.In))
		for _, w := range b.In {
			if to, known := served[w.From]; known && to != b || len(b.In) > 1 {
				served[w.From] = w.From
			} else {
				served[w.From] = b
			}
			for _, e := range w.Again {
				served[e.Box] = e.Box
			}
		}
	})
	frame.Walk(func(b *Box) {
		if b.Form.Holds() {
			b.Kids = stacked(b.Kids, served)
		}
	})
}

// stacked joins the kids of a frame. They follow what they need.
func stacked(kids []*Box, served map[*Box]*Box) (shown []*Box) {
	sibling := map[*Box]bool{}
	for _, kid := range kids {
		if kid.Form == Plain && len(kid.In) == 1 && sibling[kid.In[0].From] && served[kid.In[0].From] == kid {
			kid.absorb(kid.In[0])
			shown[len(shown)-1] = kid
		} else {
			shown = append(shown, kid)
		}
		clear(sibling)
		sibling[kid] = kid.Form == Plain
	}
	return shown
}

// absorb puts the steps of the one box that a box needs on top of its own.
func (b *Box) absorb(w Wire) {
	for i, a := range b.Head().Args {
		if a.Text == Wired {
			b.Head().Args[i].Text += w.From.Outs[w.Out].Label
		}
	}
	b.Steps = append(w.From.Steps[:len(w.From.Steps):len(w.From.Steps)], b.Steps...)
	b.In, b.value = w.From.In, w.From.value
}
