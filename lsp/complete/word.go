package complete

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A word is what is being written, as far as it is there.
type word struct {
	kind  wordKind
	span  syntax.Span // in the piece; what a candidate replaces
	typed string      // of it, before the cursor
}

// A wordKind is how a word begins.
type wordKind uint8

const (
	noWord     wordKind = iota // nothing is written here: comments, numbers
	bareWord                   // `nn.conv2d`, or nothing yet
	localWord                  // `%x`
	globalWord                 // `@f`
	fieldWord                  // `.0` after an expression
	stringWord                 // with its quotes
)

// wordAt finds the word at an offset of a text. Tokens decide, not letters: `%x.0` is one
// local with a tail segment, `f(x).0` is a field after an expression, and `1.` is a number, in
// which nothing can be completed.
func wordAt(text string, at int32) word {
	if inComment(text, at) {
		return word{}
	}
	if w, ok := tokenAround(text, at); ok {
		return w
	}
	kind, start := begins(text, at)
	w := word{kind: kind, span: syntax.Span{Start: start, End: at}, typed: text[start:at]}
	if w.typed != "" && kind != noWord {
		w.span.End = wordEnd(text, at, kind)
	}
	return w
}

// inComment reports whether what is written at an offset goes on a comment.
//
// A letter is appended, since a comment that is closed just before the cursor does not contain it and
// one that runs to the end of the line does.
func inComment(text string, at int32) bool {
	comments := syntax.Comments(text[:at] + "x")
	return len(comments) > 0 && comments[len(comments)-1].End > at
}

// isWhole are the tokens that hold what is no word.
var isWhole = map[syntax.TokenKind]bool{
	syntax.TokMeta: true, syntax.TokAttribute: true, syntax.TokVersion: true, syntax.TokMetadata: true,
}

// tokenAround is the string around an offset, or no word at all where the token
// there holds none. A string whose quote is missing ends at the cursor.
func tokenAround(text string, at int32) (word, bool) {
	for _, t := range syntax.Lex(text) {
		switch {
		case t.Start >= at:
			return word{}, false
		case isWhole[t.Kind] && at < t.End:
			return word{}, true
		case t.Kind == syntax.TokString && at < t.End:
			return word{stringWord, t.Span, text[t.Start:at]}, true
		case t.Kind == syntax.TokBad && at <= t.End && text[t.Start] == '"':
			return word{stringWord, syntax.Span{Start: t.Start, End: at}, text[t.Start:at]}, true
		}
	}
	return word{}, false
}

// begins finds the kind and the start of the word that ends at an offset.
//
// The text up to the cursor is lexed alone, so that the last token ends at the cursor: what follows
// belongs to the word only if it goes on a name (wordEnd).
func begins(text string, at int32) (wordKind, int32) {
	tokens := syntax.Lex(text[:at])
	tokens = tokens[:len(tokens)-1]
	if len(tokens) == 0 || tokens[len(tokens)-1].End < at {
		return bareWord, at
	}
	last := len(tokens) - 1
	switch t := tokens[last]; t.Kind {
	case syntax.TokLocal, syntax.TokSegment:
		return localWord, localStart(tokens)
	case syntax.TokGlobal:
		return globalWord, t.Start
	case syntax.TokName, syntax.TokInt:
		return afterDot(tokens)
	case syntax.TokDot:
		return endsInDot(tokens)
	case syntax.TokBad:
		return sigils[text[t.Start:at]], t.Start
	case syntax.TokRParen, syntax.TokRBracket, syntax.TokRBrace:
		return noWord, at
	case syntax.TokFloat, syntax.TokMeta, syntax.TokAttribute, syntax.TokVersion, syntax.TokMetadata, syntax.TokTypeNote, syntax.TokString:
		return noWord, at
	}
	return bareWord, at
}

// sigils are words of which nothing but the sigil is there.
var sigils = map[string]wordKind{"%": localWord, "@": globalWord}

// localStart is where the local begins that the last token is a part of.
func localStart(tokens []syntax.Token) int32 {
	i := len(tokens) - 1
	for i > 0 && tokens[i].Kind == syntax.TokSegment {
		i--
	}
	return tokens[i].Start
}

// afterDot distinguishes a name or a field from a number.
func afterDot(tokens []syntax.Token) (wordKind, int32) {
	last := tokens[len(tokens)-1]
	if before := len(tokens) - 2; before >= 0 && tokens[before].Kind == syntax.TokDot && tokens[before].End == last.Start {
		return fieldWord, tokens[before].Start
	}
	if last.Kind == syntax.TokInt {
		return noWord, last.End
	}
	return bareWord, last.Start
}

// endsInDot finds what a dot at the end belongs to.
func endsInDot(tokens []syntax.Token) (wordKind, int32) {
	dot := tokens[len(tokens)-1]
	before := tokens[:len(tokens)-1]
	if len(before) == 0 || before[len(before)-1].End < dot.Start {
		return noWord, dot.End
	}
	switch t := before[len(before)-1]; t.Kind {
	case syntax.TokLocal, syntax.TokSegment:
		return localWord, localStart(before)
	case syntax.TokName:
		return bareWord, t.Start
	case syntax.TokRParen, syntax.TokRBracket, syntax.TokInt:
		return fieldWord, dot.Start
	}
	return noWord, dot.End
}

// wordEnd is where a word ends that begins before an offset.
func wordEnd(text string, at int32, kind wordKind) int32 {
	for int(at) < len(text) {
		dotted := kind == bareWord && text[at] == '.' && isNameByte(byteAt(text, at+1)) && !isDigit(byteAt(text, at+1))
		if !isNameByte(text[at]) && !dotted {
			break
		}
		at++
	}
	return at
}

func byteAt(text string, i int32) byte {
	if i < 0 || int(i) >= len(text) {
		return 0
	}
	return text[i]
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func isNameByte(c byte) bool {
	return c == '_' || isDigit(c) || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// standsIn is the text that takes a word's place: a name of the same kind that
// occurs nowhere else.
//
// It must lex as the same kind of token and be found nowhere in the piece, since scopes are searched by
// name. A field is `.0`, the only projection that every tuple may have.
func (w word) standsIn(text string) string {
	name := "hole__"
	for strings.Contains(text, name) {
		name += "_"
	}
	switch w.kind {
	case localWord:
		return "%" + name
	case globalWord:
		return "@" + name
	case fieldWord:
		return ".0"
	}
	return name
}

// replaced is the text with the word's stand-in.
//
// A blank is put after the stand-in where the text would go on it.
func (w word) replaced(text string) (changed, standIn string) {
	standIn = w.standsIn(text)
	rest := text[w.span.End:]
	if next := byteAt(rest, 0); isNameByte(next) || next == '%' || next == '@' || next == '"' {
		rest = " " + rest
	}
	return text[:w.span.Start] + standIn + rest, standIn
}
