package onnx_test

import (
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
)

// A model with one mistake has one error: at the node and the input that it is in, with a
// message that says what is there and what must be.
func TestFaults(t *testing.T) {
	ints := func(name string, ks ...int64) *wire.Attribute {
		return &wire.Attribute{Name: name, Type: wire.IntsAttr, Ints: ks}
	}
	integer := func(name string, k int64) *wire.Attribute {
		return &wire.Attribute{Name: name, Type: wire.IntAttr, I: k}
	}
	vector := func(name string, ks ...int64) *wire.Node {
		return node(name+" = Constant()", ints("value_ints", ks...))
	}
	tests := []struct {
		in    *wire.Type
		nodes []*wire.Node
		code  codes.Code
		node  string
		input int
		says  string
	}{
		{floats(2, 3, 4), []*wire.Node{vector("s", -1, -1), node("y = Reshape(x, s)")}, codes.AttributeValue, "Reshape#1", 1, "-1 at 2 places"},
		{floats(2, 3, 4), []*wire.Node{vector("s", 7, -1), node("y = Reshape(x, s)")}, codes.ShapeMismatch, "Reshape#1", 0, "24 elements, of the shape (2, 3, 4)"},
		{floats("N", 3, 4), []*wire.Node{vector("s", 0, 3, 5), node("y = Reshape(x, s)")}, codes.ShapeMismatch, "Reshape#1", 0, "12*N elements, of the shape (N, 3, 4), do not fit into the shape (N, 3, 5)"},
		{floats("N", 3, 4), []*wire.Node{vector("s", 0, 7, -1), node("y = Reshape(x, s)")}, codes.ShapeMismatch, "Reshape#1", 0, "12*N elements"},
		{floats("N", 9), []*wire.Node{vector("i", 0, 9), node("y = Gather(x, i)", integer("axis", 1))}, codes.ConstantFault, "Gather#1", 1, "the index 9 is out of range"},
		{floats(3, 9), []*wire.Node{vector("i", 3, 0), node("y = GatherND(x, i)")}, codes.ConstantFault, "GatherND#1", 1, "axis 0 of input 0 has the extent 3"},
		{floats("N", 9), []*wire.Node{node("y = Softmax(x)", integer("axis", 3))}, codes.AttributeValue, "Softmax#0", -1, "from -2 to 1"},
		{floats("N", 9), []*wire.Node{node("y = Cast(x)", integer("to", 0))}, codes.AttributeValue, "Cast#0", -1, "the number of no dtype"},
		{floats("N", 9), []*wire.Node{node("y = Cast(x)")}, codes.AttributeValue, "Cast#0", -1, "needs the attribute `to`"},
		{floats("N", 9), []*wire.Node{node("y = Add(x, y)")}, codes.UndefinedName, "Add#0", 1, "in the order in which they compute"},
		{floats("N", 9), []*wire.Node{node("y = Add(x, z)")}, codes.UndefinedName, "Add#0", 1, "`z`, which is no input"},
		{floats(2, 3), []*wire.Node{node("y = MatMul(x, x)")}, codes.ShapeMismatch, "MatMul#0", 0, "(2, 3) by (2, 3)"},
		{floats("N", 9), []*wire.Node{vector("a", 1), node("y = Squeeze(x, a)")}, codes.ShapeMismatch, "Squeeze#1", 0, "only an axis of extent 1"},
		{floats("N", 9), []*wire.Node{vector("s", 4, 4), node("y, z = Split(x, s)", integer("axis", 1))}, codes.ShapeMismatch, "Split#1", 0, "8 elements together, and axis 1 has 9"},
		{floats("N", 9), []*wire.Node{vector("k", 20), node("y, i = TopK(x, k)")}, codes.AttributeValue, "TopK#1", 1, "20 elements along axis 1, which has 9"},
		{floats("N", 9), []*wire.Node{node("y = Conv2D(x)")}, codes.UndefinedName, "Conv2D#0", -1, "did you mean `Conv`"},
	}
	for _, test := range tests {
		p, _ := read(&wire.Model{Opsets: []wire.Opset{{Version: 13}}, Graph: graphOf(test.in, test.nodes...)})
		errors := 0
		for _, f := range p.Findings {
			if f.Severity != codes.Error {
				continue
			}
			errors++
			if f.Code != test.code || f.Node < 0 || p.Nodes[f.Node].Name != test.node || f.Input != test.input || !strings.Contains(f.Message, test.says) {
				t.Errorf("%s: %s at node %d, input %d: %s; want %s, input %d, with %q", test.node, f.Code, f.Node, f.Input, f.Message, test.code, test.input, test.says)
			}
		}
		if errors != 1 {
			t.Errorf("%s: %d errors, want 1", test.node, errors)
		}
	}
}

// A node that runs only where a size variable has one value says so, once for the variable.
func TestNeededExtents(t *testing.T) {
	vector := func(name string, ks ...int64) *wire.Node {
		return node(name+" = Constant()", &wire.Attribute{Name: "value_ints", Type: wire.IntsAttr, Ints: ks})
	}
	for says, nodes := range map[string][]*wire.Node{
		"Squeeze runs only where `N` is 1: input 0 has the shape (N, 9)": {vector("a", 0), node("z = Squeeze(x, a)"), node("y = Squeeze(x, a)")},
		"Reshape runs only where `N` is 2: input 0 has the shape (N, 9)": {vector("s", 3, 6), node("y = Reshape(x, s)")},
		"": {vector("s", -1, 3), node("y = Reshape(x, s)")},
	} {
		p, _ := read(&wire.Model{Opsets: []wire.Opset{{Version: 13}}, Graph: graphOf(floats("N", 9), nodes...)})
		var found []string
		for _, f := range p.Findings {
			if f.Code == codes.SuspectShape {
				found = append(found, f.Message)
			}
		}
		if strings.Join(found, "; ") != says {
			t.Errorf("found %q, want %q", found, says)
		}
	}
}

// What one branch requires of a size variable need not hold in the other one.
func TestBranchesRequireDifferentExtents(t *testing.T) {
	branch := func(rows int64) *wire.Graph {
		ones := node("w = ConstantOfShape(s)")
		product := node("r = MatMul(x, w)")
		shape := node("s = Constant()", &wire.Attribute{Name: "value_ints", Type: wire.IntsAttr, Ints: []int64{rows, 3}})
		return &wire.Graph{Nodes: []*wire.Node{shape, ones, product}, Outputs: []*wire.ValueInfo{{Name: "r"}}}
	}
	graph := graphOf(floats("N", "W"), node("y = If(c)",
		&wire.Attribute{Name: "then_branch", Type: wire.GraphAttr, G: branch(4)},
		&wire.Attribute{Name: "else_branch", Type: wire.GraphAttr, G: branch(5)}))
	graph.Inputs = append(graph.Inputs, &wire.ValueInfo{Name: "c", Type: &wire.Type{Kind: wire.TensorType, Elem: wire.Bool, HasShape: true}})
	if p, errors := read(&wire.Model{Opsets: []wire.Opset{{Version: 13}}, Graph: graph}); len(errors) > 0 {
		t.Errorf("errors %v: %v", errors, p.Findings)
	}
}
