package raf

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// An operator is one that Frac does not have.
type operator struct {
	name, places string
	rule         op.Relation
	says         string // the rule as a sentence
	impure       bool
	updates      []int // the operands that a call gives new values
	cost         op.Cost
}

// withEntry adds the entry of an operator that Frac does not have.
func (s *schema) withEntry(o operator) *schema {
	s.entry = &op.Op{
		Name: "raf.op." + o.name, Doc: "An operator of RAF.", Rule: o.says, Relation: o.rule, Impure: o.impure, Traits: op.Traits{Cost: o.cost},
	}
	if o.updates != nil {
		s.entry.Rebinding = &op.Rebinding{Params: o.updates}
	}
	for _, p := range s.list {
		switch {
		case p.ignored:
		case p.attr:
			s.entry.Attrs = append(s.entry.Attrs, relate.Optional(p.name, op.AnyAttr, "an attribute of RAF"))
		default:
			s.entry.Params = append(s.entry.Params, op.Param{Name: p.name, Optional: p.optional})
		}
	}
	return s
}

// like are operators whose result has the type of one operand.
func like(operand string, places string, cost op.Cost, names ...string) []operator {
	all := make([]operator, len(names))
	for i, n := range names {
		all[i] = operator{name: n, places: places, rule: typeOf(operand), says: "the result has the type of " + operand, cost: cost}
	}
	return all
}

// shaped are operators whose result has the dtype of dy and a shape that is an attribute.
func shaped(rank int, places string, names ...string) []operator {
	all := make([]operator, len(names))
	for i, n := range names {
		all[i] = operator{name: n, places: places, rule: ofShape(rank), says: "the result has the dtype of dy and the given shape"}
	}
	return all
}

// effects are operators that are called for what they do.
func effects(places string, rule op.Relation, says string, names ...string) []operator {
	all := make([]operator, len(names))
	for i, n := range names {
		all[i] = operator{name: n, places: places, rule: rule, says: says, impure: true}
	}
	return all
}

const (
	unitResult  = "the result is the empty tuple"
	workers     = "the extent along the axis depends on the number of devices"
	oneOrTuple  = "the result is the operand where the tuple has one, else the tuple"
	updateInOut = "the result is the tuple of the operands that are updated"
)

var own = slices.Concat(
	like("x", "x", op.ElementwiseCost, "gelu", "reciprocal", "_reshard", "ndarray_size"),
	like("x", "x stream_tag=", op.ElementwiseCost, "stream_sync"),
	like("x", "x threshold= value=", op.ElementwiseCost, "threshold"),
	like("x", "x mean var w? b? momentum= eps=", op.ElementwiseCost, "batch_norm_infer"),
	like("x", "x scale? bias? axis= eps=", op.ElementwiseCost, "layer_norm"),
	like("data", "data v begin= end= strides=", op.ElementwiseCost, "strided_set"),
	like("data", "data src_device= dst_device=", op.ViewCost, "device_copy"),
	like("x", "x? attrs=", op.ViewCost, "compiler_begin", "compiler_end"),

	// Gradients.
	[]operator{gradient("relu_dx"), gradient("gelu_dx"), gradient("tanh_dx"), gradient("sigmoid_dx"), gradient("erf_dx"), gradient("sqrt_dx")},
	like("y", "y dy axis=", op.ElementwiseCost, "softmax_dx", "log_softmax_dx"),
	like("x", "x y dy kernel= stride= padding= dilation= ceil_mode= include_pad=", op.Cost{}, "max_pool2d_dx", "avg_pool2d_dx"),
	like("x", "x y dy shape=", op.Cost{}, "adaptive_max_pool2d_dx", "adaptive_avg_pool2d_dx"),
	like("x", "x dy axis= keepdims= exclude=", op.ElementwiseCost, "sum_dx", "prod_dx"),
	like("x", "x dy indices axis= mode=", op.Cost{}, "take_dx"),
	like("x", "x dy repeats= axis=", op.Cost{}, "repeat_dx"),
	like("x", "x dy threshold=", op.ElementwiseCost, "threshold_dx"),
	like("x", "x dy a_min= a_max=", op.ElementwiseCost, "clip_dx"),
	like("x", "x y dy index src axis=", op.Cost{}, "scatter_dx"),
	like("x", "x dy size= layout= method= coordinate_transformation_mode= rounding_method= cubic_alpha= cubic_exclude= out_dtype=", op.Cost{}, "resize2d_dx"),
	like("data", "data axis= indices dy", op.Cost{}, "gather_dx"),
	like("data", "data indices dy", op.Cost{}, "gather_nd_dx"),
	like("data", "data rois dy pooled_size= spatial_scale= sample_ratio= layout= mode=", op.Cost{}, "roi_align_dx"),
	like("dy", "dy mask reserve_space p=", op.ElementwiseCost, "_contrib_dropout_dx"),
	like("y_pred", "dy y_true y_pred", op.ElementwiseCost, "nll_loss_dpred", "nll_loss_dtrue", "cross_entropy_dpred", "cross_entropy_dtrue"),
	like("y_pred", "y_true y_pred", op.ElementwiseCost, "smooth_l1_loss_dpred", "smooth_l1_loss_dtrue"),
	shaped(4, "x_or_w y? dy shape= stride= padding= dilation= groups=", "conv2d_dx", "conv2d_dw"),
	shaped(4, "x_or_w y? dy shape= stride= padding= output_padding= dilation= groups=", "conv2d_transpose_dx", "conv2d_transpose_dw"),
	shaped(-1, "dy shape= begin= end= strides= slice_mode=", "strided_slice_dx"),
	shaped(-1, "dy shape= axis= keepdims= exclude=", "mean_dx"),
	shaped(-1, "dy indices shape=", "embedding_dx"),
	[]operator{
		{name: "batch_norm_train_dxwb", places: "dy x w b eps=", rule: tupleOf("x", "w", "b"), says: "the result is the tuple of the gradients of x, w and b"},
		{name: "layer_norm_dx", places: "x scale? dy axis= eps=", rule: layerGradient, says: "the result has the type of x, with a scale in a tuple with two of its type"},
		{name: "layer_norm_train_dx", places: "x scale? dy mean invvar axis= eps=", rule: layerGradient,
			says: "the result has the type of x, with a scale in a tuple with two of its type"},
		{name: "adv_index_dx", places: "dy inputs", rule: tupleOf("dy"), says: "the result is a tuple of one tensor"},
		{name: "concatenate_dx", places: "x axis=", rule: unknown, says: "the result depends on values that the program computes"},
	},

	// Losses, and what training computes beside its result.
	[]operator{
		{name: "nll_loss", places: "y_true y_pred", rule: loss, says: "the result is a vector of one number"},
		{name: "cross_entropy", places: "y_true y_pred", rule: loss, says: "the result is a vector of one number"},
		{name: "smooth_l1_loss", places: "y_true y_pred", rule: loss, says: "the result is a vector of one number"},
		{name: "l2norm", places: "x", rule: relate.Relation(func(_ *relate.Typing, x *types.Tensor) types.Type { return types.Scalar(x.Dtype) }),
			says: "the result is a scalar"},
		{name: "layer_norm_train", places: "x scale? bias? axis= eps=", rule: layerTrain, says: "the result is the tuple of the normalized x, the means and the inverse deviations"},
		{name: "_contrib_dropout", places: "x p= in_states?", rule: dropout, says: "the result is the tuple of the result, the mask and the reserved space", impure: true},
		{name: "batch_norm_train", places: "x running_mean running_var w? b? momentum= eps=", rule: tupleOf("x", "running_mean", "running_var"),
			says: "the result is the tuple of the normalized x and the statistics, which are updated", updates: []int{1, 2}},
		{name: "sgd", places: "x dx v learning_rate= mu=", rule: tupleOf("v", "x"), says: updateInOut, updates: []int{0, 2}},
		{name: "lans", places: "tensor_list step learning_rate= beta1= beta2= eps= bias_correction= weight_decay= grad_averaging= mode= normalize_grad=",
			rule: typeOf("tensor_list"), says: updateInOut, impure: true},
	},

	// Shapes, and views of memory.
	[]operator{
		{name: "get_reduce_axis", places: "x1 x2", rule: axes, says: "the result is a vector of the dtype uint32"},
		{name: "get_kept_dims", places: "x1 x2", rule: axes, says: "the result is a vector of the dtype uint32"},
		{name: "size", places: "x axis=", rule: size, says: "the result is an extent, or the tuple of all of them"},
		{name: "swap_axis", places: "x axis1= axis2=", rule: swapped, says: "the result has two extents of x exchanged", cost: op.ViewCost},
		{name: "upper_bound.argwhere", places: "condition", rule: bound, says: "the result is the tuple of the indices and their shape"},
		{name: "fuse_tensor", places: "data", rule: fused, says: "the result is a vector of all elements"},
		{name: "defuse_tensor", places: "data sizes= shapes= shape_indices=", rule: defused, says: "the result is the tuple of the tensors with the given shapes"},
		{name: "group_cast", places: "tensor_list dtype=", rule: castAll, says: "the result is the tuple of the tensors in the given dtype"},
	},

	// Communication.
	effects("x computation= rank_list=", single, oneOrTuple, "_allreduce"),
	effects("x root= computation= rank_list=", single, oneOrTuple, "_reduce"),
	effects("x root= rank_list=", single, oneOrTuple, "_broadcast"),
	effects("x rank_list=", single, oneOrTuple, "_all_to_all"),
	effects("x axis= rank_list=", gathered, workers, "_allgather"),
	effects("x computation= rank_list=", gathered, workers, "_reduce_scatter"),
	effects("x root=", gathered, workers, "_gather", "_scatter"),
	effects("tensor_list axis= out", gatheredAll, workers, "_group_allgather"),
	effects("tensor_list computation=", gatheredAll, workers, "_group_reduce_scatter"),
	effects("x peer= token?", relate.Relation(func(_ *relate.Typing, x *types.Tensor) types.Type { return types.Scalar(x.Dtype) }), "the result is a scalar", "_send"),
	effects("peer= shape= dtype= token?", allocated, "the result has the given shape and dtype", "_recv"),

	// Streams, and the virtual machine.
	effects("device_id= stream_id=", unit, unitResult, "set_stream"),
	effects("event_id= stream_id=", unit, unitResult, "add_event", "wait_event"),
	effects("", unit, unitResult, "stream_barrier"),
	effects("size= alignment= device_type= device_id= dtype= alloc_async=", storage, "the result is a scalar of the given dtype", "vm.alloc_storage"),
	effects("storage shape= dtype= assert_shape= own=", allocated, "the result has the given shape and dtype", "vm.alloc_tensor"),
	effects("memory", unit, unitResult, "vm.free"),
	effects("func inputs outputs", unit, unitResult, "vm.invoke_op"),
	effects("func inputs", unknown, "the result depends on the function", "vm.infer_type"),
	effects("data shape=", ofShape(-1), "the result has the given shape", "vm.set_shape"),
)

// gradient is the gradient of a function of each element, x or y of which may be null: dy · f′(x).
func gradient(name string) operator {
	return operator{name: name, places: "x? y? dy", rule: unaryGradient, says: "the result has the type of the operand that is differentiated", cost: op.ElementwiseCost}
}
