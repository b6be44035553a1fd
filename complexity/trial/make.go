package trial

import (
	"math/rand/v2"
	"slices"

	"github.com/fraccheck/fraccheck/internal/treewalk"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A maker builds values of one style.
type maker struct {
	*forms
	style style
	n     int
	*rand.Rand
	numbers []int64 // of the program's text
	count   int64   // how many numbers were made
	rowed   bool    // whether a row was made
}

// callbackCost is what a call of a function that is passed costs, in every metric but the
// calls of definitions.
const callbackCost = 3

// argument makes a parameter of a size.
func (m *maker) argument(f *form, n int) treewalk.Value {
	m.n, m.count, m.rowed = n, 0, false
	return m.top(f, n)
}

// top makes a value whose integers are sizes themselves.
func (m *maker) top(f *form, n int) treewalk.Value {
	switch {
	case f.kind == scalarForm && f.dtype.IsInteger():
		return number(f.dtype, min(m.style.number(int64(n)), greatest(f.dtype)))
	case f.kind == tupleForm:
		t := &treewalk.Tuple{}
		for _, part := range f.parts {
			t.Elems = append(t.Elems, m.top(part, n))
		}
		return t
	}
	return m.value(f, n)
}

// value makes one with about n constructors or elements.
func (m *maker) value(f *form, n int) treewalk.Value {
	switch f.kind {
	case scalarForm:
		return m.scalar(f.dtype)
	case tensorForm:
		t := &treewalk.Tensor{Dtype: f.dtype.String(), Shape: f.shape}
		for range size(f.shape) {
			t.Data = append(t.Data, m.scalar(f.dtype))
		}
		return t
	case tupleForm:
		return &treewalk.Tuple{Elems: m.values(f.parts, n)}
	case sequenceForm:
		return m.sequence(f, n)
	case referenceForm:
		return &treewalk.Cell{Elem: m.value(f.parts[0], n)}
	case functionForm:
		return m.function(f, n)
	}
	return m.data(f, n)
}

func (m *maker) values(fs []*form, n int) []treewalk.Value {
	var all []treewalk.Value
	for _, f := range fs {
		all = append(all, m.value(f, n))
	}
	return all
}

func size(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}

func (m *maker) sequence(f *form, n int) treewalk.Value {
	s := &treewalk.Seq{}
	for range n {
		s.Elems = append(s.Elems, m.value(f.parts[0], m.row()))
	}
	return s
}

// row is the size of what is nested in a list or a FractalTensor.
func (m *maker) row() int {
	root := 0
	for (root+1)*(root+1) <= m.n {
		root++
	}
	first := !m.rowed
	m.rowed = true
	switch m.style.rows {
	case noRows:
		return 0
	case shortRows:
		return 2
	case evenRows:
		return root
	case oneRow:
		if first {
			return m.n
		}
		return 0
	}
	return m.IntN(2*root + 1)
}

// data makes constructors until n are spent: fields in which values of the same type
// occur share what is left.
func (m *maker) data(f *form, n int) treewalk.Value {
	w, own := m.way(f, n)
	d := &treewalk.Data{Name: w.name}
	left := n - 1
	for i, field := range w.fields {
		switch {
		case slices.Contains(own, i):
			share := m.share(left, own, i)
			left -= share
			d.Fields = append(d.Fields, m.value(field, share))
		case m.reaches(f, f):
			d.Fields = append(d.Fields, m.value(field, min(m.row(), max(n, 0))))
		default:
			d.Fields = append(d.Fields, m.value(field, n))
		}
	}
	return d
}

// share is what a field gets of what is left for it and the own fields after it.
func (m *maker) share(left int, own []int, field int) int {
	at := slices.Index(own, field)
	behind := len(own) - at - 1
	switch {
	case behind == 0:
		return left
	case left <= 0:
		return 0
	case m.style.spread == leftmost:
		return left
	case m.style.spread == rightmost:
		return 0
	case m.style.spread == balanced:
		return left / (behind + 1)
	}
	return m.IntN(left + 1)
}

// way chooses a constructor, and tells which of its fields have values of the type in
// them: one of those that have such fields while there is something left, then one of
// the smallest.
func (m *maker) way(f *form, n int) (way, []int) {
	var choices []way
	for _, w := range f.ways {
		grows := len(m.own(f, w)) > 0
		if deepest(w.fields) < unmade && grows == (n > 0) {
			choices = append(choices, w)
		}
	}
	if n <= 0 || len(choices) == 0 {
		choices = choices[:0]
		for _, w := range f.ways {
			if d := deepest(w.fields); d < unmade && (n > 0 || d+1 == f.least) {
				choices = append(choices, w)
			}
		}
	}
	w := choices[m.choose(len(choices))]
	return w, m.own(f, w)
}

func (m *maker) own(f *form, w way) (found []int) {
	for i, field := range w.fields {
		if m.reaches(field, f) {
			found = append(found, i)
		}
	}
	return found
}

func (m *maker) choose(n int) int {
	switch m.style.order {
	case rising:
		return 0
	case falling:
		return n - 1
	case alternating:
		m.count++
		return int(m.count) % n
	}
	return m.IntN(n)
}

// function gives an argument of the type that it returns, or else a value: the smallest of a type
// that has such functions in it, as `data Exp { Num(int32), Let(Exp, fn(int32) -> Exp) }`, of which
// larger ones would have no end.
func (m *maker) function(f *form, n int) treewalk.Value {
	out := f.parts[0]
	if found(out, f, true) {
		n = 0
	}
	isTruth := out.kind == scalarForm && out.dtype.Class == types.BoolClass
	result := m.value(out, n)
	cost := treewalk.Cost{Work: callbackCost, Span: callbackCost, Memory: callbackCost}
	make := treewalk.Function
	if m.style.effects {
		make = treewalk.Effect
	}
	return make(cost, func(args []treewalk.Value) treewalk.Value {
		if isTruth {
			return m.truth(args)
		}
		if at := slices.Index(f.parts[1:], out); at >= 0 && at < len(args) && m.style.order != equal {
			return args[at]
		}
		return result
	})
}

// truth compares two numbers where it gets two.
func (m *maker) truth(args []treewalk.Value) treewalk.Value {
	if len(args) == 2 && m.style.order == random {
		x, okX := args[0].(treewalk.Num)
		y, okY := args[1].(treewalk.Num)
		if okX && okY {
			return truth(x.I < y.I || x.F < y.F)
		}
	}
	return m.scalar(types.Bool)
}
