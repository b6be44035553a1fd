package typeexpr

import (
	"context"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/message"
	"github.com/fraccheck/fraccheck/typecheck/typed"
	"strings"
)

// A type by itself is no item; it is read as the first argument of an
// assertion.
const (
	typePrefix = "assert equiv("
	typeSuffix = "\n, ())"
)

// Parse reads a type as a block of a file sees it, in steps that the text's length allows:
// so many, and so many more for each node.
func Parse(text string, env Environment, block, most, perNode int) (types.Type, []syntax.Diagnostic) {
	item := syntax.ParseItem(typePrefix + text + typeSuffix)
	problems := ownErrors(text, item.Errors)
	r := &Resolver{Env: env, Meter: steps.New(context.Background(), most+perNode*item.Len()), Item: item, Block: block, Hooks: Hooks{Note: func(syntax.NodeID, *typed.Object) {}}}
	r.Report = func(d syntax.Diagnostic) { problems = append(problems, message.WithSeverity(d)) }
	t := types.ErrorType
	if len(problems) == 0 {
		n := item.Assert(item.Root).Left
		if end := item.Span(n).End; int(end) < len(typePrefix)+len(strings.TrimRight(text, " \t\r\n")) {
			r.Report(syntax.Diagnostic{Code: codes.SyntaxError, Span: syntax.Span{Start: end, End: int32(len(typePrefix) + len(text))},
				Message: "this does not belong to the type before it"})
		} else {
			err := steps.Run(func() { t = r.Resolve(n) })
			if err != nil {
				r.Report(message.TooLarge(item.Span(n), "this type"))
			}
		}
	}
	for i := range problems {
		problems[i] = within(problems[i], int32(len(text)))
	}
	return t, problems
}

// within moves a diagnostic from the assertion to the text of the type.
func within(d syntax.Diagnostic, length int32) syntax.Diagnostic {
	move := func(s syntax.Span) syntax.Span {
		s = s.Shift(-int32(len(typePrefix)))
		return syntax.Span{Start: max(0, min(s.Start, length)), End: max(0, min(s.End, length))}
	}
	d.Span = move(d.Span)
	d.Related, d.Fixes = nil, nil
	return d
}

// ownErrors are the syntax errors of an assertion around the text of a type, without what
// speaks of the assertion: nobody has written that.
func ownErrors(text string, errors []syntax.Diagnostic) []syntax.Diagnostic {
	if len(errors) == 0 {
		return []syntax.Diagnostic{}
	}
	if token, ok := surplus(text, false); ok {
		return []syntax.Diagnostic{typeError(token, "this does not belong to the type before it")}
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
		return []syntax.Diagnostic{typeError(comma, "this does not belong to the type before it")}
	case d.Span.Start >= int32(len(typePrefix))+end:
		return []syntax.Diagnostic{typeError(syntax.Span{Start: end, End: end}, "the type ends here, and something is missing")}
	case strings.Contains(d.Message, "`equiv`"):
		return []syntax.Diagnostic{typeError(d.Span.Shift(-int32(len(typePrefix))), "this does not belong to the type before it")}
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
