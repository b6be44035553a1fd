package repl

import (
	"context"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/lsp/complete"
)

// Complete reports whether a text can be entered as it is, or goes on in a further
// line: a bracket is open, or it ends where something must follow.
func Complete(text string) bool {
	trimmed := strings.TrimRight(text, " \t\r\n")
	for _, p := range cut(trimmed) {
		if len(p.item.Errors) == 0 || p.kind == bindingPiece {
			continue
		}
		first := slices.MinFunc(p.item.Errors, func(a, b syntax.Diagnostic) int { return int(a.Span.Start - b.Span.Start) })
		rest := trimmed[min(p.start+int(first.Span.Start), len(trimmed)):]
		return first.Code != codes.UnclosedDelimiter && rest != "" && !strings.HasPrefix(rest, "/*")
	}
	return true
}

// A piece is an item of what is entered.
type piece struct {
	kind  pieceKind
	text  string
	start int // in what is entered
	item  *syntax.Item
}

type pieceKind uint8

const (
	definitionPiece pieceKind = iota // an item but an expression
	bindingPiece                     // `let %x = 1`, without an expression after it
	expressionPiece
)

// cut finds the pieces of a text.
func cut(text string) []piece {
	file := syntax.ParseFile(Name, text)
	var pieces []piece
	for i, item := range file.All() {
		if item.Kind(item.Root) == syntax.ItemEmpty && len(item.Errors) == 0 {
			continue
		}
		p := piece{definitionPiece, strings.TrimSpace(item.Text), int(file.Start(i)), item}
		if item.Kind(item.Root) == syntax.ItemExpr {
			p.kind, p.text = expression(p.text)
		}
		pieces = append(pieces, p)
	}
	return pieces
}

// expression tells a binding from an expression, and takes a `;` from its end. A
// binding is what lacks nothing but an expression after it.
func expression(text string) (pieceKind, string) {
	text = strings.TrimRight(text, "; \t\r\n")
	if len(syntax.ParseItem(text).Errors) > 0 && len(bound(text)) > 0 && len(syntax.ParseItem(text+";\n()").Errors) == 0 {
		return bindingPiece, text
	}
	return expressionPiece, text
}

// bound are the locals that are between `let` and `=`, or before an `=`.
func bound(text string) []string {
	r := bindingReader{open: true}
	tokens := syntax.Lex(text)
	for i, t := range tokens {
		r.depth += nesting[t.Kind]
		next := syntax.TokEOF
		if i+1 < len(tokens) {
			next = tokens[i+1].Kind
		}
		r.token(t, text[t.Start:t.End], next)
	}
	return r.names
}

// nesting is what a token adds to the number of open brackets.
var nesting = map[syntax.TokenKind]int{
	syntax.TokLBrace: 1, syntax.TokLParen: 1, syntax.TokLBracket: 1,
	syntax.TokRBrace: -1, syntax.TokRParen: -1, syntax.TokRBracket: -1,
}

// A bindingReader walks over the tokens of bindings.
type bindingReader struct {
	names []string
	depth int  // open brackets
	open  bool // before the `=` of a binding
	typed int  // the depth of the annotation at hand, plus 1; 0 outside of one
}

func (r *bindingReader) token(t syntax.Token, text string, next syntax.TokenKind) {
	switch {
	case r.depth == 0 && t.Kind == syntax.TokAssign:
		r.open, r.typed = false, 0
	case r.depth == 0 && (t.Kind == syntax.TokSemi || t.Kind == syntax.TokNewline || t.Word == syntax.WordLet):
		r.open = true
	case r.typed > 0 && (r.depth+1 < r.typed || r.depth+1 == r.typed && t.Kind == syntax.TokComma):
		r.typed = 0
	case r.open && t.Kind == syntax.TokColon:
		r.typed = r.depth + 1
	case r.open && r.typed == 0 && next != syntax.TokLParen && text != "_":
		if name := local(t, text); name != "" {
			r.names = append(r.names, name)
		}
	}
}

// local is the local that a token may be, with its sigil.
func local(t syntax.Token, text string) string {
	switch {
	case t.Kind == syntax.TokLocal:
		return text
	case t.Kind == syntax.TokName:
		return "%" + text
	}
	return ""
}

// mentions are the locals that a text may mention, and how often each is there.
func mentions(text string) map[string]int {
	names := map[string]int{}
	for _, t := range syntax.Lex(text) {
		if name := local(t, text[t.Start:t.End]); name != "" {
			names[name]++
		}
	}
	return names
}

// declared is the name that an item declares; its text where it has none, as an
// import.
func declared(p piece) string {
	if name := p.item.NameOf(p.item.Root); name != syntax.NoNode {
		return p.item.SourceText(name)
	}
	return p.text
}

// A Completion is a text that may be in place of the word before the
// cursor.
type Completion struct{ Text, Detail string }

// Completions lists what can be written at a byte of a text that is being entered,
// best first, and the word that it would replace: what an editor lists there.
func (s *Session) Completions(text string, at int) (word string, found []Completion) {
	before := s.Text()
	snapshot := s.snapshot.With(map[string]string{s.path: before + text})
	source, err := snapshot.Source(s.path)
	if err != nil {
		return "", nil
	}
	module, err := snapshot.Module(s.path)
	if err != nil {
		return "", nil
	}
	cursor := int32(len(before) + at)
	list := complete.At(context.Background(), source, module, cursor, complete.Outside{
		Files: func(dir string) []string { return snapshot.Importable(s.path, dir) },
	})
	for _, c := range list.Candidates {
		if c.Span.Start > cursor {
			continue
		}
		typed := source.Text()[c.Span.Start:cursor]
		if strings.Contains(c.Text, "\n") || !strings.HasPrefix(c.Text, typed) {
			continue // a terminal goes on with what is there
		}
		word = typed
		found = append(found, Completion{c.Text, c.Detail})
	}
	return word, found
}
