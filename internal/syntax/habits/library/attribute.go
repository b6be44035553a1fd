package library

import "strings"

// attributes are what other libraries call the attributes of operators, with the
// names that are tried here, in their order.
var attributes = map[string][]string{
	"dim": {"axis", "axes"}, "dims": {"axes", "axis"}, "axes": {"axis"}, "axis": {"axes"}, "perm": {"axes"}, "permutation": {"axes"},
	"keep_dims": {"keepdims"},
	"pads":      {"padding", "pad_width"}, "pad": {"padding", "pad_width"}, "paddings": {"pad_width", "padding"},
	"stride": {"strides"}, "dilations": {"dilation"}, "dilation_rate": {"dilation"}, "group": {"groups"}, "feature_group_count": {"groups"},
	"kernel_shape": {"kernel_size", "pool_size"}, "kernel": {"kernel_size", "pool_size"}, "kernel_size": {"pool_size"}, "ksize": {"kernel_size", "pool_size"},
	"filters": {"channels"}, "out_channels": {"channels"}, "num_filters": {"channels"}, "out_features": {"units"}, "num_hidden": {"units"},
	"shape": {"newshape"}, "size": {"newshape", "shape", "pool_size", "size"}, "new_shape": {"newshape"}, "target_shape": {"newshape"},
	"eps": {"epsilon"}, "epsilon": {"eps"}, "min": {"a_min"}, "max": {"a_max"}, "min_val": {"a_min"}, "max_val": {"a_max"}, "low": {"a_min"}, "high": {"a_max"},
	"type": {"dtype"}, "to": {"dtype"}, "out_type": {"out_dtype", "dtype"}, "p": {"rate"}, "negative_slope": {"alpha"},
	"num_or_size_splits": {"indices_or_sections"}, "sections": {"indices_or_sections"}, "num_splits": {"indices_or_sections"}, "chunks": {"indices_or_sections"},
	"descending": {"is_ascend"}, "decreasing": {"is_ascend"}, "largest": {"is_ascend"}, "reverse": {"is_ascend"}, "ascending": {"is_ascend"}, "repetitions": {"reps"}, "multiples": {"reps"}, "depth": {"depth"}, "num_classes": {"depth"},
	"equation": {"equation"}, "subscripts": {"equation"}, "starts": {"begin"}, "ends": {"end"}, "steps": {"strides"}, "step": {"stride"},
	"begin": {"start"}, "end": {"stop", "limit"}, "limit": {"stop"}, "delta": {"step"}, "window_size": {"window"}, "dilation": {"dilation"},
}

// Attribute gives the name that an attribute of other libraries has here, among the
// names of an operator's attributes; "" where there is none.
func Attribute(name string, names []string) string {
	for _, here := range attributes[name] {
		for _, own := range names {
			if own == here && own != name {
				return own
			}
		}
	}
	return ""
}

// words are what other libraries call the values of attributes, with the words that are
// tried here, in their order.
var words = map[string][]string{
	"nearest": {"nearest_neighbor"}, "nearest_neighbor": {"nearest"}, "nearest_neighbour": {"nearest_neighbor", "nearest"}, "nn": {"nearest_neighbor", "nearest"},
	"bilinear": {"linear", "trilinear"}, "trilinear": {"linear", "bilinear"}, "linear": {"bilinear", "trilinear"},
	"bicubic": {"cubic"}, "cubic": {"bicubic"}, "tricubic": {"cubic"},
	"sum": {"add"}, "plus": {"add"}, "multiply": {"mul"}, "prod": {"mul"}, "product": {"mul"}, "minimum": {"min"}, "maximum": {"max"}, "amin": {"min"}, "amax": {"max"},
	"average": {"mean", "avg"}, "avg": {"mean"}, "mean": {"avg"}, "assign": {"update"}, "replace": {"update"}, "set": {"update"}, "none": {"update", "None"},
	"clamp": {"clip"}, "zeros": {"constant"}, "zero": {"zeros", "constant"}, "replicate": {"edge", "border"}, "mirror": {"reflect", "REFLECT"},
	"symmetric": {"SYMMETRIC"}, "reflection": {"reflect", "REFLECT"}, "reflect": {"reflection", "REFLECT"},
	"matrix": {"ij"}, "cartesian": {"xy"}, "value": {"values"}, "index": {"indices"},
	"channels_first": {"NCHW", "NCW", "NCDHW"}, "channels_last": {"NHWC", "NWC", "NDHWC"},
	"half_up": {"UPWARD"}, "half_away_from_zero": {"TONEAREST"}, "to_nearest": {"TONEAREST"}, "upward": {"UPWARD"},
}

// Word gives what a value of attributes of other libraries is called here, among the
// words of an attribute; "" where there is none.
func Word(text string, own []string) string {
	for _, here := range words[strings.ToLower(text)] {
		for _, w := range own {
			if w == here && w != text {
				return w
			}
		}
	}
	return ""
}
