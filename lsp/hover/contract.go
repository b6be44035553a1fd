package hover

import (
	"context"
	"fmt"
	"slices"

	"github.com/fraccheck/fraccheck/internal/contract"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/cost"
	"github.com/fraccheck/fraccheck/lsp/card"
	"github.com/fraccheck/fraccheck/lsp/request"
	"go.lsp.dev/protocol"
)

// contractHover shows what a key of a contract promises, what a size in it is, and
// what is found.
//
// Contracts are comments for the parser, so the place is found in their text (request.ContractCursor).
func contractHover(ctx context.Context, v *request.View, p *request.ContractCursor, mapper *request.Mapper) (any, error) {
	c, inValue, found := p.Clause()
	if !found {
		return nil, nil
	}
	cost, err := v.Cost(ctx, p.Source, p.Index)
	if err != nil || cost == nil {
		return nil, err
	}
	shown, span := &card.Card{}, c.KeySpan
	if word := p.Word(c.ValueSpan); inValue {
		span = describeSize(p, shown, cost, word, c.ValueSpan)
	}
	for _, k := range contract.Keys {
		if k.Name == c.Key {
			describePromise(shown, k, cost, inValue)
		}
	}
	r := mapper.Range(workspace.Place{Source: p.Source, Span: p.InFile(span)})
	return &protocol.Hover{Contents: shown.Render(v.Client.Markdown), Range: &r}, nil
}

// describeSize describes the size at a word; where there is none, the value
// is described.
func describeSize(p *request.ContractCursor, shown *card.Card, cost *cost.Cost, word, value syntax.Span) syntax.Span {
	name := p.Source.File.Item(p.Index).Text[word.Start:word.End]
	i := slices.Index(cost.Sizes, name)
	if i < 0 {
		return value
	}
	shown.Prose(fmt.Sprintf("`%s`: %s", name, cost.Meanings[i]))
	return word
}

// describePromise shows what is found of what a key promises.
func describePromise(shown *card.Card, k contract.Key, cost *cost.Cost, inValue bool) {
	if !inValue {
		shown.Prose(k.Name + ": " + k.Doc)
	}
	if text := cost.Text(k.Metric); text != "" {
		shown.Prose(fmt.Sprintf("found: at most `%s`%s", text, k.Unit))
		return
	}
	shown.Prose("found: nothing: " + cost.Lost(k.Metric).String())
}
