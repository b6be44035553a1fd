package typecheck_test

import (
	"testing"

	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// TestTypesThatAreNone holds that what is said of a text speaks of that text alone.
func TestTypesThatAreNone(t *testing.T) {
	module := typecheck.NewModule(typecheck.Config{File: syntax.ParseFile(prelude.Name, prelude.Source), Ops: table.Default()})
	for text, want := range map[string]string{
		"":                       "no type is given",
		"Baum[":                  "the type ends here, and something is missing",
		"fn(":                    "the type ends here, and something is missing",
		"fn(int32) ->":           "expected a type after `->`",
		"Tensor[(2,":             "this `[` is never closed: expected `]` to close the arguments of `Tensor`",
		"List[int32":             "this `[` is never closed: expected `]` to close the arguments of `List`",
		"int32)":                 "this does not belong to the type before it",
		"int32, int32":           "this does not belong to the type before it",
		"int32 int32":            "this does not belong to the type before it",
		"Tensor[(2), float32]]":  "this does not belong to the type before it",
		"Tensor[(2), float32] x": "this does not belong to the type before it",
	} {
		_, problems := typecheck.ParseType(text, module)
		if len(problems) != 1 || problems[0].Message != want || int(problems[0].Span.End) > len(text) {
			t.Errorf("%q: got %+v, want %q", text, problems, want)
		}
	}
}
