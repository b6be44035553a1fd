package typecheck

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// plain reports whether OperatorCall can derive a call without a record.
func (c *checker) plain(o *op.Op, args []syntax.NodeID, ops *operands) bool {
	if !c.m.lenient && hasPythonDefault(o) || ops.meta != syntax.NoNode || len(ops.named) > 0 || len(ops.nodes) != len(args) || c.m.config.Ops[o.Name] != o {
		return false
	}
	for _, arg := range args {
		if c.Item.Kind(arg) == syntax.NamedArg {
			return false
		}
	}
	return true
}

// hasPythonDefault reports whether some attribute is bound otherwise than by op.Bind where it
// is left out.
func hasPythonDefault(o *op.Op) bool {
	return slices.ContainsFunc(o.Attrs, func(a op.Attr) bool { return a.Python != nil })
}
