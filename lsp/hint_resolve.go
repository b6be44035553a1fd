package lsp

import (
	"context"
	"slices"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/types"
	"github.com/fraccheck/fraccheck/workspace"
)

// resolveHint adds to a hint what takes longer: its tooltip and where its parts
// are declared. A hint of a text that has changed since comes back as it is.
func resolveHint(_ context.Context, v *view, p *protocol.InlayHint) (any, error) {
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
	for _, h := range v.hints(source, data.Item, syntax.Span{Start: data.At, End: data.At}) {
		if h.at == data.At && h.kind == p.Kind {
			p.Tooltip = h.tooltip(v.client.markdown)
			v.locateParts(source, &h, p)
		}
	}
	return p, nil
}

// tooltip is the whole of a type, or what a parameter is.
func (h *hint) tooltip(markdown bool) protocol.InlayHintTooltip {
	shown := &card{}
	if h.full != "" {
		shown.code(h.full)
	}
	shown.prose(h.about)
	return shown.render(markdown)
}

// readHints reads which properties of inlay hints a client asks for later.
func (a *abilities) readHints(c *protocol.InlayHintClientCapabilities) {
	if c != nil {
		a.lateTooltips = slices.Contains(c.ResolveSupport.Properties, "tooltip")
		a.lateLocations = slices.Contains(c.ResolveSupport.Properties, "label.location")
	}
}

// hintLabel is a text, or its parts where the client will ask where they are
// declared.
func (v *view) hintLabel(h *hint) protocol.InlayHintLabel {
	if !v.client.lateLocations {
		return protocol.String(h.label)
	}
	parts := protocol.InlayHintLabelPartSlice{}
	for _, text := range h.parts() {
		parts = append(parts, protocol.InlayHintLabelPart{Value: text})
	}
	return parts
}

// parts cuts a label at the names of the data types in it.
func (h *hint) parts() []string {
	if h.shown == nil {
		return []string{h.label}
	}
	declared, parts, start := declaredTypes(h.shown), []string{}, 0
	for from := 0; from < len(h.label); {
		end := from
		for end < len(h.label) && isWordByte(h.label[end]) {
			end++
		}
		if declared[h.label[from:end]] != nil {
			if start < from {
				parts = append(parts, h.label[start:from])
			}
			parts, start = append(parts, h.label[from:end]), end
		}
		from = max(end, from+1)
	}
	if start < len(h.label) {
		parts = append(parts, h.label[start:])
	}
	return parts
}

func isWordByte(b byte) bool {
	return b == '_' || '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'z'
}

// declaredTypes are the data types in a type, by name.
func declaredTypes(t types.Type) map[string]*typecheck.Object {
	found := map[string]*typecheck.Object{}
	types.Walk(t, func(t types.Type) bool {
		if adt, ok := t.(*types.ADT); ok {
			if o, ok := adt.Decl.Data.(*typecheck.Object); ok {
				found[o.Name] = o
			}
		}
		return true
	})
	return found
}

// locateParts leads from the parts of a label to their declarations.
func (v *view) locateParts(source *workspace.Source, h *hint, resolved *protocol.InlayHint) {
	parts, ok := resolved.Label.(protocol.InlayHintLabelPartSlice)
	if !ok {
		return
	}
	declared := map[string]*typecheck.Object{}
	switch {
	case h.shown != nil:
		declared = declaredTypes(h.shown)
	case h.param != nil:
		declared[h.label] = h.param
	}
	places := newPlaces(v)
	for i := range parts {
		o := declared[strings.TrimSpace(parts[i].Value)]
		if o == nil {
			continue
		}
		if place, ok := v.locate(source, o); ok {
			parts[i].Location = places.location(place)
		}
	}
}
