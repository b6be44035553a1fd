package onnx

import (
	"math"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

var attentionEntries = map[string]entry{
	"Attention":           {how: "`matmul`, `where`, `nn.softmax`", translate: attention},
	"RotaryEmbedding":     {how: "`take`, `split`, `multiply`, `concatenate`", translate: rotaryEmbedding},
	"LinearAttention":     {how: "`scanl` of `matmul`, `exp`", translate: linearAttention},
	"CausalConvWithState": {how: "`concatenate`, `nn.conv1d`, `strided_slice`", translate: causalConvWithState},
	"TensorScatter":       {how: "`take`, `where`", translate: tensorScatter},
	"SwiGLU":              {how: "`sigmoid`, `multiply`", translate: swiGLU},
}

// counted are the places of an axis: 0, 1, … up to its extent.
func (n *node) counted(x *model.Value, axis int, d types.Dtype) *model.Value {
	v := n.Call("arange", args(n.whole(0, d), n.extentOf(x, axis, d), n.whole(1, d)), attr("dtype", d))
	if !v.Known() {
		return v
	}
	return n.Refine(v, op.TensorOf(d, x.Shape()[axis]))
}

// extentOf is an extent as a scalar.
func (n *node) extentOf(x *model.Value, axis int, d types.Dtype) *model.Value {
	if !x.Known() {
		return x
	}
	if axis >= x.Rank() {
		return n.Failf(codes.ShapeMismatch, "%s reads the extent of axis %d, and the tensor has %s: %s", n.proto.OpType, axis, axesText(x.Rank()), shapeText(x.Tensor()))
	}
	if k, known := x.Shape()[axis].Const(); known {
		return n.whole(k, d)
	}
	shape := n.Call("shape_of", args(x), attr("dtype", d))
	return n.Call("take", args(shape, n.whole(int64(axis), types.Int64)), attr("axis", 0))
}

// heads cuts the last axis of (batch, steps, hidden) into heads.
func (n *node) heads(input int, count int64) *model.Value {
	x := n.in[input]
	if x.Rank() != 3 {
		n.at(input, codes.ShapeMismatch, "input %d of %s is (batch, steps, hidden), and has %s", input, n.proto.OpType, axesText(x.Rank()))
		return n.Unknown()
	}
	shape := x.Shape()
	if d, known := shape[2].Const(); count < 1 || known && d%count != 0 {
		n.at(input, codes.ShapeMismatch, "the last axis of input %d, %s, is not cut into %d heads", input, shapeText(x.Tensor()), count)
		return n.Unknown()
	}
	return n.Call("reshape", args(x), attr("newshape", []types.Dim{
		reshapedExtent(shape[0], 0), reshapedExtent(shape[1], 0), types.Const(count), numberOr(shape[2].FloorDiv(types.Const(count)))}))
}

// reshapedExtent is an extent of a new shape: `otherwise` where it is not known, which is 0 for
// that of the data at the same axis.
func reshapedExtent(d types.Dim, otherwise int64) types.Dim {
	if d.Loose() {
		return types.Const(otherwise)
	}
	return d
}

// numberOr is an extent that is a number, or -1.
func numberOr(d types.Dim) types.Dim {
	if _, known := d.Const(); known {
		return d
	}
	return types.Const(-1)
}

// swapped exchanges axes 1 and 2: (batch, steps, heads, …) and (batch, heads, steps, …).
func (n *node) swapped(x *model.Value) *model.Value {
	return n.Call("transpose", args(x), attr("axes", []int64{0, 2, 1, 3}))
}

// joinHeads makes (batch, steps, hidden) of (batch, steps, heads, size).
func (n *node) joinHeads(x *model.Value) *model.Value {
	if !x.Known() {
		return x
	}
	shape := x.Shape()
	return n.Call("reshape", args(x), attr("newshape", []types.Dim{
		reshapedExtent(shape[0], 0), reshapedExtent(shape[1], 0), knownOr(shape[2].Mul(shape[3]))}))
}

// headed are the queries, keys and values as (batch, heads, steps, size).
func (n *node) headed() (q, k, v *model.Value, ok bool) {
	counts := [3]int64{n.int("q_num_heads"), n.int("kv_num_heads"), n.int("kv_num_heads")}
	var all [3]*model.Value
	for i := range all {
		switch n.in[i].Rank() {
		case 4:
			all[i] = n.in[i]
		case 3:
			all[i] = n.swapped(n.heads(i, counts[i]))
		default:
			n.at(i, codes.ShapeMismatch, "input %d of %s is (batch, heads, steps, size) or (batch, steps, hidden), and has %s", i, n.proto.OpType, axesText(n.in[i].Rank()))
		}
		if n.Fault() != nil || !all[i].Known() {
			return nil, nil, nil, false
		}
	}
	return all[0], all[1], all[2], true
}

// shared repeats the heads of keys or values for the groups of queries that share them.
func (n *node) shared(x, q *model.Value) *model.Value {
	if x.Shape()[1].Equal(q.Shape()[1]) {
		return x
	}
	have, known := x.Shape()[1].Const()
	want, ok := q.Shape()[1].Const()
	if known && ok && have > 0 && want > have && want%have == 0 {
		return n.Call("repeat", args(x), attr("repeats", want/have), attr("axis", 1))
	}
	if !known || !ok {
		n.refuse(nil, "how many queries share a key depends on the extents %s and %s, which are not known", q.Shape()[1], x.Shape()[1])
		return n.Unknown()
	}
	return x
}

// attention is softmax(cap(Q·Kᵀ·scale) + bias)·V. A row of the bias that is -∞ throughout has
// no key, and its probabilities are 0.
func attention(n *node) []*model.Value {
	q, k, v, ok := n.headed()
	if !ok {
		return nil
	}
	if past := n.arg(4); past != nil && n.arg(5) != nil {
		k = n.Call("concatenate", args(n.Pack(past, k)), attr("axis", 2))
		v = n.Call("concatenate", args(n.Pack(n.arg(5), v)), attr("axis", 2))
	}
	if !k.Known() || !v.Known() {
		return nil
	}
	results := args(nil, k, v)
	d := q.Dtype()
	root := n.attentionScale(q)
	keys := n.Call("transpose", args(n.shared(k, q)), attr("axes", []int64{0, 1, 3, 2}))
	scores := n.Call("matmul", args(n.multiply(q, root), n.multiply(keys, root)))
	if !scores.Known() {
		return nil
	}
	shown := [4]*model.Value{0: scores}
	if limit := n.float("softcap"); limit > 0 {
		scores = n.scaled(n.apply(n.divide(scores, n.number(limit, d)), "tanh"), limit, d)
	}
	shown[1] = scores
	bias, empty := n.attentionBias(scores, k, q)
	if bias != nil {
		scores = n.add(scores, bias)
	}
	shown[2] = scores
	precision, ok := n.dtypeAttribute("softmax_precision", d)
	if !ok {
		return nil
	}
	p := n.cast(n.Call("nn.softmax", args(n.cast(scores, precision)), attr("axis", -1)), d)
	if empty {
		least := n.Call("max", args(bias), attr("axis", []int64{-1}), attr("keepdims", true))
		none := n.Call("equal", args(least, n.number(math.Inf(-1), d)))
		p = n.where(none, n.number(0, d), p)
	}
	shown[3] = p
	values := n.shared(v, q)
	y := n.cast(n.Call("matmul", args(n.cast(p, values.Dtype()), values)), d)
	if n.in[0].Rank() == 3 && y.Known() {
		y = n.joinHeads(n.swapped(y))
	}
	results[0] = y
	mode := n.int("qk_matmul_output_mode")
	if mode < 0 || mode > 3 {
		n.Failf(codes.AttributeValue, "`qk_matmul_output_mode` of Attention is %d; it must be from 0 to 3", mode)
		return nil
	}
	return append(results, shown[mode])
}

// attentionScale is the root of the scale, by which queries and keys are multiplied: 1/√size by
// default.
func (n *node) attentionScale(q *model.Value) *model.Value {
	d := q.Dtype()
	if n.has("scale") {
		return n.number(math.Sqrt(n.float("scale")), d)
	}
	if size, known := q.Shape()[3].Const(); known {
		return n.number(1/math.Sqrt(math.Sqrt(float64(size))), d)
	}
	size := n.cast(n.extentOf(q, 3, types.Int64), types.Float32)
	return n.cast(n.divide(n.number(1, types.Float32), n.apply(size, "sqrt", "sqrt")), d)
}

// attentionBias is what is added to the scores: the mask, and -∞ where a query may not see a
// key. empty reports whether a query may have no key at all. nil represents a bias of zeros.
func (n *node) attentionBias(scores, k, q *model.Value) (bias *model.Value, empty bool) {
	d := scores.Dtype()
	allowed := n.visible(k, q)
	mask := n.arg(3)
	if mask != nil {
		mask = n.padded(mask, k.Shape()[2])
		if mask.Known() && mask.Dtype() == types.Bool {
			if allowed != nil {
				mask = n.Call("logical_and", args(allowed, mask))
			}
			allowed, mask = mask, nil
		}
	}
	empty = n.arg(3) != nil || n.arg(6) != nil || n.int("left_window_size") >= 0 && n.schema.Attribute("left_window_size") != nil
	if allowed == nil {
		return mask, empty
	}
	if mask == nil {
		mask = n.number(0, d)
	}
	return n.where(allowed, mask, n.number(math.Inf(-1), d)), empty
}

// padded widens a mask to the number of keys; what is added hides its key.
func (n *node) padded(mask *model.Value, keys types.Dim) *model.Value {
	if mask.Rank() == 0 {
		return mask
	}
	have, known := mask.Shape()[mask.Rank()-1].Const()
	want, ok := keys.Const()
	if !known || !ok || have >= want || have == 1 {
		return mask
	}
	widths := op.Value{Kind: op.ListValue}
	for range mask.Rank() - 1 {
		widths.List = append(widths.List, op.Ints(0, 0))
	}
	widths.List = append(widths.List, op.Ints(0, want-have))
	if mask.Dtype() == types.Bool {
		return n.Call("nn.pad", args(mask, n.Number(value.Truth(false))), attr("pad_width", widths))
	}
	return n.Call("nn.pad", args(mask, n.number(math.Inf(-1), mask.Dtype())), attr("pad_width", widths))
}

// visible is whether a query at place i may see the key at place j, by the attributes and the
// lengths of the node; nil where it may see all. Queries follow as many keys as there are
// in the past or, with lengths, so that the last one is at the last key of its sequence.
func (n *node) visible(k, q *model.Value) *model.Value {
	causal := n.int("is_causal") != 0
	left, right := int64(-1), int64(-1)
	if n.schema.Attribute("left_window_size") != nil {
		left, right = n.int("left_window_size"), n.int("right_window_size")
	}
	lengths := n.arg(6)
	if lengths != nil {
		lengths = n.Call("expand_dims", args(lengths), attr("axis", 1), attr("num_newaxis", 3))
	}
	var allowed *model.Value
	and := func(v *model.Value) {
		if allowed == nil {
			allowed = v
		} else {
			allowed = n.Call("logical_and", args(allowed, v))
		}
	}
	d := types.Int64
	key := n.counted(k, 2, d)
	if causal || left >= 0 || right >= 0 {
		query := n.Call("expand_dims", args(n.counted(q, 2, d)), attr("axis", 1))
		switch {
		case n.arg(4) != nil:
			query = n.add(query, n.extentOf(n.arg(4), 2, d))
		case lengths != nil:
			query = n.add(query, n.subtract(lengths, n.extentOf(q, 2, d)))
		}
		if causal {
			and(n.Call("less_equal", args(key, query)))
		}
		if left >= 0 {
			and(n.Call("less_equal", args(n.subtract(query, n.whole(left, d)), key)))
		}
		if right >= 0 {
			and(n.Call("less_equal", args(key, n.add(query, n.whole(right, d)))))
		}
	}
	if lengths != nil {
		and(n.Call("less", args(key, lengths)))
	}
	return allowed
}

// rotaryEmbedding turns pairs of the elements of a head by angles whose cosines and sines are
// given for each place: the halves of a head are paired, or neighbours.
func rotaryEmbedding(n *node) []*model.Value {
	x := n.in[0]
	stepsFirst := x.Rank() == 3
	if stepsFirst {
		x = n.heads(0, n.int("num_heads"))
	}
	if !x.Known() {
		return nil
	}
	if x.Rank() != 4 {
		return n.at(0, codes.ShapeMismatch, "RotaryEmbedding takes (batch, heads, steps, size) or (batch, steps, hidden), and input 0 has %s", axesText(x.Rank()))
	}
	size, known := x.Shape()[3].Const()
	if !known {
		return n.refuse([]types.Type{n.in[0].Type}, "the extent of the heads is not known")
	}
	turned := n.int("rotary_embedding_dim")
	if turned == 0 {
		turned = size
	}
	if turned > size || turned%2 != 0 {
		n.Failf(codes.AttributeValue, "%d elements of a head of %d are to be turned in pairs", turned, size)
		return nil
	}
	cos, sin := n.in[1], n.in[2]
	if ids := n.arg(3); ids != nil {
		cos = n.Call("take", args(cos, ids), attr("axis", 0), attr("mode", "fast"))
		sin = n.Call("take", args(sin, ids), attr("axis", 0), attr("mode", "fast"))
	}
	axis := 1
	if stepsFirst {
		axis = 2
	}
	cos = n.Call("expand_dims", args(cos), attr("axis", axis))
	sin = n.Call("expand_dims", args(sin), attr("axis", axis))
	part := func(begin, end, step int64) *model.Value {
		return n.slice(x, []int64{begin}, []int64{end}, []int64{step}, []int64{3})
	}
	neighbours := n.int("interleaved") != 0
	a, b := (*model.Value)(nil), (*model.Value)(nil)
	if neighbours {
		a, b = part(0, turned, 2), part(1, turned, 2)
	} else {
		a, b = part(0, turned/2, 1), part(turned/2, turned, 1)
	}
	first := n.subtract(n.multiply(cos, a), n.multiply(sin, b))
	second := n.add(n.multiply(sin, a), n.multiply(cos, b))
	var y *model.Value
	if neighbours {
		first = n.Call("expand_dims", args(first), attr("axis", 4))
		second = n.Call("expand_dims", args(second), attr("axis", 4))
		y = n.Call("concatenate", args(n.Pack(first, second)), attr("axis", 4))
		y = n.Call("reshape", args(y), attr("newshape", []int64{0, 0, 0, -1}))
	} else {
		y = n.Call("concatenate", args(n.Pack(first, second)), attr("axis", 3))
	}
	if turned < size {
		y = n.Call("concatenate", args(n.Pack(y, part(turned, size, 1))), attr("axis", 3))
	}
	if stepsFirst {
		y = n.joinHeads(y)
	}
	return one(y)
}

func swiGLU(n *node) []*model.Value {
	a, d := n.in[0], n.in[0].Dtype()
	gate := n.multiply(a, n.apply(n.scaled(a, n.float("alpha"), d), "sigmoid"))
	return one(n.multiply(gate, n.in[1]))
}

// causalConvWithState convolves each channel with its own filter, after the last elements of
// what came before, or zeros.
func causalConvWithState(n *node) []*model.Value {
	x, w, past := n.in[0], n.in[1], n.arg(3)
	if x.Rank() != 3 || w.Rank() != 3 {
		return n.at(0, codes.ShapeMismatch, "CausalConvWithState takes (batch, channels, length) and a filter (channels, 1, size): %s and %s",
			shapeText(x.Tensor()), shapeText(w.Tensor()))
	}
	channels, known := w.Shape()[0].Const()
	size, ok := w.Shape()[2].Const()
	if !known || !ok || size < 1 {
		return n.refuse(nil, "the extents of the filter are not known")
	}
	switch {
	case size == 1:
	case past != nil:
		x = n.Call("concatenate", args(n.Pack(past, x)), attr("axis", 2))
	default:
		widths := op.Value{Kind: op.ListValue, List: []op.Value{op.Ints(0, 0), op.Ints(0, 0), op.Ints(size-1, 0)}}
		x = n.Call("nn.pad", args(x, n.number(0, x.Dtype())), attr("pad_width", widths))
	}
	y := n.bias(n.Call("nn.conv1d", args(x, w), attr("groups", channels), attr("channels", channels), attr("kernel_size", []int64{size})), n.arg(2), 1)
	switch a := n.str("activation"); a {
	case "", "none":
	case "silu", "swish":
		y = n.multiply(y, n.apply(y, "sigmoid"))
	default:
		n.Failf(codes.AttributeValue, "`activation` of CausalConvWithState is %q; it must be none, silu or swish", a)
	}
	begin, end := 1-size, int64(math.MaxInt64)
	if size == 1 {
		begin, end = 0, 0
	}
	return args(y, n.slice(x, []int64{begin}, []int64{end}, []int64{1}, []int64{2}))
}

// tensorScatter writes a piece into a cache along an axis, from a place that each sequence of
// the batch has: place p takes element p - begin of the piece, if there is one.
func tensorScatter(n *node) []*model.Value {
	cache, update := n.in[0], n.in[1]
	axis, ok := n.axis("axis", n.int("axis"), cache.Rank())
	if !ok || axis == 0 {
		n.Failf(codes.AttributeValue, "`axis` of TensorScatter is 0, the axis of the batch")
		return nil
	}
	if update.Rank() != cache.Rank() {
		return n.at(1, codes.ShapeMismatch, "the update must have as many axes as the cache: %s and %s", shapeText(update.Tensor()), shapeText(cache.Tensor()))
	}
	shape := slices.Clone(cache.Shape())
	shape[axis] = update.Shape()[axis]
	for i, k := range shape {
		if !compatible(k, update.Shape()[i]) {
			return n.at(1, codes.ShapeMismatch, "the update and the cache may differ at axis %d alone: %s and %s", axis, shapeText(update.Tensor()), shapeText(cache.Tensor()))
		}
	}
	update = n.stated(update, shape...)
	d := types.Int64
	zero := n.whole(0, d)
	at := n.Call("expand_dims", args(n.counted(cache, axis, d)), attr("axis", 0))
	if begin := n.arg(2); begin != nil {
		begin = n.stated(begin, shape[0])
		at = n.subtract(at, n.Call("expand_dims", args(begin), attr("axis", 1)))
	}
	if n.str("mode") == "circular" {
		at = n.Call("floor_mod", args(at, n.extentOf(cache, axis, d)))
	}
	inside := n.Call("logical_and", args(n.Call("greater_equal", args(at, zero)), n.Call("less", args(at, n.extentOf(update, axis, d)))))
	var pieces *model.Value
	if n.arg(2) != nil {
		pieces = n.Call("take", args(update, at), attr("axis", axis), attr("batch_dims", 1))
	} else {
		pieces = n.Call("take", args(update, n.Call("squeeze", args(at), attr("axis", []int64{0}))), attr("axis", axis))
	}
	if axis > 1 {
		inside = n.Call("expand_dims", args(inside), attr("axis", 1), attr("num_newaxis", axis-1))
	}
	if behind := cache.Rank() - 1 - axis; behind > 0 {
		inside = n.Call("expand_dims", args(inside), attr("axis", axis+1), attr("num_newaxis", behind))
	}
	return one(n.where(inside, pieces, cache))
}
