package exhaustive

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// maxNamed limits the variables that a hole lists, the nearest ones.
const maxNamed = 12

// hole reports `match? (…) {}`, which fixes write in place of a body: its type, and the variables
// that are in scope there.
func (c *checker) hole(n syntax.NodeID) {
	if c.pass.ErrorIn(c.item.Span(n)) {
		return
	}
	named := c.inScope(n)
	message := "this is still to be written: a value of any type"
	data := map[string]any{"names": named}
	if t := c.typeOf(n); t != nil {
		text := types.String(t)
		message = "this is still to be written: a value of type `" + text + "`"
		data["type"] = text
	}
	var notes []string
	if len(named) > 0 {
		notes = []string{"in scope: " + strings.Join(named, ", ")}
	}
	c.report(codes.TypedHole, syntax.Diagnostic{Span: c.item.Span(n), Message: message, Notes: notes, Data: data})
}

// inScope lists the variables that a place can name with their types, the nearest first.
func (c *checker) inScope(n syntax.NodeID) (list []string) {
	for _, binder := range c.info.Index().Visible(n, maxNamed) {
		name := c.info.Objects[binder].Name
		if t := types.Head(c.info.Types[binder]); t != nil {
			name += " : " + types.String(t)
		}
		list = append(list, name)
	}
	return list
}
