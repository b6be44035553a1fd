package refactor_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	factstore "github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/refactor"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// An editor asks for actions at every move of the cursor: what a place in a
// definition costs, in one of a few lines and in one of 2,000.
func BenchmarkActions(b *testing.B) {
	clauses, err := os.ReadFile("testdata/clauses.frac")
	if err != nil {
		b.Fatal(err)
	}
	long := "def @long(%x : Tensor[(4, 4), float32]) -> Tensor[(4, 4), float32] {\n" +
		strings.Repeat("  let %x = nn.relu(%x + %x);\n", 2000) + "  %x\n}\n"
	var file strings.Builder
	file.Write(clauses)
	for i := range 30_000 {
		fmt.Fprintf(&file, "def @f%d(%%x : int32) -> int32 {\n  %%x + 1\n}\n", i)
	}
	many := file.String()
	for _, c := range []struct{ name, text, at string }{
		{"short", string(clauses), "%h + @total"},
		{"match", string(clauses), "(%r), Circle(_)"},
		{"file", many, "%h + @total"},
		{"wrong", strings.Replace(many, "%h + @total", "%h + @totl(%t) + @tolat(%t) + @total", 1), "%h + @totl"},
		{"long", long, "nn.relu(%x + %x)"},
	} {
		b.Run(c.name, func(b *testing.B) {
			m := checktest.ModuleIn("", c.text)
			at := int32(strings.Index(c.text, c.at))
			i := m.File().ItemAt(at)
			at -= m.File().Start(i)
			r, known := m.Check(i), factstore.Of(m)
			for b.Loop() {
				ask(m, known, i, r, at, at)
				ask(m, known, i, r, at, at+int32(len(c.at)))
			}
		})
	}
}

func ask(m *typecheck.Module, known *factstore.Store, i int, r *typecheck.Result, from, to int32) {
	refactor.Actions(refactor.Target{Module: m, Index: i, Result: r, Span: syntax.Span{Start: from, End: to}, Facts: known})
}
