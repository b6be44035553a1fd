package effectcheck

import (
	"fmt"

	"github.com/fraccheck/fraccheck/codes"
	"github.com/fraccheck/fraccheck/effect"
	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/op/parallel"
	"github.com/fraccheck/fraccheck/syntax"
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
	call := operatorCall(c.pass.Info, c.pass.Module.Ops(), n, isConcurrent)
	if call == nil || len(call.Args) == 0 || call.Args[0] == syntax.NoNode || !c.mayChange() {
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

// mayChange tells whether something in the item may write a reference or give a variable
// another value: without a name of what does nothing can, and nobody needs to know what its
// expressions do.
func (c *checker) mayChange() bool {
	if !c.changesKnown {
		c.changesKnown, c.changing = true, c.namesChange()
	}
	return c.changing
}

func (c *checker) namesChange() bool {
	for n, o := range c.pass.Info.Objects {
		n := syntax.NodeID(n)
		switch kind := c.item.Kind(n); {
		case o != nil && o.Kind == typecheck.DefObject && o.Item != c.item && ordered(c.pass.Fact(effect.Analyzer, o).(effect.Summary)) != "":
			return true
		case o == nil && (kind == syntax.Name || kind == syntax.Global || kind == syntax.Local) && c.item.SourceText(n) == "ref_write":
			return true
		case kind == syntax.Call && operatorCall(c.pass.Info, c.pass.Module.Ops(), n, rebinds) != nil:
			return true
		}
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
