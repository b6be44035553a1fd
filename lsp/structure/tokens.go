package structure

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/rules"
	"github.com/fraccheck/fraccheck/lsp/token"
)

// tokenFeature colours the words of a program by what they stand for.
type tokenFeature struct {
	answers *tokenAnswers // the last ones, for deltas
	cache   *token.Cache
}

func newTokens(firstID int) request.Feature {
	f := tokenFeature{&tokenAnswers{last: firstID}, &token.Cache{}}
	return request.Feature{
		Requests: map[string]request.Route{
			protocol.MethodTextDocumentSemanticTokensFull:      request.Handles(f.semanticTokens),
			protocol.MethodTextDocumentSemanticTokensFullDelta: request.Handles(f.semanticTokensDelta),
			protocol.MethodTextDocumentSemanticTokensRange:     request.Handles(f.semanticTokensRange),
		},
		Announce: func(_ request.Client, c *protocol.ServerCapabilities) {
			delta := true
			c.SemanticTokensProvider = &protocol.SemanticTokensOptions{
				Legend: protocol.SemanticTokensLegend{TokenTypes: tokenTypes(), TokenModifiers: tokenModifiers()},
				Range:  protocol.Boolean(true),
				Full:   &protocol.SemanticTokensFullDelta{Delta: &delta},
			}
		},
		Closed: func(d *request.Document) { f.cache.Forget(d.Path) },
	}
}

// semanticTokens classifies the words of a document.
func (f tokenFeature) semanticTokens(ctx context.Context, v *request.View, p *protocol.SemanticTokensParams) (any, error) {
	data, err := f.tokens(ctx, v, p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	return &protocol.SemanticTokens{ResultID: f.keepTokens(v, p.TextDocument.URI, data), Data: data}, nil
}

// semanticTokensDelta lists how the tokens differ from those of a former
// answer; where that is forgotten, all of them.
func (f tokenFeature) semanticTokensDelta(ctx context.Context, v *request.View, p *protocol.SemanticTokensDeltaParams) (any, error) {
	data, err := f.tokens(ctx, v, p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	former, known := f.answers.find(request.Key(p.TextDocument.URI), p.PreviousResultID)
	id := f.keepTokens(v, p.TextDocument.URI, data)
	if !known {
		return &protocol.SemanticTokens{ResultID: id, Data: data}, nil
	}
	return &protocol.SemanticTokensDelta{ResultID: id, Edits: tokenEdits(former, data)}, nil
}

// semanticTokensRange classifies the words of a part of a document; nothing
// outside of it is looked at.
func (f tokenFeature) semanticTokensRange(ctx context.Context, v *request.View, p *protocol.SemanticTokensRangeParams) (any, error) {
	source, err := v.Source(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	span := request.NewMapper(v).Span(source, p.Range)
	found, err := f.tokensIn(ctx, v, source, span)
	if err != nil {
		return nil, err
	}
	return &protocol.SemanticTokens{Data: encodeTokens(v, source, found)}, nil
}

// tokens are those of a whole document, encoded.
func (f tokenFeature) tokens(ctx context.Context, v *request.View, document uri.URI) ([]uint32, error) {
	source, err := v.Source(document)
	if err != nil {
		return nil, err
	}
	found, err := f.tokensIn(ctx, v, source, syntax.Span{End: int32(len(source.Text()))})
	if err != nil {
		return nil, err
	}
	return encodeTokens(v, source, found), nil
}

// keepTokens remembers an answer for the next one, where the client may ask for
// the difference, and gives its name.
//
// Answers are kept by number and not by version of the document: a document may be classified
// twice without an edit, before and after its imports are checked.
func (f tokenFeature) keepTokens(v *request.View, document uri.URI, data []uint32) *string {
	if !v.Client.TokenDeltas {
		return nil
	}
	id := f.answers.keep(request.Key(document), data)
	return &id
}

// tokensIn classifies the words that a span of a file touches.
//
// A file that is too large is classified without types, which takes one pass over its tree.
func (f tokenFeature) tokensIn(ctx context.Context, v *request.View, source *workspace.Source, span syntax.Span) ([]token.Token, error) {
	if source.Rules() != nil {
		return ruleTokens(ctx, source, span)
	}
	file := token.Unchecked(source, v.Snapshot.Operators(source.Path))
	if !v.Oversized(source) {
		var err error
		if file, err = token.Checked(v.Snapshot, source); err != nil {
			return nil, request.Failed(err)
		}
	}
	return file.Tokens(ctx, f.cache, span)
}

// The legend is announced once: tokens name types by their place in it, and
// modifiers by a bit each. A token type is one place before its number.
var (
	tokenTypeNames = [token.TypeCount]protocol.SemanticTokenTypes{
		token.Function:      protocol.SemanticTokenTypesFunction,
		token.Variable:      protocol.SemanticTokenTypesVariable,
		token.Parameter:     protocol.SemanticTokenTypesParameter,
		token.TypeName:      protocol.SemanticTokenTypesType,
		token.TypeParameter: protocol.SemanticTokenTypesTypeParameter,
		token.Constructor:   protocol.SemanticTokenTypesEnumMember,
		token.Attribute:     protocol.SemanticTokenTypesProperty,
		token.Keyword:       protocol.SemanticTokenTypesKeyword,
		token.Number:        protocol.SemanticTokenTypesNumber,
		token.String:        protocol.SemanticTokenTypesString,
		token.Comment:       protocol.SemanticTokenTypesComment,
		token.Operator:      protocol.SemanticTokenTypesOperator,
		token.Macro:         protocol.SemanticTokenTypesMacro,
		token.Decorator:     protocol.SemanticTokenTypesDecorator,
	}
	modifierNames = map[token.Modifiers]protocol.SemanticTokenModifiers{
		token.Declaration:  protocol.SemanticTokenModifiersDeclaration,
		token.Definition:   protocol.SemanticTokenModifiersDefinition,
		token.Readonly:     protocol.SemanticTokenModifiersReadonly,
		token.Modification: protocol.SemanticTokenModifiersModification,
		token.Library:      protocol.SemanticTokenModifiersDefaultLibrary,
	}
)

func tokenTypes() []string {
	var names []string
	for _, name := range tokenTypeNames[token.None+1:] {
		names = append(names, string(name))
	}
	return names
}

func tokenModifiers() []string {
	var names []string
	for bit := token.Declaration; modifierNames[bit] != ""; bit <<= 1 {
		names = append(names, string(modifierNames[bit]))
	}
	return names
}

// ruleTokens classifies the words of a file of rules that a span touches.
func ruleTokens(ctx context.Context, source *workspace.Source, span syntax.Span) ([]token.Token, error) {
	found := rules.Tokens(source.Rules(), span)
	return found, ctx.Err()
}
