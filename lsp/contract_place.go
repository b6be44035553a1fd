package lsp

import (
	"github.com/fraccheck/fraccheck/internal/contract"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// A contractPlace is an offset between the parentheses of a `#[cost(…)]`.
type contractPlace struct {
	source    *workspace.Source
	index     int // of the item
	at        int32
	attribute contract.Attribute
}

// contractAt is the contract around an offset of a file; nil where there is none.
func contractAt(source *workspace.Source, offset int32) *contractPlace {
	i := source.File.ItemAt(offset)
	if i < 0 {
		return nil
	}
	at := offset - source.File.Starts[i]
	for _, a := range contract.Attributes(source.File.Items[i]) {
		if spans(a.Body, at) {
			return &contractPlace{source, i, at, a}
		}
	}
	return nil
}

// spans tells whether an offset stands in a span or at one of its ends.
func spans(span syntax.Span, at int32) bool { return span.Start <= at && at <= span.End }

// clause is the one in whose value the place is, or in whose key.
func (p *contractPlace) clause() (c contract.Clause, inValue, found bool) {
	for _, c := range p.attribute.Clauses {
		switch {
		case spans(c.ValueSpan, p.at):
			return c, true, true
		case spans(c.KeySpan, p.at):
			return c, false, true
		}
	}
	return contract.Clause{}, false, false
}

// isSizeByte tells of the bytes that names of sizes are made of.
func isSizeByte(b byte) bool {
	return b == '|' || b == '_' || b == '.' || b == '%' || '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'z' || b >= 0x80
}

// word is the extent of the name around the place, within a span of the item.
func (p *contractPlace) word(within syntax.Span) syntax.Span {
	text := p.source.File.Items[p.index].Text
	word := syntax.Span{Start: p.at, End: p.at}
	for word.Start > within.Start && isSizeByte(text[word.Start-1]) {
		word.Start--
	}
	for word.End < within.End && isSizeByte(text[word.End]) {
		word.End++
	}
	return word
}

// inFile is a span of the item in the file.
func (p *contractPlace) inFile(span syntax.Span) syntax.Span { return p.source.Absolute(p.index, span) }
