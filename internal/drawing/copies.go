package drawing

import (
	"slices"
	"strings"
)

// checked is how many of the copies from a kid on are wired alike: 1 where the second
// one is not. A wire into a copy comes from the same box of the same copy, from the same
// box of the copy before (in the first copy, from before all), or for all copies
// from the same box before them.
func (f *folding) checked(from, period, copies int) int {
	r := row{from, period, copies}
	for c := 1; c < r.copies; c++ {
		for q := range period {
			if !f.alike(r, c, q) {
				r.copies = c
				break
			}
		}
	}
	if f.nesting {
		return r.copies
	}
	return f.shared(r)
}

// alike compares the wires of one kid of copy c with those of the first and the second copy. With
// from(c) the place that a wire comes from there, one of these holds for each of them:
//
//	from(c) = from(0) + c·period             within the copy
//	from(c) = from(1) + (c−1)·period         from the copy before; in copy 0, from before all
//	from(c) = from(0)                        from before all, for every copy
func (f *folding) alike(r row, c, q int) bool {
	first, own := f.needs[r.from+q], f.needs[r.from+c*r.period+q]
	if len(first) != len(own) {
		return false
	}
	f.meter.Spend(1 + len(own))
	second := f.needs[r.from+r.period+q]
	for i := range own {
		a, b := first[i], own[i]
		switch {
		case f.inCopy(r, b, c):
			if !f.inCopy(r, a, 0) || a.path != b.path || b.from != moved(a.from, c*r.period) {
				return false
			}
		case f.inCopy(r, b, c-1):
			if f.inCopy(r, a, 0) || c > 1 && (second[i].path != b.path || b.from != moved(second[i].from, (c-1)*r.period)) {
				return false
			}
		case b.from.kid >= r.from:
			return false
		case a.box != b.box || f.inCopy(r, second[i], 0) || !a.carriesAs(b):
			return false
		}
	}
	return true
}

// carriesAs compares what two needs take in the copies of a Repeat around them.
func (n need) carriesAs(other need) bool {
	mine, its := n.to.In[n.wire].Again, other.to.In[other.wire].Again
	return slices.Equal(mine, its) && (len(mine) == 0 || n.path == other.path)
}

// inCopy reports whether a need is met within a copy of a row.
func (f *folding) inCopy(r row, n need, c int) bool {
	return n.from.kid >= r.from+c*r.period && n.from.kid < r.from+(c+1)*r.period
}

// moved is a place so many kids later.
func moved(p place, by int) place { return place{p.kid + by, p.inner} }

// shared leaves copies out such that what is needed after them comes from the last one, or from
// each of them and for the same thing. Else a reader would take the value of the last copy for
// one of another: of three layers whose second one is also a result of its own, only the first
// two are a row.
func (f *folding) shared(r row) int {
	for r.copies > 1 {
		c := f.uneven(r)
		if c < 0 {
			break
		}
		r.copies = c + 1
	}
	return r.copies
}

// uneven is the first copy of which something is needed elsewhere that is not needed of
// all others too, one after the other; -1 where there is none before the last one.
func (f *folding) uneven(r row) int {
	for q := range r.period {
		first := f.leaving(r, 0, q)
		for c := 1; c < r.copies; c++ {
			for i := range first {
				first[i].need++
			}
			uses := f.leaving(r, c, q)
			f.meter.Spend(len(uses) * len(first))
			if c < r.copies-1 && !slices.Equal(uses, first) || c == r.copies-1 && !containsAll(uses, first) {
				return f.firstLeaving(r, q)
			}
		}
	}
	return -1
}

func containsAll(uses, some []use) bool {
	return !slices.ContainsFunc(some, func(u use) bool { return !slices.Contains(uses, u) })
}

// firstLeaving is the first copy of which a kid is needed elsewhere.
func (f *folding) firstLeaving(r row, q int) int {
	for c := range r.copies {
		if len(f.leaving(r, c, q)) > 0 {
			return c
		}
	}
	return 0
}

// leaving are the uses of a kid of a copy after the row.
func (f *folding) leaving(r row, c, q int) (found []use) {
	f.meter.Spend(1 + len(f.users[r.from+c*r.period+q]))
	for _, u := range f.users[r.from+c*r.period+q] {
		if u.user >= r.end() || u.user < r.from {
			found = append(found, u)
		}
	}
	return found
}

// merge lets the first copy of a row represent all, and say what differs in the last
// one.
func (f *folding) merge(r row, repeat *Box) {
	for q := range r.period {
		f.carry(r, q, repeat)
		last := f.leaving(r, r.copies-1, q)
		f.users[r.from+q] = append(f.users[r.from+q], last...) // for copies within the first one
		boxes := flat(f.kids[r.from+q])
		for c := 1; c < r.copies; c++ {
			for i, b := range flat(f.kids[r.from+c*r.period+q]) {
				f.same[b] = boxes[i]
				boxes[i].stand(b)
				if c == r.copies-1 {
					boxes[i].vary(b)
				}
			}
		}
	}
}

// carry marks the wires of a kid that come from the copy before, and lets those that take another
// part of the same value in each copy take all of them: `%w.0` to `%w.11` is `.0….11`.
func (f *folding) carry(r row, q int, repeat *Box) {
	second, last := f.needs[r.from+r.period+q], f.needs[r.end()-r.period+q]
	i := 0
	for _, b := range flat(f.kids[r.from+q]) {
		for k, w := range b.In {
			if at, own := f.at[w.From]; own && at.kid == r.from+q {
				continue
			}
			from := w.From.Outs[w.Out]
			switch {
			case f.inCopy(r, second[i], 0) && !f.inCopy(r, f.needs[r.from+q][i], 0):
				b.In[k].Again = append(b.In[k].Again, Carry{f.end(second[i]), repeat})
			case last[i].box == w.From && last[i].path != from.path:
				all := from.path + "…" + last[i].path
				b.In[k].Out = w.From.out(Out{Label: all, Type: from.Type, Each: true, path: all})
			}
			i++
		}
	}
}

// end is the end that a need takes.
func (f *folding) end(n need) End {
	return End{n.box, n.box.out(Out{path: n.path})}
}

// flat lists a box and all that lies in it.
func flat(b *Box) (all []*Box) {
	b.Walk(func(one *Box) { all = append(all, one) })
	return all
}

// stand lets a box represent another one.
func (b *Box) stand(other *Box) {
	for i := range min(len(b.Steps), len(other.Steps)) {
		b.Steps[i].Spans = append(b.Steps[i].Spans, other.Steps[i].Spans...)
	}
}

// vary writes into a box what differs in the last of its copies.
func (b *Box) vary(last *Box) {
	for i := range min(len(b.Steps), len(last.Steps)) {
		s, other := &b.Steps[i], last.Steps[i]
		s.Type = ranging(s.Type, other.Type)
		switch {
		case s.Name == other.Name:
		case s.Class == Constant:
			s.Name = ranging(s.Name, other.Name)
		default:
			s.Name = andOthers(s.Name)
		}
		for j := range min(len(s.Args), len(other.Args)) {
			a := &s.Args[j]
			if a.given && a.Text != other.Args[j].Text {
				a.Text = andOthers(a.Text)
			} else {
				a.Text = ranging(a.Text, other.Args[j].Text)
			}
		}
	}
	for i, o := range b.Outs {
		for _, other := range last.Outs {
			if o.path == other.path {
				b.Outs[i].Type = ranging(o.Type, other.Type)
			}
		}
	}
}

// andOthers represents a parameter of the first copy, and for others in the others.
func andOthers(name string) string { return strings.TrimSuffix(name, "…") + "…" }
