package treewalk

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// sequences are the functions on FractalTensors.
var sequences = map[string]func(*operation) Value{
	"map":       func(o *operation) Value { return o.collect(o.each(o.seq(1))) },
	"forall":    (*operation).forall,
	"filter":    (*operation).filter,
	"filterall": func(o *operation) Value { return o.kept(o.args[1], o.level) },
	"reduce":    (*operation).reduce,
	"fold":      func(o *operation) Value { return last(o.fold(false)) }, "foldl": func(o *operation) Value { return last(o.fold(false)) },
	"foldr": func(o *operation) Value { return last(o.fold(true)) },
	"scan":  func(o *operation) Value { return o.states(false) }, "scanl": func(o *operation) Value { return o.states(false) },
	"scanr": func(o *operation) Value { return o.states(true) },
	"zip":   (*operation).zip, "product": (*operation).product, "enumerate": (*operation).enumerate,
	"length": func(o *operation) Value { return integer(len(o.seq(0).Elems)) },
	"depth":  func(o *operation) Value { return integer(depthOf(o.args[0])) },
	"first":  func(o *operation) Value { return o.end(0) }, "head": func(o *operation) Value { return o.end(0) },
	"last": func(o *operation) Value { return o.end(1) }, "tail": func(o *operation) Value { return o.end(1) },
	"join":   (*operation).join,
	"slice":  (*operation).slice,
	"gather": (*operation).gather,
	"split":  (*operation).split,
	"arange": (*operation).arange,
	"slide":  (*operation).slide, "window": (*operation).window,
	"shifted_slide": (*operation).window, "dilated_map": (*operation).dilated,
	"stack": (*operation).stack, "flatten": (*operation).flatten, "repeat": (*operation).repeat,
	"slices": (*operation).slices,
}

func (o *operation) seq(i int) *Seq {
	s, ok := o.args[i].(*Seq)
	if !ok {
		o.unsupported(o.node)
	}
	return s
}

func (o *operation) number(i int) int { return int(o.args[i].(Num).I) }

// call applies the first argument.
func (o *operation) call(args ...Value) Value {
	return o.callOf(o.args[0], append(args, o.extra...))
}

func (o *operation) callOf(f Value, args []Value) Value {
	o.ready = o.at
	v := o.apply(o.node, f, args)
	o.applications++
	o.longest = max(o.longest, o.ready-o.at)
	return v
}

// collect makes a sequence of results; tuples make a tuple of sequences.
func (o *operation) collect(vs []Value) Value { return o.unzip(&Seq{vs}) }

func (o *operation) unzip(s *Seq) Value {
	if len(s.Elems) == 0 {
		o.allocateSeq(0)
		return s
	}
	at := slices.IndexFunc(s.Elems, func(e Value) bool { _, ok := e.(*Tuple); return ok })
	if at < 0 {
		o.allocateSeq(len(s.Elems))
		return s
	}
	out := &Tuple{}
	first := s.Elems[at].(*Tuple)
	o.cost.Memory += word * int64(len(first.Elems))
	for i := range first.Elems {
		column := &Seq{}
		for _, e := range s.Elems {
			column.Elems = append(column.Elems, part(e, i))
		}
		out.Elems = append(out.Elems, o.unzip(column))
	}
	return out
}

// part is one of a tuple's; of a sequence without elements it is another such.
func part(v Value, i int) Value {
	if t, ok := v.(*Tuple); ok {
		return t.Elems[i]
	}
	return v
}

func (o *operation) each(s *Seq) (out []Value) {
	for _, e := range s.Elems {
		out = append(out, o.call(e))
	}
	return out
}

// forall works on leaves. On what depth it works follows from types where the function is
// not written in its place.
func (o *operation) forall() Value {
	if o.level == 0 && depthOf(o.args[1]) > 1 && !o.takesLeaves() {
		o.unsupported(o.node)
	}
	return o.leaves(o.seq(1), o.level)
}

// below is the level inside of an element; 0 stays.
func below(level int) int { return max(level-1, 0) }

// takesLeaves reports whether a function is written in its place, without a type that says
// otherwise.
func (o *operation) takesLeaves() bool {
	if o.item.Kind(o.node) != syntax.Call {
		return false
	}
	f := o.item.Call(o.node).Args[0]
	return o.item.Kind(f) == syntax.Fn && !strings.Contains(o.item.SourceText(o.item.Fn(f).Params), "FractalTensor")
}

// leaves applies the function to each element at a level, to each leaf at level 0; results
// that are tuples make tuples of sequences at every depth.
func (o *operation) leaves(s *Seq, level int) Value {
	var out []Value
	for _, e := range s.Elems {
		if inner, ok := e.(*Seq); ok && level != 1 {
			o.rows++
			out = append(out, o.leaves(inner, below(level)))
		} else {
			out = append(out, o.call(e))
		}
	}
	return o.collect(out)
}

func (o *operation) holds(v Value) bool { return o.call(v).(Num).I != 0 }

func (o *operation) filter() Value {
	out := &Seq{}
	for _, e := range o.seq(1).Elems {
		if o.holds(e) {
			out.Elems = append(out.Elems, e)
		}
	}
	o.allocateSeq(len(out.Elems))
	return out
}

func (o *operation) kept(v Value, level int) Value {
	out := &Seq{}
	for _, e := range v.(*Seq).Elems {
		if inner, ok := e.(*Seq); ok && level != 1 {
			o.rows++
			out.Elems = append(out.Elems, o.kept(inner, below(level)))
		} else if o.holds(e) {
			out.Elems = append(out.Elems, e)
		}
	}
	o.allocateSeq(len(out.Elems))
	return out
}

// chunk is how many elements `reduce` folds from the left; the results of chunks are
// combined with their neighbours until one is left.
const chunk = 1024

func (o *operation) reduce() Value {
	elems := o.seq(1).Elems
	if len(elems) == 0 {
		return last(o.fold(false))
	}
	var level []Value
	for part := range slices.Chunk(elems, chunk) {
		v := part[0]
		for _, e := range part[1:] {
			v = o.call(v, e)
		}
		level = append(level, v)
	}
	for len(level) > 1 {
		var next []Value
		for pair := range slices.Chunk(level, 2) {
			v := pair[0]
			if len(pair) == 2 {
				v = o.call(v, pair[1])
			}
			next = append(next, v)
		}
		level = next
	}
	if len(o.args) > 2 {
		return o.call(o.args[2], level[0])
	}
	return level[0]
}

// fold gives the states, the last one last; without elements the first one.
func (o *operation) fold(right bool) []Value {
	elems := slices.Clone(o.seq(1).Elems)
	if right {
		slices.Reverse(elems)
	}
	if len(o.args) < 3 {
		if len(elems) == 0 {
			o.fail(o.node, "index-out-of-range", "no elements and no initial value")
		}
		states := []Value{elems[0]}
		for _, e := range elems[1:] {
			states = append(states, o.next(last(states), e))
		}
		return states
	}
	states := []Value{o.args[2]}
	for _, e := range elems {
		states = append(states, o.next(last(states), e))
	}
	if len(states) > 1 {
		states = states[1:]
	}
	return states
}

// next is a state from the one before; the one after it has to wait for it.
func (o *operation) next(state, e Value) Value {
	v := o.call(state, e)
	o.at = o.ready
	return v
}

func last(vs []Value) Value { return vs[len(vs)-1] }

func (o *operation) states(right bool) Value {
	n := len(o.seq(1).Elems)
	if n == 0 && len(o.args) > 2 {
		return empty(o.args[2])
	}
	states := o.fold(right)
	if right {
		slices.Reverse(states)
	}
	return o.collect(states)
}

// empty is a sequence of no states.
func empty(state Value) Value {
	if t, ok := state.(*Tuple); ok {
		out := &Tuple{}
		for _, e := range t.Elems {
			out.Elems = append(out.Elems, empty(e))
		}
		return out
	}
	return &Seq{}
}

func (o *operation) zip() Value {
	out := &Seq{}
	for i := range o.args {
		if len(o.seq(i).Elems) != len(o.seq(0).Elems) {
			o.fail(o.node, "length-mismatch", "`zip` of unequal lengths")
		}
	}
	for k := range o.seq(0).Elems {
		row := &Tuple{}
		for i := range o.args {
			row.Elems = append(row.Elems, o.seq(i).Elems[k])
		}
		out.Elems = append(out.Elems, row)
	}
	return out
}

// join uses up steps, since a few may make as much as there is memory for.
func (o *operation) join() Value {
	xs, ys := o.seq(0).Elems, o.seq(1).Elems
	o.spend(len(xs) + len(ys))
	return &Seq{slices.Concat(xs, ys)}
}

func (o *operation) product() Value {
	xs, ys := &Seq{}, &Seq{}
	o.spend(len(o.seq(0).Elems) * len(o.seq(1).Elems))
	for _, y := range o.seq(1).Elems {
		o.spend(len(o.seq(0).Elems))
		row := &Seq{}
		for range o.seq(0).Elems {
			row.Elems = append(row.Elems, y)
		}
		xs.Elems, ys.Elems = append(xs.Elems, o.seq(0)), append(ys.Elems, row)
	}
	return &Tuple{[]Value{xs, ys}}
}

func (o *operation) enumerate() Value {
	out := &Seq{}
	for i, e := range o.seq(0).Elems {
		out.Elems = append(out.Elems, &Tuple{[]Value{integer(i), e}})
	}
	return out
}

func depthOf(v Value) int {
	s, ok := v.(*Seq)
	switch {
	case !ok:
		return 0
	case len(s.Elems) == 0:
		return 1
	}
	return 1 + depthOf(s.Elems[0])
}

func (o *operation) end(side int) Value {
	elems := o.seq(0).Elems
	if len(elems) == 0 {
		o.fail(o.node, "index-out-of-range", "`%s` of nothing", o.name)
	}
	return elems[side*(len(elems)-1)]
}

func (o *operation) slice() Value {
	elems := o.seq(0).Elems
	from := min(max(o.number(1), 0), len(elems))
	to := min(max(o.number(2), from), len(elems))
	step := o.int("stride", 1)
	if len(o.args) > 3 {
		step = o.number(3)
	}
	if step < 1 {
		o.fail(o.node, "index-out-of-range", "stride %d", step)
	}
	out := &Seq{}
	for i := from; i < to; i += step {
		out.Elems = append(out.Elems, elems[i])
	}
	return out
}

func (o *operation) gather() Value {
	out := &Seq{}
	for _, i := range o.seq(1).Elems {
		out.Elems = append(out.Elems, o.element(o.node, o.args[0], int(i.(Num).I)))
	}
	return out
}

func (o *operation) split() Value {
	k, ok := o.ints("k")
	n := 0
	switch {
	case ok:
		n = k[0]
	case len(o.args) > 1:
		n = o.number(1)
	}
	elems := o.seq(0).Elems
	if n < 1 {
		o.fail(o.node, "index-out-of-range", "split into %d parts", n)
	}
	o.spend(n)
	out := &Tuple{}
	for i := range n {
		to := (i + 1) * (len(elems) / n)
		if i == n-1 {
			to = len(elems)
		}
		out.Elems = append(out.Elems, &Seq{elems[i*(len(elems)/n) : to]})
	}
	return out
}

func (o *operation) arange() Value {
	if len(o.args) != 1 {
		o.unsupported(o.node)
	}
	out := &Seq{}
	o.spend(max(o.number(0), 0))
	o.spend(max(o.number(0), 0))
	for i := range max(o.number(0), 0) {
		out.Elems = append(out.Elems, integer(i))
	}
	return out
}

// slide gives the windows that lie inside.
func (o *operation) slide() Value {
	elems := o.seq(0).Elems
	w, stride, dilation := o.int("window", 1), o.int("stride", 1), o.int("dilation", 1)
	out := &Seq{}
	for from := 0; from+(w-1)*dilation < len(elems); from += stride {
		o.spend(w)
		row := &Seq{}
		for j := range w {
			row.Elems = append(row.Elems, elems[from+j*dilation])
		}
		out.Elems = append(out.Elems, row)
	}
	return out
}

// window gives a window around each element; what lies outside is the fill, or wraps
// round.
func (o *operation) window() Value {
	elems := o.seq(0).Elems
	w, dilation := o.int("window", 1), o.int("dilation", 1)
	out := &Seq{}
	for i := range elems {
		o.spend(w)
		row := &Seq{}
		for j := range w {
			at := i + (j-w/2)*dilation
			switch {
			case at >= 0 && at < len(elems):
				row.Elems = append(row.Elems, elems[at])
			case len(o.args) > 1:
				row.Elems = append(row.Elems, o.args[1])
			default:
				row.Elems = append(row.Elems, elems[(at%len(elems)+len(elems))%len(elems)])
			}
		}
		out.Elems = append(out.Elems, row)
	}
	return out
}

// dilated applies a function to each strided subsequence and interleaves the results.
func (o *operation) dilated() Value {
	elems, r := o.seq(1).Elems, o.int("dilation", 1)
	out := make([]Value, len(elems))
	for k := range min(r, max(len(elems), 1)) {
		part := &Seq{}
		for i := k; i < len(elems); i += r {
			part.Elems = append(part.Elems, elems[i])
		}
		got, ok := o.call(part).(*Seq)
		if !ok || len(got.Elems) != len(part.Elems) {
			o.fail(o.node, "length-mismatch", "the function does not keep the length")
		}
		for i, e := range got.Elems {
			out[k+i*r] = e
		}
	}
	return &Seq{out}
}

// stack makes a tensor of tensors of one shape.
func (o *operation) stack() Value {
	s := o.seq(0)
	if len(s.Elems) == 0 {
		return o.noElements()
	}
	shape, _ := parts(s.Elems[0])
	out := &Tensor{Dtype: dtypeOf(s.Elems[0]), Shape: append([]int{len(s.Elems)}, shape...)}
	for _, e := range s.Elems {
		_, data := parts(e)
		out.Data = append(out.Data, data...)
	}
	return out
}

// moved is a tensor with another axis in front.
func (o *operation) moved(t *Tensor, axis int) *Tensor {
	shape := append([]int{t.Shape[axis]}, slices.Delete(slices.Clone(t.Shape), axis, axis+1)...)
	v := o.built(t.Dtype, shape, 1, func(index []int) Num {
		from := slices.Insert(slices.Clone(index[1:]), axis, index[0])
		return t.Data[place(from, t.Shape)]
	})
	return v.(*Tensor)
}

// flatten joins all leaves along an axis; numbers count as tensors of one element.
func (o *operation) flatten() Value {
	leaves := leavesOf(o.seq(0), nil)
	if len(leaves) == 0 {
		return o.noElements()
	}
	shape, _ := parts(leaves[0])
	at := o.axis("axis", max(len(shape), 1), 0)
	joined := slices.Clone(shape)
	if len(shape) == 0 {
		joined, shape = []int{len(leaves)}, []int{1}
	} else {
		joined[at] *= len(leaves)
	}
	return o.built(dtypeOf(leaves[0]), joined, 1, func(index []int) Num {
		k := index[at] / shape[at]
		index[at] %= shape[at]
		_, data := parts(leaves[k])
		return data[place(index, shape)]
	})
}

// noElements is a tensor of a sequence of none.
func (o *operation) noElements() Value {
	if o.empty == nil {
		o.unsupported(o.node)
	}
	return o.empty
}

func leavesOf(s *Seq, found []Value) []Value {
	for _, e := range s.Elems {
		if inner, ok := e.(*Seq); ok {
			found = leavesOf(inner, found)
		} else {
			found = append(found, e)
		}
	}
	return found
}

// repeat gives the same value several times.
func (o *operation) repeat() Value {
	k := 0
	switch found, ok := o.ints("k"); {
	case ok:
		k = found[0]
	case len(o.args) > 1:
		k = o.number(1)
	}
	if k < 0 {
		o.fail(o.node, "index-out-of-range", "%d copies", k)
	}
	o.spend(k)
	return &Seq{slices.Repeat([]Value{o.args[0]}, k)}
}

// slices are those of a tensor along its first axis; of a vector of floats, tensors of
// one element.
func (o *operation) slices() Value {
	t, ok := o.args[0].(*Tensor)
	if !ok {
		o.unsupported(o.node)
	}
	if axis := o.axis("axis", len(t.Shape), 0); axis > 0 {
		t = o.moved(t, axis)
	}
	out := &Seq{}
	for i := range t.Shape[0] {
		e := o.element(o.node, t, i)
		if n, ok := e.(Num); ok && (isFloat(n.Dtype) || n.Dtype == "bool") {
			e = &Tensor{n.Dtype, []int{1}, []Num{n}}
		}
		out.Elems = append(out.Elems, e)
	}
	return out
}
