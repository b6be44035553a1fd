package shadow

import (
	"errors"
	"math"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/typecheck"
)

// operation evaluates a call of an operator. The right operand of `&&` and `||` of truth
// values is in a block of its own, and is needed only where the left one does not decide.
func (m *machine) operation(act *activation, v graph.Value) Value {
	u := act.unit
	a, ok := u.info.Application(u.graph.Node(v))
	if !ok {
		m.unknown("an operator")
	}
	operands := u.graph.Operands(v)
	if len(operands) == 2 && operands[1].Block != u.graph.Block(v) && u.item.Kind(a.Node) == syntax.Operator {
		left := m.operand(act, operands[0])
		if syntax.TokenKind(u.item.Node(a.Node).Data) == syntax.TokOr == m.truth(left) {
			return left
		}
		return m.operand(act, operands[1])
	}
	args := make([]Value, len(operands))
	for i, o := range operands {
		args[i] = m.operand(act, o)
	}
	c := &call{machine: m, act: act, site: Site{u.item, a.Node}, op: a.Op, attrs: m.attributes(act, &a), args: args[:min(len(a.Args), len(args))], extra: args[min(len(a.Args), len(args)):]}
	if len(a.Args) > 1 && a.Args[0] != syntax.NoNode && a.Args[1] != syntax.NoNode {
		c.level = level(u.info.Type(a.Args[0]), u.info.Type(a.Args[1]))
	}
	out := c.run()
	if m.observer.Operation != nil {
		m.observer.Operation(u.item, a.Node, a.Op, args, out)
	}
	return out
}

// level is the depth at which a function on FractalTensors works: that of the FractalTensor
// less that of the function's parameter.
func level(function, over types.Type) int {
	f, ok := types.Head(function).(*types.Func)
	if !ok || len(f.In) == 0 || over == nil {
		return 1
	}
	whole, _ := types.Depth(over)
	part, _ := types.Depth(f.In[0])
	return max(whole-part, 1)
}

// bare calls an operator that stands as a function: it has no attributes.
func (m *machine) bare(entry *op.Op, args []Value) Value {
	attrs, _ := op.Bind(entry, nil)
	c := &call{machine: m, op: entry, attrs: attrs, args: args, level: 1}
	if len(args) > 0 {
		if _, sequence := args[0].(*Sequence); sequence && entry.Fractal != nil {
			c.op = entry.Fractal
		}
	}
	if len(m.sites) > 0 {
		c.site = m.sites[len(m.sites)-1]
	}
	return c.run()
}

// A call is a call of an operator whose operands are evaluated; nil is one left out.
type call struct {
	*machine
	act   *activation // nil where the operator stands as a function
	site  Site
	op    *op.Op
	attrs op.Attrs
	args  []Value
	extra []Value // passed on to the function
	level int
}

func (c *call) run() Value {
	c.sites = append(c.sites, c.site)
	defer func() { c.machine.sites = c.sites[:len(c.sites)-1] }()
	if f := sequences[c.op.Canonical()]; f != nil && (c.op.Kernel == nil || c.hasSequence()) {
		return f(c)
	}
	if c.op.Kernel == nil || c.op.Impure || c.op.Rebinding != nil {
		c.unknown("the operator `%s`", c.op.Name)
	}
	return c.kernels()
}

func (c *call) hasSequence() bool {
	for _, a := range c.args {
		switch a.(type) {
		case *Sequence, *closure, *operator, *constructor:
			return true
		}
	}
	return false
}

// attributes puts in the values of attributes that are no literals: of expressions, and of
// size variables.
func (m *machine) attributes(act *activation, a *typecheck.Application) op.Attrs {
	attrs := a.Attrs
	open := false
	for _, v := range attrs.Values {
		open = open || isOpen(v)
	}
	if !open {
		return attrs
	}
	attrs.Values = append([]op.Value{}, attrs.Values...)
	for i, v := range attrs.Values {
		if v.Kind != op.ExprValue || i >= len(a.Op.Attrs) {
			attrs.Values[i] = m.attribute(act, v)
			continue
		}
		u, place := act.unit, a.Places[a.Op.Attrs[i].Name]
		if place != syntax.NoNode && u.item.Kind(place) == syntax.NamedArg {
			place = u.item.NamedArg(place).Value
		}
		if place == syntax.NoNode || u.graph.At(place) == graph.None {
			m.unknown("an attribute that is computed")
		}
		attrs.Values[i] = m.attributeOf(m.eval(act, u.graph.At(place)))
	}
	return attrs
}

func isOpen(v op.Value) bool {
	if v.Kind == op.DimValue || v.Kind == op.ExprValue {
		return true
	}
	for _, e := range v.List {
		if isOpen(e) {
			return true
		}
	}
	return false
}

func (m *machine) attribute(act *activation, v op.Value) op.Value {
	switch v.Kind {
	case op.DimValue:
		n, ok := m.extent(act, v.Dim)
		if !ok {
			m.unknown("an extent")
		}
		return op.Int(n)
	case op.ListValue:
		list := op.Value{Kind: op.ListValue}
		for _, e := range v.List {
			list.List = append(list.List, m.attribute(act, e))
		}
		return list
	case op.ExprValue:
		m.unknown("an attribute that is computed")
	}
	return v
}

// attributeOf is a value as an attribute.
func (m *machine) attributeOf(v Value) op.Value {
	list := op.Value{Kind: op.ListValue}
	switch v := v.(type) {
	case *Tuple:
		for _, e := range v.Elems {
			list.List = append(list.List, m.attributeOf(e))
		}
		return list
	case *Sequence:
		for _, e := range v.Elems {
			list.List = append(list.List, m.attributeOf(e))
		}
		return list
	case *Tensor:
		if len(v.Program.Shape) == 0 {
			if s := v.Program.Item(); s.Dtype.IsFloat() {
				return op.Float(s.Float())
			} else {
				return op.Int(s.Int())
			}
		}
		for _, x := range floats(v.Program) {
			if v.Program.Dtype.IsFloat() {
				list.List = append(list.List, op.Float(x))
			} else {
				list.List = append(list.List, op.Int(int64(x)))
			}
		}
		return list
	}
	m.unknown("an attribute that is computed")
	return list
}

// kernels runs the operator's kernel in the program's dtypes and beside that in wide ones: of
// the program's operands, and of their shadows where these differ.
func (c *call) kernels() Value {
	c.spend(callSteps)
	c.attrs = attrsIn(c.attrs, c.narrowDtype)
	comp := &computation{site: c.site, steps: c.op.Numbers.Have(op.Steps), intact: c.op.Numbers.Have(op.Modular)}
	comp.args = tensorsIn(given(c.args))
	exact := true
	for _, t := range comp.args {
		exact = exact && t.Exact
	}
	program, err := c.kernel(c.attrs, programOf)
	if err != nil {
		c.fault(err, comp)
	}
	local, localErr := c.kernel(attrsIn(c.attrs, wide), func(t *Tensor) *value.Array { return widened(t.Program) })
	shadow, shadowErr := local, localErr
	if !exact {
		shadow, shadowErr = c.kernel(attrsIn(c.attrs, wide), func(t *Tensor) *value.Array { return t.Shadow })
	}
	if localErr != nil {
		local = nil
	}
	if shadowErr != nil {
		shadow = nil
	}
	return c.paired(comp, program, local, shadow, nil)
}

// callSteps are the steps that a call of a kernel counts besides the elements that it computes: what
// it takes to prepare it three times.
const callSteps = 200

// given leaves out the operands that are not given.
func given(args []Value) (found []Value) {
	for _, a := range args {
		if a != nil {
			found = append(found, a)
		}
	}
	return found
}

func programOf(t *Tensor) *value.Array { return t.Program }

// fault ends the evaluation as the program's run ends.
func (c *call) fault(err error, comp *computation) {
	switch {
	case errors.Is(err, value.ErrZeroDivisor):
		e := comp.origin(isSpoilt)
		if e == nil {
			e = &Event{Site: c.site, Trouble: Undefined, Variable: comp.variable()}
		}
		c.fail(&Fault{"division-by-zero", e})
	case errors.Is(err, ErrLimit):
		c.fail(ErrLimit)
	}
	c.unknown("`%s`: %v", c.op.Name, err)
}

// paired joins the results of a kernel.
func (c *call) paired(comp *computation, program, local, shadow value.Value, path []int) Value {
	if t, ok := program.(*value.Tuple); ok {
		out := &Tuple{}
		for i, e := range t.Elems {
			out.Elems = append(out.Elems, c.paired(comp, e, part(local, i), part(shadow, i), append(path, i)))
		}
		return out
	}
	a := value.Dense(program)
	if a == nil {
		c.unknown("a result of `%s`", c.op.Name)
	}
	if c.narrow != nil && a.Dtype == value.Float32 {
		a = a.Convert(*c.narrow)
	}
	l, s := value.Dense(local), value.Dense(shadow)
	x := comp.result(a, l, s, func(at int) bool { return c.pole(at, path) })
	if a.Dtype == value.Int64 && !x.spoilt && c.passes64(path) {
		x.spoilt, x.Exact, x.Origin = true, false, &Event{Site: c.site, Trouble: Overflow, Variable: x.variable}
	}
	return x
}

func part(v value.Value, i int) value.Value {
	if t, ok := v.(*value.Tuple); ok && i < len(t.Elems) {
		return t.Elems[i]
	}
	return nil
}

// kernel runs the kernel of arrays of the operands.
func (c *call) kernel(attrs op.Attrs, of func(*Tensor) *value.Array) (value.Value, error) {
	k := &op.KernelCall{Op: c.op, Attrs: attrs, Args: make([]value.Value, len(c.args))}
	typed := &op.Call{Op: c.op, Attrs: attrs, Last: true, Args: make([]types.Type, len(c.args)), Fresh: noType, FreshLeaf: noType}
	for i, a := range c.args {
		if a == nil {
			continue
		}
		v, t, ok := plain(a, of)
		if !ok {
			return nil, errArgument
		}
		k.Args[i], typed.Args[i] = v, t
	}
	answer := c.op.Relation(typed)
	if answer.Err != nil || answer.Waits || answer.Out == nil {
		return nil, errArgument
	}
	k.Out, typed.Out = answer.Out, answer.Out
	if work, known := c.op.Cost.Work.Number(typed); known && work > c.steps {
		return nil, ErrLimit
	}
	return c.op.Kernel(&kernelMachine{c.machine}, k)
}

var errArgument = errors.New("an argument is no tensor")

func noType() types.Type { return types.ErrorType }

// plain is an operand as kernels take it.
func plain(v Value, of func(*Tensor) *value.Array) (value.Value, types.Type, bool) {
	switch v := v.(type) {
	case *Tensor:
		a := of(v)
		d, ok := types.ParseDtype(a.Dtype.String())
		return value.Simplest(a), &types.Tensor{Dtype: d, Shape: types.Consts(a.Shape)}, ok
	case *Tuple:
		out, t := &value.Tuple{}, &types.Tuple{}
		for _, e := range v.Elems {
			x, et, ok := plain(e, of)
			if !ok {
				return nil, nil, false
			}
			out.Elems, t.Elems = append(out.Elems, x), append(t.Elems, et)
		}
		return out, t, true
	}
	return nil, nil, false
}

// attrsIn are attributes whose dtypes are others.
func attrsIn(attrs op.Attrs, to func(value.Dtype) (value.Dtype, bool)) op.Attrs {
	if attrs.Op == nil {
		return attrs
	}
	values := attrs.Values
	copied := false
	for i, a := range attrs.Op.Attrs {
		if a.Type != op.DtypeAttr || i >= len(values) || values[i].Kind != op.StringValue {
			continue
		}
		d, ok := value.ParseDtype(values[i].Str)
		if !ok {
			continue
		}
		if other, ok := to(d); ok && other != d {
			if !copied {
				values, copied = append([]op.Value{}, values...), true
			}
			values[i] = op.Text(other.String())
		}
	}
	attrs.Values = values
	return attrs
}

// pole reports whether the function is infinite at operands where it is finite beside them:
// it is not where it is infinite all around, and the number is too large.
func (c *call) pole(at int, path []int) bool {
	for _, sign := range []float64{1, -1} {
		beside, err := c.kernel(attrsIn(c.attrs, wide), func(t *Tensor) *value.Array { return moved(widened(t.Program), sign) })
		if err != nil {
			continue
		}
		for _, i := range path {
			beside = part(beside, i)
		}
		if a := value.Dense(beside); a != nil && at < a.Len() {
			if x := floats(a)[at]; x-x == 0 {
				return true
			}
		}
	}
	return false
}

// moved are floats a little to one side.
func moved(a *value.Array, sign float64) *value.Array {
	if a.Dtype != value.Float64 {
		return a
	}
	xs := append([]float64{}, floats(a)...)
	for i, x := range xs {
		xs[i] = x + sign*(math.Abs(x)*1e-6+1e-12)
	}
	return value.Of(xs, a.Shape...)
}

// passes64 reports whether an integer result is beyond int64: floats of the same operands
// come out beyond it.
func (c *call) passes64(path []int) bool {
	if c.op.Numbers.Have(op.Modular) {
		return false
	}
	v, err := c.kernel(c.attrs, func(t *Tensor) *value.Array {
		if t.Program.Dtype == value.Int64 {
			return t.Program.Convert(value.Float64)
		}
		return t.Program
	})
	for _, i := range path {
		v = part(v, i)
	}
	a := value.Dense(v)
	if err != nil || a == nil || a.Dtype != value.Float64 {
		return false
	}
	for _, x := range floats(a) {
		if math.Abs(x) > 9.3e18 && !math.IsInf(x, 0) {
			return true
		}
	}
	return false
}

// A kernelMachine runs kernels on one core, within the steps of the evaluation.
type kernelMachine struct{ m *machine }

func (k *kernelMachine) Call(value.Value, ...value.Value) (value.Value, error) {
	return nil, errArgument
}

func (k *kernelMachine) Parallel(n, _ int, body func(from, to int) error) error {
	if n <= 0 {
		return nil
	}
	return body(0, n)
}

func (k *kernelMachine) Charge(steps int64) error {
	if k.m.steps -= steps; k.m.steps < 0 || steps < 0 {
		return ErrLimit
	}
	return k.m.ctx.Err()
}

// bytesPerStep is how much memory a kernel may take for each step that is left.
const bytesPerStep = 64

func (k *kernelMachine) Allocate(bytes int64) error {
	if bytes < 0 || bytes/bytesPerStep > k.m.steps {
		return ErrLimit
	}
	return nil
}
