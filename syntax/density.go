package syntax

import "fmt"

// What a text may consist of. Trees, types and findings take hundreds of bytes for
// each token and a thousand or two for each item, and a text of single signs has one
// for each byte: without a bound a few megabytes of them would fill any memory. Texts
// of fewer than some are read whatever they look like. In larger ones two tokens take
// five bytes and an item twenty, as in any program that does something: layout
// brings it to three bytes a token, and a definition that says a number has a name of its
// own among 20,000 others: `def @f12345() { 1 }`.
var (
	tokenBound = bound{what: "tokens", least: 1_000_000, most: 10_000_000, each: 2, bytes: 5}
	itemBound  = bound{what: "definitions and expressions", least: 20_000, most: 1_000_000, each: 1, bytes: 20}
)

// A bound is how many of something a text may have: each in so many bytes, but at least
// and at most some.
type bound struct {
	what        string
	least, most int
	each, bytes int
}

func (b bound) of(text string) int {
	return min(max(b.least, len(text)/b.bytes*b.each), b.most)
}

func (b bound) exceeded(text string) error {
	return fmt.Errorf("it has more than %d %s, the most that are read of its %d bytes; "+
		"take it apart into several files, or leave it out if it is no program", b.of(text), b.what, len(text))
}

// TooDense tells why a text is not worth parsing: it consists of more tokens or items
// than programs of its size have. It takes time, but no memory, for each byte; where
// the text is too short to have so many, neither.
func TooDense(text string) error {
	if len(text) < itemBound.least {
		return nil
	}
	tokens := countTokens(text, tokenBound.of(text)+1)
	if tokens > tokenBound.of(text) {
		return tokenBound.exceeded(text)
	}
	if tokens > itemBound.of(text) && countItems(text, itemBound.of(text)+1) > itemBound.of(text) {
		return itemBound.exceeded(text)
	}
	return nil
}

// countTokens counts up to some number of tokens.
func countTokens(text string, most int) int {
	l := newLexer(text)
	n := 0
	for n < most && l.next().Kind != TokEOF {
		n++
	}
	return n
}

// countItems counts up to some number of items.
func countItems(text string, most int) int {
	var s splitter
	n := 0
	for at := 0; n < most && at < len(text); n++ {
		at += s.next(text[at:]).end
	}
	return n
}
