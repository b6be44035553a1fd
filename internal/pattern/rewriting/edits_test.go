package rewriting_test

import (
	"context"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/pattern/rewriting"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// TestEdits replaces one match after the other, each in the text as it is.
func TestEdits(t *testing.T) {
	text := `def @f(%x: int32, %r: ref(int32)) -> int32 {
  let %a = -(-%x); // kept
  %a * 2 + (%x + 1) * 2 + { ref_write(%r, 1); 3 } * 0
}
`
	m := checktest.Module("test.frac", text)
	target := rewriting.Target{Context: context.Background(), Module: m, Result: m.Check(0), Facts: facts.Of(m)}
	r := rewriting.New(parsed(t, `
rewrite twice { var x  match x * 2  with x + x }
rewrite double_negation { var x  match -(-x)  with x }
rewrite zero { match _ * (z = 0)  with z }
lint other { match _ * 2  warn "not a rewrite rule" }
`))
	want := []string{
		"let %a = %x; // kept", "%a + %a + (%x + 1) * 2", "let %v1 = %x + 1;\n  %a * 2 + (%v1 + %v1) + {", "",
	}
	matches := r.Matches(target)
	if len(matches) != len(want) {
		t.Fatalf("%d matches", len(matches))
	}
	for i, match := range matches {
		edits, err := r.Edits(target, match)
		if (err != nil) != (want[i] == "") {
			t.Errorf("%s: %v", match.Rule.Name, err)
		}
		if got := syntax.ApplyEdits(text, edits); !strings.Contains(got, want[i]) {
			t.Errorf("%s gives\n%s", match.Rule.Name, got)
		}
	}
}

// TestCarriageReturns holds that lines end as those of the program do, with comments that
// stood in what was replaced.
func TestCarriageReturns(t *testing.T) {
	text := `def @f(%x: int32) -> int32 {
  let %a = (%x, // the first
    3).0; # kept
  // above
  let %b = %a + // zero
    0;
  -%b
}
`
	const rules = `
rewrite first { var x, y  match (x, y).0  with x }
rewrite zero { var x  match x + 0  with x }
`
	lines := apply(t, checktest.Module("test.frac", text), rules)
	returns := apply(t, checktest.Module("test.frac", strings.ReplaceAll(text, "\n", "\r\n")), rules)
	want := strings.ReplaceAll(lines.Module.File().Text(), "\n", "\r\n")
	if got := returns.Module.File().Text(); got != want || !strings.Contains(got, "// the first") || !strings.Contains(got, "// zero") {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
}
