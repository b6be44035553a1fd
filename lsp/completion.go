package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/complete"
	"github.com/fraccheck/fraccheck/typecheck"
)

var completionFeature = feature{
	requests: map[string]route{
		protocol.MethodTextDocumentCompletion: handles(completion),
		protocol.MethodCompletionItemResolve:  handles(resolveCompletion),
	},
	announce: func(_ abilities, c *protocol.ServerCapabilities) {
		on := true
		c.CompletionProvider = &protocol.CompletionOptions{
			TriggerCharacters: []string{"%", "@", ".", "=", "\"", "/"}, ResolveProvider: &on,
		}
	},
}

// completion lists what can be written at a position.
func completion(ctx context.Context, v *view, p *protocol.CompletionParams) (any, error) {
	source, module, err := v.program(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	places := newPlaces(v)
	at := places.offset(source, p.Position)
	if f := source.Rules(); f != nil {
		return places.ruleCompletion(source, p.TextDocument.URI, at), nil
	}
	if unmeant(p.Context, source.Text[:at]) {
		return &protocol.CompletionList{Items: []protocol.CompletionItem{}}, nil
	}
	found, err := v.completions(ctx, source, module, at)
	if err != nil {
		return nil, err
	}
	items := make([]protocol.CompletionItem, len(found.Candidates))
	for i, c := range found.Candidates {
		items[i] = places.completionItem(source, p.TextDocument.URI, c, i)
	}
	return &protocol.CompletionList{IsIncomplete: found.Cut, Items: items}, nil
}

// completions are what can be written at an offset.
func (v *view) completions(ctx context.Context, source *workspace.Source, module *typecheck.Module, at int32) (complete.List, error) {
	if p := contractAt(source, at); p != nil {
		found, err := v.contractCompletions(ctx, p)
		return complete.List{Candidates: found}, err
	}
	found := complete.At(ctx, source, module, at, func(dir string) []string { return v.snapshot.Importable(source.Path, dir) })
	return found, ctx.Err()
}

// unmeant tells whether a character that asks for completions was typed where
// it does not: `=` but behind a name without a blank, `/` but in an import.
func unmeant(c protocol.CompletionContext, before string) bool {
	if c.TriggerKind != protocol.CompletionTriggerKindTriggerCharacter || c.TriggerCharacter == nil {
		return false
	}
	line := before[strings.LastIndexByte(before, '\n')+1:]
	switch *c.TriggerCharacter {
	case "/":
		return !strings.HasPrefix(strings.TrimLeft(line, " \t"), "import")
	case "=":
		name := strings.TrimSuffix(line, "=")
		return name == "" || !strings.ContainsAny(name[len(name)-1:], "abcdefghijklmnopqrstuvwxyz_")
	}
	return false
}

// completionKinds are what clients call the kinds of candidates.
var completionKinds = map[complete.Kind]protocol.CompletionItemKind{
	complete.Local:       protocol.CompletionItemKindVariable,
	complete.Global:      protocol.CompletionItemKindFunction,
	complete.Constructor: protocol.CompletionItemKindEnumMember,
	complete.Operator:    protocol.CompletionItemKindOperator,
	complete.Attribute:   protocol.CompletionItemKindProperty,
	complete.Value:       protocol.CompletionItemKindValue,
	complete.Type:        protocol.CompletionItemKindClass,
	complete.TypeParam:   protocol.CompletionItemKindTypeParameter,
	complete.Keyword:     protocol.CompletionItemKindKeyword,
	complete.Clause:      protocol.CompletionItemKindSnippet,
	complete.Field:       protocol.CompletionItemKindField,
	complete.File:        protocol.CompletionItemKindFile,
	complete.Folder:      protocol.CompletionItemKindFolder,
}

// completionItem writes a candidate. Its place in the list is its rank.
func (p *places) completionItem(source *workspace.Source, document uri.URI, c complete.Candidate, rank int) protocol.CompletionItem {
	item := protocol.CompletionItem{
		Label: c.Label, Kind: completionKinds[c.Kind],
		SortText: protocol.NewOptional(fmt.Sprintf("%04d", rank)),
	}
	if c.Detail != "" {
		item.Detail = protocol.NewOptional(c.Detail)
	}
	if c.Filter != c.Label {
		item.FilterText = protocol.NewOptional(c.Filter)
	}
	if c.Lookup.Name != "" {
		item.Data, _ = json.Marshal(completionData{document, c.Lookup}) // strings and numbers
	}
	text := c.Text
	asks := c.Listed && p.view.client.suggests != ""
	if c.Snippet != "" && p.view.client.snippets && !asks {
		text, item.InsertTextFormat = c.Snippet, protocol.InsertTextFormatSnippet
	}
	switch command := p.view.client.parameterHints; {
	case asks:
		item.Command = protocol.Command{Title: "list the values", Command: p.view.client.suggests}
	case command != "" && p.view.client.snippets && strings.HasSuffix(c.Snippet, complete.InsideCall):
		item.Command = protocol.Command{Title: "show the parameters", Command: command}
	}
	if strings.Contains(text, "\n") && p.view.client.insertsAsIs {
		item.InsertTextMode = protocol.InsertTextModeAsIs
	}
	item.TextEdit = &protocol.TextEdit{Range: p.rangeOf(workspace.Place{Source: source, Span: c.Span}), NewText: text}
	return item
}

// completionFeatures are the requests of this package.
func completionFeatures() []feature {
	return []feature{
		completionFeature,
		signatureFeature,
	}
}
