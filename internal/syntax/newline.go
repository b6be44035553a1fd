package syntax

// The language lets a line end close a binding, as `;` does. Whether it does
// depends on the tokens around it alone, never on the parser's state: so both
// parsers can read the filtered stream. The filter keeps one level for each open
// bracket.

// Tokens gives the tokens of one item's text with a TokNewline wherever a
// newline stands for the `;` of a binding. Both parsers read this stream.
func Tokens(text string) []Token {
	var f newlineFilter
	raw := Lex(text)
	f.begin(raw)
	out := make([]Token, 0, len(raw))
	for i, t := range raw {
		if t.Kind != TokTypeNote {
			if f.ends(i) {
				out = append(out, f.newline(i))
			}
			f.pass(t, i, len(out))
		}
		out = append(out, t)
	}
	return out
}

// stage is how far a binding of one bracket level has been read.
type stage uint8

const (
	noBinding stage = iota
	inHead          // after `let` or `%N`, before `=`
	inValue
)

// A level is what the newline rule knows of one bracket level.
type level struct {
	stage   stage
	pending bool // a `fn`, `if`, `else` or `match` still awaits its `{`
	isType  bool // the value is the type of a `free_var`, where `fn` awaits no `{`
	ahead   semicolonState
}

// semicolonState is whether a `;` will close the binding that is being read.
type semicolonState uint8

const (
	unknown semicolonState = iota
	semicolonAhead
	noSemicolonAhead
)

// A verdict says what a newline in a binding's value does.
type verdict uint8

const (
	goesOn verdict = iota
	ends
	goesOnBySemicolon // goes on if and only if a `;` closes the binding
)

// lineStarts says what the kind of a line's first token decides.
var lineStarts = lineStartTable()

func lineStartTable() (table [tokenKinds]verdict) {
	for k := range table {
		table[k] = ends
	}
	for _, k := range []TokenKind{
		TokSegment, TokRParen, TokRBracket, TokRBrace, TokComma, TokSemi, TokColon, TokDot,
		TokAssign, TokArrow, TokFatArrow, TokPlus, TokStar, TokSlash, TokLess,
		TokLessEq, TokGreater, TokGreaterEq, TokEq, TokNotEq, TokAnd, TokOr, TokCaret,
	} {
		table[k] = goesOn
	}
	for _, k := range []TokenKind{TokLParen, TokLBracket, TokMinus} {
		table[k] = goesOnBySemicolon
	}
	return table
}

// awaitsMore holds the tokens that cannot end a value.
var awaitsMore = [tokenKinds]bool{
	TokLParen: true, TokLBracket: true, TokLBrace: true, TokComma: true, TokColon: true,
	TokDot: true, TokAssign: true, TokArrow: true, TokFatArrow: true, TokPlus: true,
	TokMinus: true, TokStar: true, TokSlash: true, TokLess: true, TokLessEq: true,
	TokGreater: true, TokGreaterEq: true, TokEq: true, TokNotEq: true, TokAnd: true,
	TokOr: true, TokNot: true, TokCaret: true,
}

// startsStatement holds the tokens after which a binding may begin. TokEOF
// stands for the start of the text.
var startsStatement = [tokenKinds]bool{
	TokEOF: true, TokLBrace: true, TokSemi: true, TokNewline: true, TokLParen: true,
	TokFatArrow: true, TokAttribute: true, TokVersion: true,
}

// judge says what the newline between prev and t does.
func (v *level) judge(prev TokenKind, t Token) verdict {
	if t.Word == WordLet || t.Word == WordFreeVar {
		return ends
	}
	if v.pending || awaitsMore[prev] || t.Word == WordElse || t.Word == WordWhere && v.isType {
		return goesOn // `where` goes on a type; after a value it is the operator
	}
	return lineStarts[t.Kind]
}

// read moves the level's state over a token that stands on it. after is the
// kind of the token after t.
func (v *level) read(prev TokenKind, t Token, after TokenKind) {
	switch t.Kind {
	case TokName:
		v.readWord(t.Word)
	case TokLocal:
		if after == TokAssign && (startsStatement[prev] || t.Flags&AfterNewline != 0) {
			*v = level{stage: inHead}
		}
	case TokAssign:
		if v.stage == inHead {
			*v = level{stage: inValue}
		}
	case TokSemi:
		*v = level{}
	case TokLBrace:
		v.pending = false
	}
}

func (v *level) readWord(w Word) {
	switch w {
	case WordLet:
		*v = level{stage: inHead}
	case WordFreeVar:
		*v = level{stage: inValue, isType: true}
	case WordFn, WordIf, WordElse, WordMatch:
		v.pending = !v.isType
	}
}

// A newlineFilter goes over the tokens of one item and decides where a TokNewline
// belongs. On the way it finds the partners of the brackets. It holds only scratch
// space, which the next item uses again.
type newlineFilter struct {
	tokens  []Token   // notes included
	prev    TokenKind // of the last token so far, notes aside
	level   level     // inside of all open brackets
	outer   []level   // those around it, one for each open bracket
	found   pairing   // by the indices that the tokens get after the filter
	ahead   pairing   // of tokens; made when first needed
	matched bool
}

// begin starts on the tokens of an item.
func (f *newlineFilter) begin(tokens []Token) {
	f.tokens, f.prev, f.matched = tokens, TokEOF, false
	f.level, f.outer = level{}, f.outer[:0]
	f.found.reset()
}

// ends reports whether a newline before the i-th token, which is no note, ends a
// value. What precedes it has been passed.
func (f *newlineFilter) ends(i int) bool {
	return f.level.stage == inValue && f.tokens[i].Flags&AfterNewline != 0 && f.stops(i)
}

// newline ends the value before the i-th token, and gives the token for that.
func (f *newlineFilter) newline(i int) Token {
	end := f.tokens[i-1].End
	f.level, f.prev = level{}, TokNewline
	return Token{Kind: TokNewline, Span: Span{end, end}}
}

// pass moves over t, the i-th token, which is no note and gets an index after the filter.
func (f *newlineFilter) pass(t Token, i, index int) {
	if movesLevel[t.Kind] {
		f.read(t, i, index)
	}
	f.prev = t.Kind
}

// movesLevel holds the tokens that the state of a level changes with, and the brackets.
var movesLevel = [tokenKinds]bool{
	TokName: true, TokLocal: true, TokAssign: true, TokSemi: true, TokLParen: true, TokRParen: true,
	TokLBracket: true, TokRBracket: true, TokLBrace: true, TokRBrace: true,
}

// read brings the levels up to the i-th token.
func (f *newlineFilter) read(t Token, i, index int) {
	if isCloser[t.Kind] {
		if f.found.close(t.Kind, index) {
			depth := f.found.depth()
			f.level, f.outer = f.outer[depth], f.outer[:depth]
		}
		return
	}
	if i+1 < len(f.tokens) {
		f.level.read(f.prev, t, f.tokens[i+1].Kind)
	}
	if isOpener[t.Kind] {
		f.found.open(t.Kind, index)
		f.level, f.outer = level{}, append(f.outer, f.level)
	}
}

// after is the token that follows the i-th one after the filter.
func (f *newlineFilter) after(i int) Token {
	if t := f.tokens[i+1]; t.Kind == TokTypeNote || !f.ends(i+1) {
		return t
	}
	return Token{Kind: TokNewline}
}

// stops reports whether the newline before the i-th token ends a value.
func (f *newlineFilter) stops(i int) bool {
	t := f.tokens[i]
	if t.Kind == TokEOF {
		return false
	}
	if t.Kind == TokLocal && f.tokens[i+1].Kind == TokAssign {
		return true
	}
	switch f.level.judge(f.prev, t) {
	case goesOn:
		return false
	case ends:
		return true
	}
	if f.level.ahead == unknown {
		f.level.ahead = f.lookAhead(i)
	}
	return f.level.ahead == noSemicolonAhead
}

// lookAhead searches the level of the i-th token for a `;` before the
// next binding. One search serves the whole binding: whatever line of it asks,
// the same token decides.
func (f *newlineFilter) lookAhead(i int) semicolonState {
	if !f.matched {
		f.ahead.match(f.tokens)
		f.matched = true
	}
	partner := f.ahead.partner
	for prev := TokEOF; i < len(f.tokens); i++ {
		t := f.tokens[i]
		if t.Kind == TokSemi {
			return semicolonAhead
		}
		if isCloser[t.Kind] && partner[i] >= 0 || f.bindsAt(prev, i) {
			return noSemicolonAhead
		}
		if isOpener[t.Kind] && partner[i] >= 0 {
			i = int(partner[i])
		}
		prev = f.tokens[i].Kind
	}
	return noSemicolonAhead
}

// bindsAt reports whether a binding begins at the i-th token.
func (f *newlineFilter) bindsAt(prev TokenKind, i int) bool {
	t := f.tokens[i]
	switch t.Kind {
	case TokName:
		return t.Word == WordLet || t.Word == WordFreeVar
	case TokLocal:
		return f.tokens[i+1].Kind == TokAssign && (t.Flags&AfterNewline != 0 || startsStatement[prev])
	}
	return false
}
