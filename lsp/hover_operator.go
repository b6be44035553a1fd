package lsp

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/lsp/complete"
	"github.com/fraccheck/fraccheck/op"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
)

// describeSymbol tells of `+` and its like.
func (c *cursor) describeSymbol(shown *card, n syntax.NodeID) {
	if o := c.info.Objects[n]; o != nil {
		c.describeOperator(shown, o.Op, n)
	}
}

// describeOperator tells an operator's call, its type here, what it computes,
// its typing rule and its attributes.
func (c *cursor) describeOperator(shown *card, name string, n syntax.NodeID) {
	o := c.view.ops[name]
	if o == nil {
		return
	}
	shown.code(callForm(o))
	if t := c.resultType(n); t != nil && !types.IsBad(t) {
		shown.prose("here: `" + types.String(t) + "`")
	}
	for form := o; form != nil; form = form.Fractal {
		if form != o {
			shown.prose("On a FractalTensor:")
			shown.code(callForm(form))
		}
		shown.prose(form.Doc)
		if form.Rule != "" {
			shown.prose("Typing: " + form.Rule)
		}
		shown.prose(attributeList(form))
	}
	shown.prose("Fusion kind: `" + o.Kind.String() + "`")
}

// resultType is the type of the call of an operator, or of its value.
func (c *cursor) resultType(n syntax.NodeID) types.Type {
	if call := c.parent(1); c.item.Kind(call) == syntax.Call && c.item.Kid(call, 0) == n {
		return typeOf(c.info, call)
	}
	return typeOf(c.info, n)
}

// callForm is how an operator is called, with its attributes' defaults.
func callForm(o *op.Op) string {
	var args []string
	for _, p := range o.Params {
		args = append(args, complete.ParameterForm(p))
	}
	for _, a := range o.Attrs {
		switch {
		case o.Param(a.Name) >= 0: // given by position as well
		case a.Required:
			args = append(args, a.Name+"=…")
		default:
			args = append(args, a.Name+"="+a.Default.String())
		}
	}
	return o.Name + "(" + strings.Join(args, ", ") + ")"
}

func attributeList(o *op.Op) string {
	lines := make([]string, len(o.Attrs))
	for i, a := range o.Attrs {
		lines[i] = "- " + attributeLine(a)
	}
	return strings.Join(lines, "\n")
}

func attributeLine(a op.Attr) string {
	return fmt.Sprintf("`%s`: %s", a.Name, complete.AttributeDoc(a))
}

// describeArgument tells of the name of an argument: an attribute or a
// parameter of the operator that is called.
func (c *cursor) describeArgument(shown *card, n syntax.NodeID) {
	call := c.parent(2)
	if c.item.Kind(call) != syntax.Call {
		return
	}
	callee := objectOf(c.info, c.item.Kid(call, 0))
	if callee == nil || c.view.ops[callee.Op] == nil {
		return
	}
	o, name := c.view.ops[callee.Op], c.item.SourceText(n)
	understood := c.info.OperatorCall(call)
	if understood != nil {
		o = understood.Op
	}
	if i := o.Attr(name); i >= 0 {
		shown.code(name + "=" + o.Attrs[i].Default.String())
		shown.prose(attributeLine(o.Attrs[i]))
		if understood != nil {
			describeGiven(shown, understood.Attrs, i)
		}
	} else if i := o.Param(name); i >= 0 {
		shown.prose(fmt.Sprintf("argument %d of `%s`", i+1, o.Name))
	}
}
