package attack

import (
	"fmt"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"
)

// modelCommands are tried on inputs that are one model, m.onnx.
var modelCommands = [][]string{
	{"check", "m.onnx"},
	{"types", "--values", "m.onnx"},
	{"cost", "m.onnx"},
	{"match", "-e", "add(a, b)", "m.onnx"},
	{"convert", "--to", "anf", "m.onnx"},
	{"show", "graph", "-o", "m.svg", "m.onnx"},
	{"run", "--timeout", "1s", "--max-memory", "512MiB", "m.onnx"},
}

// modelKinds are models of ONNX: files that end too early or nest, graphs that repeat what
// they hold, and extents that no machine has.
func modelKinds() []Kind {
	kind := func(name string, size, small int, make func(size int) []byte) Kind {
		return Kind{Name: "model/" + name, Size: size, Small: small, Commands: modelCommands, Make: func(in Folder, size int) error {
			return in.Write("m.onnx", string(make(size)))
		}}
	}
	return []Kind{
		kind("chain", 30_000, 0, func(n int) []byte { return modelOf(nodesInLine(n), "y") }),
		kind("cut-off", 30_000, 0, func(n int) []byte { m := modelOf(nodesInLine(n), "y"); return m[:len(m)*2/3] }),
		kind("lying-length", 1_000, 0, func(n int) []byte {
			return append(protowire.AppendVarint(protowire.AppendTag(nil, 7, protowire.BytesType), 1<<62), make([]byte, n)...)
		}),
		kind("cycle", 30_000, 0, func(n int) []byte {
			return modelOf(append(called("x0", "Add", "x", fmt.Sprint("x", n)), nodesInLine(n)...), "y")
		}),
		kind("empty-nodes", 3_000_000, 0, func(n int) []byte { return modelOf([]byte(strings.Repeat("\x0a\x00", n)), "y") }),
		kind("deep-graphs", 10_000, 0, func(n int) []byte { return modelOf(nestedGraphs(n), "y") }),
		kind("loops-in-loops", 24, 6, func(n int) []byte { return modelOf(nestedLoops(n), "y") }),
		kind("functions-that-double", 60, 30, doubling),
		kind("huge-extents", 200, 50, func(n int) []byte {
			var nodes []byte
			for i := range n {
				nodes = append(nodes, called(fmt.Sprint("x", i+1), "MatMul", fmt.Sprint("x", i), fmt.Sprint("x", i))...)
				nodes = append(nodes, called(fmt.Sprint("y", i+1), "Flatten", fmt.Sprint("x", i+1))...)
			}
			return modelOf(append(called("x0", "Identity", "x"), nodes...), "y1", 1<<62, 1<<62)
		}),
		kind("wide-concat", 100_000, 0, func(n int) []byte {
			return modelOf(called("y", "Concat", strings.Split(strings.Repeat("x,", n)+"x", ",")...), "y")
		}),
	}
}

// field appends a field of bytes.
func field(to []byte, number protowire.Number, content []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(to, number, protowire.BytesType), content)
}

// called is a node of a graph.
func called(output, op string, inputs ...string) []byte {
	return field(nil, 1, nodeOf(output, op, inputs...))
}

func nodeOf(output, op string, inputs ...string) (node []byte) {
	for _, in := range inputs {
		node = field(node, 1, []byte(in))
	}
	return field(field(node, 2, []byte(output)), 4, []byte(op))
}

// nodesInLine are n nodes that each read the one before.
func nodesInLine(n int) []byte {
	nodes := called("x0", "Relu", "x")
	for i := range n {
		nodes = append(nodes, called(fmt.Sprint("x", i+1), "Relu", fmt.Sprint("x", i))...)
	}
	return append(nodes, called("y", "Relu", fmt.Sprint("x", n))...)
}

// modelOf is a model of nodes with the input x and one output.
func modelOf(nodes []byte, output string, extents ...uint64) []byte {
	var shape []byte
	for _, n := range extents {
		shape = field(shape, 1, protowire.AppendVarint(protowire.AppendTag(nil, 1, protowire.VarintType), n))
	}
	if len(extents) == 0 {
		for _, name := range []string{"N", "M"} {
			shape = field(shape, 1, field(nil, 2, []byte(name)))
		}
	}
	tensor := protowire.AppendVarint(protowire.AppendTag(nil, 1, protowire.VarintType), 1)
	input := field(field(nil, 1, []byte("x")), 2, field(nil, 1, field(tensor, 2, shape)))
	graph := field(field(nodes, 11, input), 12, field(nil, 1, []byte(output)))
	return append(field(nil, 7, graph), opset("", 17)...)
}

func opset(domain string, version uint64) []byte {
	return field(nil, 8, protowire.AppendVarint(protowire.AppendTag(field(nil, 1, []byte(domain)), 2, protowire.VarintType), version))
}

// graphAttribute is an attribute of a node that holds a graph.
func graphAttribute(name string, graph []byte) []byte {
	a := protowire.AppendVarint(protowire.AppendTag(field(field(nil, 1, []byte(name)), 6, graph), 20, protowire.VarintType), 5)
	return field(nil, 5, a)
}

// nestedGraphs are n branches in each other.
func nestedGraphs(n int) []byte {
	graph := called("r", "Relu", "x")
	for range n {
		graph = field(nil, 1, append(nodeOf("y", "If", "x"), graphAttribute("then_branch", graph)...))
	}
	return graph
}

// nestedLoops are n loops, each the body of the next.
func nestedLoops(n int) []byte {
	loop := called("n", "Relu", "s")
	for range n {
		body := loop
		for _, name := range []string{"i", "c", "s"} {
			body = field(body, 11, field(nil, 1, []byte(name)))
		}
		for _, name := range []string{"c", "n"} {
			body = field(body, 12, field(nil, 1, []byte(name)))
		}
		loop = field(nil, 1, append(nodeOf("n", "Loop", "", "", "s"), graphAttribute("body", body)...))
	}
	return append(append(called("s", "Relu", "x"), loop...), called("y", "Relu", "n")...)
}

// doubling is a model of n functions that each call the next twice, with arguments whose
// extents a call does not determine.
func doubling(n int) []byte {
	local := func(output, name string, inputs ...string) []byte {
		return field(nodeOf(output, name, inputs...), 7, []byte("my"))
	}
	join := nodeOf("xx", "Flatten", "x")
	m := modelOf(append(field(nil, 1, join), field(nil, 1, local("y", "f0", "xx"))...), "y")
	m = append(m, opset("my", 1)...)
	for i := range n {
		next := fmt.Sprint("f", i+1)
		body := field(field(nil, 7, local("t", next, "a")), 7, local("b", next, "t"))
		if i == n-1 {
			body = field(nil, 7, nodeOf("b", "Relu", "a"))
		}
		f := field(field(field(nil, 1, fmt.Append(nil, "f", i)), 4, []byte("a")), 5, []byte("b"))
		f = append(append(f, body...), field(nil, 10, []byte("my"))...)
		for _, domain := range []string{"", "my"} {
			set := opset(domain, 17)
			_, _, size := protowire.ConsumeTag(set)
			content, _ := protowire.ConsumeBytes(set[size:])
			f = field(f, 9, content)
		}
		m = field(m, 25, f)
	}
	return m
}
