package rearrange

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// joins lists the operators that make one tensor of several, or several of a
// tuple.
var joins = []*op.Op{
	{
		Name: "concatenate", Kind: op.Injective, Params: op.Args("data"),
		Doc:      "Joins the tensors of a tuple along an axis.",
		Rule:     "the tensors have one dtype, one rank and equal extents but for the axis, where the result has their sum",
		Attrs:    []op.Attr{relate.Int("axis", 0, "the axis to join along")},
		Traits:   op.Traits{Fails: op.OnExtent | op.OnAttribute, Rounding: op.Linear, Cost: op.MovedCost(op.ResultSize)},
		Relation: concatenate, Kernel: op.Reads{Elements: true, Shape: true}.Kernel(concatenateKernel),
	},
	{
		Name: "stack", Kind: op.Injective, Params: op.Args("data"),
		Doc:      "Joins the tensors of a tuple along a new axis.",
		Rule:     "the tensors have one dtype and one shape; the result has a new dimension, as long as the tuple, at axis",
		Attrs:    []op.Attr{relate.Int("axis", 0, "the position of the new dimension, from -n-1 to n")},
		Traits:   op.Traits{Fails: op.OnExtent | op.OnAttribute, Cost: op.MovedCost(op.ResultSize)},
		Relation: stack, Kernel: op.Reads{Elements: true, Shape: true}.Kernel(stackKernel),
	},
	{
		Name: "meshgrid", Kind: op.Injective, Params: op.Args("data"),
		Doc:      "Makes the coordinate tensors of a grid from the vectors along its axes.",
		Rule:     "the arguments are scalars or vectors of one dtype; each result has one dimension for each of them",
		Attrs:    []op.Attr{relate.Known("indexing", "ij", "ij for matrix order, xy to swap the first two dimensions", "ij", "xy")},
		Traits:   op.Traits{Fails: op.OnExtent | op.OnAttribute, Cost: op.ViewCost},
		Relation: meshgrid, Kernel: op.Reads{Elements: true}.Kernel(meshgridKernel),
	},
}

// Alike refuses an empty tuple, and tensors whose rank or dtype differs from
// the first one's.
func Alike(c *op.Call, ts []*types.Tensor, sameRank bool) (op.Answer, bool) {
	if len(ts) == 0 {
		return op.FailArg(0, "type-mismatch", fmt.Sprintf("`%s` needs one tensor at least, and the tuple is empty", c.Op.Name)), false
	}
	first := ts[0]
	for i, t := range ts[1:] {
		if sameRank && len(t.Shape) != len(first.Shape) {
			message := fmt.Sprintf("`%s` needs tensors of one rank: element 0 has shape %s and element %d has shape %s",
				c.Op.Name, op.ShapeText(first.Shape), i+1, op.ShapeText(t.Shape))
			return op.FailArg(0, "shape-mismatch", message).Showing(elementShapes(first, t, i+1, -1)...).InPart(i + 1), false
		}
		if t.Dtype != first.Dtype {
			message := fmt.Sprintf("`%s` needs tensors of one dtype: element 0 has %s and element %d has %s",
				c.Op.Name, first.Dtype, i+1, t.Dtype)
			return op.FailArg(0, "dtype-mismatch", message, op.DtypeFix(first, t)).InPart(i + 1), false
		}
	}
	return op.Answer{}, true
}

// elementShapes shows the shapes of the first element of a tuple and of one
// that clashes with it.
func elementShapes(first, t *types.Tensor, k, clash int) []op.Shown {
	return []op.Shown{
		{Arg: -1, Label: "element 0", Shape: first.Shape, Clash: clash},
		{Arg: -1, Label: fmt.Sprintf("element %d", k), Shape: t.Shape, Clash: clash},
	}
}

// concatenate is the relation of concatenate: along the axis the sum of the extents, `?` if
// one of them is; along the others the common extent. Extents of which one is a shape
// variable become equations.
func concatenate(c *op.Call) op.Answer {
	ts, answer, ok := c.TensorsOf(0)
	if !ok {
		return answer
	}
	if answer, ok := Alike(c, ts, true); !ok {
		return answer
	}
	axis, answer, ok := c.Axis("axis", len(ts[0].Shape))
	if !ok {
		return answer
	}
	ts, equal := align(ts, axis)
	length := column(ts, axis).sum()
	shape := make([]types.Dim, len(ts[0].Shape))
	for i := range shape {
		d, other, fits := column(ts, i).common(length.Loose())
		if i != axis && !fits {
			message := fmt.Sprintf("`concatenate` along axis %d needs equal extents on axis %d: element 0 has shape %s and element %d has shape %s",
				axis, i, op.ShapeText(ts[0].Shape), other, op.ShapeText(ts[other].Shape))
			return op.FailArg(0, "shape-mismatch", message).Showing(elementShapes(ts[0], ts[other], other, i)...).InPart(other)
		}
		shape[i] = d
	}
	shape[axis] = length
	return op.Done(op.TensorOf(ts[0].Dtype, shape...), equal...)
}

// align makes the extents equal of which one is a shape variable: by an
// equation, which the checker solves or refuses. The axis is left alone.
func align(ts []*types.Tensor, axis int) (aligned []*types.Tensor, equal []op.Equation) {
	aligned = append(aligned, ts...)
	for i := range ts[0].Shape {
		d := ts[0].Shape[i]
		for k, t := range aligned {
			e := t.Shape[i]
			if i != axis && !op.Compatible(d, e) && !op.KnownDims(d, e) {
				aligned[k] = op.TensorOf(t.Dtype, op.WithDim(t.Shape, i, d)...)
				equal = []op.Equation{{Arg: 0, Type: tupleOf(aligned)}}
			}
			if d.Loose() {
				d = e
			}
		}
	}
	return aligned, equal
}

// tupleOf is the type of a tuple of tensors.
func tupleOf(ts []*types.Tensor) *types.Tuple {
	tuple := &types.Tuple{}
	for _, t := range ts {
		tuple.Elems = append(tuple.Elems, t)
	}
	return tuple
}

// extents are what several tensors have on one axis.
type extents []types.Dim

// column are the extents that tensors have on an axis.
func column(ts []*types.Tensor, axis int) extents {
	ds := make(extents, len(ts))
	for i, t := range ts {
		ds[i] = t.Shape[axis]
	}
	return ds
}

// sum is `?` where one of them is.
func (ds extents) sum() types.Dim {
	if slices.ContainsFunc(ds, types.Dim.IsAny) {
		return types.Any
	}
	sum := ds[0]
	for _, d := range ds[1:] {
		sum = sum.Add(d)
	}
	return sum
}

// common is the extent that all must have. Where some are `?` it is `?` too,
// but for preferKnown, with which TVM takes the known one. other is the first
// that clashes.
func (ds extents) common(preferKnown bool) (d types.Dim, other int, ok bool) {
	d = ds[0]
	for i, e := range ds[1:] {
		if !op.Compatible(d, e) {
			return d, i + 1, false
		}
		if d.IsAny() {
			d = e
		}
	}
	if slices.ContainsFunc(ds, types.Dim.IsAny) && !preferKnown {
		return types.Any, 0, true
	}
	return d, 0, true
}

// stack is the relation of stack.
func stack(c *op.Call) op.Answer {
	ts, answer, ok := c.TensorsOf(0)
	if !ok {
		return answer
	}
	if answer, ok := Alike(c, ts, true); !ok {
		return answer
	}
	n, answer, ok := c.Int("axis")
	if !ok {
		return answer
	}
	first := ts[0].Shape
	at, ok := op.NormalAxis(n, len(first)+1)
	if !ok {
		return noSuchPlace(c, n, len(first))
	}
	ts, equal := align(ts, -1)
	warn, answer, ok := sameShape(ts, at)
	if !ok {
		return answer
	}
	answer = op.Done(op.TensorOf(ts[0].Dtype, op.JoinedDims(first[:at], []types.Dim{types.Const(int64(len(ts)))}, first[at:])...), equal...)
	answer.Warn = warn
	return answer
}

// sameShape compares the shapes to stack. At the place of the new dimension
// TVM compares nothing, so that a clash there is a warning.
func sameShape(ts []*types.Tensor, place int) (warn []op.Warning, answer op.Answer, ok bool) {
	for k, t := range ts[1:] {
		for i, d := range t.Shape {
			if op.Compatible(d, ts[0].Shape[i]) {
				continue
			}
			message := fmt.Sprintf("`stack` needs tensors of one shape: element 0 has shape %s and element %d has shape %s",
				op.ShapeText(ts[0].Shape), k+1, op.ShapeText(t.Shape))
			if i != place {
				return nil, op.FailArg(0, "shape-mismatch", message).Showing(elementShapes(ts[0], t, k+1, i)...).InPart(k + 1), false
			}
			warn = []op.Warning{{Code: "suspect-shape", Message: message}}
		}
	}
	return warn, op.Answer{}, true
}

func meshgrid(c *op.Call) op.Answer {
	ts, answer, ok := c.TensorsOf(0)
	if !ok {
		return answer
	}
	if answer, ok := Alike(c, ts, false); !ok {
		return answer
	}
	shape := make([]types.Dim, len(ts))
	for i, t := range ts {
		if len(t.Shape) > 1 {
			return op.FailArg(0, "shape-mismatch", fmt.Sprintf("`meshgrid` takes scalars and vectors, and element %d has shape %s", i, op.ShapeText(t.Shape)))
		}
		shape[i] = types.Product(t.Shape)
	}
	if c.Attrs.Str("indexing") == "xy" && len(shape) > 1 {
		shape[0], shape[1] = shape[1], shape[0]
	}
	grids := &types.Tuple{}
	for range ts {
		grids.Elems = append(grids.Elems, op.TensorOf(ts[0].Dtype, shape...))
	}
	return op.Done(grids)
}
