package typecheck

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/syntax/habits/library"
	"github.com/fraccheck/fraccheck/internal/types"
)

// elementwiseAdvice proposes the operator of two operands for a reduction that is called
// with two, as in `max(%x, 0f)`. It says nothing where that operator refuses them.
func (c *checker) elementwiseAdvice(n syntax.NodeID, o *op.Op, nodes []syntax.NodeID, d *syntax.Diagnostic) {
	meant := c.m.config.Ops[library.Elementwise(o.Name)]
	if meant == nil || meant.Relation == nil || len(nodes) != 2 || len(d.Notes) > 0 {
		return
	}
	args := make([]types.Type, len(nodes))
	for i, node := range nodes {
		args[i] = c.resolveVars(c.expr(node, nil, reason{}))
	}
	trial := c.newTrial(meant, args)
	if !trial.known || !trial.holds(noAttrs(meant)) {
		return
	}
	d.Notes = append(d.Notes, fmt.Sprintf("`%s` reduces one tensor; `%s` combines two, element by element.", o.Name, meant.Name))
	fix := writeFix(c.calleeSpan(n), meant.Name)
	fix.Confidence = codes.Likely
	d.Fixes = []syntax.Fix{fix}
}
