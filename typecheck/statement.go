package typecheck

import (
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/message"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// Statements. A `let` of a function literal, a constructor or an operator is
// generalized, other values are not: that is the value restriction (Wright 1995),
// which references need. Graph bindings (`%1 = e`) may be used ahead of their place.

// statement checks a binding; false for anything else.
func (c *checker) statement(n syntax.NodeID) bool {
	switch c.Item.Kind(n) {
	case syntax.Let:
		c.let(n)
	case syntax.Graph:
		c.graph(n)
	case syntax.FreeVar:
		c.freeVar(n)
	case syntax.Assign:
		c.assign(n)
	default:
		return false
	}
	return true
}

// let checks `let P : T = e`. A function literal sees its own name; functions,
// constructors and operators are generalized.
func (c *checker) let(n syntax.NodeID) {
	parts := c.Item.Let(n)
	pattern, annotation, value := parts.Pattern, parts.Type, parts.Value
	var want types.Type
	why := reason{kind: annotationReason, node: annotation}
	if annotation != syntax.NoNode {
		want = c.resolver.Resolve(annotation)
	}
	if value == syntax.NoNode {
		c.patternMark = c.scope.mark()
		c.pattern(pattern, orBad(want))
		return
	}
	if name, ok := c.variable(pattern); ok && c.generalizable(value) {
		c.letFunction(pattern, name, value, want, why)
		return
	}
	t := c.expr(value, want, why)
	if want != nil && !types.IsBad(t) {
		c.flows(value, nil, want)
		t = want
	}
	c.patternMark = c.scope.mark()
	c.pattern(pattern, t)
	c.stands(c.info.Objects[pattern], value)
	c.rememberLength(c.info.Objects[pattern], value, t)
}

func orBad(t types.Type) types.Type {
	if t == nil {
		return types.ErrorType
	}
	return t
}

// variable gives the name that a pattern binds where it is a mere variable.
func (c *checker) variable(pattern syntax.NodeID) (string, bool) {
	switch c.Item.Kind(pattern) {
	case syntax.PatVar:
		return c.Item.SourceText(pattern), true
	case syntax.PatName:
		text := c.Item.SourceText(pattern)
		if c.constructor(text) == nil {
			return "%" + text, true
		}
	}
	return "", false
}

// generalizable reports which values `let` makes polymorphic.
func (c *checker) generalizable(n syntax.NodeID) bool {
	switch c.Item.Kind(n) {
	case syntax.Paren:
		return c.generalizable(c.Item.Inner(n))
	case syntax.Fn, syntax.Global:
		return true
	case syntax.Name:
		return c.scope.findBare(c.Item.SourceText(n)) == nil
	}
	return false
}

func (c *checker) letFunction(pattern syntax.NodeID, name string, value syntax.NodeID, want types.Type, why reason) {
	from := len(c.Constraints)
	c.Level++
	var o *typed.Object
	if c.isLambda(value) {
		o = c.local(name, pattern, c.Fresh())
	}
	t := c.expr(value, want, why)
	if o != nil {
		if f, ok := types.Head(t).(*types.Func); !ok || len(f.Params) == 0 {
			if joined, clash := c.Unify(o.Type, t); clash != nil {
				c.mismatch(value, o.Type, t, clash, reason{})
			} else {
				t = joined
			}
		}
	}
	c.Solve()
	c.Level--
	var params []types.Param
	switch {
	case want != nil:
		c.flows(value, t, want)
		t = want
	case c.isNullary(value):
		params, t = c.GeneralizeData(t)
	default:
		t = c.generalizeAt(t, from, pattern)
	}
	if o == nil {
		o = c.local(name, pattern, t)
	}
	o.Type, o.Params = t, params
	c.stands(o, value)
	c.info.Types[pattern] = t
	c.info.Types[value] = t
}

// stands notes the function literal, global or variable that a variable is bound to.
func (c *checker) stands(o *typed.Object, value syntax.NodeID) {
	if o == nil || value == syntax.NoNode {
		return
	}
	switch value = c.Item.Unparen(value); c.Item.Kind(value) {
	case syntax.Fn, syntax.Global, syntax.Local, syntax.Block:
		if c.functions == nil {
			c.functions = map[*typed.Object]syntax.NodeID{}
		}
		c.functions[o] = value
	}
}

// isNullary reports whether n is a constructor without fields, which is a value.
func (c *checker) isNullary(n syntax.NodeID) bool {
	o := c.info.Objects[c.Item.Unparen(n)]
	return o != nil && o.Cons != nil && len(o.Cons.Fields) == 0
}

func (c *checker) isLambda(n syntax.NodeID) bool {
	return c.Item.Kind(c.Item.Unparen(n)) == syntax.Fn
}

// graph checks `%1 = e`: a shared expression, visible in the whole definition.
func (c *checker) graph(n syntax.NodeID) {
	parts := c.Item.Graph(n)
	target, value := parts.Name, parts.Value
	name := c.Item.SourceText(target)
	o := c.forward[name]
	if o != nil && o.Node == target {
		delete(c.forward, name)
		c.scope.push(name, o)
		c.info.Objects[target] = o
		t := c.expr(value, o.Type, reason{})
		c.stands(o, value)
		c.flows(value, nil, o.Type)
		c.info.Types[target] = t
		c.graphs = append(c.graphs, target)
		return
	}
	if first := c.scope.inBlock(name); first != nil {
		c.duplicateLocal(target, first, "graph variable")
	}
	t := types.ErrorType
	if value != syntax.NoNode {
		t = c.expr(value, nil, reason{})
	}
	if own := c.forward[name]; own != nil && own.Node == target { // the value names itself
		delete(c.forward, name)
		c.scope.push(name, own)
		c.info.Objects[target] = own
		c.info.Types[target] = c.fit(value, own.Type, t, reason{})
		c.stands(own, value)
		c.graphs = append(c.graphs, target)
		return
	}
	o = c.local(name, target, t)
	c.stands(o, value)
	if value != syntax.NoNode {
		c.rememberLength(o, value, t)
	}
	c.graphs = append(c.graphs, target)
}

// laterGraph finds a graph binding that is used before its place, or outside
// of the block that it stands in.
func (c *checker) laterGraph(name string) *typed.Object {
	if o := c.forward[name]; o != nil {
		return o
	}
	for i := len(c.graphs) - 1; i >= 0; i-- {
		if o := c.info.Objects[c.graphs[i]]; o.Name == name && o.Item == c.Item {
			return o
		}
	}
	for _, target := range c.graphTargets()[name] {
		if c.info.Types[target] == nil {
			o := &typed.Object{Kind: typed.LocalObject, Name: name, Item: c.Item, Node: target, Type: c.FreshAt(bodyLevel)}
			if c.forward == nil {
				c.forward = map[string]*typed.Object{}
			}
			c.forward[name] = o
			return o
		}
	}
	return nil
}

// graphTargets are the names of the item's graph bindings in their order. Where much is
// undefined, each use asks for one.
func (c *checker) graphTargets() map[string][]syntax.NodeID {
	if c.targetsOf == c.Item {
		return c.targets
	}
	c.targetsOf, c.targets = c.Item, map[string][]syntax.NodeID{}
	for n := syntax.NodeID(1); int(n) < c.Item.Len(); n++ {
		if c.Item.Kind(n) == syntax.Graph {
			target := c.Item.Graph(n).Name
			name := c.Item.SourceText(target)
			c.targets[name] = append(c.targets[name], target)
		}
	}
	return c.targets
}

// freeVar declares a variable that the surroundings give.
func (c *checker) freeVar(n syntax.NodeID) {
	parts := c.Item.FreeVar(n)
	var t types.Type = c.Fresh()
	if parts.Type != syntax.NoNode {
		t = c.resolver.Resolve(parts.Type)
	}
	c.local(c.Item.SourceText(parts.Name), parts.Name, t)
}

// assign refuses `%xs[%i] = e`: elements are read only.
func (c *checker) assign(n syntax.NodeID) {
	parts := c.Item.Assign(n)
	c.expr(parts.Target, nil, reason{})
	if parts.Value != syntax.NoNode {
		c.expr(parts.Value, nil, reason{})
	}
	c.Report(syntax.Diagnostic{
		Code: codes.FractalWrite, Span: c.Item.Span(n),
		Message: "elements cannot be written: FractalTensors and tensors are immutable",
		Notes:   []string{"Make a new one: `map` and `forall` change every element, `filter` drops some, `scanl` carries a state along, `join` puts two together."},
	})
}

// generalizeAt is generalize, which reports at a node what cannot be generalized.
func (c *checker) generalizeAt(t types.Type, from int, n syntax.NodeID) types.Type {
	scheme, undecided := c.Generalize(t, from, c.Item.Len())
	switch {
	case undecided > 0:
		c.Errorf(n, codes.AmbiguousType, "the type of this function has %d undecided operators; annotate its parameters", undecided)
	case types.IsBad(scheme) && !types.IsBad(t):
		c.Report(message.TooLarge(c.Item.Span(n), "the type of this function"))
	}
	return scheme
}
