package effectcheck

import (
	"fmt"

	"github.com/fraccheck/fraccheck/codes"
	"github.com/fraccheck/fraccheck/graph"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A selfCall is a call of a function inside of it, such that it happens in the
// same activation.
type selfCall struct {
	call     graph.Value
	function graph.Block
	deciders []graph.Value // the conditions and scrutinees that it stands behind
}

// recursion looks at calls of functions in themselves. Such a call never ends if
// whether it is reached depends on nothing that it changes: then the call that
// it makes comes to the same place.
func (c *checker) recursion() {
	for v := range graph.Value(c.Len()) {
		if c.Kind(v) != graph.Call || len(c.Operands(v)) == 0 || c.deferred(c.Node(v)) {
			continue
		}
		if function, ok := c.calledFunction(c.Operands(v)[0].Value); ok {
			if call, ok := c.within(selfCall{call: v, function: function}); ok && c.endless(call) {
				c.reportEndless(call)
			}
		}
	}
}

// deferred tells of what stands in a graph binding, which is evaluated where it
// is needed.
func (c *checker) deferred(n syntax.NodeID) bool {
	index := c.pass.Info.Index()
	scope := index.Scope(n)
	return c.item.Kind(scope) == syntax.Graph
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

// within goes from the call to its function; false where another function stands
// between, which may be called later or never.
func (c *checker) within(s selfCall) (selfCall, bool) {
	blocks := c.Blocks()
	for b := c.Block(s.call); b != s.function; b = blocks[b].Around {
		info := blocks[b]
		if b == graph.Body || info.Kind == graph.Lambda || info.Opener == graph.None {
			return s, false
		}
		for _, o := range c.Operands(info.Opener) {
			if o.Block == c.Block(info.Opener) && o.Value != graph.None {
				s.deciders = append(s.deciders, o.Value)
			}
		}
	}
	return s, true
}

// endless tells whether all that decides stays as it is.
func (c *checker) endless(s selfCall) bool {
	args := c.Operands(s.call)[1:]
	met := map[graph.Value]bool{}
	todo := s.deciders
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if met[v] {
			continue
		}
		met[v] = true
		if !c.stays(v, s.function, args) {
			return false
		}
		for _, o := range c.Operands(v) {
			if o.Value != graph.None {
				todo = append(todo, o.Value)
			}
		}
	}
	return true
}

// stays tells whether a value is the same in the call that a call makes, if its
// operands are.
func (c *checker) stays(v graph.Value, function graph.Block, args []graph.Operand) bool {
	switch c.Kind(v) {
	case graph.Parameter:
		i := c.Index(v)
		return c.Block(v) != function || i < len(args) && args[i].Value == v
	case graph.Free, graph.Read, graph.Self:
		return false
	case graph.Call:
		return c.does(c.Node(v)).Pure()
	case graph.Operation:
		return c.item.Kind(c.Node(v)) != syntax.Call || c.does(c.Node(v)).Pure()
	}
	return true
}

func (c *checker) reportEndless(s selfCall) {
	callee := c.item.SourceText(c.Operands(s.call)[0].Node)
	note := "It is reached in every call of the function."
	if len(s.deciders) > 0 {
		note = "Whether it is reached depends on nothing that differs from one call to the next."
	}
	c.report(codes.NonterminatingRecursion, c.Node(s.call), fmt.Sprintf("this call of `%s` in itself never ends", callee), []string{note})
}
