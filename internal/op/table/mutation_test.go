package table

import (
	"math"
	"slices"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/buffer/kerneltest"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A mutant is a call that came from one that makes sense by changes that need not.
type mutant struct {
	*thrower
	op    *op.Op
	args  []value.Value // nil for those that are not given
	named []op.Named
}

// mutate makes a call of a recorded one.
func (r *thrower) mutate(o *op.Op, from *kerneltest.Call) *mutant {
	m := r.unchanged(o, from)
	for range r.IntN(4) {
		mutations[r.IntN(len(mutations))](m)
	}
	return m
}

// unchanged is a recorded call as a mutant.
func (r *thrower) unchanged(o *op.Op, from *kerneltest.Call) *mutant {
	m := &mutant{thrower: r, op: o, named: from.Named(o)}
	for i := range o.Params {
		if i < len(from.Args) {
			m.args = append(m.args, from.Args[i].Value)
		} else {
			m.args = append(m.args, nil)
		}
	}
	return m
}

var mutations = []func(*mutant){
	(*mutant).attribute, (*mutant).attribute, (*mutant).attribute, (*mutant).listEntry, (*mutant).listEntry,
	(*mutant).extent, (*mutant).extent, (*mutant).oneExtent, (*mutant).dimension,
	(*mutant).dtype, (*mutant).elements, (*mutant).optional, (*mutant).tupleLength, (*mutant).turned,
}

// attribute gives some attribute another value.
func (m *mutant) attribute() {
	if len(m.op.Attrs) == 0 {
		return
	}
	a := &m.op.Attrs[m.IntN(len(m.op.Attrs))]
	m.set(a.Name, m.hostile(a))
}

func (m *mutant) set(name string, v op.Value) {
	i := slices.IndexFunc(m.named, func(n op.Named) bool { return n.Name == name })
	if i < 0 {
		m.named = append(m.named, op.Named{Name: name, Value: v})
	} else {
		m.named[i].Value = v
	}
}

// hostile is a value that the attribute's type takes, or nearly.
func (r *thrower) hostile(a *op.Attr) op.Value {
	switch a.Type {
	case op.DtypeAttr:
		return op.Text(pick(r, "", "bool", "int8", "uint8", "int16", "int32", "uint32", "int64", "uint64", "float16", "bfloat16", "float32", "float64", "int4", "uint1", "float32x4", "int128"))
	case op.StringAttr:
		if a.Allowed == nil {
			return op.Text(pick(r, "", "NCHW", "NHWC", "NCHW4c", "OIHW", "HWIO", "NCW", "NCDHW", "zz", "end", "size", "add", "mean", "clip", "wrap", "ij,jk->ik", "ii->i", "...i->...", "ij->"))
		}
	case op.FloatAttr:
		return op.Float(pick(r, -1, 0, 1, 0.5, 1e-300, 1e300, math.Inf(1), math.NaN()))
	case op.IntsAttr, op.FloatsAttr, op.ListAttr, op.IntOrIntsAttr:
		return r.hostileList(a)
	case op.IntAttr, op.AnyAttr:
		return r.integer()
	}
	return r.value(a)
}

func (r *thrower) hostileList(a *op.Attr) op.Value {
	v := op.Value{Kind: op.ListValue}
	if a.Type == op.IntOrIntsAttr && r.IntN(2) == 0 {
		return r.integer()
	}
	pairs, same := a.Type == op.ListAttr && r.IntN(2) == 0, r.integer()
	for range r.IntN(5) {
		e := pick(r, same, r.integer())
		if pairs {
			e = op.Value{Kind: op.ListValue, List: []op.Value{r.integer(), r.integer()}}
		}
		v.List = append(v.List, e)
	}
	return v
}

func (r *thrower) integer() op.Value {
	return op.Int(pick[int64](r, 0, 0, 1, 1, 1, 2, 2, 3, 3, 4, 5, -1, -1, -2, -3, -4, 1<<22, 1<<31, 1<<40, 1<<62, math.MaxInt64, -1<<40, math.MinInt64))
}

// listEntry changes an entry of an attribute that is a list, or their number.
func (m *mutant) listEntry() {
	var lists []int
	for i, n := range m.named {
		if len(n.Value.List) > 0 {
			lists = append(lists, i)
		}
	}
	if len(lists) == 0 {
		m.attribute()
		return
	}
	v := &m.named[lists[m.IntN(len(lists))]].Value
	v.List = slices.Clone(v.List)
	i := m.IntN(len(v.List))
	switch m.IntN(4) {
	case 0:
		v.List = slices.Delete(v.List, i, i+1)
	case 1:
		v.List = slices.Insert(v.List, i, v.List[m.IntN(len(v.List))])
	default:
		if inner := v.List[i].List; len(inner) > 0 {
			inner = slices.Clone(inner)
			inner[m.IntN(len(inner))] = m.integer()
			v.List[i].List = inner
			return
		}
		v.List[i] = m.integer()
	}
}

// extent puts another extent in the place of one, wherever that stands.
func (m *mutant) extent() {
	from, ok := m.someExtent()
	if !ok {
		return
	}
	to := m.anyExtent()
	m.eachArray(func(a *value.Array) *value.Array {
		shape := slices.Clone(a.Shape)
		for k, n := range shape {
			if n == from {
				shape[k] = to
			}
		}
		return resized(a, shape)
	})
	for i, n := range m.named {
		if n.Value.Kind == op.IntValue && n.Value.Int == int64(from) && m.IntN(2) == 0 {
			m.named[i].Value = op.Int(int64(to))
		}
	}
}

// someExtent is an extent of an argument; false where there is none.
func (m *mutant) someExtent() (int, bool) {
	var extents []int
	m.eachArray(func(a *value.Array) *value.Array {
		extents = append(extents, a.Shape...)
		return a
	})
	if len(extents) == 0 {
		return 0, false
	}
	return pick(m.thrower, extents...), true
}

// vast repeats what stands along an extent, wherever that stands, many times: views
// that take no memory until somebody copies them.
func (m *mutant) vast() {
	from, ok := m.someExtent()
	if !ok || from == 0 || from > 1<<20 {
		return
	}
	to := from << (10 + m.IntN(14))
	m.eachArray(func(a *value.Array) *value.Array {
		for k, n := range a.Shape {
			if n == from && a.Len() < 1<<32 {
				shape := slices.Clone(a.Shape)
				shape[k] = to
				a = a.Slice(k, 0, 1, 1).Broadcast(shape)
			}
		}
		return a
	})
}

// anyExtent is seldom large: such a tensor must be empty.
func (r *thrower) anyExtent() int {
	return pick(r, 0, 0, 0, 1, 1, 1, 2, 3, 4, 5, 7, 1<<40)
}

// oneExtent changes an extent of one argument.
func (m *mutant) oneExtent() {
	m.someArray(func(a *value.Array) *value.Array {
		if a.Rank() == 0 {
			return a
		}
		shape := slices.Clone(a.Shape)
		shape[m.IntN(len(shape))] = m.anyExtent()
		return resized(a, shape)
	})
}

// dimension puts in a dimension, takes one away, or all.
func (m *mutant) dimension() {
	at, how, to := m.IntN(5), m.IntN(3), m.anyExtent()
	change := func(a *value.Array) *value.Array {
		shape := slices.Clone(a.Shape)
		switch {
		case how == 0:
			shape = slices.Insert(shape, min(at, len(shape)), to)
		case how == 1 && len(shape) > 0:
			i := min(at, len(shape)-1)
			shape = slices.Delete(shape, i, i+1)
		case how == 2:
			shape = nil
		}
		return resized(a, shape)
	}
	if m.IntN(2) == 0 {
		m.eachArray(change)
	} else {
		m.someArray(change)
	}
}

// dtype converts all arguments of a dtype, or one.
func (m *mutant) dtype() {
	to := value.Dtype(m.IntN(int(value.Float64) + 1))
	if m.IntN(3) == 0 {
		m.someArray(func(a *value.Array) *value.Array { return a.Convert(to) })
		return
	}
	var from []value.Dtype
	m.eachArray(func(a *value.Array) *value.Array {
		from = append(from, a.Dtype)
		return a
	})
	if len(from) == 0 {
		return
	}
	of := pick(m.thrower, from...)
	m.eachArray(func(a *value.Array) *value.Array {
		if a.Dtype == of {
			return a.Convert(to)
		}
		return a
	})
}

// elements puts numbers that are none, or far out of range, into an argument.
func (m *mutant) elements() {
	m.someArray(func(a *value.Array) *value.Array {
		a = resized(a, a.Shape)
		for i := range a.Len() {
			if m.IntN(3) == 0 {
				value.Store(a.Data, i, m.element(a.Dtype))
			}
		}
		return a
	})
}

func (r *thrower) element(d value.Dtype) value.Scalar {
	if d.IsFloat() {
		return value.FromFloat(d, pick(r, math.NaN(), math.Inf(1), math.Inf(-1), 0, math.Copysign(0, -1), -1, 1e30, -1e30, 1e308))
	}
	return value.FromInt(d, pick[int64](r, 0, -1, 1, -2, 7, 1<<31, 1<<40, math.MaxInt64, math.MinInt64))
}

// optional takes an argument away, or puts one in.
func (m *mutant) optional() {
	i := m.IntN(len(m.args) + 1)
	switch {
	case i == len(m.args) || !m.op.Params[i].Optional:
	case m.args[i] == nil:
		m.args[i] = m.args[0]
	default:
		m.args[i] = nil
	}
}

// tupleLength takes a part of a tuple away, or repeats one.
func (m *mutant) tupleLength() {
	for i, arg := range m.args {
		tuple, ok := arg.(*value.Tuple)
		if !ok {
			continue
		}
		elems := slices.Clone(tuple.Elems)
		if k := m.IntN(len(elems) + 1); k < len(elems) && m.IntN(2) == 0 {
			elems = slices.Delete(elems, k, k+1)
		} else if k < len(elems) {
			elems = append(elems, elems[k])
		}
		m.args[i] = &value.Tuple{Elems: elems}
	}
}

// turned has an argument's elements lie apart, or all be one.
func (m *mutant) turned() {
	m.someArray(func(a *value.Array) *value.Array {
		if m.IntN(2) == 0 && a.Len() > 0 {
			return value.FromScalar(value.Load(a.Dtype, a.Flat(), 0)).Broadcast(a.Shape)
		}
		order := make([]int, a.Rank())
		for k := range order {
			order[k] = len(order) - 1 - k
		}
		return a.Transpose(order).Copy().Transpose(order)
	})
}

func (m *mutant) eachArray(change func(*value.Array) *value.Array) {
	for i, arg := range m.args {
		m.args[i] = eachOf(arg, change)
	}
}

func eachOf(v value.Value, change func(*value.Array) *value.Array) value.Value {
	switch v := v.(type) {
	case *value.Array:
		return change(v)
	case *value.Tuple:
		tuple := &value.Tuple{}
		for _, e := range v.Elems {
			tuple.Elems = append(tuple.Elems, eachOf(e, change))
		}
		return tuple
	}
	return v
}

func (m *mutant) someArray(change func(*value.Array) *value.Array) {
	n, at := 0, 0
	m.eachArray(func(a *value.Array) *value.Array { n++; return a })
	if n == 0 {
		return
	}
	chosen := m.IntN(n)
	m.eachArray(func(a *value.Array) *value.Array {
		if at++; at-1 == chosen {
			return change(a)
		}
		return a
	})
}

// mostElements bounds arguments.
const mostElements = 1 << 14

// resized has the elements again and again; it is the array where the shape has too
// many, or zeros of a shape that has some where there are none.
func resized(a *value.Array, shape []int) *value.Array {
	n, err := value.CheckedLen(shape)
	if err != nil || n > mostElements {
		return a
	}
	out, elems := value.NewArray(a.Dtype, shape), a.Flat()
	for i := range n {
		if a.Len() > 0 {
			value.Store(out.Data, i, value.Load(a.Dtype, elems, i%a.Len()))
		}
	}
	return out
}
