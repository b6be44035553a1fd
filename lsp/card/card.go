// Package card writes the documentation that hovers, completions and hints show. Text may
// come from a stranger's file, so a [Card] keeps code and prose apart and lets nothing through
// that an editor would load or run (markdown.go).
//
// Read card.go first.
package card

import (
	"fmt"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/lsp/complete"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Card is what a hover shows: code, then text in Markdown, part by part.
type Card struct{ parts []part }

// A part is Markdown, or text to be shown as it is: in a language, or in none.
type part struct {
	text  string
	fence string
}

// Code adds text of a program.
func (c *Card) Code(text string) { c.parts = append(c.parts, part{text, "frac"}) }

// Drawing shows what is no program.
func (c *Card) Drawing(text string) { c.parts = append(c.parts, part{text, "text"}) }

// Prose adds text in Markdown; the empty text adds nothing.
func (c *Card) Prose(text string) {
	if text != "" {
		c.parts = append(c.parts, part{text: text})
	}
}

// Empty reports whether a card has nothing to show.
func (c *Card) Empty() bool { return len(c.parts) == 0 }

// Render writes a card; to clients without Markdown, without fences.
func (c *Card) Render(markdown bool) *protocol.MarkupContent {
	kind, texts := protocol.MarkupKindPlainText, make([]string, len(c.parts))
	if markdown {
		kind = protocol.MarkupKindMarkdown
	}
	for i, p := range c.parts {
		switch {
		case !markdown:
			texts[i] = p.text
		case p.fence != "":
			texts[i] = fenced(p.text, p.fence)
		default:
			texts[i] = harmless(p.text)
		}
	}
	return &protocol.MarkupContent{Kind: kind, Value: strings.Join(texts, "\n\n")}
}

// longestDeclaration is how many lines of a type are shown.
const longestDeclaration = 30

// Declaration is the text of the item that declares an object.
func Declaration(o *typecheck.Object) string {
	lines := strings.Split(o.Item.SourceText(o.Item.Root), "\n")
	if len(lines) > longestDeclaration {
		lines = append(lines[:longestDeclaration], "…")
	}
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t\r")
	}
	return strings.Join(lines, "\n")
}

// Counted returns a number with its noun, in the plural but for one.
func Counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Rule shows text of a file of rules.
func (c *Card) Rule(text string) { c.parts = append(c.parts, part{text, "fracrule"}) }

// Operator describes what an operator computes, on tensors and on FractalTensors.
func (c *Card) Operator(o *op.Op) {
	for form := o; form != nil; form = form.Fractal {
		if form != o {
			c.Prose("On a FractalTensor:")
			c.Code(CallForm(form))
		}
		c.Prose(form.Doc)
		if form.Rule != "" {
			c.Prose("Typing: " + form.Rule)
		}
		c.Prose(AttributeList(form))
	}
	c.Prose("Fusion kind: `" + o.Kind.String() + "`")
}

// CallForm is how an operator is called, with its attributes' defaults.
func CallForm(o *op.Op) string {
	var args []string
	for _, p := range o.Params {
		args = append(args, complete.ParameterForm(p))
	}
	for _, a := range o.Attrs {
		switch {
		case o.Param(a.Name) >= 0: // given by position as well
		case a.Required:
			args = append(args, a.Name+"=…")
		default:
			args = append(args, a.Name+"="+a.Default.String())
		}
	}
	return o.Name + "(" + strings.Join(args, ", ") + ")"
}

// AttributeList returns the attributes of an operator, one a line.
func AttributeList(o *op.Op) string {
	lines := make([]string, len(o.Attrs))
	for i, a := range o.Attrs {
		lines[i] = "- " + AttributeLine(a)
	}
	return strings.Join(lines, "\n")
}

// AttributeLine returns an attribute with its description.
func AttributeLine(a op.Attr) string {
	return fmt.Sprintf("`%s`: %s", a.Name, complete.AttributeDoc(a))
}
