package export

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// apply calls a function: what it computes is written where it is called, with the arguments as the values
// of its parameters. Arguments are evaluated already, so that each is computed once, and before the body.
func (x *exporter) apply(f *frame, callee *Value, args []*Value) *Value {
	fn := callee.fn
	switch {
	case fn == nil:
		x.refuse("the function that is called is not known while the program is exported")
	case fn.cons != nil:
		return &Value{Type: fn.cons.Sig.Out, cons: fn.cons, field: args}
	case fn.operator != nil:
		attrs, _ := op.Bind(fn.operator, nil)
		return x.call(f, fn.operator, attrs, args, nil, nil, false)
	}
	if v := x.local(f, fn, callee.Type, args); v != nil {
		return v
	}
	inner, t := x.enter(f, fn, callee.Type)
	ps := inner.parameters(inner.root, len(args))
	for i, p := range ps {
		if i < len(args) && t != nil && i < len(t.In) && len(t.Params) > 0 {
			x.match(inner, t, t.In[i], args[i])
		}
		if p != graph.None {
			inner.values[p] = args[i]
		}
	}
	if x.repeats(inner, fn) {
		return x.loop(inner, ps, args)
	}
	frame, at := x.frame, x.at
	x.frame = inner
	result := inner.block(inner.root)
	x.frame, x.at = frame, at
	return result
}

// enter makes the frame of a call, and the type of the function.
func (x *exporter) enter(f *frame, fn *function, t types.Type) (*frame, *types.Func) {
	inner := &frame{x: x, unit: x.unit, caller: f, call: x.at, depth: f.depth + 1, values: map[graph.Value]*Value{}, scopes: map[graph.Block]*scope{}}
	if inner.depth > mostDepth {
		x.refuse("calls are nested more than %d deep: a function that calls itself is exported if it does so as the last thing, in one branch of an `if`", mostDepth)
	}
	if x.written++; x.written > mostCalls {
		x.refuse("more than %d calls would be written out", mostCalls)
	}
	if fn.global != nil {
		at, ok := x.places[fn.global]
		if !ok {
			x.refuse("`%s` is not defined", fn.global.Name)
		}
		inner.at, inner.graph, inner.root = at, graph.Of(at.module.Check(at.item).Info), graph.Body
		t = fn.global.Type
	} else {
		inner.at, inner.graph, inner.root, inner.outer = fn.frame.at, fn.frame.graph, fn.block, fn.frame
	}
	signature, _ := types.Head(t).(*types.Func)
	return inner, signature
}

// match finds out what a function quantifies over from an argument. An extent that is not known
// is named by a new size variable, which the argument gives.
func (x *exporter) match(f *frame, t *types.Func, formal types.Type, arg *Value) {
	m := matching{x: x, frame: f, params: t.Params}
	m.match(formal, arg.Type, arg)
}

// A matching binds the parameters of a function's type by the types of arguments, from the left; the first
// binding of one counts.
type matching struct {
	x      *exporter
	frame  *frame
	params []types.Param
}

func (m *matching) bound(p types.Param) bool {
	for _, have := range m.frame.by.Params {
		if have == p {
			return true
		}
	}
	return false
}

func (m *matching) bind(p types.Param, t types.Type, d types.Dim) {
	if !m.bound(p) {
		by := &m.frame.by
		by.Params, by.Types, by.Dims = append(by.Params, p), append(by.Types, t), append(by.Dims, d)
	}
}

// match compares a type with variables with that of an argument; v is the argument where that is
// a value whose extents can be read.
func (m *matching) match(formal, actual types.Type, v *Value) {
	formal, actual = types.Head(formal), types.Head(actual)
	if variable, ok := formal.(*types.Var); ok {
		for _, p := range m.params {
			if p.Var == variable && actual != nil {
				m.bind(p, actual, types.Dim{})
			}
		}
		return
	}
	switch formal := formal.(type) {
	case *types.Tensor:
		if t, ok := actual.(*types.Tensor); ok && len(t.Shape) == len(formal.Shape) {
			for i, d := range formal.Shape {
				m.extent(d, t.Shape[i], v, i)
			}
		}
	case *types.Tuple:
		if t, ok := actual.(*types.Tuple); ok && len(t.Elems) == len(formal.Elems) {
			for i, e := range formal.Elems {
				var part *Value
				if v != nil && v.parts != nil {
					part = v.parts[i]
				}
				m.match(e, t.Elems[i], part)
			}
		}
	case *types.Fractal:
		if t, ok := actual.(*types.Fractal); ok {
			m.match(formal.Elem, t.Elem, nil)
		}
	case *types.ADT:
		if t, ok := actual.(*types.ADT); ok && len(t.Args) == len(formal.Args) {
			for i, e := range formal.Args {
				m.match(e, t.Args[i], nil)
			}
		}
	case *types.Func:
		if t, ok := actual.(*types.Func); ok && len(t.In) == len(formal.In) {
			for i, e := range formal.In {
				m.match(e, t.In[i], nil)
			}
			m.match(formal.Out, t.Out, nil)
		}
	}
}

func (m *matching) extent(formal, actual types.Dim, v *Value, axis int) {
	e, ok := formal.Symbolic()
	if !ok {
		return
	}
	s, alone := e.Symbol()
	if !alone {
		return
	}
	for _, p := range m.params {
		if p.Sym != s || m.bound(p) {
			continue
		}
		if actual.Loose() && v != nil {
			actual = m.x.newExtent(v, axis)
		}
		m.bind(p, nil, actual)
	}
}

// An extentOf is a value of the model and an axis, whose extent is the value of a size variable.
type extentOf struct {
	of   *Value
	axis int
}

// newExtent is a size variable for an extent that is not known.
func (x *exporter) newExtent(v *Value, axis int) types.Dim {
	x.sizes++
	s := symbolic.NewSymbol(fmt.Sprintf("\x00%d", x.sizes), uint32(x.sizes))
	x.extents[s] = extentOf{v, axis}
	return types.DimOf(symbolic.Var(s))
}

// learn notes which size variables an input gives.
func (x *exporter) learn(v *Value) {
	t, ok := types.Head(v.Type).(*types.Tensor)
	if !ok {
		return
	}
	for i, d := range t.Shape {
		if e, ok := d.Symbolic(); ok {
			if s, alone := e.Symbol(); alone {
				if _, have := x.extents[s]; !have {
					x.extents[s] = extentOf{v, i}
				}
			}
		}
	}
}
