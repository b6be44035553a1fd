package lsp

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/typecheck"
)

// describeStructure draws the structure tree of a declared type: with the
// arguments that it has here, or with its own parameters.
func (c *cursor) describeStructure(shown *card, o *typecheck.Object, n syntax.NodeID) {
	if c.Item.Kind(n) == syntax.TypeName {
		if t := c.written(c.typeAround(n)); t != nil {
			shown.drawing(types.Tree(t).String())
			return
		}
	}
	switch body, ok := o.Type.(*types.Func); {
	case o.Decl != nil:
		shown.drawing(types.Tree(o.Decl.Applied()).String())
	case ok && !types.IsBad(body.Out):
		shown.drawing(types.Tree(body.Out).String())
	}
}

// describeParam tells what a type parameter stands for, and whose it is.
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
func (c *cursor) describeType(shown *card, n syntax.NodeID) syntax.NodeID {
	whole := c.typeAround(n)
	if t := c.written(whole); t != nil {
		shown.code(types.String(t))
		shown.drawing(types.Tree(t).String())
		return whole
	}
	return n
}

// typeAround is the type that the name at the cursor is the head of.
func (c *cursor) typeAround(n syntax.NodeID) syntax.NodeID {
	if call := c.Parent(1); c.Item.Kind(call) == syntax.TypeCall && c.Item.TypeCall(call).Name == n {
		return call
	}
	return n
}

// written reads the type that stands at a node, with the parameters of the item
// in scope; nil where it is in error.
func (c *cursor) written(n syntax.NodeID) types.Type {
	module, err := c.view.snapshot.Module(c.Source.Path)
	if err != nil {
		return nil
	}
	text := "fn" + c.scopeText() + "(" + c.Item.SourceText(n) + ") -> ()"
	t, problems := typecheck.ParseTypeAt(text, module, c.Index)
	f, ok := t.(*types.Func)
	if len(problems) > 0 || !ok || len(f.In) != 1 {
		return nil
	}
	return f.In[0]
}

// scopeText declares the type parameters of an item: `<a, n>`.
func (c *cursor) scopeText() string {
	var names []string
	seen := map[string]bool{}
	for n := syntax.NodeID(1); int(n) < c.Item.Len(); n++ {
		if c.Item.Kind(n) != syntax.TypeParam {
			continue
		}
		if name := typecheck.ParamName(c.Item, n); !seen[name] {
			seen[name], names = true, append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return "<" + strings.Join(names, ", ") + ">"
}

// describeGiven shows the value that an attribute has in a call.
func describeGiven(shown *card, attrs op.Attrs, i int) {
	a := attrs.Op.Attrs[i]
	if value := attrs.Values[i]; attrs.Given[i] && value.Kind != op.ExprValue && value.Kind != op.MetaValue {
		shown.prose("here: `" + a.Name + "=" + value.String() + "`")
	}
}

// builtinDocs tell of the functions that are declared nowhere.
var builtinDocs = map[string]string{
	"Constant":  "Writes a dense tensor: `Constant(1, (10, 10), float32)` holds a number everywhere, `Constant([[1, 2], [3, 4]], float32)` these elements. Of elements, shape and dtype may be left out.",
	"ref":       "Makes a reference: a cell that holds a value, which can be replaced.",
	"ref_read":  "Gives the value that a reference holds now.",
	"ref_write": "Replaces the value that a reference holds.",
}

// describeMatch tells what a match takes apart.
func (c *cursor) describeMatch(shown *card, n syntax.NodeID) {
	if c.Item.Kind(n) != syntax.Match {
		return
	}
	if t := c.Info.Type(c.Item.Match(n).Scrutinee); t != nil && !types.IsBad(t) {
		shown.prose("matches: `" + types.String(t) + "`")
	}
	if c.Item.Flag(n, syntax.FlagPartial) {
		shown.prose("`match?` need not have a clause for every value; one that no clause matches fails.")
	}
}

// longestImport is how many definitions of an imported file are shown.
const longestImport = 20

// describeImport tells which file is meant, and what it defines.
func (c *cursor) describeImport(shown *card) {
	imports, _ := c.view.snapshot.Imports(c.Source.Path) // the file was read for the cursor
	i := slices.IndexFunc(imports, func(i workspace.Import) bool { return i.Item == c.Index })
	if i < 0 {
		return
	}
	path := imports[i].Path
	name := filepath.ToSlash(path)
	if relative, err := filepath.Rel(c.view.root, path); err == nil && filepath.IsLocal(relative) {
		name = filepath.ToSlash(relative)
	}
	definitions, err := c.view.snapshot.Definitions(path)
	if err != nil {
		shown.prose("`" + name + "` cannot be read")
		return
	}
	shown.prose("`" + name + "`")
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
		shown.code(strings.Join(lines, "\n"))
	}
}
