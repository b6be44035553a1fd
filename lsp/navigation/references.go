package navigation

import (
	"context"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/rulematch"
	"github.com/fraccheck/fraccheck/lsp/rules"
)

var referencesFeature = request.Feature{
	Requests: map[string]request.Route{protocol.MethodTextDocumentReferences: request.Handles(references)},
	Announce: func(_ request.Client, c *protocol.ServerCapabilities) { c.ReferencesProvider = protocol.Boolean(true) },
}

// references finds the places where a name denotes the same thing, in all
// programs of the folders.
func references(ctx context.Context, v *request.View, p *protocol.ReferenceParams) (any, error) {
	if r, _ := v.RuleCursor(&p.TextDocumentPositionParams); r != nil {
		return ruleReferences(ctx, r, p.Context.IncludeDeclaration)
	}
	c, o, err := v.Named(&p.TextDocumentPositionParams)
	if o == nil {
		return nil, err
	}
	found := request.PartialResult[protocol.Location]{Session: v.Session, Token: p.PartialResultToken}
	v.Finder().Each(ctx, c.Source, o, func(group reference.FileUses) {
		for _, use := range group.Uses {
			if !use.Declares || p.Context.IncludeDeclaration {
				found.Add(ctx, c.Mapper.Location(use.Place))
			}
		}
	})
	return found.Rest(ctx), nil
}

// referenceCommand shows what lenses count, to clients without a command of their own for it.
type referenceCommand struct{ matches *rulematch.Searcher }

func newReferenceCommand(m *rulematch.Searcher) request.Feature {
	f := referenceCommand{m}
	return request.Feature{Commands: map[string]request.Command{request.ShowReferencesCommand: request.OnTarget(f.show)}}
}

// show lists the references to what is named at a position, or to
// what an item declares, for clients that cannot show them by a command of their
// own.
func (f referenceCommand) show(ctx context.Context, v *request.View, t *request.CommandTarget, _ protocol.ProgressToken) (any, error) {
	if t.Position != nil {
		at := &protocol.ReferenceParams{}
		at.TextDocument.URI, at.Position = t.URI, *t.Position
		if c, _ := v.RuleCursor(&at.TextDocumentPositionParams); c != nil && c.Word != nil && c.Word.Kind == rulefile.RuleWord {
			return matchLocations(ctx, f.matches, c)
		}
		return references(ctx, v, at)
	}
	source, i, err := t.Find(v)
	if err != nil {
		return nil, err
	}
	o := v.DeclaredIn(source, i)
	if o == nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "nothing is declared there")
	}
	return v.ReferencesTo(ctx, source, o), nil
}

// matchLocations are the places that the rule at a position matches, for clients that
// cannot show the ones of its lens; nil where no rule is named there.
func matchLocations(ctx context.Context, matches *rulematch.Searcher, c *request.RuleCursor) ([]protocol.Location, error) {
	r := rules.Rule(c.File, c.At)
	if r == nil || c.Word == nil || c.Word.Kind != rulefile.RuleWord {
		return nil, nil
	}
	m, err := matches.Search(ctx, c.View, c.File)
	if err != nil {
		return nil, err
	}
	return m.Of(r), nil
}

var highlightFeature = request.Feature{
	Requests: map[string]request.Route{protocol.MethodTextDocumentDocumentHighlight: request.Handles(documentHighlight)},
	Announce: func(_ request.Client, c *protocol.ServerCapabilities) {
		c.DocumentHighlightProvider = protocol.Boolean(true)
	},
}

// documentHighlight shows the places in the document where the name at the
// cursor denotes the same thing. The place that binds it is the written one.
//
// Only the file is searched, so that the answer comes at each move of the cursor.
func documentHighlight(ctx context.Context, v *request.View, p *protocol.DocumentHighlightParams) (any, error) {
	if r, _ := v.RuleCursor(&p.TextDocumentPositionParams); r != nil {
		return ruleHighlights(r), nil
	}
	c, o, err := v.Named(&p.TextDocumentPositionParams)
	if o == nil {
		return nil, err
	}
	found := []protocol.DocumentHighlight{}
	for _, use := range v.Finder().InFile(ctx, c.Source, o) {
		kind := protocol.DocumentHighlightKindRead
		if use.Declares {
			kind = protocol.DocumentHighlightKindWrite
		}
		found = append(found, protocol.DocumentHighlight{Range: c.Mapper.Range(use.Place), Kind: kind})
	}
	return found, nil
}

var linkedEditingFeature = request.Feature{
	Requests: map[string]request.Route{protocol.MethodTextDocumentLinkedEditingRange: request.Handles(linkedEditing)},
	Announce: func(_ request.Client, c *protocol.ServerCapabilities) {
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
//
// Globals have no linked ranges, although rename could compute them: the edits reach other
// files, and an editor can link ranges of one only.
func linkedEditing(ctx context.Context, v *request.View, p *protocol.LinkedEditingRangeParams) (any, error) {
	c, err := v.Cursor(&p.TextDocumentPositionParams)
	if c == nil {
		return nil, err
	}
	o := c.Object()
	if o == nil || !reference.IsLocal(o) || request.IsReadOnly(c.Source) {
		return nil, nil
	}
	offset := c.Mapper.Offset(c.Source, p.Position)
	found, held := protocol.LinkedEditingRanges{}, false
	for _, use := range v.Finder().InFile(ctx, c.Source, o) {
		at := letters(use.Place)
		held = held || at.Span.Contains(offset)
		found.Ranges = append(found.Ranges, c.Mapper.Range(at))
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
	if c := at.Source.Text()[at.Span.Start]; c == '%' || c == '@' {
		return workspace.Place{Source: at.Source, Span: syntax.Span{Start: at.Span.Start + 1, End: at.Span.End}}
	}
	return at
}

// ruleHighlights are the places in the file where the word at the cursor represents the
// same.
func ruleHighlights(c *request.RuleCursor) []protocol.DocumentHighlight {
	found := []protocol.DocumentHighlight{}
	for _, span := range rules.Same(c.File, c.Word) {
		kind := protocol.DocumentHighlightKindRead
		if c.Word.Declared && span == c.Word.Declaration {
			kind = protocol.DocumentHighlightKindWrite
		}
		found = append(found, protocol.DocumentHighlight{Range: c.Mapper.Range(c.Place(span)), Kind: kind})
	}
	return found
}

func ruleReferences(ctx context.Context, c *request.RuleCursor, declaration bool) (any, error) {
	places, err := c.Mentions(ctx, declaration)
	found := []protocol.Location{}
	for _, p := range places {
		found = append(found, c.Mapper.Location(p))
	}
	return found, err
}
