package instance

import (
	"errors"
	"math"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern/condition"
	"github.com/fraccheck/fraccheck/internal/prove/term"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

var errLarge = errors.New("too much to compute")

// A machine runs kernels on small operands.
type machine struct{ steps int64 }

func (*machine) Call(value.Value, ...value.Value) (value.Value, error)  { return nil, errLarge }
func (*machine) Parallel(n, _ int, body func(from, to int) error) error { return body(0, n) }
func (m *machine) Charge(steps int64) error {
	if m.steps -= steps; m.steps < 0 {
		return errLarge
	}
	return nil
}
func (m *machine) Allocate(bytes int64) error { return m.Charge(bytes / 16) }

// mostSteps bounds the work of one evaluation of one side.
const mostSteps = 1 << 20

// A Run is an evaluation of an instance on values of its variables.
type Run struct {
	in       *Instance
	machine  machine
	values   map[*term.Term]value.Value
	Greatest float64 // the greatest magnitude of a float that was computed, by which rounding is measured
	Odd      bool    // an infinity or NaN was met
}

// NewRun starts an evaluation. The values of variables are by their terms.
func (in *Instance) NewRun(values map[*term.Term]value.Value) *Run {
	r := &Run{in: in, machine: machine{mostSteps}, values: map[*term.Term]value.Value{}}
	for t, v := range values {
		r.values[t] = v
		r.note(v)
	}
	return r
}

// Value computes a term.
func (r *Run) Value(t *term.Term) (value.Value, error) {
	if known := r.values[t]; known != nil {
		return known, nil
	}
	v, err := r.compute(t)
	if err != nil {
		return nil, err
	}
	r.values[t] = v
	r.note(v)
	return v, nil
}

func (r *Run) compute(t *term.Term) (value.Value, error) {
	switch t.Kind {
	case term.Number, term.Answer:
		typ, err := r.in.Type(t)
		if err != nil {
			return nil, err
		}
		v := t.Value
		if t.Kind == term.Answer {
			if v, err = r.in.Answer(t.Asked); err != nil {
				return nil, err
			}
		}
		return Full(typ.(*types.Tensor), v)
	case term.Tuple:
		tuple := &value.Tuple{}
		for _, a := range t.Args {
			v, err := r.Value(a)
			if err != nil {
				return nil, err
			}
			tuple.Elems = append(tuple.Elems, v)
		}
		return tuple, nil
	case term.Project:
		v, err := r.Value(t.Args[0])
		if err != nil {
			return nil, err
		}
		return v.(*value.Tuple).Elems[t.Index], nil
	case term.Call:
		return r.call(t)
	}
	return nil, errOpen
}

func (r *Run) call(t *term.Term) (value.Value, error) {
	out, err := r.in.Type(t)
	if err != nil {
		return nil, err
	}
	attrs, err := r.in.Attrs(t)
	if err != nil {
		return nil, err
	}
	_, most := t.Op.Arity()
	c := &op.KernelCall{Op: t.Op, Attrs: attrs, Out: out}
	for _, a := range t.Args {
		v, err := r.Value(a)
		if err != nil {
			return nil, err
		}
		c.Args = append(c.Args, v)
	}
	for len(c.Args) < most {
		c.Args = append(c.Args, nil)
	}
	if t.Op.Kernel == nil {
		return nil, ErrNoKernel
	}
	return t.Op.Kernel(&r.machine, c)
}

// ErrNoKernel is the error for an operator that cannot be run.
var ErrNoKernel = errors.New("an operator cannot be run")

// note keeps the greatest magnitude of floats.
func (r *Run) note(v value.Value) {
	if tuple, ok := v.(*value.Tuple); ok {
		for _, e := range tuple.Elems {
			r.note(e)
		}
		return
	}
	a := value.Dense(v)
	if a == nil || !a.Dtype.IsFloat() {
		return
	}
	flat := a.Flat()
	for i := range a.Len() {
		x := math.Abs(value.Load(a.Dtype, flat, i).Float())
		if math.IsNaN(x) || math.IsInf(x, 0) {
			r.Odd = true
		} else {
			r.Greatest = max(r.Greatest, x)
		}
	}
}

// mostExtent bounds the extents and the elements of tensors in instances.
const mostExtent = 1 << 16

// Full is a tensor all of whose elements are a number.
func Full(t *types.Tensor, v op.Value) (value.Value, error) {
	d, ok := value.ParseDtype(t.Dtype.String())
	if !ok {
		return nil, errors.New("no run has the dtype")
	}
	shape := make([]int, len(t.Shape))
	for i, e := range t.Shape {
		n, known := e.Const()
		if !known || n < 0 || n > mostExtent {
			return nil, errOpen
		}
		shape[i] = int(n)
	}
	if value.Product(shape) > mostExtent {
		return nil, errOpen
	}
	return value.Full(scalarOf(d, v), shape), nil
}

func scalarOf(d value.Dtype, v op.Value) value.Scalar {
	switch {
	case d == value.Bool:
		return value.Truth(condition.Number(v) != 0)
	case d.IsFloat():
		return value.FromFloat(d, condition.Number(v))
	case v.Kind == op.FloatValue:
		return value.FromInt(d, int64(v.Float))
	}
	return value.FromInt(d, v.Int)
}

// Floats reports whether a float was met.
func (r *Run) Floats() bool {
	for _, v := range r.values {
		if a := value.Dense(v); a != nil && a.Dtype.IsFloat() {
			return true
		}
	}
	return false
}

// Widened is the instance with float64 in the place of all floats.
func (in *Instance) Widened() *Instance {
	wide := New(in.Rule)
	wide.Chosen, wide.wide = in.Chosen, true
	for _, v := range in.Rule.Variables {
		t := in.Types[v].(*types.Tensor)
		wide.Types[v] = &types.Tensor{Dtype: wide.widened(t.Dtype), Shape: t.Shape}
	}
	return wide
}

// Convert gives values the dtypes of a widened instance.
func (in *Instance) Convert(values map[*term.Term]value.Value) map[*term.Term]value.Value {
	all := map[*term.Term]value.Value{}
	for t, v := range values {
		a := value.Dense(v)
		if a.Dtype.IsFloat() {
			a = a.Convert(value.Float64)
		}
		all[t] = a
	}
	return all
}

// Key tells instances apart.
func (in *Instance) Key() string {
	key := ""
	for _, v := range in.Rule.Variables {
		key += types.String(in.Types[v]) + ";"
	}
	for _, c := range term.Calls(in.Rule.Left) {
		for _, n := range in.Chosen[c] {
			key += n.Name + n.Value.String()
		}
		key += ";"
	}
	return key
}
