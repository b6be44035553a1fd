package trial

import (
	"errors"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/treewalk"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A kernelMachine runs kernels on one core, until its steps are spent. What they give is
// a value; what a call costs says the operator's entry.
type kernelMachine struct {
	steps int64
	call  func(f *treewalk.Func, args []treewalk.Value) treewalk.Value
}

var errFunction = errors.New("what is called is no function of the program")

func (m *kernelMachine) Call(f value.Value, args ...value.Value) (value.Value, error) {
	of, ok := f.(*opaque)
	if !ok {
		return nil, errFunction
	}
	fn, ok := of.of.(*treewalk.Func)
	if !ok || m.call == nil {
		return nil, errFunction
	}
	given := make([]treewalk.Value, len(args))
	for i, arg := range args {
		given[i] = resultOf(arg)
	}
	return valueOf(m.call(fn, given)), nil
}

func (m *kernelMachine) Parallel(n, _ int, body func(from, to int) error) error {
	if n <= 0 {
		return nil
	}
	return body(0, n)
}

func (m *kernelMachine) Charge(steps int64) error {
	if m.steps -= steps; m.steps < 0 || steps < 0 {
		return treewalk.ErrSteps
	}
	return nil
}

// bytesPerStep is how much memory a kernel may take for each step that is left.
const bytesPerStep = 64

func (m *kernelMachine) Allocate(bytes int64) error {
	if bytes < 0 || bytes/bytesPerStep > m.steps {
		return treewalk.ErrSteps
	}
	return nil
}

// compute runs the kernel of an operator on tensors.
func (l *linker) compute(o treewalk.Operation, steps int) (v treewalk.Value, used int, err error) {
	call, ok := l.typed(o.Item, o.Node, o.Name, o.Args)
	if !ok || call.Op.Kernel == nil {
		return nil, 0, treewalk.ErrUnknown
	}
	if call.Attrs, ok = l.attributes(call.Attrs, o); !ok {
		return nil, 0, treewalk.ErrUnknown
	}
	a := call.Op.Relation(call)
	if a.Err != nil || a.Waits || a.Out == nil {
		return nil, 0, treewalk.ErrUnknown
	}
	call.Out = a.Out
	work, known := call.Op.Cost.Work.Number(call)
	if known && work > int64(steps) {
		return nil, steps, treewalk.ErrSteps
	}
	k := &op.KernelCall{Op: call.Op, Attrs: call.Attrs, Out: call.Out, Args: make([]value.Value, len(call.Args))}
	for i, arg := range o.Args {
		if arg != nil {
			k.Args[i] = valueOf(arg)
		}
	}
	m := &kernelMachine{int64(steps), o.Call}
	result, err := call.Op.Kernel(m, k)
	if err != nil {
		return nil, steps - int(max(m.steps, 0)), err
	}
	return resultOf(result), max(int(work), steps-int(m.steps)), nil
}

// attributes puts in the values of attributes that are no literals: of expressions, and
// of size variables.
func (l *linker) attributes(attrs op.Attrs, o treewalk.Operation) (op.Attrs, bool) {
	values := append([]op.Value{}, attrs.Values...)
	for i, v := range o.Computed {
		values[i] = attributeOf(v)
	}
	ok := true
	var sizes *symbolic.Solution
	var resolve func(v op.Value) op.Value
	resolve = func(v op.Value) op.Value {
		switch v.Kind {
		case op.DimValue:
			if sizes == nil {
				sizes = l.sizes(o.Within, o.Given)
			}
			n, known := sizes.Value(v.Dim.Expr())
			ok = ok && known
			return op.Int(n)
		case op.ListValue:
			list := op.Value{Kind: op.ListValue}
			for _, e := range v.List {
				list.List = append(list.List, resolve(e))
			}
			return list
		}
		return v
	}
	for i := range values {
		values[i] = resolve(values[i])
	}
	attrs.Values = values
	return attrs, ok
}

func attributeOf(v treewalk.Value) op.Value {
	list := op.Value{Kind: op.ListValue}
	switch v := v.(type) {
	case treewalk.Num:
		if s := scalarOf(v); s.Dtype.IsFloat() {
			return op.Float(v.F)
		}
		return op.Int(v.I)
	case *treewalk.Tuple:
		for _, e := range v.Elems {
			list.List = append(list.List, attributeOf(e))
		}
		return list
	case *treewalk.Tensor:
		for _, e := range v.Data {
			list.List = append(list.List, attributeOf(e))
		}
		return list
	}
	return op.Value{Kind: op.ExprValue}
}

// sizes are the size variables of a definition that its arguments determine.
func (l *linker) sizes(def *syntax.Item, args []treewalk.Value) *symbolic.Solution {
	var found []symbolic.Equation
	at := l.homes[def]
	if at.module == nil {
		return symbolic.Solve(nil, nil)
	}
	f, ok := types.Head(at.module.Object(at.index).Type).(*types.Func)
	if !ok {
		return symbolic.Solve(nil, nil)
	}
	left := mostMeasured
	var walk func(v treewalk.Value, t types.Type)
	walk = func(v treewalk.Value, t types.Type) {
		if left--; left < 0 {
			return
		}
		switch t := types.Head(t).(type) {
		case *types.Tensor:
			if v, ok := v.(*treewalk.Tensor); ok && len(v.Shape) == len(t.Shape) {
				for i, d := range t.Shape {
					if e, ok := d.Symbolic(); ok {
						found = append(found, symbolic.Equation{Expr: e, Value: int64(v.Shape[i])})
					}
				}
			}
		case *types.Tuple:
			if v, ok := v.(*treewalk.Tuple); ok && len(v.Elems) == len(t.Elems) {
				for i, e := range t.Elems {
					walk(v.Elems[i], e)
				}
			}
		case *types.Fractal:
			if v, ok := v.(*treewalk.Seq); ok && len(v.Elems) > 0 {
				walk(v.Elems[0], t.Elem)
			}
		case *types.Ref:
			if v, ok := v.(*treewalk.Cell); ok {
				walk(v.Elem, t.Elem)
			}
		case *types.ADT:
			if v, ok := v.(*treewalk.Data); ok {
				s := substitutionOf(t)
				for _, k := range t.Decl.Constructors {
					for i := range k.Fields {
						if k.Name == v.Name && i < len(v.Fields) {
							walk(v.Fields[i], s.Apply(k.Fields[i]))
						}
					}
				}
			}
		}
	}
	for i, t := range f.In {
		if i < len(args) {
			walk(args[i], t)
		}
	}
	slices.SortStableFunc(found, func(a, b symbolic.Equation) int { return a.Expr.Compare(b.Expr) })
	return symbolic.Solve(slices.CompactFunc(found, func(a, b symbolic.Equation) bool {
		return a.Value == b.Value && a.Expr.Equal(b.Expr)
	}), nil)
}

// mostMeasured is how many parts of arguments are looked at for the sizes in them.
const mostMeasured = 1000

// An opaque is a value that kernels hand on: a function, data, a FractalTensor.
type opaque struct {
	value.Value // for the method that only package value can name
	of          treewalk.Value
}

// valueOf is a value as kernels take it.
func valueOf(v treewalk.Value) value.Value {
	switch v := v.(type) {
	case treewalk.Num:
		return scalarOf(v)
	case *treewalk.Tensor:
		d, _ := value.ParseDtype(v.Dtype)
		a := value.NewArray(d, v.Shape)
		for i, n := range v.Data {
			value.Store(a.Data, i, scalarOf(n))
		}
		return a
	case *treewalk.Tuple:
		t := &value.Tuple{}
		for _, e := range v.Elems {
			t.Elems = append(t.Elems, valueOf(e))
		}
		return t
	}
	return &opaque{of: v}
}

// resultOf is what a kernel gives.
func resultOf(v value.Value) treewalk.Value {
	switch v := v.(type) {
	case *opaque:
		return v.of
	case *value.Tuple:
		t := &treewalk.Tuple{}
		for _, e := range v.Elems {
			t.Elems = append(t.Elems, resultOf(e))
		}
		return t
	}
	if a, ok := v.(*value.Array); ok {
		v = value.Simplest(a)
	}
	return treewalk.Of(v)
}

func scalarOf(n treewalk.Num) value.Scalar {
	d, _ := value.ParseDtype(n.Dtype)
	if d.IsFloat() {
		return value.FromFloat(d, n.F)
	}
	return value.FromInt(d, n.I)
}
