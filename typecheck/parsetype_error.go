package typecheck

import (
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// ownErrors are the syntax errors of an assertion around the text of a type, without what
// speaks of the assertion: nobody has written that.
func ownErrors(text string, errors []syntax.Diagnostic) []syntax.Diagnostic {
	if len(errors) == 0 {
		return []syntax.Diagnostic{}
	}
	if token, ok := surplus(text, false); ok {
		return []syntax.Diagnostic{typeError(token, "this does not belong to the type in front of it")}
	}
	for _, d := range errors {
		if d.Code == codes.UnclosedDelimiter && int(d.Span.Start) < len(typePrefix)+len(text) {
			return []syntax.Diagnostic{d}
		}
	}
	end := int32(len(strings.TrimRight(text, " \t\r\n")))
	switch d := errors[0]; {
	case end == 0:
		return []syntax.Diagnostic{typeError(syntax.Span{}, "no type is given")}
	case strings.Contains(d.Message, "compares two types"): // and the text has the second
		comma, _ := surplus(text, true)
		return []syntax.Diagnostic{typeError(comma, "this does not belong to the type in front of it")}
	case d.Span.Start >= int32(len(typePrefix))+end:
		return []syntax.Diagnostic{typeError(syntax.Span{Start: end, End: end}, "the type ends here, and something is missing")}
	case strings.Contains(d.Message, "`equiv`"):
		return []syntax.Diagnostic{typeError(d.Span.Shift(-int32(len(typePrefix))), "this does not belong to the type in front of it")}
	}
	return append([]syntax.Diagnostic{}, errors...)
}

func typeError(at syntax.Span, message string) syntax.Diagnostic {
	return syntax.Diagnostic{Code: codes.SyntaxError, Span: at.Shift(int32(len(typePrefix))), Message: message}
}

// surplus is the first closing bracket of a text that closes none of its own; with commas
// also the first comma that stands in no brackets.
func surplus(text string, commas bool) (syntax.Span, bool) {
	depth := 0
	for _, t := range syntax.Lex(text) {
		switch t.Kind {
		case syntax.TokLParen, syntax.TokLBracket, syntax.TokLBrace:
			depth++
		case syntax.TokRParen, syntax.TokRBracket, syntax.TokRBrace:
			if depth--; depth < 0 {
				return t.Span, true
			}
		case syntax.TokComma:
			if commas && depth == 0 {
				return t.Span, true
			}
		}
	}
	return syntax.Span{}, false
}
