package typecheck

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// assertion checks `assert equiv(T, U)` and `assert !equiv(T, U)`.
func (c *checker) assertion(root syntax.NodeID) {
	assert := c.Item.Assert(root)
	left, right := assert.Left, assert.Right
	if left == syntax.NoNode || right == syntax.NoNode {
		return
	}
	c.resolver.Hole = nil
	a, b := c.resolver.Resolve(left), c.resolver.Resolve(right)
	if types.IsBad(a) || types.IsBad(b) {
		return
	}
	difference, equal := types.EquivalentWithin(a, b, &c.Meter)
	if equal != c.Item.Flag(root, syntax.FlagNot) {
		return
	}
	d := syntax.Diagnostic{Code: codes.NotEquivalent, Span: c.Item.Span(root)}
	if equal {
		d.Message = fmt.Sprintf("`%s` and `%s` are equivalent, and this says that they are not", c.Item.SourceText(left), c.Item.SourceText(right))
	} else {
		d.Message = "these types are not equivalent"
		d.Notes = []string{aligned([2]string{"first", "second"}, types.CompareExactly(a, b))}
		d.Notes = append(d.Notes, c.m.sameNames([2]string{"first", "second"}, a, b)...)
		// In polymorphic types the same name may be another variable's.
		f, ok := types.Head(a).(*types.Func)
		if polymorphic := ok && len(f.Params) > 0; !seen[difference.What] || polymorphic {
			d.Notes = append(d.Notes, whereDifferent(difference))
		}
	}
	c.Report(d)
}

// seen are the differences that the types side by side show well enough.
var seen = map[string]bool{types.Kind: true, "name": true, "dtype": true, "bit width": true, "size": true}

// whereDifferent says where two types are not equivalent.
func whereDifferent(d types.Difference) string {
	if d.Path == "the whole type" {
		return fmt.Sprintf("The %s is %s in the first, and %s in the second.", d.What, d.Left, d.Right)
	}
	return fmt.Sprintf("%s: the %s is %s in the first, and %s in the second.", capital(d.Path), d.What, d.Left, d.Right)
}

// capital makes the first letter a capital.
func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
