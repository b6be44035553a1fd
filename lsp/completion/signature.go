package completion

import (
	"context"
	"unicode/utf16"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/lsp/card"
	"github.com/fraccheck/fraccheck/lsp/complete"
	"github.com/fraccheck/fraccheck/lsp/request"
)

var signatureFeature = request.Feature{
	Requests: map[string]request.Route{protocol.MethodTextDocumentSignatureHelp: request.Handles(signatureHelp)},
	Announce: func(_ request.Client, c *protocol.ServerCapabilities) {
		c.SignatureHelpProvider = &protocol.SignatureHelpOptions{
			TriggerCharacters: []string{"(", ",", "="}, RetriggerCharacters: []string{")"},
		}
	},
}

// signatureHelp describes the call around a position.
func signatureHelp(_ context.Context, v *request.View, p *protocol.SignatureHelpParams) (any, error) {
	source, module, err := v.Program(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	if sourcefile.IsTranslated(source.Path) {
		return nil, nil
	}
	found, active := complete.Signatures(source, module, request.NewMapper(v).Offset(source, p.Position))
	if len(found) == 0 {
		return nil, nil
	}
	chosen := uint32(active)
	help := &protocol.SignatureHelp{ActiveSignature: &chosen}
	for _, g := range found {
		help.Signatures = append(help.Signatures, signatureInformation(v, g))
	}
	help.ActiveParameter = activeParameter(v, found[active])
	return help, nil
}

// activeParameter is the parameter that is being written. None is written as null
// or, to clients that do not know it, by a number that no parameter has.
func activeParameter(v *request.View, g complete.Signature) protocol.Nullable[uint32] {
	switch {
	case g.Active >= 0:
		return protocol.NewNullable(uint32(g.Active))
	case v.Client.NoActiveParameter:
		return protocol.NullNullable[uint32]()
	}
	return protocol.NewNullable(uint32(len(g.Params)))
}

func signatureInformation(v *request.View, g complete.Signature) protocol.SignatureInformation {
	info := protocol.SignatureInformation{Label: g.Label, Documentation: prose(v, g.Doc)}
	for _, p := range g.Params {
		info.Parameters = append(info.Parameters, protocol.ParameterInformation{
			Label: parameterLabel(v, g, p), Documentation: prose(v, p.Doc),
		})
	}
	return info
}

// prose is a documentation, nil where there is none.
func prose(v *request.View, text string) protocol.InlayHintTooltip {
	if text == "" {
		return nil
	}
	shown := &card.Card{}
	shown.Prose(text)
	return shown.Render(v.Client.SignatureMarkdown)
}

// parameterLabel is the place of a parameter in the label, in UTF-16 whatever
// the encoding of positions is, or its text.
//
// The protocol counts labels in UTF-16 even where positions are counted otherwise (LSP 3.18,
// ParameterInformation).
func parameterLabel(v *request.View, g complete.Signature, p complete.Parameter) protocol.ParameterInformationLabel {
	if !v.Client.LabelOffsets {
		return protocol.String(g.Label[p.Start:p.End])
	}
	start, width := utf16Length(g.Label[:p.Start]), utf16Length(g.Label[p.Start:p.End])
	return protocol.ParameterInformationLabelTuple{start, start + width}
}

func utf16Length(text string) uint32 { return uint32(len(utf16.Encode([]rune(text)))) }
