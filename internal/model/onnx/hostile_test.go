package onnx_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/model/onnx"
	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/op/table"
)

var hostileOpsets = []wire.Opset{{Version: 17}, {Domain: "my", Version: 1}}

// floats is a tensor type with extents that are numbers or names.
func floats(extents ...any) *wire.Type {
	t := &wire.Type{Kind: wire.TensorType, Elem: wire.Float, HasShape: true}
	for _, e := range extents {
		switch e := e.(type) {
		case int:
			t.Shape = append(t.Shape, wire.Dim{Kind: wire.DimValue, Value: int64(e)})
		case string:
			t.Shape = append(t.Shape, wire.Dim{Kind: wire.DimParam, Param: e})
		}
	}
	return t
}

// node is a node, written as `y = Op(a, b)` or, for the domain of the functions, `y = my.f(a)`.
func node(text string, attrs ...*wire.Attribute) *wire.Node {
	outputs, call, _ := strings.Cut(text, " = ")
	name, inputs, _ := strings.Cut(strings.TrimSuffix(call, ")"), "(")
	n := &wire.Node{OpType: name, Attributes: attrs}
	if domain, of, ok := strings.Cut(name, "."); ok {
		n.Domain, n.OpType = domain, of
	}
	if inputs != "" {
		n.Inputs = strings.Split(inputs, ", ")
	}
	if outputs != "" {
		n.Outputs = strings.Split(outputs, ", ")
	}
	return n
}

func graphOf(in *wire.Type, nodes ...*wire.Node) *wire.Graph {
	return &wire.Graph{
		Nodes: nodes, Inputs: []*wire.ValueInfo{{Name: "x", Type: in}},
		Outputs: []*wire.ValueInfo{{Name: "y"}},
	}
}

func function(name string, nodes ...*wire.Node) *wire.Function {
	return &wire.Function{Name: name, Domain: "my", Inputs: []string{"a"}, Outputs: []string{"b"}, Nodes: nodes, Opsets: hostileOpsets}
}

// read reads a model, and gives the codes of the errors in it.
func read(m *wire.Model) (p *model.Program, errors []codes.Code) {
	p = onnx.Read(m, nil, table.Default(), nil)
	for _, f := range p.Findings {
		if f.Severity == codes.Error {
			errors = append(errors, f.Code)
		}
	}
	return p, errors
}

// Functions that call the next one twice represent 2⁴⁰ nodes.
func TestFunctionsThatDouble(t *testing.T) {
	tensor := func() *wire.Attribute {
		return &wire.Attribute{Name: "k", Type: wire.TensorAttr, T: &wire.Tensor{Type: wire.Float}}
	}
	tests := []struct {
		name  string
		first *wire.Node // makes the argument
		last  []*wire.Node
		attrs func() []*wire.Attribute
		want  codes.Code // of the one error, if any
	}{
		{name: "shared", first: node("c = Relu(x)"), last: []*wire.Node{node("b = Relu(a)")}},
		{name: "at fault", first: node("c = Relu(x)"), last: []*wire.Node{node("b = Relu(nothing)")}, want: codes.UndefinedName},
		{name: "opaque", first: node("c = Relu(x)"), last: []*wire.Node{node("b = other.F(a)")}},
		{
			name:  "extents that an argument does not determine",
			first: node("c = Concat(x, x)", &wire.Attribute{Name: "axis", Type: wire.IntAttr}),
			last:  []*wire.Node{node("b = Relu(a)")}, want: codes.TooLarge,
		},
		{
			name: "attributes without a key", first: node("c = Relu(x)"), last: []*wire.Node{node("b = Relu(a)")},
			attrs: func() []*wire.Attribute { return []*wire.Attribute{tensor()} }, want: codes.TooLarge,
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			const depth = 40
			attrs := func() []*wire.Attribute { return nil }
			if test.attrs != nil {
				attrs = test.attrs
			}
			m := &wire.Model{Opsets: hostileOpsets, Graph: graphOf(floats("N", 2), test.first, node("y = my.f0(c)", attrs()...))}
			for i := range depth {
				next := fmt.Sprintf("my.f%d", i+1)
				m.Functions = append(m.Functions, function(fmt.Sprintf("f%d", i), node("t = "+next+"(a)", attrs()...), node("b = "+next+"(t)", attrs()...)))
			}
			m.Functions = append(m.Functions, function(fmt.Sprintf("f%d", depth), test.last...))
			_, errors := read(m)
			if test.want == "" && len(errors) > 0 || test.want != "" && (len(errors) != 1 || errors[0] != test.want) {
				t.Errorf("errors %v, want %q", errors, test.want)
			}
		})
	}
}

// The body of a loop is read twice to find the types of its states, and bodies are nested.
func TestLoopsInLoops(t *testing.T) {
	var body *wire.Graph
	for i := range 24 {
		at := fmt.Sprint(i)
		n := node("n" + at + " = Relu(s" + at + ")")
		if body != nil {
			n = node("n"+at+" = Loop(, , s"+at+")", &wire.Attribute{Name: "body", Type: wire.GraphAttr, G: body})
		}
		body = &wire.Graph{
			Inputs:  []*wire.ValueInfo{{Name: "i" + at}, {Name: "c" + at}, {Name: "s" + at}},
			Outputs: []*wire.ValueInfo{{Name: "c" + at}, {Name: "n" + at}},
			Nodes:   []*wire.Node{n},
		}
	}
	m := &wire.Model{Opsets: hostileOpsets, Graph: graphOf(floats(2), node("y = Loop(, , x)", &wire.Attribute{Name: "body", Type: wire.GraphAttr, G: body}))}
	if _, errors := read(m); len(errors) != 1 || errors[0] != codes.TooLarge {
		t.Errorf("errors %v", errors)
	}
}

func TestTfIdfOfLargeAttributes(t *testing.T) {
	ints := func(name string, k ...int64) *wire.Attribute {
		return &wire.Attribute{Name: name, Type: wire.IntsAttr, Ints: k}
	}
	one := func(name string, k int64) *wire.Attribute {
		return &wire.Attribute{Name: name, Type: wire.IntAttr, I: k}
	}
	words := floats(3)
	words.Elem = wire.Int64
	m := &wire.Model{Opsets: hostileOpsets, Graph: graphOf(words, node("y = TfIdfVectorizer(x)",
		one("min_gram_length", 1), one("max_gram_length", math.MaxInt64), one("max_skip_count", math.MaxInt64),
		ints("ngram_counts", 0, 0), ints("ngram_indexes", 0), ints("pool_int64s", 5, 6),
		&wire.Attribute{Name: "mode", Type: wire.StringAttr, S: "TF"}))}
	p, errors := read(m)
	if len(errors) > 0 || len(p.Text) > 5000 {
		t.Errorf("errors %v:\n%.5000s", errors, p.Text)
	}
}

// A function that the body of a loop calls keeps the constants in it, though the body is read
// twice.
func TestConstantsOfFunctionsInLoops(t *testing.T) {
	constant := func(from float32) *wire.Attribute {
		list := make([]float32, 100)
		for i := range list {
			list[i] = from + float32(i)
		}
		return &wire.Attribute{Name: "value_floats", Type: wire.FloatsAttr, Floats: list}
	}
	body := &wire.Graph{
		Inputs:  []*wire.ValueInfo{{Name: "i"}, {Name: "c"}, {Name: "s"}},
		Outputs: []*wire.ValueInfo{{Name: "c"}, {Name: "n"}},
		Nodes:   []*wire.Node{node("n = my.f(s)")},
	}
	m := &wire.Model{Opsets: hostileOpsets, Graph: graphOf(floats(100),
		node("l = Loop(, , x)", &wire.Attribute{Name: "body", Type: wire.GraphAttr, G: body}), node("g = my.g(l)"), node("y = my.f(g)"))}
	m.Functions = []*wire.Function{
		function("f", node("k = Constant()", constant(0)), node("b = Add(a, k)")),
		function("g", node("k = Constant()", constant(1000)), node("b = Sub(a, k)")),
	}
	p, errors := read(m)
	if len(errors) > 0 || p.Constants() != 2 {
		t.Fatalf("errors %v, %d constants in\n%s", errors, p.Constants(), p.Text)
	}
	for _, want := range []string{"def @f(", "def @g(", "relay.Constant][0]", "relay.Constant][1]"} {
		if strings.Count(p.Text, want) != 1 {
			t.Errorf("%q is not in the program once:\n%s", want, p.Text)
		}
	}
}
