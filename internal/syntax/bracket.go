package syntax

// brackets matches brackets as a person reads them: a brace is stronger than
// a parenthesis, so `}` closes the nearest `{` and gives up what is still open
// inside it, and a `)` or `]` never reaches out of its braces.
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
