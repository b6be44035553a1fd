package syntax

// brackets matches brackets as a person reads them: a brace is stronger than
// a parenthesis, so `}` closes the nearest `{` and gives up what is still open
// inside it, and a `)` or `]` never reaches out of its braces.
type brackets struct {
	stack  []bracket
	inside [3]int32 // open brackets of each class; ( and [ since the last {
}

type bracket struct {
	kind  TokenKind
	index int32
	outer [3]int32 // what inside was when this bracket opened
}

// bracketClass numbers the openers and closers that belong together.
var bracketClass = [tokenKinds]int8{
	TokLParen: 1, TokRParen: 1, TokLBracket: 2, TokRBracket: 2, TokLBrace: 3, TokRBrace: 3,
}

var isOpener = [tokenKinds]bool{TokLParen: true, TokLBracket: true, TokLBrace: true}

var isCloser = [tokenKinds]bool{TokRParen: true, TokRBracket: true, TokRBrace: true}

func (b *brackets) reset() {
	b.stack = b.stack[:0]
	b.inside = [3]int32{}
}

func (b *brackets) depth() int { return len(b.stack) }

// open notes an opening bracket, the index-th token.
func (b *brackets) open(kind TokenKind, index int) {
	b.stack = append(b.stack, bracket{kind, int32(index), b.inside})
	if kind == TokLBrace {
		b.inside[0], b.inside[1] = 0, 0
	}
	b.inside[bracketClass[kind]-1]++
}

// close gives the index of the opening bracket that a closing one belongs to,
// or -1 if it closes nothing.
func (b *brackets) close(kind TokenKind) int {
	class := bracketClass[kind]
	if b.inside[class-1] == 0 {
		return -1
	}
	for {
		top := b.stack[len(b.stack)-1]
		b.stack = b.stack[:len(b.stack)-1]
		b.inside = top.outer
		if bracketClass[top.kind] == class {
			return int(top.index)
		}
	}
}

// match fills partner with the index of each bracket's other half, -1 for a
// bracket that has none; other tokens are left alone.
func (b *brackets) match(tokens []Token, partner []int32) []int32 {
	b.reset()
	if cap(partner) < len(tokens) {
		partner = make([]int32, len(tokens))
	}
	partner = partner[:len(tokens)]
	for i, t := range tokens {
		switch {
		case isOpener[t.Kind]:
			partner[i] = -1
			b.open(t.Kind, i)
		case isCloser[t.Kind]:
			open := b.close(t.Kind)
			partner[i] = int32(open)
			if open >= 0 {
				partner[open] = int32(i)
			}
		}
	}
	return partner
}
