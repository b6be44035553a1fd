package main

import (
	"math/rand/v2"

	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A graph is a graph of ONNX that is being made. Its methods add a node and give the name of
// its result, which is that of the node with `_output` after it.
type graph struct {
	wire.Graph
	weights *rand.Rand
}

func newGraph(name string, seed uint64) *graph {
	return &graph{wire.Graph{Name: name}, rand.New(rand.NewPCG(seed, 0))}
}

// file is the graph as a model in a file.
func (g *graph) file() ([]byte, error) {
	return wire.Append(nil, &wire.Model{
		IRVersion: 8, Producer: "fraccheck-examples", Opsets: []wire.Opset{{Version: 17}}, Graph: &g.Graph,
	})
}

func (g *graph) node(name, op string, inputs []string, attributes ...*wire.Attribute) string {
	g.Nodes = append(g.Nodes, &wire.Node{Name: name, OpType: op, Inputs: inputs, Outputs: []string{name + "_output"}, Attributes: attributes})
	return name + "_output"
}

// input declares an input. Extents are integers, or names.
func (g *graph) input(name string, of wire.DataType, extents ...any) string {
	g.Inputs = append(g.Inputs, declared(name, of, extents))
	return name
}

// output gives a result its name, and declares it.
func (g *graph) output(from, name string, of wire.DataType, extents ...any) {
	for _, n := range g.Nodes {
		if n.Outputs[0] == from {
			n.Outputs[0] = name
		}
		for i, in := range n.Inputs {
			if in == from {
				n.Inputs[i] = name
			}
		}
	}
	g.Outputs = append(g.Outputs, declared(name, of, extents))
}

func declared(name string, of wire.DataType, extents []any) *wire.ValueInfo {
	t := &wire.Type{Kind: wire.TensorType, Elem: of, HasShape: true}
	for _, e := range extents {
		switch e := e.(type) {
		case int:
			t.Shape = append(t.Shape, wire.Dim{Kind: wire.DimValue, Value: int64(e)})
		case string:
			t.Shape = append(t.Shape, wire.Dim{Kind: wire.DimParam, Param: e})
		}
	}
	return &wire.ValueInfo{Name: name, Type: t}
}

// weight is a constant of numbers from -1/8 to 1/8, in steps that no platform rounds.
func (g *graph) weight(name string, shape ...int) string {
	a := value.NewArray(value.Float32, shape)
	data := a.Data.([]float32)
	for i := range data {
		data[i] = float32(g.weights.IntN(257)-128) / 1024
	}
	return g.constant(name, a)
}

func (g *graph) constant(name string, a *value.Array) string {
	g.Initializers = append(g.Initializers, wire.NewTensor(name, a))
	return name
}

func integer(name string, i int64) *wire.Attribute {
	return &wire.Attribute{Name: name, Type: wire.IntAttr, I: i}
}

func integers(name string, is ...int64) *wire.Attribute {
	return &wire.Attribute{Name: name, Type: wire.IntsAttr, Ints: is}
}

func branch(name string, g *graph) *wire.Attribute {
	return &wire.Attribute{Name: name, Type: wire.GraphAttr, G: &g.Graph}
}

// digits is a small convolutional network for a batch of any size. Between its two parts
// the batch is computed out of a shape, as PyTorch exports `x.view(x.shape[0], -1)`. pixels are
// how many the last layer has weights for: 784 are right.
func digits(pixels int) ([]byte, error) {
	g := newGraph("digits", 1)
	x := g.input("image", wire.Float, "N", 1, 28, 28)
	for _, layer := range []struct {
		name    string
		in, out int
	}{{"/conv1", 1, 8}, {"/conv2", 8, 16}} {
		w, b := g.weight(layer.name[1:]+".weight", layer.out, layer.in, 3, 3), g.weight(layer.name[1:]+".bias", layer.out)
		x = g.node(layer.name+"/Conv", "Conv", []string{x, w, b}, integers("kernel_shape", 3, 3), integers("pads", 1, 1, 1, 1))
		x = g.node(layer.name+"/Relu", "Relu", []string{x})
		x = g.node(layer.name+"/MaxPool", "MaxPool", []string{x}, integers("kernel_shape", 2, 2), integers("strides", 2, 2))
	}
	shape := g.node("/Shape", "Shape", []string{x})
	batch := g.node("/Gather", "Gather", []string{shape, g.constant("first", value.Of([]int64{0}))}, integer("axis", 0))
	batch = g.node("/Unsqueeze", "Unsqueeze", []string{batch, g.constant("axes", value.Of([]int64{0}, 1))})
	rest := g.constant("rest", value.Of([]int64{-1}, 1))
	x = g.node("/Reshape", "Reshape", []string{x, g.node("/Concat", "Concat", []string{batch, rest}, integer("axis", 0))})
	x = g.node("/fc/Gemm", "Gemm", []string{x, g.weight("fc.weight", 10, pixels), g.weight("fc.bias", 10)}, integer("transB", 1))
	g.output(g.node("/Softmax", "Softmax", []string{x}, integer("axis", 1)), "scores", wire.Float, "N", 10)
	return g.file()
}

func digitsModel(string) ([]byte, error) { return digits(784) }

// brokenModel has a last layer for images of 32 x 32. It is what the manual shows.
func brokenModel(string) ([]byte, error) { return digits(1024) }

const width, heads = 16, 2

// decoderModel is a block of a decoder: attention of new words to those before them, whose keys
// and values are inputs and outputs. An input says whether a word sees those after it.
func decoderModel(string) ([]byte, error) {
	g := newGraph("decoder", 2)
	x := g.input("x", wire.Float, "batch", "words", width)
	pastKey := g.input("past_key", wire.Float, "batch", heads, "past", width/heads)
	pastValue := g.input("past_value", wire.Float, "batch", heads, "past", width/heads)
	causal := g.input("causal", wire.Bool)
	ones, split := value.NewArray(value.Float32, []int{width}), g.constant("heads", value.Of([]int64{0, 0, heads, width / heads}, 4))
	for i := range ones.Data.([]float32) {
		ones.Data.([]float32)[i] = 1
	}
	normal := g.node("/norm", "LayerNormalization", []string{x, g.constant("norm.weight", ones), g.weight("norm.bias", width)})
	projected := func(name string) string {
		y := g.node("/"+name+"/MatMul", "MatMul", []string{normal, g.weight(name+".weight", width, width)})
		y = g.node("/"+name+"/Reshape", "Reshape", []string{y, split})
		return g.node("/"+name+"/Transpose", "Transpose", []string{y}, integers("perm", 0, 2, 1, 3))
	}
	query, key, values := projected("query"), projected("key"), projected("value")
	key = g.node("/key/Concat", "Concat", []string{pastKey, key}, integer("axis", 2))
	values = g.node("/value/Concat", "Concat", []string{pastValue, values}, integer("axis", 2))
	turned := g.node("/scores/Transpose", "Transpose", []string{key}, integers("perm", 0, 1, 3, 2))
	scores := g.node("/scores/MatMul", "MatMul", []string{query, turned})
	scores = g.node("/scores/Mul", "Mul", []string{scores, g.constant("scale", value.Of([]float32{0.35355338}))})
	masked := g.node("/mask/If", "If", []string{causal}, branch("then_branch", maskBranch(scores)), branch("else_branch", plainBranch(scores)))
	weights := g.node("/Softmax", "Softmax", []string{masked}, integer("axis", -1))
	y := g.node("/MatMul", "MatMul", []string{weights, values})
	y = g.node("/Transpose", "Transpose", []string{y}, integers("perm", 0, 2, 1, 3))
	y = g.node("/Reshape", "Reshape", []string{y, g.constant("joined", value.Of([]int64{0, 0, width}, 3))})
	y = g.node("/out/MatMul", "MatMul", []string{y, g.weight("out.weight", width, width)})
	g.output(g.node("/Add", "Add", []string{x, y}), "y", wire.Float, "batch", "words", width)
	g.output(key, "present_key", wire.Float, "batch", heads, "past + words", width/heads)
	g.output(values, "present_value", wire.Float, "batch", heads, "past + words", width/heads)
	return g.file()
}

// maskBranch adds a large negative number to the scores of words that are after another one:
// those above a diagonal, which begins at the number of words before the new ones.
func maskBranch(scores string) *graph {
	g := newGraph("masked", 0)
	shape := g.node("/mask/Shape", "Shape", []string{scores}, integer("start", 2))
	new, all := g.constant("/mask/new", value.Of([]int64{0})), g.constant("/mask/all", value.Of([]int64{1}))
	past := g.node("/mask/Sub", "Sub", []string{
		g.node("/mask/Gather", "Gather", []string{shape, all}), g.node("/mask/Gather_1", "Gather", []string{shape, new})})
	diagonal := g.node("/mask/Add", "Add", []string{past, g.constant("/mask/one", value.Of([]int64{1}))})
	low := &wire.Attribute{Name: "value", Type: wire.TensorAttr, T: wire.NewTensor("", value.Of([]float32{-65504}, 1))}
	mask := g.node("/mask/ConstantOfShape", "ConstantOfShape", []string{shape}, low)
	mask = g.node("/mask/Trilu", "Trilu", []string{mask, diagonal}, integer("upper", 1))
	g.Outputs = []*wire.ValueInfo{{Name: g.node("/mask/Add_1", "Add", []string{scores, mask})}}
	return g
}

func plainBranch(scores string) *graph {
	g := newGraph("plain", 0)
	g.Outputs = []*wire.ValueInfo{{Name: g.node("/mask/Identity", "Identity", []string{scores})}}
	return g
}
