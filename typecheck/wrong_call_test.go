package typecheck_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// wrongCalls plants mistakes in a call of an operator, by what is wrong: its operands are too few,
// too many, in another order, of another dtype, of another rank.
func wrongCalls(text, operator string) map[string]string {
	file := syntax.ParseFile("call.frac", text)
	found := map[string]string{}
	for k, item := range file.All() {
		at := file.Start(k)
		edit := func(name string, span syntax.Span, with string) {
			span = span.Shift(at)
			found[name] = text[:span.Start] + with + text[span.End:]
		}
		for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
			switch item.Kind(n) {
			case syntax.Call:
				call := item.Call(n)
				if item.SourceText(call.Callee) != operator {
					continue
				}
				args := slices.DeleteFunc(slices.Clone(call.Args), func(a syntax.NodeID) bool { return item.Kind(a) == syntax.NamedArg })
				if len(args) == 0 {
					continue
				}
				last := item.Span(args[len(args)-1])
				edit("too many", syntax.Span{Start: last.End, End: last.End}, ", "+item.SourceText(args[0]))
				if len(args) > 1 {
					before, first := item.Span(args[len(args)-2]), item.Span(args[0])
					second := item.Span(args[1])
					edit("too few", syntax.Span{Start: before.End, End: last.End}, "")
					edit("swapped", first.Cover(second), item.SourceText(args[1])+item.Text[first.End:second.Start]+item.SourceText(args[0]))
				}
			case syntax.Param:
				of := item.SourceText(n)
				if shape, dtype, ok := strings.Cut(of, "), "); ok && strings.Contains(of, "Tensor[(") && strings.HasSuffix(dtype, "]") {
					edit("dtype of "+of, item.Span(n), shape+"), int16]")
					edit("rank of "+of, item.Span(n), strings.Replace(shape, "Tensor[(", "Tensor[(7, ", 1)+"), "+dtype)
				}
			}
		}
	}
	return found
}

// Where a wrong call gets a fix, the call has fewer errors with it; where a note has an
// example of an attribute, the attribute is no error as it stands there.
func TestWrongCallsGetProposalsThatHelp(t *testing.T) {
	tried, proposed := 0, 0
	ops := checktest.Ops()
	accepted := acceptedCalls(t, 2)
	for _, name := range slices.Sorted(maps.Keys(accepted)) {
		if ops[name] == nil {
			continue
		}
		for _, text := range accepted[name] {
			wrong := wrongCalls(text, name)
			for _, kind := range slices.Sorted(maps.Keys(wrong)) {
				tried++
				proposed += proposalsHelp(t, wrong[kind], name+": "+kind)
			}
		}
	}
	t.Logf("%d calls, %d proposals", tried, proposed)
	if tried > 1000 && proposed < 60 {
		t.Errorf("only %d proposals", proposed)
	}
}

func proposalsHelp(t *testing.T, text, what string) (proposed int) {
	errors := errorsOf(text)
	for _, d := range errors {
		for _, fix := range d.Fixes {
			proposed++
			if left := errorsOf(syntax.ApplyEdits(text, fix.Edits)); len(left) >= len(errors) {
				t.Errorf("%s\n%s\n%s\n`%s` leaves %d errors: %s", what, text, d.Message, fix.Title, len(left), left[0].Message)
			}
		}
		for _, note := range d.Notes {
			_, example, ok := strings.Cut(note, "as in `")
			example, _, _ = strings.Cut(example, "`")
			if name, _, attribute := strings.Cut(example, "="); ok && attribute && !strings.ContainsAny(name, " (") {
				proposed++
				holdExample(t, text, example, fmt.Sprintf("%s: %s", what, note))
			}
		}
	}
	return proposed
}

// holdExample gives a call the attribute of an example: no error speaks of it.
func holdExample(t *testing.T, text, example, what string) {
	name, _, _ := strings.Cut(example, "=")
	end := strings.LastIndexByte(text, ')')
	with := text[:end] + ", " + example + text[end:]
	if span, ok := namedArguments(text)[name]; ok {
		with = text[:span.Start] + ", " + example + text[span.End:]
	}
	for _, d := range errorsOf(with) {
		if strings.Contains(d.Message, "`"+name+"`") {
			t.Errorf("%s\n%s\nthe example leaves: %s", what, with, d.Message)
		}
	}
}

// errorsOf are the errors of a program, with the edits of their fixes in its text.
func errorsOf(text string) (errors []syntax.Diagnostic) {
	m := checktest.Module("call.frac", text)
	for i := range m.File().Len() {
		for _, d := range slices.Concat(m.File().Item(i).Errors, m.Check(i).Diagnostics) {
			if d.Severity != codes.Error {
				continue
			}
			for _, fix := range d.Fixes {
				for k := range fix.Edits {
					fix.Edits[k].Span = fix.Edits[k].Span.Shift(m.File().Start(i))
				}
			}
			errors = append(errors, d)
		}
	}
	return errors
}
