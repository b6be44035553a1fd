package rules

import (
	"cmp"
	"slices"

	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/lsp/token"
)

// wordClasses are what words are. Where a name is given, it is a declaration.
var wordClasses = map[rulefile.WordKind]token.Class{
	rulefile.KindWord:        {Type: token.Keyword},
	rulefile.RuleWord:        {Type: token.Function},
	rulefile.ClauseWord:      {Type: token.Keyword},
	rulefile.FormWord:        {Type: token.Macro},
	rulefile.QuestionWord:    {Type: token.Macro},
	rulefile.OperatorWord:    {Type: token.Function, Modifiers: token.Library},
	rulefile.ConstructorWord: {Type: token.Constructor},
	rulefile.GlobalWord:      {Type: token.Function},
	rulefile.AttributeWord:   {Type: token.Attribute},
	rulefile.LetWord:         {Type: token.Variable, Modifiers: token.Readonly},
	rulefile.NameWord:        {Type: token.Parameter},
	rulefile.ValueWord:       {Type: token.Constructor},
}

// letterClasses are the tokens of the text that say by themselves what they are.
var letterClasses = map[syntax.TokenKind]token.Type{
	syntax.TokLocal: token.Variable, syntax.TokGlobal: token.Function,
	syntax.TokInt: token.Number, syntax.TokFloat: token.Number, syntax.TokString: token.String,
}

// Tokens classifies the words that a span of the file touches: by what they mean, and
// where that is not known by their letters.
//
// The whole file is classified and then cut to the span: rule files have hundreds of lines, and the words
// are there already.
func Tokens(f *rulefile.File, span syntax.Span) []token.Token {
	var all []token.Token
	for i := range f.Words {
		w := &f.Words[i]
		c := wordClasses[w.Kind]
		if w.Declared && w.Declaration == w.Span {
			c.Modifiers |= token.Declaration
		}
		all = append(all, token.Token{Span: w.Span, Class: c})
	}
	all = slices.CompactFunc(all, func(a, b token.Token) bool { return a.Span.Start == b.Span.Start })
	all = merge(all, letters(f.Text))
	first, _ := slices.BinarySearchFunc(all, span.Start, func(t token.Token, at int32) int { return cmp.Compare(t.Span.End, at) })
	end, _ := slices.BinarySearchFunc(all, span.End+1, func(t token.Token, at int32) int { return cmp.Compare(t.Span.Start, at) })
	return all[first:max(first, end)]
}

// letters are the comments, numbers, strings and words of programs of a text.
func letters(text string) []token.Token {
	var found []token.Token
	for _, span := range syntax.Comments(text) {
		found = append(found, token.Token{Span: span, Class: token.Class{Type: token.Comment}})
	}
	for _, t := range syntax.Lex(text) {
		kind, ok := letterClasses[t.Kind]
		if !ok && t.Kind == syntax.TokName && programWords[text[t.Start:t.End]] {
			kind, ok = token.Keyword, true
		}
		if ok {
			found = append(found, token.Token{Span: t.Span, Class: token.Class{Type: kind}})
		}
	}
	slices.SortFunc(found, func(a, b token.Token) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return found
}

// programWords are keywords of the language, and those of rules that no clause begins
// with.
var programWords = map[string]bool{
	"def": true, "fn": true, "let": true, "if": true, "else": true, "match": true, "data": true,
	"and": true, "or": true, "not": true, "in": true, "True": true, "False": true,
	"gives": true, "unchanged": true,
}

// merge adds to words what else there is: where a word lies in a string, the string
// goes on around it. Both are in order.
//
// A string such as `"{x} is large"` holds words; it is cut around them, so that tokens are
// disjoint.
func merge(words, rest []token.Token) []token.Token {
	all := make([]token.Token, 0, len(words)+len(rest))
	i := 0
	for _, o := range rest {
		at := o.Span.Start
		for ; i < len(words) && words[i].Span.Start < o.Span.End; i++ {
			w := words[i]
			if at < w.Span.Start && w.Span.Start > o.Span.Start {
				all = append(all, token.Token{Span: syntax.Span{Start: at, End: w.Span.Start}, Class: o.Class})
			}
			if len(all) == 0 || all[len(all)-1].Span.End <= w.Span.Start {
				all = append(all, w)
			}
			at = max(at, w.Span.End)
		}
		if at < o.Span.End {
			all = append(all, token.Token{Span: syntax.Span{Start: at, End: o.Span.End}, Class: o.Class})
		}
	}
	for ; i < len(words); i++ {
		if len(all) == 0 || all[len(all)-1].Span.End <= words[i].Span.Start {
			all = append(all, words[i])
		}
	}
	return all
}
