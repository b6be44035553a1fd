package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/workspace"
)

var tokenFeature = feature{
	requests: map[string]route{
		protocol.MethodTextDocumentSemanticTokensFull:      asks(semanticTokens),
		protocol.MethodTextDocumentSemanticTokensFullDelta: asks(semanticTokensDelta),
		protocol.MethodTextDocumentSemanticTokensRange:     asks(semanticTokensRange),
	},
	announce: func(_ abilities, c *protocol.ServerCapabilities) {
		delta := true
		c.SemanticTokensProvider = &protocol.SemanticTokensOptions{
			Legend: protocol.SemanticTokensLegend{TokenTypes: tokenTypes(), TokenModifiers: tokenModifiers()},
			Range:  protocol.Boolean(true),
			Full:   &protocol.SemanticTokensFullDelta{Delta: &delta},
		}
	},
}

// semanticTokens classifies the words of a document.
func semanticTokens(ctx context.Context, v *view, p *protocol.SemanticTokensParams) (any, error) {
	data, err := v.tokens(ctx, p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	return &protocol.SemanticTokens{ResultID: v.keepTokens(p.TextDocument.URI, data), Data: data}, nil
}

// semanticTokensDelta tells how the tokens differ from those of a former
// answer; where that is forgotten, all of them.
func semanticTokensDelta(ctx context.Context, v *view, p *protocol.SemanticTokensDeltaParams) (any, error) {
	data, err := v.tokens(ctx, p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	former, known := v.session.tokens.find(key(p.TextDocument.URI), p.PreviousResultID)
	id := v.keepTokens(p.TextDocument.URI, data)
	if !known {
		return &protocol.SemanticTokens{ResultID: id, Data: data}, nil
	}
	return &protocol.SemanticTokensDelta{ResultID: id, Edits: tokenEdits(former, data)}, nil
}

// semanticTokensRange classifies the words of a part of a document; nothing
// outside of it is looked at.
func semanticTokensRange(ctx context.Context, v *view, p *protocol.SemanticTokensRangeParams) (any, error) {
	source, err := v.source(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	span := newPlaces(v).span(source, p.Range)
	found, err := v.tokensIn(ctx, source, span)
	if err != nil {
		return nil, err
	}
	return &protocol.SemanticTokens{Data: v.encodeTokens(source, within(found, span))}, nil
}

// tokens are those of a whole document, encoded.
func (v *view) tokens(ctx context.Context, document uri.URI) ([]uint32, error) {
	source, err := v.source(document)
	if err != nil {
		return nil, err
	}
	found, err := v.tokensIn(ctx, source, syntax.Span{End: int32(len(source.Text))})
	if err != nil {
		return nil, err
	}
	return v.encodeTokens(source, found), nil
}

// keepTokens remembers an answer for the next one, where the client may ask for
// the difference, and gives its name.
func (v *view) keepTokens(document uri.URI, data []uint32) *string {
	if !v.client.tokenDeltas {
		return nil
	}
	id := v.session.tokens.keep(key(document), data)
	return &id
}

// itemsIn are the numbers of the items that a span of a file touches.
func itemsIn(source *workspace.Source, span syntax.Span) (first, end int) {
	first = max(0, source.File.ItemAt(span.Start))
	end = source.File.ItemAt(span.End) + 1
	return first, max(first, end)
}

// within are the tokens of a list that a span touches.
func within(tokens []token, span syntax.Span) []token {
	first, end := 0, len(tokens)
	for first < end && tokens[first].span.End <= span.Start {
		first++
	}
	for end > first && tokens[end-1].span.Start >= span.End {
		end--
	}
	return tokens[first:end]
}

// readTokens reads what a client does with semantic tokens.
func (a *abilities) readTokens(c protocol.SemanticTokensClientCapabilities) {
	full, _ := c.Requests.Full.(*protocol.ClientSemanticTokensRequestFullDelta)
	a.tokenDeltas = full != nil && yes(full.Delta)
	a.multilineTokens = yes(c.MultilineTokenSupport)
}
