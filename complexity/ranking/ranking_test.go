package ranking_test

import (
	"context"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/complexity/ranking"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

var ops = sync.OnceValue(table.Default)

var preludeModule = sync.OnceValue(func() *typecheck.Module {
	return typecheck.NewModule(typecheck.Config{File: syntax.ParseFile(prelude.Name, prelude.Source), Ops: ops()})
})

// verdicts are those of all definitions of a program.
func verdicts(t testing.TB, text string) map[*typecheck.Object]ranking.Verdict {
	t.Helper()
	m := typecheck.NewModule(typecheck.Config{File: syntax.ParseFile("test.frac", text), Prelude: preludeModule(), Ops: ops()})
	return verdictsOf(t, m)
}

func verdictsOf(t testing.TB, m *typecheck.Module) map[*typecheck.Object]ranking.Verdict {
	store := facts.Of(m)
	found := map[*typecheck.Object]ranking.Verdict{}
	for i := range m.Items() {
		for _, d := range m.Check(i).Diagnostics {
			t.Errorf("%s: %s\n%s", d.Code, d.Message, m.File().Item(i).Text)
		}
		if o := m.Object(i); o != nil && o.Kind == typecheck.DefObject {
			found[o] = ranking.Of(context.Background(), store, o)
		}
		for _, p := range store.Panics(i) {
			t.Errorf("%s: %s\n%s", p.Analyzer, p.Value, p.Stack)
		}
	}
	return found
}

// TestTextbook holds the verdicts in comments: one that ends in no call says the
// beginning alone.
func TestTextbook(t *testing.T) {
	text, err := os.ReadFile("testdata/textbook.frac")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for line := range strings.Lines(string(text)) {
		if def, says, ok := strings.Cut(line, "#>"); ok && strings.HasPrefix(def, "def ") {
			name := strings.FieldsFunc(def[4:], func(r rune) bool { return r == '(' || r == '<' })[0]
			want[name] = strings.TrimSpace(says)
		}
	}
	compared := 0
	for o, v := range verdicts(t, string(text)) {
		compared++
		if w := want[o.Name]; w == "" || v.Text() != w && !(w == "may not end" && strings.HasPrefix(v.Text(), w+":")) {
			t.Errorf("%s %s, want %s", o.Name, v.Text(), w)
		}
	}
	if compared != len(want) || compared < 50 {
		t.Errorf("%d definitions, %d verdicts", compared, len(want))
	}
}

// TestPrelude holds that all of the prelude ends.
func TestPrelude(t *testing.T) {
	for o, v := range verdictsOf(t, preludeModule()) {
		t.Logf("%s %s", o.Name, v.Text())
	}
}
