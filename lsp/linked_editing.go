package lsp

import (
	"context"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
)

var linkedEditingFeature = feature{
	requests: map[string]route{protocol.MethodTextDocumentLinkedEditingRange: handles(linkedEditing)},
	announce: func(_ abilities, c *protocol.ServerCapabilities) {
		c.LinkedEditingRangeProvider = protocol.Boolean(true)
	},
}

// The contents that linked places may have: a name's letters; of a name with
// tail segments, those too.
const (
	plainWord  = `[A-Za-z0-9_]+`
	tailedWord = `[A-Za-z0-9_]+([./:][A-Za-z0-9_]+)*`
)

// linkedEditing gives the places where a local name is bound and used, without
// its sigil, so that typing in one of them changes all.
func linkedEditing(ctx context.Context, v *view, p *protocol.LinkedEditingRangeParams) (any, error) {
	c, err := v.cursor(&p.TextDocumentPositionParams)
	if c == nil {
		return nil, err
	}
	o := c.Object()
	if o == nil || !reference.IsLocal(o) {
		return nil, nil
	}
	offset := c.places.offset(c.Source, p.Position)
	found, held := protocol.LinkedEditingRanges{}, false
	for _, use := range v.finder().InFile(ctx, c.Source, o) {
		at := letters(use.Place)
		held = held || at.Span.Contains(offset)
		found.Ranges = append(found.Ranges, c.places.rangeOf(at))
	}
	if !held || len(found.Ranges) < 2 {
		return nil, nil
	}
	pattern := plainWord
	if strings.ContainsAny(o.Name, "./:") {
		pattern = tailedWord
	}
	found.WordPattern = &pattern
	return &found, nil
}

// letters is the place of a name without its sigil.
func letters(at workspace.Place) workspace.Place {
	if c := at.Source.Text[at.Span.Start]; c == '%' || c == '@' {
		return workspace.Place{Source: at.Source, Span: syntax.Span{Start: at.Span.Start + 1, End: at.Span.End}}
	}
	return at
}
