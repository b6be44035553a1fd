package lsp

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// describe tells what a name stands for.
func (c *cursor) describe(shown *card, o *typecheck.Object, n syntax.NodeID) {
	switch o.Kind {
	case typecheck.OperatorObject:
		c.describeOperator(shown, o.Op, n)
	case typecheck.ConstructorObject:
		c.describeConstructor(shown, o, n)
	case typecheck.TypeObject:
		shown.code(declaration(o))
		c.describeStructure(shown, o, n)
		shown.prose(o.Item.Doc())
	case typecheck.ParamObject:
		shown.prose(describeParam(o))
	default:
		c.describeValue(shown, o, n)
	}
}

// describeValue shows a definition's or a variable's type, and where it is used
// at a narrower one, that too.
func (c *cursor) describeValue(shown *card, o *typecheck.Object, n syntax.NodeID) {
	here := c.usedAs(n)
	declared := o.Type
	if declared == nil {
		declared = here
	}
	if declared == nil {
		return
	}
	shown.code(o.Name + " : " + types.String(declared))
	c.describeUse(shown, declared, here)
	if o.Kind == typecheck.DefObject || o.Kind == typecheck.DeclaredObject {
		shown.prose(o.Item.Doc())
	}
}

// describeUse shows the type that a polymorphic name has where it stands.
func (c *cursor) describeUse(shown *card, declared, here types.Type) {
	scheme, ok := types.Head(declared).(*types.Func)
	_, called := types.Head(here).(*types.Func)
	if !ok || !called || len(scheme.Params) == 0 && len(scheme.Where) == 0 {
		return
	}
	if text := types.String(here); text != types.String(declared) {
		shown.prose("here: `" + text + "`")
	}
}

// usedAs is the type of a name where it stands: of one that is called, what it
// takes and gives there.
func (c *cursor) usedAs(n syntax.NodeID) types.Type {
	call := c.Parent(1)
	if c.Item.Kind(call) != syntax.Call || c.Item.Call(call).Callee != n {
		return c.Info.Type(n)
	}
	f := &types.Func{Out: c.Info.Type(call)}
	for _, arg := range c.Item.Call(call).Args {
		f.In = append(f.In, c.Info.Type(arg))
	}
	if f.Out == nil || slices.Contains(f.In, nil) {
		return nil // an argument has a name, or is not there
	}
	return f
}

func (c *cursor) describeConstructor(shown *card, o *typecheck.Object, n syntax.NodeID) {
	shown.code(o.Name + " : " + types.String(o.Cons.Sig))
	c.describeUse(shown, o.Cons.Sig, c.usedAs(n))
	shown.prose("a constructor of")
	shown.code(declaration(o))
	shown.prose(o.Item.Doc())
}

// longestDeclaration is how many lines of a type are shown.
const longestDeclaration = 30

// declaration is the text of the item that declares an object.
func declaration(o *typecheck.Object) string {
	lines := strings.Split(o.Item.SourceText(o.Item.Root), "\n")
	if len(lines) > longestDeclaration {
		lines = append(lines[:longestDeclaration], "…")
	}
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t\r")
	}
	return strings.Join(lines, "\n")
}
