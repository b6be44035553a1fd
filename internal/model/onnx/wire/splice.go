package wire

import (
	"fmt"
	"slices"

	"google.golang.org/protobuf/encoding/protowire"
)

// The fields that Splice looks into.
const (
	modelGraph       = 7
	graphNode        = 1
	graphInitializer = 5
)

// A Splice is a change of the nodes of a model's graph.
type Splice struct {
	Drop   map[int]bool    // nodes of the graph that are left out, by index
	Before map[int][]*Node // nodes that are put before one that stays; those of the number of nodes, after the last
	Added  []*Tensor       // initializers
	Model  Model           // whose operator sets and functions are added to those of the model
}

// Apply gives the file of a model with the change. All other bytes are those of the file, but for
// the length of the graph.
func (s *Splice) Apply(file []byte) ([]byte, error) {
	var out []byte
	graphs := 0
	err := fields(file, func(number protowire.Number, whole, content []byte) error {
		if number != modelGraph {
			out = append(out, whole...)
			return nil
		}
		if graphs++; graphs > 1 {
			return fmt.Errorf("the file has its graph in several parts, which are not changed")
		}
		graph, err := s.graph(content)
		out = protowire.AppendTag(out, modelGraph, protowire.BytesType)
		out = protowire.AppendBytes(out, graph)
		return err
	})
	if err != nil {
		return nil, err
	}
	return Append(out, &Model{Opsets: s.Model.Opsets, Functions: s.Model.Functions})
}

// graph changes the fields of a graph.
func (s *Splice) graph(data []byte) ([]byte, error) {
	nodes, last := 0, 0 // how many there are, and the field after the last one
	i := 0
	err := fields(data, func(number protowire.Number, _, _ []byte) error {
		if i++; number == graphNode {
			nodes++
			last = i
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	added, err := AppendGraph(nil, &Graph{Initializers: s.Added})
	if err != nil {
		return nil, err
	}
	var out []byte
	node, field, done := 0, 0, false
	put := func(at int) error {
		more, err := AppendGraph(nil, &Graph{Nodes: s.Before[at]})
		out = append(out, more...)
		return err
	}
	err = fields(data, func(number protowire.Number, whole, _ []byte) error {
		field++
		if number != graphNode {
			out = append(out, whole...)
			return nil
		}
		if err := put(node); err != nil {
			return err
		}
		if !s.Drop[node] {
			out = append(out, whole...)
		}
		if node++; field == last {
			done = true
			return put(nodes)
		}
		return nil
	})
	if err == nil && !done {
		err = put(nodes)
	}
	return append(out, added...), err
}

// fields calls a function for each field of a message, with all of its bytes and, of one that has
// a length, its content.
func fields(data []byte, do func(number protowire.Number, whole, content []byte) error) error {
	for len(data) > 0 {
		number, t, n := protowire.ConsumeTag(data)
		if n < 0 {
			return protowire.ParseError(n)
		}
		length := protowire.ConsumeFieldValue(number, t, data[n:])
		if length < 0 {
			return protowire.ParseError(length)
		}
		var content []byte
		if t == protowire.BytesType {
			content, _ = protowire.ConsumeBytes(data[n:])
		}
		if err := do(number, slices.Clip(data[:n+length]), content); err != nil {
			return err
		}
		data = data[n+length:]
	}
	return nil
}
