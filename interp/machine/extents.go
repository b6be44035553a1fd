package machine

import (
	"fmt"
	"unsafe"

	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/code"
)

// extents are the values of the shape variables of an activation, and of those
// around it.
type extents struct {
	symbols []*symbolic.Symbol
	values  []int64
	outer   *extents
	// open is what is known of variables that no parameter gives by an extent of its own;
	// nil where the code needs none of these.
	open *openExtents
}

// extentsOf are the extents in a slot; nil where it holds none.
func extentsOf(s code.Slot) *extents {
	if s.Kind() != code.ExtentsKind {
		return nil
	}
	return (*extents)(unsafe.Pointer(s.P))
}

// newExtents makes the extents of an activation inside those around it.
func (m *machine) newExtents(outer code.Slot, open bool) code.Slot {
	e := &extents{outer: extentsOf(outer)}
	if open {
		e.open = &openExtents{}
	}
	return code.PointerSlot(code.ExtentsKind, unsafe.Pointer(e))
}

// find is the value of a variable that an extent of a parameter is.
func (e *extents) find(s *symbolic.Symbol) (int64, bool) {
	for ; e != nil; e = e.outer {
		for i, known := range e.symbols {
			if known == s {
				return e.values[i], true
			}
		}
	}
	return 0, false
}

// solved is the value of a variable, also one that was found by solving equations.
func (e *extents) solved(s *symbolic.Symbol) (int64, bool) {
	if n, ok := e.find(s); ok {
		return n, true
	}
	for ; e != nil; e = e.outer {
		if e.open == nil {
			continue
		}
		if n, ok := e.open.known(s); ok {
			return n, true
		}
	}
	return 0, false
}

// set gives a variable its value.
func (e *extents) set(s *symbolic.Symbol, n int64) {
	if e != nil {
		e.symbols, e.values = append(e.symbols, s), append(e.values, n)
	}
}

// eval gives an extent as a number; false where a variable has no value, or only one that
// follows from equations.
func (e *extents) eval(d types.Dim) (int, bool) {
	if n, ok := d.Const(); ok {
		return int(n), true
	}
	expr, ok := d.Symbolic()
	if !ok {
		return 0, false
	}
	n, err := expr.Eval(e.find)
	return int(n), err == nil
}

// A checking is how values are held to an annotation.
type checking struct {
	*extents
	// parameter says that the value is an argument: a variable without a value gets it.
	parameter bool
	// later says that the argument is only looked at when its extents are needed: its type
	// is inferred, and no annotation.
	later bool
}

// checkingOf reads an instruction OpCheck or OpBind.
func checkingOf(w uint32, ext code.Slot) checking {
	bind := code.Opcode(w) == code.OpBind
	return checking{extentsOf(ext), bind, bind && w>>24 != 0}
}

// holds compares an extent with the real one. One that has no value yet becomes an
// equation where that is of use.
func (c checking) holds(m *machine, d types.Dim, real int, t *types.Tensor) (bool, error) {
	if d.Loose() {
		return true, nil
	}
	expr, ok := d.Symbolic()
	unknown := false // quickly seen
	if s, _, _, linear := expr.Linear(); ok && linear {
		_, known := c.find(s)
		unknown = !known
	}
	if !unknown {
		if n, known := c.eval(d); known {
			return n == real, nil
		}
	}
	if !ok || c.extents == nil {
		return true, nil
	}
	if s, plain := expr.Symbol(); plain && c.parameter {
		if c.outer != nil { // of a function literal: the definition around it may know
			if n, known, err := m.extent(c.outer, d); known || err != nil {
				return n == real, err
			}
		}
		c.set(s, int64(real))
		return true, nil
	}
	for e := c.extents; e != nil; e = e.outer {
		if e.open != nil {
			e.open.note(expr, real, t)
			break
		}
	}
	return true, nil
}

// check holds a value to an annotated type.
func (m *machine) check(s code.Slot, t types.Type, c checking) error {
	return (&holder{m: m, c: c}).hold(s, t)
}

// A holder holds values to annotated types. Tuples may share parts, and so may their types:
// from some number of them on it keeps which of them it held to what.
type holder struct {
	m    *machine
	c    checking
	met  int
	held map[held]bool
}

// held is a tuple, or a column of tuples, and its type.
type held struct {
	tuple  *code.Slot
	column *value.Columns
	t      *types.Tuple
}

// manyHeld is from how many tuples on they are kept.
const manyHeld = 64

// again reports whether a tuple was held to its type before.
func (h *holder) again(is held) bool {
	if h.met++; h.met < manyHeld {
		return false
	}
	if h.held == nil {
		h.held = map[held]bool{}
	}
	before := h.held[is]
	h.held[is] = true
	return before
}

// hold compares a value with a type as far as its shapes go; what kind of value it is the
// checker has seen. Parts of data and references are only noted: they may be long lists,
// and are looked at when an extent is needed (open_extents.go).
func (h *holder) hold(s code.Slot, t types.Type) error {
	if h.c.later {
		h.c.open.later = append(h.c.open.later, argument{s, t})
		return nil
	}
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		if s.Kind() == code.ArrayKind {
			return h.m.checkShape(s.Array().Shape, t, h.c)
		}
	case *types.Tuple:
		if s.Kind() != code.TupleKind || s.High() != len(t.Elems) || h.again(held{tuple: s.P, t: t}) {
			return nil
		}
		for i, elem := range t.Elems {
			if err := h.hold(s.Field(i), elem); err != nil {
				return err
			}
		}
	case *types.Fractal:
		if s.Kind() == code.FractalKind {
			return h.column(s.Fractal().Elems, t.Elem)
		}
	case *types.ADT, *types.Ref:
		if h.c.parameter && h.c.extents != nil && h.c.open != nil {
			h.c.open.later = append(h.c.open.later, argument{s, t})
		}
	}
	return nil
}

// column holds the leaves of a FractalTensor, which are of one shape.
func (h *holder) column(c value.Column, t types.Type) error {
	t = types.Head(t)
	if p, ok := c.(*value.Picked); ok {
		c = p.Of
	}
	switch c := c.(type) {
	case *value.Leaves:
		if tensor, ok := t.(*types.Tensor); ok && c.Count > 0 {
			return h.m.checkShape(c.Array.Shape[1:], tensor, h.c)
		}
	case *value.Rows:
		if f, ok := t.(*types.Fractal); ok {
			return h.column(c.Of, f.Elem)
		}
	case *value.Columns:
		tuple, ok := t.(*types.Tuple)
		if !ok || len(tuple.Elems) != len(c.Of) || h.again(held{column: c, t: tuple}) {
			return nil
		}
		for i, col := range c.Of {
			if err := h.column(col, tuple.Elems[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkShape compares a shape with the type of a tensor, extent by extent.
func (m *machine) checkShape(shape []int, t *types.Tensor, c checking) error {
	ok := len(shape) == len(t.Shape)
	for i := 0; ok && i < len(shape); i++ {
		var err error
		if ok, err = c.holds(m, t.Shape[i], shape[i], t); err != nil {
			return err
		}
	}
	if ok {
		return nil
	}
	return m.wrongShape(shape, t, c.extents)
}

// wrongShape is the fault of a shape that is not the declared one.
func (m *machine) wrongShape(shape []int, t *types.Tensor, e *extents) error {
	return m.fail(ShapeFault, "this tensor has the shape %s, and %s is declared%s", types.ShapeString(types.Consts(shape)), types.ShapeString(t.Shape), e.explain(t))
}

// explain lists the values of the shape variables in a type.
func (e *extents) explain(t *types.Tensor) string { return e.explainAll(t.Shape) }

// explainAll lists the values of the variables of extents, each once: ", where n is 3".
func (e *extents) explainAll(dims []types.Dim) string {
	text, sep := "", ", where "
	seen := map[*symbolic.Symbol]bool{}
	for _, d := range dims {
		expr, ok := d.Symbolic()
		if !ok {
			continue
		}
		expr.Symbols(func(s *symbolic.Symbol) {
			if n, ok := e.solved(s); ok && !seen[s] {
				seen[s] = true
				text += fmt.Sprintf("%s%s is %d", sep, s.Name, n)
				sep = ", "
			}
		})
	}
	return text
}
