package request

import (
	"github.com/fraccheck/fraccheck/internal/contract"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// A ContractCursor is an offset between the parentheses of a `#[cost(…)]`.
type ContractCursor struct {
	Source    *workspace.Source
	Index     int // of the item
	At        int32
	Attribute contract.Attribute
}

// ContractAt is the contract around an offset of a file; nil where there is none.
//
// A contract is the text of a string in an attribute, so it has no nodes: spans of its clauses,
// relative to the item, take their place.
func ContractAt(source *workspace.Source, offset int32) *ContractCursor {
	i := source.File.ItemAt(offset)
	if i < 0 {
		return nil
	}
	at := offset - source.File.Start(i)
	for _, a := range contract.Attributes(source.File.Item(i)) {
		if Within(a.Body, at) {
			return &ContractCursor{source, i, at, a}
		}
	}
	return nil
}

// Within reports whether an offset is in a span or at one of its ends.
func Within(span syntax.Span, at int32) bool { return span.Start <= at && at <= span.End }

// Clause is the one in whose value the place is, or in whose key.
func (p *ContractCursor) Clause() (c contract.Clause, inValue, found bool) {
	for _, c := range p.Attribute.Clauses {
		switch {
		case Within(c.ValueSpan, p.At):
			return c, true, true
		case Within(c.KeySpan, p.At):
			return c, false, true
		}
	}
	return contract.Clause{}, false, false
}

// isSizeByte reports whether names of sizes may contain a byte.
func isSizeByte(b byte) bool {
	return b == '|' || b == '_' || b == '.' || b == '%' || '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'z' || b >= 0x80
}

// Word is the extent of the name around the place, within a span of the item.
func (p *ContractCursor) Word(within syntax.Span) syntax.Span {
	text := p.Source.File.Item(p.Index).Text
	word := syntax.Span{Start: p.At, End: p.At}
	for word.Start > within.Start && isSizeByte(text[word.Start-1]) {
		word.Start--
	}
	for word.End < within.End && isSizeByte(text[word.End]) {
		word.End++
	}
	return word
}

// InFile is a span of the item in the file.
func (p *ContractCursor) InFile(span syntax.Span) syntax.Span {
	return p.Source.Absolute(p.Index, span)
}
