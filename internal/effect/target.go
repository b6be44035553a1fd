package effect

import (
	"slices"

	"github.com/fraccheck/fraccheck/complexity/ranking"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A target is the function that an expression gives, as far as that is known
// without evaluating.
type target struct {
	kind   targetKind
	part   int32             // functionTarget: its body
	param  int               // parameterTarget: its number
	object *typecheck.Object // definitionTarget
	op     *op.Op            // operatorTarget
	does   Actions           // referenceTarget: what it does
}

type targetKind uint8

const (
	unknownTarget     targetKind = iota
	functionTarget               // a function literal
	parameterTarget              // a parameter
	definitionTarget             // a global
	constructorTarget            // a constructor
	operatorTarget               // an operator of the table
	referenceTarget              // `ref`, `ref_read`, `ref_write`
	constantTarget               // `Constant`
)

// builtins are the functions that the language has without a declaration.
var builtins = map[string]target{
	"ref":       {kind: referenceTarget, does: Makes},
	"ref_read":  {kind: referenceTarget, does: Reads},
	"ref_write": {kind: referenceTarget, does: Writes},
	"Constant":  {kind: constantTarget},
}

// target finds the function that an expression gives.
func (w *walk) target(n syntax.NodeID) target {
	n = w.item.Unparen(n)
	switch w.item.Kind(n) {
	case syntax.Fn:
		return target{kind: functionTarget, part: w.bodyOf[n]}
	case syntax.Block:
		if kids := w.item.Kids(n); len(kids) > 0 && kids[len(kids)-1] != syntax.NoNode {
			return w.target(kids[len(kids)-1])
		}
	case syntax.Local, syntax.Name, syntax.Global:
		if len(w.item.Kids(n)) > 0 && w.info.Split[n] < len(w.item.Kids(n)) {
			return target{} // a part of a variable
		}
		o := w.object(n)
		if o == nil {
			return builtins[w.item.SourceText(n)]
		}
		return w.standsFor(o)
	}
	return target{}
}

func (w *walk) standsFor(o *typecheck.Object) target {
	switch o.Kind {
	case typecheck.LocalObject:
		return w.targets[o]
	case typecheck.DefObject:
		return target{kind: definitionTarget, object: o}
	case typecheck.ConstructorObject:
		return target{kind: constructorTarget}
	case typecheck.OperatorObject:
		if entry := w.ops[o.Op]; entry != nil {
			return target{kind: operatorTarget, op: entry}
		}
	}
	return target{}
}

// applied is what calling a function may do when nothing is known of the
// arguments: those that are functions may do anything.
func (w *walk) applied(f syntax.NodeID) Summary {
	switch t := w.target(f); t.kind {
	case functionTarget:
		p := &w.parts[t.part]
		return p.does.given(p.own(), Unknown)
	case parameterTarget:
		return Summary{Calls: 1 << t.param}
	case definitionTarget:
		s := w.called(t.object)
		return s.given(s.Calls, Unknown)
	case constructorTarget:
		return Summary{}
	case operatorTarget:
		return w.operatorValue(f, t.op)
	case referenceTarget:
		return Summary{Does: t.does}
	}
	return Unknown
}

// operatorValue is what an operator does that is passed as a function.
func (w *walk) operatorValue(f syntax.NodeID, o *op.Op) Summary {
	t, ok := w.typeOf(f).(*types.Func)
	if !ok || o.Impure || o.Scheme != nil && slices.ContainsFunc(t.In, isFunction) {
		return Unknown
	}
	return Summary{Fails: failures(application{op: o, in: t.In, out: t.Out})}
}

func isFunction(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := types.Head(t).(*types.Func)
	return ok
}

// called is what calling a definition may do.
func (w *walk) called(o *typecheck.Object) Summary {
	s := w.pass.Fact(w.pass.Analyzer, o).(Summary)
	if w.pass.Recursive(o) {
		s.Does |= Recurs
		if !ranking.Returns(w.pass, o) {
			s.Does |= Diverges
		}
	}
	return s
}

// own are the numbers of a function's parameters.
func (p *part) own() Params {
	var set Params
	for i := range p.params {
		if number := p.first + i; number < maxParams {
			set |= 1 << number
		}
	}
	return set
}

// given puts in what calls of some parameters do.
func (s Summary) given(params Params, does Summary) Summary {
	if s.Calls&params == 0 {
		return s
	}
	s.Calls &^= params
	return s.And(does)
}

// instance is what a function does when it is called with arguments: first is
// the number that it gives its first parameter, own are those of all.
func (w *walk) instance(s Summary, own Params, first int, args []syntax.NodeID) Summary {
	rest := s.Calls & own
	s.Calls &^= own
	for i, arg := range args {
		number := first + i
		if number >= maxParams || rest&(1<<number) == 0 {
			continue
		}
		rest &^= 1 << number
		if w.item.Kind(arg) == syntax.NamedArg {
			return Unknown
		}
		s = s.And(w.applied(arg))
	}
	if rest != 0 {
		return Unknown // called with fewer arguments than it has parameters
	}
	return s
}
