package onnx

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

var reductionEntries = map[string]entry{
	"ReduceSum":       {how: "`sum`", translate: reduce("sum")},
	"ReduceMean":      {how: "`mean`", translate: reduce("mean")},
	"ReduceMax":       {how: "`max`", translate: reduce("max")},
	"ReduceMin":       {how: "`min`", translate: reduce("min")},
	"ReduceProd":      {how: "`prod`", translate: reduce("prod")},
	"ReduceL1":        {how: "`abs`, `sum`", translate: reduceOf("sum", "", absolute)},
	"ReduceL2":        {how: "`multiply`, `sum`, `sqrt`", translate: reduceOf("sum", "sqrt", square)},
	"ReduceLogSum":    {how: "`sum`, `log`", translate: reduceOf("sum", "log", nil)},
	"ReduceSumSquare": {how: "`multiply`, `sum`", translate: reduceOf("sum", "", square)},
	"ReduceLogSumExp": {how: "`max`, `exp`, `sum`, `log`", translate: reduceLogSumExp},
	"ArgMax":          {how: "`argmax`", translate: argReduce("argmax")},
	"ArgMin":          {how: "`argmin`", translate: argReduce("argmin")},
	"CumSum":          {how: "`cumsum`", translate: cumulate("cumsum")},
	"CumProd":         {how: "`cumprod`", translate: cumulate("cumprod")},
	"TopK":            {how: "`topk`", translate: topK},
}

// reducedAxes are the axes that a node reduces: an attribute, or an input in later versions.
// None are all of them, or none at all where the node says so.
func (n *node) reducedAxes() (axes []int64, identity, ok bool) {
	rank := n.in[0].Rank()
	list := n.ints("axes")
	if in := n.arg(1); in != nil {
		a := in.Elements()
		if a == nil {
			n.refuse(nil, "the axes in input 1 are computed when the model runs")
			return nil, false, false
		}
		list = model.IntsOf(a)
	}
	if len(list) == 0 {
		if n.int("noop_with_empty_axes") != 0 {
			return nil, true, true
		}
		return axesFrom(0, rank), false, true
	}
	for _, k := range list {
		axis, ok := n.axis("axes", k, rank)
		if !ok {
			return nil, false, false
		}
		axes = append(axes, int64(axis))
	}
	slices.Sort(axes)
	if len(slices.Compact(slices.Clone(axes))) < len(axes) {
		n.Failf(codes.AttributeValue, "`axes` of %s names an axis twice: %v", n.proto.OpType, list)
		return nil, false, false
	}
	return axes, false, true
}

func (n *node) keeps() bool { return n.int("keepdims") != 0 }

func reduce(op string) func(n *node) []*model.Value { return reduceOf(op, "", nil) }

// reduceOf prepares the elements, reduces them, and applies a function to the result.
func reduceOf(op, last string, prepare func(n *node, x *model.Value) *model.Value) func(n *node) []*model.Value {
	return func(n *node) []*model.Value {
		axes, identity, ok := n.reducedAxes()
		if !ok {
			return nil
		}
		x := n.in[0]
		d := x.Dtype()
		if !d.IsFloat() && (last != "" || op == "mean") {
			x = n.cast(x, types.Float64)
		}
		if prepare != nil {
			x = prepare(n, x)
		}
		if !identity {
			x = n.over(op, x, axes, n.keeps())
		}
		if last != "" {
			x = n.Call(last, args(x))
		}
		return one(n.cast(x, d))
	}
}

// over reduces axes. A reduction of no axes is the tensor itself; of a truth value, max and min
// are computed on bytes.
func (n *node) over(op string, x *model.Value, axes []int64, keep bool) *model.Value {
	if len(axes) == 0 {
		return x
	}
	if x.Dtype() == types.Bool {
		return n.cast(n.over(op, n.cast(x, types.Uint8), axes, keep), types.Bool)
	}
	return n.Call(op, args(x), attr("axis", axes), attr("keepdims", keep))
}

func absolute(n *node, x *model.Value) *model.Value { return n.Call("abs", args(x)) }

func square(n *node, x *model.Value) *model.Value { return n.Call("multiply", args(x, x)) }

// reduceLogSumExp is m + log(Σ exp(x - m)) with the greatest element m. Where m is infinite,
// 0 takes its place, since ∞ - ∞ is no number.
func reduceLogSumExp(n *node) []*model.Value {
	axes, identity, ok := n.reducedAxes()
	if !ok {
		return nil
	}
	x := n.in[0]
	if identity {
		return one(x)
	}
	d := x.Dtype()
	if !d.IsFloat() {
		x = n.cast(x, types.Float64)
	}
	top := n.over("max", x, axes, true)
	zero := n.number(0, x.Dtype())
	top = n.Call("where", args(n.Call("isinf", args(top)), zero, top))
	sum := n.over("sum", n.Call("exp", args(n.Call("subtract", args(x, top)))), axes, n.keeps())
	if !n.keeps() && len(axes) > 0 {
		top = n.Call("squeeze", args(top), attr("axis", axes))
	}
	return one(n.cast(n.Call("add", args(n.Call("log", args(sum)), top)), d))
}

func argReduce(op string) func(n *node) []*model.Value {
	return func(n *node) []*model.Value {
		axis, ok := n.axis("axis", n.int("axis"), n.in[0].Rank())
		if !ok {
			return nil
		}
		v := n.Call(op, n.in, attr("axis", []int64{int64(axis)}), attr("keepdims", n.keeps()), attr("select_last_index", n.int("select_last_index") != 0))
		return one(n.cast(v, types.Int64))
	}
}

// cumulate sums or multiplies along an axis; from the end where `reverse` says so.
func cumulate(op string) func(n *node) []*model.Value {
	return func(n *node) []*model.Value {
		a := n.in[1].Elements()
		if a == nil {
			return n.refuse([]types.Type{n.in[0].Type}, "the axis in input 1 is computed when the model runs")
		}
		x := n.in[0]
		axis, ok := n.axis("axis", model.IntsOf(a)[0], x.Rank())
		if !ok {
			return nil
		}
		reverse := n.int("reverse") != 0
		if reverse {
			x = n.Call("reverse", args(x), attr("axis", axis))
		}
		x = n.Call(op, args(x), attr("axis", axis), attr("exclusive", n.int("exclusive") != 0))
		if reverse {
			x = n.Call("reverse", args(x), attr("axis", axis))
		}
		return one(x)
	}
}

func topK(n *node) []*model.Value {
	x := n.in[0]
	axis, ok := n.axis("axis", n.int("axis"), x.Rank())
	if !ok {
		return nil
	}
	largest := n.schema.Attribute("largest") == nil || n.int("largest") != 0
	options := []op.Named{attr("axis", axis), attr("ret_type", "both"), attr("is_ascend", !largest), attr("dtype", "int64")}
	if n.schema.Attribute("k") != nil {
		return n.Calls("topk", args(x), append(options, attr("k", n.int("k")))...)
	}
	ks, ok := n.in[1].Ints()
	if k, known := firstConst(ks); ok && known {
		if d, extent := x.Shape()[axis].Const(); extent && k > d {
			return n.at(1, codes.AttributeValue, "TopK asks for %d elements along axis %d, which has %d", k, axis, d)
		}
		if k == 0 {
			return n.emptyTopK(axis)
		}
		return n.Calls("topk", args(x), append(options, attr("k", k))...)
	}
	return n.Calls("dyn.topk", args(x, n.scalar(n.in[1])), append(options, attr("k", 1))...)
}

// emptyTopK are the no greatest elements: topk takes 0 for all of them.
func (n *node) emptyTopK(axis int) []*model.Value {
	v := n.Call("strided_slice", args(n.in[0]), attr("begin", []int64{0}), attr("end", []int64{0}),
		attr("strides", []int64{1}), attr("axes", []int64{int64(axis)}))
	return args(v, n.cast(v, types.Int64))
}

func firstConst(ds []types.Dim) (int64, bool) {
	if len(ds) == 0 {
		return 0, false
	}
	return ds[0].Const()
}
