package foreign

import "strings"

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
