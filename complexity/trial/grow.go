package trial

import (
	"iter"
	"slices"

	"github.com/fraccheck/fraccheck/internal/treewalk"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A site is a part of a value and where it stands.
type site struct {
	form   *form
	value  treewalk.Value
	parent int // among the sites; -1 for the value itself
	child  int // of the parent
}

// sitesOf are all parts of a value, each after the one that it stands in.
func sitesOf(f *form, v treewalk.Value) []site {
	all := []site{{f, v, -1, 0}}
	for i := 0; i < len(all); i++ {
		forms := childForms(all[i].form, all[i].value)
		for k, child := range children(all[i].value) {
			all = append(all, site{forms(k), child, i, k})
		}
	}
	return all
}

func children(v treewalk.Value) []treewalk.Value {
	switch v := v.(type) {
	case *treewalk.Tuple:
		return v.Elems
	case *treewalk.Seq:
		return v.Elems
	case *treewalk.Data:
		return v.Fields
	case *treewalk.Cell:
		return []treewalk.Value{v.Elem}
	}
	return nil
}

// childForms gives the forms of a value's parts.
func childForms(f *form, v treewalk.Value) func(int) *form {
	switch v := v.(type) {
	case *treewalk.Data:
		fields := f.fields(v.Name)
		return func(i int) *form { return fields[i] }
	case *treewalk.Tuple:
		return func(i int) *form { return f.parts[i] }
	}
	return func(int) *form { return f.parts[0] }
}

// with is the whole value with another part at a site.
func with(all []site, at int, v treewalk.Value) treewalk.Value {
	for all[at].parent >= 0 {
		child := all[at].child
		at = all[at].parent
		parts := slices.Clone(children(all[at].value))
		parts[child] = v
		v = rebuilt(all[at].value, parts)
	}
	return v
}

// rebuilt is a value with other parts.
func rebuilt(v treewalk.Value, parts []treewalk.Value) treewalk.Value {
	switch v := v.(type) {
	case *treewalk.Tuple:
		return &treewalk.Tuple{Elems: parts}
	case *treewalk.Seq:
		return &treewalk.Seq{Elems: parts}
	case *treewalk.Data:
		return &treewalk.Data{Name: v.Name, Fields: parts}
	case *treewalk.Cell:
		return &treewalk.Cell{Elem: parts[0]}
	}
	return v
}

// initial is a smallest value of a parameter or a part of one; integers have the size that is
// wanted.
func (h *hunt) initial(f *form, name string) treewalk.Value {
	return h.adopt(f, name, h.minimal(f))
}

// adopt puts the sizes that are wanted in the place of integers that have names.
func (h *hunt) adopt(f *form, name string, v treewalk.Value) treewalk.Value {
	switch v := v.(type) {
	case *treewalk.Tuple:
		parts := slices.Clone(v.Elems)
		for i := range parts {
			parts[i] = h.adopt(f.parts[i], partName(name, i), parts[i])
		}
		return &treewalk.Tuple{Elems: parts}
	case treewalk.Num:
		if n, given := h.want[name]; given && f.dtype.IsInteger() {
			return number(f.dtype, n)
		}
	}
	return v
}

func partName(name string, i int) string { return name + "." + string(rune('0'+i)) }

// minimal is a value with as few constructors as there can be.
func (h *hunt) minimal(f *form) treewalk.Value {
	switch f.kind {
	case scalarForm:
		return h.scalars(f)[0]
	case tupleForm:
		return &treewalk.Tuple{Elems: h.minimals(f.parts)}
	case referenceForm:
		return &treewalk.Cell{Elem: h.minimal(f.parts[0])}
	case dataForm:
		w := h.smallestWays(f)[0]
		return &treewalk.Data{Name: w.name, Fields: h.minimals(w.fields)}
	}
	return &treewalk.Seq{}
}

func (h *hunt) minimals(fs []*form) (all []treewalk.Value) {
	for _, f := range fs {
		all = append(all, h.minimal(f))
	}
	return all
}

// smallestWays are the constructors that the smallest values of data begin with.
func (h *hunt) smallestWays(f *form) (all []way) {
	for _, w := range f.ways {
		if deepest(w.fields)+1 == f.least {
			all = append(all, w)
		}
	}
	return all
}

// scalars are the values of a number that are tried.
func (h *hunt) scalars(f *form) (all []treewalk.Value) {
	if f.dtype.Class == types.BoolClass {
		return []treewalk.Value{truth(false), truth(true)}
	}
	for _, n := range h.domain {
		if f.dtype.IsFloat() {
			all = append(all, treewalk.Num{Dtype: f.dtype.String(), F: float64(n)})
		} else if n <= greatest(f.dtype) && (n >= 0 || f.dtype.Class != types.UintClass) {
			all = append(all, number(f.dtype, n))
		}
	}
	return all
}

// mostVariants is how many values are made that differ in numbers and smallest constructors.
const mostVariants = keptWide

// variants are all smallest values of a form, up to a number of them; all is false where some
// are left out.
func (h *hunt) variants(f *form) []treewalk.Value {
	switch f.kind {
	case scalarForm:
		return h.scalars(f)
	case tupleForm:
		return h.products(f.parts, func(parts []treewalk.Value) treewalk.Value { return &treewalk.Tuple{Elems: parts} })
	case dataForm:
		var all []treewalk.Value
		for _, w := range h.smallestWays(f) {
			all = append(all, h.products(w.fields, func(parts []treewalk.Value) treewalk.Value { return &treewalk.Data{Name: w.name, Fields: parts} })...)
		}
		return all
	case referenceForm:
		return h.products(f.parts[:1], func(parts []treewalk.Value) treewalk.Value { return &treewalk.Cell{Elem: parts[0]} })
	}
	return []treewalk.Value{h.minimal(f)}
}

// products makes a value of each combination of smallest parts.
func (h *hunt) products(fs []*form, build func([]treewalk.Value) treewalk.Value) (all []treewalk.Value) {
	rows := [][]treewalk.Value{nil}
	for _, f := range fs {
		var next [][]treewalk.Value
		for _, row := range rows {
			for _, v := range h.variants(f) {
				next = append(next, append(slices.Clip(row), v))
			}
		}
		if rows = next; len(rows) > mostVariants {
			h.whole = false
			h.Shuffle(len(rows), func(i, j int) { rows[i], rows[j] = rows[j], rows[i] })
			rows = rows[:mostVariants]
		}
	}
	for _, row := range rows {
		all = append(all, build(row))
	}
	return all
}

// smallest gives each combination of smallest arguments, with the integers that are wanted.
func (h *hunt) smallest(visit func([]treewalk.Value)) {
	var fs []*form
	for _, p := range h.params {
		fs = append(fs, p.form)
	}
	seen := map[string]bool{}
	for _, v := range h.products(fs, func(parts []treewalk.Value) treewalk.Value { return &treewalk.Tuple{Elems: parts} }) {
		args := slices.Clone(v.(*treewalk.Tuple).Elems)
		for i, p := range h.params {
			args[i] = h.adopt(p.form, p.name, args[i])
		}
		if key := treewalk.Text(&treewalk.Tuple{Elems: args}); !seen[key] {
			seen[key] = true
			visit(args)
		}
	}
}

// children are arguments that have one constructor or element more than those of a level: all, or
// some at random.
func (h *hunt) children(level []candidate) iter.Seq[[]treewalk.Value] {
	return func(yield func([]treewalk.Value) bool) {
		if h.whole {
			for _, c := range level {
				if !h.everyChild(c, yield) {
					return
				}
			}
			if h.whole {
				return
			}
		}
		for range grown {
			c := level[min(h.IntN(len(level)), h.IntN(len(level)))]
			args := slices.Clone(c.args)
			i := h.IntN(len(args))
			args[i] = h.grow(h.params[i].form, args[i])
			if h.IntN(3) == 0 {
				args[i] = h.change(h.params[i].form, args[i])
			}
			if !yield(args) {
				return
			}
		}
	}
}

// few reports whether a level and all its children are few enough to be looked at.
func (h *hunt) few(level []candidate) bool {
	n := 0
	for _, c := range level[:min(len(level), 1)] {
		h.everyChild(c, func([]treewalk.Value) bool { n++; return true })
	}
	return n*len(level) <= 4*keptWide
}

// everyChild gives all arguments that have one constructor or element more.
func (h *hunt) everyChild(c candidate, yield func([]treewalk.Value) bool) bool {
	for i, p := range h.params {
		all := sitesOf(p.form, c.args[i])
		for at := range all {
			for _, v := range h.enlarged(all[at]) {
				args := slices.Clone(c.args)
				if args[i] = with(all, at, v); !yield(args) {
					return false
				}
			}
		}
	}
	return true
}

// enlarged are the values that a site may grow to by one constructor or element.
func (h *hunt) enlarged(s site) (all []treewalk.Value) {
	switch v := s.value.(type) {
	case *treewalk.Seq:
		for at := range len(v.Elems) + 1 {
			for _, e := range h.variants(s.form.parts[0]) {
				all = append(all, &treewalk.Seq{Elems: slices.Insert(slices.Clone(v.Elems), at, e)})
			}
		}
	case *treewalk.Data:
		for _, w := range s.form.ways {
			if deepest(w.fields) >= unmade || len(w.fields) == 0 {
				continue
			}
			for hole := -1; hole < len(w.fields); hole++ {
				if hole < 0 && len(v.Fields) > 0 || hole >= 0 && !h.reaches(w.fields[hole], s.form) {
					continue
				}
				all = append(all, h.wrapped(w, hole, s)...)
			}
		}
	}
	return all
}

// wrapped are the constructors that have what is at a site in one field, -1 for none, and
// smallest values in the others.
func (h *hunt) wrapped(w way, hole int, s site) []treewalk.Value {
	fs := slices.Clone(w.fields)
	if hole >= 0 {
		fs = slices.Delete(fs, hole, hole+1)
	}
	return h.products(fs, func(parts []treewalk.Value) treewalk.Value {
		if hole >= 0 {
			parts = slices.Insert(slices.Clone(parts), hole, h.embedded(w.fields[hole], s))
		}
		return &treewalk.Data{Name: w.name, Fields: parts}
	})
}

// embedded is a small value of a form in which what is at a site occurs.
func (h *hunt) embedded(f *form, s site) treewalk.Value {
	switch {
	case f == s.form:
		return s.value
	case f.kind == tupleForm:
		parts := h.minimals(f.parts)
		if at := slices.IndexFunc(f.parts, func(p *form) bool { return h.reaches(p, s.form) }); at >= 0 {
			parts[at] = h.embedded(f.parts[at], s)
		}
		return &treewalk.Tuple{Elems: parts}
	case f.kind == sequenceForm:
		return &treewalk.Seq{Elems: []treewalk.Value{h.embedded(f.parts[0], s)}}
	case f.kind == dataForm:
		for _, direct := range []bool{true, false} {
			for _, w := range f.ways {
				at := slices.IndexFunc(w.fields, func(p *form) bool {
					return p != f && (p == s.form || !direct && h.reaches(p, s.form))
				})
				if at >= 0 && deepest(w.fields) < unmade {
					parts := h.minimals(w.fields)
					parts[at] = h.embedded(w.fields[at], s)
					return &treewalk.Data{Name: w.name, Fields: parts}
				}
			}
		}
	}
	return h.minimal(f)
}
