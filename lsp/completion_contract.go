package lsp

import (
	"context"
	"strings"

	"github.com/fraccheck/fraccheck/internal/contract"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/complete"
)

// contractCompletions lists what can be written in a contract: keys that it has not
// yet, and in a value the bound that is found, and the sizes that it may depend on.
func (v *view) contractCompletions(ctx context.Context, p *contractPlace) ([]complete.Candidate, error) {
	c, inValue, _ := p.clause()
	if !inValue {
		return p.keys(), nil
	}
	cost, err := v.costOf(ctx, p.source, p.index)
	if err != nil || cost == nil {
		return nil, err
	}
	return append(p.bounds(c, cost), p.sizes(c, cost)...), nil
}

// keys are those that nothing is promised of.
func (p *contractPlace) keys() []complete.Candidate {
	word := p.word(p.attribute.Body)
	taken := map[string]bool{}
	for _, c := range p.attribute.Clauses {
		taken[c.Key] = !spans(c.KeySpan, p.at)
	}
	var found []complete.Candidate
	for _, k := range contract.Keys {
		if taken[k.Name] {
			continue
		}
		c := complete.Candidate{Label: k.Name, Kind: complete.Attribute, Detail: k.Doc, Filter: k.Name, Text: k.Name, Span: p.inFile(word)}
		if !p.assigned(word) {
			c.Text, c.Snippet = k.Name+` = ""`, k.Name+` = "$1"`
		}
		found = append(found, c)
	}
	return found
}

// assigned tells whether the key at a word has a value, of whatever kind.
func (p *contractPlace) assigned(word syntax.Span) bool {
	rest := p.source.File.Items[p.index].Text[word.End:p.attribute.Body.End]
	return strings.HasPrefix(strings.TrimLeft(rest, " \t"), "=")
}

// bounds are what is found: how it grows, and to the letter. They take the place of
// the whole value.
func (p *contractPlace) bounds(c contract.Clause, cost *workspace.Cost) []complete.Candidate {
	var found []complete.Candidate
	for _, k := range contract.Keys {
		if k.Name != c.Key || !cost.Bounded(k.Metric) {
			continue
		}
		for _, text := range []string{cost.Theta(k.Metric), "at most " + cost.Text(k.Metric)} {
			one := complete.Candidate{Label: text, Kind: complete.Value, Detail: "the bound that is found", Filter: c.Value, Text: text, Span: p.inFile(c.ValueSpan)}
			if c.Value == "" {
				one.Filter = text
			}
			found = append(found, one)
		}
	}
	return found
}

// sizes are those that a bound may depend on.
func (p *contractPlace) sizes(c contract.Clause, cost *workspace.Cost) []complete.Candidate {
	word := p.word(c.ValueSpan)
	var found []complete.Candidate
	for i, s := range cost.Sizes {
		found = append(found, complete.Candidate{Label: s, Kind: complete.Value, Detail: cost.Meanings[i], Filter: s, Text: s, Span: p.inFile(word)})
	}
	return found
}
