package onnx

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A function of a model is an operator without types: what its nodes mean depends on the
// types of its arguments and on the attributes of the call. Each call is therefore written as
// the nodes of the function; calls with the same types and attributes share a definition.

// An instance is a definition that is made of a function.
type instance struct {
	name    string
	results []types.Type
}

// mostCalls bounds the nesting of functions.
const mostCalls = 32

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
	if len(n.calls) >= mostCalls || contains(n.calls, name) {
		n.Failf(codes.NonterminatingRecursion, "the function %s calls itself", f.Name)
		return nil
	}
	if n.broken || n.unknownInput() {
		return nil
	}
	return n.inline(f, name)
}

func contains(names []functionName, name functionName) bool {
	for _, other := range names {
		if other == name {
			return true
		}
	}
	return false
}

// inline reads the nodes of a function with the arguments of a call.
func (n *node) inline(f *wire.Function, name functionName) []*model.Value {
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
		r.versions[domain(s.Domain)] = s.Version
	}
	if len(f.Opsets) == 0 {
		r.versions = versions
	}
	r.scope = &scope{values: map[string]*binding{}, later: map[string]int{}, params: n.arguments(f)}
	for i, in := range f.Inputs {
		if i < len(n.in) && n.in[i] != nil {
			r.bind(in, &binding{Value: n.in[i], kind: "input", node: -1})
		}
	}
	r.nodes(&wire.Graph{Nodes: f.Nodes, Values: f.Values})
	r.Begin(n.index)
	results := make([]*model.Value, len(f.Outputs))
	for i, out := range f.Outputs {
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

func lower(s string) string { return strings.ToLower(s) }
