package machine

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/code"
)

// openExtents are equations between the shape variables of an activation, and what they
// say together (symbolic.Solve). A parameter of the type Tensor[(n + 1), float32] gives
// one at once. Data and references are looked at when an extent is needed that is not
// known without them, and only as far as it takes to know it: the next list may be long.
//
// Closures of an activation may run on several cores, hence the lock.
type openExtents struct {
	mu        sync.Mutex
	equations []symbolic.Equation
	types     []*types.Tensor    // the type that each equation is from
	later     []argument         // parts of arguments that are still to be looked at
	seen      map[code.Slot]bool // parts that were looked at
	solution  *symbolic.Solution // nil where equations were added since
}

// An argument is one, or a part of it, with its type.
type argument struct {
	s code.Slot
	t types.Type
}

// mostNoted bounds the equations of an activation. More say nothing new in most programs.
const mostNoted = 64

// note adds an equation unless it is there.
func (o *openExtents) note(e *symbolic.Expr, real int, t *types.Tensor) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.add(e, real, t)
}

// add notes that an extent is a number, unless that is known, or enough is.
func (o *openExtents) add(e *symbolic.Expr, real int, t *types.Tensor) (added bool) {
	eq := symbolic.Equation{Expr: e, Value: int64(real)}
	if len(o.equations) >= mostNoted || slices.ContainsFunc(o.equations, func(known symbolic.Equation) bool {
		return known.Value == eq.Value && known.Expr.Equal(eq.Expr)
	}) {
		return false
	}
	o.equations, o.types, o.solution = append(o.equations, eq), append(o.types, t), nil
	return true
}

// known is the value of a variable that the equations so far decide.
func (o *openExtents) known(s *symbolic.Symbol) (int64, bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.solution == nil {
		return 0, false
	}
	return o.solution.Value(symbolic.Var(s))
}

// solve binds the variables that the equations of the parameters decide, once all of
// these have been looked at. It fails where the equations contradict each other. Equations
// of one variable each, as most are, need no system (quickly).
func (m *machine) solve(e *extents) error {
	o := e.open
	if o.quickly(e) {
		return nil
	}
	for i, eq := range o.equations {
		if n, err := eq.Expr.Eval(e.find); err == nil && n != eq.Value {
			return m.contradiction(e, []int{i})
		}
	}
	if len(o.equations) == 0 {
		return nil
	}
	o.solution = symbolic.Solve(o.equations, e.find)
	if o.solution.Conflict != nil {
		return m.contradiction(e, o.solution.Conflict)
	}
	for _, s := range o.variables(e, nil) {
		if n, ok := o.solution.Value(symbolic.Var(s)); ok {
			e.set(s, n)
		}
	}
	return nil
}

// quickly solves equations of one variable each one by one, as most are; false where that
// does not do, or one has no solution.
func (o *openExtents) quickly(e *extents) bool {
	for _, eq := range o.equations {
		s, coefficient, constant, ok := eq.Expr.Linear()
		if !ok || coefficient == 0 {
			return false
		}
		real, over := eq.Value-constant, constant < 0 && eq.Value > math.MaxInt64+constant
		if over || real%coefficient != 0 || real/coefficient < 0 {
			return false
		}
		if n, known := e.find(s); known && n != real/coefficient {
			return false
		} else if !known {
			e.set(s, real/coefficient)
		}
	}
	return true
}

// variables are those of some equations, of all where none are named, that have no value, each
// once in the order in which they occur.
func (o *openExtents) variables(e *extents, some []int) (all []*symbolic.Symbol) {
	for i, eq := range o.equations {
		if some != nil && !slices.Contains(some, i) {
			continue
		}
		eq.Expr.Symbols(func(s *symbolic.Symbol) {
			if _, known := e.find(s); !known && !slices.Contains(all, s) {
				all = append(all, s)
			}
		})
	}
	return all
}

// extent gives an extent as a number; not known where no equation decides it either.
func (m *machine) extent(e *extents, d types.Dim) (n int, known bool, err error) {
	if n, known := e.eval(d); known {
		return n, true, nil
	}
	expr, ok := d.Symbolic()
	if !ok {
		return 0, false, nil
	}
	for at := e; at != nil; at = at.outer {
		if at.open == nil {
			continue
		}
		if v, known, err := m.decide(at, expr); known || err != nil {
			return int(v), known, err
		}
	}
	v, evalErr := expr.Eval(func(s *symbolic.Symbol) (int64, bool) {
		if v, known := e.find(s); known {
			return v, true
		}
		for at := e; at != nil; at = at.outer {
			if at.open == nil || err != nil {
				continue
			}
			var v int64
			if v, known, err = m.decide(at, symbolic.Var(s)); known {
				return v, true
			}
		}
		return 0, false
	})
	return int(v), evalErr == nil && err == nil, err
}

// decide is the value that the equations of an activation give an expression. Arguments
// are looked at until there is one.
func (m *machine) decide(e *extents, expr *symbolic.Expr) (int64, bool, error) {
	o := e.open
	o.mu.Lock()
	defer o.mu.Unlock()
	for {
		if o.solution == nil {
			o.solution = symbolic.Solve(o.equations, e.find)
			if o.solution.Conflict != nil {
				return 0, false, m.contradiction(e, o.solution.Conflict)
			}
		}
		if n, ok := o.solution.Value(expr); ok {
			return n, true, nil
		}
		if more, err := m.lookAtArgument(o); !more || err != nil {
			return 0, false, err
		}
	}
}

// lookAtArgument goes through arguments up to one that gives another equation; false where
// none is left. Parts that are in many places are looked at once.
func (m *machine) lookAtArgument(o *openExtents) (bool, error) {
	visits := 0
	for added := false; len(o.later) > 0 && !added; {
		if visits++; visits%quantum == 0 {
			if err := m.Charge(quantum); err != nil {
				return false, err
			}
		}
		next := o.later[len(o.later)-1]
		o.later = o.later[:len(o.later)-1]
		switch t := types.Head(next.t).(type) {
		case *types.Tensor:
			if next.s.Kind() == code.ArrayKind {
				added = o.shape(next.s.Array().Shape, t)
			}
		case *types.Fractal:
			if next.s.Kind() == code.FractalKind {
				added = o.column(next.s.Fractal().Elems, t.Elem)
			}
		case *types.Tuple:
			if next.s.Kind() == code.TupleKind && next.s.High() == len(t.Elems) {
				o.push(next, t.Elems, func(int) bool { return false })
			}
		case *types.Ref:
			if next.s.Kind() == code.CellKind {
				o.push(next, []types.Type{t.Elem}, func(int) bool { return false })
			}
		case *types.ADT:
			if next.s.IsData() && next.s.Tag() < len(t.Decl.Constructors) {
				o.push(next, fieldTypes(t, next.s.Tag()), t.Decl.Constructors[next.s.Tag()].Recursive)
			}
		}
		if added {
			return true, m.Charge(int64(visits % quantum))
		}
	}
	return false, m.Charge(int64(visits % quantum))
}

// push notes the parts of a value, those that are of its own type to be looked at last.
func (o *openExtents) push(of argument, parts []types.Type, recursive func(int) bool) {
	if o.seen[of.s] {
		return
	}
	if o.seen == nil {
		o.seen = map[code.Slot]bool{}
	}
	o.seen[of.s] = true
	for _, last := range []bool{true, false} {
		for i := len(parts) - 1; i >= 0; i-- {
			if recursive(i) == last {
				o.later = append(o.later, argument{of.s.At(i), parts[i]})
			}
		}
	}
}

// shape adds the equations of a tensor.
func (o *openExtents) shape(shape []int, t *types.Tensor) (added bool) {
	for i, d := range t.Shape {
		if expr, ok := d.Symbolic(); ok && i < len(shape) && o.add(expr, shape[i], t) {
			added = true
		}
	}
	return added
}

// column adds those of the leaves of a FractalTensor.
func (o *openExtents) column(c value.Column, t types.Type) (added bool) {
	if p, ok := c.(*value.Picked); ok {
		c = p.Of
	}
	switch c := c.(type) {
	case *value.Leaves:
		if tensor, ok := types.Head(t).(*types.Tensor); ok && c.Count > 0 {
			return o.shape(c.Array.Shape[1:], tensor)
		}
	case *value.Rows:
		if f, ok := types.Head(t).(*types.Fractal); ok {
			return o.column(c.Of, f.Elem)
		}
	case *value.Columns:
		if tuple, ok := types.Head(t).(*types.Tuple); ok && len(tuple.Elems) == len(c.Of) {
			for i, col := range c.Of {
				added = o.column(col, tuple.Elems[i]) || added
			}
		}
	}
	return added
}

// contradiction is the fault of equations that no sizes satisfy together.
func (m *machine) contradiction(e *extents, conflict []int) error {
	o := e.open
	var names, parts []string
	for _, s := range o.variables(e, conflict) {
		names = append(names, s.Name)
	}
	var known []*symbolic.Symbol
	for _, i := range conflict {
		eq := o.equations[i]
		parts = append(parts, fmt.Sprintf("%s is %d by %s", eq.Expr, eq.Value, types.Text(o.types[i])))
		eq.Expr.Symbols(func(s *symbolic.Symbol) {
			if _, ok := e.find(s); ok && !slices.Contains(known, s) {
				known = append(known, s)
			}
		})
	}
	where := ""
	sep := ", where "
	for _, s := range known {
		n, _ := e.find(s)
		where += fmt.Sprintf("%s%s is %d", sep, s.Name, n)
		sep = ", "
	}
	if len(names) == 0 {
		return m.fail(ShapeFault, "the sizes of the arguments contradict each other: %s%s", strings.Join(parts, ", and "), where)
	}
	of := "no natural number " + names[0] + " fits"
	if len(names) > 1 {
		of = "no natural numbers " + strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1] + " fit"
	}
	return m.fail(ShapeFault, "%s the arguments: %s%s", of, strings.Join(parts, ", and "), where)
}

// undetermined says that an extent has no value, and what is known of its variables.
func (e *extents) undetermined(d types.Dim) string {
	text := fmt.Sprintf("the arguments do not determine the extent %s", d)
	var parts []string
	for at := e; at != nil; at = at.outer {
		if at.open == nil {
			continue
		}
		at.open.mu.Lock()
		if s := at.open.solution; s != nil {
			for _, i := range s.Open(d.Expr()) {
				eq := at.open.equations[i]
				parts = append(parts, fmt.Sprintf("%s is %d", eq.Expr, eq.Value))
			}
		}
		at.open.mu.Unlock()
	}
	if len(parts) > 0 {
		text += " (all that is known is that " + strings.Join(parts, ", and ") + e.explainAll([]types.Dim{d}) + ")"
	}
	return text
}
