package onnx

import (
	"math"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/types"
)

var linearEntries = map[string]entry{
	"MatMul":        {how: "`matmul`", translate: matMul},
	"Gemm":          {how: "`nn.dense`, `matmul`, `multiply`, `add`", translate: gemm},
	"MatMulInteger": {how: "`subtract`, `matmul`", translate: matMulInteger},
	"Det":           {how: "`det`", translate: func(n *node) []*model.Value { return one(n.Call("det", n.in)) }},
	"Einsum":        {how: "`einsum`", translate: einsum},
}

func matMul(n *node) []*model.Value { return one(n.product(n.in[0], n.in[1])) }

// product multiplies as NumPy's matmul does, and words the commonest fault itself.
func (n *node) product(a, b *model.Value) *model.Value {
	if !a.Known() || !b.Known() {
		return n.Unknown()
	}
	if a.Rank() == 0 || b.Rank() == 0 {
		n.Failf(codes.ShapeMismatch, "%s takes tensors with axes; %s and %s are given", n.proto.OpType, shapeText(a.Tensor()), shapeText(b.Tensor()))
		return n.Unknown()
	}
	inner := b.Shape()[max(b.Rank()-2, 0)]
	if k := a.Shape()[a.Rank()-1]; !compatible(k, inner) {
		n.at(1, codes.ShapeMismatch, "the rows of input 0 have %s elements, and the columns of input 1 have %s: %s by %s",
			k, inner, shapeText(a.Tensor()), shapeText(b.Tensor()))
		return n.Unknown()
	}
	if a.Rank() > 1 && b.Rank() > 1 {
		return n.Call("matmul", args(a, b))
	}
	return n.vectorProduct(a, b)
}

// vectorProduct multiplies where one operand is a vector: A's is a row, B's a column, whose
// axis the result does not have.
func (n *node) vectorProduct(a, b *model.Value) *model.Value {
	var axes []int64
	rank := max(a.Rank(), b.Rank())
	if b.Rank() == 1 {
		b = n.Call("expand_dims", args(b), attr("axis", 1))
		axes = append(axes, int64(max(rank, 2)-1))
	}
	if a.Rank() == 1 {
		a = n.Call("expand_dims", args(a), attr("axis", 0))
		axes = append(axes, int64(max(rank, 2)-2))
	}
	return n.Call("squeeze", args(n.Call("matmul", args(a, b))), attr("axis", axes))
}

// gemm is alpha·A·B + beta·C, where A and B may be transposed first.
func gemm(n *node) []*model.Value {
	a, b, c := n.in[0], n.in[1], n.arg(2)
	for i, v := range args(a, b) {
		if v.Rank() != 2 {
			return n.at(i, codes.ShapeMismatch, "Gemm multiplies matrices, and input %d has %s: %s", i, axesText(v.Rank()), shapeText(v.Tensor()))
		}
	}
	transA, transB := n.int("transA") != 0, n.int("transB") != 0
	if !n.innerFits(a, b, transA, transB) {
		return nil
	}
	if transA {
		a = n.Call("transpose", args(a), attr("axes", []int64{1, 0}))
	}
	var y *model.Value
	if transB {
		y = n.Call("nn.dense", args(a, b))
	} else {
		y = n.Call("matmul", args(a, b))
	}
	d := y.Dtype()
	y = n.scaled(y, n.float("alpha"), d)
	if c == nil || n.float("beta") == 0 {
		return one(y)
	}
	for i := range c.Rank() {
		if y.Known() && (i >= y.Rank() || !broadcastsTo(fromRight(c.Shape(), i), fromRight(y.Shape(), i))) {
			return n.at(2, codes.ShapeMismatch, "input 2 is %s, and must broadcast to the product, %s", shapeText(c.Tensor()), shapeText(y.Tensor()))
		}
	}
	sum := n.Call("add", args(y, n.scaled(c, n.float("beta"), d)))
	if sum.Known() && y.Known() && contradiction(sum.Type, y.Type) != "" {
		return n.at(2, codes.ShapeMismatch, "input 2 is %s, and must broadcast to the product, %s", shapeText(c.Tensor()), shapeText(y.Tensor()))
	}
	return one(sum)
}

// broadcastsTo reports whether an extent may be repeated to another.
func broadcastsTo(d, to types.Dim) bool { return d.IsConst(1) || compatible(d, to) }

// innerFits compares the extents over which a product sums.
func (n *node) innerFits(a, b *model.Value, transA, transB bool) bool {
	i, j := 1, 0
	if transA {
		i = 0
	}
	if transB {
		j = 1
	}
	if compatible(a.Shape()[i], b.Shape()[j]) {
		return true
	}
	f := model.Fault{Code: codes.ShapeMismatch, Arg: b}
	n.at(1, f.Code, "the product sums over axis %d of input 0, of extent %s, and axis %d of input 1, of extent %s: %s by %s%s",
		i, a.Shape()[i], j, b.Shape()[j], shapeText(a.Tensor()), shapeText(b.Tensor()), n.transposeHint(a.Shape()[i], b.Shape()[1-j], transB))
	return false
}

// transposeHint names the attribute that would make the product fit.
func (n *node) transposeHint(wanted, other types.Dim, transB bool) string {
	switch {
	case !compatible(wanted, other):
		return ""
	case transB:
		return "; without `transB` it fits"
	}
	return "; with `transB` = 1 it fits"
}

// scaled multiplies by a number other than 1. Integers have no fraction of a number: they are
// multiplied as floats, and the fraction of the product is cut off.
func (n *node) scaled(v *model.Value, by float64, d types.Dtype) *model.Value {
	if by == 1 {
		return v
	}
	if d.IsInteger() && by != math.Trunc(by) {
		return n.cast(n.scaled(n.cast(v, types.Float64), by, types.Float64), d)
	}
	return n.Call("multiply", args(v, n.number(by, d)))
}

// matMulInteger multiplies differences to zero points in int32. A zero point of A is one for
// each row, one of B for each column.
func matMulInteger(n *node) []*model.Value {
	a := n.cast(n.in[0], types.Int32)
	if z := n.arg(2); z != nil {
		z = n.cast(z, types.Int32)
		if k, known := model.Count(z); z.Rank() == 1 && a.Rank() > 1 && !(known && k == 1) {
			z = n.Call("expand_dims", args(z), attr("axis", 1))
		}
		a = n.Call("subtract", args(a, z))
	}
	b := n.cast(n.in[1], types.Int32)
	if z := n.arg(3); z != nil {
		b = n.Call("subtract", args(b, n.cast(z, types.Int32)))
	}
	return one(n.product(a, b))
}

func einsum(n *node) []*model.Value {
	return one(n.Call("einsum", args(n.Pack(n.in...)), attr("equation", n.str("equation"))))
}
