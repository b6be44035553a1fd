package vision

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

const pooledRule = "data has 4 dimensions in the given layout, rois is (regions, 5); the result has the regions for the batch, the channels of data and pooled_size for height and width"

func regions() []*op.Op {
	return []*op.Op{
		{
			Name: "vision.roi_align", Params: op.Args("data", "rois"),
			Doc: "Pools regions of a feature map, reading it between its elements.", Rule: pooledRule,
			Attrs: []op.Attr{
				pooledSize(), spatialScale(), relate.Int("sample_ratio", -1, "samples along each side of a part; below 1 for as many as there are elements"),
				layoutAttr(), relate.Known("mode", "avg", "how samples are combined: by their mean, by the greatest, or by the greatest of the four elements around any, times their weights", "avg", "max", "max_weighted"),
				relate.Bool("aligned", false, "whether corners are moved by half an element, to be between its edges, and regions may be smaller than an element"), keyAttr("ROIAlignAttrs"),
			},
			Traits:   op.Traits{Cost: alignedCost()},
			Relation: relate.Relation(pool), Kernel: alignKernel,
		},
		{
			Name: "vision.roi_pool", Params: op.Args("data", "rois"),
			Doc: "Takes the greatest elements of regions of a feature map.", Rule: pooledRule,
			Attrs:    []op.Attr{pooledSize(), spatialScale(), layoutAttr(), keyAttr("ROIPoolAttrs")},
			Traits:   op.Traits{Cost: pooledCost()},
			Relation: relate.Relation(pool), Kernel: poolsKernel,
		},
		{
			Name: "vision.proposal", Params: op.Args("cls_prob", "bbox_pred", "im_info"),
			Doc:  "Proposes regions where objects may be.",
			Rule: "cls_prob is (batch, 2·anchors, height, width), bbox_pred (batch, 4·anchors, height, width), im_info (batch, 3); the result is (batch·rpn_post_nms_top_n, 5) in the dtype of cls_prob",
			Attrs: []op.Attr{
				floats("scales", "scales of the anchor boxes", 4, 8, 16, 32), floats("ratios", "ratios of height to width", 0.5, 1, 2),
				relate.Int("feature_stride", 16, "pixels of the image for each place of the feature map"),
				relate.Float("threshold", 0.7, "greatest overlap"),
				relate.Int("rpn_pre_nms_top_n", 6000, "most boxes to look at; -1 for all"),
				relate.Int("rpn_post_nms_top_n", 300, "how many boxes to give for each image"),
				relate.Int("rpn_min_size", 16, "least height and width of a box"),
				relate.Bool("iou_loss", false, "the predictions are corners"), keyAttr("ProposalAttrs"),
			},
			Traits:   op.Traits{Cost: suppressedCost(extent(0, 0), boxesEach)},
			Relation: relate.Relation(propose),
		},
	}
}

func pooledSize() op.Attr {
	return relate.Required("pooled_size", op.IntsAttr, "height and width of a pooled region")
}

func spatialScale() op.Attr {
	return relate.Required("spatial_scale", op.FloatAttr, "extent of the feature map for each pixel of the image")
}

func layoutAttr() op.Attr {
	return op.Attr{
		Name: "layout", Type: op.StringAttr, Default: op.Text("NCHW"), Allowed: []string{"NCHW", "NHWC"},
		Doc: "order of the data's dimensions",
	}
}

func pool(s *relate.Typing, _ *types.Tensor) types.Type {
	data := needRank(s, 0, 4, "those of the layout")
	rois := needRank(s, 1, 2, "regions, 5")
	if data == nil || rois == nil {
		return nil
	}
	wantLast(s, 1, rois, 5, "a region is its image and two corners")
	if entries := len(s.Dims("pooled_size")); entries > 2 {
		s.WarnAttr("pooled_size", fmt.Sprintf("`pooled_size` has %s", op.Entries(entries)), "two are read: height and width")
	}
	regions, height, width := rois.Shape[0], s.At("pooled_size", 0), s.At("pooled_size", 1)
	s.Positive('H', height, "`pooled_size` says so")
	s.Positive('W', width, "`pooled_size` says so")
	if s.Attrs.Str("layout") == "NHWC" {
		return tensor(data.Dtype, regions, height, width, data.Shape[3])
	}
	return tensor(data.Dtype, regions, data.Shape[1], height, width)
}

func propose(s *relate.Typing, _ *types.Tensor) types.Type {
	scores := needRank(s, 0, 4, "batch, 2·anchors, height, width")
	boxes := needRank(s, 1, 4, "batch, 4·anchors, height, width")
	info := needRank(s, 2, 2, "batch, 3")
	if scores == nil || boxes == nil || info == nil {
		return nil
	}
	s.SameDtype(1, scores, boxes)
	s.Expect(2, tensor(info.Dtype, info.Shape[0], types.Const(3)))
	kept, ok := s.Attrs.Dim("rpn_post_nms_top_n")
	if !ok {
		return s.FailAttr("rpn_post_nms_top_n", "`rpn_post_nms_top_n` must be a number")
	}
	return tensor(scores.Dtype, relate.Mul(scores.Shape[0], kept), types.Const(5))
}
