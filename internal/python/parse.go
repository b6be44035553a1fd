package python

import "fmt"

// maxNesting is how deep expressions and blocks may be nested. It bounds the stack.
const maxNesting = 200

// maxErrors is how many errors a file may have before the rest is not read.
const maxErrors = 100

// A parser reads tokens. Errors do not stop it: a failed expression is a BadExpr, and the
// statement around it ends at its line. Once a statement has failed, every function returns as soon as it
// can, and reads no more of it: their loops test failed.
type parser struct {
	source string
	tokens []token
	at     int
	depth  int
	errors []*Error
	failed bool // the current statement has an error
}

// Parse reads a source. It always returns the statements that could be read.
func Parse(source string) ([]Stmt, []*Error) {
	l := lexer{source: source}
	l.scan()
	p := &parser{source: source, tokens: l.tokens, errors: l.errors}
	var statements []Stmt
	for p.peek().kind != endOfFile && len(p.errors) < maxErrors {
		if p.take(dedent) || p.take(newline) {
			continue
		}
		statements = append(statements, p.statement()...)
	}
	return statements, p.errors
}

// peek is the next token, the end of the file after the last one.
func (p *parser) peek() token {
	return p.tokens[min(p.at, len(p.tokens)-1)]
}

func (p *parser) next() token {
	t := p.peek()
	p.at++
	return t
}

// is reports whether the next token is an operator or keyword.
func (p *parser) is(word string) bool { return p.isAt(p.at, word) }

func (p *parser) isAt(i int, word string) bool {
	if i >= len(p.tokens) {
		return false
	}
	t := p.tokens[i]
	return (t.kind == operator || t.kind == keyword) && p.source[t.Start:t.End] == word
}

// accept passes over the next token if it is an operator or keyword.
func (p *parser) accept(word string) bool {
	if !p.is(word) {
		return false
	}
	p.at++
	return true
}

func (p *parser) take(kind tokenKind) bool {
	if p.peek().kind != kind {
		return false
	}
	p.at++
	return true
}

// expect passes over the next token, or reports what was found in its place.
func (p *parser) expect(word string) bool {
	if p.accept(word) {
		return true
	}
	p.failHere(fmt.Sprintf("%s, expected `%s`", p.found(), word))
	return false
}

// found describes the next token.
func (p *parser) found() string {
	switch t := p.peek(); t.kind {
	case endOfFile:
		return "the file ends here"
	case newline:
		return "the line ends here"
	case indent:
		return "the line is indented more than the one before"
	case dedent:
		return "the block ends here"
	default:
		return "found `" + p.source[t.Start:min(t.End, t.Start+40)] + "`"
	}
}

// fail reports an error, unless the statement has one.
func (p *parser) fail(s Span, message string) {
	if !p.failed {
		p.errors = append(p.errors, &Error{s, message})
	}
	p.failed = true
}

func (p *parser) failHere(message string) { p.fail(p.peek().Span, message) }

// end returns where the token before the next one ends.
func (p *parser) end() int {
	if p.at == 0 || p.at > len(p.tokens) {
		return len(p.source)
	}
	return p.tokens[p.at-1].End
}

// since is the span from a place up to the token before the next one.
func (p *parser) since(start int) Span { return Span{start, max(start, p.end())} }

// nest calls read one level deeper; it reports false, with an error, where that is too deep.
func (p *parser) nest(read func()) bool {
	if p.depth >= maxNesting {
		p.failHere(fmt.Sprintf("the program is nested deeper than %d levels", maxNesting))
		return false
	}
	p.depth++
	read()
	p.depth--
	return true
}
