package runtime

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

func machine() []*op.Op {
	return []*op.Op{
		{
			Name: "vm.shape_of", Kind: op.Opaque, Params: op.Args("tensor"),
			Doc:      "Gives the shape of a tensor as a vector.",
			Rule:     "the result has the given dtype and an element for each dimension; it is a scalar for a scalar",
			Attrs:    []op.Attr{relate.Optional("dtype", op.DtypeAttr, "dtype of the result")},
			Traits:   op.Traits{Cost: op.ElementwiseCost},
			Relation: relate.Relation(shapeOf),
		},
		{
			Name: "vm.reshape_tensor", Kind: op.Opaque, Params: op.Args("data", "shape"),
			Doc:      "Gives a tensor another shape.",
			Rule:     "the result has the shape newshape and the dtype of data",
			Attrs:    []op.Attr{relate.Required("newshape", op.IntsAttr, "shape of the result")},
			Traits:   op.Traits{Cost: op.ViewCost},
			Relation: relate.Relation(reshaped),
		},
		{
			Name: "vm.invoke_tvm_op", Kind: op.Opaque, Params: op.Args("op", "ins", "outs"),
			Doc:  "Calls a compiled function, which writes its results into given tensors.",
			Rule: "ins is the tuple of the function's parameters, outs that of its results; the result is ()",
			// Its attributes are a dictionary: any are taken.
			Free:     true,
			Compiled: true, Impure: true,
			Relation: invoke,
		},
		{
			Name: "vm.shape_func", Kind: op.Opaque, Params: op.Args("func", "ins", "outs"),
			Doc:   "Computes the shapes of a function's results, in TVM up to 0.8.",
			Rule:  "ins and outs are tuples of tensors; the result is ()",
			Attrs: []op.Attr{relate.Optional("is_input", op.ListAttr, "which arguments the shapes depend on by their values")},
			Free:  true, Impure: true,
			Relation: func(*op.Call) op.Answer { return op.Done(types.Unit) },
		},
	}
}

func shapeOf(s *relate.Typing, t *types.Tensor) types.Type {
	dtype := s.Attrs.Dtype("dtype")
	if dtype == types.NoDtype {
		s.WarnAttr("dtype", "without `dtype` the result is a tensor of no dtype, which nothing can use", `give one: dtype="int64"`)
	}
	if len(t.Shape) == 0 {
		return types.Scalar(dtype)
	}
	return &types.Tensor{Dtype: dtype, Shape: []types.Dim{types.Const(int64(len(t.Shape)))}}
}

func reshaped(s *relate.Typing, data *types.Tensor) types.Type {
	shape, ok := s.Attrs.Dims("newshape")
	if !ok {
		return s.FailAttr("newshape", "`newshape` must be a list of extents")
	}
	for i, d := range shape {
		if n, known := d.Const(); known && n < 0 {
			s.WarnArg(-1, "suspect-shape", fmt.Sprintf("dimension %d of the result is %d", i, n), "`newshape` says so; its numbers have no special meaning here")
		}
	}
	return &types.Tensor{Dtype: data.Dtype, Shape: shape}
}

func invoke(c *op.Call) op.Answer {
	f, answer, ok := function(c)
	if !ok {
		return answer
	}
	results, ok := types.Head(f.Out).(*types.Tuple)
	if !ok {
		results = &types.Tuple{Elems: []types.Type{f.Out}}
	}
	for i := 1; i <= 2; i++ {
		switch arg := c.Arg(i).(type) {
		case *types.Tuple, *types.Var, *types.Bad:
		default:
			return op.FailArg(i, "type-mismatch",
				fmt.Sprintf("`%s` of `vm.invoke_tvm_op` must be a tuple of tensors, not %s", c.Op.Params[i].Name, types.Text(arg)))
		}
	}
	return op.Done(types.Unit,
		op.Equation{Arg: 1, Type: &types.Tuple{Elems: f.In}}, op.Equation{Arg: 2, Type: results})
}

// function gives argument 0, a function whose results are tensors.
func function(c *op.Call) (f *types.Func, answer op.Answer, ok bool) {
	switch arg := c.Arg(0).(type) {
	case *types.Var:
		return nil, op.WaitFor(0), false
	case *types.Bad:
		return nil, op.Silent(), false
	case *types.Func:
		f = arg
	default:
		return nil, op.FailArg(0, "type-mismatch", fmt.Sprintf("`op` of `vm.invoke_tvm_op` must be a function, not %s", types.Text(arg))), false
	}
	switch out := types.Head(f.Out).(type) {
	case *types.Tensor, *types.Tuple:
		return f, op.Answer{}, true
	case *types.Var:
		return nil, op.WaitFor(0), false
	default:
		return nil, op.FailArg(0, "type-mismatch", fmt.Sprintf("`op` of `vm.invoke_tvm_op` must give a tensor or a tuple, not %s", types.Text(out))), false
	}
}
