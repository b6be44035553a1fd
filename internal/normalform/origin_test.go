package normalform_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/normalform"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// TestOrigins walks what the tokens of converted examples lead back to.
func TestOrigins(t *testing.T) {
	paths, err := filepath.Glob("../../examples/*.*")
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		m := checktest.ModuleIn(filepath.Dir(path), string(text))
		for i, item := range m.File().All() {
			if !normalform.Convertible(item) {
				continue
			}
			result := m.Check(i)
			target := normalform.Target{Module: m, Index: i, Result: result, Unit: analysis.NewUnit(context.Background(), m, i, result, facts.Of(m))}
			for _, name := range normalform.FormNames() {
				form, _ := normalform.ParseForm(name)
				if r, err := normalform.Convert(target, form, normalform.Nested); err == nil {
					t.Run(fmt.Sprint(filepath.Base(path), i, name), func(t *testing.T) { holdOrigins(t, item, r) })
				}
			}
		}
	}
}

// holdOrigins holds that each variable, name and literal of a new text leads back to a
// place: the same text, or a variable's to what it names.
func holdOrigins(t *testing.T, item *syntax.Item, r *normalform.Result) {
	text, at := r.Edit.NewText, 0
	for i, o := range r.Origins {
		if i > 0 && o.To.Start < r.Origins[i-1].To.End {
			t.Fatalf("origins overlap or are out of order at %v", o.To)
		}
		to, from := text[o.To.Start:o.To.End], item.Text[o.From.Start:o.From.End]
		if to != from && to[0] != '%' && to[0] != '(' {
			t.Errorf("%q leads back to %q", to, from)
		}
	}
	for _, token := range syntax.Lex(text) {
		if k := token.Kind; k != syntax.TokLocal && k != syntax.TokGlobal && k != syntax.TokInt && k != syntax.TokFloat && k != syntax.TokString {
			continue
		}
		for at < len(r.Origins) && r.Origins[at].To.End <= token.Start {
			at++
		}
		if at == len(r.Origins) || r.Origins[at].To.Start > token.Start {
			if text[max(token.Start-1, 0)] != '.' { // the index of a projection that a pattern made
				t.Errorf("%q leads nowhere in\n%s", text[token.Start:token.End], text)
			}
		}
	}
}
