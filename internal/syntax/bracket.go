package syntax

// brackets matches brackets as a person reads them: a brace is stronger than
// a parenthesis, so `}` closes the nearest `{` and gives up what is still open
// inside it, and a `)` or `]` never reaches out of its braces.
//
// Invariant: the stack holds the open brackets from the outside in, and inside counts those of each
// class that a closing bracket may still reach. A `)` without an open `(` in its braces is left alone,
// in constant time; the brackets that a closing one gives up leave the stack for good, so that all
// closing ones together take time linear in the brackets.
type brackets struct {
	stack  []bracket
	inside inside
	outer  []inside // of each open brace, what inside was around it
}

type bracket struct {
	class bracketClass
	index int32
}

// inside counts the open brackets of each class; ( and [ since the last {.
type inside [braceClass + 1]int32

type bracketClass uint8

const (
	noBracket bracketClass = iota
	parenClass
	squareClass
	braceClass
)

// bracketClasses reports which openers and closers belong together.
var bracketClasses = [tokenKinds]bracketClass{
	TokLParen: parenClass, TokRParen: parenClass, TokLBracket: squareClass, TokRBracket: squareClass,
	TokLBrace: braceClass, TokRBrace: braceClass,
}

var isOpener = [tokenKinds]bool{TokLParen: true, TokLBracket: true, TokLBrace: true}

var isCloser = [tokenKinds]bool{TokRParen: true, TokRBracket: true, TokRBrace: true}

func (b *brackets) reset() {
	b.stack, b.outer = b.stack[:0], b.outer[:0]
	b.inside = inside{}
}

func (b *brackets) depth() int { return len(b.stack) }

// open notes an opening bracket, the index-th token.
func (b *brackets) open(kind TokenKind, index int) {
	class := bracketClasses[kind]
	b.stack = append(b.stack, bracket{class, int32(index)})
	if class == braceClass {
		b.outer = append(b.outer, b.inside)
		b.inside[parenClass], b.inside[squareClass] = 0, 0
	}
	b.inside[class]++
}

// close gives the index of the opening bracket that a closing one belongs to,
// or -1 if it closes nothing.
func (b *brackets) close(kind TokenKind) int {
	class := bracketClasses[kind]
	if b.inside[class] == 0 {
		return -1
	}
	for {
		if top := b.pop(); top.class == class {
			return int(top.index)
		}
	}
}

// pop takes the innermost bracket off.
func (b *brackets) pop() bracket {
	top := b.stack[len(b.stack)-1]
	b.stack = b.stack[:len(b.stack)-1]
	if top.class == braceClass {
		b.inside = b.outer[len(b.outer)-1]
		b.outer = b.outer[:len(b.outer)-1]
	} else {
		b.inside[top.class]--
	}
	return top
}

// A pairing finds the other halves of brackets. It holds only scratch space, which the
// next tokens use again.
type pairing struct {
	brackets brackets
	partner  []int32 // by index: of each bracket's other half; -1 where it has none, and of other tokens
	single   int     // how many of the brackets have none so far
	lack     int     // how many of those are opening braces
}

func (m *pairing) reset() {
	m.brackets.reset()
	m.partner, m.single, m.lack = m.partner[:0], 0, 0
}

func (m *pairing) depth() int { return m.brackets.depth() }

// reach gives every token up to the index an entry.
func (m *pairing) reach(index int) {
	for len(m.partner) <= index {
		m.partner = append(m.partner, -1)
	}
}

// open notes an opening bracket.
func (m *pairing) open(kind TokenKind, index int) {
	m.reach(index)
	m.brackets.open(kind, index)
	m.single++
	if kind == TokLBrace {
		m.lack++
	}
}

// close notes a closing bracket, and reports whether it closes something.
func (m *pairing) close(kind TokenKind, index int) bool {
	m.reach(index)
	open := m.brackets.close(kind)
	if open < 0 {
		m.single++
		return false
	}
	m.partner[index], m.partner[open] = int32(open), int32(index)
	m.single--
	if kind == TokRBrace {
		m.lack--
	}
	return true
}

// match finds the pairs among some tokens.
func (m *pairing) match(tokens []Token) {
	m.reset()
	for i, t := range tokens {
		switch {
		case isOpener[t.Kind]:
			m.open(t.Kind, i)
		case isCloser[t.Kind]:
			m.close(t.Kind, i)
		}
	}
	m.reach(len(tokens) - 1)
}

// A list is a bracketed row of elements with commas in between.
type list struct {
	open     int // index of the opening bracket's token
	closer   TokenKind
	what, of string             // what it is, for messages: "the fields", "Cons"
	begins   func(*parser) bool // whether an element can begin here
	unnamed  bool               // `name = value` cannot be an element
	attrs    bool               // between two `name = value` the comma is optional
	trailing bool               // written with a comma at its end
}

// openList consumes an opening bracket.
func (p *parser) openList(closer TokenKind, what, of string, begins func(*parser) bool) list {
	l := list{open: p.i, closer: closer, what: what, of: of, begins: begins}
	p.advance()
	p.lists++
	return l
}

// name is the list's name in messages.
func (l *list) name() string { return partOf(l.what, l.of) }

// partOf names a part of a definition or of a named thing in messages.
func partOf(what, of string) string {
	if of == "" {
		return what
	}
	return what + " of " + ownerName(of)
}

// ownerName quotes a name; a function literal has none.
func ownerName(of string) string {
	if of == literal {
		return of
	}
	return "`" + of + "`"
}

// literal is the owner of a function literal's parts.
const literal = "the function"

// empty reports whether the list closes at once; a list that breaks off does
// too.
func (p *parser) empty(l *list) bool {
	return p.tok.Kind == l.closer || p.breaksOff(l)
}

// more goes to the next element. A missing comma is reported once, and what does
// not fit is skipped where the list is known to be closed further on.
func (p *parser) more(l *list) bool {
	for {
		switch {
		case p.tok.Kind == l.closer:
			return false
		case p.tok.Kind == TokSemi && p.separatesParts(l):
			p.semicolonsBetween("the parts of " + l.name() + " are separated by `,`")
			return !p.breaksOff(l) && p.tok.Kind != l.closer
		case p.tok.Kind == TokComma:
			p.advance()
			p.surplusCommas()
			l.trailing = p.tok.Kind == l.closer
			return !l.trailing && !p.breaksOff(l)
		case p.breaksOff(l), p.tok.Kind == TokLBrace && p.partnerOf(l.open) < 0:
			return false
		case l.attrs && p.betweenAttributes():
			return true
		case l.closer != TokRBrace && p.trailingClosure():
			continue
		case l.begins(p) && !(p.tok.Flags&AfterNewline != 0 && p.partnerOf(l.open) < 0):
			p.missing(",", "between the parts of "+l.name())
			return true
		case p.partnerOf(l.open) < 0:
			return false
		}
		p.expected("`,` or `" + l.closer.String() + "` in " + l.name())
		p.skipInside(l)
	}
}

// separatesParts reports whether the `;` here stands between two parts of a list that
// is closed on its line.
func (p *parser) separatesParts(l *list) bool {
	next, to := p.peekToken(1), p.partnerOf(l.open)
	return !p.quiet && to > p.i && next.Flags&AfterNewline == 0 && next.Word != WordLet && p.tokens[to].Kind == l.closer
}

// surplusCommas reports more than one comma in a row.
func (p *parser) surplusCommas() {
	for p.tok.Kind == TokComma && !p.quiet {
		p.surplus("one `,` separates two parts of a list")
	}
}

// betweenAttributes reports whether the current token stands between two
// `name = value`.
func (p *parser) betweenAttributes() bool {
	return p.tok.Kind == TokName && p.peek() == TokAssign &&
		p.nodes[p.stack[len(p.stack)-1]].Kind == NamedArg
}

// breaksOff reports whether the current token cannot stand inside a list: the
// list was never closed.
func (p *parser) breaksOff(l *list) bool {
	switch p.tok.Kind {
	case TokEOF, TokSemi, TokNewline, TokRBrace:
		return true
	case TokRParen, TokRBracket:
		return p.tok.Kind != l.closer && p.partnerOf(l.open) < 0
	case TokName:
		foreign := p.tok.Word == WordLet || p.atClause() || l.unnamed && p.peek() == TokAssign
		return foreign && p.partnerOf(l.open) < 0
	}
	return false
}

// skipInside skips to the next comma or the end of a list.
func (p *parser) skipInside(l *list) {
	for !p.breaksOff(l) && p.tok.Kind != TokComma && p.tok.Kind != l.closer {
		p.skipOne()
	}
	p.errorAt = p.i
}

// skipOne skips a token, or all that a closed bracket holds.
func (p *parser) skipOne() {
	if isOpener[p.tok.Kind] {
		if to := p.partnerOf(p.i); to > p.i {
			p.i = to
			p.tok = p.tokens[to]
		}
	}
	p.advance()
}

// closesTwice reports whether the closing bracket here, of the wrong kind, is followed by
// one more of that kind than there is to close: the first was meant for this list.
func (p *parser) closesTwice(l *list) bool {
	next := p.peekToken(1)
	return (p.tok.Kind == TokRParen || p.tok.Kind == TokRBracket) && next.Kind == p.tok.Kind && p.partnerOf(p.i+1) < 0 && p.partnerOf(l.open) < 0
}

// closeList consumes the closing bracket, or reports that it is missing.
func (p *parser) closeList(l *list) {
	p.lists--
	if p.accept(l.closer) {
		return
	}
	open := p.tokens[l.open]
	if p.closesTwice(l) {
		p.instead(l.closer.String(), "expected `"+l.closer.String()+"` to close "+l.name())
		return
	}
	if wrong := p.tok.Kind; (wrong == TokRParen || wrong == TokRBracket) && p.partnerOf(p.i) < 0 {
		p.instead(l.closer.String(), "expected `"+l.closer.String()+"` to close "+l.name())
		return
	}
	p.unclosed(open, l.closer.String(), l.name())
}
