// Package onnxtest writes small ONNX models, for tests of what reads models.
//
// Read model.go: a Model is a graph in Go values, and Bytes its file.
package onnxtest

import (
	"google.golang.org/protobuf/encoding/protowire"

	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A Model is a graph of float32 tensors.
type Model struct {
	Inputs, Outputs []Tensor
	Weights         []Weight
	Nodes           []Node
}

// A Tensor is a value of the graph with its declared shape: extents are int or, of a
// `dim_param`, string.
type Tensor struct {
	Name  string
	Shape []any
}

// A Weight is an initializer.
type Weight struct {
	Name  string
	Array *value.Array
}

// A Node is a call of an operator without attributes.
type Node struct {
	Name, Op        string
	Inputs, Outputs []string
}

// Bytes is the file of a model of opset 17.
func (m *Model) Bytes() []byte {
	var graph []byte
	for _, n := range m.Nodes {
		graph = message(graph, 1, n.bytes())
	}
	graph = message(graph, 2, []byte("graph"))
	for _, w := range m.Weights {
		graph = message(graph, 5, wire.AppendTensor(nil, w.Array, w.Name))
	}
	for _, in := range m.Inputs {
		graph = message(graph, 11, in.bytes())
	}
	for _, out := range m.Outputs {
		graph = message(graph, 12, out.bytes())
	}
	file := number(nil, 1, 8)
	file = message(file, 7, graph)
	return message(file, 8, number(nil, 2, 17))
}

func (n *Node) bytes() (b []byte) {
	for _, in := range n.Inputs {
		b = message(b, 1, []byte(in))
	}
	for _, out := range n.Outputs {
		b = message(b, 2, []byte(out))
	}
	b = message(b, 3, []byte(n.Name))
	return message(b, 4, []byte(n.Op))
}

// bytes is the ValueInfoProto of a tensor.
func (t *Tensor) bytes() []byte {
	shape := []byte{}
	for _, extent := range t.Shape {
		switch n := extent.(type) {
		case int:
			shape = message(shape, 1, number(nil, 1, uint64(n)))
		case string:
			shape = message(shape, 1, message(nil, 2, []byte(n)))
		}
	}
	tensor := message(number(nil, 1, uint64(wire.Float)), 2, shape)
	return message(message(nil, 1, []byte(t.Name)), 2, message(nil, 1, tensor))
}

func number(b []byte, field protowire.Number, n uint64) []byte {
	return protowire.AppendVarint(protowire.AppendTag(b, field, protowire.VarintType), n)
}

func message(b []byte, field protowire.Number, content []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, field, protowire.BytesType), content)
}

// Perceptron is a model of one layer: `h = x·w`, `y = max(h, 0)`, where x has a row for each of
// the batch and w has so many rows. It is right if they are 4.
func Perceptron(rows int) []byte {
	w := value.NewArray(value.Float32, []int{rows, 3})
	for i, elements := 0, w.Flat().([]float32); i < len(elements); i++ {
		elements[i] = float32(i) - 4
	}
	m := Model{
		Inputs: []Tensor{{"x", []any{"batch", 4}}}, Outputs: []Tensor{{"y", []any{"batch", 3}}},
		Weights: []Weight{{"fc.weight", w}},
		Nodes: []Node{
			{"/fc/MatMul", "MatMul", []string{"x", "fc.weight"}, []string{"h"}},
			{"/act/Relu", "Relu", []string{"h"}, []string{"y"}},
		},
	}
	return m.Bytes()
}
