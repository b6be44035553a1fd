package structure

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/lsp/request"
	"github.com/fraccheck/fraccheck/lsp/text"
	"github.com/fraccheck/fraccheck/lsp/token"
)

// encodeTokens writes tokens as the protocol has them: each by its distance
// from the one before, in lines and columns of the client.
//
// The text is passed over once from the first token on: O(bytes between the first and the last
// token), and not O(tokens · length of a line).
func encodeTokens(v *request.View, source *workspace.Source, tokens []token.Token) []uint32 {
	e := tokenEncoder{cursor: lineCursor{text: source.Text(), encoding: v.Client.Encoding}, multiline: v.Client.MultilineTokens}
	e.data = make([]uint32, 0, tokenSize*len(tokens))
	here := v.Text(source)
	if len(tokens) > 0 {
		start := int(tokens[0].Span.Start)
		at := here.Text.Position(start-here.Skipped, e.cursor.encoding)
		e.cursor.at, e.cursor.line, e.cursor.column = start, int(at.Line), int(at.Character)
	}
	for _, t := range tokens {
		e.token(t)
	}
	return e.data
}

// A tokenEncoder goes over a text once, from token to token.
type tokenEncoder struct {
	cursor       lineCursor
	multiline    bool // a token may go over several lines
	line, column int  // of the token before
	data         []uint32
}

// token writes a token; line by line, where the client knows no others.
func (e *tokenEncoder) token(t token.Token) {
	start, end := int(t.Span.Start), int(t.Span.End)
	end = start + len(strings.TrimRight(e.cursor.text[start:end], "\r"))
	if e.multiline {
		e.piece(start, end, t.Class)
		return
	}
	for start < end {
		stop := end
		if n := strings.IndexAny(e.cursor.text[start:end], "\r\n"); n >= 0 {
			stop = start + n
		}
		e.piece(start, stop, t.Class)
		start = stop + 1
	}
}

// piece writes one part of a token.
//
// The protocol wants five numbers: lines from the token before, columns from it if it is on the same line,
// the length, the type and the set of modifiers.
func (e *tokenEncoder) piece(start, end int, c token.Class) {
	if start >= end {
		return
	}
	e.cursor.advance(start)
	line, column := e.cursor.line, e.cursor.column
	lines, columns := line-e.line, column
	if lines == 0 {
		columns -= e.column
	}
	length := e.cursor.encoding.Width(e.cursor.text[start:end])
	e.data = append(e.data, uint32(lines), uint32(columns), uint32(length), uint32(c.Type-1), uint32(c.Modifiers))
	e.line, e.column = line, column
}

// A lineCursor counts lines and columns from offset to offset, so that long
// lines with many tokens are counted once.
type lineCursor struct {
	text             string
	encoding         text.Encoding
	at, line, column int
}

// advance counts from the last offset to a later one.
func (c *lineCursor) advance(to int) {
	start := c.at // of what is not yet counted of the line
	for i := c.at; i < to; i++ {
		if b := c.text[i]; b == '\n' || b == '\r' && (i+1 == len(c.text) || c.text[i+1] != '\n') {
			c.line, c.column, start = c.line+1, 0, i+1
		}
	}
	c.column += c.encoding.Width(c.text[start:to])
	c.at = to
}
