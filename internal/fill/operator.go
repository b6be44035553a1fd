package fill

import (
	"slices"
	"sort"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// Operators as forms: one form for each operator, whose instances are its calls with attributes
// that the operator's relation accepts for the types of the arguments.

// weights are those of the operators that most programs on tensors are made of. Others weigh
// otherWeight.
var weights = weightTable(map[int]string{
	2: "add subtract multiply divide equal less sum max min where expand_dims transpose reshape cast take matmul abs negative " +
		"argmax strided_slice gather squeeze arange",
	3: "concatenate stack maximum minimum power logical_not less_equal not_equal logical_and logical_or sqrt floor mod floor_mod " +
		"floor_divide mean prod all any argmin cumsum sort argsort reverse tile repeat broadcast_to gather_nd one_hot zeros_like " +
		"ones_like full_like clip unique scatter_elements scatter_nd argwhere searchsorted nn.dense nn.batch_matmul nn.softmax " +
		"nn.relu einsum sparse_to_dense",
	4: "exp log ceil round topk split sign zeros ones full tanh sigmoid sequence_mask cumprod bitwise_and bitwise_or bitwise_xor " +
		"left_shift right_shift rsqrt trunc meshgrid",
})

// weightTable has the names of each weight as keys.
func weightTable(words map[int]string) map[string]int {
	table := map[string]int{}
	for weight, names := range words {
		for _, name := range strings.Fields(names) {
			table[name] = weight
		}
	}
	return table
}

// otherWeight is the weight of operators that weights does not name.
const otherWeight = 5

// leftOut are the prefixes of operators that no candidate calls: those that compilers insert, that draw random
// numbers, that have a cheaper spelling, and families for images and quantized networks, whose
// attributes are not searched.
var leftOut = []string{
	"annotation.", "auto_scheduler", "call_lowered", "contrib.", "copy", "debug", "device_copy", "fast_", "image.", "dyn.image.", "dyn.nn.", "layout_transform",
	"memory.", "meta_schedule", "nn.bitpack", "nn.bitserial", "nn.contrib", "nn.fast", "nn.internal", "nn.sparse", "on_device", "qnn.",
	"random.", "reinterpret", "parser.", "stft", "dft", "vision.", "vm.", "nn.dropout", "fixed_point", "identity", "adv_index", "batch_norm", "nn.batch_norm", "sparse_fill", "sparse_reshape",
}

// searched reports whether candidates may call an operator.
func searched(o *op.Op) bool {
	if o.Kernel == nil || o.Relation == nil || o.Impure || o.Internal || o.Compiled || o.SameAs != "" || o.Signature != nil || o.Rebinding != nil {
		return false
	}
	if o.Laws.Mirror > o.Name { // `greater` is `less` of the other order
		return false
	}
	return !slices.ContainsFunc(leftOut, func(prefix string) bool { return strings.HasPrefix(o.Name, prefix) })
}

// operators are the forms of the operators.
func (l *library) operators() {
	names := make([]string, 0, len(l.probe.ops))
	for name := range l.probe.ops {
		names = append(names, name)
	}
	sort.Strings(names)
	for _, name := range names {
		o := l.probe.ops[name]
		if o.Name != name || !searched(o) {
			continue
		}
		weight := weights[name]
		if static, dynamic := strings.CutPrefix(name, "dyn."); dynamic && l.computed {
			weight = weights[static]
		}
		if l.rank == 0 && (weight == 0 || o.Map == nil) {
			continue
		}
		if weight == 0 {
			weight = otherWeight
		}
		if joins(o) {
			for n := range 3 {
				l.add(l.joining(o, n+1, weight+n/2))
			}
			continue
		}
		l.add(l.operator(o, weight))
	}
}

// square is the form of a term times itself, which weighs what the term weighs once.
func (l *library) square(o *op.Op) *form {
	product := l.operator(o, leastWeight)
	f := &form{name: "square", weight: 3, arity: 1}
	f.accept = func(_ int, k *kind) bool { return k.tensor != nil && k.tensor.Dtype != types.Bool }
	f.make = func(args []*kind) []*instance {
		made := product.make([]*kind{args[0], args[0]})
		for _, inst := range made {
			apply, print := inst.apply, inst.print
			inst.apply = func(w *worker, args []value.Value) (value.Value, error) {
				return apply(w, []value.Value{args[0], args[0]})
			}
			inst.print = func(of []string) string {
				if args[0].tensor.Dtype == types.Float32 && strings.Contains(of[0], "(") {
					return "power(" + of[0] + ", 2f)"
				}
				return print([]string{of[0], of[0]})
			}
		}
		return made
	}
	return f
}

// joins reports whether an operator takes a tuple of tensors.
func joins(o *op.Op) bool {
	return slices.Contains([]string{"concatenate", "stack", "einsum", "meshgrid"}, o.Name)
}

// constantParams are the parameters that get numbers rather than terms.
var constantParams = map[string]bool{"on_value": true, "off_value": true, "pad_val": true, "default_value": true}

// operator is the form of an operator, whose optional arguments are left out. Its instances are the calls
// with each choice of attributes that the relation accepts.
func (l *library) operator(o *op.Op, weight int) *form {
	var places []int // of the arguments of the form, among those of the operator
	var constant []int
	for i, p := range o.Params {
		switch {
		case p.Optional || p.Variadic:
		case constantParams[p.Name]:
			constant = append(constant, i)
		default:
			places = append(places, i)
		}
	}
	if len(places) > 3 {
		return nil
	}
	// A form is commutative where integers are: floats that round otherwise are equal in comments.
	c := o.Laws.Commutative
	f := &form{name: o.Name, weight: weight, arity: len(places), commutative: len(places) == 2 && c.Exact&op.Integers != 0}
	f.accept = func(i int, k *kind) bool {
		return k.tensor != nil && (o.Name != "where" || i > 0 || k.tensor.Dtype == types.Bool && len(k.tensor.Shape) > 0)
	}
	alike := len(places) == 2 && (o.Kind == op.Broadcast || o.Map != nil)
	f.follows = func(before []*kind, k *kind) bool {
		n := len(before)
		switch {
		case alike && n == 1 && before[0].tensor.Dtype != k.tensor.Dtype:
			return false
		case o.Name == "where" && n == 2 && before[1].tensor.Dtype != k.tensor.Dtype:
			return false
		case (alike || o.Name == "where") && !l.broadcast(before, k):
			return false
		}
		return n+1 < len(places) || !l.refuses(o, append(slices.Clone(before), k), places, weight >= otherWeight)
	}
	// Instances: each choice of numbers for constant parameters, with each of attributes.
	constants := l.constants(constant)
	f.make = func(args []*kind) (made []*instance) {
		for _, fixed := range constants {
			in := make([]types.Type, len(o.Params))
			for i, k := range args {
				in[places[i]] = k.t
			}
			for i, c := range fixed {
				in[constant[i]] = c.typ.t
			}
			for _, a := range l.attributes(o, args) {
				if inst := l.call(o, in, a, places, constant, fixed); inst != nil {
					made = append(made, inst)
				}
			}
		}
		return made
	}
	return f
}

// broadcast reports whether a tensor broadcasts with each of some others. The relations of operators say
// so too, but there are many pairs of shapes, and operators that broadcast ask the same.
func (l *library) broadcast(before []*kind, k *kind) bool {
	return !slices.ContainsFunc(before, func(other *kind) bool {
		pair := [2]int32{other.number, k.number}
		ok, known := l.broadcasts[pair]
		if !known {
			_, clash := op.BroadcastShape(other.tensor.Shape, k.tensor.Shape)
			ok = clash == nil
			l.broadcasts[pair] = ok
		}
		return !ok
	})
}

// refuses reports whether an operator accepts no tensors of the classes of some, whatever its attributes
// are: where their extents are not known and, unless strict, where all are 1 or 2. Of the less common
// operators most are for images: those that need to know an extent are never tried.
func (l *library) refuses(o *op.Op, args []*kind, places []int, strict bool) bool {
	if len(places) < len(o.Params) || slices.ContainsFunc(o.Attrs, func(a op.Attr) bool { return a.Type == op.IntsAttr && a.Required || a.Name == "equation" }) {
		return false
	}
	key := refusal{o: o}
	for i, k := range args {
		key.classes[i] = k.class
	}
	refused, known := l.refused[key]
	if known {
		return refused
	}
	extents := []types.Dim{types.Any}
	if !strict {
		extents = append(extents, types.Const(1), types.Const(2))
	}
	choices := l.attributes(o, args)
	l.refused[key] = !slices.ContainsFunc(extents, func(d types.Dim) bool {
		in := make([]types.Type, len(args))
		for i, k := range args {
			in[i] = &types.Tensor{Shape: slices.Repeat([]types.Dim{d}, len(k.tensor.Shape)), Dtype: k.tensor.Dtype}
		}
		return slices.ContainsFunc(choices, func(a attributeChoice) bool { return l.may(o, in, a.attrs) })
	})
	return l.refused[key]
}

// A refusal is an operator and the classes of its arguments.
type refusal struct {
	o       *op.Op
	classes [3]class
}

// may reports whether an operator's relation does not refuse a call.
func (l *library) may(o *op.Op, in []types.Type, attrs op.Attrs) bool {
	fresh := func() types.Type { return &types.Var{} }
	return o.Relation(&op.Call{Op: o, Args: in, Attrs: attrs, Last: true, Fresh: fresh, FreshLeaf: fresh}).Err == nil
}

// call is the instance of a call; nil where the relation refuses it.
func (l *library) call(o *op.Op, in []types.Type, a attributeChoice, places, constant []int, fixed []*term) *instance {
	attrs := a.attrs
	out, ok := l.relate(o, in, attrs)
	if !ok {
		return nil
	}
	apply := func(w *worker, args []value.Value) (value.Value, error) {
		all := make([]value.Value, len(in))
		for i, arg := range args {
			all[places[i]] = arg
		}
		for i, c := range fixed {
			all[constant[i]] = c.value
		}
		return o.Kernel(w, &op.KernelCall{Op: o, Args: all, Attrs: attrs, Out: out})
	}
	print := func(args []string) string {
		all := make([]string, len(places)+len(constant))
		for i, arg := range args {
			all[places[i]] = arg
		}
		for i, c := range fixed {
			all[constant[i]] = c.text
		}
		return o.Name + "(" + strings.Join(append(all, a.texts...), ", ") + ")"
	}
	return &instance{extra: a.extra, typ: out, apply: apply, print: print}
}

// constants are the choices of numbers for parameters that get numbers: 1 and 0, or 0.
func (l *library) constants(constant []int) (choices [][]*term) {
	if len(constant) == 0 {
		return [][]*term{nil}
	}
	for _, d := range l.dtypes {
		one, zero := l.literal(d, 1), l.literal(d, 0)
		if one == nil || zero == nil {
			continue
		}
		if len(constant) == 2 {
			choices = append(choices, []*term{one, zero})
		} else {
			choices = append(choices, []*term{zero})
		}
	}
	return choices
}

// joining is the form of an operator on a tuple of n tensors.
func (l *library) joining(o *op.Op, n, weight int) *form {
	f := &form{name: o.Name, weight: weight, arity: n}
	f.accept = func(_ int, k *kind) bool { return k.tensor != nil }
	f.follows = func(before []*kind, k *kind) bool {
		return len(before) == 0 || before[0].tensor.Dtype == k.tensor.Dtype
	}
	f.make = func(args []*kind) (made []*instance) {
		tuple := &types.Tuple{}
		for _, k := range args {
			tuple.Elems = append(tuple.Elems, k.t)
		}
		for _, a := range l.attributes(o, args) {
			attrs := a.attrs
			out, ok := l.relate(o, []types.Type{tuple}, attrs)
			if !ok {
				continue
			}
			made = append(made, &instance{
				extra: a.extra, typ: out,
				apply: func(w *worker, args []value.Value) (value.Value, error) {
					return o.Kernel(w, &op.KernelCall{Op: o, Args: []value.Value{&value.Tuple{Elems: slices.Clone(args)}}, Attrs: attrs, Out: out})
				},
				print: func(args []string) string {
					inner := strings.Join(args, ", ")
					if n == 1 {
						inner += ","
					}
					return o.Name + "(" + strings.Join(append([]string{"(" + inner + ")"}, a.texts...), ", ") + ")"
				},
			})
		}
		return made
	}
	return f
}

// relate asks an operator's relation for the type of a call. What waits for more, warns, or leaves a
// variable open is refused.
func (l *library) relate(o *op.Op, in []types.Type, attrs op.Attrs) (types.Type, bool) {
	fresh := func() types.Type { return &types.Var{} }
	answer := o.Relation(&op.Call{Op: o, Args: in, Attrs: attrs, Last: true, Fresh: fresh, FreshLeaf: fresh})
	if answer.Err != nil || answer.Waits || len(answer.More) > 0 || len(answer.Warn) > 0 || answer.Out == nil {
		return nil, false
	}
	for _, e := range answer.Equal {
		if types.Key(e.Type) != types.Key(in[e.Arg]) {
			return nil, false
		}
	}
	out := types.Head(answer.Out)
	closed := true
	types.Walk(out, func(t types.Type) bool {
		v, open := types.Head(t).(*types.Var)
		closed = closed && (!open || v.Rigid) && !types.IsBad(t)
		return closed
	})
	return out, closed
}
