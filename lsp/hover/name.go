package hover

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/lsp/card"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/typecheck"
)

// describeName describes what a name stands for.
func describeName(c *request.Cursor, shown *card.Card, o *typecheck.Object, n syntax.NodeID) {
	switch o.Kind {
	case typecheck.OperatorObject:
		describeOperator(c, shown, o.Op, n)
	case typecheck.ConstructorObject:
		describeConstructor(c, shown, o, n)
	case typecheck.TypeObject:
		shown.Code(card.Declaration(o))
		describeStructure(c, shown, o, n)
		shown.Prose(o.Item.Doc())
	case typecheck.ParamObject:
		shown.Prose(describeParam(o))
	default:
		describeValue(c, shown, o, n)
	}
}

// describeCandidates shows what several imported files define by one name.
func describeCandidates(c *request.Cursor, shown *card.Card, n syntax.NodeID) {
	shown.Prose(fmt.Sprintf("`%s` is ambiguous here: several imported files define it.", c.Item.SourceText(n)))
	for _, o := range c.Candidates() {
		if at, ok := c.View.Finder().Declaration(c.Source, o); ok {
			shown.Prose(fmt.Sprintf("In %q:", excerpt.Name(at.Source.Name)))
		}
		describeName(c, shown, o, n)
	}
}

// describeValue shows a definition's or a variable's type, and where it is used
// at a narrower one, that too.
func describeValue(c *request.Cursor, shown *card.Card, o *typecheck.Object, n syntax.NodeID) {
	here := c.TypeOfUse(n)
	declared := o.Type
	if declared == nil {
		declared = here
	}
	if declared == nil {
		return
	}
	shown.Code(o.Name + " : " + types.String(declared))
	describeUse(shown, declared, here)
	if o.Kind == typecheck.DefObject || o.Kind == typecheck.DeclaredObject {
		shown.Prose(o.Item.Doc())
	}
}

// describeUse shows the type that a polymorphic name has where it is.
func describeUse(shown *card.Card, declared, here types.Type) {
	scheme, ok := types.Head(declared).(*types.Func)
	_, called := types.Head(here).(*types.Func)
	if !ok || !called || len(scheme.Params) == 0 && len(scheme.Where) == 0 {
		return
	}
	if text := types.String(here); text != types.String(declared) {
		shown.Prose("here: `" + text + "`")
	}
}

func describeConstructor(c *request.Cursor, shown *card.Card, o *typecheck.Object, n syntax.NodeID) {
	shown.Code(o.Name + " : " + types.String(o.Cons.Sig))
	describeUse(shown, o.Cons.Sig, c.TypeOfUse(n))
	shown.Prose("a constructor of")
	shown.Code(card.Declaration(o))
	shown.Prose(o.Item.Doc())
}
