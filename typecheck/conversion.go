package typecheck

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/infer"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// `?` is compatible with every extent, and so a value may flow to where another type is
// asked for. The checker notes each place at which one does; when the unit is checked and
// all types are known, those remain where a run has something to check. This is the
// insertion of casts of gradual typing (Siek and Taha 2006), by the final types: a
// variable that met both an extent and `?` is `?`, and needs no check.

// A flow is a value that is used at a type. From is nil where it is that of the node.
type flow struct {
	node     syntax.NodeID
	from, to types.Type
}

// flows notes that the value of a node is used as one of a type.
func (c *checker) flows(n syntax.NodeID, from, to types.Type) {
	if to == nil || from == to || n == syntax.NoNode {
		return
	}
	switch t := to.(type) {
	case *types.Bad:
		return
	case *types.Tensor:
		if len(t.Shape) == 0 {
			return
		}
	}
	c.flowing = append(c.flowing, flow{n, from, to})
}

// convert keeps those flows of the current unit that a run has to check, and refuses
// those that it could not.
func (c *checker) convert(vars *infer.VarResolver) {
	if !c.Mixed {
		return
	}
	c.elementShapes(vars)
	var converter types.Converter
	for _, f := range c.flowing {
		from, to := f.from, vars.ResolveVars(f.to)
		if from == nil {
			from = c.info.Types[f.node]
		}
		if from == nil {
			continue
		}
		from = vars.ResolveVars(from)
		switch verdict := converter.Convert(from, to); {
		case verdict == 0:
		case verdict&types.Refuse != 0:
			c.refuseConversion(f.node, from, to)
		default:
			c.info.RecordConversion(f.node, typed.Conversion{From: from, To: to})
		}
	}
}

func (c *checker) refuseConversion(n syntax.NodeID, from, to types.Type) {
	if c.Failed() {
		return
	}
	c.Report(syntax.Diagnostic{
		Code: codes.TypeMismatch, Span: c.Item.Span(n),
		Message: fmt.Sprintf("`%s` cannot be used as `%s`: `?` is no extent inside of a reference or a polymorphic function", types.Text(from), types.Text(to)),
		Notes: []string{"What is written to a reference by one of these types would be read by the other, and nothing could check it.",
			"Write the same extents in both types; what goes into a reference can be annotated (`let %x: Tensor[(3), float32] = …`)."},
	})
}
