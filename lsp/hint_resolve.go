package lsp

import (
	"context"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/hint"
)

// resolveHint adds to a hint what takes longer: its tooltip and where its parts
// are declared. A hint of a text that has changed since comes back as it is.
func resolveHint(ctx context.Context, v *view, p *protocol.InlayHint) (any, error) {
	if p.Label == nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "the hint has no label")
	}
	var data hintData
	if protocol.Unmarshal(p.Data, &data) != nil || v.version(data.URI) != data.Version {
		return p, nil
	}
	source, err := v.source(data.URI)
	if err != nil || data.Item < 0 || data.Item >= len(source.File.Items) {
		return p, nil
	}
	limited, cancel := context.WithTimeout(ctx, costBudget)
	defer cancel()
	for _, h := range v.hints(limited, source, data.Item, syntax.Span{Start: data.At, End: data.At}) {
		if h.At == data.At && hintKinds[h.Kind] == p.Kind {
			p.Tooltip = hintTooltip(&h, v.client.markdown)
			v.locateParts(source, &h, p)
		}
	}
	return p, nil
}

// hintTooltip is the whole of a type, what a parameter is, or where a cost comes from.
func hintTooltip(h *hint.Hint, markdown bool) protocol.InlayHintTooltip {
	shown := &card{}
	if h.Full != "" {
		shown.code(h.Full)
	}
	about := h.About
	if h.Attr != nil {
		about = attributeLine(*h.Attr)
	}
	shown.prose(about)
	return shown.render(markdown)
}

// hintLabel is a text, or its parts where the client will ask where they are
// declared.
func (v *view) hintLabel(h *hint.Hint) protocol.InlayHintLabel {
	if !v.client.lateLocations {
		return protocol.String(h.Label)
	}
	parts := protocol.InlayHintLabelPartSlice{}
	for _, text := range h.Parts() {
		parts = append(parts, protocol.InlayHintLabelPart{Value: text})
	}
	return parts
}

// locateParts leads from the parts of a label to their declarations.
func (v *view) locateParts(source *workspace.Source, h *hint.Hint, resolved *protocol.InlayHint) {
	parts, ok := resolved.Label.(protocol.InlayHintLabelPartSlice)
	if !ok {
		return
	}
	places := newPlaces(v)
	for i := range parts {
		o := h.Declared(strings.TrimSpace(parts[i].Value))
		if o == nil {
			continue
		}
		if place, ok := v.finder().Declaration(source, o); ok {
			parts[i].Location = places.location(place)
		}
	}
}
