package vision

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer"
	"github.com/fraccheck/fraccheck/internal/value"
)

// byClassKernel computes vision.all_class_non_max_suppression. In each list of an image and a
// class, boxes whose score is above the threshold are looked at from the best on, of equal
// ones the first; a box is kept where it overlaps none that was kept before by more than the
// threshold. What the results have after the boxes that are kept is 0.
var byClassKernel = op.Reads{Arrays: 2}.Kernel(func(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	s, err := suppressionOf(m, c, in)
	if err != nil {
		return nil, err
	}
	kept, err := op.Make[[]int32](m, s.images*s.classes)
	if err != nil {
		return nil, err
	}
	err = buffer.Parts(m, len(kept), max(1, s.boxes*s.boxes*overlapSteps/2), func(from, to int) error {
		for i := from; i < to; i++ {
			list, err := s.list(m, i)
			if err != nil {
				return err
			}
			kept[i] = list
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if c.Attrs.Str("output_format") == "onnx" {
		return s.together(m, kept)
	}
	return s.byImage(m, kept)
})

// A suppression is a call: for each image boxes of two corners, and for each class scores.
type suppression struct {
	images, classes, boxes int
	corners, scores        []float64
	most                   int
	overlap, least         float64
}

func suppressionOf(m op.Machine, c *op.KernelCall, in op.Inputs) (s suppression, err error) {
	boxes, scores := in.Arrays[0], in.Arrays[1]
	if boxes.Rank() != 3 || scores.Rank() != 3 || boxes.Shape[2] != 4 || boxes.Shape[0] != scores.Shape[0] || boxes.Shape[1] != scores.Shape[2] {
		return s, fmt.Errorf("`%s`: boxes %s and scores %s do not fit", c.Op.Name, value.ShapeText(boxes.Shape), value.ShapeText(scores.Shape))
	}
	s = suppression{images: scores.Shape[0], classes: scores.Shape[1], boxes: scores.Shape[2]}
	if s.corners, err = buffer.Read[float64](m, boxes); err != nil {
		return s, err
	}
	if s.scores, err = buffer.Read[float64](m, scores); err != nil {
		return s, err
	}
	var limits [3]float64
	for i := range limits {
		x, err := c.Scalar(2 + i)
		if err != nil {
			return s, err
		}
		limits[i] = x.Float()
	}
	s.most = int(min(max(limits[0], 0), float64(s.boxes)))
	s.overlap, s.least = limits[1], limits[2]
	return s, nil
}

// list are the boxes that are kept of one image and class, the best first.
func (s suppression) list(m op.Machine, i int) ([]int32, error) {
	scores := s.scores[i*s.boxes:][:s.boxes]
	corners := s.corners[i/s.classes*s.boxes*4:]
	order, err := op.Make[int32](m, s.boxes)
	if err != nil {
		return nil, err
	}
	n := 0
	for k, score := range scores {
		if score > s.least {
			order[n] = int32(k)
			n++
		}
	}
	order = order[:n]
	slices.SortStableFunc(order, func(a, b int32) int { return -compareScores(scores[a], scores[b]) })
	kept := 0 // boxes at the front of order, which is read from there on
	err = op.InTurn(m, len(order), s.boxes*overlapSteps, func(from, to int) error {
		for _, k := range order[from:to] {
			if kept == s.most {
				return nil
			}
			box := corners[4*k:][:4]
			if !slices.ContainsFunc(order[:kept], func(other int32) bool { return overlap(box, corners[4*other:][:4]) > s.overlap }) {
				order[kept] = k
				kept++
			}
		}
		return nil
	})
	return order[:kept], err
}

func compareScores(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

// overlap is the area that two boxes share, divided by the area of both; 0 where one has
// none. Corners may be in any order.
func overlap(a, b []float64) float64 {
	var shared, first, second float64 = 1, 1, 1
	for k := range 2 {
		lowA, highA := min(a[k], a[k+2]), max(a[k], a[k+2])
		lowB, highB := min(b[k], b[k+2]), max(b[k], b[k+2])
		side := min(highA, highB) - max(lowA, lowB)
		if !(side > 0) {
			return 0
		}
		shared, first, second = shared*side, first*(highA-lowA), second*(highB-lowB)
	}
	return shared / (first + second - shared)
}

// together is the form of ONNX: (image, class, box) of all boxes that are kept, and their
// number.
func (s suppression) together(m op.Machine, kept [][]int32) (value.Value, error) {
	rows, err := op.Make[int64](m, s.images*s.classes*s.boxes*3)
	if err != nil {
		return nil, err
	}
	n := 0
	for i, list := range kept {
		for _, k := range list {
			rows[3*n], rows[3*n+1], rows[3*n+2] = int64(i/s.classes), int64(i%s.classes), int64(k)
			n++
		}
	}
	return &value.Tuple{Elems: []value.Value{value.Of(rows, len(rows)/3, 3), value.Of([]int64{int64(n)}, 1)}}, nil
}

// byImage is the form of TensorFlow: for each image (class, box) of the boxes that are kept,
// the best first whatever their class, their scores, and their number.
func (s suppression) byImage(m op.Machine, kept [][]int32) (value.Value, error) {
	candidates := s.classes * s.boxes
	pairs, err := op.Make[int64](m, s.images*candidates*2)
	if err != nil {
		return nil, err
	}
	scores, err := op.Make[float32](m, s.images*candidates)
	if err != nil {
		return nil, err
	}
	counts, err := op.Make[int64](m, s.images)
	if err != nil {
		return nil, err
	}
	all, err := op.Make[[2]int32](m, candidates)
	if err != nil {
		return nil, err
	}
	for image := range s.images {
		n := 0
		for class, list := range kept[image*s.classes:][:s.classes] {
			for _, k := range list {
				all[n] = [2]int32{int32(class), k}
				n++
			}
		}
		found := all[:n]
		score := func(d [2]int32) float64 { return s.scores[(image*s.classes+int(d[0]))*s.boxes+int(d[1])] }
		slices.SortStableFunc(found, func(a, b [2]int32) int { return -compareScores(score(a), score(b)) })
		for i, d := range found {
			at := image*candidates + i
			pairs[2*at], pairs[2*at+1], scores[at] = int64(d[0]), int64(d[1]), float32(score(d))
		}
		counts[image] = int64(n)
	}
	return &value.Tuple{Elems: []value.Value{
		value.Of(pairs, s.images, candidates, 2), value.Of(scores, s.images, candidates), value.Of(counts, s.images),
	}}, nil
}
