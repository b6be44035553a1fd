package export

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
)

// prune drops the nodes of a graph whose results nothing reads, in its inner graphs too, and
// gives the names that the graph reads.
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
