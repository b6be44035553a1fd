package interp

import (
	"unsafe"

	"github.com/fraccheck/fraccheck/value"
)

// An exporter turns slots into values. It keeps what is still to be done on a
// list of its own, so that values of any depth can be turned.
type exporter struct {
	m     *machine
	todo  []export
	cells map[*slot]*value.Cell
}

type export struct {
	from slot
	to   *value.Value
}

// toValue gives a slot as a value.
func (m *machine) toValue(s slot) value.Value {
	if d, ok := s.scalarDtype(); ok {
		return value.Scalar{Dtype: d, Bits: s.w}
	}
	switch kind(s.w) {
	case arrayKind:
		return s.array()
	case fractalKind:
		return s.fractal()
	}
	x := exporter{m: m}
	var root value.Value
	x.push(s, &root)
	for len(x.todo) > 0 {
		next := x.todo[len(x.todo)-1]
		x.todo = x.todo[:len(x.todo)-1]
		*next.to = x.export(next.from)
	}
	return root
}

func (x *exporter) push(s slot, to *value.Value) {
	if d, ok := s.scalarDtype(); ok {
		*to = value.Scalar{Dtype: d, Bits: s.w}
		return
	}
	x.todo = append(x.todo, export{s, to})
}

func (x *exporter) export(s slot) value.Value {
	switch kind(s.w) {
	case dataKind:
		k := &x.m.cons[s.high()]
		d := &value.Data{Tag: k.tag, Name: k.name, Fields: make([]value.Value, k.fields)}
		x.fields(s, d.Fields)
		return d
	case tupleKind:
		t := &value.Tuple{Elems: make([]value.Value, s.high())}
		x.fields(s, t.Elems)
		return t
	case cellKind:
		return x.cell(s)
	case arrayKind:
		return s.array()
	case fractalKind:
		return s.fractal()
	case closureKind:
		return &funcValue{nil, s, x.m.funcs[s.high()].arity}
	case foreignKind:
		return (*foreignFunc)(unsafe.Pointer(s.p)).f
	}
	return value.Unit
}

func (x *exporter) fields(s slot, into []value.Value) {
	for i := range into {
		x.push(s.field(i), &into[i])
	}
}

func (x *exporter) cell(s slot) value.Value {
	if c, ok := x.cells[s.p]; ok {
		return c
	}
	c := &value.Cell{}
	if x.cells == nil {
		x.cells = map[*slot]*value.Cell{}
	}
	x.cells[s.p] = c
	x.push(s.field(0), &c.Elem)
	return c
}

// A funcValue is a closure outside of its machine.
type funcValue struct {
	value.Value // for the method that only package value can name
	slot        slot
	params      int
}

func (f *funcValue) Arity() int { return f.params }

// A foreignFunc is a function value that no program made.
type foreignFunc struct{ f value.Func }

// An importer turns values into slots, as exporter does the other way.
type importer struct {
	m     *machine
	todo  []importing
	cells map[*value.Cell]slot
}

type importing struct {
	from value.Value
	to   *slot
}

// fromValue gives a value as a slot.
func (m *machine) fromValue(v value.Value) slot {
	x := importer{m: m}
	var root slot
	x.todo = append(x.todo, importing{v, &root})
	for len(x.todo) > 0 {
		next := x.todo[len(x.todo)-1]
		x.todo = x.todo[:len(x.todo)-1]
		*next.to = x.imported(next.from)
	}
	return root
}

func (x *importer) imported(v value.Value) slot {
	switch v := v.(type) {
	case value.Scalar:
		return scalarSlot(v)
	case *value.Array:
		return arraySlot(v)
	case *value.Fractal:
		return fractalSlot(v)
	case *value.Tuple:
		return slot{tupleWord(len(v.Elems)), x.fields(v.Elems)}
	case *value.Data:
		i := x.m.program.namedConstructor(v)
		return slot{uint64(dataKind) | uint64(v.Tag)<<8 | uint64(i)<<32, x.fields(v.Fields)}
	case *value.Cell:
		return x.cell(v)
	case *funcValue:
		return v.slot
	case value.Func:
		return boxed(foreignKind, unsafe.Pointer(&foreignFunc{f: v}))
	}
	return unitSlot
}

func (x *importer) fields(vs []value.Value) *slot {
	p := x.m.arena.fields(len(vs))
	into := unsafe.Slice(p, len(vs))
	for i, v := range vs {
		x.todo = append(x.todo, importing{v, &into[i]})
	}
	return p
}

func (x *importer) cell(c *value.Cell) slot {
	if s, ok := x.cells[c]; ok {
		return s
	}
	s := x.m.arena.cell(slot{})
	if x.cells == nil {
		x.cells = map[*value.Cell]slot{}
	}
	x.cells[c] = s
	x.todo = append(x.todo, importing{c.Elem, s.p})
	return s
}
