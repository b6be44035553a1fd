package lsp

import (
	"context"

	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
	"github.com/fraccheck/fraccheck/internal/workspace/reference"
	"github.com/fraccheck/fraccheck/lsp/rules"
	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

var referencesFeature = feature{
	requests: map[string]route{protocol.MethodTextDocumentReferences: handles(references)},
	announce: func(_ abilities, c *protocol.ServerCapabilities) { c.ReferencesProvider = protocol.Boolean(true) },
}

// references finds the places where a name stands for the same thing, in all
// programs of the folders.
func references(ctx context.Context, v *view, p *protocol.ReferenceParams) (any, error) {
	if r, _ := v.ruleCursor(&p.TextDocumentPositionParams); r != nil {
		return r.references(ctx, p.Context.IncludeDeclaration)
	}
	c, o, err := v.named(&p.TextDocumentPositionParams)
	if o == nil {
		return nil, err
	}
	found := partialResult[protocol.Location]{session: v.session, token: p.PartialResultToken}
	v.finder().Each(ctx, c.Source, o, func(group reference.FileUses) {
		for _, use := range group.Uses {
			if !use.Declares || p.Context.IncludeDeclaration {
				found.add(ctx, c.places.location(use.Place))
			}
		}
	})
	return found.answer(ctx), nil
}

const showReferencesCommand = "fraccheck.showReferences"

// referenceCommand shows what lenses count, to clients without a command of their own for it.
type referenceCommand struct{ matches *matches }

func newReferenceCommand(m *matches) feature {
	f := referenceCommand{m}
	return feature{commands: map[string]command{showReferencesCommand: onTarget(f.show)}}
}

// show lists the references to what is named at a position, or to
// what an item declares, for clients that cannot show them by a command of their
// own.
func (f referenceCommand) show(ctx context.Context, v *view, t *commandTarget, _ protocol.ProgressToken) (any, error) {
	if t.Position != nil {
		at := &protocol.ReferenceParams{}
		at.TextDocument.URI, at.Position = t.URI, *t.Position
		if c, _ := v.ruleCursor(&at.TextDocumentPositionParams); c != nil && c.word != nil && c.word.Kind == rulefile.RuleWord {
			return ruleReferences(ctx, f.matches, c)
		}
		return references(ctx, v, at)
	}
	source, i, err := t.found(v)
	if err != nil {
		return nil, err
	}
	o := v.declaredIn(source, i)
	if o == nil {
		return nil, jsonrpc2.Errorf(jsonrpc2.InvalidParams, "nothing is declared there")
	}
	return v.referencesTo(ctx, source, o), nil
}

// ruleReferences are the places that the rule at a position matches, for clients that
// cannot show the ones of its lens; nil where no rule is named there.
func ruleReferences(ctx context.Context, matches *matches, c *ruleCursor) ([]protocol.Location, error) {
	r := rules.Rule(c.file, c.at)
	if r == nil || c.word == nil || c.word.Kind != rulefile.RuleWord {
		return nil, nil
	}
	m, err := matches.search(ctx, c.view, c.file)
	if err != nil {
		return nil, err
	}
	return m.of(r), nil
}
