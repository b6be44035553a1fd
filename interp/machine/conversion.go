package machine

import (
	"fmt"
	"slices"
	"sync"
	"unsafe"

	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/code"
)

// A plan is what it takes to use a value of one type as one of another, where the types
// differ in extents that one of them leaves open (`?`):
//
//	tensor   its shape is compared with the type that asks more
//	tuple    its elements, each by its own plan
//	data     its fields, plans for each constructor as it is met
//	function a stand-in converts arguments (the other way round) and the result
//
// Parts that need nothing have none.
type plan struct {
	from, to types.Type
	of       *code.Conversion
	wraps    bool    // the value holds functions that are to be replaced
	parts    []*plan // of a tuple's elements; of a function's parameters and its result

	mu     sync.Mutex
	fields map[int][]*plan // of a data type's constructors, by tag, as they are needed
}

// newPlan compares two types and makes the plan of a conversion, nil where nothing needs to be
// looked at. Parameters of functions are converted the other way round.
func newPlan(of *code.Conversion, from, to types.Type) *plan {
	verdict := types.Convert(from, to)
	if verdict == 0 {
		return nil
	}
	p := &plan{from: types.Head(from), to: types.Head(to), of: of, wraps: verdict&types.Wrap != 0}
	switch to := p.to.(type) {
	case *types.Tuple:
		p.parts = plans(of, p.from.(*types.Tuple).Elems, to.Elems)
	case *types.Func:
		from := p.from.(*types.Func)
		p.parts = append(plans(of, to.In, from.In), newPlan(of, from.Out, to.Out))
	}
	return p
}

// plans are those of corresponding types.
func plans(of *code.Conversion, from, to []types.Type) []*plan {
	out := make([]*plan, len(to))
	for i := range to {
		out[i] = newPlan(of, from[i], to[i])
	}
	return out
}

// constructor gives the plans of the fields of a constructor.
func (p *plan) constructor(tag int) []*plan {
	p.mu.Lock()
	defer p.mu.Unlock()
	if known, ok := p.fields[tag]; ok {
		return known
	}
	from, to := p.from.(*types.ADT), p.to.(*types.ADT)
	var out []*plan
	if tag < len(to.Decl.Constructors) {
		k := to.Decl.Constructors[tag]
		wanted := fieldTypes(to, tag)
		for i, t := range fieldTypes(from, tag) {
			if k.Recursive(i) {
				out = append(out, p)
			} else {
				out = append(out, newPlan(p.of, t, wanted[i]))
			}
		}
	}
	if p.fields == nil {
		p.fields = map[int][]*plan{}
	}
	p.fields[tag] = out
	return out
}

// convert runs a conversion.
func (m *machine) convert(s code.Slot, c *code.Conversion, ext code.Slot) (code.Slot, error) {
	p := c.Plan(func() any { return newPlan(c, c.From, c.To) }).(*plan)
	return m.cast(s, p, ext)
}

// convertPart runs the part of a conversion that a wrapper makes of parameter i, or of
// the result after the last one.
func (m *machine) convertPart(s, wrapper code.Slot, i int) (code.Slot, error) {
	p := (*plan)(unsafe.Pointer(wrapper.At(1).P)).parts[i]
	return m.cast(s, p, wrapper.At(2))
}

// A caster walks over a value by a plan. It keeps what is still to be done on a list, so
// that values may be of any depth, and knows parts again that are in many places.
type caster struct {
	m      *machine
	ext    code.Slot
	todo   []casting
	visits int
	known  map[castKey]code.Slot
	// columns of tuples that were held to their types
	columns map[columnCast]bool
}

type columnCast struct {
	column   *value.Columns
	from, to *types.Tuple
}

type casting struct {
	s    code.Slot
	p    *plan
	into *code.Slot // where to leave what s becomes; nil where it stays
}

type castKey struct {
	at *code.Slot
	p  *plan
}

// manyCasts is when a caster begins to remember the parts that it has seen.
const manyCasts = 10_000

// cast uses a value by a plan: it fails where a shape does not fit, and replaces functions by
// stand-ins that convert arguments and results at each call.
func (m *machine) cast(s code.Slot, p *plan, ext code.Slot) (code.Slot, error) {
	result := s
	if p == nil {
		return s, nil
	}
	c := caster{m: m, ext: ext, todo: []casting{{s, p, &result}}}
	for len(c.todo) > 0 {
		next := c.todo[len(c.todo)-1]
		c.todo = c.todo[:len(c.todo)-1]
		if c.visits++; c.visits%quantum == 0 {
			if err := m.Charge(quantum); err != nil {
				return s, err
			}
		}
		if err := c.visit(next); err != nil {
			return s, err
		}
	}
	return result, m.Charge(int64(c.visits % quantum))
}

// visit looks at one part.
func (c *caster) visit(v casting) error {
	switch v.s.Kind() {
	case code.ArrayKind:
		return c.shape(v.s, v.p, v.s.Array().Shape, v.p.from, v.p.to)
	case code.FractalKind:
		return c.fractal(v)
	case code.TupleKind:
		if len(v.p.parts) == v.s.High() {
			c.parts(v, v.p.parts)
		}
	case code.DataKind:
		if _, ok := v.p.to.(*types.ADT); ok {
			c.parts(v, v.p.constructor(v.s.Tag()))
		}
	case code.ClosureKind, code.ForeignKind:
		if _, ok := v.p.to.(*types.Func); ok {
			*v.into = c.m.standIn(v.s, v.p, c.ext)
		}
	}
	return nil
}

// standIn is a function that represents another one.
func (m *machine) standIn(f code.Slot, p *plan, ext code.Slot) code.Slot {
	target, ok := p.of.Wrappers[len(p.parts)-1]
	if !ok {
		return f
	}
	fields := m.arena.fields(3)
	w := code.Slot{W: uint64(code.ClosureKind) | uint64(target)<<32, P: fields}
	m.setField(w, 0, f)
	m.setField(w, 1, code.PointerSlot(code.PlanKind, unsafe.Pointer(p)))
	m.setField(w, 2, ext)
	return w
}

// parts goes on with the fields of a value, the first one first. One that holds functions
// is built anew.
func (c *caster) parts(v casting, plans []*plan) {
	key := castKey{v.s.P, v.p}
	if done, ok := c.known[key]; ok {
		if v.into != nil {
			*v.into = done
		}
		return
	}
	anew := v.s
	if v.p.wraps && v.into != nil {
		anew.P = c.m.arena.fields(len(plans))
		for i := range plans {
			c.m.setField(anew, i, v.s.At(i))
		}
		*v.into = anew
	}
	if c.visits > manyCasts {
		if c.known == nil {
			c.known = map[castKey]code.Slot{}
		}
		c.known[key] = anew
	}
	for i := len(plans) - 1; i >= 0; i-- {
		if p := plans[i]; p != nil {
			c.todo = append(c.todo, casting{v.s.At(i), p, c.place(anew, i, v)})
		}
	}
}

// place is where field i of a value that is built anew stands.
func (c *caster) place(anew code.Slot, i int, v casting) *code.Slot {
	if anew.P == v.s.P {
		return nil
	}
	return (*code.Slot)(unsafe.Add(unsafe.Pointer(anew.P), uintptr(i)*code.SlotSize))
}

// fractal looks at the leaves of a FractalTensor.
func (c *caster) fractal(v casting) error {
	from, ok := v.p.from.(*types.Fractal)
	to, also := v.p.to.(*types.Fractal)
	if !ok || !also {
		return nil // it represents a tuple, and has no elements
	}
	return c.column(v, v.s.Fractal().Elems, from.Elem, to.Elem)
}

// column holds the leaves of a FractalTensor, which are of one shape, to a type.
func (c *caster) column(v casting, col value.Column, from, to types.Type) error {
	rows, ok, err := value.RowsOf(c.m.ask, col)
	if err != nil {
		return err
	}
	if ok {
		if col = rows; !anyElement(rows) {
			return nil
		}
	} else if picked, ok := col.(*value.Picked); ok {
		if len(picked.Index) == 0 {
			return nil
		}
		col = picked.Of
	}
	from, to = types.Head(from), types.Head(to)
	switch col := col.(type) {
	case *value.Leaves:
		if col.Count > 0 {
			return c.shape(v.s, v.p, col.Array.Shape[1:], from, to)
		}
	case *value.Rows:
		f, ok := from.(*types.Fractal)
		t, also := to.(*types.Fractal)
		if ok && also {
			return c.column(v, col.Of, f.Elem, t.Elem)
		}
	case *value.Columns:
		f, ok := from.(*types.Tuple)
		t, also := to.(*types.Tuple)
		if c.visits++; c.visits > manyCasts {
			cast := columnCast{col, f, t}
			if c.columns[cast] {
				return nil
			}
			if c.columns == nil {
				c.columns = map[columnCast]bool{}
			}
			c.columns[cast] = true
		}
		for i := 0; ok && also && i < min(len(t.Elems), len(col.Of)); i++ {
			if err := c.column(v, col.Of[i], f.Elems[i], t.Elems[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// anyElement reports whether one of some rows has an element.
func anyElement(r *value.Rows) bool {
	for i := range r.Start {
		if r.Count(i) > 0 {
			return true
		}
	}
	return false
}

// shape compares a shape with what is asked for. What both types say is known to hold.
func (c *caster) shape(s code.Slot, p *plan, shape []int, from, to types.Type) error {
	f, ok := from.(*types.Tensor)
	t, also := to.(*types.Tensor)
	if !ok || !also {
		return nil
	}
	known := extentsOf(c.ext)
	var free []symbolic.Equation
	for i, d := range t.Shape {
		if i >= len(shape) || d.Loose() || !f.Shape[i].Loose() {
			continue
		}
		if expr, ok := d.Symbolic(); ok && p.isFree(expr) {
			free = append(free, symbolic.Equation{Expr: expr, Value: int64(shape[i])})
			continue
		}
		n, ok, err := c.m.extent(known, d)
		if err != nil {
			return err
		}
		if !ok {
			return c.m.fail(ShapeFault, "%s, so that %s cannot be compared with %s%s", known.undetermined(d), c.m.show(s), types.Text(t), p.where(to))
		}
		if n != shape[i] {
			return c.m.fail(ShapeFault, "%s has the shape %s, and %s is asked for%s%s", c.m.show(s), types.ShapeString(types.Consts(shape)), types.Text(t), known.explain(t), p.where(to))
		}
	}
	if free != nil && symbolic.Solve(free, known.find).Conflict != nil {
		return c.m.fail(ShapeFault, "%s has the shape %s, which no sizes make %s%s", c.m.show(s), types.ShapeString(types.Consts(shape)), types.Text(t), p.where(to))
	}
	return nil
}

// isFree reports whether an extent is over variables of a function that is called: with `?` for an
// argument, they represent no one extent, and the function itself looks at its arguments
// together. Here each tensor is only held to there being sizes that fit it.
func (p *plan) isFree(e *symbolic.Expr) (free bool) {
	e.Symbols(func(s *symbolic.Symbol) { free = free || !slices.Contains(p.of.Sizes, s) })
	return free
}

// where returns which conversion a type is part of, if it is only a part.
func (p *plan) where(part types.Type) string {
	if types.Head(p.of.To) == types.Head(part) {
		return ""
	}
	return fmt.Sprintf(", where %s is used as %s", types.Text(p.of.From), types.Text(p.of.To))
}
