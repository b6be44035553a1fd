package lenses

import (
	"context"
	"encoding/json"
	"slices"
	"sync"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/cost"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
	"github.com/fraccheck/fraccheck/lsp/card"
	"github.com/fraccheck/fraccheck/lsp/request"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// A definitionLens is what a lens on a definition keeps until it is resolved.
type definitionLens struct {
	URI  uri.URI `json:"uri"`
	Item int     `json:"item"`
	Name string  `json:"name"`
	Cost bool    `json:"cost,omitempty"` // else references
	Rule string  `json:"rule,omitempty"` // the kind of the rule that it is on
}

// references offers the count of references to each definition that something
// mentions.
func (l *lenses) references(ctx context.Context) {
	if !l.view.Settings.CodeLens.References {
		return
	}
	address, mentioned := l.view.Address(l.source.Path), mentioned(ctx, l.view, l.source)
	for i := l.first; i < l.end; i++ {
		item := l.source.File.Item(i)
		if name := item.Declared(); reference.IsName(item.Kind(name)) && mentioned(i) {
			kept := arguments(definitionLens{URI: address, Item: i, Name: item.SourceText(name)})[0]
			l.add(l.source.Absolute(i, item.Span(name)), protocol.CodeLens{Data: kept})
		}
	}
}

// resolveLens counts references or matches, or bounds a cost. Other lenses are complete.
//
// A lens that belongs to a changed text is refused, and the client asks for new ones: a count at
// the wrong definition would be a wrong answer.
func (f lensFeature) resolveLens(ctx context.Context, v *request.View, lens *protocol.CodeLens) (any, error) {
	if lens.Command.Title != "" {
		return lens, nil
	}
	var kept definitionLens
	if err := json.Unmarshal(lens.Data, &kept); err != nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "this lens is none of this server: %v", err)
	}
	source, err := v.Source(kept.URI)
	if err != nil {
		return nil, err
	}
	if kept.Rule != "" {
		return f.resolveRule(ctx, v, lens, source, kept)
	}
	o := v.DeclaredIn(source, kept.Item)
	if o == nil {
		return nil, errModified
	}
	// A definition without its `@` is kept as it is written.
	if item := source.File.Item(kept.Item); item.SourceText(item.Declared()) != kept.Name {
		return nil, errModified
	}
	if kept.Cost {
		return resolveCost(ctx, v, lens, source, kept.Item)
	}
	found := v.ReferencesTo(ctx, source, o)
	if len(found) == 0 {
		lens.Command = protocol.Command{Title: "not used"} // its name is that of something else
		return lens, ctx.Err()
	}
	position := request.NewMapper(v).Range(workspace.Place{Source: source, Span: source.Absolute(kept.Item, o.Item.Span(o.Node))}).Start
	lens.Command = protocol.Command{
		Title: card.Counted(len(found), "reference"), Command: request.ShowReferencesCommand,
		Arguments: arguments(kept.URI, position),
	}
	if v.Client.ShowsReferences {
		lens.Command.Arguments = append(lens.Command.Arguments, arguments(found)...)
	}
	return lens, ctx.Err()
}

// mentioned reports whether the name that an item of a file declares is somewhere
// else: in the file, or in one that imports it. Who declares it is not looked at, so
// that a long list of definitions takes one look at each text.
//
// Counting references takes a check of every importer, so a lens is shown wherever the name is
// mentioned at all (by the outline of the text), and counted when it is resolved. A name that
// is mentioned for another object has a lens that says "not used".
func mentioned(ctx context.Context, v *request.View, source *workspace.Source) func(i int) bool {
	finder, outlines := v.Finder(), &v.Session.Outlines
	own := outlines.Of(source).Mentions
	importers := sync.OnceValue(func() []*reference.Outline {
		var found []*reference.Outline
		for _, other := range finder.Importers(ctx, source) {
			found = append(found, outlines.Of(other))
		}
		return found
	})
	return func(i int) bool {
		item := source.File.Item(i)
		name := item.SourceText(item.Declared())
		if items := own[name]; len(items) > 1 || len(items) == 1 && (items[0] != i || reference.Repeats(item)) {
			return true
		}
		return slices.ContainsFunc(importers(), func(o *reference.Outline) bool { return len(o.Mentions[name]) > 0 })
	}
}

// costs offers the cost of each definition that has a body.
func (l *lenses) costs() {
	if !l.view.Settings.CodeLens.Cost {
		return
	}
	address := l.view.Address(l.source.Path)
	for i := l.first; i < l.end; i++ {
		item := l.source.File.Item(i)
		name := item.Declared()
		if item.Kind(item.Root) == syntax.ItemDef && item.Kind(name) == syntax.Global && item.Body() != syntax.NoNode {
			kept := arguments(definitionLens{URI: address, Item: i, Name: item.SourceText(name), Cost: true})[0]
			l.add(l.source.Absolute(i, item.Span(name)), protocol.CodeLens{Data: kept})
		}
	}
}

// resolveCost bounds the cost of a definition.
func resolveCost(ctx context.Context, v *request.View, lens *protocol.CodeLens, source *workspace.Source, i int) (any, error) {
	c, err := v.Cost(ctx, source, i)
	if err != nil {
		return nil, err
	}
	if c == nil {
		return nil, errModified
	}
	lens.Command = protocol.Command{Title: costTitle(c.Configured(v.Snapshot))}
	return lens, ctx.Err()
}

// costTitle is a bound in a line: `O(n·log n) work · O(log n) span`.
//
// A bound of one metric may be known without the other.
func costTitle(c *cost.Cost) string {
	work, span := c.Order(complexity.Work), c.Order(complexity.Span)
	switch {
	case work == "" && span == "":
		return "cost unknown"
	case work == "":
		return "work unknown · " + span + " span"
	case span == "":
		return work + " work · span unknown"
	}
	return work + " work · " + span + " span"
}
