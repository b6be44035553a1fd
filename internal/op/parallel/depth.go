package parallel

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
)

// ForallDepth relates forall's function and FractalTensor to its result:
// arguments are the function's parameter and result, and the FractalTensor.
// FilterallDepth finds the predicate's parameter: arguments are the parameter
// and the FractalTensor.
//
// The depth d of the FractalTensor and the depth k of the parameter must be
// known: the function works at depth d - k. Where nothing more will be known,
// it works on the leaves.
var (
	ForallDepth = &op.Op{
		Name: Forall, Doc: "Finds the depth at which a function is applied.", Internal: true, Fixed: true,
		Rule:   "a function on FractalTensors of depth k works at depth d - k of xs, any other function on the leaves",
		Params: op.Args("parameter", "result", "xs"), Relation: forallDepth,
	}
	FilterallDepth = &op.Op{
		Name: Filterall, Doc: "Finds the depth at which a predicate is applied.", Internal: true, Fixed: true,
		Rule:   "a predicate on FractalTensors of depth k works at depth d - k of xs, any other predicate on the leaves",
		Params: op.Args("parameter", "xs"), Relation: filterallDepth,
	}
)

func forallDepth(c *op.Call) op.Answer {
	level, elem, answer, ok := meeting(c, 0, 2)
	if !ok {
		return answer
	}
	out, more := c.Args[1], []op.Pending(nil)
	for range level {
		r := c.Fresh()
		more = append(more, stacking(out, r))
		out = r
	}
	return op.Answer{Out: out, Equal: []op.Equation{{Arg: 0, Type: elem}}, More: more}
}

func filterallDepth(c *op.Call) op.Answer {
	_, elem, answer, ok := meeting(c, 0, 1)
	if !ok {
		return answer
	}
	return op.Done(c.Args[1], op.Equation{Arg: 0, Type: elem})
}

// meeting finds the level at which a function with parameter argument p works
// on the FractalTensor in argument xs, and the type of the elements there.
func meeting(c *op.Call, p, xs int) (level int, elem types.Type, answer op.Answer, ok bool) {
	for _, i := range []int{p, xs} {
		if types.IsBad(c.Args[i]) {
			return 0, nil, op.Silent(), false
		}
	}
	d, leaf := types.Depth(c.Args[xs])
	if unknown(leaf) && !c.Last {
		return 0, nil, op.WaitFor(xs), false
	}
	k, bottom := types.Depth(c.Args[p])
	if unknown(bottom) && !c.Last {
		return 0, nil, op.WaitFor(p), false
	}
	if k >= d {
		return 0, nil, tooDeep(c, p, k, d), false
	}
	return d - k, at(c.Args[xs], d-k), op.Answer{}, true
}

// unknown reports whether a type is a variable that may yet turn out to be anything.
func unknown(t types.Type) bool {
	v, ok := t.(*types.Var)
	return ok && !v.Rigid
}

// at is the type of the elements at a level.
func at(t types.Type, level int) types.Type {
	for range level {
		t = types.Head(t).(*types.Fractal).Elem
	}
	return t
}

func tooDeep(c *op.Call, p, k, d int) op.Answer {
	return op.FailArg(p, "depth-mismatch",
		fmt.Sprintf("the function takes FractalTensors of depth %d, and `%s` is given one of depth %d", k, c.Op.Name, d),
		"it is applied to the elements, which have a smaller depth; call the function to apply it to the whole")
}
