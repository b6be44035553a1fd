package refactor

import (
	"slices"

	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/types"
)

// A behavior is what evaluating an expression may do besides giving a value.
type behavior struct {
	effect  bool // makes, reads or writes a reference, or does what is not known
	partial bool // fails or does not end
}

// unknown is the behavior of what cannot be seen.
var unknown = behavior{true, true}

func (b behavior) and(c behavior) behavior {
	return behavior{b.effect || c.effect, b.partial || c.partial}
}

// total tells of what gives a value and does nothing else.
func (b behavior) total() bool { return !b.effect && !b.partial }

// maxLooked bounds how many nodes are looked at for a target; what lies beyond
// may do anything.
const maxLooked = 20_000

// of is the behavior of an expression.
func (t *Target) of(n syntax.NodeID) behavior {
	l := looker{t: t, info: t.info(), module: t.Module}
	return l.look(n)
}

// A looker looks at the nodes of one item.
type looker struct {
	t      *Target
	info   *typecheck.Info
	module *typecheck.Module
}

func (l *looker) look(root syntax.NodeID) behavior {
	var b behavior
	l.info.Item.Walk(root, func(n syntax.NodeID) bool {
		l.t.budget--
		if l.t.budget < 0 || len(l.info.Types) == 0 {
			b = unknown
		}
		if b == unknown {
			return false
		}
		b = b.and(l.node(n))
		kind := l.info.Item.Kind(n)
		return kind != syntax.Fn && kind != syntax.Graph
	})
	return b
}

// node is the behavior of a node without its children.
func (l *looker) node(n syntax.NodeID) behavior {
	item := l.info.Item
	switch item.Kind(n) {
	case syntax.BadNode, syntax.Meta, syntax.FreeVar, syntax.Assign:
		return unknown
	case syntax.Local:
		if o := l.object(n); o != nil && l.graph(o) {
			return unknown // it may be worked out here
		}
	case syntax.Index:
		return behavior{partial: true}
	case syntax.Match:
		return behavior{partial: item.Flag(n, syntax.FlagPartial)}
	case syntax.Binary, syntax.Unary:
		return l.operators(n)
	case syntax.List:
		return behavior{partial: !l.static(n)}
	case syntax.Let:
		return behavior{partial: item.Kid(n, 1) != syntax.NoNode && !l.static(item.Kid(n, 2))}
	case syntax.Call:
		return l.call(n)
	}
	return behavior{}
}

func (l *looker) object(n syntax.NodeID) *typecheck.Object {
	if int(n) >= len(l.info.Objects) {
		return nil
	}
	return l.info.Objects[n]
}

// graph tells of a variable that is bound without `let`.
func (l *looker) graph(o *typecheck.Object) bool {
	if o.Kind != typecheck.LocalObject || o.Item == nil || o.Item.Kind(o.Node) != syntax.Local {
		return false
	}
	return true // patterns bind by other nodes
}

// operators is the behavior of infix and prefix operators: whole numbers may be
// divided by zero, and shapes that are not known may not fit.
func (l *looker) operators(n syntax.NodeID) behavior {
	item := l.info.Item
	for _, kid := range item.Kids(n) {
		if item.Kind(kid) != syntax.Operator {
			if !l.static(kid) {
				return behavior{partial: true}
			}
		} else if syntax.TokenKind(item.Node(kid).Data) == syntax.TokSlash && !l.isFloat(n) {
			return behavior{partial: true}
		}
	}
	return behavior{partial: !l.static(n)}
}

func (l *looker) typeOf(n syntax.NodeID) types.Type {
	if int(n) >= len(l.info.Types) || l.info.Types[n] == nil {
		return nil
	}
	return types.Head(l.info.Types[n])
}

// static tells of a value whose type says all of its shape.
func (l *looker) static(n syntax.NodeID) bool {
	t := l.typeOf(n)
	if t == nil {
		return false
	}
	known := true
	types.Walk(t, func(part types.Type) bool {
		switch part := part.(type) {
		case *types.Tensor:
			for _, d := range part.Shape {
				known = known && !d.Loose()
			}
		case *types.Bad, *types.Var:
			known = false
		}
		return known
	})
	return known
}

func (l *looker) isFloat(n syntax.NodeID) bool {
	tensor, ok := l.typeOf(n).(*types.Tensor)
	return ok && tensor.Dtype.IsFloat()
}

// call is the behavior of a call, its arguments left out.
func (l *looker) call(n syntax.NodeID) behavior {
	callee := l.info.Item.Kid(n, 0)
	for l.info.Item.Kind(callee) == syntax.Paren {
		callee = l.info.Item.Kid(callee, 0)
	}
	if l.info.Item.Kind(callee) == syntax.Name || l.info.Item.Kind(callee) == syntax.Global {
		if call := l.info.OperatorCall(n); call != nil {
			return l.operation(n, call)
		}
	}
	return l.calling(callee)
}

// calling is what calling a function does.
func (l *looker) calling(callee syntax.NodeID) behavior {
	for l.info.Item.Kind(callee) == syntax.Paren {
		callee = l.info.Item.Kid(callee, 0)
	}
	switch l.info.Item.Kind(callee) {
	case syntax.Fn:
		return l.look(l.info.Item.Kid(callee, 3))
	case syntax.Global, syntax.Name:
		o := l.object(callee)
		switch {
		case o == nil:
			return unknown
		case o.Kind == typecheck.ConstructorObject:
			return behavior{}
		case o.Kind == typecheck.DefObject:
			return l.t.definition(l.module, o)
		case o.Kind == typecheck.OperatorObject && l.module.Ops()[o.Op] != nil:
			return behavior{partial: true}
		}
	}
	return unknown
}

// operation is the behavior of an operator's call. Those on elements give a
// value for all floats of known shapes; of others the shapes may not say enough.
func (l *looker) operation(n syntax.NodeID, call *typecheck.OperatorCall) behavior {
	b := behavior{partial: call.Op.Kind != op.Elementwise && call.Op.Kind != op.Broadcast || !l.isFloat(n) || !l.static(n)}
	for _, arg := range call.Args {
		if arg == syntax.NoNode {
			continue
		}
		if _, function := l.typeOf(arg).(*types.Func); function {
			b = b.and(l.calling(arg)).and(behavior{partial: true})
		}
		b.partial = b.partial || !l.static(arg)
	}
	return b
}

// definition is what calling a definition does; it may not end where it calls
// itself.
func (t *Target) definition(from *typecheck.Module, o *typecheck.Object) behavior {
	if b, ok := t.behavior[o]; ok {
		return b
	}
	if i := slices.Index(t.open, o); i >= 0 {
		if i == len(t.open)-1 {
			return behavior{partial: true} // what else it does is seen where it is looked at
		}
		return unknown
	}
	m, i := from.Home(o)
	if m == nil {
		return unknown
	}
	t.open = append(t.open, o)
	defer func() { t.open = t.open[:len(t.open)-1] }()
	l := looker{t: t, info: m.Check(i).Info, module: m}
	b := unknown
	if body := o.Item.Kid(o.Item.Root, 5); body != syntax.NoNode && len(o.Item.Errors) == 0 {
		b = l.look(body)
		b.partial = b.partial || !l.plainParams()
	}
	t.behavior[o] = b
	return b
}

// plainParams tells of a definition whose parameters' extents need no check.
func (l *looker) plainParams() bool {
	for _, p := range l.info.Item.Kids(l.info.Item.Kid(l.info.Item.Root, 2)) {
		if l.info.Item.Kind(p) == syntax.Param && !l.static(l.info.Item.Kid(p, 0)) {
			return false
		}
	}
	return true
}

func rebinding(operator string) bool { return interp.Rebinds(operator) }
