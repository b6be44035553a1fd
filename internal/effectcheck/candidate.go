package effectcheck

import (
	"cmp"
	"slices"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A function is a definition or a function literal, as far as its text says.
type function struct {
	node   syntax.NodeID // the item's root or a Fn
	params syntax.NodeID
}

// mayBeEndless reports whether a name of a function inside of it may be that of a
// call that never ends. It errs on that side: most recursion goes by a parameter
// that is another one in the call, which the text shows without a graph.
func (c *checker) mayBeEndless(n syntax.NodeID) bool {
	f, ok := c.namedAround(n)
	if !ok {
		return false
	}
	call := c.index().Parent(n)
	if c.item.Kind(call) != syntax.Call {
		return true // the name of a variable that is called, perhaps
	}
	return c.item.Call(call).Callee == n && !c.progresses(call, f)
}

// namedAround is the function that a name stands for, if the name is in it.
func (c *checker) namedAround(n syntax.NodeID) (function, bool) {
	o := c.pass.Info.Objects[n]
	switch {
	case o == nil || o.Item != c.item || n == c.item.Declared():
		return function{}, false
	case o.Kind == typecheck.DefObject:
		return function{c.item.Root, c.item.Def(c.item.Root).Params}, true
	case o.Kind != typecheck.LocalObject:
		return function{}, false
	}
	f, ok := c.functionNamedAt(o.Node)
	if !ok || !c.encloses(f.value, n) {
		return function{}, false
	}
	return function{f.value, c.item.Fn(f.value).Params}, true
}

// functionNamedAt is the function literal whose name is at a node.
func (c *checker) functionNamedAt(n syntax.NodeID) (namedFunction, bool) {
	all := c.namedFunctions()
	behind, _ := slices.BinarySearchFunc(all, c.item.Span(n).Start+1, func(f namedFunction, at int32) int {
		return cmp.Compare(c.item.Span(f.names).Start, at)
	})
	if behind == 0 || !c.encloses(all[behind-1].names, n) {
		return namedFunction{}, false
	}
	return all[behind-1], true
}

// A namedFunction is a function literal that a binding names, which few items have.
type namedFunction struct {
	names syntax.NodeID // the pattern, or a graph binding's name
	value syntax.NodeID
}

// namedFunctions are those of the item, in the order in which their names stand.
func (c *checker) namedFunctions() []namedFunction {
	if !c.namedKnown {
		c.namedKnown, c.named = true, c.findNamed()
	}
	return c.named
}

func (c *checker) findNamed() (found []namedFunction) {
	for n := syntax.NodeID(1); int(n) < c.item.Len(); n++ {
		var f namedFunction
		switch c.item.Kind(n) {
		case syntax.Let:
			let := c.item.Let(n)
			f = namedFunction{let.Pattern, c.item.Unparen(let.Value)}
		case syntax.Graph:
			binding := c.item.Graph(n)
			f = namedFunction{binding.Name, c.item.Unparen(binding.Value)}
		}
		if f.names != syntax.NoNode && c.item.Kind(f.value) == syntax.Fn {
			found = append(found, f)
		}
	}
	slices.SortFunc(found, func(f, g namedFunction) int {
		return cmp.Compare(c.item.Span(f.names).Start, c.item.Span(g.names).Start)
	})
	return found
}

func (c *checker) encloses(outer, n syntax.NodeID) bool {
	span, inner := c.item.Span(outer), c.item.Span(n)
	return span.Start <= inner.Start && inner.End <= span.End
}

// maxSteps bounds the path that is looked at from a call to its function, and the
// size of what decides.
const maxSteps = 100

// progresses reports whether call is a call that follows an `if` or a match of a parameter
// that is another one in the call, or in a function that may be called later or never.
func (c *checker) progresses(call syntax.NodeID, f function) bool {
	args := c.item.Call(call).Args
	at := call
	for range maxSteps {
		around := c.index().Parent(at)
		switch c.item.Kind(around) {
		case syntax.If:
			if cond := c.item.If(around).Cond; cond != at && c.changes(cond, f, args) {
				return true
			}
		case syntax.Match:
			if scrutinee := c.item.Match(around).Scrutinee; scrutinee != at && c.changes(scrutinee, f, args) && !c.builds(scrutinee, f, args) {
				return true
			}
		case syntax.Fn:
			return around != f.node
		}
		if around == f.node || around == syntax.NoNode {
			return false
		}
		at = around
	}
	return false
}

// builds reports whether scrutinee is a parameter for which the call passes what may have the same
// constructor again.
func (c *checker) builds(scrutinee syntax.NodeID, f function, args []syntax.NodeID) bool {
	i, ok := c.parameter(c.item.Unparen(scrutinee), f)
	if !ok || i >= len(args) {
		return false
	}
	switch arg := c.item.Unparen(args[i]); c.item.Kind(arg) {
	case syntax.Call:
		return c.constructor(c.item.Unparen(c.item.Call(arg).Callee)) != ""
	case syntax.Local:
		return !c.isPart(arg) // what it is bound to
	}
	return false
}

// isPart reports whether n is a variable that a constructor's or a tuple's pattern binds.
func (c *checker) isPart(n syntax.NodeID) bool {
	for at := c.index().Parent(c.index().Binder(n)); ; at = c.index().Parent(at) {
		switch c.item.Kind(at) {
		case syntax.PatParen, syntax.PatTyped:
		case syntax.PatCons, syntax.PatTuple:
			return true
		default:
			return false
		}
	}
}

// computing are the expressions whose parts all belong to what they compute.
var computing = [1 << 8]bool{syntax.Paren: true, syntax.Binary: true, syntax.Unary: true, syntax.Tuple: true}

// changes reports whether decider is an expression that reads a parameter which is another one in
// the call.
func (c *checker) changes(decider syntax.NodeID, f function, args []syntax.NodeID) bool {
	todo := []syntax.NodeID{decider}
	for range maxSteps {
		if len(todo) == 0 {
			return false
		}
		n := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if computing[c.item.Kind(n)] {
			todo = append(todo, c.item.Kids(n)...)
		} else if i, ok := c.parameter(n, f); ok && (i >= len(args) || c.differs(args[i], c.pass.Info.Objects[n])) {
			return true
		}
	}
	return false
}

// parameter reports which parameter of a function a name stands for.
func (c *checker) parameter(n syntax.NodeID, f function) (int, bool) {
	param := c.index().Parent(c.index().Binder(n))
	if c.item.Kind(param) != syntax.Param || c.index().Parent(param) != f.params {
		return 0, false
	}
	i := 0
	for _, p := range c.item.Kids(f.params) {
		if p == param {
			return i, true
		}
		if c.item.Kind(p) == syntax.Param {
			i++
		}
	}
	return 0, false
}

// made are the expressions that give a value of their own, and the patterns whose
// parts are values of their own.
var made = [1 << 8]bool{
	syntax.Binary: true, syntax.Unary: true, syntax.Call: true, syntax.Tuple: true, syntax.Project: true, syntax.Index: true,
	syntax.Int: true, syntax.Float: true, syntax.Bool: true, syntax.List: true, syntax.Fn: true,
	syntax.PatCons: true, syntax.PatTuple: true,
}

// differs reports whether arg is an argument that is another value than a parameter's.
func (c *checker) differs(arg syntax.NodeID, param *typecheck.Object) bool {
	arg = c.item.Unparen(arg)
	if c.item.Kind(arg) != syntax.Local {
		return made[c.item.Kind(arg)]
	}
	binder := c.index().Binder(arg)
	around := c.index().Parent(binder)
	switch {
	case binder == syntax.NoNode || binder == param.Node || len(c.item.Kids(arg)) > 0:
		return false
	case c.item.Kind(around) == syntax.Let:
		return made[c.item.Kind(c.item.Unparen(c.item.Let(around).Value))]
	}
	return c.item.Kind(around) == syntax.Param || made[c.item.Kind(around)]
}
