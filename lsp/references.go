package lsp

import (
	"context"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/workspace"
)

var referencesFeature = feature{
	requests: map[string]route{protocol.MethodTextDocumentReferences: asks(references)},
	announce: func(_ abilities, c *protocol.ServerCapabilities) { c.ReferencesProvider = protocol.Boolean(true) },
}

// references finds the places where a name stands for the same thing, in all
// programs of the folders.
func references(ctx context.Context, v *view, p *protocol.ReferenceParams) (any, error) {
	c, o, err := v.named(&p.TextDocumentPositionParams)
	if o == nil {
		return nil, err
	}
	found := parts[protocol.Location]{session: v.session, token: p.PartialResultToken}
	v.eachUsage(ctx, c.source, o, func(group usage) {
		for _, use := range group.uses {
			if !use.binds || p.Context.IncludeDeclaration {
				found.add(ctx, c.places.location(use.Place))
			}
		}
	})
	return found.answer(ctx), nil
}

// searched are the files that may name an object: for a variable its own, else
// the one at hand, those that it sees, and of the open ones and the folders'
// those that import its declaration.
func (v *view) searched(ctx context.Context, from *workspace.Source, o *typecheck.Object) []*workspace.Source {
	if isLocal(o) {
		return []*workspace.Source{from}
	}
	found := v.reachable(from)
	seen := map[*workspace.Source]bool{}
	for _, source := range found {
		seen[source] = true
	}
	home, _, ok := v.home(from, o)
	everywhere := !ok || home.Path == v.prelude().Path
	for _, path := range v.programs() {
		source, err := v.snapshot.Source(path)
		if err != nil || ctx.Err() != nil || seen[source] || !strings.Contains(source.Text, o.Name) {
			continue
		}
		if !everywhere && source != home && !v.imports(source, home) {
			continue // names are seen one import far
		}
		seen[source] = true
		found = append(found, source)
	}
	return found
}

// programs are the paths of the open documents and of all programs in the
// folders.
func (v *view) programs() []string {
	paths := v.inFolders(context.Background())
	for _, d := range v.documents {
		paths = append(paths, d.path)
	}
	return paths
}
