package typecheck

import (
	"context"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/message"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// A type by itself is no item; it is read as the first argument of an
// assertion.
const (
	typePrefix = "assert equiv("
	typeSuffix = "\n, ())"
)

// ParseType reads a type in the scope of a module. Positions in the
// diagnostics are bytes of the text.
func ParseType(text string, m *Module) (types.Type, []syntax.Diagnostic) { return m.parseType(text, 0) }

// ParseTypeAt reads a type where item i stands: in a document that is one block
// of several, which may have types of their own.
func ParseTypeAt(text string, m *Module, i int) (types.Type, []syntax.Diagnostic) {
	return m.parseType(text, m.block(i))
}

func (m *Module) parseType(text string, block int) (types.Type, []syntax.Diagnostic) {
	item := syntax.ParseItem(typePrefix + text + typeSuffix)
	problems := ownErrors(text, item.Errors)
	r := &resolver{m: m, meter: steps.New(context.Background(), mostSteps+nodeSteps*item.Len()), item: item, block: block, hooks: hooks{note: func(syntax.NodeID, *typed.Object) {}}}
	r.report = func(d syntax.Diagnostic) { problems = append(problems, message.WithSeverity(d)) }
	t := types.ErrorType
	if len(problems) == 0 {
		n := item.Assert(item.Root).Left
		if end := item.Span(n).End; int(end) < len(typePrefix)+len(strings.TrimRight(text, " \t\r\n")) {
			r.report(syntax.Diagnostic{Code: codes.SyntaxError, Span: syntax.Span{Start: end, End: int32(len(typePrefix) + len(text))},
				Message: "this does not belong to the type in front of it"})
		} else {
			err := steps.Run(func() { t = r.resolve(n) })
			if err != nil {
				r.report(message.TooLarge(item.Span(n), "this type"))
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
