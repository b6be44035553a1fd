package rulefile

import (
	"io"
	"strings"

	"github.com/alecthomas/participle/v2/lexer"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// The classes of tokens that the grammar refers to by name; all others are quoted
// there.
const (
	classMark lexer.TokenType = iota + 1
	classBad
	className
	classMethod   // the name after the `.` of `p.has_type(T)`
	classBound    // a name before `=`
	classLiteral  // numbers, strings, truth values, `_`, `?`, globals
	classInt      // after a `.`
	classInfix    // operators that are nothing else
	classPrefix   // `!`, `not`
	classEllipsis // `...`
	classFragment // a piece of a program
)

var symbols = map[string]lexer.TokenType{
	"EOF": lexer.EOF, "Mark": classMark, "Bad": classBad, "Name": className, "Method": classMethod,
	"Bound": classBound, "Literal": classLiteral, "Int": classInt, "Infix": classInfix, "Prefix": classPrefix,
	"Ellipsis": classEllipsis, "Fragment": classFragment,
}

// definition gives participle the classes; the tokens are handed to the parser.
type definition struct{}

func (definition) Symbols() map[string]lexer.TokenType { return symbols }

func (definition) Lex(string, io.Reader) (lexer.Lexer, error) { return nil, io.ErrUnexpectedEOF }

var kindClasses = map[syntax.TokenKind]lexer.TokenType{
	syntax.TokInt: classLiteral, syntax.TokFloat: classLiteral, syntax.TokString: classLiteral,
	syntax.TokGlobal: classLiteral, syntax.TokQuestion: classLiteral,
	syntax.TokLess: classInfix, syntax.TokLessEq: classInfix, syntax.TokGreater: classInfix,
	syntax.TokGreaterEq: classInfix, syntax.TokEq: classInfix, syntax.TokNotEq: classInfix,
	syntax.TokAnd: classInfix, syntax.TokOr: classInfix, syntax.TokPlus: classInfix, syntax.TokSlash: classInfix,
	syntax.TokNot: classPrefix, syntax.TokBad: classBad,
}

// A sorter hands the tokens of one expression to the grammar, each with its class.
type sorter struct {
	r         *reader
	condition bool // a condition, not a pattern
	at, end   int
	rest      []lexer.Token // of a token that is several
	arms      map[int]int   // where the fragment before a `=>` begins: index of the `=>`
}

// Next implements lexer.Lexer.
func (s *sorter) Next() (lexer.Token, error) {
	if len(s.rest) > 0 {
		t := s.rest[0]
		s.rest = s.rest[1:]
		return t, nil
	}
	if s.at >= s.end {
		return lexer.EOFToken(position(s.r.endOf(s.end))), nil
	}
	if arrow, ok := s.arms[s.at]; ok {
		return s.fragment(arrow), nil
	}
	return s.token(), nil
}

func position(offset int32) lexer.Position { return lexer.Position{Offset: int(offset)} }

// endOf is where the token before the i-th ends.
func (r *reader) endOf(i int) int32 {
	if i == 0 {
		return 0
	}
	return r.tokens[i-1].End
}

// fragment hands out the tokens up to one as one token.
func (s *sorter) fragment(end int) lexer.Token {
	span := s.r.span(s.at, end)
	s.at = end
	return lexer.Token{Type: classFragment, Value: s.r.file.Text[span.Start:span.End], Pos: position(span.Start)}
}

func (s *sorter) token() lexer.Token {
	i := s.at
	s.at++
	t := s.r.tokens[i]
	out := lexer.Token{Type: classMark, Value: s.r.lexeme(i), Pos: position(t.Start)}
	switch {
	case t.Kind == syntax.TokName:
		return s.word(i, out)
	case t.Kind == syntax.TokDot && s.ellipsis(i):
		s.at += 2
		out.Type, out.Value = classEllipsis, "..."
	case t.Kind == syntax.TokInt && i > 0 && s.r.kind(i-1) == syntax.TokDot:
		out.Type = classInt
	case t.Kind == syntax.TokBad && isSign(out.Value, s.condition):
		out.Type = classInfix
	case t.Kind == syntax.TokLParen && s.quotes(i):
		if end := s.r.partner[i]; end > s.at {
			s.rest = append(s.rest, s.fragment(end))
		}
	default:
		if c, ok := kindClasses[t.Kind]; ok {
			out.Type = c
		}
	}
	return out
}

// ellipsis reports whether three points without blanks begin at a token.
func (s *sorter) ellipsis(i int) bool {
	for k := 1; k <= 2; k++ {
		if s.r.kind(i+k) != syntax.TokDot || s.r.tokens[i+k].Flags&syntax.AfterSpace != 0 {
			return false
		}
	}
	return true
}

// isSign reports whether text is an operator that the language does not have.
func isSign(text string, condition bool) bool {
	if condition {
		return text == "%"
	}
	return text == "|" || text == "&"
}

// quotes reports whether the parentheses at a token hold a piece of a program.
func (s *sorter) quotes(i int) bool {
	if i == 0 || s.condition || s.r.kind(i-1) != syntax.TokName {
		return false
	}
	name := s.r.lexeme(i - 1)
	return quoting[name[strings.LastIndexByte(name, '.')+1:]]
}

// quoting are the forms whose operand is a piece of a program.
var quoting = map[string]bool{"is_expr": true, "has_type": true}

// literalWords are names to the lexer that name nothing.
var literalWords = map[string]bool{"_": true, "True": true, "true": true, "False": true, "false": true}

var conditionWords = map[string]lexer.TokenType{"and": classInfix, "or": classInfix, "in": classInfix, "not": classPrefix}

// word classifies a name. `p.has_type`, one name to the lexer, is three tokens.
func (s *sorter) word(i int, out lexer.Token) lexer.Token {
	out.Type = className
	if literalWords[out.Value] {
		out.Type = classLiteral
		return out
	}
	if c, ok := conditionWords[out.Value]; ok && s.condition {
		out.Type = c
		return out
	}
	switch {
	case s.r.kind(s.at) == syntax.TokAssign && s.at < s.end:
		out.Type = classBound
	case i > 0 && s.r.kind(i-1) == syntax.TokDot:
		out.Type = classMethod
	case s.r.kind(s.at) == syntax.TokLParen && !s.condition:
		return s.split(out)
	}
	return out
}

// split takes a method off the end of a name.
func (s *sorter) split(out lexer.Token) lexer.Token {
	dot := strings.LastIndexByte(out.Value, '.')
	if dot < 0 || forms[out.Value[dot+1:]] == nil {
		return out
	}
	sub := func(class lexer.TokenType, from, to int) lexer.Token {
		return lexer.Token{Type: class, Value: out.Value[from:to], Pos: position(int32(out.Pos.Offset + from))}
	}
	s.rest = append(s.rest, sub(classMark, dot, dot+1), sub(classMethod, dot+1, len(out.Value)))
	front := sub(className, 0, dot)
	if literalWords[front.Value] {
		front.Type = classLiteral
	}
	return front
}

// findArms finds the pieces before the arrows of `[P => q, …]`.
func (s *sorter) findArms() {
	s.arms = map[int]int{}
	var starts []int // of the element being read, for each open bracket
	for i := s.at; i < s.end; i++ {
		k := s.r.tokens[i].Kind
		switch _, opens := closers[k]; {
		case opens:
			starts = append(starts, i+1)
		case isCloser(k) && len(starts) > 0:
			starts = starts[:len(starts)-1]
		case len(starts) == 0:
		case k == syntax.TokComma:
			starts[len(starts)-1] = i + 1
		case k == syntax.TokFatArrow && starts[len(starts)-1] < i:
			s.arms[starts[len(starts)-1]] = i
		}
	}
}
