// Package hover describes what is at a position: a name, an operator, an expression with
// its type, a type with its structure tree, a clause of a cost contract, a word of a file of
// rules.
//
// Read hover.go first: it tries these in order. The other files describe one kind each.
package hover

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/lsp/card"
	"github.com/fraccheck/fraccheck/lsp/configuration"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/rulematch"
	"github.com/fraccheck/fraccheck/typecheck"
)

// feature describes what is under the mouse.
type feature struct{ matches *rulematch.Searcher }

// Features are the requests of this package.
func Features(m *rulematch.Searcher) []request.Feature {
	f := feature{m}
	return []request.Feature{{
		Requests: map[string]request.Route{protocol.MethodTextDocumentHover: request.Handles(f.hover)},
		Announce: func(_ request.Client, c *protocol.ServerCapabilities) { c.HoverProvider = protocol.Boolean(true) },
	}}
}

// hover describes what is at a position.
func (f feature) hover(ctx context.Context, v *request.View, p *protocol.HoverParams) (any, error) {
	source, err := v.Source(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	mapper := request.NewMapper(v)
	if sourcefile.IsConfiguration(source.Path) {
		shown, span := configuration.Describe(source.Text(), mapper.Offset(source, p.Position))
		return rendered(v, shown, mapper.Range(workspace.Place{Source: source, Span: span})), nil
	}
	if source.Rules() != nil {
		return f.ruleHover(ctx, v.RuleCursorAt(source, mapper, mapper.Offset(source, p.Position)))
	}
	if at := request.ContractAt(source, mapper.Offset(source, p.Position)); at != nil {
		return contractHover(ctx, v, at, mapper)
	}
	c, err := v.Cursor(&p.TextDocumentPositionParams)
	if c == nil {
		return nil, err
	}
	shown, span := describe(ctx, c)
	describeNode(c, shown)
	return rendered(v, shown, c.Mapper.Range(c.Place(span))), nil
}

// rendered is a card as an answer; nil for an empty one.
func rendered(v *request.View, shown *card.Card, at protocol.Range) any {
	if shown.Empty() {
		return nil
	}
	return &protocol.Hover{Contents: shown.Render(v.Client.Markdown), Range: &at}
}

// describe describes the name at the cursor, the operator, the argument's name or
// the expression.
//
// The cases are tried in this order because the earlier ones know more: a name with an object
// has a declaration and a document comment, an expression has only a type.
func describe(ctx context.Context, c *request.Cursor) (*card.Card, syntax.Span) {
	n, shown := c.Node(), &card.Card{}
	switch o := c.Object(); {
	case o != nil:
		describeName(c, shown, o, n)
		describeCost(ctx, c, shown, o)
		describeRange(ctx, c, shown, o)
		return shown, reference.NameSpan(c.Info, n)
	case c.Candidates() != nil:
		describeCandidates(c, shown, n)
	case c.Item.Kind(n) == syntax.Operator:
		if o := c.Info.Objects[n]; o != nil { // a sign such as `+`
			describeOperator(c, shown, o.Op, n)
		}
	case c.Item.Kind(n) == syntax.Name && c.Item.Kind(c.Parent(1)) == syntax.NamedArg:
		describeArgument(c, shown, n)
	case c.Item.Kind(n) == syntax.Name && builtinDocs[c.Item.SourceText(n)] != "":
		describeExpression(c, shown, n)
		shown.Prose(builtinDocs[c.Item.SourceText(n)])
	case c.Item.Kind(n) == syntax.TypeName:
		n = describeType(c, shown, n)
	case c.Item.Kind(n) == syntax.String && c.Item.Kind(c.Parent(1)) == syntax.ItemImport:
		describeImport(c, shown)
	case request.IsExpression[c.Item.Kind(n)]:
		describeExpression(c, shown, n)
		describeMatch(c, shown, n)
	}
	return shown, c.Item.Span(n)
}

// describeExpression shows a type; of a function that the language has without
// a declaration (`ref`), the one that it has here.
func describeExpression(c *request.Cursor, shown *card.Card, n syntax.NodeID) {
	t, label := c.Info.Type(n), ""
	if c.Item.Kind(n) == syntax.Name {
		t, label = c.TypeOfUse(n), c.Item.SourceText(n)+" : "
	}
	if kind := c.Item.Kind(n); t != nil && types.IsBad(t) && (kind == syntax.Int || kind == syntax.Float) {
		t = typecheck.NumberType(c.Item.NumberText(n)) // it does not fit, and is a number all the same
	}
	if t != nil && !types.IsBad(t) {
		shown.Code(label + types.String(t))
	}
	if claim := c.Info.Claim(n); claim != nil {
		shown.Prose("The type comment claims `" + types.Text(claim) + "`; what is inferred does not decide it.")
	}
}
