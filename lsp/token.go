package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/token"
)

var tokenFeature = feature{
	requests: map[string]route{
		protocol.MethodTextDocumentSemanticTokensFull:      handles(semanticTokens),
		protocol.MethodTextDocumentSemanticTokensFullDelta: handles(semanticTokensDelta),
		protocol.MethodTextDocumentSemanticTokensRange:     handles(semanticTokensRange),
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
	former, known := v.session.tokenAnswers.find(key(p.TextDocument.URI), p.PreviousResultID)
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
	return &protocol.SemanticTokens{Data: v.encodeTokens(source, found)}, nil
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
	id := v.session.tokenAnswers.keep(key(document), data)
	return &id
}

// tokensIn classifies the words that a span of a file touches.
func (v *view) tokensIn(ctx context.Context, source *workspace.Source, span syntax.Span) ([]token.Token, error) {
	if source.Rules() != nil {
		return ruleTokens(ctx, source, span)
	}
	file := token.Unchecked(source, v.snapshot.Operators(source.Path))
	if !v.oversized(source) {
		var err error
		if file, err = token.Checked(v.snapshot, source); err != nil {
			return nil, failed(err)
		}
	}
	return file.Tokens(ctx, &v.session.tokenCache, span)
}

// readTokens reads what a client does with semantic tokens.
func (a *abilities) readTokens(c protocol.SemanticTokensClientCapabilities) {
	full, _ := c.Requests.Full.(*protocol.ClientSemanticTokensRequestFullDelta)
	a.tokenDeltas = full != nil && yes(full.Delta)
	a.multilineTokens = yes(c.MultilineTokenSupport)
}
