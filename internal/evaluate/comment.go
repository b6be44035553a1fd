package evaluate

import (
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/lazyregexp"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// A Comment is an evaluation comment, which says what the value of an expression is, or
// that it fails; or a block of a document that is to be run.
type Comment struct {
	Kind  CommentKind
	Item  int         // the top-level expression that it is about; -1 where the comment holds the expression
	Block int         // of a document; 0 in programs
	Expr  syntax.Span // the expression, in the file
	Place syntax.Span // the comment; the expression where there is none
	Text  string      // the value, or the text that the failure's message holds
	At    syntax.Span // of Text, in the file
	// Within is how far floats may be apart; 0 for what the dtype allows.
	Within float64
}

// A CommentKind is what a comment says.
type CommentKind uint8

const (
	GivesValue CommentKind = iota // `# evaluates to V`, `# => V`
	Fails                         // `# fails: text`
	Runs                          // a block with the word `run` and no comment
	Misspelt                      // `# evaluate to V`, `# evaluates V`, `# returns V`, `# -> V`: a comment that nobody would read
)

var (
	commentBehind   = lazyregexp.New(`(?:#|//)[ \t]*(evaluates[ \t]+to\b|=>|fails:)[ \t]*(.*)$`)
	commentOnly     = lazyregexp.New(`^(?:#|//)[ \t]*(.*?)[ \t]+evaluates[ \t]+to[ \t]+(.*)$`)
	misspeltBehind  = lazyregexp.New(`(?:#|//)[ \t]*((?i:(?:eval\w*(?:[ \t]+to)?|returns?|gives?|yields?|fails?)\b):?|->)[ \t]*(.*)$`)
	misspeltOnly    = lazyregexp.New(`^(?:#|//)[ \t]*(.*?)[ \t]+(?i:eval\w*[ \t]+to)[ \t]+(.*)$`)
	speaksOfValue   = lazyregexp.New(`(?i:eval\w*[ \t]+to)`)
	toleranceBehind = lazyregexp.New(`^(.*\S)[ \t]+within[ \t]+([0-9][0-9.]*(?:[eE][-+]?[0-9]+)?)$`)
)

// Comments finds the evaluation comments of a file, in its order. After an expression one stands
// on the line on which the expression ends, or alone on the next:
//
//	%x + 1  # evaluates to 3
//	@f(0)   # fails: division by zero
//	# @g(2) evaluates to 4
//
// The last one holds its expression itself; it is read with regular expressions, and believed
// where its expression parses, so that prose is none.
func Comments(source *workspace.Source) []Comment {
	r := commentReader{source: source}
	for i, item := range source.File.All() {
		if !r.enter(i) {
			continue
		}
		r.freeStanding(i, item)
		if item.Kind(item.Root) == syntax.ItemExpr {
			r.expression(i, item)
		}
	}
	return r.comments
}

type commentReader struct {
	source   *workspace.Source
	block    int
	run      bool // expressions are run without being asked
	comments []Comment
}

// enter reports whether an item is looked at: what a document shows as a mistake
// is not.
func (r *commentReader) enter(i int) bool {
	if r.source.Program() {
		return true
	}
	r.block = r.source.BlockOf[i]
	b := r.source.Blocks[r.block]
	r.run = b.Run
	return len(b.Errors) == 0
}

// expression reads what follows a top-level expression: on the line on
// which it ends, or else alone on the next.
func (r *commentReader) expression(i int, item *syntax.Item) {
	expr := r.source.Absolute(i, item.Span(item.Root))
	line := r.restOfLine(expr.End)
	if c, ok := r.comment(line); ok {
		r.add(c, i, expr)
		return
	}
	next := syntax.Span{Start: line.End + 1, End: line.End + 1}
	if next.Start < r.end(i) && strings.TrimSpace(r.text(line)) == "" {
		next = r.restOfLine(next.Start)
		if c, ok := r.comment(next); ok && c.Place.Start == r.firstOf(next) {
			r.add(c, i, expr)
			return
		}
	}
	if r.run {
		r.add(Comment{Kind: Runs, Place: expr}, i, expr)
	}
}

func (r *commentReader) add(c Comment, item int, expr syntax.Span) {
	c.Item, c.Expr, c.Block = item, expr, r.block
	r.comments = append(r.comments, c)
}

// end is where the text that an item is in comes to its end.
func (r *commentReader) end(i int) int32 {
	if r.source.Program() {
		return int32(len(r.source.Text()))
	}
	return r.source.Blocks[r.source.BlockOf[i]].Span.End
}

func (r *commentReader) text(s syntax.Span) string { return r.source.Text()[s.Start:s.End] }

func (r *commentReader) restOfLine(from int32) syntax.Span {
	text := r.source.Text()[from:]
	if n := strings.IndexByte(text, '\n'); n >= 0 {
		text = text[:n]
	}
	return syntax.Span{Start: from, End: from + int32(len(strings.TrimSuffix(text, "\r")))}
}

// firstOf is where the first character of a line stands that is no blank.
func (r *commentReader) firstOf(line syntax.Span) int32 {
	text := r.text(line)
	return line.Start + int32(len(text)-len(strings.TrimLeft(text, " \t")))
}

// comment reads an evaluation comment in the rest of a line after an
// expression, or after nothing.
func (r *commentReader) comment(line syntax.Span) (c Comment, ok bool) {
	text := r.text(line)
	if rest := strings.TrimLeft(text, " \t;"); !strings.HasPrefix(rest, "#") && !strings.HasPrefix(rest, "//") {
		return c, false
	}
	m := commentBehind().FindStringSubmatchIndex(text)
	if m == nil {
		return r.misspelt(line)
	}
	c.Place = syntax.Span{Start: line.Start + int32(m[0]), End: line.End}
	c.At = syntax.Span{Start: line.Start + int32(m[4]), End: line.Start + int32(m[5])}
	if text[m[2]:m[3]] == "fails:" {
		c.Kind = Fails
		c.At.End -= int32(len(r.text(c.At)) - len(strings.TrimRight(r.text(c.At), " \t")))
		c.Text = r.text(c.At)
		return c, true
	}
	r.value(&c)
	return c, true
}

// misspelt reads a comment that would be an evaluation comment if its words were the right ones.
// What does not mention a value is prose.
func (r *commentReader) misspelt(line syntax.Span) (c Comment, ok bool) {
	m := misspeltBehind().FindStringSubmatchIndex(r.text(line))
	if m == nil {
		return c, false
	}
	c = Comment{Kind: Misspelt, Place: syntax.Span{Start: line.Start + int32(m[0]), End: line.End}, At: part(line, m[4], m[5])}
	words := r.text(part(line, m[2], m[3]))
	r.value(&c)
	words = strings.ToLower(words)
	switch {
	case strings.HasPrefix(words, "fail"):
		return c, strings.HasSuffix(words, ":")
	case strings.HasPrefix(words, "eval") && strings.HasSuffix(strings.TrimSuffix(words, ":"), "to"):
		return c, parses(c.Text)
	}
	return c, isValue(c.Text)
}

// value cuts what follows an expected value: another comment, the
// tolerance.
func (r *commentReader) value(c *Comment) {
	text := r.text(c.At)
	if comments := syntax.Comments(text); len(comments) > 0 {
		text = text[:comments[0].Start]
	}
	text = strings.TrimRight(text, " \t")
	if m := toleranceBehind().FindStringSubmatch(text); m != nil {
		if t, err := strconv.ParseFloat(m[2], 64); err == nil {
			text, c.Within = m[1], t
		}
	}
	c.Text, c.At.End = text, c.At.Start+int32(len(text))
}

// freeStanding reads the comments of an item that hold an expression themselves.
func (r *commentReader) freeStanding(i int, item *syntax.Item) {
	comments := strings.Contains(item.Text, "#") || strings.Contains(item.Text, "//")
	if !comments || !speaksOfValue().MatchString(item.Text) {
		return
	}
	for _, span := range syntax.Comments(item.Text) {
		before := item.Text[:span.Start]
		line := before[strings.LastIndexByte(before, '\n')+1:]
		kind := GivesValue
		m := commentOnly().FindStringSubmatchIndex(item.Text[span.Start:span.End])
		if m == nil {
			kind, m = Misspelt, misspeltOnly().FindStringSubmatchIndex(item.Text[span.Start:span.End])
		}
		if m == nil || strings.TrimSpace(line) != "" {
			continue
		}
		span = r.source.Absolute(i, span)
		c := Comment{Kind: kind, Place: span, At: part(span, m[4], m[5])}
		r.value(&c)
		expr := part(span, m[2], m[3])
		if isComment(r.text(expr), c.Text) && (kind == GivesValue || parses(c.Text)) {
			r.add(c, -1, expr)
		}
	}
}

// part is a range of a span, counted from its start.
func part(s syntax.Span, from, to int) syntax.Span {
	return syntax.Span{Start: s.Start + int32(from), End: s.Start + int32(to)}
}
