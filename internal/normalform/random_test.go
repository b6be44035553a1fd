package normalform_test

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/normalform"
	"github.com/fraccheck/fraccheck/internal/normalform/formtest"
	"github.com/fraccheck/fraccheck/internal/outcome"
	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// TestRandomPrograms converts programs of progen.MakeMarked: they give what they gave,
// with the same effects and failures, their definitions have their types, they are in
// the form and stay as they are when they are converted again, and pure ones come back
// from GNF as they were. NORMALFORM_PROGRAMS is how many, from the seed
// NORMALFORM_SEED on; without NORMALFORM_SHOW failures come with the whole program.
func TestRandomPrograms(t *testing.T) {
	n, first := uint64(*programs)*4, uint64(0)
	if long, err := strconv.ParseUint(os.Getenv("NORMALFORM_PROGRAMS"), 10, 64); err == nil {
		n = long
	}
	if seed, err := strconv.ParseUint(os.Getenv("NORMALFORM_SEED"), 10, 64); err == nil {
		first = seed
	}
	ran := 0
	for seed := first; seed < first+n; seed++ {
		text := progen.MakeMarked(seed, seed%4 == 3)
		m := checktest.ModuleIn("", text)
		if errs := errorsOf(m); len(errs) > 0 {
			if os.Getenv("NORMALFORM_SHOW") != "" {
				t.Logf("%d: %q", seed, errs)
			}
			continue
		}
		ran++
		for _, p := range problems(m, seed%4 == 3) {
			if os.Getenv("NORMALFORM_SHOW") != "" {
				p, _, _ = strings.Cut(p, "\n--- from")
			}
			t.Errorf("seed %d: %s", seed, p)
		}
	}
	if ran*2 < int(n) {
		t.Errorf("%d of %d programs have no errors", ran, n)
	}
	t.Logf("%d of %d programs", ran, n)
}

// errorsOf are the errors that the parser and the checker find.
func errorsOf(m *typecheck.Module) []string {
	var found []string
	for i, item := range m.File().All() {
		for _, d := range append(slices.Clone(item.Errors), m.Check(i).Diagnostics...) {
			if d.Severity == codes.Error {
				found = append(found, d.Message)
			}
		}
	}
	return found
}

// signatures are the types of the definitions, with variables by their order and
// constraints in no order.
func signatures(m *typecheck.Module) []string {
	var found []string
	for i := range m.File().Len() {
		if name, typ, ok := m.Signature(i); ok {
			found = append(found, name+" : "+unordered(types.String(typ)))
		}
	}
	return found
}

var aWord = regexp.MustCompile(`[A-Za-z_]\w*`)

func unordered(text string) string {
	head, where, ok := strings.Cut(text, " where ")
	if !ok {
		return text
	}
	parts := strings.Split(aWord.ReplaceAllString(where, "x"), ", ")
	slices.Sort(parts)
	return head + " where " + strings.Join(parts, ", ")
}

// problems are what a conversion of a program did wrong.
func problems(m *typecheck.Module, pure bool) []string {
	var found, refusedAny []string
	want, its := outcomes(m), signatures(m)
	texts := map[normalform.Form]string{}
	for _, name := range normalform.FormNames() {
		form, _ := normalform.ParseForm(name)
		text, refused, err := inForm(m, form)
		if err != nil {
			return []string{err.Error()}
		}
		texts[form] = text
		after := checktest.ModuleIn("", text)
		bad := func(format string, args ...any) {
			found = append(found, name+" "+fmt.Sprintf(format, args...)+"\n--- from\n"+m.File().Text()+"\n--- to\n"+text)
		}
		refusedAny = append(refusedAny, refused...)
		for _, r := range refused {
			if !slices.ContainsFunc(allowedRefusals, func(s string) bool { return strings.Contains(r, s) }) {
				bad("is refused: %s", r)
			}
		}
		if errs := errorsOf(after); len(errs) > 0 {
			bad("has errors: %q", errs)
			continue
		}
		if got := outcomes(after); !outcome.Alike(got, want) {
			bad("gives\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		if got := signatures(after); !slices.Equal(got, its) {
			bad("has types\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(its, "\n"))
		}
		for _, b := range breaches(after, form, refused) {
			bad("is not in the form: %s", b)
		}
		again, _, _ := inForm(after, form)
		if again != text {
			bad("changes again: %s", difference(text, again))
		}
		if got := outcomes(checktest.ModuleIn("", again)); !outcome.Alike(got, want) {
			bad("gives something else when it is converted again:\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	if pure && len(found) == 0 && len(refusedAny) == 0 {
		found = append(found, roundTrip(texts[normalform.ANF])...)
	}
	return found
}

// allowedRefusals are the reasons that the documentation gives, those of graph
// bindings that are read before what they read is bound, and those of types that the
// checker does not find again: of named arguments for a function that a variable
// has, of shapes that only a function's place decides.
var allowedRefusals = []string{"effect happens", "need each other", "not bound where it is read", "arity-mismatch", "shape-mismatch"}

// inForm is a program in a form, with what was refused.
func inForm(m *typecheck.Module, form normalform.Form) (string, []string, error) {
	r, err := formtest.File(context.Background(), m, form, normalform.Nested)
	var refused []string
	for _, f := range r.Refusals {
		item := m.File().Item(f.Item)
		refused = append(refused, fmt.Sprintf("%s at %q", f.Message, item.Text[f.Span.Start:min(f.Span.End, f.Span.Start+40)]))
	}
	return r.Text, refused, err
}
