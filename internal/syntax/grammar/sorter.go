package grammar

import (
	"github.com/alecthomas/participle/v2/lexer"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A sorter hands out the tokens of a text, each with its class. The class of
// a bracket, comma or minus depends on what follows it, so that the grammar
// needs no lookahead without bound.
type sorter struct {
	text    string
	tokens  []syntax.Token
	partner []int // index of the `)` of each `(`; 0 where there is none
	next    int
	split   int // index of a `>=` that closes type parameters, or -1
}

func newSorter(text string) *sorter {
	s := &sorter{text: text}
	s.keep(syntax.Tokens(text))
	s.pair()
	s.split = s.closesParameters()
	return s
}

// keep drops the type notes, and the `#[…]` that are comments because they do
// not precede the item.
func (s *sorter) keep(tokens []syntax.Token) {
	leading := true
	for _, t := range tokens {
		if t.Kind == syntax.TokTypeNote || t.Kind == syntax.TokAttribute && !leading {
			continue
		}
		leading = t.Kind == syntax.TokAttribute && !isVersion(s.lexeme(t))
		s.tokens = append(s.tokens, t)
	}
}

func (s *sorter) lexeme(t syntax.Token) string { return s.text[t.Start:t.End] }

// at is the kind of the i-th token, TokEOF after the last.
func (s *sorter) at(i int) syntax.TokenKind {
	if i < len(s.tokens) {
		return s.tokens[i].Kind
	}
	return syntax.TokEOF
}

// pair finds the other half of every parenthesis. Where brackets do not
// balance the text is refused, whatever is found.
func (s *sorter) pair() {
	s.partner = make([]int, len(s.tokens))
	var open []int
	for i, t := range s.tokens {
		switch t.Kind {
		case syntax.TokLParen:
			open = append(open, i)
		case syntax.TokRParen:
			if n := len(open); n > 0 {
				s.partner[open[n-1]] = i
				open = open[:n-1]
			}
		}
	}
}

// behind is the kind of the token after the `)` of the i-th token, a `(`.
func (s *sorter) behind(i int) syntax.TokenKind {
	if s.partner[i] == 0 {
		return syntax.TokEOF
	}
	return s.at(s.partner[i] + 1)
}

// closesParameters finds the `>=` of `type N<a>=T`, where the lexer saw one
// token and the grammar needs two.
func (s *sorter) closesParameters() int {
	first := 0
	for s.at(first) == syntax.TokAttribute {
		first++
	}
	if s.at(first+2) != syntax.TokLess || s.tokens[first].Word != syntax.WordType {
		return -1
	}
	for i := first + 3; i < len(s.tokens) && s.at(i) != syntax.TokAssign; i++ {
		if s.at(i) == syntax.TokGreaterEq {
			return i
		}
	}
	return -1
}

// Next implements lexer.Lexer.
func (s *sorter) Next() (lexer.Token, error) {
	i := s.next
	t := s.tokens[i]
	if t.Kind == syntax.TokEOF {
		return lexer.EOFToken(lexer.Position{Offset: int(t.Start)}), nil
	}
	s.next++
	switch {
	case i == s.split:
		s.split = -1
		s.tokens[i].Kind, s.tokens[i].Start = syntax.TokAssign, t.Start+1
		s.next = i
		t.End = t.Start + 1
	case s.isPartial(i), s.isPlaceholder(i):
		s.next++
		t.End = s.tokens[i+1].End
	}
	return lexer.Token{
		Type:  s.class(i, t),
		Value: s.value(i, t),
		Pos:   lexer.Position{Offset: int(t.Start)},
	}, nil
}

// isPartial reports whether the i-th token and the next are `match?`.
func (s *sorter) isPartial(i int) bool {
	return s.tokens[i].Word == syntax.WordMatch && s.at(i+1) == syntax.TokQuestion &&
		s.tokens[i+1].Flags&syntax.AfterSpace == 0
}

// isPlaceholder reports whether the i-th token and the next are a hole with its name.
func (s *sorter) isPlaceholder(i int) bool {
	return s.tokens[i].Kind == syntax.TokQuestion && s.at(i+1) == syntax.TokName && s.tokens[i+1].Flags == 0
}

// value is a token's text. A sign's value reaches to its number, so that
// both together are the text of a literal.
func (s *sorter) value(i int, t syntax.Token) string {
	if t.Kind == syntax.TokMinus && s.isSign(i) {
		return s.text[t.Start:s.tokens[i+1].Start]
	}
	return s.lexeme(t)
}

func (s *sorter) isSign(i int) bool {
	next := s.at(i + 1)
	return next == syntax.TokInt || next == syntax.TokFloat
}

func (s *sorter) class(i int, t syntax.Token) lexer.TokenType {
	switch t.Kind {
	case syntax.TokName:
		if c, ok := wordClasses[t.Word]; ok {
			return c
		}
		return className
	case syntax.TokLocal:
		return localClass(s.lexeme(t))
	case syntax.TokAttribute:
		if isVersion(s.lexeme(t)) {
			return classVersion
		}
	case syntax.TokLParen:
		return s.openClass(i)
	case syntax.TokMinus:
		return s.minusClass(i)
	case syntax.TokComma:
		return s.commaClass(i)
	case syntax.TokQuestion:
		if s.isPlaceholder(i) {
			return classPlaceholder
		}
	}
	if c, ok := kindClasses[t.Kind]; ok {
		return c
	}
	return classMark
}

func localClass(name string) lexer.TokenType {
	if '0' <= name[1] && name[1] <= '9' {
		return classNumbered
	}
	return classLocal
}

func (s *sorter) openClass(i int) lexer.TokenType {
	class := classOpen
	if s.tokens[i].Flags&syntax.AfterNewline != 0 {
		class = classLineOpen
	}
	if s.behind(i) == syntax.TokFatArrow {
		class += classArmOpen - classOpen
	}
	return class
}

func (s *sorter) minusClass(i int) lexer.TokenType {
	switch {
	case !s.isSign(i):
		return classMinus
	case s.at(i+1) == syntax.TokInt && s.at(i+2) == syntax.TokFatArrow:
		return classArmSign
	}
	return classSign
}

func (s *sorter) commaClass(i int) lexer.TokenType {
	if s.at(i+1) == syntax.TokName && s.at(i+2) == syntax.TokLParen && s.behind(i+2) == syntax.TokAssign {
		return classWhereComma
	}
	return classMark
}
