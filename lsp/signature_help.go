package lsp

import (
	"context"
	"unicode/utf16"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/lsp/complete"
)

var signatureFeature = feature{
	requests: map[string]route{protocol.MethodTextDocumentSignatureHelp: handles(signatureHelp)},
	announce: func(_ abilities, c *protocol.ServerCapabilities) {
		c.SignatureHelpProvider = &protocol.SignatureHelpOptions{
			TriggerCharacters: []string{"(", ","}, RetriggerCharacters: []string{"=", ")"},
		}
	},
}

// signatureHelp tells how what is called around a position is called.
func signatureHelp(_ context.Context, v *view, p *protocol.SignatureHelpParams) (any, error) {
	source, module, err := v.program(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	found, active := complete.Signatures(source, module, newPlaces(v).offset(source, p.Position))
	if len(found) == 0 {
		return nil, nil
	}
	chosen := uint32(active)
	help := &protocol.SignatureHelp{ActiveSignature: &chosen}
	for _, g := range found {
		help.Signatures = append(help.Signatures, v.signatureInformation(g))
	}
	help.ActiveParameter = v.activeParameter(found[active])
	return help, nil
}

// activeParameter is the parameter that is being written. None is told by null
// or, to clients that do not know it, by a number that no parameter has.
func (v *view) activeParameter(g complete.Signature) protocol.Nullable[uint32] {
	switch {
	case g.Active >= 0:
		return protocol.NewNullable(uint32(g.Active))
	case v.client.noActiveParameter:
		return protocol.NullNullable[uint32]()
	}
	return protocol.NewNullable(uint32(len(g.Params)))
}

func (v *view) signatureInformation(g complete.Signature) protocol.SignatureInformation {
	info := protocol.SignatureInformation{Label: g.Label, Documentation: v.prose(g.Doc)}
	for _, p := range g.Params {
		info.Parameters = append(info.Parameters, protocol.ParameterInformation{
			Label: v.parameterLabel(g, p), Documentation: v.prose(p.Doc),
		})
	}
	return info
}

// prose is a documentation, nil where there is none.
func (v *view) prose(text string) protocol.InlayHintTooltip {
	if text == "" {
		return nil
	}
	shown := &card{}
	shown.prose(text)
	return shown.render(v.client.signatureMarkdown)
}

// parameterLabel is the place of a parameter in the label, in UTF-16 whatever
// the encoding of positions is, or its text.
func (v *view) parameterLabel(g complete.Signature, p complete.Parameter) protocol.ParameterInformationLabel {
	if !v.client.labelOffsets {
		return protocol.String(g.Label[p.Start:p.End])
	}
	start, width := utf16Length(g.Label[:p.Start]), utf16Length(g.Label[p.Start:p.End])
	return protocol.ParameterInformationLabelTuple{start, start + width}
}

func utf16Length(text string) uint32 { return uint32(len(utf16.Encode([]rune(text)))) }
