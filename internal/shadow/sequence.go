package shadow

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/value"
)

// sequences are the functions on FractalTensors. It is filled by init, since they call
// functions, which call operators.
var sequences map[string]func(*call) Value

func init() {
	sequences = map[string]func(*call) Value{
		parallel.Map:                 func(c *call) Value { return unzip(c.each(c.sequence(1))) },
		parallel.Forall:              func(c *call) Value { return c.leaves(c.sequence(1), c.level) },
		parallel.Filter:              (*call).filter,
		parallel.Reduce:              (*call).reduce,
		parallel.FoldLeft:            func(c *call) Value { return last(c.fold(false)) },
		parallel.FoldRight:           func(c *call) Value { return last(c.fold(true)) },
		parallel.ScanLeft:            func(c *call) Value { return c.states(false) },
		parallel.ScanRight:           func(c *call) Value { return c.states(true) },
		parallel.Zip:                 (*call).zip,
		parallel.Enumerate:           (*call).enumerate,
		parallel.Length:              func(c *call) Value { return integer(len(c.sequence(0).Elems)) },
		parallel.First:               func(c *call) Value { return c.end(0) },
		parallel.Last:                func(c *call) Value { return c.end(1) },
		parallel.Join:                (*call).join,
		parallel.Slice:               (*call).slice,
		parallel.Gather:              (*call).gather,
		parallel.Arange:              (*call).arange,
		parallel.Slide:               (*call).slide,
		parallel.Slices:              (*call).slices,
		parallel.Stack:               (*call).stack,
		parallel.Flatten:             (*call).flatten,
		parallel.Repeat:              (*call).repeat,
		parallel.Element.Canonical(): func(c *call) Value { return c.element(c.args[0], c.number(1)) },
	}
}

func last(vs []Value) Value { return vs[len(vs)-1] }

func integer(n int) Value { return Scalar(value.FromInt(value.Int32, int64(n))) }

func (c *call) sequence(i int) *Sequence {
	if i < len(c.args) {
		if s, ok := c.args[i].(*Sequence); ok {
			return s
		}
	}
	c.unknown("`%s` of something else than a FractalTensor", c.op.Name)
	return nil
}

// number is an argument, or the attribute of a parameter's name, as an integer.
func (c *call) number(i int) int {
	if i < len(c.args) {
		if t, ok := c.args[i].(*Tensor); ok && t.Program.Len() == 1 {
			return int(t.Program.Item().Int())
		}
	}
	c.unknown("an argument of `%s`", c.op.Name)
	return 0
}

func (c *call) attribute(name string, otherwise int) int {
	if n, ok := c.attrs.Int(name); ok {
		return int(n)
	}
	if c.attrs.Has(name) {
		c.unknown("`%s` of `%s`", name, c.op.Name)
	}
	return otherwise
}

// applied calls the first argument.
func (c *call) applied(args ...Value) Value {
	return c.machine.apply(c.args[0], append(args, c.extra...))
}

func (c *call) each(s *Sequence) *Sequence {
	out := &Sequence{Elems: make([]Value, len(s.Elems))}
	for i, e := range s.Elems {
		out.Elems[i] = c.applied(e)
	}
	return out
}

// unzip makes a tuple of sequences of a sequence of tuples.
func unzip(s *Sequence) Value {
	at := slices.IndexFunc(s.Elems, func(e Value) bool { _, ok := e.(*Tuple); return ok })
	if at < 0 {
		return s
	}
	out := &Tuple{}
	for i := range s.Elems[at].(*Tuple).Elems {
		column := &Sequence{}
		for _, e := range s.Elems {
			if t, ok := e.(*Tuple); ok && i < len(t.Elems) {
				e = t.Elems[i]
			}
			column.Elems = append(column.Elems, e)
		}
		out.Elems = append(out.Elems, unzip(column))
	}
	return out
}

// leaves applies the function to each element at a level.
func (c *call) leaves(s *Sequence, level int) Value {
	out := &Sequence{}
	for _, e := range s.Elems {
		if inner, ok := e.(*Sequence); ok && level != 1 {
			out.Elems = append(out.Elems, c.leaves(inner, max(level-1, 0)))
		} else {
			out.Elems = append(out.Elems, c.applied(e))
		}
	}
	return unzip(out)
}

func (c *call) filter() Value {
	out := &Sequence{}
	for _, e := range c.sequence(1).Elems {
		if c.truth(c.applied(e)) {
			out.Elems = append(out.Elems, e)
		}
	}
	return out
}

// chunk is how many elements `reduce` folds from the left; the results of chunks are combined
// with their neighbours until one is left.
const chunk = 1024

func (c *call) reduce() Value {
	elems := c.sequence(1).Elems
	if len(elems) == 0 {
		return last(c.fold(false))
	}
	var results []Value
	for part := range slices.Chunk(elems, chunk) {
		v := part[0]
		for _, e := range part[1:] {
			v = c.applied(v, e)
		}
		results = append(results, v)
	}
	for len(results) > 1 {
		var next []Value
		for pair := range slices.Chunk(results, 2) {
			v := pair[0]
			if len(pair) == 2 {
				v = c.applied(v, pair[1])
			}
			next = append(next, v)
		}
		results = next
	}
	if len(c.args) > 2 && c.args[2] != nil {
		return c.applied(c.args[2], results[0])
	}
	return results[0]
}

// fold gives the states, the last one last; without elements the first one.
func (c *call) fold(right bool) []Value {
	elems := slices.Clone(c.sequence(1).Elems)
	if right {
		slices.Reverse(elems)
	}
	var states []Value
	if len(c.args) < 3 || c.args[2] == nil {
		if len(elems) == 0 {
			c.fail(&Fault{Code: "index-out-of-range"})
		}
		states, elems = append(states, elems[0]), elems[1:]
	} else {
		states = append(states, c.args[2])
		if len(elems) > 0 {
			states, elems = []Value{c.applied(c.args[2], elems[0])}, elems[1:]
		}
	}
	for _, e := range elems {
		states = append(states, c.applied(last(states), e))
	}
	return states
}

func (c *call) states(right bool) Value {
	if len(c.sequence(1).Elems) == 0 && len(c.args) > 2 && c.args[2] != nil {
		return empty(c.args[2])
	}
	states := c.fold(right)
	if right {
		slices.Reverse(states)
	}
	return unzip(&Sequence{states})
}

// empty is a sequence of no states.
func empty(state Value) Value {
	t, ok := state.(*Tuple)
	if !ok {
		return &Sequence{}
	}
	out := &Tuple{}
	for _, e := range t.Elems {
		out.Elems = append(out.Elems, empty(e))
	}
	return out
}

func (c *call) zip() Value {
	out := &Sequence{}
	n := len(c.sequence(0).Elems)
	for i := range c.args {
		if len(c.sequence(i).Elems) != n {
			c.fail(&Fault{Code: "length-mismatch"})
		}
	}
	c.spend(int64(n * len(c.args)))
	for k := range n {
		row := &Tuple{}
		for i := range c.args {
			row.Elems = append(row.Elems, c.sequence(i).Elems[k])
		}
		out.Elems = append(out.Elems, row)
	}
	return out
}

func (c *call) enumerate() Value {
	out := &Sequence{}
	for i, e := range c.sequence(0).Elems {
		out.Elems = append(out.Elems, &Tuple{[]Value{integer(i), e}})
	}
	return out
}

// end is the first or the last element.
func (c *call) end(side int) Value {
	elems := c.sequence(0).Elems
	if len(elems) == 0 {
		c.fail(&Fault{Code: "index-out-of-range"})
	}
	return elems[side*(len(elems)-1)]
}

func (c *call) join() Value {
	xs, ys := c.sequence(0).Elems, c.sequence(1).Elems
	c.spend(int64(len(xs) + len(ys)))
	return &Sequence{slices.Concat(xs, ys)}
}

// slice clamps its bounds.
func (c *call) slice() Value {
	elems := c.sequence(0).Elems
	from := min(max(c.number(1), 0), len(elems))
	to := min(max(c.number(2), from), len(elems))
	step := c.attribute("stride", 1)
	if len(c.args) > 3 && c.args[3] != nil {
		step = c.number(3)
	}
	if step < 1 {
		c.fail(&Fault{Code: "index-out-of-range"})
	}
	out := &Sequence{}
	for i := from; i < to; i += step {
		out.Elems = append(out.Elems, elems[i])
	}
	return out
}

func (c *call) gather() Value {
	out := &Sequence{}
	for _, i := range c.sequence(1).Elems {
		t, ok := i.(*Tensor)
		if !ok || t.Program.Len() != 1 {
			c.unknown("an index")
		}
		out.Elems = append(out.Elems, c.element(c.args[0], int(t.Program.Item().Int())))
	}
	return out
}

// element is an element of a FractalTensor, or a slice of a tensor. Negative indices count
// from the end.
func (c *call) element(of Value, i int) Value {
	n := 0
	switch of := of.(type) {
	case *Sequence:
		n = len(of.Elems)
	case *Tensor:
		if len(of.Program.Shape) == 0 {
			c.unknown("an element of a number")
		}
		n = of.Program.Shape[0]
	}
	if i < 0 {
		i += n
	}
	if i < 0 || i >= n {
		c.fail(&Fault{Code: "index-out-of-range"})
	}
	if s, ok := of.(*Sequence); ok {
		return s.Elems[i]
	}
	t := *of.(*Tensor)
	return t.mapped(func(a *value.Array) *value.Array { return a.Index(i) })
}

// mapped is a part of a tensor. What is unsound of the whole may not be of the part.
func (t *Tensor) mapped(f func(*value.Array) *value.Array) *Tensor {
	out := *t
	out.Program, out.Shadow = f(t.Program), f(t.Shadow)
	if out.Origin == nil {
		return &out
	}
	out.Exact = !differ(out.Program, out.Shadow, 0)
	float := out.Program.Dtype.IsFloat()
	out.spoilt = float && firstBad(floats(out.Program)) >= 0 || !float && !out.Exact
	if float && !out.spoilt {
		difference, largest := spread(floats(out.Program), floats(out.Shadow))
		out.lost = difference > lossShare*largest
	}
	if out.Exact && !out.spoilt {
		out.Origin = nil
	}
	return &out
}

func (c *call) arange() Value {
	if len(c.args) != 1 {
		c.unknown("`%s`", c.op.Name)
	}
	n := max(c.number(0), 0)
	c.spend(int64(n))
	out := &Sequence{}
	for i := range n {
		out.Elems = append(out.Elems, integer(i))
	}
	return out
}

func (c *call) slide() Value {
	elems := c.sequence(0).Elems
	w, stride, dilation := c.attribute("window", 1), c.attribute("stride", 1), c.attribute("dilation", 1)
	if w < 1 || stride < 1 || dilation < 1 {
		c.unknown("`%s`", c.op.Name)
	}
	out := &Sequence{}
	for from := 0; from+(w-1)*dilation < len(elems); from += stride {
		c.spend(int64(w))
		row := &Sequence{}
		for j := range w {
			row.Elems = append(row.Elems, elems[from+j*dilation])
		}
		out.Elems = append(out.Elems, row)
	}
	return out
}

// slices are those of a tensor along an axis; of a vector of floats, tensors of one element.
func (c *call) slices() Value {
	t, ok := c.args[0].(*Tensor)
	axis := c.attribute("axis", 0)
	if !ok || axis < 0 || axis >= len(t.Program.Shape) {
		c.unknown("`%s`", c.op.Name)
	}
	out := &Sequence{}
	for i := range t.Program.Shape[axis] {
		out.Elems = append(out.Elems, t.mapped(func(a *value.Array) *value.Array {
			part := a.Slice(axis, i, 1, 1).Drop(axis)
			if len(part.Shape) == 0 && !t.Program.Dtype.IsInteger() {
				part = part.Reshape([]int{1})
			}
			return part.Contiguous()
		}))
	}
	return out
}

// stack makes a tensor of tensors of one shape.
func (c *call) stack() Value {
	if c.attribute("axis", 0) != 0 {
		c.unknown("`%s`", c.op.Name)
	}
	return c.joined(c.sequence(0).Elems, func(shape []int, n int) []int { return append([]int{n}, shape...) })
}

// flatten joins all leaves along the first axis; numbers count as tensors of one element.
func (c *call) flatten() Value {
	if c.attribute("axis", 0) != 0 {
		c.unknown("`%s`", c.op.Name)
	}
	return c.joined(leavesOf(c.sequence(0), nil), func(shape []int, n int) []int {
		if len(shape) == 0 {
			return []int{n}
		}
		return append([]int{shape[0] * n}, shape[1:]...)
	})
}

func leavesOf(s *Sequence, found []Value) []Value {
	for _, e := range s.Elems {
		if inner, ok := e.(*Sequence); ok {
			found = leavesOf(inner, found)
		} else {
			found = append(found, e)
		}
	}
	return found
}

// joined is a tensor of the elements of tensors of one shape, one after the other.
func (c *call) joined(elems []Value, shape func([]int, int) []int) Value {
	var first *Tensor
	for _, e := range elems {
		t, ok := e.(*Tensor)
		if !ok || first != nil && !slices.Equal(t.Program.Shape, first.Program.Shape) {
			c.unknown("`%s` of tensors of several shapes", c.op.Name)
		}
		if first == nil {
			first = t
		}
	}
	if first == nil {
		c.unknown("`%s` of nothing", c.op.Name)
	}
	size := first.Program.Len()
	c.spend(int64(size * len(elems)))
	to := shape(first.Program.Shape, len(elems))
	out := &Tensor{Program: value.NewArray(first.Program.Dtype, to), Exact: true}
	out.Shadow = out.Program
	if d, ok := wide(first.Program.Dtype); ok {
		out.Shadow = value.NewArray(d, to)
	}
	for i, e := range elems {
		t := e.(*Tensor)
		value.CopyData(value.Cut(out.Program.Data, i*size, (i+1)*size), t.Program.Flat())
		if out.Shadow != out.Program {
			value.CopyData(value.Cut(out.Shadow.Data, i*size, (i+1)*size), t.Shadow.Convert(out.Shadow.Dtype).Flat())
		}
		out.Exact = out.Exact && t.Exact
		out.spoilt, out.lost, out.variable = out.spoilt || t.spoilt, out.lost || t.lost, out.variable || t.variable
		if out.Origin == nil {
			out.Origin = t.Origin
		}
	}
	return out
}

// repeat gives the same value several times.
func (c *call) repeat() Value {
	n := 0
	if k, ok := c.attrs.Ints("k"); ok && len(k) == 1 {
		n = int(k[0])
	} else if len(c.args) > 1 {
		n = c.number(1)
	} else {
		n = c.attribute("k", 0)
	}
	if n < 0 {
		c.fail(&Fault{Code: "index-out-of-range"})
	}
	c.spend(int64(n))
	return &Sequence{slices.Repeat([]Value{c.args[0]}, n)}
}
