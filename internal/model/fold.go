package model

import (
	"errors"
	"math"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// fold computes a call whose operands are constants of few elements by the operator's kernel.
// A result that the text can show takes the place of the call. Otherwise the call is written,
// and the builder knows its value.
func (b *Builder) fold(c *typedCall, results []*Value) {
	if len(results) == 1 {
		results[0].Extents = b.extents(c)
	}
	args, ok := c.constants()
	if !ok || c.op.Kernel == nil || c.op.Impure {
		return
	}
	m := &folder{steps: mostSteps}
	out, err := c.op.Kernel(m, &op.KernelCall{Op: c.op, Args: args, Attrs: c.attrs, Out: c.out})
	if err != nil {
		return
	}
	parts := []value.Value{out}
	if tuple, ok := out.(*value.Tuple); ok {
		parts = tuple.Elems
	}
	if len(parts) != len(results) {
		return
	}
	all := true
	for i, part := range parts {
		a := value.Dense(part)
		if a == nil || a.Len() > mostKept {
			return
		}
		results[i].Const, results[i].Extents = a, elementsAsExtents(a)
		results[i].Type = op.TypeOf(a)
		all = all && (shown(a) || !a.Dtype.IsFloat())
	}
	for _, v := range results {
		if a := v.Const; all {
			v.literal = &literal{func() (*value.Array, error) { return a, nil }, -1}
		}
	}
}

// mostFolded is the number of elements up to which floats are computed while a model is read.
const mostFolded = 64

// constants are the arguments of a call, if all are known and few.
func (c *typedCall) constants() ([]value.Value, bool) {
	args := make([]value.Value, max(len(c.args), len(c.op.Params)))
	for i, arg := range c.args {
		if arg == nil {
			continue
		}
		v, ok := arg.constant()
		if !ok {
			return nil, false
		}
		args[i] = v
	}
	if _, most := c.op.Arity(); most < 0 {
		args = args[:len(c.args)]
	}
	return args, true
}

// constant is a value, or a tuple of values, whose elements are known and few.
func (v *Value) constant() (value.Value, bool) {
	if v.parts != nil {
		tuple := &value.Tuple{}
		for _, part := range v.parts {
			e, ok := part.constant()
			if !ok {
				return nil, false
			}
			tuple.Elems = append(tuple.Elems, e)
		}
		return tuple, true
	}
	a := v.Const
	if a == nil || a.Dtype.IsFloat() && a.Len() > mostFolded {
		return nil, false
	}
	return value.Simplest(a), true
}

// mostSteps bounds the work of one computation.
const mostSteps = 1 << 20

var errTooMuch = errors.New("too much to compute while a model is read")

// A folder is the machine of a kernel (op.Machine) that runs it on the reader's goroutine, within bounds. It
// calls no functions: operators that take some are not folded.
type folder struct{ steps int64 }

func (*folder) Call(value.Value, ...value.Value) (value.Value, error) { return nil, errTooMuch }

func (*folder) Parallel(n, _ int, body func(from, to int) error) error { return body(0, n) }

func (f *folder) Charge(steps int64) error {
	if f.steps -= steps; f.steps < 0 {
		return errTooMuch
	}
	return nil
}

func (*folder) Allocate(bytes int64) error {
	if bytes > 8*mostSteps {
		return errTooMuch
	}
	return nil
}

// elementsAsExtents are the elements of an array of at most one axis, if all are whole numbers
// that their dtype has exactly; truth values are 0 and 1.
func elementsAsExtents(a *value.Array) []types.Dim {
	if a.Rank() > 1 || a.Len() > mostExtents {
		return nil
	}
	ds := make([]types.Dim, a.Len())
	if a.Dtype.IsFloat() {
		for i, x := range FloatsOf(a) {
			if x != math.Trunc(x) || math.Abs(x) >= 1<<24 {
				return nil
			}
			ds[i] = types.Const(int64(x))
		}
		return ds
	}
	for i, n := range IntsOf(a) {
		ds[i] = types.Const(n)
	}
	return ds
}

// IntsOf are the elements of an integer array in row-major order.
func IntsOf(a *value.Array) []int64 { return value.Elems[int64](a.Convert(value.Int64).Contiguous()) }

// FloatsOf are the elements of an array in row-major order.
func FloatsOf(a *value.Array) []float64 {
	return value.Elems[float64](a.Convert(value.Float64).Contiguous())
}
