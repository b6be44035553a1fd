package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
	"github.com/fraccheck/fraccheck/typecheck"
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
	if !l.view.settings.CodeLens.References {
		return
	}
	address, mentioned := l.view.address(l.source.Path), l.view.mentioned(ctx, l.source)
	for i := l.first; i < l.end; i++ {
		item := l.source.File.Items[i]
		if name := item.Declared(); reference.IsName(item.Kind(name)) && mentioned(i) {
			kept := arguments(definitionLens{URI: address, Item: i, Name: item.SourceText(name)})[0]
			l.add(l.source.Absolute(i, item.Span(name)), protocol.CodeLens{Data: kept})
		}
	}
}

// resolveLens counts references or matches, or bounds a cost. Other lenses are complete.
func (f lensFeature) resolveLens(ctx context.Context, v *view, lens *protocol.CodeLens) (any, error) {
	if lens.Command.Title != "" {
		return lens, nil
	}
	var kept definitionLens
	if err := json.Unmarshal(lens.Data, &kept); err != nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "this lens is none of this server: %v", err)
	}
	source, err := v.source(kept.URI)
	if err != nil {
		return nil, err
	}
	if kept.Rule != "" {
		return f.resolveRule(ctx, v, lens, source, kept)
	}
	o := v.declaredIn(source, kept.Item)
	if o == nil {
		return nil, errModified
	}
	// A definition without its `@` is kept as it is written.
	if item := source.File.Items[kept.Item]; item.SourceText(item.Declared()) != kept.Name {
		return nil, errModified
	}
	if kept.Cost {
		return v.resolveCost(ctx, lens, source, kept.Item)
	}
	found := v.referencesTo(ctx, source, o)
	if len(found) == 0 {
		lens.Command = protocol.Command{Title: "not used"} // its name is that of something else
		return lens, ctx.Err()
	}
	position := newPlaces(v).rangeOf(workspace.Place{Source: source, Span: source.Absolute(kept.Item, o.Item.Span(o.Node))}).Start
	lens.Command = protocol.Command{
		Title: counted(len(found), "reference"), Command: showReferencesCommand,
		Arguments: arguments(kept.URI, position),
	}
	if v.client.showsReferences {
		lens.Command.Arguments = append(lens.Command.Arguments, arguments(found)...)
	}
	return lens, ctx.Err()
}

// mentioned tells whether the name that an item of a file declares stands somewhere
// else: in the file, or in one that imports it. Who declares it is not looked at, so
// that a long list of definitions takes one look at each text.
func (v *view) mentioned(ctx context.Context, source *workspace.Source) func(i int) bool {
	finder, outlines := v.finder(), &v.session.outlines
	own := outlines.Of(source).Mentions
	importers := sync.OnceValue(func() []*reference.Outline {
		var found []*reference.Outline
		for _, other := range finder.Importers(ctx, source) {
			found = append(found, outlines.Of(other))
		}
		return found
	})
	return func(i int) bool {
		item := source.File.Items[i]
		name := item.SourceText(item.Declared())
		if items := own[name]; len(items) > 1 || len(items) == 1 && (items[0] != i || reference.Repeats(item)) {
			return true
		}
		return slices.ContainsFunc(importers(), func(o *reference.Outline) bool { return len(o.Mentions[name]) > 0 })
	}
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// declaredIn is what an item declares; nil where it declares nothing.
func (v *view) declaredIn(source *workspace.Source, i int) *typecheck.Object {
	module, err := v.snapshot.Module(source.Path)
	if err != nil || i < 0 || i >= module.Items() {
		return nil
	}
	return module.Object(i)
}

// referencesTo are the places in all programs of the folder that name what a
// file declares. Only the items that mention the name are checked for it.
func (v *view) referencesTo(ctx context.Context, from *workspace.Source, o *typecheck.Object) []protocol.Location {
	found, places := []protocol.Location{}, newPlaces(v)
	for _, source := range v.finder().Candidates(ctx, from, o) {
		results, err := v.snapshot.Results(source.Path)
		if err != nil || ctx.Err() != nil {
			continue
		}
		for _, i := range v.session.outlines.Of(source).Mentions[o.Name] {
			for _, use := range reference.InItem(source, i, results(i).Info, o) {
				if !use.Declares {
					found = append(found, places.location(use.Place))
				}
			}
		}
	}
	return found
}
