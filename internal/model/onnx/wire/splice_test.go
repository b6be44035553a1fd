package wire_test

import (
	"bytes"
	"testing"

	"github.com/fraccheck/fraccheck/internal/model/onnx/onnxtest"
	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
	"github.com/fraccheck/fraccheck/internal/value"
)

// TestSplice replaces a node: all other bytes of the file are kept, in their order.
func TestSplice(t *testing.T) {
	file := onnxtest.Perceptron(4)
	same, err := (&wire.Splice{}).Apply(file)
	if err != nil || !bytes.Equal(same, file) {
		t.Fatalf("no change gives other bytes (%v)", err)
	}
	zero := wire.NewTensor("zero", value.Of([]float32{0}, 1))
	node := &wire.Node{Name: "max", OpType: "Max", Inputs: []string{"h", "zero"}, Outputs: []string{"y"}}
	for _, at := range []int{1, 2} {
		changed, err := (&wire.Splice{Drop: map[int]bool{1: true}, Before: map[int][]*wire.Node{at: {node}}, Added: []*wire.Tensor{zero}}).Apply(file)
		if err != nil {
			t.Fatal(err)
		}
		m, err := wire.Decode(changed)
		if err != nil {
			t.Fatal(err)
		}
		if len(m.Graph.Nodes) != 2 || m.Graph.Nodes[0].OpType != "MatMul" || m.Graph.Nodes[1].OpType != "Max" || len(m.Graph.Initializers) != 2 {
			t.Errorf("at %d: %d nodes, %d initializers", at, len(m.Graph.Nodes), len(m.Graph.Initializers))
		}
		added, err := wire.AppendGraph(nil, &wire.Graph{Nodes: []*wire.Node{node}})
		if err != nil {
			t.Fatal(err)
		}
		before, _, found := bytes.Cut(file, []byte("/act/Relu"))
		tail := file[bytes.Index(file, []byte("graph"))-2:]
		if !found || !bytes.Contains(changed, added) || !bytes.Contains(changed, before[4:40]) || !bytes.Contains(changed, tail[:len(tail)-4]) {
			t.Errorf("at %d: bytes that do not belong to the node changed", at)
		}
	}
}

// TestSpliceOfBrokenFile holds that a file that is cut off is an error.
func TestSpliceOfBrokenFile(t *testing.T) {
	file := onnxtest.Perceptron(4)
	for n := range len(file) {
		if got, err := (&wire.Splice{Drop: map[int]bool{0: true}}).Apply(file[:n]); err == nil && len(got) > n {
			t.Errorf("%d bytes become %d", n, len(got))
		}
	}
}
