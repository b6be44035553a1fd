package lsp

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/lsp/complete"
)

// describeSymbol describes the operator that a sign such as `+` stands for.
func (c *cursor) describeSymbol(shown *card, n syntax.NodeID) {
	if o := c.Info.Objects[n]; o != nil {
		c.describeOperator(shown, o.Op, n)
	}
}

// describeOperator tells an operator's call, its type here, what it computes,
// its typing rule and its attributes.
func (c *cursor) describeOperator(shown *card, name string, n syntax.NodeID) {
	o := c.view.snapshot.Operators(c.Source.Path)[name]
	if call := c.Info.OperatorCall(c.Parent(1)); o == nil && call != nil && call.Op.Name == name {
		o = call.Op // one that only the call's type comment describes
	}
	if o == nil {
		return
	}
	shown.code(callForm(o))
	if t := c.resultType(n); t != nil && !types.IsBad(t) {
		shown.prose("here: `" + types.String(t) + "`")
	}
	shown.formsOf(o)
}

// formsOf tells what an operator computes, on tensors and on FractalTensors.
func (c *card) formsOf(o *op.Op) {
	for form := o; form != nil; form = form.Fractal {
		if form != o {
			c.prose("On a FractalTensor:")
			c.code(callForm(form))
		}
		c.prose(form.Doc)
		if form.Rule != "" {
			c.prose("Typing: " + form.Rule)
		}
		c.prose(attributeList(form))
	}
	c.prose("Fusion kind: `" + o.Kind.String() + "`")
}

// resultType is the type of the call of an operator, or of its value.
func (c *cursor) resultType(n syntax.NodeID) types.Type {
	if call := c.Parent(1); c.Item.Kind(call) == syntax.Call && c.Item.Call(call).Callee == n {
		return c.Info.Type(call)
	}
	return c.Info.Type(n)
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

// describeArgument describes the name of an argument: an attribute or a
// parameter of the operator that is called.
func (c *cursor) describeArgument(shown *card, n syntax.NodeID) {
	call := c.Parent(2)
	if c.Item.Kind(call) != syntax.Call {
		return
	}
	callee := c.Info.Object(c.Item.Call(call).Callee)
	if callee == nil || c.view.snapshot.Operators(c.Source.Path)[callee.Op] == nil {
		return
	}
	o, name := c.view.snapshot.Operators(c.Source.Path)[callee.Op], c.Item.SourceText(n)
	understood := c.Info.OperatorCall(call)
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
