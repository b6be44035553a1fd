package hover

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/model"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/lsp/card"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/typecheck"
)

// describeNode says which node of a model the program at the cursor stands for, and where a
// value comes from: the node that computes it, the input, the initializer.
func describeNode(c *request.Cursor, shown *card.Card) {
	m := c.Source.Model
	if m == nil {
		return
	}
	at := c.Node()
	span := c.Source.Absolute(c.Index, c.Item.Span(at))
	here := m.NodeAt(span.Start)
	origin := -1
	if o := c.Object(); o != nil {
		origin = describeOrigin(c, shown, o)
	}
	if c.Item.Kind(at) == syntax.Meta {
		describeInitializer(shown, m, c.Item.SourceText(at))
	}
	if here >= 0 && here != origin {
		shown.Prose("In the " + nodeTitle(m, here) + ".")
	}
}

// mainDefinition represents the graph of a model.
const mainDefinition = "@main"

// describeOrigin says where the value of a name comes from, and returns the index of the node
// that computes it, -1 for none.
func describeOrigin(c *request.Cursor, shown *card.Card, o *typecheck.Object) int {
	m := c.Source.Model
	declared, ok := c.View.Finder().Declaration(c.Source, o)
	if !ok || declared.Source != c.Source {
		return -1
	}
	node := m.NodeAt(declared.Span.Start)
	for _, in := range m.Inputs {
		if in.Local == o.Name && node < 0 && o.Item.SourceText(o.Item.Declared()) == mainDefinition {
			shown.Prose(fmt.Sprintf("The input `%s` of the model.", excerpt.Name(in.Name)))
		}
	}
	if node >= 0 {
		shown.Prose("Computed by the " + nodeTitle(m, node) + ".")
	}
	return node
}

// describeInitializer names the constant of a model that `meta[relay.Constant][i]` stands for.
func describeInitializer(shown *card.Card, m *model.Program, text string) {
	index, ok := strings.CutPrefix(text, "meta["+model.ConstantKind+"][")
	i, err := strconv.Atoi(strings.TrimSuffix(index, "]"))
	if !ok || err != nil || i < 0 || i >= m.Constants() {
		return
	}
	if name := m.Constant(i).Name; name != "" {
		shown.Prose(fmt.Sprintf("The initializer `%s` of the model.", excerpt.Name(name)))
	}
}

// nodeTitle names a node of a model and its operator.
func nodeTitle(m *model.Program, i int) string {
	n := m.Nodes[i]
	return fmt.Sprintf("node `%s` (`%s`)", excerpt.Name(n.Name), excerpt.Name(n.Op))
}
