package completion

import (
	"context"
	"strings"

	"github.com/fraccheck/fraccheck/internal/contract"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace/cost"
	"github.com/fraccheck/fraccheck/lsp/complete"
	"github.com/fraccheck/fraccheck/lsp/request"
)

// contractCompletions lists what can be written in a contract: keys that it has not
// yet, and in a value the bound that is found, and the sizes that it may depend on.
//
// In a value, the bounds that are found come first: who writes a contract usually wants the one that
// holds.
func contractCompletions(ctx context.Context, v *request.View, p *request.ContractCursor) ([]complete.Candidate, error) {
	c, inValue, _ := p.Clause()
	if !inValue {
		return keys(p), nil
	}
	cost, err := v.Cost(ctx, p.Source, p.Index)
	if err != nil || cost == nil {
		return nil, err
	}
	return append(bounds(p, c, cost), sizes(p, c, cost)...), nil
}

// keys are those that nothing is promised of.
func keys(p *request.ContractCursor) []complete.Candidate {
	word := p.Word(p.Attribute.Body)
	taken := map[string]bool{}
	for _, c := range p.Attribute.Clauses {
		taken[c.Key] = !request.Within(c.KeySpan, p.At)
	}
	var found []complete.Candidate
	for _, k := range contract.Keys {
		if taken[k.Name] {
			continue
		}
		c := complete.Candidate{Label: k.Name, Kind: complete.Attribute, Detail: k.Doc, Filter: k.Name, Text: k.Name, Span: p.InFile(word)}
		if !assigned(p, word) {
			c.Text, c.Snippet = k.Name+` = ""`, k.Name+` = "$1"`
		}
		found = append(found, c)
	}
	return found
}

// assigned reports whether the key at a word has a value, of whatever kind.
func assigned(p *request.ContractCursor, word syntax.Span) bool {
	rest := p.Source.File.Item(p.Index).Text[word.End:p.Attribute.Body.End]
	return strings.HasPrefix(strings.TrimLeft(rest, " \t"), "=")
}

// bounds are what is found: how it grows, and to the letter. They take the place of
// the whole value.
//
// What is found is a bound of what is written below, so a contract that takes it holds at once.
func bounds(p *request.ContractCursor, c contract.Clause, cost *cost.Cost) []complete.Candidate {
	var found []complete.Candidate
	for _, k := range contract.Keys {
		if k.Name != c.Key || !cost.Bounded(k.Metric) {
			continue
		}
		for _, text := range []string{cost.Theta(k.Metric), "at most " + cost.Text(k.Metric)} {
			one := complete.Candidate{Label: text, Kind: complete.Value, Detail: "the bound that is found", Filter: c.Value, Text: text, Span: p.InFile(c.ValueSpan)}
			if c.Value == "" {
				one.Filter = text
			}
			found = append(found, one)
		}
	}
	return found
}

// sizes are those that a bound may depend on.
func sizes(p *request.ContractCursor, c contract.Clause, cost *cost.Cost) []complete.Candidate {
	word := p.Word(c.ValueSpan)
	var found []complete.Candidate
	for i, s := range cost.Sizes {
		found = append(found, complete.Candidate{Label: s, Kind: complete.Value, Detail: cost.Meanings[i], Filter: s, Text: s, Span: p.InFile(word)})
	}
	return found
}
