package table

import (
	"maps"
	"slices"
	"testing"
)

// unheld are the operators with a kernel that no data of NumPy's holds, and why.
var unheld = map[string]string{
	"annotation.cast_hint":              "gives its argument",
	"on_device":                         "gives its argument",
	"device_copy":                       "gives its argument",
	"debug":                             "gives its argument",
	"call_lowered":                      "calls a function",
	"auto_scheduler_layout_transform":   "shares the kernel of layout_transform",
	"nn.contrib_conv2d_NCHWc":           "shares the kernel of nn.conv2d",
	"nn.contrib_depthwise_conv2d_NCHWc": "shares the kernel of nn.conv2d",
	"nn.internal.sparse_dense_padded":   "shares the kernel of nn.sparse_dense",
}

// TestReferenceData holds that each operator with a kernel is in the data that
// the scripts under tools/reference make, or is listed with a reason.
func TestReferenceData(t *testing.T) {
	calls := readRecorded(t)
	for name := range unheld {
		if Default()[name] == nil {
			t.Errorf("`%s` is listed, and no operator", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(Default())) {
		o := Default()[name]
		_, listed := unheld[name]
		switch held := len(calls[name]) > 0; {
		case o.Kernel == nil && o.Fractal == nil:
		case !held && !listed:
			t.Errorf("no data holds `%s`: append a line with a call and its result to op/testdata/numpy.jsonl or to the family's testdata/reference.jsonl, and the call to the script that writes it (tools/reference)", name)
		case held && listed:
			t.Errorf("`%s` is listed, and held by data", name)
		}
	}
}
