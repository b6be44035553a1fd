package effectcheck

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/effect/order"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// concurrent are the functions on FractalTensors whose calls of the user's
// function do not wait for each other.
var concurrent = map[string]bool{
	parallel.Map: true, parallel.Forall: true, parallel.Filter: true, parallel.Filterall: true,
	parallel.DilatedMap: true, parallel.Reduce: true,
}

func isConcurrent(o *op.Op) bool { return concurrent[o.Canonical()] }

// parallel looks at the function that an operator is given.
func (c *checker) parallel(n syntax.NodeID) {
	call := c.pass.Info.OperatorCallWith(n, isConcurrent)
	if call == nil || len(call.Args) == 0 || call.Args[0] == syntax.NoNode || !c.mayChange(call.Args[0]) {
		return
	}
	s := c.info().OfCall(call.Args[0])
	if s.Does&effect.Opaque != 0 {
		return
	}
	if what := ordered(s); what != "" {
		c.report(codes.EffectInParallel, call.Args[0],
			fmt.Sprintf("the function of this `%s` %s, so that its calls run one after the other", call.Op.Name, what), nil)
	}
}

// mayChange reports whether a function may write a reference or give a variable another value:
// without a name of what does it cannot, and nobody needs to know what expressions do. Where
// the function leads to others of the item, all of it is looked at.
func (c *checker) mayChange(f syntax.NodeID) bool {
	if changes, known := c.changesInside(f); known {
		return changes
	}
	if !c.changesKnown {
		c.changesKnown, c.changing = true, c.changesAnywhere()
	}
	return c.changing
}

// looksPerNode bounds how often the nodes of an item are looked at in functions that stand
// in each other.
const looksPerNode = 4

// changesInside reports whether something in an expression changes something; it is not known
// where what is evaluated with it is elsewhere in the item, too.
func (c *checker) changesInside(f syntax.NodeID) (changes, known bool) {
	var buf [32]syntax.NodeID
	span := c.item.Span(f)
	for open := append(buf[:0], f); len(open) > 0; {
		n := open[len(open)-1]
		open = open[:len(open)-1]
		if c.looks++; c.looks > looksPerNode*c.item.Len() || c.leadsOut(n, span) {
			return false, false
		}
		if c.namesChange(n) {
			return true, true
		}
		open = append(open, c.item.Kids(n)...)
	}
	return false, true
}

// leadsOut reports whether n is a name in a part of the item whose value may come to be in the item's
// other parts when it is called or asked for: of the item's definition, of a function, of a
// graph binding.
func (c *checker) leadsOut(n syntax.NodeID, part syntax.Span) bool {
	o := c.pass.Info.Objects[n]
	if o == nil || o.Item != c.item {
		return false
	}
	if o.Kind != typecheck.LocalObject {
		return o.Kind == typecheck.DefObject
	}
	if at := c.item.Span(o.Node); part.Start <= at.Start && at.End <= part.End {
		return false
	}
	return c.item.Kind(o.Node) == syntax.Local || !isData(o.Type)
}

// isData reports whether t is the type of values that nobody can call.
func isData(t types.Type) bool {
	if t == nil {
		return false
	}
	switch types.Head(t).(type) {
	case *types.Tensor, *types.Fractal, *types.Tuple, *types.ADT, *types.Ref:
		return true
	}
	return false
}

func (c *checker) changesAnywhere() bool {
	for n := range c.pass.Info.Objects {
		if c.namesChange(syntax.NodeID(n)) {
			return true
		}
	}
	return false
}

// namesChange reports whether n is a node that says by itself that something is changed there.
func (c *checker) namesChange(n syntax.NodeID) bool {
	o := c.pass.Info.Objects[n]
	switch kind := c.item.Kind(n); {
	case o != nil && o.Kind == typecheck.DefObject && o.Item != c.item:
		return ordered(c.pass.Fact(effect.Analyzer, o).(effect.Summary)) != ""
	case o == nil && (kind == syntax.Name || kind == syntax.Global || kind == syntax.Local):
		return c.item.SourceText(n) == "ref_write"
	case kind == syntax.Call:
		return c.pass.Info.OperatorCallWith(n, order.Rebinds) != nil
	}
	return false
}

// ordered says which effect of a function keeps its calls in order. Making and
// reading references does not.
func ordered(s effect.Summary) string {
	switch {
	case s.Does&effect.Writes != 0:
		return "writes a reference"
	case s.Does&effect.Rebinds != 0:
		return "gives a variable another value"
	}
	return ""
}
