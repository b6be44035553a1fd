package vision

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

func anchors() []*op.Op {
	return []*op.Op{
		{
			Name: "vision.multibox_prior", Params: op.Args("data"),
			Doc:  "Makes the anchor boxes of a feature map.",
			Rule: "data is (batch, channels, height, width); the result is (1, boxes, 4) with sizes + ratios - 1 boxes for each place",
			Attrs: []op.Attr{
				floats("sizes", "sizes of the boxes", 1), floats("ratios", "ratios of width to height", 1),
				floats("steps", "distances of the boxes along height and width; -1 for equal ones", -1, -1),
				floats("offsets", "places of the boxes' centres within a step", 0.5, 0.5),
				relate.Bool("clip", false, "keep the boxes within the image"),
			},
			Traits:   op.Traits{Cost: priorCost},
			Relation: relate.Relation(multiboxPrior),
		},
		{
			Name: "vision.multibox_transform_loc", Params: op.Args("cls_prob", "loc_pred", "anchor"),
			Doc:  "Turns predictions for anchor boxes into detections.",
			Rule: "cls_prob is (batch, classes, n), loc_pred (batch, 4·n), anchor (1, n, 4); the result is the tensor (batch, n, 6) of detections and their numbers, (batch) of dtype int32",
			Attrs: []op.Attr{
				relate.Bool("clip", true, "keep the boxes within the image"),
				relate.Float("threshold", 0.01, "least score of a detection"),
				floats("variances", "factors of the predictions", 0.1, 0.1, 0.2, 0.2),
				relate.Bool("keep_background", false, "keep boxes of the background class"),
			},
			Traits:   op.Traits{Cost: decodedCost},
			Relation: relate.Relation(multiboxTransform),
		},
		{
			Name: "vision.yolo_reorg", Params: op.Args("data"),
			Doc:      "Moves blocks of height and width into channels.",
			Rule:     "data has 4 dimensions; the channels are multiplied by stride², height and width divided by stride",
			Attrs:    []op.Attr{relate.Int("stride", 1, "extent of a block along height and width")},
			Traits:   op.Traits{Cost: reorganizedCost},
			Relation: relate.Relation(yoloReorg),
		},
	}
}

func multiboxPrior(s *relate.Typing, _ *types.Tensor) types.Type {
	data := needRank(s, 0, 4, "batch, channels, height, width")
	if data == nil {
		return nil
	}
	for _, attr := range []string{"sizes", "ratios"} {
		if !s.Attrs.Has(attr) {
			return s.FailAttr(attr, fmt.Sprintf("`%s` must be a list of numbers", attr))
		}
	}
	perPlace := int64(len(s.Attrs.Value("sizes").List) + len(s.Attrs.Value("ratios").List) - 1)
	if perPlace < 1 {
		s.WarnAttr("sizes", fmt.Sprintf("there are %d boxes for each place", perPlace), "give one size and one ratio at least")
	}
	boxes := relate.Product(data.Shape[2], data.Shape[3], types.Const(perPlace))
	return tensor(data.Dtype, types.Const(1), boxes, types.Const(4))
}

func multiboxTransform(s *relate.Typing, _ *types.Tensor) types.Type {
	scores := needRank(s, 0, 3, "batch, classes, boxes")
	places := needRank(s, 1, 2, "batch, 4·boxes")
	anchor := needRank(s, 2, 3, "1, boxes, 4")
	if scores == nil || places == nil || anchor == nil {
		return nil
	}
	batch, boxes, four := scores.Shape[0], scores.Shape[2], types.Const(4)
	if n, known := anchor.Shape[1].Const(); known && n <= 0 {
		return s.FailArg(2, "shape-mismatch", fmt.Sprintf("`anchor` is %s, and holds no box", types.Text(anchor)))
	}
	s.Expect(1, tensor(places.Dtype, places.Shape[0], relate.Mul(boxes, four)))
	s.Expect(2, tensor(anchor.Dtype, anchor.Shape[0], boxes, four))
	return tuple(tensor(scores.Dtype, batch, anchor.Shape[1], types.Const(6)), tensor(types.Int32, batch))
}

func yoloReorg(s *relate.Typing, _ *types.Tensor) types.Type {
	data := needRank(s, 0, 4, "batch, channels, height, width")
	if data == nil {
		return nil
	}
	stride, ok := s.Attrs.Dim("stride")
	if n, known := stride.Const(); !ok || known && n <= 0 {
		return s.FailAttr("stride", "`stride` must be 1 at least")
	}
	d := data.Shape
	if cutOff(d[2], stride) || cutOff(d[3], stride) {
		s.WarnAttr("stride", fmt.Sprintf("%s does not divide height and width, %s and %s", stride, d[2], d[3]), "the rest is cut off")
	}
	channels := relate.Mul(relate.Mul(d[1], stride), stride)
	return tensor(data.Dtype, d[0], channels, relate.Div(d[2], stride), relate.Div(d[3], stride))
}

// cutOff reports whether blocks do not fill an extent.
func cutOff(extent, block types.Dim) bool {
	m, known := extent.Const()
	n, number := block.Const()
	return known && number && m%n != 0
}
