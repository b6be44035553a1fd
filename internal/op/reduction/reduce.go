package reduction

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/relate"
	"github.com/fraccheck/fraccheck/internal/types"
)

// reductions lists the operators that combine the elements along axes.
var reductions = []*op.Op{
	reduction("sum", "Adds", op.Traits{Fails: op.OnAttribute, Rounding: op.Linear}, reducedCost),
	reduction("prod", "Multiplies", op.Traits{Fails: op.OnAttribute}, reducedCost),
	reduction("mean", "Averages", op.Traits{Fails: op.OnEmpty | op.OnAttribute, Rounding: op.Smooth}, meanCost),
	reduction("max", "Takes the greatest of", op.Traits{Fails: op.OnEmpty | op.OnAttribute, Rounding: op.Linear}, reducedCost),
	reduction("min", "Takes the least of", op.Traits{Fails: op.OnEmpty | op.OnAttribute, Rounding: op.Linear}, reducedCost),
	reduction("all", "Reports whether all are true of", op.Traits{Fails: op.OnAttribute}, reducedCost),
	reduction("any", "Reports whether any is true of", op.Traits{Fails: op.OnAttribute}, reducedCost),
	argReduction("argmax", "greatest"),
	argReduction("argmin", "least"),
	{
		Name: "variance", Kind: op.CommReduce, Params: op.Args("data", "mean"),
		Doc:      "Computes the variance of the elements along axes around a given mean.",
		Rule:     "mean has the rank of data; " + reductionRule,
		Attrs:    append(reductionAttrs(), relate.Bool("unbiased", false, "divide by n - 1")),
		Traits:   op.Traits{Cost: varianceCost},
		Relation: op.OnTensors(variance), Kernel: varianceKernel,
	},
}

const reductionRule = "the result has the dtype of data and its shape without the axes (1 there with keepdims); no axis means all"

func reduction(name, what string, traits op.Traits, cost op.Cost) *op.Op {
	return &op.Op{
		Name: name, Kind: op.CommReduce, Params: op.Args("data"),
		Doc:      what + " the elements along axes.",
		Rule:     reductionRule,
		Attrs:    reductionAttrs(),
		Relation: op.OnTensor(reduce), Kernel: reduceKernel(name),
		Traits: traits.Costing(cost),
	}
}

func argReduction(name, what string) *op.Op {
	last := relate.Bool("select_last_index", false, "of equal elements take the last index, not the first")
	return &op.Op{
		Name: name, Kind: op.CommReduce, Params: op.Args("data"),
		Doc:      "Gives the index of the " + what + " element along axes.",
		Rule:     "the result has dtype int32 and the shape of data without the axes (1 there with keepdims); no axis means all",
		Attrs:    append(reductionAttrs(), last),
		Traits:   op.Traits{Fails: op.OnEmpty | op.OnAttribute, Cost: reducedCost},
		Relation: op.OnTensor(argReduce), Kernel: argKernel(name == "argmin"),
	}
}

func reductionAttrs() []op.Attr {
	return []op.Attr{
		relate.Optional("axis", op.IntsAttr, "axes to reduce; all where it is left out or empty"),
		relate.Bool("keepdims", false, "keep the reduced axes with extent 1"),
		relate.Bool("exclude", false, "reduce all axes but those of axis"),
	}
}

// reduce is the relation of reductions that keep the dtype.
func reduce(c *op.Call, t *types.Tensor) op.Answer {
	return reduceTo(c, t, t.Dtype)
}

// argReduce gives int32, whatever the data.
func argReduce(c *op.Call, t *types.Tensor) op.Answer {
	if len(t.Shape) == 0 {
		return op.FailArg(0, "shape-mismatch", fmt.Sprintf("`%s` needs an axis, and a scalar has none", c.Op.Name))
	}
	return reduceTo(c, t, types.Int32)
}

// variance takes the mean as argument 1, with the rank of the data, so that it broadcasts.
func variance(c *op.Call, ts []*types.Tensor) op.Answer {
	if len(ts[0].Shape) == 0 {
		return op.FailArg(0, "shape-mismatch", "`variance` needs an axis, and a scalar has none")
	}
	if data, mean := len(ts[0].Shape), len(ts[1].Shape); data != mean {
		message := fmt.Sprintf("`mean` must have the rank of `data`, %d, not %d", data, mean)
		return op.FailArg(1, "shape-mismatch", message, "reduce with keepdims=True")
	}
	return reduceTo(c, ts[0], ts[0].Dtype)
}

// reduceTo is the tensor of a dtype that is left of t without the reduced axes.
func reduceTo(c *op.Call, t *types.Tensor, dtype types.Dtype) op.Answer {
	reduced, warn, answer, ok := reducedAxes(c, len(t.Shape))
	if !ok {
		return answer
	}
	shape := []types.Dim{}
	for i, d := range t.Shape {
		switch {
		case !reduced[i]:
			shape = append(shape, d)
		case c.Attrs.Bool("keepdims"):
			shape = append(shape, types.Const(1))
		}
	}
	answer = op.Done(op.TensorOf(dtype, shape...))
	answer.Warn = warn
	return answer
}

// reducedAxes is, for each axis, whether it is reduced: those of axis, the others with
// exclude, all where axis is left out or empty, whatever exclude says.
func reducedAxes(c *op.Call, rank int) (reduced []bool, warn []op.Warning, answer op.Answer, ok bool) {
	var axes []int
	if c.Attrs.Has("axis") {
		if axes, answer, ok = c.Axes("axis", rank); !ok {
			return nil, nil, answer, false
		}
	}
	reduced = make([]bool, rank)
	for _, a := range axes {
		if reduced[a] {
			warn = append(warn, op.Suspect("axis", "suspect-attribute", fmt.Sprintf("`axis` names axis %d twice", a)))
		}
		reduced[a] = true
	}
	flip := len(axes) == 0 || c.Attrs.Bool("exclude")
	for i := range reduced {
		reduced[i] = reduced[i] != flip
	}
	return reduced, warn, op.Answer{}, true
}
