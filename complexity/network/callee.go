package network

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// maxInstances bounds how many instances are made for shapes of calls.
const maxInstances = 1000

// A callee is the function that a value calls, by the unit of its body.
type callee struct {
	unit int32  // noUnit where there is none to look at
	why  string // then why that is; "" where the call costs nothing
}

const noUnit int32 = -1

const (
	unknownFunction = "which function is called here is not known"
	noBody          = "what is called here has errors, or no body"
	tooManyForms    = "definitions are called with more kinds of shapes than the analysis follows"
	itself          = "it calls itself"
)

// callee finds what a Call calls, once.
func (a *analysis) callee(in *instance, v graph.Value) callee {
	found, known := in.callees[v]
	if !known {
		found = a.function(in, in.graph.Operands(v)[0].Value, v)
		if in.callees == nil {
			in.callees = map[graph.Value]callee{}
		}
		in.callees[v] = found
		if found.unit != noUnit {
			a.sites[found.unit] = append(a.sites[found.unit], site{in, v})
		}
	}
	return found
}

// function finds the body of a function that a value stands for. Of a definition the
// call's types tell the shapes; call is None for a function that an operator calls.
func (a *analysis) function(in *instance, f, call graph.Value) callee {
	if f == graph.None {
		return callee{noUnit, unknownFunction}
	}
	switch in.graph.Kind(f) {
	case graph.Function:
		return callee{unit: in.units + int32(in.graph.Operands(f)[0].Block)}
	case graph.Self:
		return callee{noUnit, itself}
	case graph.Name:
		return a.named(in, f, call)
	}
	return callee{noUnit, unknownFunction}
}

func (a *analysis) named(in *instance, f, call graph.Value) callee {
	o := in.info.Object(in.graph.Node(f))
	switch {
	case o == nil && (typecheck.IsBuiltin(in.info.Item.SourceText(in.graph.Node(f))) || a.constant(in, f)):
		return callee{unit: noUnit}
	case o == nil || o.Kind != typecheck.DefObject && o.Kind != typecheck.DeclaredObject:
		return callee{noUnit, unknownFunction}
	}
	t, ok := types.Head(o.Type).(*types.Func)
	if !ok {
		return callee{noUnit, noBody}
	}
	var shapes *types.Substitution
	if len(t.Params) > 0 {
		shapes = in.shapesOf(t, call)
	}
	return a.instance(o, shapes)
}

// constant reports whether a call has the form that writes a tensor, whose value is computed here.
func (a *analysis) constant(in *instance, f graph.Value) bool {
	return in.info.Item.SourceText(in.graph.Node(f)) == "Constant"
}

// shapesOf is what the parameters of a definition's type stand for in a call.
func (in *instance) shapesOf(t *types.Func, call graph.Value) *types.Substitution {
	patterns, ts := slices.Clone(t.In), []types.Type{}
	if call == graph.None {
		return unify(t.Params, nil, nil)
	}
	for _, o := range in.graph.Operands(call)[1:] {
		ts = append(ts, in.operandType(o))
	}
	for len(ts) < len(patterns) {
		ts = append(ts, nil)
	}
	return unify(t.Params, append(patterns, t.Out), append(ts[:len(patterns)], in.typeOf(call)))
}

// instance finds or makes a definition's instance for some shapes.
func (a *analysis) instance(o *typecheck.Object, shapes *types.Substitution) callee {
	for _, in := range a.instances[o] {
		if sameShapes(in.shapes, shapes) {
			return callee{unit: in.units}
		}
	}
	if shapes != nil {
		if a.shaped++; a.shaped > maxInstances {
			return callee{noUnit, tooManyForms}
		}
	}
	info, file := a.check(o)
	if info == nil || info.Item.Body() == syntax.NoNode || info.Item.Kind(info.Item.Root) != syntax.ItemDef {
		return callee{noUnit, noBody}
	}
	in := a.add(info, file, shapes)
	a.instances[o] = append(a.instances[o], in)
	return callee{unit: in.units}
}

// add makes an instance with its units.
func (a *analysis) add(info *typecheck.Info, file *syntax.File, shapes *types.Substitution) *instance {
	in := &instance{file: file, info: info, graph: graph.Of(info), shapes: shapes, units: int32(len(a.units))}
	in.reach()
	in.fuse()
	a.assume(in)
	for b := range in.graph.Blocks() {
		a.units = append(a.units, unit{in: in, block: graph.Block(b)})
		a.sites = append(a.sites, nil)
	}
	return in
}

func sameShapes(a, b *types.Substitution) bool {
	if a == nil || b == nil {
		return a == b
	}
	for i := range a.Params {
		if a.Params[i].Sym != nil && !a.Dims[i].Equal(b.Dims[i]) {
			return false
		}
		if a.Params[i].Sym == nil && !sameType(a.Types[i], b.Types[i]) {
			return false
		}
	}
	return true
}

func sameType(a, b types.Type) bool {
	if types.IsBad(a) || types.IsBad(b) || a == b {
		return a == b
	}
	if !small(a) || !small(b) {
		return false
	}
	_, equal := types.Equivalent(a, b)
	return equal
}

// small reports whether a type has few parts. Larger ones count as different: what is shared in
// them makes comparing take long.
func small(t types.Type) bool {
	const few = 64
	parts := 0
	for todo := []types.Type{t}; len(todo) > 0; parts++ {
		t := types.Head(todo[len(todo)-1])
		todo = todo[:len(todo)-1]
		if parts == few {
			return false
		}
		switch t := t.(type) {
		case *types.Tuple:
			todo = append(todo, t.Elems...)
		case *types.ADT:
			todo = append(todo, t.Args...)
		case *types.Func:
			todo = append(append(todo, t.In...), t.Out)
		case *types.Fractal:
			todo = append(todo, t.Elem)
		case *types.Ref:
			todo = append(todo, t.Elem)
		}
	}
	return true
}
