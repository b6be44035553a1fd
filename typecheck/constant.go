package typecheck

import (
	"fmt"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
)

// constantName is the form that writes a dense tensor: `Constant(1, (10, 10),
// float32)` fills, `Constant([[1, 2], [3, 4]], float32)` lists the elements.
const constantName = "Constant"

// constant types `Constant(value, shape, dtype)`. The last two may stand in any
// order, or be given by name.
func (c *checker) constant(n syntax.NodeID) types.Type {
	args := c.item.Kids(n)[1:]
	if len(args) == 0 || c.item.Kind(args[0]) == syntax.NamedArg {
		c.errorf(n, syntax.ArityMismatch, "`Constant` needs a value: `Constant(1, (10, 10), float32)` or `Constant([[1, 2], [3, 4]])`")
		return types.ErrorType
	}
	reported := len(c.diagnostics)
	shape, dtype := c.constantParts(args[1:])
	if len(c.diagnostics) > reported {
		return types.ErrorType
	}
	literal := c.item.Kind(args[0]) == syntax.List
	if !literal && shape == syntax.NoNode {
		c.errorf(n, syntax.ArityMismatch, "`Constant` of a number needs a shape: `Constant(1, (10, 10), float32)`")
		return types.ErrorType
	}
	t := &types.Tensor{}
	ok := true
	if literal {
		t.Shape, t.Dtype, ok = c.denseLiteral(args[0])
	} else if e, known := types.Head(c.expr(args[0], nil, reason{})).(*types.Tensor); known {
		t.Dtype = e.Dtype
	} else {
		ok = false
	}
	if shape != syntax.NoNode {
		ok = c.constantShape(t, shape, literal) && ok
	}
	if dtype != syntax.NoNode {
		ok = c.constantDtype(t, dtype) && ok
	}
	if !ok {
		return types.ErrorType
	}
	if len(t.Shape) == 0 {
		return types.Scalar(t.Dtype)
	}
	return t
}

// constantParts sorts the arguments behind the value.
func (c *checker) constantParts(args []syntax.NodeID) (shape, dtype syntax.NodeID) {
	for _, arg := range args {
		value, name := arg, ""
		if c.item.Kind(arg) == syntax.NamedArg {
			name, value = c.item.SourceText(c.item.Kid(arg, 0)), c.item.Kid(arg, 1)
		}
		kind := c.item.Kind(value)
		switch {
		case name == "shape" || name == "" && kind != syntax.Name && kind != syntax.String:
			shape = value
		case name == "dtype" || name == "":
			dtype = value
		default:
			c.errorf(c.item.Kid(arg, 0), syntax.UnknownAttribute, "`Constant` has no attribute `%s`; it takes `shape` and `dtype`", name)
		}
	}
	return shape, dtype
}

func (c *checker) constantShape(t *types.Tensor, n syntax.NodeID, literal bool) bool {
	v := c.attrValue(n)
	if c.item.Kind(n) == syntax.Paren || c.item.Kind(n) == syntax.Int {
		v.List = append(v.List, v)
	}
	dims := make([]types.Dim, len(v.List))
	for i, e := range v.List {
		d, ok := e.AsDim()
		if k, known := d.Const(); !ok || known && k < 0 {
			c.errorf(n, syntax.AttributeValue, "a shape is a list of sizes of 0 or more, such as `(10, 10)`")
			return false
		}
		dims[i] = d
	}
	if literal && types.ShapeString(dims) != types.ShapeString(t.Shape) {
		c.errorf(n, syntax.ShapeMismatch, "the elements have the shape %s, and %s is declared", types.ShapeString(t.Shape), types.ShapeString(dims))
		return false
	}
	t.Shape = dims
	return true
}

func (c *checker) constantDtype(t *types.Tensor, n syntax.NodeID) bool {
	text := c.item.SourceText(n)
	if c.item.Kind(n) == syntax.String {
		text = unquote(text)
	}
	d, ok := types.ParseDtype(text)
	if !ok {
		e := syntax.Diagnostic{Code: syntax.AttributeValue, Span: c.item.Span(n), Message: fmt.Sprintf("`%s` is not a dtype", text)}
		suggest(&e, nearest(text, dtypeNames))
		c.report(e)
		return false
	}
	t.Dtype = d
	return true
}

// denseLiteral gives the shape and dtype of nested brackets: all rows of one
// length, all elements of one dtype. Nesting is bounded by the parser.
func (c *checker) denseLiteral(n syntax.NodeID) ([]types.Dim, types.Dtype, bool) {
	if c.item.Kind(n) != syntax.List {
		return c.denseElement(n)
	}
	kids := c.item.Kids(n)
	if len(kids) == 0 {
		return []types.Dim{types.Const(0)}, types.Float32, true
	}
	inner, dtype, ok := c.denseLiteral(kids[0])
	for i, kid := range kids[1:] {
		shape, d, good := c.denseLiteral(kid)
		if !good || !ok {
			ok = false
			continue
		}
		if types.ShapeString(shape) != types.ShapeString(inner) {
			c.errorf(kid, syntax.ShapeMismatch, "a dense tensor has rows of one shape: row 0 has %s and row %d has %s",
				types.ShapeString(inner), i+1, types.ShapeString(shape))
			return nil, dtype, false
		}
		if d != dtype {
			c.errorf(kid, syntax.DtypeMismatch, "a tensor has one dtype: this is `%s`, and elements before are `%s`", d, dtype)
			return nil, dtype, false
		}
	}
	return append([]types.Dim{types.Const(int64(len(kids)))}, inner...), dtype, ok
}

func (c *checker) denseElement(n syntax.NodeID) ([]types.Dim, types.Dtype, bool) {
	t := c.expr(n, nil, reason{})
	if types.IsBad(t) {
		return nil, types.NoDtype, false
	}
	if scalar, ok := types.Head(t).(*types.Tensor); ok && len(scalar.Shape) == 0 {
		return nil, scalar.Dtype, true
	}
	c.errorf(n, syntax.TypeMismatch, "the elements of a `Constant` are numbers, and this is `%s`", types.Text(c.clean(t)))
	return nil, types.NoDtype, false
}
