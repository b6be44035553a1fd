package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/token"
)

// tokenFeature colours the words of a program by what they stand for.
type tokenFeature struct {
	answers *tokenAnswers // the last ones, for deltas
	cache   *token.Cache
}

func newTokens(firstID int) feature {
	f := tokenFeature{&tokenAnswers{last: firstID}, &token.Cache{}}
	return feature{
		requests: map[string]route{
			protocol.MethodTextDocumentSemanticTokensFull:      handles(f.semanticTokens),
			protocol.MethodTextDocumentSemanticTokensFullDelta: handles(f.semanticTokensDelta),
			protocol.MethodTextDocumentSemanticTokensRange:     handles(f.semanticTokensRange),
		},
		announce: func(_ abilities, c *protocol.ServerCapabilities) {
			delta := true
			c.SemanticTokensProvider = &protocol.SemanticTokensOptions{
				Legend: protocol.SemanticTokensLegend{TokenTypes: tokenTypes(), TokenModifiers: tokenModifiers()},
				Range:  protocol.Boolean(true),
				Full:   &protocol.SemanticTokensFullDelta{Delta: &delta},
			}
		},
		closed: func(d *document) { f.cache.Forget(d.path) },
	}
}

// semanticTokens classifies the words of a document.
func (f tokenFeature) semanticTokens(ctx context.Context, v *view, p *protocol.SemanticTokensParams) (any, error) {
	data, err := f.tokens(ctx, v, p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	return &protocol.SemanticTokens{ResultID: f.keepTokens(v, p.TextDocument.URI, data), Data: data}, nil
}

// semanticTokensDelta tells how the tokens differ from those of a former
// answer; where that is forgotten, all of them.
func (f tokenFeature) semanticTokensDelta(ctx context.Context, v *view, p *protocol.SemanticTokensDeltaParams) (any, error) {
	data, err := f.tokens(ctx, v, p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	former, known := f.answers.find(key(p.TextDocument.URI), p.PreviousResultID)
	id := f.keepTokens(v, p.TextDocument.URI, data)
	if !known {
		return &protocol.SemanticTokens{ResultID: id, Data: data}, nil
	}
	return &protocol.SemanticTokensDelta{ResultID: id, Edits: tokenEdits(former, data)}, nil
}

// semanticTokensRange classifies the words of a part of a document; nothing
// outside of it is looked at.
func (f tokenFeature) semanticTokensRange(ctx context.Context, v *view, p *protocol.SemanticTokensRangeParams) (any, error) {
	source, err := v.source(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	span := newPlaces(v).span(source, p.Range)
	found, err := f.tokensIn(ctx, v, source, span)
	if err != nil {
		return nil, err
	}
	return &protocol.SemanticTokens{Data: v.encodeTokens(source, found)}, nil
}

// tokens are those of a whole document, encoded.
func (f tokenFeature) tokens(ctx context.Context, v *view, document uri.URI) ([]uint32, error) {
	source, err := v.source(document)
	if err != nil {
		return nil, err
	}
	found, err := f.tokensIn(ctx, v, source, syntax.Span{End: int32(len(source.Text))})
	if err != nil {
		return nil, err
	}
	return v.encodeTokens(source, found), nil
}

// keepTokens remembers an answer for the next one, where the client may ask for
// the difference, and gives its name.
func (f tokenFeature) keepTokens(v *view, document uri.URI, data []uint32) *string {
	if !v.client.tokenDeltas {
		return nil
	}
	id := f.answers.keep(key(document), data)
	return &id
}

// tokensIn classifies the words that a span of a file touches.
func (f tokenFeature) tokensIn(ctx context.Context, v *view, source *workspace.Source, span syntax.Span) ([]token.Token, error) {
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
	return file.Tokens(ctx, f.cache, span)
}
