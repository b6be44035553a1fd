package rulefile

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/syntax/format"
)

// Format lays a text of rules out. Blanks between tokens are all that changes; rules
// with mistakes stay as they are.
func Format(text string) string { return syntax.ApplyEdits(text, Edits(text)) }

// Edits are the changes that lay a text of rules out, in its order.
func Edits(text string) []syntax.Edit {
	l := newLayout(text)
	for _, c := range l.r.cut() {
		l.chunk(c)
	}
	edits := l.edits()
	if !l.keeps(edits) {
		return nil
	}
	return edits
}

// A place says where a token begins.
type place uint8

const (
	inline  place = iota // after the one before it; on a line of its own where it was
	topmost              // a rule or `let` begins
	opening              // a clause begins
	ending               // the brace that ends a rule
	fixed                // where it is
)

// A layout lays the tokens of a file out.
type layout struct {
	r       *reader
	text    string
	lineEnd string
	broken  []syntax.Span // of errors, in order
	spans   []span        // by token
	// attributes are the places of attributes' names.
	attributes map[int32]bool
	inner      []syntax.Edit // of the programs of examples
	tall       bool          // the last rule took several lines
	begun      bool
}

// A span says how a token is set.
type span struct {
	place  place
	indent int
	space  bool // a blank precedes it on its line
	first  bool // the first clause of its rule
	short  bool // of a rule on one line
	apart  bool // a blank line is in front
}

func newLayout(text string) *layout {
	f := Parse("", text)
	l := &layout{r: newReader("", text), text: text, lineEnd: format.LineEnd(text), attributes: map[int32]bool{}}
	for _, d := range f.Diagnostics {
		if d.Severity == codes.Error {
			l.broken = append(l.broken, d.Span)
		}
	}
	for _, w := range f.Words {
		if w.Kind == AttributeWord {
			l.attributes[w.Span.Start] = true
		}
	}
	l.spans = make([]span, len(l.r.tokens))
	return l
}

// isBroken reports whether a mistake lies in a part of the text.
func (l *layout) isBroken(s syntax.Span) bool {
	i, _ := slices.BinarySearchFunc(l.broken, s.Start, func(b syntax.Span, at int32) int { return int(b.Start - at) })
	return i < len(l.broken) && l.broken[i].Start <= s.End
}

// chunk sets the tokens of a part of the file.
func (l *layout) chunk(c chunk) {
	whole := l.r.span(c.from, c.end)
	if c.kind == junkChunk || l.isBroken(whole) || len(l.broken) >= maxFindings {
		for i := c.from; i < c.end; i++ {
			l.spans[i].place = fixed
		}
		l.begun, l.tall = true, true
		return
	}
	tall := strings.Contains(l.text[whole.Start:whole.End], "\n")
	l.spans[c.from] = span{place: topmost, apart: l.begun && (tall || l.tall)}
	l.begun, l.tall = true, tall
	if c.kind == letChunk {
		l.expression(c.from+1, c.end, 2, "let")
		return
	}
	l.rule(c)
}

func (l *layout) rule(c chunk) {
	for i := c.from + 1; i <= c.body; i++ {
		l.spans[i].space = true
	}
	end := l.r.partner[c.body]
	inside := l.text[l.r.tokens[c.body].Start:l.r.tokens[end].Start]
	short := !strings.Contains(inside, "\n")
	for n, k := range l.r.cutClauses(c.body+1, end) {
		l.spans[k.at] = span{place: opening, indent: 2, space: true, first: n == 0, short: short}
		l.clause(k)
	}
	l.spans[end] = span{place: ending, space: end > c.body+1, short: short}
}

// clause sets what follows the word of a clause.
func (l *layout) clause(c clause) {
	if c.from >= c.end {
		return
	}
	l.spans[c.from].space = true
	switch c.form.word {
	case "with":
		l.spans[c.from].indent = 4
		l.freeze(c.from, c.end)
	case "example":
		l.example(c)
	default:
		l.expression(c.from, c.end, 4, c.form.word)
	}
}

// freeze leaves the tokens from one up to another as they are to each other.
func (l *layout) freeze(from, end int) {
	for i := from + 1; i < end; i++ {
		l.spans[i].place = fixed
	}
}

// example sets the programs of an example: those on lines of their own are laid out.
func (l *layout) example(c clause) {
	for i := c.from; i < c.end; i = l.r.skip(i) {
		l.spans[i].space = true
		if l.r.kind(i) == syntax.TokLBrace {
			l.freeze(i, l.r.partner[i]+1)
			l.program(i)
		}
	}
}

// program lays out what is between the braces of an example.
func (l *layout) program(open int) {
	inside := syntax.Span{Start: l.r.tokens[open].End, End: l.r.tokens[l.r.partner[open]].Start}
	text := l.text[inside.Start:inside.End]
	line := strings.IndexByte(text, '\n')
	last := strings.LastIndexByte(text, '\n')
	if line < 0 || strings.TrimSpace(text[:line]) != "" || strings.TrimSpace(text[last:]) != "" || line == last {
		return
	}
	from := inside.Start + int32(line) + 1
	body := l.text[from : inside.Start+int32(last)]
	options := format.Options{Margin: 4, Fragment: true, LineEnd: l.lineEnd}
	for _, e := range format.Edits(syntax.ParseFile("", body), options) {
		l.inner = append(l.inner, syntax.Edit{Span: e.Span.Shift(from), NewText: e.NewText})
	}
	l.replace(inside.Start, from-1, "")
	l.replace(inside.Start+int32(last)+1, inside.End, "  ")
}

// replace changes blanks in an example.
func (l *layout) replace(from, to int32, blanks string) {
	if from < to && l.text[to-1] == '\r' {
		to--
	}
	if l.text[from:to] != blanks {
		l.inner = append(l.inner, syntax.Edit{Span: syntax.Span{Start: from, End: to}, NewText: blanks})
	}
}

// A row is the state of setting an expression.
type row struct {
	l        *layout
	word     string // of the clause
	open     []bool // for each open bracket, whether it is that of has_attr
	complete bool   // an operand has ended
	sign     bool   // the token in front is the sign of an operand
}

// maxIndent is the column beyond which nothing is indented.
const maxIndent = 80

// expression sets the tokens of an expression: blanks around operators between two
// operands and after commas, none inside of brackets.
func (l *layout) expression(from, end, base int, word string) {
	w := row{l: l, word: word}
	for i := from; i < end; i++ {
		k := l.r.kind(i)
		if isCloser(k) && len(w.open) > 0 {
			w.open = w.open[:len(w.open)-1]
		}
		l.spans[i].indent = min(base+2*len(w.open), maxIndent)
		l.spans[i].space = i == from || w.spaced(i)
		w.read(i)
	}
	l.quoted(from, end)
}

// read moves the state over a token.
func (w *row) read(i int) {
	k := w.l.r.kind(i)
	w.sign = !w.complete && (k == syntax.TokMinus || k == syntax.TokNot)
	if _, opens := closers[k]; opens {
		w.open = append(w.open, strings.HasSuffix(w.l.r.lexeme(i-1), "has_attr"))
		w.complete = false
		return
	}
	w.complete = isCloser(k) || w.l.r.completes(i, w.complete, clausesByWord[w.word])
}

// spaced reports whether a blank precedes a token.
func (w *row) spaced(i int) bool {
	k, before := w.l.r.kind(i), w.l.r.kind(i-1)
	switch {
	case w.sign || before == syntax.TokDot || before == syntax.TokLParen || before == syntax.TokLBracket:
		return false
	case k == syntax.TokAssign:
		return w.roomy(i - 1)
	case before == syntax.TokAssign:
		return w.roomy(i - 2)
	case k == syntax.TokDot:
		return !w.complete || before == syntax.TokFloat || before == syntax.TokInt && w.l.r.kind(i-2) != syntax.TokDot
	case k == syntax.TokComma || k == syntax.TokRParen || k == syntax.TokRBracket:
		return false
	case k == syntax.TokLParen || k == syntax.TokLBracket:
		return !w.complete
	}
	return true
}

// roomy reports whether blanks are around the `=` after a name: not in calls, where it
// gives an attribute as in programs.
func (w *row) roomy(name int) bool {
	return !w.l.attributes[w.l.r.tokens[name].Start] || w.word == "attrs" || len(w.open) > 0 && w.open[len(w.open)-1]
}

// quoted freezes the pieces of programs in an expression.
func (l *layout) quoted(from, end int) {
	s := &sorter{r: l.r, at: from, end: end}
	s.findArms()
	for i := from; i < end; i++ {
		if arrow, ok := s.arms[i]; ok {
			l.freeze(i, arrow)
		}
		if l.r.kind(i) == syntax.TokLParen && i > from && s.quotes(i) {
			l.freeze(i+1, l.r.partner[i])
		}
	}
}
