package lsp

import (
	"context"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
	"github.com/fraccheck/fraccheck/typecheck"
)

// hoverFeature describes what is under the mouse.
type hoverFeature struct{ matches *matches }

func newHover(m *matches) feature {
	f := hoverFeature{m}
	return feature{
		requests: map[string]route{protocol.MethodTextDocumentHover: handles(f.hover)},
		announce: func(_ abilities, c *protocol.ServerCapabilities) { c.HoverProvider = protocol.Boolean(true) },
	}
}

// A card is what a hover shows: code, then text in Markdown, part by part.
type card struct{ parts []part }

// A part is Markdown, or text to be shown as it is: in a language, or in none.
type part struct {
	text  string
	fence string
}

func (c *card) code(text string) { c.parts = append(c.parts, part{text, "frac"}) }

// drawing shows what is no program.
func (c *card) drawing(text string) { c.parts = append(c.parts, part{text, "text"}) }

func (c *card) prose(text string) {
	if text != "" {
		c.parts = append(c.parts, part{text: text})
	}
}

// empty reports whether a card has nothing to show.
func (c *card) empty() bool { return len(c.parts) == 0 }

// render writes a card; to clients without Markdown, without fences.
func (c *card) render(markdown bool) *protocol.MarkupContent {
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

// hover tells what stands at a position.
func (f hoverFeature) hover(ctx context.Context, v *view, p *protocol.HoverParams) (any, error) {
	source, err := v.source(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	places := newPlaces(v)
	if source.Rules() != nil {
		return f.ruleHover(ctx, v.ruleCursorAt(source, places, places.offset(source, p.Position)))
	}
	if at := contractAt(source, places.offset(source, p.Position)); at != nil {
		return v.contractHover(ctx, at, places)
	}
	c, err := v.cursor(&p.TextDocumentPositionParams)
	if c == nil {
		return nil, err
	}
	shown, span := c.card(ctx)
	if shown.empty() {
		return nil, nil
	}
	r := c.places.rangeOf(c.Place(span))
	return &protocol.Hover{Contents: shown.render(v.client.markdown), Range: &r}, nil
}

// card describes the name at the cursor, the operator, the argument's name or
// the expression.
func (c *cursor) card(ctx context.Context) (*card, syntax.Span) {
	n, shown := c.Node(), &card{}
	switch o := c.Object(); {
	case o != nil:
		c.describe(shown, o, n)
		c.describeCost(ctx, shown, o)
		return shown, reference.NameSpan(c.Info, n)
	case c.Item.Kind(n) == syntax.Operator:
		c.describeSymbol(shown, n)
	case c.Item.Kind(n) == syntax.Name && c.Item.Kind(c.Parent(1)) == syntax.NamedArg:
		c.describeArgument(shown, n)
	case c.Item.Kind(n) == syntax.Name && builtinDocs[c.Item.SourceText(n)] != "":
		c.describeExpression(shown, n)
		shown.prose(builtinDocs[c.Item.SourceText(n)])
	case c.Item.Kind(n) == syntax.TypeName:
		n = c.describeType(shown, n)
	case c.Item.Kind(n) == syntax.String && c.Item.Kind(c.Parent(1)) == syntax.ItemImport:
		c.describeImport(shown)
	case isExpression[c.Item.Kind(n)]:
		c.describeExpression(shown, n)
		c.describeMatch(shown, n)
	}
	return shown, c.Item.Span(n)
}

// describeExpression shows a type; of a function that the language has without
// a declaration (`ref`), the one that it has here.
func (c *cursor) describeExpression(shown *card, n syntax.NodeID) {
	t, label := c.Info.Type(n), ""
	if c.Item.Kind(n) == syntax.Name {
		t, label = c.usedAs(n), c.Item.SourceText(n)+" : "
	}
	if kind := c.Item.Kind(n); t != nil && types.IsBad(t) && (kind == syntax.Int || kind == syntax.Float) {
		t = typecheck.NumberType(c.Item.NumberText(n)) // it does not fit, and is a number all the same
	}
	if t != nil && !types.IsBad(t) {
		shown.code(label + types.String(t))
	}
	if claim := c.Info.Claim(n); claim != nil {
		shown.prose("The type comment claims `" + types.Text(claim) + "`; what is inferred does not decide it.")
	}
}

// isExpression are the nodes whose own text stands for a value. A block and its
// statements are left out: a hover over `let` would show the type of all that
// follows.
var isExpression = map[syntax.Kind]bool{
	syntax.Segment: true, syntax.Local: true, syntax.Global: true, syntax.Name: true,
	syntax.Int: true, syntax.Float: true, syntax.Bool: true, syntax.Meta: true,
	syntax.Call: true, syntax.Project: true, syntax.Index: true, syntax.Paren: true,
	syntax.Tuple: true, syntax.List: true, syntax.Fn: true, syntax.If: true,
	syntax.Match: true, syntax.Unary: true, syntax.Binary: true,
	syntax.PatWild: true, syntax.PatTuple: true, syntax.PatLit: true, syntax.PatCons: true,
}

// hoverFeatures are the requests of this package.
func hoverFeatures(m *matches) []feature {
	return []feature{
		newHover(m),
	}
}
