package compare

import (
	"github.com/fraccheck/fraccheck/complexity/network"
	"github.com/fraccheck/fraccheck/internal/model/pairing"
	"github.com/fraccheck/fraccheck/internal/symbolic"
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

// costsOf lists the figures that differ, where extents are the names that the new model has for
// the size variables of the old one.
func costsOf(old, now []types.Dim, extents map[string]string) []costOf {
	changed := []costOf{}
	if old == nil || now == nil {
		return changed
	}
	for k, m := range nodeMetrics {
		if !sameFigure(old[k], now[k], extents) {
			changed = append(changed, costOf{m.name, old[k].String(), now[k].String()})
		}
	}
	return changed
}

// sameFigure reports whether two figures are one expression over the extents.
func sameFigure(old, now types.Dim, extents map[string]string) bool {
	was, known := old.Symbolic()
	is, both := now.Symbolic()
	if !known || !both {
		return old.String() == now.String()
	}
	symbols := map[string]*symbolic.Symbol{}
	named := func(name string) *symbolic.Expr {
		if symbols[name] == nil {
			symbols[name] = symbolic.NewSymbol(name, uint32(len(symbols)))
		}
		return symbolic.Var(symbols[name])
	}
	was = was.Subst(func(s *symbolic.Symbol) *symbolic.Expr {
		if name, ok := extents[s.Name]; ok {
			return named(name)
		}
		for _, name := range extents {
			if name == s.Name {
				return named("old " + name) // which is another one in the new model
			}
		}
		return named(s.Name)
	})
	return was.Equal(is.Subst(func(s *symbolic.Symbol) *symbolic.Expr { return named(s.Name) }))
}

// extentNames maps the size variables of the inputs of a model to those that the inputs of another
// one, which are their partners, have at the same places. Other size variables are the same if
// they have one name.
func extentNames(a, b *flow, p *pairing.Pairing) map[string]string {
	names := map[string]string{}
	old, now := a.inputs(), b.inputs()
	for i, k := range p.InputsAtoB {
		if k < 0 || i >= len(old) || k >= len(now) {
			continue
		}
		x, _ := types.Head(old[i]).(*types.Tensor)
		y, _ := types.Head(now[k]).(*types.Tensor)
		if x == nil || y == nil || len(x.Shape) != len(y.Shape) {
			continue
		}
		for axis, d := range x.Shape {
			was, known := d.Expr().Symbol()
			is, both := y.Shape[axis].Expr().Symbol()
			if known && both && names[was.Name] == "" {
				names[was.Name] = is.Name
			}
		}
	}
	return names
}
