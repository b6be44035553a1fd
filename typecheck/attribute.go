package typecheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/syntax/habits/library"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/literal"
	"github.com/fraccheck/fraccheck/typecheck/typeexpr"
)

// Attributes of operators as they are written in a call. They are no expressions
// of the language: lists of numbers, strings, dtypes and extents, which relations
// read. What is none of these is typed as an expression.

// attrValue reads an expression as an attribute's value. What is no literal
// is an expression of the program, and is checked as one.
func (c *checker) attrValue(n syntax.NodeID) op.Value {
	switch c.Item.Kind(n) {
	case syntax.Int:
		c.convertedNumber(n)
		return literal.IntValue(c.Item.NumberText(n))
	case syntax.Float:
		c.convertedNumber(n)
		return literal.FloatValue(c.Item.NumberText(n))
	case syntax.Bool:
		return op.Boolean(strings.EqualFold(c.Item.SourceText(n), "true"))
	case syntax.String:
		c.rafString(n)
		return op.Text(literal.Unquote(c.Item.SourceText(n)))
	case syntax.Paren:
		return c.attrValue(c.Item.Inner(n))
	case syntax.List, syntax.Tuple:
		return c.attrList(n)
	case syntax.Meta:
		return c.metaValue(n)
	case syntax.Name:
		return c.attrName(n)
	case syntax.Hole:
		c.openExpr(n, types.ErrorType)
		return op.Value{Kind: op.ExprValue}
	}
	if v, ok := c.attrDim(n); ok {
		return v
	}
	if c.Item.Kind(n) != syntax.Local || !c.readsField(n) {
		c.expr(n, nil, reason{})
	}
	return op.Value{Kind: op.ExprValue}
}

// readsField reports whether a variable that is bound is followed by a name, as in
// `%x.dtype`: no variable, but a field of other languages.
func (c *checker) readsField(n syntax.NodeID) bool {
	kids := c.Item.Kids(n)
	if len(kids) == 0 || !strings.HasPrefix(c.Item.SourceText(kids[len(kids)-1]), ".") {
		return false
	}
	last := c.Item.SourceText(kids[len(kids)-1])
	bound := c.Item.Text[c.Item.Span(n).Start:c.Item.Span(kids[len(kids)-1]).Start]
	return fieldsElsewhere[last] && c.scope.find(bound) != nil
}

// fieldsElsewhere are fields that tensors have in other languages.
var fieldsElsewhere = map[string]bool{".dtype": true, ".shape": true, ".ndim": true, ".device": true, ".size": true}

// nameClass names the class of a call's attributes where the call does not, as older
// printers of TVM and people leave it out: it follows from the operator. TVM's own
// parser wants it in the text.
func (c *checker) nameClass(n syntax.NodeID, o *op.Op, ops *operands) {
	key := o.Attr(op.TypeKey)
	if key < 0 || ops.places[op.TypeKey] != syntax.NoNode {
		return
	}
	first := slices.IndexFunc(ops.named, func(a op.Named) bool { return o.Attr(a.Name) >= 0 })
	if first < 0 {
		return
	}
	class := o.Attrs[key].Allowed[0]
	if c.m.lenient && !c.m.legacy {
		c.unnamedClass(n, o, ops.places[ops.named[first].Name], class)
	}
	ops.named = append(ops.named, op.Named{Name: op.TypeKey, Value: op.Text(class)})
}

// unnamedClass warns of attributes that TVM cannot read.
func (c *checker) unnamedClass(call syntax.NodeID, o *op.Op, attribute syntax.NodeID, class string) {
	args := c.Item.Call(call).Args
	end := c.Item.Span(args[len(args)-1]).End
	c.Report(syntax.Diagnostic{
		Code: codes.SuspectAttribute, Severity: codes.Warning, Span: c.Item.Span(attribute),
		Message: fmt.Sprintf("TVM's parser does not read attributes of `%s` without the name of their class", o.Name),
		Fixes: []syntax.Fix{syntax.Replace("name the class", syntax.Span{Start: end, End: end},
			fmt.Sprintf(", %s=%q", op.TypeKey, class))},
	})
}

func (c *checker) attrList(n syntax.NodeID) op.Value {
	v := op.Value{Kind: op.ListValue}
	for _, kid := range c.Item.Kids(n) {
		v.List = append(v.List, c.attrValue(kid))
	}
	return v
}

// attrName reads a bare name: `None`, a dtype, a shape variable.
func (c *checker) attrName(n syntax.NodeID) op.Value {
	text := c.Item.SourceText(n)
	if text == "None" || text == "nullptr" {
		return op.Value{}
	}
	if v, ok := c.attrDim(n); ok {
		return v
	}
	if _, ok := types.ParseDtype(text); ok {
		return op.Text(text)
	}
	if here := library.Dtype(text); here != "" && c.scope.findBare(text) == nil {
		c.foreignDtype(n, here)
		return op.Text(here)
	}
	errors := len(c.Diagnostics)
	c.expr(n, nil, reason{})
	if len(c.Diagnostics) > errors {
		d := &c.Diagnostics[len(c.Diagnostics)-1]
		if d.Code == codes.UndefinedName {
			d.Notes, d.Fixes = []string{fmt.Sprintf("An attribute is written as a literal: a number, a list, True, None or a word in quotes such as `%q`.", text)}, nil
			d.Message = fmt.Sprintf("`%s` is no value of an attribute", text)
		}
	}
	return op.Value{Kind: op.ExprValue}
}

// attrDim reads an extent over shape variables: `[n, 2 * m]`.
func (c *checker) attrDim(n syntax.NodeID) (op.Value, bool) {
	if !c.overShapes(n) {
		return op.Value{}, false
	}
	d := c.extentExpr(n)
	if k, ok := d.Const(); ok {
		return op.Int(k), true
	}
	return op.Value{Kind: op.DimValue, Dim: d}, true
}

// overShapes reports whether an expression is made of shape variables, numbers
// and arithmetic, with one variable at least. Nesting is bounded by the parser.
func (c *checker) overShapes(n syntax.NodeID) bool {
	variable := false
	var all func(n syntax.NodeID) bool
	all = func(n syntax.NodeID) bool {
		switch c.Item.Kind(n) {
		case syntax.Int, syntax.Operator:
			return true
		case syntax.Name:
			text := c.Item.SourceText(n)
			p := c.resolver.Params.Find(text)
			variable = variable || p != nil
			return p != nil && p.Var == nil && c.scope.findBare(text) == nil
		case syntax.Call:
			call := c.Item.Call(n)
			if typeexpr.ExtentCall(c.Item.SourceText(call.Callee), len(call.Args)) == nil {
				return false
			}
			for _, arg := range call.Args {
				if !all(arg) {
					return false
				}
			}
			return true
		case syntax.Binary, syntax.Paren:
			for _, kid := range c.Item.Kids(n) {
				if kid == syntax.NoNode || !all(kid) {
					return false
				}
			}
			return true
		}
		return false
	}
	return all(n) && variable
}

// extentExpr evaluates what overShapes approved.
func (c *checker) extentExpr(n syntax.NodeID) types.Dim {
	switch c.Item.Kind(n) {
	case syntax.Name:
		return c.resolver.ShapeVariable(n)
	case syntax.Paren:
		return c.extentExpr(c.Item.Inner(n))
	case syntax.Binary:
		chain := c.Item.Binary(n)
		value := c.extentExpr(chain.First)
		for i := range chain.Links() {
			operator, right := chain.Link(i)
			combine := typeexpr.DimOps[syntax.TokenKind(c.Item.Node(operator).Data)]
			if combine == nil {
				return types.Unknown
			}
			value = combine(value, c.extentExpr(right))
		}
		return value
	case syntax.Call:
		call := c.Item.Call(n)
		combine := typeexpr.ExtentCall(c.Item.SourceText(call.Callee), len(call.Args))
		value := c.extentExpr(call.Args[0])
		for _, arg := range call.Args[1:] {
			other := c.extentExpr(arg)
			if value.Loose() || other.Loose() {
				return types.Unknown
			}
			value = types.DimOf(combine(value.Expr(), other.Expr()))
		}
		return value
	}
	return c.resolver.Number(n)
}
