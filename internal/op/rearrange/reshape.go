package rearrange

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// reshapes lists the operators that keep the elements in order and change the
// shape.
var reshapes = []*op.Op{
	{
		Name: "reshape", Kind: op.Injective, Params: op.Args("data"),
		Doc:      "Gives the elements another shape.",
		Rule:     reshapeRule,
		Attrs:    reshapeAttrs(),
		Traits:   op.Traits{Fails: op.OnExtent | op.OnAttribute, Rounding: op.Linear, Aliasing: op.ViewOrCopy, Cost: op.ReshapeCost},
		Relation: reshape, Kernel: op.Reads{Arrays: 1, Shape: true}.Kernel(reshapeKernel),
	},
	{
		Name: "contrib_reverse_reshape", Kind: op.Injective, Params: op.Args("data"),
		Doc:      "Gives the elements another shape, the special values of newshape read from the right.",
		Rule:     reshapeRule,
		Attrs:    reshapeAttrs(),
		Traits:   op.Traits{Cost: op.ReshapeCost},
		Relation: reverseReshape, Kernel: op.Reads{Arrays: 1, Shape: true}.Kernel(reshapeKernel),
	},
	{
		Name: "reshape_like", Kind: op.Injective, Params: op.Args("data", "shape_like"),
		Doc:  "Gives the dimensions lhs_begin to lhs_end of data the extents that rhs_begin to rhs_end of shape_like have.",
		Rule: "the result has the dtype and the number of elements of data",
		Attrs: []op.Attr{
			relate.Int("lhs_begin", 0, "first dimension replaced"),
			relate.Optional("lhs_end", op.IntAttr, "dimension after the last one replaced; all where it is left out"),
			relate.Int("rhs_begin", 0, "first dimension taken"),
			relate.Optional("rhs_end", op.IntAttr, "dimension after the last one taken; all where it is left out"),
		},
		Traits:   op.Traits{Fails: op.OnExtent | op.OnAttribute, Cost: op.ReshapeCost},
		Relation: op.OnTensors(reshapeLike), Kernel: op.Reads{Arrays: 1, Shape: true}.Kernel(reshapeKernel),
	},
}

const reshapeRule = "the result has the dtype and the number of elements of data; in newshape 0 copies an extent, -1 infers one, -2 copies the rest, -3 merges two, -4 splits one"

func reshapeAttrs() []op.Attr {
	return []op.Attr{
		relate.Required("newshape", op.IntsAttr, "extents, or 0, -1, -2, -3, -4"),
		relate.Bool("allowzero", false, "0 is the extent zero and copies nothing"),
	}
}

// reshape reads the codes of newshape from the left, reverseReshape from the right: both
// lists are reversed, read, and what comes out is reversed.
func reshape(c *op.Call) op.Answer {
	return reshapeBy(c, func(dims []types.Dim) []types.Dim { return dims })
}

func reverseReshape(c *op.Call) op.Answer {
	return reshapeBy(c, func(dims []types.Dim) []types.Dim {
		reversed := slices.Clone(dims)
		slices.Reverse(reversed)
		return reversed
	})
}

// reshapeBy reads data and newshape in the order that turn gives them. The shape is
// refused where it has another number of elements than the data, as far as both are
// known.
func reshapeBy(c *op.Call, turn func([]types.Dim) []types.Dim) op.Answer {
	t, answer, ok := c.Tensor(0)
	if !ok {
		return answer
	}
	newshape, ok := c.Attrs.Dims("newshape")
	if !ok && c.Attrs.Has("newshape") {
		return op.FailAttr("newshape", "attribute-value", "`newshape` must be a list of extents")
	}
	r := reshaper{in: turn(t.Shape), codes: turn(newshape), infer: -1, allowZero: c.Attrs.Bool("allowzero")}
	r.run()
	shape := turn(r.out)
	if r.problem == "" {
		r.problem = sizeClash(t.Shape, shape, r.inexact)
	}
	if r.problem != "" {
		return op.FailAttr("newshape", "shape-mismatch", fmt.Sprintf("`%s` cannot give a tensor of shape %s the shape newshape=%s: %s",
			c.Op.Name, op.ShapeText(t.Shape), listText(newshape), r.problem),
			"in newshape, 0 copies an extent, -1 is what is left, -2 copies the rest, -3 merges two, -4 splits one")
	}
	answer = op.Done(op.TensorOf(t.Dtype, shape...))
	answer.Warn = op.NegativeExtents(c, "newshape", shape)
	return answer
}

// listText spells extents as the program does: [2, n].
func listText(dims []types.Dim) string {
	text := []byte(types.ShapeString(dims))
	text[0], text[len(text)-1] = '[', ']'
	return string(text)
}

// sizeClash compares the numbers of elements, where both are known. An extent
// that was inferred by an inexact quotient of shape variables is left to be
// checked when the program runs.
func sizeClash(in, out []types.Dim, inexact bool) string {
	if op.Dynamic(in) || op.Dynamic(out) || inexact {
		return ""
	}
	have, want := types.Product(in), types.Product(out)
	if have.Equal(want) {
		return ""
	}
	return fmt.Sprintf("it has %s elements, and shape %s has %s", have, op.ShapeText(out), want)
}

// A reshaper reads newshape code by code, as TVM does (relay/op/tensor/
// transform.cc, InferNewShape). With d the extents of the data that no code has
// taken yet, a code appends to the result and takes of the data:
//
//	n > 0       n                takes d₀, whatever it is
//	0           d₀               takes d₀ (n = 0 with allowzero is as n > 0)
//	-1          what is left     takes d₀
//	-2          d₀, d₁, …        takes all
//	-3          d₀·d₁            takes both
//	-4, a, b    a, b             takes d₀ = a·b; one of them may be -1
//
// The extent for -1 is the product of what no other code has matched in the data,
// divided by the product of the extents in the result that match nothing. So an
// extent n > 0 takes a place of the data, but not its size.
type reshaper struct {
	in, codes, out []types.Dim
	next           int
	allowZero      bool
	infer          int // the index of the code -1, or -1 where there is none
	usedIn         []bool
	usedOut        []bool
	inexact        bool
	problem        string
}

func (r *reshaper) run() {
	r.usedIn = make([]bool, len(r.in))
	for i := 0; i < len(r.codes) && r.problem == ""; i++ {
		i += r.code(i)
	}
	if r.infer >= 0 && r.problem == "" {
		r.inferred()
	}
}

// specialCodes are what the codes below zero do; each tells how many further
// codes it took.
var specialCodes = map[int64]func(r *reshaper, i int) int{
	-1: (*reshaper).inferLater,
	-2: (*reshaper).rest,
	-3: (*reshaper).merge,
	-4: (*reshaper).split,
}

// code reads code i, and gives how many further codes it has read.
func (r *reshaper) code(i int) int {
	n, number := r.codes[i].Const()
	switch {
	case !number || n > 0 || n == 0 && r.allowZero:
		r.emit(r.codes[i], false)
		r.next++
		return 0
	case n == 0:
		r.emit(r.consume(), true)
		return 0
	}
	special, ok := specialCodes[n]
	if !ok {
		r.problem = fmt.Sprintf("%d means nothing in newshape", n)
		return 0
	}
	return special(r, i)
}

// emit appends an extent to the result; used tells those that match extents of the data,
// and do not count for -1.
func (r *reshaper) emit(d types.Dim, used bool) {
	r.out = append(r.out, d)
	r.usedOut = append(r.usedOut, used)
}

// consume takes the next extent of the input.
func (r *reshaper) consume() types.Dim {
	if r.next >= len(r.in) {
		r.problem = fmt.Sprintf("newshape copies more than the %s there are", op.Dimensions(len(r.in)))
		return types.Any
	}
	r.usedIn[r.next] = true
	r.next++
	return r.in[r.next-1]
}

// inferLater puts 1 in the place of -1 until all other codes are read.
func (r *reshaper) inferLater(i int) int {
	if r.infer >= 0 {
		r.problem = "only one extent can be inferred (-1)"
	}
	r.infer = i
	r.emit(types.Const(1), false)
	r.next++
	return 0
}

func (r *reshaper) rest(int) int {
	for r.next < len(r.in) {
		r.emit(r.consume(), true)
	}
	return 0
}

func (r *reshaper) merge(int) int {
	first := r.consume()
	r.emit(first.Mul(r.consume()), true)
	return 0
}

// split reads -4, a, b, and infers one of a and b from their product.
func (r *reshaper) split(i int) int {
	if i+2 >= len(r.codes) {
		r.problem = "-4 needs two extents after it"
		return 0
	}
	whole, left, right := r.consume(), r.codes[i+1], r.codes[i+2]
	switch {
	case left.IsConst(-1) && right.IsConst(-1):
		r.problem = "-4 can infer one of its two extents only"
	case left.IsConst(-1):
		left = r.divide(whole, right)
	case right.IsConst(-1):
		right = r.divide(whole, left)
	}
	r.emit(left, true)
	r.emit(right, true)
	return 2
}

// divide is an extent that is inferred. A quotient of extents with shape variables may
// have a remainder for some of their values: then it is inexact, and whether the number
// of elements fits is seen when the program runs.
func (r *reshaper) divide(whole, part types.Dim) types.Dim {
	if part.IsConst(0) {
		r.problem = "no extent can be inferred where another extent is 0"
		return types.Any
	}
	quotient := whole.FloorDiv(part)
	if _, symbolic := quotient.Symbolic(); symbolic && !quotient.Mul(part).Equal(whole) {
		r.inexact = true
	}
	return quotient
}

// inferred fills in the extent for -1: what is left of the elements. As in
// TVM it is in the result where -1 is in newshape, which is another
// place after -2 and -4, as these represent more or fewer extents.
func (r *reshaper) inferred() {
	if r.infer >= len(r.out) {
		r.problem = "-1 cannot follow -4"
		return
	}
	left, right := unused(r.in, r.usedIn), unused(r.out, r.usedOut)
	if op.Dynamic(left) || op.Dynamic(right) {
		r.out[r.infer] = types.Any
		return
	}
	r.out[r.infer] = r.divide(types.Product(left), types.Product(right))
}

// unused are the extents that no code has matched.
func unused(dims []types.Dim, used []bool) (rest []types.Dim) {
	for i, d := range dims {
		if !used[i] {
			rest = append(rest, d)
		}
	}
	return rest
}

// reshapeLike takes the ranges as TVM does, which checks no bound by itself:
// ranges that end before they begin are empty.
func reshapeLike(c *op.Call, ts []*types.Tensor) op.Answer {
	data, like := ts[0].Shape, ts[1].Shape
	head, headOK := pick(data, 0, bound(c, "lhs_begin", 0, len(data)))
	middle, middleOK := pick(like, bound(c, "rhs_begin", 0, len(like)), bound(c, "rhs_end", len(like), len(like)))
	tail, tailOK := pick(data, bound(c, "lhs_end", len(data), len(data)), len(data))
	if !headOK || !middleOK || !tailOK {
		message := fmt.Sprintf("`reshape_like` reaches outside the dimensions of %s or %s", op.ShapeText(data), op.ShapeText(like))
		return op.FailArg(-1, "attribute-value", message)
	}
	shape := op.JoinedDims(head, middle, tail)
	if problem := sizeClash(data, shape, false); problem != "" {
		return op.FailArg(-1, "shape-mismatch", fmt.Sprintf("`reshape_like` cannot give a tensor of shape %s the shape %s: %s",
			op.ShapeText(data), op.ShapeText(shape), problem))
	}
	return op.Done(op.TensorOf(ts[0].Dtype, shape...))
}

// bound reads an attribute as a bound in a range of dimensions; negative ones
// count from the end.
func bound(c *op.Call, attr string, otherwise, rank int) int {
	n, given := c.Attrs.Int(attr)
	switch {
	case !given:
		return otherwise
	case n < 0:
		n += int64(rank)
	}
	return int(max(min(n, op.MaxRank), -op.MaxRank))
}

// pick takes the extents from index from to to; false where one does not exist.
func pick(shape []types.Dim, from, to int) ([]types.Dim, bool) {
	if from >= to {
		return nil, true
	}
	if from < 0 || to > len(shape) {
		return nil, false
	}
	return shape[from:to], true
}
