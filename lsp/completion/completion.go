// Package completion answers requests that come while the user types: what can be written
// here, and what the call around the cursor takes. Package complete finds both; the files here
// write them for the client.
//
// Read completion.go first.
package completion

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/lsp/complete"
	"github.com/fraccheck/fraccheck/lsp/configuration"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/rules"
)

var completionFeature = request.Feature{
	Requests: map[string]request.Route{
		protocol.MethodTextDocumentCompletion: request.Handles(completion),
		protocol.MethodCompletionItemResolve:  request.Handles(resolveCompletion),
	},
	Announce: func(_ request.Client, c *protocol.ServerCapabilities) {
		on := true
		c.CompletionProvider = &protocol.CompletionOptions{
			TriggerCharacters: []string{"%", "@", ".", "=", "\"", "/"}, ResolveProvider: &on,
			CompletionItem: &protocol.ServerCompletionItemOptions{LabelDetailsSupport: &on},
		}
	},
}

// completion lists what can be written at a position.
//
// The list is complete for the word as it is (IsIncomplete is false unless it was cut), so clients filter
// it themselves while the user goes on typing.
func completion(ctx context.Context, v *request.View, p *protocol.CompletionParams) (any, error) {
	source, err := v.Source(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	if sourcefile.IsConfiguration(source.Path) {
		mapper := request.NewMapper(v)
		found := configuration.Complete(ctx, v, source, mapper.Offset(source, p.Position))
		return listed(mapper, source, p.TextDocument.URI, found), ctx.Err()
	}
	source, module, err := v.Program(p.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	if request.IsReadOnly(source) {
		return &protocol.CompletionList{Items: []protocol.CompletionItem{}}, nil
	}
	mapper := request.NewMapper(v)
	at := mapper.Offset(source, p.Position)
	if f := source.Rules(); f != nil {
		return listed(mapper, source, p.TextDocument.URI, rules.Complete(f, at)), nil
	}
	if unmeant(p.Context, source.Text()[:at]) {
		return &protocol.CompletionList{Items: []protocol.CompletionItem{}}, nil
	}
	var found complete.List
	if c := request.ContractAt(source, at); c != nil {
		found.Candidates, err = contractCompletions(ctx, v, c)
	} else if ranges, within := rangeCompletions(source, at); within {
		found.Candidates = ranges
	} else {
		found = complete.At(ctx, source, module, at, outside(ctx, v, source, module, at))
		err = ctx.Err()
	}
	if err != nil {
		return nil, err
	}
	items := make([]protocol.CompletionItem, len(found.Candidates))
	for i, c := range found.Candidates {
		items[i] = completionItem(mapper, source, p.TextDocument.URI, c, i)
	}
	return &protocol.CompletionList{IsIncomplete: found.Cut, Items: items}, nil
}

// unmeant reports whether a character that asks for completions was typed where
// it does not: `=` but after a name without a blank, `/` but in an import.
//
// Trigger characters are a property of the server and not of a position: a client asks after each
// `=` and `/`, also in `%a / %b`. An empty list closes its popup.
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
//
// The rank goes into sortText, because clients sort by it and not by the order of the list.
func completionItem(p *request.Mapper, source *workspace.Source, document uri.URI, c complete.Candidate, rank int) protocol.CompletionItem {
	item := protocol.CompletionItem{
		Label: c.Label, Kind: completionKinds[c.Kind],
		SortText: protocol.NewOptional(fmt.Sprintf("%04d", rank)),
	}
	if c.Detail != "" {
		item.Detail = protocol.NewOptional(c.Detail)
	}
	if annotation, description := c.Annotation(); p.View.Client.LabelDetails && annotation+description != "" {
		item.LabelDetails = &protocol.CompletionItemLabelDetails{}
		if annotation != "" {
			item.LabelDetails.Detail = &annotation
		}
		if description != "" {
			item.LabelDetails.Description = &description
		}
	}
	if c.Filter != c.Label {
		item.FilterText = protocol.NewOptional(c.Filter)
	}
	if c.Lookup.Name != "" {
		item.Data, _ = json.Marshal(completionData{document, c.Lookup}) // strings and numbers
	}
	text := c.Text
	asks := c.Listed && p.View.Client.Suggests != ""
	if c.Snippet != "" && p.View.Client.Snippets && !asks {
		text, item.InsertTextFormat = c.Snippet, protocol.InsertTextFormatSnippet
	}
	switch command := p.View.Client.ParameterHints; {
	case asks:
		item.Command = protocol.Command{Title: "list the values", Command: p.View.Client.Suggests}
	case command != "" && p.View.Client.Snippets && strings.HasSuffix(c.Snippet, complete.InsideCall):
		item.Command = protocol.Command{Title: "show the parameters", Command: command}
	}
	if strings.Contains(text, "\n") && p.View.Client.InsertsAsIs {
		item.InsertTextMode = protocol.InsertTextModeAsIs
	}
	if c.Edit != nil {
		item.AdditionalTextEdits = []protocol.TextEdit{{Range: p.Range(c.Edit.Place), NewText: c.Edit.NewText}}
	}
	item.TextEdit = &protocol.TextEdit{Range: p.Range(workspace.Place{Source: source, Span: c.Span}), NewText: text}
	return item
}

// Features are the requests of this package.
func Features() []request.Feature {
	return []request.Feature{
		completionFeature,
		signatureFeature,
	}
}

// listed are the candidates in a file that is no program.
func listed(p *request.Mapper, source *workspace.Source, document uri.URI, found []complete.Candidate) *protocol.CompletionList {
	list := &protocol.CompletionList{Items: []protocol.CompletionItem{}}
	for i, c := range found {
		if i == mostItems {
			list.IsIncomplete = true
			break
		}
		list.Items = append(list.Items, completionItem(p, source, document, c, i))
	}
	return list
}

// mostItems is how many things are offered at once outside of programs.
const mostItems = 300
