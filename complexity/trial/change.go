package trial

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/treewalk"
	"github.com/fraccheck/fraccheck/internal/types"
)

// grow is a value with one constructor or element more, chosen at random.
func (h *hunt) grow(f *form, v treewalk.Value) treewalk.Value {
	all := sitesOf(f, v)
	for range 8 {
		at := h.IntN(len(all))
		switch x := all[at].value.(type) {
		case *treewalk.Seq:
			e := h.vary(all[at].form.parts[0])
			return with(all, at, &treewalk.Seq{Elems: slices.Insert(slices.Clone(x.Elems), h.IntN(len(x.Elems)+1), e)})
		case *treewalk.Data:
			if grown := h.wrap(all[at]); grown != nil {
				return with(all, at, grown)
			}
		}
	}
	return v
}

// vary is a smallest value with numbers at random.
func (h *hunt) vary(f *form) treewalk.Value {
	switch f.kind {
	case scalarForm:
		all := h.scalars(f)
		return all[h.IntN(len(all))]
	case tupleForm:
		parts := make([]treewalk.Value, len(f.parts))
		for i, p := range f.parts {
			parts[i] = h.vary(p)
		}
		return &treewalk.Tuple{Elems: parts}
	case dataForm:
		ways := h.smallestWays(f)
		w := ways[h.IntN(len(ways))]
		d := &treewalk.Data{Name: w.name}
		for _, p := range w.fields {
			d.Fields = append(d.Fields, h.vary(p))
		}
		return d
	}
	return h.minimal(f)
}

// wrap puts what is at a site into a constructor, nil where the one chosen cannot have it.
func (h *hunt) wrap(s site) treewalk.Value {
	w := s.form.ways[h.IntN(len(s.form.ways))]
	if deepest(w.fields) >= unmade || len(w.fields) == 0 {
		return nil
	}
	var holes []int
	for i, p := range w.fields {
		if h.reaches(p, s.form) {
			holes = append(holes, i)
		}
	}
	d := &treewalk.Data{Name: w.name}
	for _, p := range w.fields {
		d.Fields = append(d.Fields, h.vary(p))
	}
	if len(holes) > 0 {
		hole := holes[h.IntN(len(holes))]
		d.Fields[hole] = h.embedded(w.fields[hole], s)
	} else if len(s.value.(*treewalk.Data).Fields) > 0 {
		return nil
	}
	return d
}

// shrink is a value with one constructor or element less.
func (h *hunt) shrink(f *form, v treewalk.Value) treewalk.Value {
	all := sitesOf(f, v)
	for range 8 {
		at := h.IntN(len(all))
		switch x := all[at].value.(type) {
		case *treewalk.Seq:
			if len(x.Elems) > 0 {
				i := h.IntN(len(x.Elems))
				return with(all, at, &treewalk.Seq{Elems: slices.Delete(slices.Clone(x.Elems), i, i+1)})
			}
		case *treewalk.Data:
			if len(x.Fields) > 0 {
				return with(all, at, h.remainder(all[at].form, x))
			}
		}
	}
	return v
}

// remainder is what is left of data without its outermost constructor.
func (h *hunt) remainder(f *form, d *treewalk.Data) treewalk.Value {
	var own []treewalk.Value
	for i, p := range f.fields(d.Name) {
		if p == f {
			own = append(own, d.Fields[i])
		}
	}
	if len(own) == 0 {
		return h.vary(f)
	}
	return own[h.IntN(len(own))]
}

// change is a value with something of it changed, mostly without changing its sizes.
func (h *hunt) change(f *form, v treewalk.Value) treewalk.Value {
	all := sitesOf(f, v)
	var numbers []int
	for i, s := range all {
		if _, ok := s.value.(treewalk.Num); ok && s.form.kind == scalarForm {
			numbers = append(numbers, i)
		}
	}
	switch kind := h.IntN(8); {
	case kind < 2 && len(numbers) > 0:
		at := numbers[h.IntN(len(numbers))]
		return with(all, at, h.vary(all[at].form))
	case kind == 2 && len(numbers) > 1:
		i, j := numbers[h.IntN(len(numbers))], numbers[h.IntN(len(numbers))]
		if all[i].form == all[j].form {
			return exchanged(all, i, j)
		}
	case kind == 3 && len(numbers) > 1:
		return h.ordered(all, numbers)
	case kind == 4:
		return h.relabelled(all)
	case kind == 5:
		i, j := h.IntN(len(all)), h.IntN(len(all))
		if all[i].form == all[j].form && !inside(all, i, j) && !inside(all, j, i) {
			return exchanged(all, i, j)
		}
	case kind == 6:
		return h.grow(f, h.shrink(f, v))
	}
	return h.grow(f, h.shrink(f, h.grow(f, h.shrink(f, v))))
}

// inside reports whether site i stands in site j.
func inside(all []site, i, j int) bool {
	for ; i >= 0; i = all[i].parent {
		if i == j {
			return true
		}
	}
	return false
}

// exchanged is the value with what two sites have exchanged, of which none is in the other.
func exchanged(all []site, i, j int) treewalk.Value {
	return assembled(all, map[int]treewalk.Value{i: all[j].value, j: all[i].value}, 0)
}

// assembled is what is at a site with other parts at some sites.
func assembled(all []site, other map[int]treewalk.Value, at int) treewalk.Value {
	values := make([]treewalk.Value, len(all))
	parts := make([][]treewalk.Value, len(all))
	for i := len(all) - 1; i >= at; i-- { // parts are after what they stand in
		v, given := other[i]
		if !given {
			v = all[i].value
			if parts[i] != nil {
				v = rebuilt(v, parts[i])
			}
		}
		values[i] = v
		if p := all[i].parent; p >= 0 && v != nil {
			if parts[p] == nil {
				parts[p] = slices.Clone(children(all[p].value))
			}
			parts[p][all[i].child] = v
		}
	}
	return values[at]
}

// ordered gives the numbers of a value a new order: rising, falling, equal or any.
func (h *hunt) ordered(all []site, numbers []int) treewalk.Value {
	other := map[int]treewalk.Value{}
	kind, same := h.IntN(4), h.IntN(1<<30)
	for rank, at := range numbers {
		switch f := all[at].form; {
		case f.dtype.Class == types.BoolClass, f.dtype.IsFloat(), kind == 3:
			other[at] = h.vary(f)
		case kind == 2:
			scalars := h.scalars(f)
			other[at] = scalars[same%len(scalars)]
		case kind == 1:
			other[at] = number(f.dtype, min(int64(len(numbers)-rank), greatest(f.dtype)))
		default:
			other[at] = number(f.dtype, min(int64(rank), greatest(f.dtype)))
		}
	}
	return assembled(all, other, 0)
}

// relabelled has another constructor with the same fields somewhere.
func (h *hunt) relabelled(all []site) treewalk.Value {
	at := h.IntN(len(all))
	if d, ok := all[at].value.(*treewalk.Data); ok {
		w := all[at].form.ways[h.IntN(len(all[at].form.ways))]
		if slices.Equal(w.fields, all[at].form.fields(d.Name)) {
			return with(all, at, &treewalk.Data{Name: w.name, Fields: d.Fields})
		}
	}
	return all[0].value
}

// repair brings arguments to the sizes that are wanted, by growing and shrinking.
func (h *hunt) repair(args []treewalk.Value) (c candidate, ok bool) {
	for i, p := range h.params {
		args[i] = h.adopt(p.form, p.name, args[i])
	}
	missing := h.missing(args)
	for tries := repairing * (8 + missing); missing > 0 && tries > 0; tries-- {
		next := slices.Clone(args)
		i := h.IntN(len(next))
		if h.IntN(2) == 0 {
			next[i] = h.grow(h.params[i].form, next[i])
		} else {
			next[i] = h.shrink(h.params[i].form, next[i])
		}
		if m := h.missing(next); m < missing || m == missing && h.IntN(4) == 0 {
			args, missing = next, m
		}
	}
	if missing > 0 {
		return c, false
	}
	return h.take(args)
}

// missing is by how much sizes differ from those that are wanted.
func (h *hunt) missing(args []treewalk.Value) (n int64) {
	for i, v := range args {
		h.params[i].value = v
	}
	for name, want := range h.want {
		size, err := h.size(name)
		if err != nil {
			return 1 << 40
		}
		n += max(size-want, want-size)
	}
	return n
}
