package export

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
)

// prune drops the nodes of a graph whose results nothing reads, in its inner graphs too, and
// gives the names that the graph reads. One pass from the end is enough: nodes read earlier ones alone.
func prune(g *wire.Graph) (reads map[string]bool) {
	reads = map[string]bool{}
	for _, out := range g.Outputs {
		reads[out.Name] = true
	}
	kept := []*wire.Node{}
	for _, n := range slices.Backward(g.Nodes) {
		if !slices.ContainsFunc(n.Outputs, func(out string) bool { return reads[out] }) {
			continue
		}
		kept = append(kept, n)
		for _, in := range n.Inputs {
			reads[in] = true
		}
		for _, a := range n.Attributes {
			if a.G == nil {
				continue
			}
			for name := range prune(a.G) {
				reads[name] = true
			}
		}
	}
	slices.Reverse(kept)
	g.Nodes = kept
	return reads
}

// renameGraph gives the values of a graph their names in the file and notes which are used.
func (x *exporter) renameGraph(g *wire.Graph, used map[string]bool) {
	for _, in := range g.Inputs {
		in.Name = x.final(in.Name)
	}
	for _, n := range g.Nodes {
		for i, in := range n.Inputs {
			n.Inputs[i] = x.final(in)
			used[n.Inputs[i]] = true
		}
		for _, a := range n.Attributes {
			if a.G != nil {
				x.renameGraph(a.G, used)
			}
		}
		for i, out := range n.Outputs {
			n.Outputs[i] = x.final(out)
		}
		n.Name = n.Outputs[0]
	}
	for _, out := range g.Outputs {
		out.Name = x.final(out.Name)
	}
}

// final is the name of a value in the file.
func (x *exporter) final(name string) string {
	x.rename(name, "t")
	if strings.HasPrefix(name, "\x00") {
		return x.renamed[name]
	}
	return name
}

// finishFunctions drops the functions that nothing calls, and gives the values of the others their
// names.
func (x *exporter) finishFunctions() {
	calls := map[string]bool{}
	called(x.model.Graph.Nodes, calls)
	kept := []*wire.Function{}
	for _, f := range slices.Backward(x.model.Functions) { // a function calls earlier ones
		if !calls[f.Name] {
			continue
		}
		g := &wire.Graph{Nodes: f.Nodes}
		for _, out := range f.Outputs {
			g.Outputs = append(g.Outputs, &wire.ValueInfo{Name: out})
		}
		prune(g)
		x.renameGraph(g, map[string]bool{})
		f.Nodes = g.Nodes
		for i, in := range f.Inputs {
			f.Inputs[i] = x.final(in)
		}
		for i, out := range f.Outputs {
			f.Outputs[i] = x.final(out)
		}
		inner := map[string]bool{}
		called(f.Nodes, inner)
		if len(inner) > 0 {
			f.Opsets = append(f.Opsets, wire.Opset{Domain: LocalDomain, Version: 1})
		}
		for name := range inner {
			calls[name] = true
		}
		kept = append(kept, f)
	}
	slices.Reverse(kept)
	x.model.Functions = kept
}

// called collects the functions of the model that nodes call.
func called(nodes []*wire.Node, names map[string]bool) {
	for _, n := range nodes {
		if n.Domain == LocalDomain {
			names[n.OpType] = true
		}
		for _, a := range n.Attributes {
			if a.G != nil {
				called(a.G.Nodes, names)
			}
		}
	}
}
