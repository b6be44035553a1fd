package hover

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/lsp/card"
	"github.com/fraccheck/fraccheck/lsp/request"
)

// describeOperator shows an operator's call, its type here, what it computes,
// its typing rule and its attributes.
//
// An operator may be known only from the call's type comment, in a program of another version of TVM; then
// it is shown as the call has it.
func describeOperator(c *request.Cursor, shown *card.Card, name string, n syntax.NodeID) {
	o := c.View.Snapshot.Operators(c.Source.Path)[name]
	if call := c.Info.OperatorCall(c.Parent(1)); o == nil && call != nil && call.Op.Name == name {
		o = call.Op // one that only the call's type comment describes
	}
	if o == nil {
		return
	}
	shown.Code(card.CallForm(o))
	if t := resultType(c, n); t != nil && !types.IsBad(t) {
		shown.Prose("here: `" + types.String(t) + "`")
	}
	shown.Operator(o)
}

// resultType is the type of the call of an operator, or of its value.
func resultType(c *request.Cursor, n syntax.NodeID) types.Type {
	if call := c.Parent(1); c.Item.Kind(call) == syntax.Call && c.Item.Call(call).Callee == n {
		return c.Info.Type(call)
	}
	return c.Info.Type(n)
}

// describeArgument describes the name of an argument: an attribute or a
// parameter of the operator that is called.
//
// The same word is an attribute of one operator and a parameter of another; the callee decides.
func describeArgument(c *request.Cursor, shown *card.Card, n syntax.NodeID) {
	call := c.Parent(2)
	if c.Item.Kind(call) != syntax.Call {
		return
	}
	callee := c.Info.Object(c.Item.Call(call).Callee)
	if callee == nil || c.View.Snapshot.Operators(c.Source.Path)[callee.Op] == nil {
		return
	}
	o, name := c.View.Snapshot.Operators(c.Source.Path)[callee.Op], c.Item.SourceText(n)
	understood := c.Info.OperatorCall(call)
	if understood != nil {
		o = understood.Op
	}
	if i := o.Attr(name); i >= 0 {
		shown.Code(name + "=" + o.Attrs[i].Default.String())
		shown.Prose(card.AttributeLine(o.Attrs[i]))
		if understood != nil {
			describeGiven(shown, understood.Attrs, i)
		}
	} else if i := o.Param(name); i >= 0 {
		shown.Prose(fmt.Sprintf("argument %d of `%s`", i+1, o.Name))
	}
}
