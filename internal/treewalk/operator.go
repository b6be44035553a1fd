package treewalk

import (
	"errors"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// An operation is a call of an operator whose arguments have been evaluated.
type operation struct {
	*machine
	node  syntax.NodeID
	name  string
	args  []Value
	extra []Value // passed on to the function
	attrs map[string]syntax.NodeID
	// computed are attributes that are no literals, by index.
	computed map[int]Value
	level    int // see Sorted
	tensors  bool
	empty    Value

	// Of a function on FractalTensors: the time at which it applies its function, how
	// often it has, how long the longest application took, and what it went through
	// besides.
	at           int64
	applications int
	longest      int64
	rows         int
}

// operators are those that are not functions of corresponding elements. It is filled by
// init, since operators call functions, which call operators.
var operators map[string]func(*operation) Value

// onSequences are those that count their own cost.
var onSequences map[string]bool

func init() {
	operators, onSequences = map[string]func(*operation) Value{}, map[string]bool{}
	for name := range sequences {
		onSequences[name] = true
	}
	for name := range binaries {
		operators[name] = (*operation).binary
	}
	for name := range unaries {
		operators[name] = (*operation).unary
	}
	for name := range floats {
		operators[name] = (*operation).unary
	}
	for _, more := range []map[string]func(*operation) Value{references, sequences, tensors} {
		for name, f := range more {
			operators[name] = f
		}
	}
}

var references = map[string]func(*operation) Value{
	"ref":      func(o *operation) Value { return &Cell{o.args[0]} },
	"ref_read": func(o *operation) Value { return o.args[0].(*Cell).Elem },
	"ref_write": func(o *operation) Value {
		o.args[0].(*Cell).Elem = o.args[1]
		return &Tuple{}
	},
}

// operate applies an operator at a node.
func (m *machine) operate(n syntax.NodeID, name string, args []Value, attrs map[string]syntax.NodeID) Value {
	return m.operateSorted(operation{machine: m, node: n, name: name, args: args, attrs: attrs})
}

func (m *machine) operateSorted(o operation) Value {
	if f := m.program.Canonical; f != nil {
		o.name = f(o.name)
	}
	f, ok := operators[o.name]
	sequence := onSequences[o.name] && !o.tensors
	if !ok || !sequence && references[o.name] == nil && (onSequences[o.name] || !allOwn(o.args)) {
		f = (*operation).compute
	}
	outer := m.item
	o.at = max(m.ready, m.start)
	m.ready = o.at
	v := f(&o)
	m.item = outer
	if sequence {
		o.chargeSequences(v)
	} else {
		o.charge(v)
	}
	return v
}

// allOwn reports whether all values are numbers that the evaluator computes with itself.
func allOwn(vs []Value) bool {
	for _, v := range vs {
		n, ok := v.(Num)
		if !ok || n.Dtype != "bool" && !isFloat(n.Dtype) && ranges[n.Dtype] == [2]float64{} {
			return false
		}
	}
	return true
}

// compute leaves an operator to the program's Compute, as far as that knows it.
func (o *operation) compute() Value {
	if f := o.program.Compute; f != nil {
		operation := Operation{Item: o.item, Node: o.node, Name: o.name, Args: o.args, Computed: o.computed, Call: func(f *Func, args []Value) Value {
			return o.callOf(f, args)
		}}
		if o.frame != nil {
			operation.Within, operation.Given = o.frame.item, o.frame.args
		}
		v, steps, err := f(operation, o.steps)
		switch {
		case err == nil:
			o.spend(steps)
			return v
		case errors.Is(err, ErrSteps):
			o.fail(o.node, Limited, "%s", err)
		case !errors.Is(err, ErrUnknown):
			o.fail(o.node, "operator-fault", "%s", err)
		}
	}
	if own := operators[o.name]; own != nil && !onSequences[o.name] {
		return own(o)
	}
	o.unsupported(o.node)
	return nil
}

// binary works on corresponding elements of two tensors, whose shapes broadcast.
func (o *operation) binary() Value {
	f := binaries[o.name]
	if len(o.args) != 2 {
		o.unsupported(o.node)
	}
	xs, x := parts(o.args[0])
	ys, y := parts(o.args[1])
	shape, ok := broadcast(xs, ys)
	if !ok {
		o.fail(o.node, "shape-mismatch", "%v and %v do not broadcast", xs, ys)
	}
	data := o.allocate(shape, 1)
	for i := range data {
		v, ok := f(x[offset(i, shape, xs)], y[offset(i, shape, ys)])
		if !ok {
			o.fail(o.node, "division-by-zero", "%s by zero", o.name)
		}
		data[i] = v
	}
	dtype := dtypeOf(o.args[0])
	if v, _ := f(Num{Dtype: dtype, I: 1}, Num{Dtype: dtype, I: 1}); true {
		dtype = v.Dtype
	}
	return dense(dtype, shape, data)
}

func (o *operation) unary() Value {
	f := unaries[o.name]
	if f == nil {
		f = func(x Num) Num { return rounded(Num{Dtype: x.Dtype, F: floats[o.name](x.F)}) }
	}
	shape, x := parts(o.args[0])
	data := make([]Num, len(x))
	for i := range data {
		data[i] = f(x[i])
	}
	return dense(dtypeOf(o.args[0]), shape, data)
}

// allocate is a tensor of a shape to be filled, with some steps for each element: they count
// towards the limit of the run.
func (o *operation) allocate(shape []int, steps int) []Num {
	o.spend(steps)
	n := steps
	for _, d := range shape {
		n *= d
		o.spend(n) // before the next extent lets it overflow
	}
	return make([]Num, size(shape))
}

// spend counts steps that are no expressions.
func (o *operation) spend(n int) {
	if o.steps -= n; o.steps < 0 || n < 0 {
		o.fail(o.node, Limited, "too long")
	}
}

func size(shape []int) int {
	n := 1
	for _, d := range shape {
		n *= d
	}
	return n
}

// broadcast joins two shapes, whose last extents correspond: 1 fits every extent.
func broadcast(x, y []int) ([]int, bool) {
	if len(x) < len(y) {
		x, y = y, x
	}
	shape := append([]int{}, x...)
	for i, d := range y {
		at := len(x) - len(y) + i
		switch {
		case shape[at] == 1:
			shape[at] = d
		case d != 1 && d != shape[at]:
			return nil, false
		}
	}
	return shape, true
}

// offset is where element i of a shape is in one that is broadcast to it.
func offset(i int, shape, from []int) int {
	at, step := 0, 1
	for k := len(shape) - 1; k >= 0; k-- {
		index := i % shape[k]
		i /= shape[k]
		if j := k - (len(shape) - len(from)); j >= 0 {
			if from[j] != 1 {
				at += index * step
			}
			step *= from[j]
		}
	}
	return at
}

// word is an attribute that is a name or a string.
func (o *operation) word(name string) string {
	n, ok := o.attrs[name]
	if !ok {
		return ""
	}
	return strings.Trim(o.item.SourceText(n), `"`)
}

// ints is an attribute of numbers: one, or several in brackets.
func (o *operation) ints(name string) (found []int, ok bool) {
	n, ok := o.attrs[name]
	if !ok || o.item.SourceText(n) == "None" {
		return nil, false
	}
	text := strings.Trim(o.item.SourceText(n), "[]() ")
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		i, err := strconv.Atoi(part)
		if err != nil {
			o.unsupported(o.node)
		}
		found = append(found, i)
	}
	return found, true
}

func (o *operation) int(name string, otherwise int) int {
	if found, ok := o.ints(name); ok {
		return found[0]
	}
	return otherwise
}
