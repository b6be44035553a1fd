package page

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/drawing"
	"github.com/fraccheck/fraccheck/internal/types"
)

// DOT writes a picture for Graphviz: frames are clusters.
func DOT(p *drawing.Picture) []byte {
	w := &writer{}
	w.WriteString("digraph fraccheck {\n  compound=true;\n  node [shape=box, style=\"rounded,filled\", fontname=\"Helvetica\", fontsize=11];\n  edge [fontname=\"Helvetica\", fontsize=9, color=\"#64748b\"];\n")
	for _, item := range p.Items {
		w.dotBox(item, "  ")
	}
	p.Walk(func(b *drawing.Box) {
		for _, wire := range b.In {
			w.dotWire(b, wire)
		}
	})
	w.WriteString("}\n")
	return []byte(w.String())
}

// dotBox writes a box, and what lies in it. The node of a frame is its head,
// which wires lead to.
func (w *writer) dotBox(b *drawing.Box, indent string) {
	colours := light.classes[b.Head().Class]
	if !b.Form.Holds() {
		w.printf("%sb%d [label=%s, fillcolor=%q, color=%q%s];\n", indent, b.ID, quoted(dotLabel(b)), colours.ground, colours.mark, dotForm(b))
		return
	}
	name, rest := headText(b)
	w.printf("%[1]ssubgraph cluster_%[2]d {\n%[1]s  label=%[3]s; style=rounded; color=%[4]q; fontname=\"Helvetica\"; fontsize=11;\n", indent, b.ID, quoted(strings.TrimSpace(name+" "+rest)), colours.mark)
	if len(b.In) > 0 || resultOf(b) == nil {
		w.printf("%s  b%d [label=%s, shape=plaintext, style=\"\"];\n", indent, b.ID, quoted(name))
	}
	for _, kid := range b.Kids {
		w.dotBox(kid, indent+"  ")
	}
	w.printf("%s}\n", indent)
}

// dotForms are the attributes by which forms differ.
var dotForms = map[drawing.Form]string{
	drawing.Pill:   ", shape=ellipse",
	drawing.Result: ", fontcolor=\"#ffffff\"",
}

// dotForm are the attributes of a box: what a block within others gives is a dot.
func dotForm(b *drawing.Box) string {
	if b.Form == drawing.Result && b.Head().Name == "" {
		return ", shape=point"
	}
	return dotForms[b.Form]
}

func dotLabel(b *drawing.Box) string {
	s := shape{Box: b}
	var lines []string
	for i := range b.Steps {
		lines = append(lines, strings.TrimSpace(s.rowName(i)+"  "+args(&b.Steps[i])))
	}
	return strings.Join(lines, "\n")
}

// dotWire writes a wire; those from a frame leave what gives its result.
func (w *writer) dotWire(to *drawing.Box, wire drawing.Wire) {
	from, more := wire.From, ""
	if from.Form == drawing.Frame {
		if r := resultOf(from); r != nil {
			more = fmt.Sprintf(", ltail=cluster_%d", from.ID)
			from = r
		}
	}
	for _, e := range wire.Again {
		w.printf("  b%d -> b%d [style=dashed, constraint=false];\n", e.Box.ID, to.ID)
	}
	w.printf("  b%d -> b%d [label=%s%s];\n", from.ID, to.ID, quoted(label(wire.From.Outs[wire.Out])), more)
}

// resultOf is a result in a frame, or in the first frame in it that has one.
func resultOf(b *drawing.Box) *drawing.Box {
	for i := len(b.Kids) - 1; i >= 0; i-- {
		if b.Kids[i].Form == drawing.Result {
			return b.Kids[i]
		}
	}
	for _, kid := range b.Kids {
		if r := resultOf(kid); r != nil && kid.Form == drawing.Frame {
			return r
		}
	}
	return nil
}

// quoted is a string of DOT.
func quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`).Replace(text) + `"`
}

// TreesDOT writes structure trees for Graphviz.
func TreesDOT(trees []drawing.TypeTree) []byte {
	w := &writer{}
	w.WriteString("digraph fraccheck {\n  node [shape=plaintext, fontname=\"Helvetica\", fontsize=11];\n  edge [arrowhead=none, fontname=\"Helvetica\", fontsize=9, color=\"#64748b\"];\n")
	next := 0
	for _, t := range trees {
		title := next
		next++
		w.printf("  t%d [label=%s, fontname=\"Helvetica-Bold\"];\n", title, quoted(t.Title()))
		w.printf("  t%d -> t%d;\n", title, next)
		w.dotNode(t.Root, &next)
	}
	w.WriteString("}\n")
	return []byte(w.String())
}

func (w *writer) dotNode(n *types.Node, next *int) {
	own := *next
	*next++
	w.printf("  t%d [label=%s];\n", own, quoted(n.Name))
	for _, part := range parts(n) {
		w.printf("  t%d [label=%s, fontcolor=%q];\n  t%d -> t%[1]d;\n", *next, quoted(part.text()), part.colour(light), own)
		*next++
	}
	for _, kid := range n.Kids {
		w.printf("  t%d -> t%d [label=%s];\n", own, *next, quoted(kid.Role))
		w.dotNode(kid, next)
	}
}
