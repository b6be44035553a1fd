package network

import (
	"slices"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Which parameters of a definition are weights is read off their uses. A weight stands,
// itself or rearranged or converted,
//
//   - where an operator's parameter is called as weights are (weightNames), or
//   - as a vector that is added to what an operator with a weight gives: a bias,
//
// and nowhere as the data of an operator with a weight. Tensors that are indexed, or
// products of two parameters, are not told from inputs.

// A use says how a value is used.
type use uint8

const (
	asWeight    use = 1 << iota
	asStatistic     // a weight that is not trained
	asData          // of an operator with a weight
)

// weightNames are the operators' parameters that are weights.
var weightNames = map[string]use{
	"weight": asWeight, "kernel": asWeight, "bias": asWeight, "scale_bias": asWeight,
	"weight_scale": asWeight, "weight_zero_point": asWeight,
	"gamma": asWeight, "beta": asWeight, "alpha": asWeight,
	"moving_mean": asWeight | asStatistic, "moving_var": asWeight | asStatistic,
}

// layered are those of them whose operators combine weights with data.
var layered = map[string]bool{"weight": true, "kernel": true}

// A weight is a tensor with trained elements.
type weight struct {
	in           *instance
	value        graph.Value
	uses         use
	user         site // the first operator that takes it as one; call is None for none
	count, bytes Figure
}

// A shared weight is one that several values may stand for: a part of a parameter of the
// definition, or an entry of a file's metadata.
type shared struct {
	of    graph.Value
	part  int // from 1 on
	file  *syntax.File
	entry string // `meta[relay.Constant][3]`
}

// A weighing follows uses of weights back to where they come from.
type weighing struct {
	*analysis
	todo   []demand
	found  []weight
	shared map[shared]int // their places in found
}

// A demand is a value that is used in some way.
type demand struct {
	in    *instance
	value graph.Value
	uses  use
	user  site
}

func (a *analysis) weigh(r *Report) {
	w := &weighing{analysis: a, shared: map[shared]int{}}
	for i := range slices.Backward(a.order) {
		w.unit(&a.units[a.order[i]])
	}
	w.run()
	r.Totals[Parameters], r.WeightBytes, r.Statistics = none, none, none
	for i := range w.found {
		f := &w.found[i]
		if f.uses&asWeight == 0 || f.uses&asData != 0 {
			continue
		}
		f.count, f.bytes = f.in.elements(f.value), f.in.bytesAt(f.in.typeOf(f.value), f.value)
		r.weights = append(r.weights, *f)
		r.Totals[Parameters] = r.Totals[Parameters].plus(f.count)
		r.WeightBytes = r.WeightBytes.plus(f.bytes)
		if f.uses&asStatistic != 0 {
			r.Statistics = r.Statistics.plus(f.count)
		}
	}
	r.Inputs = a.inputs(r.weights)
}

// unit looks for uses of weights, and for constants.
func (w *weighing) unit(u *unit) {
	for _, v := range u.in.placed[u.block] {
		switch u.in.graph.Kind(v) {
		case graph.Operation:
			w.operation(u.in, v)
		case graph.Literal:
			if u.in.isConstant(v) {
				w.source(demand{in: u.in, value: v, uses: asWeight, user: site{u.in, graph.None}}, 0)
			}
		}
	}
}

// isConstant reports whether a value is a constant tensor with a dimension.
func (in *instance) isConstant(v graph.Value) bool {
	switch in.info.Item.Kind(in.graph.Node(v)) {
	case syntax.Meta, syntax.Call:
		t, ok := headOf(in.typeOf(v)).(*types.Tensor)
		return !ok || len(t.Shape) > 0
	}
	return false
}

func headOf(t types.Type) types.Type {
	if t == nil {
		return nil
	}
	return types.Head(t)
}

func (w *weighing) operation(in *instance, v graph.Value) {
	o := in.ops[v]
	if o == nil {
		return
	}
	operands := in.graph.Operands(v)
	for i, p := range o.Params {
		if i >= len(operands) {
			break
		}
		if uses := weightNames[p.Name]; uses != 0 {
			w.demand(demand{in, operands[i].Value, uses, site{in, v}})
		}
		if layered[p.Name] && i > 0 {
			w.demand(demand{in, operands[0].Value, asData, site{in, v}})
		}
	}
	if o.Name == op.Add && len(operands) == 2 {
		for i, o := range operands {
			if isVector(in.operandType(o)) && in.isLayer(operands[1-i].Value) {
				w.demand(demand{in, o.Value, asWeight, site{in, v}})
			}
		}
	}
}

// isVector reports whether a tensor has only one extent that is not 1.
func isVector(t types.Type) bool {
	tensor, ok := headOf(t).(*types.Tensor)
	if !ok {
		return false
	}
	long := 0
	for _, d := range tensor.Shape {
		if !d.IsConst(1) {
			long++
		}
	}
	return long == 1
}

// isLayer reports whether a value is what an operator with a weight gives, rearranged or not.
func (in *instance) isLayer(v graph.Value) bool {
	for v != graph.None && in.graph.Kind(v) == graph.Operation {
		if in.ops[v] == nil {
			return false
		}
		if slices.ContainsFunc(in.ops[v].Params, func(p op.Param) bool { return layered[p.Name] }) {
			return true
		}
		if !in.rearranges(v) {
			return false
		}
		v = in.graph.Operands(v)[0].Value
	}
	return false
}

// rearranges reports whether an operator of one tensor orders its elements anew or converts
// them.
func (in *instance) rearranges(v graph.Value) bool {
	called, operands := in.ops[v], in.graph.Operands(v)
	if called == nil || len(operands) == 0 || operands[0].Value == graph.None {
		return false
	}
	for _, o := range operands[1:] {
		if o.Value != graph.None && in.graph.Kind(o.Value) != graph.Literal {
			return false
		}
	}
	from, isTensor := headOf(in.operandType(operands[0])).(*types.Tensor)
	to, givesTensor := headOf(in.typeOf(v)).(*types.Tensor)
	return isTensor && givesTensor && (called.Kind == op.Injective || called.Aliasing >= op.View || from.Dtype != to.Dtype && len(from.Shape) == len(to.Shape))
}

func (w *weighing) demand(d demand) {
	if d.value == graph.None || d.uses&^d.in.asked[d.value] == 0 {
		return
	}
	d.in.asked[d.value] |= d.uses
	w.todo = append(w.todo, d)
}

func (w *weighing) run() {
	slices.Reverse(w.todo) // the first user is the one that counts
	for len(w.todo) > 0 {
		d := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		w.follow(d)
	}
}

// follow asks the same of what a value is made of.
func (w *weighing) follow(d demand) {
	g, operands := d.in.graph, d.in.graph.Operands(d.value)
	next := func(v graph.Value) { w.demand(demand{d.in, v, d.uses, d.user}) }
	switch g.Kind(d.value) {
	case graph.Parameter:
		w.argument(d)
	case graph.Literal:
		if d.in.isConstant(d.value) {
			w.source(d, 0)
		}
	case graph.Free:
		w.source(d, 0)
	case graph.Read:
		next(operands[0].Value)
	case graph.Operation:
		if d.in.rearranges(d.value) {
			next(operands[0].Value)
		}
	case graph.If, graph.Match:
		for _, o := range operands[1:] {
			next(o.Value)
		}
	case graph.Call:
		if c := d.in.callees[d.value]; c.unit != noUnit {
			u := &w.units[c.unit]
			w.demand(demand{u.in, u.in.result(u.block), d.uses, d.user})
		}
	case graph.Project:
		w.component(d, operands[0].Value)
	}
}

// component follows a part of a tuple that is written out, or is a parameter.
func (w *weighing) component(d demand, tuple graph.Value) {
	i := d.in.graph.Index(d.value)
	switch {
	case tuple == graph.None || i < 0:
	case d.in.graph.Kind(tuple) == graph.Tuple && i < len(d.in.graph.Operands(tuple)):
		w.demand(demand{d.in, d.in.graph.Operands(tuple)[i].Value, d.uses, d.user})
	case d.in.graph.Kind(tuple) == graph.Parameter && w.isRoot(d.in, d.in.graph.Block(tuple)):
		w.source(d, i+1)
	}
}

// argument goes on at the calls of the function that a parameter belongs to.
func (w *weighing) argument(d demand) {
	b := d.in.graph.Block(d.value)
	if w.isRoot(d.in, b) {
		w.source(d, 0)
		return
	}
	for _, s := range w.sites[d.in.units+int32(b)] {
		if args := s.in.graph.Operands(s.call)[1:]; d.in.graph.Index(d.value) < len(args) {
			w.demand(demand{s.in, args[d.in.graph.Index(d.value)].Value, d.uses, d.user})
		}
	}
}

// source notes a use of what comes from outside; part counts the parts of a parameter
// from 1.
func (w *weighing) source(d demand, part int) {
	f := w.weightOf(d, part)
	f.uses |= d.uses
	if f.user.call == graph.None && d.uses&asWeight != 0 {
		f.user = d.user
	}
}

// weightOf is the entry of what comes from outside.
func (w *weighing) weightOf(d demand, part int) *weight {
	if part == 0 && d.in.info.Item.Kind(d.in.graph.Node(d.value)) != syntax.Meta {
		if d.in.source[d.value] == 0 {
			w.add(d)
			d.in.source[d.value] = int32(len(w.found))
		}
		return &w.found[d.in.source[d.value]-1]
	}
	key := shared{file: d.in.file, entry: d.in.info.Item.SourceText(d.in.graph.Node(d.value))}
	if part > 0 {
		key = shared{of: d.in.graph.Operands(d.value)[0].Value, part: part}
	}
	at, known := w.shared[key]
	if !known {
		at = len(w.found)
		w.shared[key] = at
		w.add(d)
	}
	return &w.found[at]
}

func (w *weighing) add(d demand) {
	w.found = append(w.found, weight{in: d.in, value: d.value, user: site{d.in, graph.None}})
}

// elements counts those of a tensor.
func (in *instance) elements(v graph.Value) Figure {
	t := in.typeOf(v)
	if tensor, ok := headOf(t).(*types.Tensor); ok {
		if n := types.Product(tensor.Shape); !n.Loose() {
			return Figure{Size: n}
		}
	}
	return unknown(in.reason(v, sizeless(t)))
}

// inputs are the parameters of the definition that are no weights, whole or in part.
func (a *analysis) inputs(weights []weight) []Input {
	root := &a.units[a.root]
	in := root.in
	taken := make([]bool, in.graph.Len())
	for _, w := range weights {
		if w.in == in {
			taken[w.value] = true
		}
	}
	var inputs []Input
	for _, v := range in.placed[root.block] {
		if in.graph.Kind(v) == graph.Parameter && !taken[v] {
			inputs = append(inputs, Input{in.nameOf(v), in.typeOf(v)})
		}
	}
	return inputs
}

// nameOf is how a parameter is written, without its type.
func (in *instance) nameOf(v graph.Value) string {
	item, n := in.info.Item, in.graph.Node(v)
	for {
		switch item.Kind(n) {
		case syntax.PatTyped:
			n = item.PatTyped(n).Pattern
		case syntax.PatParen:
			n = item.Inner(n)
		default:
			return item.SourceText(n)
		}
	}
}

// weightLayers sums weights up by the operators that take them.
func (r *Report) weightLayers() []Layer {
	at := map[site]int{}
	var layers []Layer
	for _, w := range r.weights {
		user := w.user
		if user.call == graph.None {
			user = site{w.in, w.value}
		}
		i, known := at[user]
		if !known {
			i = len(layers)
			at[user] = i
			layers = append(layers, user.in.layer(user.call, types.Const(1), none, false))
		}
		layers[i].Figure = layers[i].Figure.plus(w.count)
	}
	return layers
}
