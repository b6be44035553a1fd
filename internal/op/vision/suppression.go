package vision

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

func suppressions() []*op.Op {
	return []*op.Op{
		{
			// The second argument is `score_threshold` in TVM, as is an
			// attribute: under one name a literal would be taken for both.
			Name: "vision.get_valid_counts", Params: op.Args("data", "threshold"),
			Doc:  "Moves the boxes with a score above a threshold to the front and counts them.",
			Rule: "data is (batch, n, elements); the result is the counts, (batch) of dtype int32, the boxes in the type of data, and their indices, (batch, n) of dtype int32",
			Attrs: []op.Attr{
				relate.Optional("score_threshold", op.FloatAttr, "least score, needed where the class is named"),
				relate.Int("id_index", 0, "place of the class in a box"), relate.Int("score_index", 1, "place of the score in a box"),
				keyAttr("GetValidCountsAttrs"),
			},
			Traits:   op.Traits{Cost: countedCost},
			Relation: relate.Relation(validCounts),
		},
		{
			Name:   "vision.non_max_suppression",
			Params: op.Args("data", "valid_count", "indices", "max_output_size", "iou_threshold"),
			Doc:    "Drops boxes that overlap better ones.",
			Rule:   "data is (batch, n, elements), valid_count (batch); the result is the indices (batch, n) and their numbers (batch, 1) of dtype int32, or the boxes in the type of data without return_indices",
			Attrs: []op.Attr{
				relate.Bool("force_suppress", false, "whatever the classes"), relate.Int("top_k", -1, "most boxes to look at; -1 for all"),
				relate.Int("coord_start", 2, "place of the coordinates in a box"),
				relate.Int("score_index", 1, "place of the score in a box"), relate.Int("id_index", 0, "place of the class in a box; -1 for none"),
				relate.Bool("return_indices", true, "give indices, not boxes"),
				relate.Bool("invalid_to_bottom", false, "move dropped boxes to the end"), keyAttr("NonMaximumSuppressionAttrs"),
			},
			Traits:   op.Traits{Cost: suppressedCost(extent(0, 0), extent(0, 1))},
			Relation: relate.Relation(suppress),
		},
		{
			Name:   "vision.all_class_non_max_suppression",
			Params: op.Args("boxes", "scores", "max_output_boxes_per_class", "iou_threshold", "score_threshold"),
			Doc:    "Drops boxes that overlap better ones of the same class.",
			Rule: "boxes is (batch, n, 4), scores (batch, classes, n); with k = classes·n the result is ((batch·k, 3), (1)) of dtype int64, " +
				"for the format tensorflow ((batch, k, 2) of int64, (batch, k) of float32, (batch) of int64)",
			Attrs: []op.Attr{
				relate.Known("output_format", "onnx", "whose form the result has", "onnx", "tensorflow"), keyAttr("AllClassNonMaximumSuppressionAttrs"),
			},
			Traits:   op.Traits{Cost: suppressedCost(times(extent(1, 0), extent(1, 1)), extent(1, 2))},
			Relation: relate.Relation(suppressByClass), Kernel: byClassKernel,
		},
		{
			Name: "vision.regular_non_max_suppression", Params: op.Args("boxes", "scores"),
			Doc:  "Drops boxes that overlap better ones, as TensorFlow Lite does.",
			Rule: "boxes is (batch, n, 4), scores (batch, n, classes); with m = max_detections the result is ((batch, m, 4), (batch, m), (batch, m)) of dtype float32 and the numbers, (batch) of dtype int32",
			Attrs: []op.Attr{
				relate.Required("max_detections_per_class", op.IntAttr, "most boxes of a class"),
				relate.Required("max_detections", op.IntAttr, "most boxes of an image"),
				relate.Required("num_classes", op.IntAttr, "how many classes there are, without the background"),
				relate.Required("iou_threshold", op.FloatAttr, "greatest overlap"),
				relate.Required("score_threshold", op.FloatAttr, "least score"),
				keyAttr("RegularNonMaximumSuppressionAttrs"),
			},
			Traits:   op.Traits{Cost: suppressedCost(times(extent(1, 0), extent(1, 2)), extent(1, 1))},
			Relation: relate.Relation(suppressRegularly),
		},
	}
}

func validCounts(s *relate.Typing, _ *types.Tensor) types.Type {
	data := needRank(s, 0, 3, "batch, boxes, elements of a box")
	if data == nil {
		return nil
	}
	if s.Attrs.IsGiven(typeKey) && !s.Attrs.IsGiven("score_threshold") {
		return s.FailAttr(typeKey, "needs the attribute `score_threshold` where their class is named", "write `score_threshold=0f`")
	}
	batch, boxes := data.Shape[0], data.Shape[1]
	return tuple(tensor(types.Int32, batch), data, tensor(types.Int32, batch, boxes))
}

func suppress(s *relate.Typing, _ *types.Tensor) types.Type {
	data := needRank(s, 0, 3, "batch, boxes, elements of a box")
	if needRank(s, 1, 1, "batch") == nil || data == nil {
		return nil
	}
	if !s.Attrs.Bool("return_indices") {
		return data
	}
	batch, boxes := data.Shape[0], data.Shape[1]
	return tuple(tensor(types.Int32, batch, boxes), tensor(types.Int32, batch, types.Const(1)))
}

// boxesAndScores reads the first two arguments, with a warning where the boxes
// have not four corners.
func boxesAndScores(s *relate.Typing, scored string) (boxes, scores *types.Tensor, ok bool) {
	boxes = needRank(s, 0, 3, "batch, boxes, 4")
	scores = needRank(s, 1, 3, scored)
	if boxes == nil || scores == nil {
		return nil, nil, false
	}
	wantLast(s, 0, boxes, 4, "a box is two corners")
	return boxes, scores, true
}

func suppressByClass(s *relate.Typing, _ *types.Tensor) types.Type {
	boxes, scores, ok := boxesAndScores(s, "batch, classes, boxes")
	if !ok {
		return nil
	}
	if !s.Attrs.IsGiven(typeKey) {
		return s.FailAttr("", "needs its attributes", fmt.Sprintf("add `%s=%q`", typeKey, "relay.attrs.AllClassNonMaximumSuppressionAttrs"))
	}
	batch, each := boxes.Shape[0], boxes.Shape[1]
	total := types.Any
	if !each.IsAny() {
		total = relate.Mul(scores.Shape[1], each)
	}
	return detections(s, batch, total)
}

// detections is the result in the chosen format, with as many candidates for
// each image.
func detections(s *relate.Typing, batch, candidates types.Dim) types.Type {
	one, two, three := types.Const(1), types.Const(2), types.Const(3)
	if s.Attrs.Str("output_format") != "onnx" {
		return tuple(tensor(types.Int64, batch, candidates, two), tensor(types.Float32, batch, candidates), tensor(types.Int64, batch))
	}
	total := types.Any
	if !batch.IsAny() && !candidates.IsAny() {
		total = relate.Mul(batch, candidates)
	}
	return tuple(tensor(types.Int64, total, three), tensor(types.Int64, one))
}

func suppressRegularly(s *relate.Typing, _ *types.Tensor) types.Type {
	boxes, _, ok := boxesAndScores(s, "batch, boxes, classes")
	if !ok {
		return nil
	}
	most, ok := s.Attrs.Dim("max_detections")
	if !ok {
		return s.FailAttr("max_detections", "`max_detections` must be a number")
	}
	if n, known := most.Const(); known && n < 1 {
		s.WarnAttr("max_detections", fmt.Sprintf("the result has room for %d boxes", n))
	}
	batch, scores := boxes.Shape[0], tensor(types.Float32, boxes.Shape[0], most)
	return tuple(tensor(types.Float32, batch, most, types.Const(4)), scores, scores, tensor(types.Int32, batch))
}
