package compare

import (
	"github.com/fraccheck/fraccheck/complexity/network"
	"github.com/fraccheck/fraccheck/internal/model/pairing"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace/cost"
)

// A costOf is a figure of a node in both models: "0" where one of them does not have the node.
type costOf struct {
	Metric string `json:"metric"`
	Old    string `json:"old"`
	New    string `json:"new"`
}

// nodeMetrics are the figures of nodes that are compared.
var nodeMetrics = []struct {
	metric network.Metric
	name   string
}{{network.MultiplyAdds, "multiplyAdds"}, {network.Parameters, "parameters"}, {network.Bytes, "bytesMoved"}}

// nodeCosts are the figures of the nodes of a model's graph, by name and operator; a figure that
// is not known is loose.
type nodeCosts map[[2]string][]types.Dim

// nodeCosts are those of a model; nil where nothing is known of it.
func (f modelFile) nodeCosts() nodeCosts {
	source, err := f.snapshot.Source(f.path)
	if err != nil || source.Model == nil {
		return nil
	}
	networks, err := cost.Networks(f.snapshot, f.path, nil)
	if err != nil || len(networks) == 0 || networks[0].Report == nil {
		return nil
	}
	costs := nodeCosts{}
	for _, n := range source.Model.Nodes {
		costs[[2]string{n.Name, n.Op}] = make([]types.Dim, len(nodeMetrics))
	}
	for k, m := range nodeMetrics {
		for _, l := range networks[0].Layers(m.metric) {
			place, ok := networks[0].At(l.Item, l.Node)
			if !ok || place.Source.Path != f.path {
				continue
			}
			if at := source.Model.NodeAt(place.Span.Start); at >= 0 {
				n := source.Model.Nodes[at]
				sum := costs[[2]string{n.Name, n.Op}]
				if sum[k] = sum[k].Add(l.Size); l.Why != nil {
					sum[k] = types.Any
				}
			}
		}
	}
	return costs
}

// of are the figures of a node of the graph; nil where they are not known, or where there is no
// node.
func (c nodeCosts) of(g *pairing.Graph, node int) []types.Dim {
	if node < 0 {
		return make([]types.Dim, len(nodeMetrics))
	}
	return c[[2]string{g.Nodes[node].Name, g.Nodes[node].Op}]
}

// costsOf lists the figures that differ.
func costsOf(old, now []types.Dim) []costOf {
	changed := []costOf{}
	if old == nil || now == nil {
		return changed
	}
	for k, m := range nodeMetrics {
		if was, is := old[k].String(), now[k].String(); was != is {
			changed = append(changed, costOf{m.name, was, is})
		}
	}
	return changed
}
