package effect

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// node is what evaluating a node may do: what its children do, and its own.
func (w *walk) node(n syntax.NodeID) Summary {
	kind := w.item.Kind(n)
	w.varies[n] = w.varies[n] || varying[kind]
	if kind == syntax.Fn || kind == syntax.Graph {
		return Summary{} // evaluated at another time
	}
	var s Summary
	for _, kid := range w.item.Kids(n) {
		if kid != syntax.NoNode {
			s = s.And(w.nodes[kid])
			w.varies[n] = w.varies[n] || w.varies[kid]
		}
	}
	if own := forms[kind]; own != nil {
		s = s.And(own(w, n))
	}
	if len(w.info.Conversions(n)) > 0 || kind == syntax.Call && w.info.Converts() {
		s.Fails |= OnShape // a function that is called may be one that was converted
	}
	return s
}

// varying are the nodes that are no constants.
var varying = [1 << 8]bool{
	syntax.Local: true, syntax.Global: true, syntax.Call: true, syntax.Fn: true, syntax.Block: true, syntax.Match: true, syntax.Meta: true,
}

// forms are what nodes do besides what their children do; nothing of those that
// are not listed.
var forms = [1 << 8]func(w *walk, n syntax.NodeID) Summary{
	syntax.BadNode: anything, syntax.FreeVar: anything, syntax.Assign: anything, syntax.Hole: anything,
	syntax.Meta:  func(*walk, syntax.NodeID) Summary { return Summary{Fails: OnOther} },
	syntax.Local: (*walk).local, syntax.Segment: (*walk).variableRead, syntax.Name: (*walk).variableRead,
	syntax.Index: (*walk).index,
	syntax.Match: (*walk).match,
	syntax.Let:   (*walk).let,
	syntax.List:  (*walk).list,
	syntax.Unary: (*walk).unary, syntax.Binary: (*walk).binary,
	syntax.Call: (*walk).call,
}

func anything(*walk, syntax.NodeID) Summary { return Unknown }

// variableRead is the read of what may be a variable: that of a graph binding
// may have to be evaluated.
func (w *walk) variableRead(n syntax.NodeID) Summary {
	o := w.object(n)
	if o == nil || o.Kind != typecheck.LocalObject {
		return Summary{}
	}
	w.varies[n] = true
	if value, ok := w.graphs[o]; ok {
		return w.parts[value].does
	}
	return Summary{}
}

// local is `%x` with its tail, of which `/2` divides.
func (w *walk) local(n syntax.NodeID) Summary {
	if w.object(n) == nil {
		return Unknown
	}
	s := w.variableRead(n)
	for _, segment := range w.item.Kids(n)[w.info.Split[n]:] {
		if w.item.SourceText(segment)[0] == '/' {
			s.Fails |= w.quotient(n)
			break // what follows belongs to the divisor
		}
	}
	return s
}

// quotient is how `%x/2` may fail, whose operands have no nodes of their own.
func (w *walk) quotient(n syntax.NodeID) Failures {
	fails := OnShape | OnOther | OnDivision
	if t, ok := w.typeOf(n).(*types.Tensor); ok && len(t.Shape) == 0 {
		fails &^= OnShape | OnOther
		if t.Dtype.IsFloat() {
			fails &^= OnDivision
		}
	}
	return fails
}

// index is `e[i]`.
func (w *walk) index(n syntax.NodeID) Summary {
	x := w.item.Index(n)
	t, ok := w.typeOf(x.Sequence).(*types.Tensor)
	if at, literal := w.integer(x.At); ok && literal && len(t.Shape) > 0 {
		if extent, known := t.Shape[0].Const(); known && 0 <= at && at < extent {
			return Summary{}
		}
	}
	return Summary{Fails: OnIndex}
}

func (w *walk) match(n syntax.NodeID) Summary {
	if w.open[n] || w.item.Flag(n, syntax.FlagPartial) {
		return Summary{Fails: OnMatch}
	}
	return Summary{}
}

func (w *walk) let(n syntax.NodeID) (s Summary) {
	let := w.item.Let(n)
	if w.open[let.Pattern] {
		s.Fails |= OnMatch
	}
	if (let.Type != syntax.NoNode || w.item.Kind(let.Pattern) == syntax.PatTyped) && !w.settled(let.Value) {
		s.Fails |= OnShape
	}
	return s
}

// list is a FractalTensor, or the value of an attribute, which has no type.
func (w *walk) list(n syntax.NodeID) (s Summary) {
	if w.info.Types[n] != nil && !w.fixed(n) {
		s.Fails |= OnShape
	}
	return s
}

// call is a call of anything; its children have been looked at.
func (w *walk) call(n syntax.NodeID) Summary {
	call := w.item.Call(n)
	if kind := w.item.Kind(w.item.Unparen(call.Callee)); kind == syntax.Name || kind == syntax.Global {
		if operator := w.info.OperatorCall(n); operator != nil {
			return w.operation(n, operator)
		}
	}
	var s Summary
	switch t := w.target(call.Callee); t.kind {
	case functionTarget:
		p := &w.parts[t.part]
		s = w.instance(p.does, p.own(), p.first, call.Args)
	case parameterTarget:
		s = Summary{Calls: 1 << t.param}
		for _, arg := range call.Args {
			if arg = w.argument(arg); isFunction(w.info.Types[arg]) {
				s = s.And(w.applied(arg)) // it may be called there
			}
		}
	case definitionTarget:
		does := w.called(t.object)
		s = w.instance(does, does.Calls, 0, call.Args)
	case constructorTarget:
	case referenceTarget:
		s = Summary{Does: t.does}
	case constantTarget:
		return w.constant(n)
	default:
		return Unknown
	}
	for _, arg := range call.Args {
		if !w.settled(w.argument(arg)) {
			s.Fails |= OnShape // a parameter may declare what the argument's type leaves open
		}
	}
	return s
}

// constant is `Constant(…)`: of literals, the checker has seen all of it.
func (w *walk) constant(n syntax.NodeID) Summary {
	for _, arg := range w.item.Call(n).Args {
		if w.varies[arg] {
			return Summary{Fails: OnShape | OnOther}
		}
	}
	if !w.fixed(n) {
		return Summary{Fails: OnShape | OnOther}
	}
	return Summary{}
}

func (w *walk) object(n syntax.NodeID) *typecheck.Object { return w.info.Objects[n] }

// typeOf is the head of a node's type; nil where it has none.
func (w *walk) typeOf(n syntax.NodeID) types.Type {
	if w.info.Types[n] == nil {
		return nil
	}
	return types.Head(w.info.Types[n])
}

// fixed reports whether n is a value whose type says all of its shape.
func (w *walk) fixed(n syntax.NodeID) bool { return w.fixedTypes.all(w.info.Types[n], false) }

// settled reports whether n is a value whose type leaves no extent open that a parameter could
// declare; of type parameters it cannot say more than they do.
func (w *walk) settled(n syntax.NodeID) bool { return w.settledTypes.all(w.info.Types[n], true) }

// argument is an argument without its name.
func (w *walk) argument(n syntax.NodeID) syntax.NodeID {
	if w.item.Kind(n) == syntax.NamedArg {
		return w.item.NamedArg(n).Value
	}
	return n
}

// Fixed reports whether t is a type that says all of a value's shape: an extent that is looked at
// when the program runs is none of it.
func Fixed(t types.Type) bool { return isFixed(t, false) }

func isFixed(t types.Type, parameters bool) bool { return fixedTypes(nil).all(t, parameters) }

// fixedTypes are the types that were looked at, and whether they say all of a
// value's shape: the types of a chain of definitions hold each other, and each is
// looked at once. Nil remembers nothing.
type fixedTypes map[types.Type]bool

func (known fixedTypes) all(t types.Type, parameters bool) bool {
	if t == nil {
		return false
	}
	t = types.Head(t)
	if _, ok := t.(*types.Tensor); ok {
		return fixedPart(t, parameters)
	}
	fixed := true
	types.Walk(t, func(part types.Type) bool {
		if before, ok := known[part]; ok {
			fixed = fixed && before
			return false
		}
		fixed = fixed && fixedPart(part, parameters)
		return fixed
	})
	if known != nil {
		known[t] = fixed
	}
	return fixed
}

// fixedPart is what a type says beside its parts.
func fixedPart(part types.Type, parameters bool) bool {
	switch part := part.(type) {
	case *types.Tensor:
		return !slices.ContainsFunc(part.Shape, types.Dim.Loose)
	case *types.Var:
		// What is still a variable when the item is checked represents any type: had a
		// parameter declared more, the variable would represent that.
		return parameters
	case *types.Bad:
		return false
	}
	return true
}

// integer is the value of a literal.
func (w *walk) integer(n syntax.NodeID) (int64, bool) {
	n = w.item.Unparen(n)
	if w.item.Kind(n) != syntax.Int {
		return 0, false
	}
	return literal(w.item.NumberText(n))
}
