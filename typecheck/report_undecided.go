package typecheck

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/infer"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

func (c *checker) ambiguous(k *infer.Constraint) {
	if c.Item.Kind(k.Node) == syntax.Call {
		o := c.info.Objects[c.Item.Call(k.Node).Callee]
		if o != nil && o.Item != nil && o.Kind == typed.DefObject && len(o.Item.Errors) > 0 {
			return // what was read of the function may not be all of it
		}
	}
	c.Report(syntax.Diagnostic{
		Code: codes.AmbiguousType, Span: c.Item.Span(k.Node),
		Message: fmt.Sprintf("the types that %s is applied to are not determined", operatorPhrase(k.Op)),
		Notes:   []string{"Annotate the variables that its arguments come from, as in `%x : Tensor[(3), float32]`."},
	})
}

// unsupported reports an operator on a type parameter of an inner function,
// which has no signature to keep the constraint in.
func (c *checker) unsupported(k *infer.Constraint) {
	args := make([]string, 0, len(k.Args))
	for _, arg := range k.Args {
		if arg != nil {
			args = append(args, "`"+types.Text(c.ResolveVars(arg))+"`")
		}
	}
	c.Report(syntax.Diagnostic{
		Code: codes.TypeMismatch, Span: c.Item.Span(k.Node),
		Message: fmt.Sprintf("%s cannot be applied to %s here", operatorPhrase(k.Op), strings.Join(args, " and ")),
		Notes:   []string{"A type parameter is any type that a caller may choose, also one that this does not work on."},
	})
}
