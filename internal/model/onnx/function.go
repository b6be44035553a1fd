package onnx

import (
	"fmt"
	"maps"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/model/onnx/schema"
	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A function of a model is an operator without types: what its nodes mean depends on the
// types of its arguments, on the attributes of the call, and on arguments that are constants.
// For each combination that occurs it becomes a definition, which calls with the same share.

// An instance is a definition that is made of a function.
type instance struct {
	name    string // "" where the function is at fault or gives what is not known
	results []*model.Value
	broken  bool // it is at fault, which is reported
}

// mostCalls bounds the nesting of functions.
const mostCalls = 100

// function is the function of the model that a node calls, nil where it calls none.
func (n *node) function(domain string) *wire.Function {
	if f := n.functions[functionName{n.proto.Domain, n.proto.OpType, n.proto.Overload}]; f != nil {
		return f
	}
	return n.functions[functionName{domain, n.proto.OpType, n.proto.Overload}]
}

// call writes a call of a function of the model.
func (n *node) call(f *wire.Function) []*model.Value {
	if len(n.in) > len(f.Inputs) || len(n.proto.Outputs) > len(f.Outputs) {
		n.Failf(codes.ArityMismatch, "the function %s has %d inputs and %d outputs; the node has %d and %d",
			f.Name, len(f.Inputs), len(f.Outputs), len(n.in), len(n.proto.Outputs))
		return nil
	}
	name := functionName{f.Domain, f.Name, f.Overload}
	switch {
	case contains(n.calls, name):
		n.Failf(codes.NonterminatingRecursion, "the function %s calls itself", f.Name)
		return nil
	case len(n.calls) >= mostCalls:
		n.Failf(codes.TooLarge, "functions are nested more than %d deep", mostCalls)
		return nil
	}
	if n.broken || n.unknownInput() {
		return nil
	}
	return n.instance(f, name)
}

// instance writes a call of the definition that a function becomes here, or the nodes of the function
// themselves where no definition would do (instanceKey).
func (n *node) instance(f *wire.Function, name functionName) []*model.Value {
	key, ok := n.instanceKey(name)
	if !ok {
		return n.inline(f, name, n.in)
	}
	made, known := n.instances[key]
	if !known {
		made = n.define(f, name)
		n.instances[key] = made
		n.made = append(n.made, key)
	}
	n.broken = n.broken || made.broken
	if made.name == "" {
		return nil
	}
	parts := []any{made.name + "("}
	separator := ""
	for _, v := range n.in {
		if v != nil {
			parts = append(parts, separator, v)
			separator = ", "
		}
	}
	parts = append(parts, ")")
	ts := typesOf(made.results)
	if len(ts) == 1 {
		v := n.Expr(ts[0], parts...)
		v.Extents = made.results[0].Extents
		return one(v)
	}
	results := n.Tuple(ts, parts...)
	for i, v := range results {
		v.Extents = made.results[i].Extents
	}
	return results
}

// trial begins a part of the program that undo forgets, with the definitions in it.
func (r *reader) trial() (undo func()) {
	forget, kept, needed := r.Trial(), len(r.made), maps.Clone(r.needed)
	return func() {
		forget()
		r.needed = needed
		for _, key := range r.made[kept:] {
			delete(r.instances, key)
		}
		r.made = r.made[:kept]
	}
}

// instanceKey spells what decides the definition: the function, the number of outputs that are wanted, of
// each argument the type and the elements that are known, and the attributes that its nodes may refer to,
// with the values that those of the calling function have. Two calls with one key are of one definition.
//
// It is false where an attribute has no short spelling, a tensor or a graph, or where a call would not
// determine the size variables that the definition mentions: of a parameter of shape (2·N) the caller's
// N is not inferred.
func (n *node) instanceKey(name functionName) (string, bool) {
	key := []string{name.domain, name.name, name.overload, strconv.Itoa(len(n.proto.Outputs))}
	var ts []types.Type
	for _, v := range n.in {
		if v == nil {
			key = append(key, "-")
			continue
		}
		ts = append(ts, v.Type)
		key = append(key, types.Key(v.Type), types.ShapeString(v.Extents))
		if v.Const != nil {
			key = append(key, value.Text(v.Const))
		}
	}
	for _, a := range n.proto.Attributes {
		v := n.attribute(a.Name)
		if v == nil {
			continue
		}
		if v.G != nil || v.T != nil || len(v.Tensors)+len(v.Graphs) > 0 {
			return "", false // what they hold has no short spelling
		}
		key = append(key, fmt.Sprintf("%s %v %v %q %v %v %q", a.Name, v.F, v.I, v.S, v.Floats, v.Ints, v.Strings))
	}
	for _, v := range n.in {
		if v != nil && !model.Mentions(ts, v.Extents) {
			return "", false
		}
	}
	if !model.Inferable(ts) {
		return "", false
	}
	return strings.Join(key, "\x00"), true
}

// define writes a definition for the function with arguments of the types of the call's. What
// is at fault in it is reported, and then there is none.
func (n *node) define(f *wire.Function, name functionName) instance {
	position := n.Position()
	defer n.Alone()()
	n.Define(f.Name, "The function "+strconv.Quote(f.Name)+" of the model.")
	params := make([]*model.Value, len(n.in))
	for i, v := range n.in {
		if v != nil {
			params[i] = n.Param(f.Inputs[i], v.Type)
			params[i].Const, params[i].Extents = v.Const, v.Extents
		}
	}
	results := n.inline(f, name, params)
	for _, v := range results {
		if v == nil || !v.Known() || n.broken {
			n.Back(position)
			return instance{broken: n.broken}
		}
	}
	if len(results) == 0 {
		n.Back(position)
		return instance{broken: n.broken}
	}
	return instance{name: n.Return(results...), results: results}
}

func contains(names []functionName, name functionName) bool {
	for _, other := range names {
		if other == name {
			return true
		}
	}
	return false
}

// inline reads the nodes of a function with arguments, in a scope of its own: a function sees no values
// of its caller. Its nodes are of the versions of operators that the function imports.
func (n *node) inline(f *wire.Function, name functionName, in []*model.Value) []*model.Value {
	r := n.reader
	around, versions := r.scope, r.versions
	defer func() {
		r.scope, r.versions = around, versions
		r.calls = r.calls[:len(r.calls)-1]
		r.depth--
	}()
	r.calls = append(r.calls, name)
	r.depth++
	r.versions = map[string]int64{}
	for _, s := range f.Opsets {
		r.versions[schema.Canonical(s.Domain)] = s.Version
	}
	if len(f.Opsets) == 0 {
		r.versions = versions
	}
	r.scope = &scope{values: map[string]*binding{}, later: map[string]int{}, params: n.arguments(f)}
	for i := range f.Inputs {
		if i < len(in) && in[i] != nil {
			r.bind(f.Inputs[i], &binding{Value: in[i], kind: "input", node: -1})
		}
	}
	r.nodes(&wire.Graph{Nodes: f.Nodes, Values: f.Values})
	r.Begin(n.index)
	results := make([]*model.Value, len(n.proto.Outputs))
	for i, out := range f.Outputs[:len(n.proto.Outputs)] {
		if b := r.use(out); b != nil {
			results[i] = b.Value
			n.broken = n.broken || b.failed
		}
	}
	return results
}

// arguments are the attributes that the nodes of a function refer to, by name.
func (n *node) arguments(f *wire.Function) map[string]*wire.Attribute {
	given := map[string]*wire.Attribute{}
	for _, a := range f.Defaults {
		given[a.Name] = a
	}
	for _, a := range n.proto.Attributes {
		if v := n.attribute(a.Name); v != nil {
			given[a.Name] = v
		}
	}
	return given
}
