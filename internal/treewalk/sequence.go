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

// seq is argument i as a sequence, number as an integer.
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

// each applies the function to the elements in order.
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

// filter keeps the elements for which the predicate holds.
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

// kept filters the elements at a level of nested sequences.
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

// reduce brackets as docs/language.md says: chunks of 1024 from the left, whose results are
// combined pairwise, and the initial value last.
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

// states are those of a scan, from one side.
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
