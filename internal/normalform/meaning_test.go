package normalform_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/normalform"
	"github.com/fraccheck/fraccheck/internal/normalform/formtest"
	"github.com/fraccheck/fraccheck/internal/outcome"
	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/typecheck"
)

var programs = flag.Int("programs", 8, "number of random programs of each kind that are converted")

// outcomes are what the top-level expressions of a program give.
func outcomes(m *typecheck.Module) []string { return outcome.Of(m) }

// convert is a program in a form, with what was refused.
func convert(t *testing.T, m *typecheck.Module, form normalform.Form) (string, []string) {
	t.Helper()
	r, err := formtest.File(context.Background(), m, form, normalform.Nested)
	if err != nil {
		t.Fatal(err)
	}
	var refused []string
	for _, f := range r.Refusals {
		item := m.File().Item(f.Item)
		refused = append(refused, fmt.Sprintf("%s at %q", f.Message, item.Text[f.Span.Start:min(f.Span.End, f.Span.Start+40)]))
	}
	return r.Text, refused
}

// lostTypes are the refusals of random programs whose types a form loses, by program and form.
var lostTypes = map[string]string{
	// A function in foldl's operands gets a name: see TestLostTypes.
	"TestMeaning/fault14 anf": "in this form the types are not found any more (`ambiguous-type`) at \"@main\"",
}

// holdMeaning converts a program into each form, and holds what that gives against
// the program: the same values and failures; converted again it stays as it is.
func holdMeaning(t *testing.T, dir, text string) {
	t.Helper()
	m := checktest.ModuleIn(dir, text)
	want := outcomes(m)
	for _, name := range normalform.FormNames() {
		form, _ := normalform.ParseForm(name)
		converted, refused := convert(t, m, form)
		for _, r := range refused {
			if why, known := lostTypes[t.Name()+" "+name]; known && r == why {
				continue
			}
			if !strings.Contains(r, "effect happens") && !strings.Contains(r, "need each other") && !strings.Contains(r, "another type") {
				t.Errorf("%s is refused: %s", name, r)
			}
		}
		after := checktest.ModuleIn(dir, converted)
		if got := outcomes(after); !slices.Equal(got, want) {
			t.Errorf("%s gives %q, want %q\n%s\n---\n%s", name, got, want, text, converted)
			return
		}
		for _, b := range breaches(after, form, refused) {
			t.Errorf("%s: %s\n%s", name, b, converted)
		}
		if again, _ := convert(t, after, form); again != converted {
			t.Errorf("%s is not idempotent\n%s", name, difference(converted, again))
		}
	}
}

// breaches are the places that keep a program from being in a form.
func breaches(m *typecheck.Module, form normalform.Form, refused []string) []string {
	var found []string
	if len(refused) > 0 {
		return nil
	}
	for i, item := range m.File().All() {
		result := m.Check(i)
		if !normalform.Convertible(item) || len(item.Errors) > 0 {
			continue
		}
		target := normalform.Target{Module: m, Index: i, Result: result, Unit: analysis.NewUnit(context.Background(), m, i, result, facts.Of(m))}
		if b := normalform.Check(target, form); b != nil {
			found = append(found, fmt.Sprintf("%s: %q", b.Message, item.Text[b.Span.Start:b.Span.End]))
		}
	}
	return found
}

// TestLostTypes converts a function whose operator has an operand of a type that nothing
// determines, an element of `Nil()`: where it is passed, foldl's list determines the type; bound
// to a name of its own it would be generalized before that, which leaves the operator undecided.
func TestLostTypes(t *testing.T) {
	const text = "def @f() {\n  match? (Nil()) { Cons(%h, %t) => foldl(fn(%s, %e) { mod(%e, %h) }, [1, 2], 5), Nil => 3 }\n}\n"
	converted, refused := convert(t, checktest.ModuleIn("", text), normalform.ANF)
	const want = "in this form the types are not found any more (`ambiguous-type`) at \"@f\""
	if !slices.Equal(refused, []string{want}) {
		t.Errorf("refused: %q\n%s", refused, converted)
	}
}

// TestMeaning converts random programs.
func TestMeaning(t *testing.T) {
	kinds := map[string]func(seed uint64) string{
		"plain": func(seed uint64) string { return progen.Make(seed).Text + "\n@main()\n" },
		"dense": func(seed uint64) string { return progen.MakeDense(seed) + "\n@main()\n" },
		"fault": func(seed uint64) string { return progen.MakeFaults(seed) + "\n@main()\n" },
		"sound": func(seed uint64) string { return progen.MakeSound(seed) + "\n@main()\n" },
		"late":  progen.MakeLate,
		"effect": func(seed uint64) string {
			text, drivers := progen.MakeEffects(seed)
			for _, d := range drivers {
				text += d[0] + "()\n" + d[1] + "()\n"
			}
			return text
		},
	}
	for kind, make := range kinds {
		for seed := range uint64(*programs) {
			t.Run(fmt.Sprint(kind, seed), func(t *testing.T) { holdMeaning(t, "", make(seed)) })
		}
	}
}

// TestFiles converts the examples and the prelude.
func TestFiles(t *testing.T) {
	for _, pattern := range []string{"../../examples/*.frac", "../../examples/*.relay", "../prelude/*.frac"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			t.Run(filepath.Base(path), func(t *testing.T) { holdMeaning(t, filepath.Dir(path), string(text)) })
		}
	}
}

// difference shows the lines by which two texts differ.
func difference(a, b string) string {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for len(x) > 0 && len(y) > 0 && x[0] == y[0] {
		x, y = x[1:], y[1:]
	}
	for len(x) > 0 && len(y) > 0 && x[len(x)-1] == y[len(y)-1] {
		x, y = x[:len(x)-1], y[:len(y)-1]
	}
	return "- " + strings.Join(x, "\n- ") + "\n+ " + strings.Join(y, "\n+ ")
}
