package hover

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/definition"
	"github.com/fraccheck/fraccheck/lsp/card"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/typecheck"
)

// describeStructure draws the structure tree of a declared type: with the
// arguments that it has here, or with its own parameters.
//
// At a use the arguments are those of the use, at the declaration the parameters themselves.
func describeStructure(c *request.Cursor, shown *card.Card, o *typecheck.Object, n syntax.NodeID) {
	if c.Item.Kind(n) == syntax.TypeName {
		if t := c.WrittenType(c.TypeAround(n)); t != nil {
			shown.Drawing(types.Tree(t).String())
			return
		}
	}
	switch body, ok := o.Type.(*types.Func); {
	case o.Decl != nil:
		shown.Drawing(types.Tree(o.Decl.Applied()).String())
	case ok && !types.IsBad(body.Out):
		shown.Drawing(types.Tree(body.Out).String())
	}
}

// describeParam describes what a type parameter stands for, and whose it is.
func describeParam(o *typecheck.Object) string {
	text := "type parameter `" + o.Name + "`"
	if o.Type == nil {
		text = "shape variable `" + o.Name + "`"
	}
	item := o.Item
	if slices.Contains(item.Kids(item.TypeParams()), o.Node) {
		text += " of `" + item.SourceText(item.Declared()) + "`"
	}
	return text
}

// describeType draws the structure tree of a type of the language, as it is
// written out around its name. It gives the node that is described.
//
// The type is that of the text and not of the checker, so that it can be shown in a definition
// that has errors elsewhere.
func describeType(c *request.Cursor, shown *card.Card, n syntax.NodeID) syntax.NodeID {
	whole := c.TypeAround(n)
	if t := c.WrittenType(whole); t != nil {
		shown.Code(types.String(t))
		shown.Drawing(types.Tree(t).String())
		return whole
	}
	return n
}

// describeGiven shows the value that an attribute has in a call.
func describeGiven(shown *card.Card, attrs op.Attrs, i int) {
	a := attrs.Op.Attrs[i]
	if value := attrs.Values[i]; attrs.Given[i] && value.Kind != op.ExprValue && value.Kind != op.MetaValue {
		shown.Prose("here: `" + a.Name + "=" + value.String() + "`")
	}
}

// builtinDocs describe the functions that are declared nowhere.
var builtinDocs = map[string]string{
	"Constant":  "Writes a dense tensor: `Constant(1, (10, 10), float32)` holds a number everywhere, `Constant([[1, 2], [3, 4]], float32)` these elements. Of elements, shape and dtype may be left out.",
	"ref":       "Makes a reference: a cell that holds a value, which can be replaced.",
	"ref_read":  "Gives the value that a reference holds now.",
	"ref_write": "Replaces the value that a reference holds.",
}

// describeMatch shows what a match takes apart.
func describeMatch(c *request.Cursor, shown *card.Card, n syntax.NodeID) {
	if c.Item.Kind(n) != syntax.Match {
		return
	}
	if t := c.Info.Type(c.Item.Match(n).Scrutinee); t != nil && !types.IsBad(t) {
		shown.Prose("matches: `" + types.String(t) + "`")
	}
	if c.Item.Flag(n, syntax.FlagPartial) {
		shown.Prose("`match?` need not have a clause for every value; one that no clause matches fails.")
	}
}

// longestImport is how many definitions of an imported file are shown.
const longestImport = 20

// describeImport shows which file is meant, and what it defines.
func describeImport(c *request.Cursor, shown *card.Card) {
	imports, _ := c.View.Snapshot.Imports(c.Source.Path) // the file was read for the cursor
	i := slices.IndexFunc(imports, func(i workspace.Import) bool { return i.Item == c.Index })
	if i < 0 {
		return
	}
	path := imports[i].Path
	name := filepath.ToSlash(path)
	if relative, err := filepath.Rel(c.View.Root, path); err == nil && filepath.IsLocal(relative) {
		name = filepath.ToSlash(relative)
	}
	definitions, err := definition.All(c.View.Snapshot, path)
	if err != nil {
		shown.Prose("`" + name + "` cannot be read")
		return
	}
	shown.Prose("`" + name + "`")
	var lines []string
	for _, d := range definitions[:min(len(definitions), longestImport)] {
		if d.Type != nil {
			lines = append(lines, d.Name+" : "+types.String(d.Type))
		}
	}
	if more := len(definitions) - longestImport; more > 0 {
		lines = append(lines, fmt.Sprintf("# and %d more", more))
	}
	if len(lines) > 0 {
		shown.Code(strings.Join(lines, "\n"))
	}
}
