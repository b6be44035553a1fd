package machine

import (
	"unsafe"

	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/code"
)

// An exporter turns slots into values. It keeps what is still to be done on a
// list of its own, so that values of any depth can be turned. Where the program's
// values share a part, the values that it makes share it too.
type exporter struct {
	m     *machine
	todo  []export
	cells map[*code.Slot]*value.Cell
	made  map[code.Slot]value.Value
	count int // of data and tuples
}

// mostUnshared is how many parts of a value are turned before parts are looked up that
// were turned already: most values are small, and looking up takes time.
const mostUnshared = 64

type export struct {
	from code.Slot
	to   *value.Value
}

// toValue gives a slot as a value. Arrays and FractalTensors are shared, not copied; so is
// what an array's memory holds.
func (m *machine) toValue(s code.Slot) value.Value {
	if d, ok := s.ScalarDtype(); ok {
		return value.Scalar{Dtype: d, Bits: s.W}
	}
	switch code.Kind(s.W) {
	case code.ArrayKind:
		return s.Array()
	case code.FractalKind:
		return s.Fractal()
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

// push puts a slot on the list, or sets the value at once where it is a number.
func (x *exporter) push(s code.Slot, to *value.Value) {
	if d, ok := s.ScalarDtype(); ok {
		*to = value.Scalar{Dtype: d, Bits: s.W}
		return
	}
	x.todo = append(x.todo, export{s, to})
}

// export makes the value of a slot, whose parts are put on the list.
func (x *exporter) export(s code.Slot) value.Value {
	switch code.Kind(s.W) {
	case code.DataKind, code.TupleKind:
		return x.once(s)
	case code.CellKind:
		return x.cell(s)
	case code.ArrayKind:
		return s.Array()
	case code.FractalKind:
		return s.Fractal()
	case code.ClosureKind:
		return &funcValue{nil, s, x.m.funcs[s.High()].Arity}
	case code.ForeignKind:
		return (*foreignFunc)(unsafe.Pointer(s.P)).f
	}
	return value.Unit
}

// once turns data or a tuple, which may be shared.
func (x *exporter) once(s code.Slot) value.Value {
	if v, ok := x.made[s]; ok {
		return v
	}
	v, fields := x.shell(s)
	switch x.count++; {
	case x.count == mostUnshared:
		x.made = map[code.Slot]value.Value{}
	case x.count > mostUnshared && len(fields) > 0:
		x.made[s] = v
	}
	x.fields(s, fields)
	return v
}

// shell gives data or a tuple, and the fields that are still to be set.
func (x *exporter) shell(s code.Slot) (value.Value, []value.Value) {
	if code.Kind(s.W) == code.TupleKind {
		t := &value.Tuple{Elems: make([]value.Value, s.High())}
		return t, t.Elems
	}
	k := x.m.constructor(s.High())
	d := &value.Data{Tag: k.Tag, Name: k.Name, Fields: make([]value.Value, k.Fields)}
	return d, d.Fields
}

func (x *exporter) fields(s code.Slot, into []value.Value) {
	for i := range into {
		x.push(s.At(i), &into[i])
	}
}

// cell makes a reference once, since it may be shared and may hold itself.
func (x *exporter) cell(s code.Slot) value.Value {
	if c, ok := x.cells[s.P]; ok {
		return c
	}
	c := &value.Cell{}
	if x.cells == nil {
		x.cells = map[*code.Slot]*value.Cell{}
	}
	x.cells[s.P] = c
	x.push(s.At(0), &c.Elem)
	return c
}

// A funcValue is a closure outside of its machine.
type funcValue struct {
	value.Value // for the method that only package value can name
	slot        code.Slot
	params      int
}

// Arity is how many arguments the program's function takes.
func (f *funcValue) Arity() int { return f.params }

// A foreignFunc is a function value that no program made.
type foreignFunc struct{ f value.Func }

// An importer turns values into slots, as exporter does the other way.
type importer struct {
	m     *machine
	todo  []importing
	cells map[*value.Cell]code.Slot
	made  map[value.Value]code.Slot
	count int // of data and tuples
}

type importing struct {
	from value.Value
	to   *code.Slot
}

// fromValue gives a value as a slot.
func (m *machine) fromValue(v value.Value) code.Slot {
	x := importer{m: m}
	var root code.Slot
	x.todo = append(x.todo, importing{v, &root})
	for len(x.todo) > 0 {
		next := x.todo[len(x.todo)-1]
		x.todo = x.todo[:len(x.todo)-1]
		*next.to = x.imported(next.from)
	}
	return root
}

// imported makes the slot of a value, whose parts are put on the list.
func (x *importer) imported(v value.Value) code.Slot {
	switch v := v.(type) {
	case value.Scalar:
		return code.ScalarSlot(v)
	case *value.Array:
		return code.ArraySlot(v)
	case *value.Fractal:
		return code.FractalSlot(v)
	case *value.Tuple:
		return x.once(v, code.TupleWord(len(v.Elems)), v.Elems)
	case *value.Data:
		return x.once(v, code.DataWord(v.Tag, x.m.engine.program.ConstructorOf(v), len(v.Fields)), v.Fields)
	case *value.Cell:
		return x.cell(v)
	case *funcValue:
		return v.slot
	case value.Func:
		return code.PointerSlot(code.ForeignKind, unsafe.Pointer(&foreignFunc{f: v}))
	}
	return code.Unit
}

// once turns data or a tuple, which may be shared.
func (x *importer) once(v value.Value, word uint64, fields []value.Value) code.Slot {
	if s, ok := x.made[v]; ok {
		return s
	}
	s := code.Slot{W: word, P: x.fields(fields)}
	switch x.count++; {
	case x.count == mostUnshared:
		x.made = map[value.Value]code.Slot{}
	case x.count > mostUnshared:
		x.made[v] = s
	}
	return s
}

func (x *importer) fields(vs []value.Value) *code.Slot {
	p := x.m.arena.fields(len(vs))
	into := unsafe.Slice(p, len(vs))
	for i, v := range vs {
		x.todo = append(x.todo, importing{v, &into[i]})
	}
	return p
}

// cell makes a reference once, as the exporter does.
func (x *importer) cell(c *value.Cell) code.Slot {
	if s, ok := x.cells[c]; ok {
		return s
	}
	s := x.m.arena.cell(code.Slot{})
	if x.cells == nil {
		x.cells = map[*value.Cell]code.Slot{}
	}
	x.cells[c] = s
	x.todo = append(x.todo, importing{c.Elem, s.P})
	return s
}

// constructor is the constructor of an index. A value that a kernel gave may have brought one that
// the program did not have when the run began.
func (m *machine) constructor(i int) *code.Constructor {
	if i >= len(m.cons) {
		m.cons = m.engine.program.Snapshot().Constructors
	}
	return &m.cons[i]
}
