package agreement

import (
	"errors"
	"fmt"

	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/interp/sample"
)

// rounds is how many choices of sizes and types are tried.
const rounds = 6

// extents are what the size variables of a type stand for, in their order, by round.
var extents = [rounds][]int64{
	{2, 3, 5, 4}, {1}, {3, 2, 4, 5}, {4}, {5, 4, 3, 2}, {0, 2},
}

// stands are what type variables stand for, by round: where operators decide what
// they may be, not every choice is one.
var stands = [rounds]types.Type{
	types.Scalar(types.Int32),
	&types.Tensor{Dtype: types.Float32, Shape: types.Consts([]int{2, 3})},
	types.Scalar(types.Float32),
	&types.Tensor{Dtype: types.Float32, Shape: types.Consts([]int{4, 4})},
	types.Scalar(types.Bool),
	&types.Tensor{Dtype: types.Float32, Shape: types.Consts([]int{1, 3, 8, 8})},
}

// An instance chooses what the variables of types stand for, the same at each place.
type instance struct {
	round int
	dims  map[*symbolic.Symbol]int64
	left  int  // how many parts of types may still be looked at
	open  bool // something was chosen that could be chosen in another way
}

// maxParts bounds types that grow when they are written out.
const maxParts = 10_000

func newInstance(round int) *instance {
	return &instance{round: round, dims: map[*symbolic.Symbol]int64{}, left: maxParts}
}

var errEndless = errors.New("its types are too large")

// concrete is a type in which nothing is open.
func (in *instance) concrete(t types.Type) (types.Type, error) {
	if in.left--; in.left < 0 {
		return nil, errEndless
	}
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		shape, err := in.shape(t.Shape)
		return &types.Tensor{Dtype: t.Dtype, Shape: shape}, err
	case *types.Tuple:
		elems, err := in.list(t.Elems)
		return &types.Tuple{Elems: elems}, err
	case *types.Fractal:
		elem, err := in.concrete(t.Elem)
		return &types.Fractal{Elem: elem}, err
	case *types.Ref:
		elem, err := in.concrete(t.Elem)
		return &types.Ref{Elem: elem}, err
	case *types.ADT:
		args, err := in.list(t.Args)
		return &types.ADT{Decl: t.Decl, Args: args}, err
	case *types.Func:
		return in.function(t)
	case *types.Extent:
		d, err := in.extent(t.Dim)
		return &types.Extent{Dim: d}, err
	case *types.Var:
		in.open = true
		return stands[in.round], nil
	}
	return nil, fmt.Errorf("there are no values to try for the type `%s`", types.String(t))
}

func (in *instance) list(ts []types.Type) ([]types.Type, error) {
	all := make([]types.Type, len(ts))
	for i, t := range ts {
		part, err := in.concrete(t)
		if err != nil {
			return nil, err
		}
		all[i] = part
	}
	return all, nil
}

func (in *instance) function(t *types.Func) (types.Type, error) {
	args, err := in.list(t.In)
	if err != nil {
		return nil, err
	}
	out, err := in.concrete(t.Out)
	return &types.Func{In: args, Out: out}, err
}

func (in *instance) shape(dims []types.Dim) ([]types.Dim, error) {
	shape := make([]types.Dim, len(dims))
	for i, d := range dims {
		fixed, err := in.extent(d)
		if err != nil {
			return nil, err
		}
		shape[i] = fixed
	}
	return shape, nil
}

// extent is a dimension as a number: all that is unknown is alike, so that shapes
// that must fit each other do.
func (in *instance) extent(d types.Dim) (types.Dim, error) {
	if _, ok := d.Const(); ok {
		return d, nil
	}
	in.open = true
	e, ok := d.Symbolic()
	if !ok {
		return types.Const(extents[in.round][0]), nil
	}
	n, err := e.Eval(func(s *symbolic.Symbol) (int64, bool) { return in.size(s), true })
	if err == nil && n < 0 {
		err = fmt.Errorf("`%s` is negative for the sizes that are tried", d)
	}
	return types.Const(n), err
}

// fit chooses sizes for the variables in the parameters of a function, so that all of
// their extents are natural numbers, unless they have sizes already. Where none are found
// the sizes of the round are taken as they are.
func (in *instance) fit(t types.Type) {
	f, ok := types.Head(t).(*types.Func)
	if !ok || len(in.dims) > 0 {
		return
	}
	choices := extents[in.round]
	sizes, ok := sample.Fit(f.In, func(i int) int64 { return choices[i%len(choices)] })
	for s, n := range sizes {
		if ok {
			in.dims[s] = n
		}
	}
}

func (in *instance) size(s *symbolic.Symbol) int64 {
	n, known := in.dims[s]
	if !known {
		choices := extents[in.round]
		n = choices[len(in.dims)%len(choices)]
		in.dims[s] = n
	}
	return n
}
