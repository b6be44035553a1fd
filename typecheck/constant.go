package typecheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/literal"
	"github.com/fraccheck/fraccheck/typecheck/message"
	"github.com/fraccheck/fraccheck/typecheck/typeexpr"
)

// `Constant(…)` writes a dense tensor out: a number with a shape, or nested
// brackets. It looks like a call and is typed here, since its shape follows from
// how the brackets nest, which no relation sees.

// constantName is the form that writes a dense tensor: `Constant(1, (10, 10),
// float32)` fills, `Constant([[1, 2], [3, 4]], float32)` lists the elements.
const constantName = "Constant"

// constant types `Constant(value, shape, dtype)`. The last two may stand in any
// order, or be given by name.
func (c *checker) constant(n syntax.NodeID) types.Type {
	args := c.Item.Call(n).Args
	if c.Item.HoleIn(n) != syntax.NoNode {
		return types.ErrorType
	}
	if len(args) == 0 || c.Item.Kind(args[0]) == syntax.NamedArg {
		c.Errorf(n, codes.ArityMismatch, "`Constant` needs a value: `Constant(1, (10, 10), float32)` or `Constant([[1, 2], [3, 4]])`")
		return types.ErrorType
	}
	reported := len(c.Diagnostics)
	shape, dtype := c.constantParts(args[1:])
	if len(c.Diagnostics) > reported {
		return types.ErrorType
	}
	literal := c.Item.Kind(args[0]) == syntax.List
	if !literal && shape == syntax.NoNode {
		c.Errorf(n, codes.ArityMismatch, "`Constant` of a number needs a shape: `Constant(1, (10, 10), float32)`")
		return types.ErrorType
	}
	t := &types.Tensor{}
	ok := true
	declared := types.NoDtype
	if dtype != syntax.NoNode {
		declared, ok = c.constantDtype(dtype)
	}
	given := true
	if literal {
		t.Shape, t.Dtype, given = c.denseLiteral(args[0], declared)
	} else {
		t.Dtype, given = c.filling(args[0], declared)
	}
	ok = ok && given
	if shape != syntax.NoNode {
		ok = c.constantShape(t, shape, literal) && ok
	}
	if declared != types.NoDtype {
		t.Dtype = declared
	}
	if !ok {
		return types.ErrorType
	}
	c.dense = n
	if len(t.Shape) == 0 {
		return types.Scalar(t.Dtype)
	}
	return t
}

// constantParts sorts the arguments after the value.
func (c *checker) constantParts(args []syntax.NodeID) (shape, dtype syntax.NodeID) {
	for _, arg := range args {
		value, name := arg, ""
		if c.Item.Kind(arg) == syntax.NamedArg {
			named := c.Item.NamedArg(arg)
			name, value = c.Item.SourceText(named.Name), named.Value
		}
		kind := c.Item.Kind(value)
		isShape := name == "shape" || name == "" && kind != syntax.Name && kind != syntax.String
		switch {
		case isShape && shape != syntax.NoNode:
			c.Errorf(arg, codes.ArityMismatch, "`Constant` takes a value, a shape and a dtype; several values are written in brackets: `Constant([1f, 2f])`")
			return shape, dtype
		case isShape:
			shape = value
		case name == "dtype" || name == "":
			dtype = value
		default:
			c.Errorf(c.Item.NamedArg(arg).Name, codes.UnknownAttribute, "`Constant` has no attribute `%s`; it takes `shape` and `dtype`", name)
		}
	}
	return shape, dtype
}

func (c *checker) constantShape(t *types.Tensor, n syntax.NodeID, literal bool) bool {
	v := c.attrValue(n)
	if v.Kind != op.ListValue {
		v.List = []op.Value{v}
	}
	dims := make([]types.Dim, len(v.List))
	for i, e := range v.List {
		d, ok := e.AsDim()
		if k, known := d.Const(); !ok || known && k < 0 {
			c.Errorf(n, codes.AttributeValue, "a shape is a list of sizes of 0 or more, such as `(10, 10)`")
			return false
		}
		dims[i] = d
	}
	if literal && !sameExtents(dims, t.Shape) {
		c.Errorf(n, codes.ShapeMismatch, "the elements have the shape %s, and %s is declared", types.ShapeString(t.Shape), types.ShapeString(dims))
		return false
	}
	t.Shape = dims
	return true
}

// sameExtents reports whether a declared shape is that of brackets. Brackets around nothing
// do not tell what follows their last extent, which is 0.
func sameExtents(declared, written []types.Dim) bool {
	if n := len(written); n > 0 && n < len(declared) {
		if last, _ := written[n-1].Const(); last == 0 {
			declared = declared[:n]
		}
	}
	return types.ShapeString(declared) == types.ShapeString(written)
}

func (c *checker) constantDtype(n syntax.NodeID) (types.Dtype, bool) {
	text := c.Item.SourceText(n)
	if c.Item.Kind(n) == syntax.String {
		text = literal.Unquote(text)
	}
	d, ok := types.ParseDtype(text)
	if !ok {
		e := syntax.Diagnostic{Code: codes.AttributeValue, Span: c.Item.Span(n), Message: fmt.Sprintf("`%s` is not a dtype", text)}
		message.Suggest(&e, text, spelling.Near(text, typeexpr.DtypeNames))
		c.Report(e)
		return types.NoDtype, false
	}
	return d, true
}

// denseLiteral gives the shape and dtype of nested brackets: all rows of one
// length, all elements of one dtype, the declared one if there is any: numbers without
// a suffix are read as that. Nesting is bounded by the parser.
func (c *checker) denseLiteral(n syntax.NodeID, declared types.Dtype) ([]types.Dim, types.Dtype, bool) {
	if c.Item.Kind(n) != syntax.List {
		return c.denseElement(n, declared)
	}
	kids := c.Item.Kids(n)
	if len(kids) == 0 {
		return []types.Dim{types.Const(0)}, types.Float32, true
	}
	inner, dtype, ok := c.denseLiteral(kids[0], declared)
	for i, kid := range kids[1:] {
		shape, d, good := c.denseLiteral(kid, declared)
		if !good || !ok {
			ok = false
			continue
		}
		if !slices.Equal(shape, inner) { // they are numbers
			c.Errorf(kid, codes.ShapeMismatch, "a dense tensor has rows of one shape: row 0 has %s and row %d has %s",
				types.ShapeString(inner), i+1, types.ShapeString(shape))
			return nil, dtype, false
		}
		if d != dtype {
			c.Errorf(kid, codes.DtypeMismatch, "a tensor has one dtype: this is `%s`, and elements before are `%s`", d, dtype)
			return nil, dtype, false
		}
	}
	return append([]types.Dim{types.Const(int64(len(kids)))}, inner...), dtype, ok
}

// filling is the dtype of the number that a constant is filled with.
func (c *checker) filling(n syntax.NodeID, declared types.Dtype) (types.Dtype, bool) {
	if fits, number := c.numberAt(n, declared); number {
		return declared, fits
	}
	t, ok := types.Head(c.expr(n, nil, reason{})).(*types.Tensor)
	if !ok {
		return types.NoDtype, false
	}
	return t.Dtype, true
}

// numberAt reads a number without a suffix at the dtype that a constant declares for it.
// number is false for other expressions, and where none is declared that it can be of.
func (c *checker) numberAt(n syntax.NodeID, d types.Dtype) (ok, number bool) {
	text := ""
	switch kind := c.Item.Kind(n); {
	case kind == syntax.Int && (d.IsInteger() || d.IsFloat()), kind == syntax.Float && d.IsFloat():
		text = c.Item.NumberText(n)
	case kind == syntax.Float && d.IsInteger():
		c.Errorf(n, codes.TypeMismatch, "%s is no `%s`", c.Item.NumberText(n), d)
		return false, true
	}
	if text == "" || strings.ContainsAny(text, "iuf") || d.Lanes > 1 {
		return false, false
	}
	if d.IsInteger() && !literal.Fits(text, d) {
		c.Errorf(n, codes.TypeMismatch, "%s does not fit `%s`, the declared dtype", text, d)
		return false, true
	}
	if d.IsFloat() {
		c.floatFits(n, text, d)
	}
	c.info.Types[n] = types.Scalar(d)
	return true, true
}

func (c *checker) denseElement(n syntax.NodeID, declared types.Dtype) ([]types.Dim, types.Dtype, bool) {
	if ok, number := c.numberAt(n, declared); number {
		return nil, declared, ok
	}
	t := c.expr(n, nil, reason{})
	if types.IsBad(t) {
		return nil, types.NoDtype, false
	}
	if scalar, ok := types.Head(t).(*types.Tensor); ok && len(scalar.Shape) == 0 {
		if declared != types.NoDtype {
			return nil, declared, true // it is converted
		}
		return nil, scalar.Dtype, true
	}
	c.Errorf(n, codes.TypeMismatch, "the elements of a `Constant` are numbers, and this is `%s`", types.Text(c.ResolveVars(t)))
	return nil, types.NoDtype, false
}
