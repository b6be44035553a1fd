package syntax

import "fmt"

// What a text may consist of is bounded by the memory that checking it takes. Trees, types
// and findings take memory for each token and each item, and a text of single signs has one
// for each byte, so that a few megabytes could fill any memory. The weights are what was
// measured at the peak of a check (November 2026, linux/amd64): 140 to 190 bytes a token of
// texts of one sign (`(`, `-`, `1+`, `{`), and 1.2 to 2.2 kB an item (`x`, `def @f(){1}`).
const (
	bytesPerToken = 200
	bytesPerItem  = 2000

	// mostMemory is what a text may weigh whatever it consists of: 5,000,000 tokens, or
	// 290,000 definitions of the least size.
	mostMemory = 1_000_000_000

	// Programs that are laid out have two tokens in five bytes and an item in twenty at most:
	// they take memory in proportion to their text, up to these numbers.
	mostTokensRead = 15_000_000
	mostItemsRead  = 1_000_000
)

// TooDense reports why a text is not worth parsing: what it consists of would take more
// memory than is given to a text of its size. It takes time, but no memory, for each byte;
// where even a text of items without anything between them would weigh little, neither.
func TooDense(text string) error {
	if len(text) <= mostMemory/(bytesPerToken+bytesPerItem) {
		return nil
	}
	tokens := countTokens(text, mostTokensRead+1)
	if tokens > mostTokensRead {
		return tooDense(len(text), tokens, 0)
	}
	return tooDense(len(text), tokens, countItems(text, mostItemsRead+1))
}

// TooDense is the same of a file that is parsed: one that an edit of another made, whose
// text nobody counts again.
func (f *File) TooDense() error {
	return tooDense(f.Size(), int(f.items.Sum().tokens), f.Len())
}

func tooDense(size, tokens, items int) error {
	switch {
	case tokens > mostTokensRead:
		return tooMuch(size, fmt.Sprintf("it has more than %d tokens", mostTokensRead))
	case items > mostItemsRead:
		return tooMuch(size, fmt.Sprintf("it has more than %d definitions and expressions", mostItemsRead))
	case tokens <= size/5*2 && items <= size/20 || weight(tokens, items) <= mostMemory:
		return nil
	}
	return tooMuch(size, fmt.Sprintf("it has %d tokens and %d definitions and expressions, for which about %.1f GB of memory would be needed", tokens, items, float64(weight(tokens, items))/1e9))
}

func weight(tokens, items int) int64 {
	return int64(tokens)*bytesPerToken + int64(items)*bytesPerItem
}

// Weight is the memory in bytes that checking a text is thought to take at its peak.
func Weight(text string) int64 {
	return weight(countTokens(text, len(text)), countItems(text, len(text)))
}

func tooMuch(size int, why string) error {
	return fmt.Errorf("%s, more than is read of %d bytes; take it apart into several files, or leave it out if it is no program", why, size)
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
