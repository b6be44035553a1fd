package export_test

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/model/onnx/wire"
)

// dump is a model as text: a line for each input, initializer, node and output.
func dump(m *wire.Model) string {
	var b strings.Builder
	fmt.Fprintf(&b, "ir %d, opset %d\n", m.IRVersion, m.Opsets[0].Version)
	for _, f := range m.Functions {
		fmt.Fprintf(&b, "function %s.%s(%s) -> (%s)\n", f.Domain, f.Name, strings.Join(f.Inputs, ", "), strings.Join(f.Outputs, ", "))
		dumpGraph(&b, &wire.Graph{Name: "body", Nodes: f.Nodes}, "  ")
	}
	dumpGraph(&b, m.Graph, "")
	return b.String()
}

func dumpGraph(b *strings.Builder, g *wire.Graph, margin string) {
	fmt.Fprintf(b, "%sgraph %s\n", margin, g.Name)
	margin += "  "
	for _, in := range g.Inputs {
		fmt.Fprintf(b, "%sin %s %s\n", margin, in.Name, dumpType(in.Type))
	}
	for _, t := range g.Initializers {
		fmt.Fprintf(b, "%sconst %s %s %v\n", margin, t.Name, t.Type, t.Dims)
	}
	for _, n := range g.Nodes {
		fmt.Fprintf(b, "%s%s = %s(%s)", margin, strings.Join(n.Outputs, ", "), n.OpType, strings.Join(n.Inputs, ", "))
		for _, a := range n.Attributes {
			switch a.Type {
			case wire.IntAttr:
				fmt.Fprintf(b, " %s=%d", a.Name, a.I)
			case wire.IntsAttr:
				fmt.Fprintf(b, " %s=%d", a.Name, a.Ints)
			case wire.FloatAttr:
				fmt.Fprintf(b, " %s=%g", a.Name, a.F)
			case wire.StringAttr:
				fmt.Fprintf(b, " %s=%q", a.Name, a.S)
			}
		}
		b.WriteByte('\n')
		for _, a := range n.Attributes {
			if a.G != nil {
				dumpGraph(b, a.G, margin+"  ")
			}
		}
	}
	for _, out := range g.Outputs {
		fmt.Fprintf(b, "%sout %s %s\n", margin, out.Name, dumpType(out.Type))
	}
}

func dumpType(t *wire.Type) string {
	if t.Kind != wire.TensorType {
		return t.Kind.String() + " of " + dumpType(t.Of)
	}
	var dims []string
	for _, d := range t.Shape {
		switch d.Kind {
		case wire.DimValue:
			dims = append(dims, fmt.Sprint(d.Value))
		case wire.DimParam:
			dims = append(dims, d.Param)
		default:
			dims = append(dims, "?")
		}
	}
	return t.Elem.String() + "(" + strings.Join(dims, ", ") + ")"
}
