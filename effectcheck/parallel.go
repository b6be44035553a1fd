package effectcheck

import (
	"fmt"

	"github.com/fraccheck/fraccheck/codes"
	"github.com/fraccheck/fraccheck/effect"
	"github.com/fraccheck/fraccheck/op/parallel"
	"github.com/fraccheck/fraccheck/syntax"
)

// concurrent are the functions on FractalTensors whose calls of the user's
// function do not wait for each other.
var concurrent = map[string]bool{
	parallel.Map: true, parallel.Forall: true, parallel.Filter: true, parallel.Filterall: true,
	parallel.DilatedMap: true, parallel.Reduce: true,
}

// parallel looks at the function that an operator is given.
func (c *checker) parallel(n syntax.NodeID) {
	call := c.pass.Info.OperatorCall(n)
	if call == nil || !concurrent[call.Op.Canonical()] || len(call.Args) == 0 || call.Args[0] == syntax.NoNode {
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
