package rules

import (
	"slices"
	"strings"
	"sync"

	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A scene is a place at which something is being written.
type scene struct {
	f    *rulefile.File
	part *rulefile.Part // nil at the top level
	word syntax.Span    // what is written already
	// clause is the word of the clause around the place, "" before the first.
	clause   string
	clauseAt int32
	// tokens are those of the part before the word.
	tokens []syntax.Token
	open   []int // the brackets that are open at the place, by index of tokens
	text   int   // the index of the string that the place is in, -1 for none
}

func isWordByte(b byte) bool {
	return b == '_' || b == '.' || '0' <= b && b <= '9' || 'a' <= b|0x20 && b|0x20 <= 'z'
}

// sceneAt looks at the text before an offset; false in comments and numbers.
//
// The parser of rule files drops what it cannot read, which is what is being written. So the place
// is described by tokens: the clause whose word was read last, and the brackets that are open.
func sceneAt(f *rulefile.File, at int32) (*scene, bool) {
	s := &scene{f: f, word: syntax.Span{Start: at, End: at}, text: -1}
	for s.word.Start > 0 && isWordByte(f.Text[s.word.Start-1]) {
		s.word.Start--
	}
	for int(s.word.End) < len(f.Text) && isWordByte(f.Text[s.word.End]) {
		s.word.End++
	}
	if c := f.Text[s.word.Start:at]; c != "" && '0' <= c[0] && c[0] <= '9' {
		return nil, false
	}
	s.findPart()
	from := int32(0)
	if s.part != nil {
		from = s.part.Span.Start
	}
	return s, s.read(from, at)
}

// findPart finds the rule or `let` that the word is in.
//
// Parts are sorted, so the one that begins last before the word is found by binary search. A part that
// is not closed goes on to the next one.
func (s *scene) findPart() {
	i, _ := slices.BinarySearchFunc(s.f.Parts, s.word.Start, func(p rulefile.Part, at int32) int { return int(p.Span.Start - at) })
	if i == 0 {
		return
	}
	p := &s.f.Parts[i-1]
	closed := p.Body.Len() > 1 && s.f.Text[p.Body.End-1] == '}'
	switch {
	case p.Kind == "let" && s.word.Start > p.NameSpan.End && s.word.Start <= p.Span.End+1:
		s.part, s.clause = p, "let"
	case p.Kind != "let" && p.Body.Len() > 0 && s.word.Start > p.Body.Start && (!closed || s.word.Start < p.Body.End):
		s.part = p
		for _, c := range p.Clauses {
			if c.Span.Start < s.word.Start {
				s.clause, s.clauseAt = c.Word, c.Span.Start
			}
		}
	}
}

// read gathers the tokens before the word; false in a comment.
//
// The tokens are lexed from the beginning of the part up to the end of the word, and kept up to the word.
// A string that the cursor is in is kept as the last one.
func (s *scene) read(from, at int32) bool {
	for _, c := range syntax.Comments(s.f.Text[from:at]) {
		if end := from + c.End; end == at && !strings.HasSuffix(s.f.Text[from:at], "*/") {
			return false
		}
	}
	for _, t := range syntax.Lex(s.f.Text[from:min(int(s.word.End)+1, len(s.f.Text))]) {
		t.Start, t.End = t.Start+from, t.End+from
		quoted := s.f.Text[t.Start:t.End] != "" && s.f.Text[t.Start] == '"'
		if quoted && t.Start < s.word.Start && (at < t.End || t.Kind == syntax.TokBad) {
			s.text = len(s.tokens)
			s.tokens = append(s.tokens, t)
			break
		}
		if t.Kind == syntax.TokEOF || t.End > s.word.Start {
			break
		}
		s.push(t)
	}
	return true
}

// clauseWords are the words that begin clauses.
var clauseWords = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	for kind := pattern.Find; kind <= pattern.Partition; kind++ {
		for _, e := range rulefile.Clauses(kind) {
			words[e.Name] = true
		}
	}
	return words
})

// push moves over a token. A word of a clause that begins a line does so after one that
// is not finished, too.
func (s *scene) push(t syntax.Token) {
	if len(s.open) == 1 && t.Flags&syntax.AfterNewline != 0 && s.part != nil && clauseWords()[s.f.Text[t.Start:t.End]] {
		s.clause, s.clauseAt = s.f.Text[t.Start:t.End], t.Start
	}
	switch t.Kind {
	case syntax.TokLParen, syntax.TokLBracket, syntax.TokLBrace:
		s.open = append(s.open, len(s.tokens))
	case syntax.TokRParen, syntax.TokRBracket, syntax.TokRBrace:
		if n := len(s.open); n > 0 {
			s.open = s.open[:n-1]
		}
	}
	s.tokens = append(s.tokens, t)
}

func (s *scene) lexeme(i int) string {
	if i < 0 || i >= len(s.tokens) {
		return ""
	}
	return s.f.Text[s.tokens[i].Start:s.tokens[i].End]
}

// last is the token before the word.
func (s *scene) last() string { return s.lexeme(len(s.tokens) - 1) }

// caller is the word before the innermost open parenthesis.
func (s *scene) caller() string {
	n := len(s.open)
	if n == 0 || s.tokens[s.open[n-1]].Kind != syntax.TokLParen {
		return ""
	}
	return s.lexeme(s.open[n-1] - 1)
}

// operand reports whether an operand is awaited, and not one that goes on.
//
// After a name, a number or a closing bracket the operand is complete, and what follows is a new clause
// or an infix word; after anything else an operand must follow.
func (s *scene) operand() bool {
	if len(s.tokens) == 0 {
		return true
	}
	switch t := s.tokens[len(s.tokens)-1]; t.Kind {
	case syntax.TokName:
		word := s.last()
		return word == "and" || word == "or" || word == "not" || word == "in" || s.isClauseWord(t)
	case syntax.TokInt, syntax.TokFloat, syntax.TokString, syntax.TokGlobal, syntax.TokQuestion, syntax.TokLocal:
		return false
	case syntax.TokRParen, syntax.TokRBracket, syntax.TokRBrace:
		return false
	}
	return true
}

// isClauseWord reports whether a word begins the clause around the place.
func (s *scene) isClauseWord(t syntax.Token) bool {
	return t.Start == s.clauseAt && s.clause != "exact"
}

// outermost reports whether nothing but the rule's own brace is open.
func (s *scene) outermost() bool { return len(s.open) == 1 && s.part != nil && s.part.Kind != "let" }
