package completion

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/declared"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/complete"
	"github.com/fraccheck/fraccheck/lsp/request"
)

// rangeCompletions lists the parameters that have no range yet, between the parentheses of a
// `#[range(…)]`; ok is false elsewhere.
func rangeCompletions(source *workspace.Source, offset int32) (found []complete.Candidate, ok bool) {
	i := source.File.ItemAt(offset)
	if i < 0 {
		return nil, false
	}
	item, at := source.File.Item(i), offset-source.File.Start(i)
	for _, a := range declared.Attributes(item) {
		if !request.Within(a.Body, at) {
			continue
		}
		taken := map[string]bool{}
		for _, c := range a.Clauses {
			if request.Within(c.ValueSpan, at) {
				return nil, true
			}
			taken[c.Key] = !request.Within(c.KeySpan, at)
		}
		word := wordAround(item.Text, at, a.Body)
		for _, name := range declared.Params(item) {
			if taken[name] {
				continue
			}
			c := complete.Candidate{Label: name, Kind: complete.Attribute, Detail: "the range of %" + name, Filter: name, Text: name, Span: source.Absolute(i, word)}
			if rest := item.Text[word.End:a.Body.End]; !strings.HasPrefix(strings.TrimLeft(rest, " \t"), "=") {
				c.Text, c.Snippet = name+` = "0..1"`, name+` = "${1:0..1}"`
			}
			found = append(found, c)
		}
		return found, true
	}
	return nil, false
}

// wordAround is the extent of the name at a place of a text, within a span.
func wordAround(text string, at int32, within syntax.Span) syntax.Span {
	letter := func(b byte) bool {
		return b == '_' || '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'z' || b >= 0x80
	}
	word := syntax.Span{Start: at, End: at}
	for word.Start > within.Start && letter(text[word.Start-1]) {
		word.Start--
	}
	for word.End < within.End && letter(text[word.End]) {
		word.End++
	}
	return word
}
