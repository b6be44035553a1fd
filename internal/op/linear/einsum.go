package linear

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/interval"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/rearrange"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// products holds einsum; the products of matrices stand with the parallel
// functions.
var products = []*op.Op{
	{
		Name: "einsum", Kind: op.Injective, Params: op.Args("data"),
		Doc:      "Evaluates a sum of products in Einstein's notation.",
		Rule:     "each letter of the equation names one extent; the result has those after the arrow, or in order the letters that occur once",
		Attrs:    []op.Attr{relate.Required("equation", op.StringAttr, `such as "ij,jk->ik"`)},
		Traits:   op.Traits{Fails: op.OnExtent | op.OnAttribute, Cost: einsumCost(), Range: einsumRange},
		Relation: einsum, Kernel: op.Reads{Elements: true}.Kernel(einsumKernel),
	},
}

// ellipsis represents `...` in an equation; it is less than all labels.
const ellipsis = '\x00'

// An equation is what an einsum string says: the labels of each operand and of
// the result.
type equation struct {
	operands []string
	result   string
}

// parseEquation reads `ij,jk->ik`: the labels of each operand, and of the result. Without an
// arrow the result has the labels that occur once, in alphabetical order, after `...`.
func parseEquation(text string) (eq equation, problem string) {
	text = strings.ReplaceAll(strings.ReplaceAll(text, " ", ""), "...", string(ellipsis))
	operands, result, explicit := strings.Cut(text, "->")
	eq = equation{strings.Split(operands, ","), result}
	for _, labels := range append(slices.Clone(eq.operands), result) {
		if strings.Count(labels, string(ellipsis)) > 1 {
			return eq, "`...` can occur once in each part"
		}
		for _, label := range labels {
			if label != ellipsis && fold(byte(label)) < 'a' || label > 'z' || fold(byte(label)) > 'z' {
				return eq, fmt.Sprintf("%q is no label", label)
			}
		}
	}
	if !explicit {
		eq.result = once(operands)
	}
	return eq, ""
}

// once are the labels that occur once, in order, after the ellipsis.
func once(operands string) string {
	var labels []rune
	for _, label := range operands {
		n := strings.Count(operands, string(label))
		if label != ',' && !slices.Contains(labels, label) && (n == 1 || label == ellipsis) {
			labels = append(labels, label)
		}
	}
	slices.Sort(labels)
	return string(labels)
}

// einsum is the relation: each label has one extent, to which extents 1 are repeated.
func einsum(c *op.Call) op.Answer {
	ts, answer, ok := c.TensorsOf(0)
	if !ok {
		return answer
	}
	if answer, ok := rearrange.Alike(c, ts, false); !ok {
		return answer
	}
	eq, problem := parseEquation(c.Attrs.Str("equation"))
	if problem == "" && len(eq.operands) != len(ts) {
		problem = fmt.Sprintf("the number of its operands is %d, and that of the tensors %d", len(eq.operands), len(ts))
	}
	e := labelling{extents: map[rune]types.Dim{}, problem: problem}
	for i := 0; i < len(ts) && e.problem == ""; i++ {
		e.operand(eq.operands[i], ts[i].Shape)
	}
	shape := e.shape(eq.result)
	if e.problem != "" {
		return op.FailAttr("equation", "attribute-value", fmt.Sprintf("`equation` of `einsum`: %s", e.problem))
	}
	return op.Done(op.TensorOf(ts[0].Dtype, shape...))
}

// einsumRange is the range of sums of products of an element of each tensor. Each sum has a product for each
// combination of the labels that the result has not, no more than there are elements in all.
func einsumRange(c *op.RangeCall) interval.Set {
	ts, _, ok := c.TensorsOf(0)
	if !ok || len(ts) == 0 || !c.Dtype.IsFloat() && c.Dtype.Bits() > 32 {
		return interval.All(c.Dtype)
	}
	within := c.Dtype
	if within.IsHalf() {
		within = value.Float32
	}
	one, most := interval.Of(1), 1.0
	for _, t := range ts {
		one = interval.Multiply(one, c.Set(0)).Rounded(within, 1)
		for _, d := range t.Shape {
			most *= math.Max(1, op.ExtentAtMost(d))
		}
	}
	return interval.Sum(one, 0, most, c.Dtype)
}

// A labelling finds the extent of each label and of the ellipsis.
type labelling struct {
	extents map[rune]types.Dim
	rest    []types.Dim
	problem string
}

func (e *labelling) operand(labels string, shape []types.Dim) {
	spare := len(shape) - len(labels)
	if hidden := strings.ContainsRune(labels, ellipsis); spare < -1 || spare != 0 && !hidden {
		e.problem = fmt.Sprintf("%q does not fit a tensor of shape %s", labels, op.ShapeText(shape))
		return
	}
	for _, label := range labels {
		if label == ellipsis {
			e.hidden(shape[:spare+1])
			shape = shape[spare+1:]
			continue
		}
		e.label(label, shape[0])
		shape = shape[1:]
	}
}

func (e *labelling) hidden(shape []types.Dim) {
	rest, clash := op.BroadcastShape(e.rest, shape)
	if clash != nil {
		e.problem = fmt.Sprintf("`...` matches both %s and %s", op.ShapeText(e.rest), op.ShapeText(shape))
	}
	e.rest = rest
}

// label joins the extents of one label: TVM takes the unknown one of two, and
// an expression of two unknown ones.
func (e *labelling) label(label rune, d types.Dim) {
	old, seen := e.extents[label]
	switch {
	case !seen || old.Equal(d) && !d.Loose():
		e.extents[label] = d
	case old.Loose() && d.Loose():
		e.extents[label] = types.Unknown
	case d.Loose():
		e.extents[label] = d
	case old.Loose():
	default:
		joint, ok := op.BroadcastDim(old, d)
		if !ok {
			e.problem = fmt.Sprintf("%q has both extent %s and extent %s", label, old, d)
		}
		e.extents[label] = joint
	}
}

func (e *labelling) shape(labels string) (shape []types.Dim) {
	for _, label := range labels {
		d, ok := e.extents[label]
		switch {
		case label == ellipsis:
			shape = append(shape, e.rest...)
		case ok:
			shape = append(shape, d)
		case e.problem == "":
			e.problem = fmt.Sprintf("%q of the result is in no operand", label)
		}
	}
	return shape
}

// fold ignores the case of ASCII letters.
func fold(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
