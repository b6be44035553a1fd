package effectcheck

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// recursion looks at calls of functions in themselves, and at those that come back
// by way of others. Such a call never ends if whether it is reached is decided in
// the same path in the call that it comes to.
func (c *checker) recursion(others []*hop) {
	for v := range graph.Value(c.Len()) {
		if c.Kind(v) != graph.Call || len(c.Operands(v)) == 0 {
			continue
		}
		if function, ok := c.calledFunction(c.Operands(v)[0].Value); ok {
			if h, calls := c.hop(v, function, c.item); h != nil && endless([]*hop{h}) && c.pure(calls) {
				c.reportEndless([]*hop{h})
			}
		}
	}
	for _, h := range others {
		if cycle := cycleOf(h, c.item, others); cycle != nil {
			c.reportEndless(cycle)
		}
	}
}

// deferred reports whether n is in a graph binding, which is evaluated where it is needed.
func (c *checker) deferred(n syntax.NodeID) bool {
	index := c.pass.Info.Index()
	for ; n != syntax.NoNode; n = index.Parent(n) {
		switch c.item.Kind(n) {
		case syntax.Graph:
			return true
		case syntax.Fn:
			return false
		}
	}
	return false
}

// calledFunction is the block of the function that a callee gives: the item's
// definition, or a function literal around.
func (c *checker) calledFunction(callee graph.Value) (graph.Block, bool) {
	if callee == graph.None {
		return 0, false
	}
	o := c.pass.Info.Objects[c.Node(callee)]
	switch {
	case o == nil:
	case c.Kind(callee) == graph.Name:
		return graph.Body, o.Kind == typecheck.DefObject && o.Item == c.item
	case c.Kind(callee) == graph.Self:
		if f := c.At(o.Node); f != graph.None && c.Kind(f) == graph.Function {
			return c.Operands(f)[0].Block, true
		}
	}
	return 0, false
}

// hop is a call that happens in an activation of a function whose parameters alone
// decide whether it does, as long as some other calls are pure; nil for any other. What
// these calls do is asked last: most hops turn out before to lead nowhere.
func (c *checker) hop(v graph.Value, function graph.Block, to *syntax.Item) (h *hop, calls []graph.Value) {
	if c.deferred(c.Node(v)) {
		return nil, nil
	}
	operands := c.Operands(v)
	h = &hop{from: c.item, to: to, node: c.Node(v), callee: c.item.SourceText(operands[0].Node), args: make([]argument, len(operands)-1)}
	for i, o := range operands[1:] {
		h.args[i] = c.argument(o, function)
	}
	deciders, ok := c.deciders(h, v, function)
	if !ok {
		return nil, nil
	}
	if calls, ok = c.decidedByParameters(h, deciders, function); !ok {
		return nil, nil
	}
	return h, calls
}

// pure reports whether all calls do nothing but return a value.
func (c *checker) pure(calls []graph.Value) bool {
	return !slices.ContainsFunc(calls, func(v graph.Value) bool { return !c.does(c.Node(v)).Pure() })
}

// argument says whether an operand is a parameter, or has a constructor.
func (c *checker) argument(o graph.Operand, function graph.Block) argument {
	a := argument{param: -1}
	if o.Value == graph.None {
		return a
	}
	a.text = c.item.SourceText(o.Node)
	switch c.Kind(o.Value) {
	case graph.Parameter:
		if c.Block(o.Value) == function {
			a.param = c.Index(o.Value)
		}
	case graph.Construct:
		a.constructor = c.constructor(c.item.Unparen(c.item.Call(c.Node(o.Value)).Callee))
	case graph.Name:
		a.constructor = c.constructor(c.Node(o.Value))
	}
	return a
}

// constructor is the name of the one that a node names, "" for none.
func (c *checker) constructor(n syntax.NodeID) string {
	if o := c.pass.Info.Object(n); o != nil && o.Kind == typecheck.ConstructorObject && o.Cons != nil {
		return o.Cons.Name
	}
	return ""
}

// deciders goes from a call to its function: false where another function stands
// between, which may be called later or never. Of a match of a parameter that asks
// for its constructor only that is noted.
func (c *checker) deciders(h *hop, call graph.Value, function graph.Block) (found []graph.Value, ok bool) {
	blocks := c.Blocks()
	for b := c.Block(call); b != function; b = blocks[b].Around {
		opener := blocks[b].Opener
		if b == graph.Body || blocks[b].Kind == graph.Lambda || blocks[b].Kind == graph.Parallel || opener == graph.None {
			return nil, false
		}
		for i, o := range c.Operands(opener) {
			if o.Block != c.Block(opener) || o.Value == graph.None {
				continue
			}
			if names := c.asked(opener, b); i == 0 && names != nil {
				if has := c.argument(o, function).constructor; has != "" && !slices.Contains(names, has) {
					return nil, false // never reached
				}
				if c.Kind(o.Value) == graph.Parameter && c.Block(o.Value) == function {
					h.cases = append(h.cases, choice{c.Index(o.Value), c.item.SourceText(o.Node), names})
					continue
				}
			}
			found = append(found, o.Value)
		}
	}
	return found, true
}

// asked are the constructors of which a clause takes every value; nil where it
// looks further, or clauses before it do.
func (c *checker) asked(match graph.Value, b graph.Block) []string {
	if c.Kind(match) != graph.Match {
		return nil
	}
	var before []string
	for _, n := range c.item.Match(c.Node(match)).Clauses {
		clause := c.item.Clause(n)
		pattern := c.bare(clause.Pattern)
		name, whole := c.takes(pattern)
		if clause.Body != c.Blocks()[b].Node {
			if name == "" {
				return nil
			}
			before = append(before, name)
			continue
		}
		switch {
		case name != "" && whole && !slices.Contains(before, name):
			return []string{name}
		case name == "" && whole:
			return c.rest(match, before)
		}
		return nil
	}
	return nil
}

// takes is the constructor that a pattern asks for, "" for none, and whether it
// takes all that has it.
func (c *checker) takes(pattern syntax.NodeID) (name string, whole bool) {
	switch c.item.Kind(pattern) {
	case syntax.PatCons:
		p := c.item.PatCons(pattern)
		return c.constructor(p.Name), !slices.ContainsFunc(p.Args, func(a syntax.NodeID) bool {
			inner, all := c.takes(c.bare(a))
			return inner != "" || !all
		})
	case syntax.PatName:
		return c.constructor(pattern), true
	}
	return "", c.item.Kind(pattern) == syntax.PatVar || c.item.Kind(pattern) == syntax.PatWild
}

func (c *checker) bare(pattern syntax.NodeID) syntax.NodeID {
	for {
		switch c.item.Kind(pattern) {
		case syntax.PatParen:
			pattern = c.item.Inner(pattern)
		case syntax.PatTyped:
			pattern = c.item.PatTyped(pattern).Pattern
		default:
			return pattern
		}
	}
}

// decidedByParameters reports whether values stay as they are if some parameters do and
// some calls are pure, and notes which parameters.
func (c *checker) decidedByParameters(h *hop, todo []graph.Value, function graph.Block) (calls []graph.Value, ok bool) {
	met := map[graph.Value]bool{}
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if met[v] {
			continue
		}
		met[v] = true
		switch kind := c.Kind(v); {
		case varying[kind]:
			return nil, false
		case kind == graph.Call, kind == graph.Operation && c.item.Kind(c.Node(v)) == syntax.Call:
			calls = append(calls, v)
		case kind == graph.Parameter && c.Block(v) == function:
			h.same = append(h.same, choice{param: c.Index(v), name: c.item.SourceText(c.Node(v))})
		}
		for _, o := range c.Operands(v) {
			if o.Value != graph.None {
				todo = append(todo, o.Value)
			}
		}
	}
	return calls, true
}

// varying are the values that may be others though their operands are the same.
var varying = [1 << 8]bool{graph.Free: true, graph.Read: true, graph.Self: true}

func (c *checker) reportEndless(cycle []*hop) {
	h, never := cycle[0], "never ends"
	if c.does(c.item.Body()).Fails != 0 {
		never = "never gives a value" // a failure may end it
	}
	message := fmt.Sprintf("this call of `%s` in itself %s", h.callee, never)
	if len(cycle) > 1 {
		message = fmt.Sprintf("this call of `%s` comes back to itself by way of %s, and %s", h.callee, path(cycle[1:]), never)
	}
	c.report(codes.NonterminatingRecursion, h.node, message, notes(cycle))
}

// rest are the constructors of the scrutinee's type that are not among some.
func (c *checker) rest(match graph.Value, before []string) []string {
	t := c.Type(c.Operands(match)[0].Value)
	if t == nil {
		return nil
	}
	adt, ok := types.Head(t).(*types.ADT)
	if !ok {
		return nil
	}
	var names []string
	for _, k := range adt.Decl.Constructors {
		if !slices.Contains(before, k.Name) {
			names = append(names, k.Name)
		}
	}
	return names
}
