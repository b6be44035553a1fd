package onnx

import (
	"math"
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
	"TopK":            {how: "`topk`, `dyn.topk`", translate: topK},
}

// A reduced is the axes that a node reduces.
type reduced struct {
	axes []int64
	none bool // the node leaves the data as they are
	// named is true at the axes, count of them, where they are computed when the model runs;
	// nil where they are known.
	named *model.Value
	count int
}

// reducedAxes are the axes that a node reduces: an attribute, or an input in later versions.
// None are all of them, or none at all where the node says so.
func (n *node) reducedAxes() (r reduced, ok bool) {
	rank := n.in[0].Rank()
	list := n.ints("axes")
	if in := n.arg(1); in != nil {
		k, known := model.Count(in)
		a := in.Elements()
		switch {
		case known && k == 0:
			list = nil
		case a != nil:
			list = model.IntsOf(a)
		case known:
			return reduced{named: n.named(in, rank), count: int(k)}, true
		case n.keeps() && n.int("noop_with_empty_axes") == 0:
			all := n.Call("equal", args(n.Call("ndarray_size", args(in), attr("dtype", "int64")), n.whole(0, types.Int64)))
			return reduced{named: n.Call("logical_or", args(n.named(in, rank), all))}, true
		default:
			n.refuse(nil, "the number of the axes in input 1 is computed when the model runs")
			return r, false
		}
	}
	if len(list) == 0 {
		if n.int("noop_with_empty_axes") != 0 {
			return reduced{none: true}, true
		}
		return reduced{axes: axesFrom(0, rank)}, true
	}
	for _, k := range list {
		axis, ok := n.axis("axes", k, rank)
		if !ok {
			return r, false
		}
		r.axes = append(r.axes, int64(axis))
	}
	slices.Sort(r.axes)
	if len(slices.Compact(slices.Clone(r.axes))) < len(r.axes) {
		n.Failf(codes.AttributeValue, "`axes` of %s names an axis twice: %v", n.proto.OpType, list)
		return r, false
	}
	return r, true
}

// reduce reduces the axes, and keeps them with an extent of 1.
func (r reduced) reduce(n *node, op string, x *model.Value) *model.Value {
	switch {
	case r.none:
		return x
	case r.named != nil:
		return n.alongNamed(op, x, r.named)
	}
	return n.over(op, x, r.axes, true)
}

// drop drops the reduced axes.
func (r reduced) drop(n *node, x *model.Value) *model.Value {
	switch {
	case r.none || n.keeps() || !x.Known():
		return x
	case r.named != nil:
		return n.withoutNamed(x, r.named, r.count)
	case len(r.axes) == 0:
		return x
	}
	return n.Call("squeeze", args(x), attr("axis", r.axes))
}

func (n *node) keeps() bool { return n.int("keepdims") != 0 }

func reduce(op string) func(n *node) []*model.Value { return reduceOf(op, "", nil) }

// reduceOf is last(op over axes of prepare(x)): ReduceL2 is sqrt(sum(x·x)). Means, roots and logarithms
// of integers are computed in float64 and converted back, which cuts off the fraction.
func reduceOf(op, last string, prepare func(n *node, x *model.Value) *model.Value) func(n *node) []*model.Value {
	return func(n *node) []*model.Value {
		r, ok := n.reducedAxes()
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
		if r.named == nil && !r.none {
			x = n.over(op, x, r.axes, n.keeps())
		} else {
			x = r.drop(n, r.reduce(n, op, x))
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
	if op == "max" || op == "min" {
		x = n.filledUp(op, x, axes)
	}
	return n.Call(op, args(x), attr("axis", axes), attr("keepdims", keep))
}

// filledUp gives an axis without elements one that is no greater, or no less, than any: the
// greatest of no elements is -∞ or the least number of the dtype.
func (n *node) filledUp(operator string, x *model.Value, axes []int64) *model.Value {
	widths := op.Value{Kind: op.ListValue}
	empty := false
	for i, d := range x.Shape() {
		extra := int64(0)
		if d.IsConst(0) && slices.Contains(axes, int64(i)) {
			extra, empty = 1, true
		}
		widths.List = append(widths.List, op.Ints(0, extra))
	}
	if !empty {
		return x
	}
	return n.Call("nn.pad", args(x, n.extreme(operator == "min", x.Dtype())), attr("pad_width", widths))
}

// extreme is the greatest or the least number of a dtype, ±∞ of floats.
func (n *node) extreme(greatest bool, d types.Dtype) *model.Value {
	switch {
	case d.IsFloat() && greatest:
		return n.number(math.Inf(1), d)
	case d.IsFloat():
		return n.number(math.Inf(-1), d)
	case d.Class == types.UintClass && greatest:
		return n.whole(int64(uint64(math.MaxUint64)>>(64-d.Bits)), d)
	case d.Class == types.UintClass:
		return n.whole(0, d)
	case greatest:
		return n.whole(math.MaxInt64>>(64-d.Bits), d)
	}
	return n.whole(math.MinInt64>>(64-d.Bits), d)
}

func absolute(n *node, x *model.Value) *model.Value { return n.Call("abs", args(x)) }

func square(n *node, x *model.Value) *model.Value { return n.Call("multiply", args(x, x)) }

// reduceLogSumExp is m + log(Σ exp(x - m)) with the greatest element m. Where m is infinite,
// 0 takes its place, since ∞ - ∞ is no number.
func reduceLogSumExp(n *node) []*model.Value {
	r, ok := n.reducedAxes()
	if !ok {
		return nil
	}
	x := n.in[0]
	if r.none {
		return one(x)
	}
	d := x.Dtype()
	if !d.IsFloat() {
		x = n.cast(x, types.Float64)
	}
	top := r.reduce(n, "max", x)
	zero := n.number(0, x.Dtype())
	top = n.where(n.Call("isinf", args(top)), zero, top)
	sum := r.reduce(n, "sum", n.Call("exp", args(n.subtract(x, top))))
	return one(n.cast(r.drop(n, n.add(n.Call("log", args(sum)), top)), d))
}

// argReduce is the index of the greatest or the least element, of equal ones the first or, where the node
// says so, the last.
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
		x := n.in[0]
		along := func(axis int) *model.Value {
			v := x
			reverse := n.int("reverse") != 0
			if reverse {
				v = n.Call("reverse", args(v), attr("axis", axis))
			}
			v = n.Call(op, args(v), attr("axis", axis), attr("exclusive", n.int("exclusive") != 0))
			if reverse {
				v = n.Call("reverse", args(v), attr("axis", axis))
			}
			return v
		}
		a := n.in[1].Elements()
		if a == nil {
			return one(n.amongAxes(x.Rank(), x.Rank(), n.in[1], x.Type, along))
		}
		axis, ok := n.axis("axis", model.IntsOf(a)[0], x.Rank())
		if !ok {
			return nil
		}
		return one(along(axis))
	}
}

// topK are the k greatest elements along an axis, or the least, and their indices.
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
	k := n.scalar(n.in[1])
	found := n.Calls("dyn.topk", args(x, k), append(options, attr("k", 1))...)
	for i, v := range found { // dyn.topk takes 0 for all elements
		found[i] = n.firstOf(v, k, axis)
	}
	return found
}

// firstOf are the first k elements along an axis, for a number that is computed when the model runs.
func (n *node) firstOf(v, k *model.Value, axis int) *model.Value {
	if !v.Known() {
		return v
	}
	ends := n.Call("reshape", args(n.cast(k, types.Int64)), attr("newshape", []int64{1}))
	if axis > 0 {
		ends = n.Call("concatenate", args(n.Pack(n.Ints(slices.Repeat([]int64{math.MaxInt32}, axis)...), ends)), attr("axis", 0))
	}
	begins, steps := n.Ints(make([]int64, axis+1)...), n.Ints(slices.Repeat([]int64{1}, axis+1)...)
	part := n.Call("dyn.strided_slice", args(v, begins, ends, steps),
		attr("begin", []int64{}), attr("end", []int64{}), attr("strides", []int64{}), attr("axes", op.Value{}))
	return n.Refine(part, v.Type)
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
