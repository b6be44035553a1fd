package exhaustive

import (
	"strings"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Holes tells of places that are still to be written.
var Holes = &analysis.Analyzer{
	Name:  "holes",
	Doc:   "finds empty `match?`, and says what belongs in their place",
	Codes: []codes.Code{codes.TypedHole},
	Kinds: []syntax.Kind{syntax.Match},
	Run:   findHoles,
}

func findHoles(pass *analysis.Pass) any {
	c := checker{pass: pass, item: pass.Item, info: pass.Info}
	for n := syntax.NodeID(1); int(n) < c.item.Len(); n++ {
		if c.item.Kind(n) == syntax.Match && c.item.Flag(n, syntax.FlagPartial) && len(c.item.Kids(n)) == 1 && !c.damaged(n) {
			c.hole(n)
		}
	}
	return nil
}

// maxNamed bounds the variables that a hole lists, the nearest ones.
const maxNamed = 12

// hole tells of `match? (…) {}`, which fixes leave where a body is still to be
// written: its type, and what can be used to write it.
func (c *checker) hole(n syntax.NodeID) {
	if c.pass.ErrorIn(c.item.Span(n)) {
		return
	}
	named := c.inSight(n)
	message := "this is still to be written: a value of any type"
	data := map[string]any{"names": named}
	if t := c.typeOf(n); t != nil {
		text := types.String(t)
		message = "this is still to be written: a value of type `" + text + "`"
		data["type"] = text
	}
	var notes []string
	if len(named) > 0 {
		notes = []string{"in sight: " + strings.Join(named, ", ")}
	}
	c.pass.Report(syntax.Diagnostic{
		Code: codes.TypedHole, Severity: codes.TypedHole.DefaultSeverity(), Span: c.item.Span(n),
		Message: message, Notes: notes, Data: data,
	})
}

// inSight lists the variables that a place can name with their types, the nearest first.
func (c *checker) inSight(n syntax.NodeID) (list []string) {
	for _, binder := range c.info.Index().InSight(n, maxNamed) {
		name := c.info.Objects[binder].Name
		if t := types.Head(c.info.Types[binder]); t != nil {
			name += " : " + types.String(t)
		}
		list = append(list, name)
	}
	return list
}
