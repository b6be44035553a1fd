package machine

import (
	"fmt"
	"unsafe"

	"github.com/fraccheck/fraccheck/interp/code"
	"github.com/fraccheck/fraccheck/symbolic"
	"github.com/fraccheck/fraccheck/types"
	"github.com/fraccheck/fraccheck/value"
)

// extents are the values of the shape variables of an activation, and of those
// around it.
type extents struct {
	symbols []*symbolic.Symbol
	values  []int64
	outer   *extents
}

func extentsOf(s code.Slot) *extents {
	if s.Kind() != code.ExtentsKind {
		return nil
	}
	return (*extents)(unsafe.Pointer(s.P))
}

// newExtents makes the extents of an activation inside those around it.
func (m *machine) newExtents(outer code.Slot) code.Slot {
	return code.PointerSlot(code.ExtentsKind, unsafe.Pointer(&extents{outer: extentsOf(outer)}))
}

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

func (e *extents) set(s *symbolic.Symbol, n int64) {
	if e != nil {
		e.symbols, e.values = append(e.symbols, s), append(e.values, n)
	}
}

// eval gives an extent as a number; false where a variable has no value yet.
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

// matches compares an extent with the real one; a shape variable without a value
// gets it.
func (e *extents) matches(d types.Dim, real int) bool {
	if d.Loose() {
		return true
	}
	if expr, ok := d.Symbolic(); ok {
		if s, ok := expr.Symbol(); ok {
			if _, known := e.find(s); !known {
				e.set(s, int64(real))
				return true
			}
		}
	}
	n, known := e.eval(d)
	return !known || n == real
}

// check holds a value to an annotated type.
func (m *machine) check(s code.Slot, t types.Type, e *extents) error {
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		if s.Kind() == code.ArrayKind {
			return m.checkShape(s.Array().Shape, t, e)
		}
	case *types.Tuple:
		if s.Kind() == code.TupleKind && s.High() == len(t.Elems) {
			for i, elem := range t.Elems {
				if err := m.check(s.Field(i), elem, e); err != nil {
					return err
				}
			}
		}
	case *types.Fractal:
		if s.Kind() == code.FractalKind {
			return m.checkColumn(s.Fractal().Elems, t.Elem, e)
		}
	}
	return nil
}

// checkColumn holds the leaves of a FractalTensor, which are of one shape.
func (m *machine) checkColumn(c value.Column, t types.Type, e *extents) error {
	t = types.Head(t)
	if p, ok := c.(*value.Picked); ok {
		c = p.Of
	}
	switch c := c.(type) {
	case *value.Leaves:
		if tensor, ok := t.(*types.Tensor); ok && c.Count > 0 {
			return m.checkShape(c.Array.Shape[1:], tensor, e)
		}
	case *value.Rows:
		if f, ok := t.(*types.Fractal); ok {
			return m.checkColumn(c.Of, f.Elem, e)
		}
	case *value.Columns:
		if tuple, ok := t.(*types.Tuple); ok && len(tuple.Elems) == len(c.Of) {
			for i, col := range c.Of {
				if err := m.checkColumn(col, tuple.Elems[i], e); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (m *machine) checkShape(shape []int, t *types.Tensor, e *extents) error {
	ok := len(shape) == len(t.Shape)
	for i := 0; ok && i < len(shape); i++ {
		ok = e.matches(t.Shape[i], shape[i])
	}
	if ok {
		return nil
	}
	return m.fail(ShapeFault, "this tensor has the shape %s, and %s is declared%s", types.ShapeString(types.Consts(shape)), types.ShapeString(t.Shape), e.explain(t))
}

// explain tells the values of the shape variables in a type.
func (e *extents) explain(t *types.Tensor) string {
	text, sep := "", ", where "
	seen := map[*symbolic.Symbol]bool{}
	for _, d := range t.Shape {
		expr, ok := d.Symbolic()
		if !ok {
			continue
		}
		expr.Symbols(func(s *symbolic.Symbol) {
			if n, ok := e.find(s); ok && !seen[s] {
				seen[s] = true
				text += fmt.Sprintf("%s%s is %d", sep, s.Name, n)
				sep = ", "
			}
		})
	}
	return text
}
