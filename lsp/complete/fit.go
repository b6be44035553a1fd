package complete

import "github.com/fraccheck/fraccheck/internal/types"

// A fit is how well a candidate's type agrees with the expected one.
type fit uint8

const (
	fits    fit = iota
	unknown     // nothing is expected, or the type is not known
	misfits
)

// An expectation is the type that a place wants: nil wants nothing. Some of its
// variables are still open: the callee's, as far as its other arguments leave
// them so.
type expectation struct {
	want   types.Type
	open   map[*types.Var]types.Type // what they are bound to; nil: nothing yet
	tensor bool                      // any tensor will do; want is nil
}

// of returns how a value of a type fits: by unification of the two types, in which the
// variables of both are open that represent any type. A function whose result would fit is
// neither right nor wrong: it has to be called.
func (e expectation) of(t types.Type) fit {
	if e.tensor {
		return asTensor(t)
	}
	if t == nil || e.anything() {
		return unknown
	}
	if v, ok := types.Head(t).(*types.Var); ok && !isDeclared(v) {
		return unknown
	}
	if e.agrees(t, nil) {
		return fits
	}
	if f, ok := types.Head(t).(*types.Func); ok && e.agrees(f.Out, f.Params) {
		return unknown
	}
	return misfits
}

// anything reports whether every type will do.
func (e expectation) anything() bool {
	v, ok := types.Head(e.want).(*types.Var)
	if !ok {
		return e.want == nil
	}
	bound, open := e.open[v]
	return bound == nil && (open || !isDeclared(v))
}

// asTensor is the fit of a type where any tensor is wanted.
func asTensor(t types.Type) fit {
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		return fits
	case *types.ADT, *types.Ref:
		return misfits
	case *types.Func:
		if _, ok := types.Head(t.Out).(*types.ADT); ok {
			return misfits
		}
	}
	return unknown
}

// agrees reports whether a type, some of whose variables are its own, is or can
// be the expected one.
func (e expectation) agrees(t types.Type, own []types.Param) bool {
	u := newUnifier(e.open)
	u.free(own)
	return u.same(e.want, t, 0)
}

// isFunction reports whether a function is expected.
func (e expectation) isFunction() bool {
	_, ok := types.Head(e.want).(*types.Func)
	return ok
}

// A unifier decides whether two types become equal when their open variables are chosen well.
// It is Robinson's unification (A Machine-Oriented Logic Based on the Resolution Principle,
// 1965) with three differences, all of which err on the side of equality: a candidate that is
// ranked too low is harder to find than one that is ranked too high.
//
//   - Extents are equal unless both are constants and differ: n + 1 and 4 may agree.
//   - Variables that inference left open in the item that is being written are open, too.
//   - It answers that the types are equal below a depth of deepest and after mostSteps steps.
//     Types are shared graphs: `let %b = (%a, %a); let %c = (%b, %b); …` has a type of n
//     nodes with 2ⁿ paths. The bound on the depth also ends the work on a variable that is
//     bound to a type that contains it, since there is no occurs check.
type unifier struct {
	bound map[*types.Var]types.Type
	steps int // that were made
}

func newUnifier(open map[*types.Var]types.Type) *unifier {
	u := &unifier{bound: map[*types.Var]types.Type{}}
	for v, t := range open {
		u.bound[v] = t
	}
	return u
}

func (u *unifier) free(params []types.Param) {
	for _, p := range params {
		if _, ok := u.bound[p.Var]; p.Var != nil && !ok {
			u.bound[p.Var] = nil
		}
	}
}

// How far types are looked into: parts that occur in many places make small ones
// long.
const (
	deepest   = 30
	mostSteps = 1000
)

// same unifies two types. Constructors of types must agree; variables are bound by variable.
func (u *unifier) same(a, b types.Type, depth int) bool {
	a, b = types.Head(a), types.Head(b)
	u.steps++
	if a == nil || b == nil || a == b || depth > deepest || u.steps > mostSteps {
		return true
	}
	if v, ok := a.(*types.Var); ok {
		return u.variable(v, b, depth)
	}
	if v, ok := b.(*types.Var); ok {
		return u.variable(v, a, depth)
	}
	switch a := a.(type) {
	case *types.Tensor:
		b, ok := b.(*types.Tensor)
		return ok && sameTensor(a, b)
	case *types.Tuple:
		b, ok := b.(*types.Tuple)
		return ok && u.all(a.Elems, b.Elems, depth)
	case *types.ADT:
		b, ok := b.(*types.ADT)
		return ok && a.Decl == b.Decl && u.all(a.Args, b.Args, depth)
	case *types.Fractal:
		b, ok := b.(*types.Fractal)
		return ok && u.same(a.Elem, b.Elem, depth+1)
	case *types.Ref:
		b, ok := b.(*types.Ref)
		return ok && u.same(a.Elem, b.Elem, depth+1)
	case *types.Func:
		b, ok := b.(*types.Func)
		return ok && u.functions(a, b, depth)
	}
	return true
}

func (u *unifier) functions(a, b *types.Func, depth int) bool {
	u.free(a.Params)
	u.free(b.Params)
	return u.all(a.In, b.In, depth) && u.same(a.Out, b.Out, depth+1)
}

func (u *unifier) all(as, bs []types.Type, depth int) bool {
	if len(as) != len(bs) {
		return false
	}
	for i := range as {
		if !u.same(as[i], bs[i], depth+1) {
			return false
		}
	}
	return true
}

// variable binds a variable that is open; a declared one is equal to itself alone:
//
//	bound(v) = s   s ~ t         v open, unbound          v declared   t = v
//	――――――――――――――――――――         ―――――――――――――――          ――――――――――――――――――
//	       v ~ t                 v ~ t, bound(v) := t           v ~ t
func (u *unifier) variable(v *types.Var, t types.Type, depth int) bool {
	bound, open := u.bound[v]
	switch {
	case bound != nil:
		return u.same(bound, t, depth+1)
	case open || !isDeclared(v):
		u.bound[v] = t
		return true
	}
	w, ok := t.(*types.Var)
	if !ok {
		return false
	}
	_, open = u.bound[w]
	return open || !isDeclared(w)
}

// isDeclared distinguishes a type parameter that the user wrote from a variable that
// inference left open: the definition that is being written may have taken that
// for a parameter of its own.
func isDeclared(v *types.Var) bool { return v.Rigid && v.Name != "" }

// sameTensor compares dtypes and shapes; only two constant extents can differ.
func sameTensor(a, b *types.Tensor) bool {
	if a.Dtype != b.Dtype || len(a.Shape) != len(b.Shape) {
		return false
	}
	for i := range a.Shape {
		x, known := a.Shape[i].Const()
		y, also := b.Shape[i].Const()
		if known && also && x != y {
			return false
		}
	}
	return true
}
