package complete

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A phrase is a keyword and the form that it begins.
type phrase struct {
	word, form, doc string
	where           where
}

// where determines at which places a keyword may be.
type where uint8

const (
	anywhere  where = iota // in an expression
	statement              // before a statement
	topLevel               // before an item
)

// phrases are the keywords of expressions, statements and items.
var phrases = []phrase{
	{"let", "let ${1:%x} = ${2:%y};", "binds a variable", statement},
	{"if", "if (${1:%c}) { ${2:%x} } else { ${3:%y} }", "chooses by a truth value", anywhere},
	{"match", "match (${1:%x}) {\n  case ${2:_} { ${3:%y} }\n}", "chooses by the form of a value", anywhere},
	{"match?", "match? (${1:%x}) {\n  case ${2:_} { ${3:%y} }\n}", "a match that leaves cases out on purpose", anywhere},
	{"fn", "fn(${1:%x}) { ${2:%x} }", "a function without a name", anywhere},
	{"free_var", "free_var ${1:%x} : ${2:float32};", "declares a variable that is given from outside", statement},
	{"ref", "ref(${1:%x})", "a cell that holds a value", anywhere},
	{"ref_read", "ref_read(${1:%r})", "the value in a cell", anywhere},
	{"ref_write", "ref_write(${1:%r}, ${2:%x})", "puts a value into a cell", anywhere},
	{"Constant", "Constant(${1:1}, (${2:10, 10}), ${3:float32})", "a dense tensor: a number everywhere, or the elements in brackets", anywhere},
	{"def", "def @${1:f}(${2:%x}) {\n  ${3:%x}\n}", "defines a function", topLevel},
	{"data", "data ${1:T} {\n  ${2:A} : (${3:int32}) -> ${1:T}\n}", "declares a data type with its constructors", topLevel},
	{"type", "type ${1:T} = ${2:int32}", "names a type", topLevel},
	{"extern type", "extern type ${1:T}", "declares a type of which nothing is known", topLevel},
	{"import", "import \"${1:lib.frac}\"", "makes the names of another file visible", topLevel},
	{"assert equiv", "assert equiv(${1:int32}, ${2:int32})", "states that two types are equivalent", topLevel},
}

// keywords are those that can be at the word.
func (s *scene) keywords() []Candidate {
	var found []Candidate
	at := s.where()
	for i, p := range phrases {
		if p.where > at {
			continue
		}
		c := Candidate{
			Label: p.word, Kind: Keyword, Detail: p.doc, Text: p.word,
			Snippet: strings.ReplaceAll(p.form, "\n", "\n"+s.indent()), fit: unknown, class: keywordClass, order: i,
		}
		c.cost = s.costOfWord(p, i)
		if p.where == topLevel {
			c.class = clauseClass
		}
		found = append(found, c)
	}
	return append(found, s.otherwise()...)
}

// ends are the tokens that an operand may end with.
var ends = map[syntax.TokenKind]bool{
	syntax.TokRParen: true, syntax.TokRBracket: true, syntax.TokRBrace: true, syntax.TokLocal: true,
	syntax.TokSegment: true, syntax.TokGlobal: true, syntax.TokInt: true, syntax.TokFloat: true,
	syntax.TokString: true, syntax.TokMeta: true,
}

// afterOperand reports whether an operand is before the stand-in on its
// line, so that no other can begin here.
//
// Two operands never follow each other on one line, so only `else` and infix operators could come,
// and the latter need no completion.
func (s *scene) afterOperand() bool {
	before := s.before()
	isEnd := ends[before.Kind] || before.Kind == syntax.TokName && !heads[before.Word]
	return isEnd && s.tokens[s.token].Flags&syntax.AfterNewline == 0 && s.where() != topLevel
}

// heads are the words that an expression may follow.
var heads = map[syntax.Word]bool{
	syntax.WordElse: true, syntax.WordMatch: true, syntax.WordIf: true, syntax.WordWith: true,
}

// otherwise is `else` after an `if` that has none.
func (s *scene) otherwise() []Candidate {
	for n := syntax.NodeID(1); s.before().Kind == syntax.TokRBrace && int(n) < s.item.Len(); n++ {
		if s.item.Kind(n) == syntax.If && s.item.If(n).Else == syntax.NoNode && s.item.Span(n).End == s.before().End {
			return []Candidate{{
				Label: "else", Kind: Keyword, Detail: "what is chosen otherwise", Text: "else",
				Snippet: "else { ${1:%x} }", fit: fits, class: clauseClass,
			}}
		}
	}
	return nil
}

// where is the place of the stand-in, as far as keywords care.
func (s *scene) where() where {
	parent := s.item.Kind(s.above(1))
	switch {
	case !s.inTree():
		return statement
	case parent == syntax.Block && s.item.Kind(s.above(2)) == syntax.ItemExpr && s.item.Span(s.above(2)).Start == s.at:
		return topLevel
	case parent == syntax.Block:
		return statement
	}
	return anywhere
}

// indent is the blank text before the line that the word is on.
func (s *scene) indent() string {
	line := s.piece.text[:s.word.span.Start]
	line = line[strings.LastIndexByte(line, '\n')+1:]
	return line[:len(line)-len(strings.TrimLeft(line, " \t"))]
}
