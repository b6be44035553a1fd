package lsp

import (
	"context"
	"fmt"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/fraccheck/fraccheck/internal/contract"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// contractHover tells what a key of a contract promises, what a size in it is, and
// what is found.
func (v *view) contractHover(ctx context.Context, p *contractPlace, places *places) (any, error) {
	c, inValue, found := p.clause()
	if !found {
		return nil, nil
	}
	cost, err := v.costOf(ctx, p.source, p.index)
	if err != nil || cost == nil {
		return nil, err
	}
	shown, span := &card{}, c.KeySpan
	if word := p.word(c.ValueSpan); inValue {
		span = p.describeSize(shown, cost, word, c.ValueSpan)
	}
	for _, k := range contract.Keys {
		if k.Name == c.Key {
			describePromise(shown, k, cost, inValue)
		}
	}
	r := places.rangeOf(workspace.Place{Source: p.source, Span: p.inFile(span)})
	return &protocol.Hover{Contents: shown.render(v.client.markdown), Range: &r}, nil
}

// describeSize tells what the size at a word is; where there is none, the value is
// what is told of.
func (p *contractPlace) describeSize(shown *card, cost *workspace.Cost, word, value syntax.Span) syntax.Span {
	name := p.source.File.Items[p.index].Text[word.Start:word.End]
	i := slices.Index(cost.Sizes, name)
	if i < 0 {
		return value
	}
	shown.prose(fmt.Sprintf("`%s`: %s", name, cost.Meanings[i]))
	return word
}

// describePromise tells what is found of what a key promises.
func describePromise(shown *card, k contract.Key, cost *workspace.Cost, inValue bool) {
	if !inValue {
		shown.prose(k.Name + ": " + k.Doc)
	}
	if text := cost.Text(k.Metric); text != "" {
		shown.prose(fmt.Sprintf("found: at most `%s`%s", text, k.Unit))
		return
	}
	shown.prose("found: nothing: " + cost.Lost(k.Metric).String())
}
