package onnx

import (
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/types"
)

// refuseNode reports why a node cannot be translated: the fault, the input at fault, and where
// the shapes of the inputs come from.
func (n *node) refuseNode(f *model.Fault) {
	finding := model.Finding{Code: f.Code, Node: n.index, Input: -1, Message: f.Message, Notes: f.Notes}
	if f.Arg != nil {
		finding.Input = slices.Index(n.in, f.Arg)
	}
	if finding.Input >= 0 {
		finding.Value = n.sources[finding.Input].name
	}
	for i, b := range n.sources {
		if b != nil && b.Known() {
			finding.Notes = append(finding.Notes, fmt.Sprintf("Input %d, `%s`, is %s, from %s.", i, b.name, typeText(b.Type), n.origin(b)))
		}
	}
	finding.Notes = append(finding.Notes, n.chain(n.computed(finding.Input))...)
	n.reportError(finding)
}

// computed is the input whose shape a message follows back: the one at fault, or the first one
// that is no constant where that is a constant.
func (n *node) computed(at int) *binding {
	if at >= 0 && n.sources[at] != nil && n.sources[at].tensor == nil {
		return n.sources[at]
	}
	for _, b := range n.sources {
		if b != nil && b.tensor == nil && b.node >= 0 {
			return b
		}
	}
	return nil
}

// origin says where a value comes from.
func (r *reader) origin(b *binding) string {
	if b.node < 0 {
		return "the " + b.kind + " `" + b.name + "`"
	}
	at := r.Program.Nodes[b.node]
	return fmt.Sprintf("the node %q (%s)", at.Name, at.Op)
}

// chainLength is how many nodes back a message follows a shape.
const chainLength = 4

// chain shows how the shape of a value came about: the nodes that it passed, the nearest
// first, up to an input or a constant of the model.
func (r *reader) chain(b *binding) (notes []string) {
	for range chainLength {
		if b == nil || b.node < 0 {
			return notes
		}
		before := r.before(b)
		if before == nil || !before.Known() {
			return notes
		}
		at := r.Program.Nodes[b.node]
		notes = append(notes, fmt.Sprintf("%q (%s) makes %s of `%s`, %s.", at.Name, at.Op, typeText(b.Type), before.name, typeText(before.Type)))
		b = before
	}
	return notes
}

// before is the value that a node computes its result from: the first of its inputs that is
// no constant.
func (r *reader) before(b *binding) *binding {
	for _, in := range r.reads[b.node] {
		if in != nil && in.tensor == nil {
			return in
		}
	}
	return nil
}

func excerptOf(text string) string { return excerpt.Line(text, 60) }

func shapeText(t *types.Tensor) string { return types.ShapeString(t.Shape) }
