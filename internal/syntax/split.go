package syntax

// A splitter cuts a text into items, one at a time. Where an item ends is a
// function of the text from the item's start on and of nothing else; that is
// what lets Reparse begin anywhere.
//
// An item begins where the one before it ends. A definition ends after the brace that closes its
// body; another item at the end of a line on which no bracket is open and nothing waits for an operand.
// Where a brace is never closed, the splitter looks for its other half over no more than maxLookahead
// tokens, so that an unclosed item costs those after it a bounded time.
//
// Invariant: the texts of the items are the text of the file, in order and without a gap. Each token is
// lexed once for its own item and at most maxLookahead times for those before it that are not
// closed; a file without errors takes linear time.
type splitter struct {
	text     string // from the item's start on
	lexer    lexer
	tokens   []Token // read so far, notes included
	brackets brackets
	level    level     // outside of brackets, or of a definition's body
	prev     TokenKind // of the last token of the item so far, notes aside
	indented bool      // a line of the definition's body stands off the margin
}

// extent is what next found out about an item.
type extent struct {
	end    int // where the item ends
	tokens int // how many of the splitter's tokens are the item's
	reach  int // the item depends on the bytes before this offset alone
}

// maxLookahead is how many tokens the splitter reads after the likely end of an
// item in search of the brace that would make it longer. Without a bound a file
// of unclosed definitions would be read once for each of them.
const maxLookahead = 4096

// next finds the extent of the item at the start of text.
func (s *splitter) next(text string) extent {
	s.text, s.lexer, s.tokens = text, newLexer(text), s.tokens[:0]
	s.brackets.reset()
	s.level, s.prev = level{}, TokEOF
	i := s.attributes()
	i = s.body(i)
	return s.extent(i)
}

// at is the i-th token, read when first asked for.
func (s *splitter) at(i int) Token {
	if i < len(s.tokens) {
		return s.tokens[i]
	}
	return s.read(i)
}

// read reads up to the i-th token.
func (s *splitter) read(i int) Token {
	for i >= len(s.tokens) {
		if n := len(s.tokens); n > 0 && s.tokens[n-1].Kind == TokEOF {
			return s.tokens[n-1]
		}
		if len(s.tokens) == cap(s.tokens) {
			s.tokens = grown(s.tokens, len(s.tokens)+1)
		}
		s.tokens = append(s.tokens, s.lexer.next())
	}
	return s.tokens[i]
}

// skipNotes is the index of the first token from i on that is no note.
func (s *splitter) skipNotes(i int) int {
	for s.at(i).Kind == TokTypeNote {
		i++
	}
	return i
}

// take makes the i-th token part of the item and gives the next one's index.
func (s *splitter) take(i int) int {
	s.prev = s.at(i).Kind
	i++
	if s.at(i).Kind == TokTypeNote {
		return s.skipNotes(i)
	}
	return i
}

// pass makes the i-th token part of the item, brackets and all. Where more than so many
// are open after it, so are the tokens up to the next one that opens or closes any, or
// begins a line: in between nothing marks the item's end.
func (s *splitter) pass(i, open int) int {
	s.track(i)
	i = s.take(i)
	if s.brackets.depth() > open {
		return s.skim(i)
	}
	return i
}

func (s *splitter) skim(i int) int {
	for prev := s.prev; ; i++ {
		t := s.at(i)
		if t.Kind == TokTypeNote {
			continue
		}
		if t.Flags&AfterNewline != 0 || mayTurn[t.Kind] {
			s.prev = prev
			return i
		}
		prev = t.Kind
	}
}

// mayTurn holds the tokens that skim stops at wherever they stand.
var mayTurn = [tokenKinds]bool{
	TokEOF: true, TokLParen: true, TokRParen: true, TokLBracket: true, TokRBracket: true, TokLBrace: true, TokRBrace: true,
}

// extent closes the item before the i-th token. What is left of its last
// line belongs to it.
func (s *splitter) extent(i int) extent {
	for i > 0 && s.tokens[i-1].Kind == TokTypeNote && s.tokens[i-1].Flags&AfterNewline != 0 {
		i--
	}
	end := len(s.text)
	if i > 0 {
		end = lineEnd(s.text, int(s.at(i-1).End), int(s.at(i).Start))
	}
	return extent{end, i, max(s.lexer.pos+tokenLookahead, s.lexer.far)}
}

// lineEnd is the offset after the newline that ends the line of from, or
// next, if the token there stands on the same line. There are only blanks and
// comments in between.
func lineEnd(text string, from, next int) int {
	l := lexer{text: text[:next], pos: from}
	for l.pos < next {
		switch c := text[l.pos]; {
		case c == '\n':
			return l.pos + 1
		case isBlank(c):
			l.pos++
		case c == '/' && l.at(l.pos+1) == '*':
			l.skipBlock()
		default:
			l.lineComment()
		}
	}
	return next
}

// expression takes a top-level expression: its bindings and its body, which
// ends with its line unless the next line goes on with it.
func (s *splitter) expression(i int) int {
	for first := i; !s.leaves(i); {
		t := s.at(i)
		if i > first && s.brackets.depth() > 0 && s.beginsAgain(i) {
			s.brackets.reset()
			return i
		}
		if s.brackets.depth() == 0 {
			if s.endsExpression(i) {
				return s.strays(i)
			}
			s.level.read(s.prev, t, s.at(i+1).Kind)
		}
		i = s.pass(i, 0)
	}
	return i
}

// beginsAgain reports whether a function literal begins in the first column at the i-th
// token, where the expression in front cannot go on with one: that is no program, but a
// line of other text before a dump.
func (s *splitter) beginsAgain(i int) bool {
	t := s.at(i)
	if t.Word != WordFn || t.Flags&AfterNewline == 0 || !s.atMargin(t) || s.prev == TokEOF || s.lexeme(t) != "fn" {
		return false
	}
	if next := s.at(i + 2); s.at(i+1).Kind != TokLParen || next.Kind != TokLocal && next.Kind != TokRParen {
		return false
	}
	switch s.prev {
	case TokAssign:
		return s.level.stage != inValue
	case TokFatArrow, TokLParen, TokLBracket, TokLBrace, TokSemi, TokNewline, TokAttribute:
		return false
	case TokComma:
		return s.brackets.depth() == 0
	}
	return true
}

// endsExpression reports whether the i-th token, outside of brackets, is after
// the end of the expression.
func (s *splitter) endsExpression(i int) bool {
	t := s.at(i)
	if t.Kind == TokAttribute || s.beginsAgain(i) {
		return true
	}
	if t.Flags&AfterNewline == 0 {
		return s.prev == TokRBrace && (s.heads(i) || isCloser[t.Kind])
	}
	if s.level.stage == inValue {
		s.endValue(i)
		return false
	}
	if startsStatement[s.prev] || s.level.stage == inHead {
		return false
	}
	return s.level.judge(s.prev, t) != goesOn || isCloser[t.Kind]
}

// endValue ends the value of a binding before the i-th token if the
// newline there does.
func (s *splitter) endValue(i int) {
	t := s.at(i)
	verdict := s.level.judge(s.prev, t)
	if t.Kind == TokLocal && s.at(i+1).Kind == TokAssign {
		verdict = ends
	}
	if verdict == goesOnBySemicolon && s.level.ahead == unknown {
		s.level.ahead = s.lookAhead(i)
	}
	if verdict == ends || verdict == goesOnBySemicolon && s.level.ahead == noSemicolonAhead {
		s.level = level{}
		s.prev = TokNewline
	}
}

// lookAhead searches for a `;` outside of brackets from the i-th token on, in
// front of the next binding or item.
func (s *splitter) lookAhead(i int) semicolonState {
	var b brackets
	for prev := TokEOF; !s.leaves(i); i++ {
		t := s.at(i)
		if b.depth() == 0 {
			if t.Kind == TokSemi {
				return semicolonAhead
			}
			if s.bindsAt(prev, i) || t.Kind == TokAttribute {
				return noSemicolonAhead
			}
		}
		switch {
		case isOpener[t.Kind]:
			b.open(t.Kind, i)
		case isCloser[t.Kind]:
			b.close(t.Kind)
		}
		prev = t.Kind
	}
	return noSemicolonAhead
}

// bindsAt reports whether a binding begins at the i-th token.
func (s *splitter) bindsAt(prev TokenKind, i int) bool {
	t := s.at(i)
	switch t.Kind {
	case TokName:
		return t.Word == WordLet || t.Word == WordFreeVar
	case TokLocal:
		return s.at(i+1).Kind == TokAssign && (t.Flags&AfterNewline != 0 || startsStatement[prev])
	}
	return false
}
