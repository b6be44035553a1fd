package op_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer/kerneltest"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// TestNumPy holds every kernel against what NumPy computes (see
// tools/reference/operators.py), on one core and on several, whose results must
// be the same bit for bit; and the type that the relation gives against the
// result.
func TestNumPy(t *testing.T) {
	calls, err := kerneltest.ReadCalls("testdata/numpy.jsonl")
	if err != nil || len(calls) < 1000 {
		t.Fatalf("%d calls were read: %v", len(calls), err)
	}
	operators, failures := table.Default(), map[string]int{}
	for i, call := range calls {
		problem := check(operators, call)
		if problem == "" {
			continue
		}
		if failures[call.Op]++; failures[call.Op] <= 3 {
			t.Errorf("line %d: %s %v: %s", i+1, call.Op, call.Attrs, problem)
		}
	}
}

// check calls an operator, and tells what is wrong with the result.
func check(operators op.Table, r *kerneltest.Call) string {
	o := operators[r.Op]
	if o == nil || o.Kernel == nil {
		return "it has no kernel"
	}
	attrs, errs := op.Bind(o, r.Named(o))
	if len(errs) > 0 {
		return errs[0].Message
	}
	c := &op.KernelCall{Op: o, Args: make([]value.Value, len(o.Params)), Attrs: attrs}
	typed := &op.Call{Op: o, Args: make([]types.Type, len(o.Params)), Attrs: attrs, Last: true}
	for i, arg := range r.Args {
		c.Args[i], typed.Args[i] = arg.Value, op.TypeOf(arg.Value)
	}
	answer := o.Relation(typed)
	if answer.Err != nil {
		return answer.Err.Message
	}
	c.Out = answer.Out
	return run(c, r.Out.Value)
}

func run(c *op.KernelCall, want value.Value) string {
	got, err := c.Op.Kernel(&cores{n: 1}, c)
	if err != nil {
		return err.Error()
	}
	if problem := value.Difference(got, want, value.Tolerance{}); problem != "" {
		return problem
	}
	if want, has := types.String(c.Out), types.String(op.TypeOf(got)); want != has && !strings.Contains(want, "?") {
		return fmt.Sprintf("a value of type %s where the relation says %s", has, want)
	}
	again, err := c.Op.Kernel(&cores{n: 4}, c)
	if err != nil {
		return err.Error()
	}
	if !identical(got, again) {
		return "other cores give another result"
	}
	for i, arg := range c.Args {
		c.Args[i] = loose(arg)
	}
	views, err := c.Op.Kernel(&cores{n: 1}, c)
	if err != nil {
		return err.Error()
	}
	if !identical(got, views) {
		return "arguments that do not lie side by side give another result"
	}
	return ""
}

// loose is a tensor whose elements lie apart and backwards, the dimensions
// turned round; or a tuple of such.
func loose(v value.Value) value.Value {
	switch v := v.(type) {
	case *value.Tuple:
		tuple := &value.Tuple{}
		for _, elem := range v.Elems {
			tuple.Elems = append(tuple.Elems, loose(elem))
		}
		return tuple
	case *value.Array:
		rank := v.Rank()
		wide, axes := make([]int, rank), make([]int, rank)
		for i, n := range v.Shape {
			wide[rank-1-i], axes[i] = 2*n+1, rank-1-i
		}
		a := value.NewArray(v.Dtype, wide).Transpose(axes)
		for i, n := range v.Shape {
			a = a.Slice(i, 2*n, n, -2)
		}
		value.Assign(a, v)
		return a
	}
	return v
}

func identical(a, b value.Value) bool {
	if a, ok := a.(*value.Tuple); ok {
		for i, elem := range a.Elems {
			if !identical(elem, b.(*value.Tuple).Elems[i]) {
				return false
			}
		}
		return true
	}
	x, y := value.Dense(a).Flat(), value.Dense(b).Flat()
	for i := range value.Length(x) {
		if value.Load(value.Int8, x, i) != value.Load(value.Int8, y, i) {
			return false
		}
	}
	return true
}

// cores is a Machine without limits.
type cores struct {
	n int
}

func (c *cores) Call(value.Value, ...value.Value) (value.Value, error) {
	return nil, fmt.Errorf("there are no functions here")
}

func (c *cores) Parallel(n, grain int, body func(from, to int) error) error {
	pieces := min(c.n, max(1, n/max(grain, 1)))
	if c.n > 1 && n > 1 {
		pieces = min(c.n, n) // more than a program would get
	}
	if pieces <= 1 {
		if n == 0 {
			return nil
		}
		return body(0, n)
	}
	errs := make(chan error, pieces)
	for i := range pieces {
		go func() { errs <- body(i*n/pieces, (i+1)*n/pieces) }()
	}
	var first error
	for range pieces {
		if err := <-errs; err != nil {
			first = err
		}
	}
	return first
}

func (c *cores) Charge(int64) error { return nil }

func (c *cores) Allocate(bytes int64) error {
	if bytes > math.MaxInt32 {
		return fmt.Errorf("out of memory")
	}
	return nil
}
