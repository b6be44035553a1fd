package typecheck_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/reference"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// acceptedCalls are calls that TVM accepts and that check without a word in a file that is
// not TVM's, by operator.
func acceptedCalls(t *testing.T, most int) map[string][]string {
	found := map[string][]string{}
	for _, v := range reference.Verdicts(t, reference.Operators) {
		name, _, _ := strings.Cut(v.ID, "/")
		if v.Verdict != "accept" || len(found[name]) >= most {
			continue
		}
		_, text, ok := strings.Cut(v.Program, "]\n")
		if ok && !strings.Contains(text, "meta[") && len(findings(text)) == 0 {
			found[name] = append(found[name], text)
		}
	}
	return found
}

func findings(text string) (found []syntax.Diagnostic) {
	m := checktest.Module("call.frac", text)
	for i := range m.File().Len() {
		found = append(append(found, m.File().Item(i).Errors...), m.Check(i).Diagnostics...)
	}
	return found
}

// namedArguments are the attributes that a program's calls give, with the comma in front.
func namedArguments(text string) map[string]syntax.Span {
	found := map[string]syntax.Span{}
	file := syntax.ParseFile("call.frac", text)
	for k, item := range file.All() {
		for n := syntax.NodeID(1); int(n) < item.Len(); n++ {
			if item.Kind(n) != syntax.NamedArg {
				continue
			}
			span := item.Span(n).Shift(file.Start(k))
			before := strings.LastIndexByte(text[:span.Start], ',')
			if before > 0 && strings.TrimSpace(text[before+1:span.Start]) == "" {
				found[item.SourceText(item.NamedArg(n).Name)] = syntax.Span{Start: int32(before), End: span.End}
			}
		}
	}
	return found
}

// Calls that check lose an attribute, get a value of a wrong type, a misspelt name: where a
// fix is proposed, or a note has an example, the call checks with it.
func TestProposedAttributesAreAccepted(t *testing.T) {
	ops := checktest.Ops()
	tried, proposed := 0, 0
	accepted := acceptedCalls(t, 4)
	for _, name := range slices.Sorted(maps.Keys(accepted)) {
		for _, text := range accepted[name] {
			for attr, span := range namedArguments(text) {
				o := ops[name]
				if o == nil || o.Attr(attr) < 0 || attr == op.TypeKey {
					continue
				}
				for _, value := range []string{"", "3", "[3]", `"three"`, "2.5f", "[[1]]", "None", "True"} {
					changed := text[:span.Start] + text[span.End:]
					if value != "" {
						changed = text[:span.Start] + ", " + attr + "=" + value + text[span.End:]
					}
					tried++
					proposed += proposalsHold(t, changed, fmt.Sprintf("%s: %s=%s", name, attr, value))
				}
			}
		}
	}
	t.Logf("%d calls, %d proposals", tried, proposed)
	if tried > 1000 && proposed < 300 {
		t.Errorf("only %d proposals", proposed)
	}
}

// proposalsHold applies each fix of an attribute's error alone: the error is gone, and no
// other error of this attribute comes.
func proposalsHold(t *testing.T, text, what string) (proposed int) {
	m := checktest.Module("call.frac", text)
	for i := range m.File().Len() {
		for _, d := range m.Check(i).Diagnostics {
			if d.Code != codes.AttributeValue && d.Code != codes.SuspectAttribute {
				continue
			}
			for _, note := range d.Notes {
				if _, example, ok := strings.Cut(note, "as in `"); ok && strings.Contains(example, "…") {
					t.Errorf("%s\n%s\nthe note has no value: %s", what, text, note)
				}
			}
			for _, fix := range d.Fixes {
				proposed++
				fixed := syntax.ApplyEdits(m.File().Item(i).Text, fix.Edits)
				for _, left := range findings(fixed) {
					if left.Code == d.Code && left.Message == d.Message || len(d.Notes) > 0 && strings.Contains(d.Notes[0], "as in `") && left.Severity == codes.Error {
						t.Errorf("%s\n%s\n`%s` leaves: %s", what, text, fix.Title, left.Message)
					}
				}
			}
		}
	}
	return proposed
}

// A positional attribute whose call needs another one as well gets both.
func TestPositionalAttributeWithAnother(t *testing.T) {
	const text = "def @rep(%x: Tensor[(4), float32]) { repeat(%x, 3) }\n"
	found := findings(text)
	if len(found) != 1 || len(found[0].Fixes) != 1 {
		t.Fatalf("want one error with one fix, not %v", found)
	}
	fixed := text
	for _, e := range found[0].Fixes[0].Edits {
		fixed = fixed[:e.Span.Start] + e.NewText + fixed[e.Span.End:]
	}
	if want := strings.Replace(text, ", 3)", ", repeats=3, axis=0)", 1); fixed != want || len(findings(fixed)) > 0 {
		t.Errorf("the fix gives %q, want %q", fixed, want)
	}
}

// Numbers by position become a list where the call takes one, and never a truth value.
func TestPositionalNumbers(t *testing.T) {
	for call, want := range map[string]string{
		"reshape(%x, 3, 2)":   "reshape(%x, newshape=[3, 2])",
		"transpose(%x, 1, 0)": "transpose(%x, axes=[1, 0])",
		"tile(%x, 2, 2)":      "tile(%x, reps=[2, 2])",
		"split(%x, 3, 1)":     "split(%x, indices_or_sections=3, axis=1)",
		"max(%x, 0f)":         "maximum(%x, 0f)",
	} {
		text := "def @f(%x: Tensor[(2, 3), float32]) { " + call + " }\n"
		found := findings(text)
		if len(found) != 1 {
			t.Errorf("%s: want one error, not %v", call, found)
			continue
		}
		fixed := ""
		for _, fix := range found[0].Fixes {
			for _, e := range fix.Edits {
				fixed = text[:e.Span.Start] + e.NewText + text[e.Span.End:]
			}
		}
		if want == "" && fixed == "" {
			continue
		}
		if !strings.Contains(fixed, "{ "+want+" }") || len(findings(fixed)) > 0 {
			t.Errorf("%s: the fix gives %q, want %s", call, fixed, want)
		}
	}
}
