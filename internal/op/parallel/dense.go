package parallel

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/linear"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Element types `e[i]`: an element of a FractalTensor, or a slice of a dense
// tensor along axis 0.
var Element = &op.Op{
	Name: "element", Doc: "Reads one element.", Internal: true,
	Rule:   "e[i] is the element type of a FractalTensor, and of a tensor the tensor without its first dimension; i is an integer",
	Params: op.Args("e", "i"), Traits: op.Traits{Cost: op.ViewCost}, Relation: element,
}

// dense lists functions between tensors and FractalTensors.
func dense() []*op.Op {
	axis := relate.Int("axis", 0, "axis of the tensor")
	return []*op.Op{
		{
			Name: Stack, Doc: "Makes one tensor of the elements of a FractalTensor of depth 1.",
			Rule: "stack : FractalTensor[Tensor[s, t]] → Tensor[(?, s), t]", Params: op.Args("xs"), Relation: stack,
		},
		{
			Name: Slices, Doc: "Makes a FractalTensor of the slices of a tensor along an axis.",
			Rule:   "slices : Tensor of rank k → FractalTensor of tensors of rank k - 1; of a vector, the integers, or Tensor[(1), …] of other elements",
			Params: op.Args("t"), Attrs: []op.Attr{axis}, Traits: op.Traits{Cost: op.ViewCost}, Relation: relate.Relation(sliced),
		},
		{
			Name: Flatten, Doc: "Joins all leaves along an axis.",
			Rule: "flatten : FractalTensor of any depth of tensors → a tensor of their type with `?` on the axis", Params: op.Args("xs"),
			Attrs: []op.Attr{axis}, Relation: flatten,
		},
		{
			Name: "matmul", Doc: "Multiplies matrices; leading dimensions broadcast.",
			Rule: "matmul : (…, m, k) × (…, k, n) → (…, m, n)", Kind: op.OutFusable, Params: op.Args("a", "b"),
			Traits:   op.Traits{Fails: op.OnExtent, Rounding: op.Multiplies, Product: linear.MatmulSides, Cost: op.RowsCost(linear.MatmulTerms), Range: productRange},
			Relation: relate.Relation(matmul), Kernel: linear.MatmulKernel,
		},
	}
}

func element(c *op.Call) op.Answer {
	var out types.Type
	switch e := c.Arg(0).(type) {
	case *types.Bad:
		return op.Silent()
	case *types.Var:
		return op.WaitFor(0)
	case *types.Fractal:
		out = e.Elem
	case *types.Tensor:
		if len(e.Shape) > 0 {
			out = tensor(e.Dtype, e.Shape[1:])
		}
	}
	if _, tuple := c.Arg(0).(*types.Tuple); tuple {
		return op.FailArg(0, "type-mismatch", fmt.Sprintf("`%s` has no elements to read by index", types.Text(c.Args[0])),
			"the parts of a tuple are numbered: `.0`, `.1`")
	}
	if out == nil {
		return op.FailArg(0, "type-mismatch", fmt.Sprintf("`%s` has no elements to read by index", types.Text(c.Args[0])),
			"`e[i]` reads from FractalTensors and from tensors of one dimension or more")
	}
	return indexed(c, out)
}

// indexed looks at the index; one of which nothing will be known is int32.
func indexed(c *op.Call, out types.Type) op.Answer {
	switch i := c.Arg(1).(type) {
	case *types.Bad:
		return op.Done(out)
	case *types.Var:
		if i.Rigid || !c.Choose() {
			return op.Answer{Out: out, Waits: true, Wait: 1}
		}
		return op.Done(out, op.Equation{Arg: 1, Type: int32Type})
	case *types.Tensor:
		if len(i.Shape) == 0 && i.Dtype.IsInteger() {
			return op.Done(out)
		}
	}
	message := fmt.Sprintf("an index must be an integer, not `%s`", types.Text(c.Args[1]))
	if mask, ok := c.Args[1].(*types.Tensor); ok && mask.Dtype == types.Bool {
		return op.FailArg(1, "type-mismatch", message, "`where(%c, %a, %b)` takes elements of two tensors by a condition, `filter` keeps some of a sequence")
	}
	if several, ok := c.Args[1].(*types.Tensor); ok && several.Dtype.IsInteger() {
		if _, dense := c.Args[0].(*types.Tensor); dense {
			return op.FailArg(1, "type-mismatch", message, "`take(%x, %i, axis=0)` takes the elements at several indices")
		}
	}
	if _, several := c.Args[1].(*types.Fractal); several {
		return op.FailArg(1, "type-mismatch", message, "`gather(%xs, %is)` takes the elements at several indices")
	}
	return op.FailArg(1, "type-mismatch", message)
}

func tensor(d types.Dtype, shape []types.Dim) *types.Tensor {
	if len(shape) == 0 {
		return types.Scalar(d)
	}
	return &types.Tensor{Dtype: d, Shape: shape}
}

// leaves gives the depth of the FractalTensor in argument 0, and its leaves,
// which must be tensors.
func leaves(c *op.Call) (depth int, leaf *types.Tensor, answer op.Answer, ok bool) {
	depth, bottom := types.Depth(c.Args[0])
	switch bottom := bottom.(type) {
	case *types.Bad:
		return 0, nil, op.Silent(), false
	case *types.Var:
		return 0, nil, op.WaitFor(0), false
	case *types.Tensor:
		if depth > 0 {
			return depth, bottom, op.Answer{}, true
		}
	}
	return 0, nil, op.FailArg(0, "type-mismatch",
		fmt.Sprintf("`%s` needs a FractalTensor of tensors, not `%s`", c.Op.Name, types.Text(c.Args[0])), c.Op.Rule), false
}

// stack is FractalTensor[Tensor[s, d]] → Tensor[(?, s), d].
func stack(c *op.Call) op.Answer {
	depth, leaf, answer, ok := leaves(c)
	if !ok {
		return answer
	}
	if depth > 1 {
		return op.FailArg(0, "depth-mismatch", fmt.Sprintf("`stack` needs depth 1, and this has depth %d", depth),
			"rows may be of different lengths, so no one tensor holds them: `map(fn(%xs) { stack(%xs) }, …)` stacks each, `flatten` joins all")
	}
	return op.Done(&types.Tensor{Dtype: leaf.Dtype, Shape: append([]types.Dim{types.Any}, leaf.Shape...)})
}

// flatten joins the leaves along an axis, whose extent becomes unknown.
func flatten(c *op.Call) op.Answer {
	_, leaf, answer, ok := leaves(c)
	if !ok {
		return answer
	}
	shape := append([]types.Dim{}, leaf.Shape...)
	if len(shape) == 0 {
		shape = []types.Dim{types.Any}
	}
	axis, answer, ok := c.Axis("axis", len(shape))
	if !ok {
		return answer
	}
	shape[axis] = types.Any
	return op.Done(&types.Tensor{Dtype: leaf.Dtype, Shape: shape})
}

// sliced is a tensor without its axis.
func sliced(s *relate.Typing, t *types.Tensor) types.Type {
	rank := len(t.Shape)
	axis := s.Axis("axis", -rank, rank)
	if s.Stopped() {
		return nil
	}
	if rank == 1 && !t.Dtype.IsInteger() {
		return fractal(&types.Tensor{Dtype: t.Dtype, Shape: []types.Dim{types.Const(1)}})
	}
	rest := append([]types.Dim{}, t.Shape[:axis]...)
	return fractal(tensor(t.Dtype, append(rest, t.Shape[axis+1:]...)))
}
