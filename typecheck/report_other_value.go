package typecheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/infer"
	"github.com/fraccheck/fraccheck/typecheck/message"
)

// Shapes that an operator refuses may fit with another value of an attribute that repeats an
// extent of its operands, such as the units of a dense layer. Whether the extent or the value is
// the mistake, nobody knows: the fix is a sketch.

// otherValue adds to an error of shapes the value of an attribute with which the call checks.
func (c *checker) otherValue(k *infer.Constraint, d *syntax.Diagnostic) {
	if d.Code != codes.ShapeMismatch && d.Code != codes.SuspectShape || len(d.Fixes) > 0 || k.Op.Internal || k.Attrs.Op != k.Op || c.Item.Kind(k.Node) != syntax.Call || c.callingFunction(k) != "" {
		return
	}
	t := c.newTrial(k.Op, k.Args)
	if !t.known {
		return
	}
	for i, given := range k.Attrs.Given {
		at := c.attributeNode(k.Node, k.Op.Attrs[i].Name)
		if !given || at == syntax.NoNode {
			continue
		}
		for _, v := range extentsFor(k.Attrs.Values[i], t.args) {
			with, ok := k.Attrs.With(i, v)
			if !ok || !t.holds(with) {
				continue
			}
			text := v.String()
			d.Notes = append(d.Notes, fmt.Sprintf("The call checks with `%s=%s`.", k.Op.Attrs[i].Name, text))
			fix := message.WriteFix(c.Item.Span(c.Item.NamedArg(at).Value), text)
			fix.Confidence = codes.Sketch
			d.Fixes = append(d.Fixes, fix)
			return
		}
	}
	c.otherChoice(k, t, d)
}

// mostChoices is how many values of attributes a message names.
const mostChoices = 3

// otherChoice adds to an error of shapes the truth values and the words of an attribute, such as
// `transpose_b` or a layout, with each of which the call checks, if they are few.
func (c *checker) otherChoice(k *infer.Constraint, t *trial, d *syntax.Diagnostic) {
	var texts []string
	var fixes []syntax.Fix
	for i := range k.Op.Attrs {
		for _, v := range choices(&k.Op.Attrs[i]) {
			with, ok := k.Attrs.With(i, v)
			if !ok || v.String() == k.Attrs.Values[i].String() || !t.holds(with) {
				continue
			}
			text := attributeText(k.Op, []int{i}, []op.Value{v})
			texts = append(texts, "`"+text+"`")
			of := syntax.Diagnostic{}
			if at := c.attributeNode(k.Node, k.Op.Attrs[i].Name); at != syntax.NoNode {
				of.Fixes = append(of.Fixes, message.WriteFix(c.Item.Span(at), text))
			} else {
				c.offerAttributes(k.Node, k.Op, []int{i}, text, &of)
			}
			fixes = append(fixes, of.Fixes...)
		}
	}
	if len(texts) == 0 || len(texts) > mostChoices {
		return
	}
	for i := range fixes {
		fixes[i].Confidence = codes.Sketch
	}
	d.Notes = append(d.Notes, "The call checks with "+strings.Join(texts, " or ")+".")
	d.Fixes = append(d.Fixes, fixes...)
}

// choices are the values of an attribute that has few: truth values, or words.
func choices(a *op.Attr) (found []op.Value) {
	if a.Type == op.BoolAttr {
		return []op.Value{op.Boolean(true), op.Boolean(false)}
	}
	for _, word := range a.Words() {
		found = append(found, op.Text(word))
	}
	return found
}

// extentsFor are the values of the form of an integer or of a list of integers that the shapes of
// operands after the first have in them. Those of the data itself fit by chance.
func extentsFor(value op.Value, args []types.Type) (found []op.Value) {
	n := 1
	switch {
	case value.Kind == op.ListValue && !slices.ContainsFunc(value.List, func(v op.Value) bool { return v.Kind != op.IntValue }):
		n = len(value.List)
	case value.Kind != op.IntValue:
		return nil
	}
	for _, arg := range args[min(1, len(args)):] {
		tensor, ok := types.Head(arg).(*types.Tensor)
		if !ok {
			continue
		}
		for i := 0; n > 0 && i+n <= len(tensor.Shape); i++ {
			v := op.Value{Kind: op.ListValue}
			for _, extent := range tensor.Shape[i : i+n] {
				if size, known := extent.Const(); known {
					v.List = append(v.List, op.Value{Kind: op.IntValue, Int: size})
				}
			}
			switch {
			case len(v.List) < n:
			case value.Kind == op.IntValue:
				found = append(found, v.List[0])
			default:
				found = append(found, v)
			}
		}
	}
	return found
}
