package syntax

// The language lets a line end close a binding, as `;` does. Whether it does
// depends on the tokens around it alone, never on the parser's state: so both
// parsers can read the filtered stream. The filter keeps one level for each open
// bracket.

// Tokens gives the tokens of one item's text with a TokNewline wherever a
// newline stands for the `;` of a binding. Both parsers read this stream.
func Tokens(text string) []Token {
	var f newlineFilter
	return f.run(Lex(text))
}

// stage is how far a binding of one bracket level has been read.
type stage uint8

const (
	noBinding stage = iota
	inHead          // behind `let` or `%N`, in front of `=`
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
		TokQuestion, TokAssign, TokArrow, TokFatArrow, TokPlus, TokStar, TokSlash, TokLess,
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

// startsStatement holds the tokens behind which a binding may begin. TokEOF
// stands for the start of the text.
var startsStatement = [tokenKinds]bool{
	TokEOF: true, TokLBrace: true, TokSemi: true, TokNewline: true, TokLParen: true,
	TokFatArrow: true, TokAttribute: true, TokVersion: true,
}

// judge says what the newline between prev and t does.
func (v *level) judge(prev, t Token) verdict {
	if t.Word == WordLet || t.Word == WordFreeVar {
		return ends
	}
	if v.pending || awaitsMore[prev.Kind] || t.Word == WordElse || t.Word == WordWhere && v.isType {
		return goesOn // `where` goes on a type; behind a value it is the operator
	}
	return lineStarts[t.Kind]
}

// read moves the level's state over a token that stands on it. after is the
// kind of the token behind t.
func (v *level) read(prev, t Token, after TokenKind) {
	switch t.Kind {
	case TokName:
		v.readWord(t.Word)
	case TokLocal:
		if after == TokAssign && (startsStatement[prev.Kind] || t.Flags&AfterNewline != 0) {
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

// A newlineFilter puts the TokNewlines into one token stream. It holds only
// scratch space, which the next run uses again.
type newlineFilter struct {
	brackets brackets
	levels   []level // one more than there are open brackets
	tokens   []Token
	out      []Token
	matcher  brackets
	partner  []int32 // of each bracket in tokens; made when first needed
	matched  bool
}

// run gives the filtered tokens; the slice is overwritten by the next run.
func (f *newlineFilter) run(tokens []Token) []Token {
	f.brackets.reset()
	f.levels = append(f.levels[:0], level{})
	f.tokens, f.out, f.matched = tokens, room(f.out[:0], len(tokens)), false
	var prev Token
	for i, t := range tokens {
		if t.Kind == TokTypeNote {
			f.out = append(f.out, t)
			continue
		}
		v := &f.levels[len(f.levels)-1]
		if t.Flags&AfterNewline != 0 && v.stage == inValue && f.stops(v, prev, t, i) {
			end := f.out[len(f.out)-1].End
			prev = Token{Kind: TokNewline, Span: Span{end, end}}
			f.out = append(f.out, prev)
			*v = level{}
		}
		f.out = append(f.out, t)
		f.read(v, prev, t, i)
		prev = t
	}
	return f.out
}

// read brings the bracket levels up to the i-th token.
func (f *newlineFilter) read(v *level, prev, t Token, i int) {
	if isCloser[t.Kind] {
		if f.brackets.close(t.Kind) >= 0 {
			f.levels = f.levels[:f.brackets.depth()+1]
		}
		return
	}
	if i+1 < len(f.tokens) {
		v.read(prev, t, f.tokens[i+1].Kind)
	}
	if isOpener[t.Kind] {
		f.brackets.open(t.Kind, i)
		f.levels = append(f.levels, level{})
	}
}

// stops tells whether the newline in front of the i-th token ends a value.
func (f *newlineFilter) stops(v *level, prev, t Token, i int) bool {
	if t.Kind == TokEOF {
		return false
	}
	if t.Kind == TokLocal && f.tokens[i+1].Kind == TokAssign {
		return true
	}
	switch v.judge(prev, t) {
	case goesOn:
		return false
	case ends:
		return true
	}
	if v.ahead == unknown {
		v.ahead = f.lookAhead(i)
	}
	return v.ahead == noSemicolonAhead
}

// lookAhead searches the level of the i-th token for a `;` in front of the
// next binding. One search serves the whole binding: whatever line of it asks,
// the same token decides.
func (f *newlineFilter) lookAhead(i int) semicolonState {
	if !f.matched {
		f.partner = f.matcher.match(f.tokens, f.partner)
		f.matched = true
	}
	for prev := TokEOF; i < len(f.tokens); i++ {
		t := f.tokens[i]
		if t.Kind == TokSemi {
			return semicolonAhead
		}
		if isCloser[t.Kind] && f.partner[i] >= 0 || f.bindsAt(prev, i) {
			return noSemicolonAhead
		}
		if isOpener[t.Kind] && f.partner[i] >= 0 {
			i = int(f.partner[i])
		}
		prev = f.tokens[i].Kind
	}
	return noSemicolonAhead
}

// bindsAt tells whether a binding begins at the i-th token.
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
