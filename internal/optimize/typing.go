package optimize

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// The types of new nodes. An operator on tensors is asked by its relation; functions on
// FractalTensors, definitions and constructors have type schemes, whose variables are found
// by matching the types of the arguments.

// attributes binds the attributes of a call; false where they are refused.
func attributes(o *op.Op, named []op.Named) (op.Attrs, bool) {
	attrs, errs := op.Bind(o, named)
	return attrs, len(errs) == 0
}

// related asks an operator's relation for the type of a call. A relation that warns, waits or asks for
// more gives nothing: the text of such a call would get a diagnostic that the program has not.
func related(o *op.Op, attrs op.Attrs, in []types.Type) types.Type {
	fresh := func() types.Type { return &types.Var{} }
	if o.Relation == nil {
		return nil
	}
	answer := o.Relation(&op.Call{Op: o, Args: in, Attrs: attrs, Last: true, Fresh: fresh, FreshLeaf: fresh})
	if answer.Err != nil || answer.Waits || len(answer.More) > 0 || len(answer.Warn) > 0 || answer.Out == nil {
		return nil
	}
	for _, e := range answer.Equal {
		if e.Arg >= len(in) || in[e.Arg] == nil || !sameTypes(e.Type, in[e.Arg]) {
			return nil
		}
	}
	return closed(answer.Out)
}

// closed is a type without variables of inference; nil where it has some.
func closed(t types.Type) types.Type {
	ok := true
	types.Walk(t, func(part types.Type) bool {
		v, open := types.Head(part).(*types.Var)
		ok = ok && (!open || v.Rigid) && !types.IsBad(part)
		return ok
	})
	if !ok {
		return nil
	}
	return resolved(t)
}

// resolved is a type without links of variables.
func resolved(t types.Type) types.Type {
	switch t := types.Head(t).(type) {
	case *types.Tuple:
		elems := make([]types.Type, len(t.Elems))
		for i, e := range t.Elems {
			elems[i] = resolved(e)
		}
		return &types.Tuple{Elems: elems}
	case *types.Fractal:
		return &types.Fractal{Elem: resolved(t.Elem)}
	case *types.Ref:
		return &types.Ref{Elem: resolved(t.Elem)}
	case *types.ADT:
		args := make([]types.Type, len(t.Args))
		for i, a := range t.Args {
			args[i] = resolved(a)
		}
		return &types.ADT{Decl: t.Decl, Args: args}
	case *types.Func:
		if len(t.Params)+len(t.Where) > 0 {
			return t
		}
		in := make([]types.Type, len(t.In))
		for i, a := range t.In {
			in[i] = resolved(a)
		}
		return &types.Func{In: in, Out: resolved(t.Out)}
	default:
		return t
	}
}

// unify makes two types equal by linking variables of inference; false where they differ. Variables are
// fresh ones of one use of a signature (J. A. Robinson, 1965, without the occurs check: the types of
// arguments are closed, so no variable can occur in what it is linked to).
func unify(a, b types.Type) bool {
	a, b = types.Head(a), types.Head(b)
	if a == b {
		return true
	}
	if v, ok := a.(*types.Var); ok && !v.Rigid {
		v.Link = b
		return true
	}
	if v, ok := b.(*types.Var); ok && !v.Rigid {
		v.Link = a
		return true
	}
	all := func(x, y []types.Type) bool {
		if len(x) != len(y) {
			return false
		}
		for i := range x {
			if !unify(x[i], y[i]) {
				return false
			}
		}
		return true
	}
	switch x := a.(type) {
	case *types.Tensor:
		y, ok := b.(*types.Tensor)
		return ok && x.Dtype == y.Dtype && slices.EqualFunc(x.Shape, y.Shape, types.Dim.Equal)
	case *types.Tuple:
		y, ok := b.(*types.Tuple)
		return ok && all(x.Elems, y.Elems)
	case *types.Fractal:
		y, ok := b.(*types.Fractal)
		return ok && unify(x.Elem, y.Elem)
	case *types.Ref:
		y, ok := b.(*types.Ref)
		return ok && unify(x.Elem, y.Elem)
	case *types.ADT:
		y, ok := b.(*types.ADT)
		return ok && x.Decl == y.Decl && all(x.Args, y.Args)
	case *types.Func:
		y, ok := b.(*types.Func)
		return ok && len(x.Params)+len(y.Params)+len(x.Where)+len(y.Where) == 0 && all(x.In, y.In) && unify(x.Out, y.Out)
	}
	return sameTypes(a, b)
}

// A signature is a function type made for one use, with the relations that must hold besides.
type signature struct {
	in   []types.Type
	out  types.Type
	more []op.Pending
}

// schemeOf is the signature of an operator on FractalTensors for a number of arguments.
func schemeOf(o *op.Op, attrs op.Attrs, n int) (s signature, ok bool) {
	if o.Scheme == nil {
		return s, false
	}
	fresh := func() types.Type { return &types.Var{} }
	inst := o.Scheme(n, &op.Call{Op: o, Attrs: attrs, Last: true, Fresh: fresh, FreshLeaf: fresh})
	return signature{inst.In, inst.Out, inst.More}, len(inst.In) == n
}

// signatureOf is that of a definition or constructor; false where its type has extents or constraints to
// be found.
func signatureOf(t types.Type) (s signature, ok bool) {
	f, ok := types.Head(t).(*types.Func)
	if !ok || len(f.Where) > 0 {
		return s, false
	}
	sub := types.Substitution{Params: f.Params}
	for _, p := range f.Params {
		if p.Sym != nil {
			return s, false
		}
		sub.Types = append(sub.Types, &types.Var{})
	}
	for _, in := range f.In {
		s.in = append(s.in, sub.Apply(in))
	}
	s.out = sub.Apply(f.Out)
	return s, true
}

// solve asks the relations that a signature leaves open, once the types of arguments are known.
func (s *signature) solve() bool {
	fresh := func() types.Type { return &types.Var{} }
	for _, p := range s.more {
		in := make([]types.Type, len(p.Args))
		for i, a := range p.Args {
			in[i] = types.Head(a)
		}
		answer := p.Op.Relation(&op.Call{Op: p.Op, Args: in, Attrs: p.Attrs, Out: types.Head(p.Out), Last: true, Fresh: fresh, FreshLeaf: fresh})
		if answer.Err != nil || answer.Out == nil || len(answer.More) > 0 {
			return false
		}
		for _, e := range answer.Equal {
			if !unify(in[e.Arg], e.Type) {
				return false
			}
		}
		if !unify(p.Out, answer.Out) {
			return false
		}
	}
	return true
}

// apply gives the type of a use of a signature with arguments of these types, nil for those that are not
// known yet; nil where they do not fit.
func (s *signature) apply(in []types.Type) types.Type {
	if len(in) != len(s.in) {
		return nil
	}
	for i, t := range in {
		if t != nil && !unify(s.in[i], t) {
			return nil
		}
	}
	if !s.solve() {
		return nil
	}
	return closed(s.out)
}

// operator is the entry of a name, in the form for FractalTensors where the first argument is one.
func (t *terms) operator(name string, kids []id) *op.Op {
	o := t.ops[name]
	if o != nil && o.Fractal != nil && len(kids) > 0 {
		if typ := t.typeOf(kids[0]); typ != nil {
			if _, fractal := types.Head(typ).(*types.Fractal); fractal {
				return o.Fractal
			}
		}
	}
	return o
}

// apply adds the call of an operator by name with attributes; false where it has no type, or where it may
// fail.
func (t *terms) apply(name string, kids []id, named ...op.Named) (id, bool) {
	o := t.operator(name, kids)
	if o == nil {
		return 0, false
	}
	attrs, ok := attributes(o, named)
	if !ok {
		return 0, false
	}
	return t.applyTo(o, attrs, 0, kids)
}

// applyTo adds the call of an operator; false where it has no type, or where it may fail: a new node that
// may fail would be evaluated where the text evaluates nothing. absent says which parameters have no
// argument, by bits.
func (t *terms) applyTo(o *op.Op, attrs op.Attrs, absent uint64, kids []id) (id, bool) {
	h := t.intern(head{kind: operation, op: o, attrs: attrs, absent: absent})
	if c, known := t.Lookup(node(h, kids)); known {
		return c, true
	}
	in := t.typesOf(kids)
	var out types.Type
	if o.Relation != nil {
		all := make([]types.Type, 0, len(o.Params))
		at := 0
		for i := range max(len(o.Params), len(kids)) {
			if absent&(1<<min(i, 63)) != 0 && i < 63 {
				all = append(all, nil)
			} else if at < len(in) {
				all = append(all, in[at])
				at++
			} else if i < len(o.Params) && o.Params[i].Optional {
				all = append(all, nil)
			}
		}
		out = related(o, attrs, all)
	} else if s, fits := schemeOf(o, attrs, len(kids)); fits {
		out = s.apply(in)
	}
	if out == nil || !t.total(o, attrs, kids, out) {
		return 0, false
	}
	return t.insert(h, kids, out), true
}

// dimValue is an extent as the value of an attribute.
func dimValue(d types.Dim) op.Value {
	if n, ok := d.Const(); ok {
		return op.Int(n)
	}
	return op.Value{Kind: op.DimValue, Dim: d}
}

// dimsValue is a shape as the value of an attribute.
func dimsValue(shape []types.Dim) op.Value {
	v := op.Value{Kind: op.ListValue}
	for _, d := range shape {
		v.List = append(v.List, dimValue(d))
	}
	return v
}

// ints is an attribute that is a list of integers.
func ints(name string, xs []int64) op.Named { return op.Named{Name: name, Value: op.Ints(xs...)} }

// elementType is that of a FractalTensor; nil of other types.
func elementType(t types.Type) types.Type {
	f, ok := types.Head(t).(*types.Fractal)
	if !ok {
		return nil
	}
	return types.Head(f.Elem)
}

// tuple adds a tuple.
func (t *terms) tuple(kids []id) id {
	tup := &types.Tuple{}
	for _, k := range kids {
		tup.Elems = append(tup.Elems, t.typeOf(k))
	}
	return t.insert(t.intern(head{kind: tuple}), kids, tup)
}

// part is a component of a tuple; false where the type has none.
func (t *terms) part(c id, i int) (id, bool) {
	tup, ok := types.Head(t.typeOf(c)).(*types.Tuple)
	if !ok || i < 0 || i >= len(tup.Elems) {
		return 0, false
	}
	return t.project(c, i, tup.Elems[i]), true
}

// typesOf are the types of classes.
func (t *terms) typesOf(kids []id) []types.Type {
	var in []types.Type
	for _, k := range kids {
		in = append(in, t.typeOf(k))
	}
	return in
}
