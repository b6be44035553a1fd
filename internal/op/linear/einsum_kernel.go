package linear

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/reduction"
	"github.com/fraccheck/fraccheck/internal/value"
)

// einsumKernel multiplies the operands two by two from the left, summing over the labels
// that neither the result nor a later operand has. So `ij,jk,kl->il` is (A·B)·C: another
// order may be cheaper, and would round otherwise.
func einsumKernel(m op.Machine, c *op.KernelCall, in op.Inputs) (value.Value, error) {
	operands := in.Elements
	eq, problem := parseEquation(c.Attrs.Str("equation"))
	if problem != "" || len(eq.operands) != len(operands) {
		return nil, fmt.Errorf("`equation` of `einsum` does not fit %d tensors: %s", len(operands), problem)
	}
	if _, err := c.ResultShape(); err != nil {
		return nil, err
	}
	e := contraction{machine: m, extents: map[rune]int{}}
	terms := make([]labelled, len(operands))
	for i, a := range operands {
		terms[i] = e.label(eq.operands[i], a)
	}
	result := e.spelled(eq.result)
	left := terms[0]
	for i, right := range terms[1:] {
		later := result
		for _, t := range terms[i+2:] {
			later += t.labels
		}
		var err error
		if left, err = e.product(left, right, later); err != nil {
			return nil, err
		}
	}
	return e.finish(left, result)
}

// A labelled is a tensor with a label for each dimension, all different.
type labelled struct {
	labels string
	array  *value.Array
}

// A contraction knows the extents of labels, and how many dimensions `...`
// represents at most: these have labels of their own from hiddenLabel on,
// counted from the right.
type contraction struct {
	machine op.Machine
	extents map[rune]int
	hidden  int
}

// hiddenLabel is the first label that no equation can spell.
const hiddenLabel = '\U00010000'

// label names the dimensions of an operand; those of one label become their
// diagonal.
func (e *contraction) label(text string, a *value.Array) labelled {
	spare := a.Rank() - len([]rune(text))
	if strings.ContainsRune(text, ellipsis) {
		e.hidden = max(e.hidden, spare+1)
		text = strings.Replace(text, string(ellipsis), hiddenLabels(spare+1), 1)
	}
	t := labelled{"", a}
	for _, l := range text {
		axis := len([]rune(t.labels))
		n := t.array.Shape[axis]
		if first := strings.IndexRune(t.labels, l); first >= 0 {
			at := len([]rune(t.labels[:first]))
			t.array = op.Diagonal(t.array, at, axis)
			if n := t.array.Shape[at]; n != 1 {
				e.extents[l] = n
			}
			continue
		}
		t.labels += string(l)
		if old, seen := e.extents[l]; !seen || old == 1 {
			e.extents[l] = n
		}
	}
	return t
}

// hiddenLabels name n dimensions that `...` stands for; the last is the first
// label, since they are aligned on the right.
func hiddenLabels(n int) string {
	var b strings.Builder
	for i := n - 1; i >= 0; i-- {
		b.WriteRune(hiddenLabel + rune(i))
	}
	return b.String()
}

// spelled replaces the ellipsis by hidden labels.
func (e *contraction) spelled(labels string) string {
	return strings.Replace(labels, string(ellipsis), hiddenLabels(e.hidden), 1)
}

// product contracts two tensors to one product of matrices. Each label is one of
//
//	batch    in both, and needed later
//	inner    in both, and summed over
//	rows     in a alone
//	columns  in b alone
//
// and a is brought into the form (batch, rows, inner), b into (batch, inner, columns). What
// is summed over in one alone is summed first.
func (e *contraction) product(a, b labelled, later string) (labelled, error) {
	a, err := e.sumAway(a, b.labels+later)
	if err != nil {
		return a, err
	}
	if b, err = e.sumAway(b, a.labels+later); err != nil {
		return b, err
	}
	var batch, inner, rows, columns string
	for _, l := range a.labels {
		switch both, stays := strings.ContainsRune(b.labels, l), strings.ContainsRune(later, l); {
		case both && stays:
			batch += string(l)
		case both:
			inner += string(l)
		default:
			rows += string(l)
		}
	}
	for _, l := range b.labels {
		if !strings.ContainsRune(a.labels, l) {
			columns += string(l)
		}
	}
	left, err := e.matrix(a, batch, rows, inner)
	if err != nil {
		return a, err
	}
	right, err := e.matrix(b, batch, inner, columns)
	if err != nil {
		return a, err
	}
	r, err := Matmul(e.machine, left, right)
	if err != nil {
		return a, err
	}
	labels := batch + rows + columns
	return labelled{labels, r.ReshapeView(e.shape(labels))}, nil
}

// matrix arranges a tensor as matrices, one for each index of the labels in
// batch.
func (e *contraction) matrix(t labelled, batch, rows, columns string) (*value.Array, error) {
	labels := batch + rows + columns
	a := e.arranged(t, labels)
	return op.Reshaped(e.machine, a, []int{e.size(batch), e.size(rows), e.size(columns)})
}

// arranged is a view with the dimensions in the order of labels, extents 1
// repeated to the whole of a label's, and new ones for labels it has not.
func (e *contraction) arranged(t labelled, labels string) *value.Array {
	var axes []int
	a, own := t.array, []rune(t.labels)
	for _, l := range labels {
		axis := slices.Index(own, l)
		if axis < 0 {
			axis = len(own)
			own = append(own, l)
			a = a.Insert(axis, 1)
		}
		axes = append(axes, axis)
	}
	return a.Transpose(axes).Broadcast(e.shape(labels))
}

// shape is the extents of labels; those that no operand has are 1.
func (e *contraction) shape(labels string) []int {
	shape := []int{}
	for _, l := range labels {
		n, known := e.extents[l]
		if !known {
			n = 1
		}
		shape = append(shape, n)
	}
	return shape
}

// size is their product.
func (e *contraction) size(labels string) int { return value.Product(e.shape(labels)) }

// sumAway sums over the labels that are not needed.
func (e *contraction) sumAway(t labelled, needed string) (labelled, error) {
	var axes []bool
	kept := ""
	for _, l := range t.labels {
		sum := !strings.ContainsRune(needed, l)
		if axes = append(axes, sum); !sum {
			kept += string(l)
		}
	}
	if kept == t.labels {
		return t, nil
	}
	// An extent of 1 counts as often as the label's extent.
	r, err := reduction.Reduce(e.machine, "sum", e.arranged(t, t.labels), axes)
	return labelled{kept, r}, err
}

// finish sums what the result has not, and brings its labels into order.
func (e *contraction) finish(t labelled, result string) (value.Value, error) {
	t, err := e.sumAway(t, result)
	if err != nil {
		return nil, err
	}
	return value.Simplest(e.arranged(t, result)), nil
}
